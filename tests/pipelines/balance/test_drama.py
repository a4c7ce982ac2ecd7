from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from pipelines.balance import drama
from pipelines.balance.base import EAGER, Deals, Place
from pipelines.balance.drama import Learnt, count, standings_of
from pipelines.balance.paths import read_paths
from pipelines.balance.settings import settings
from sim.exact_parts import MILLION, WHOLE
from sim.rules import named_variants
from tests.pipelines.balance.played import Named, play
from tests.pipelines.balance.walks import coin_games, coin_paths, made
from tests.pipelines.rows import batch_of, by_game, rows_of


@pytest.fixture(params=[1, 10])
def prior(request, monkeypatch):
    """Weigh an even share as one game, too: with few games hardly anything is decided otherwise."""
    drama_settings = settings().drama.model_copy(update={"prior_games": request.param})
    changed = settings().model_copy(update={"drama": drama_settings})
    monkeypatch.setattr(drama, "settings", lambda: changed)
    return request.param


def everything(part):
    return np.ones(len(part.rounds), bool)


def test_standings__by_hand():
    """Rank, and deficit to the best of the others: below 0 for who leads, rounded down to tens; out is out."""
    part = made((0, [0], [(5, 20, 14), (5, 20, 5), (5, 40, 101), (5, 101, None)]))
    found = standings_of(part, everything(part))
    assert found.deficit.tolist() == [[-9, 15, 9], [0, 15, 0], [-35, 35, 0]]
    inside = [[True] * 3, [True] * 3, [True, True, False]]
    assert (found.key >= 0).tolist() == inside
    assert found.row.tolist() == [0, 1, 2]
    first, second, _ = found.key
    # seats 0 and 2 after the second round stand alike, and seat 1 as it did before: nobody else does
    assert second[0] == second[2]
    assert second[1] == first[1]
    assert len(set(first) | set(second) | set(found.key[2][:2])) == 6
    learnt = Learnt()
    learnt.add(part, found)
    assert learnt.chances.players.tolist() == [2, 2, 3, 3, 3, 3]
    assert learnt.chances.seen.sum() == 8


def test_chances__are_those_of_the_problem_of_points():
    """Pascal, 1654: who needs one point of five when the other needs all five wins 31 of 32 times."""
    learnt, part = Learnt(), coin_paths(1)
    learnt.add(part, standings_of(part, everything(part)))
    best = made((0, [0], [(0, 40), (0, 50)]), out_from=50)
    key = standings_of(best, everything(best)).key[0, 0]
    at = learnt.chances.keys.tolist().index(key)
    # nine throws, the first four of which are given; either seat may be the one
    assert (learnt.chances.seen[at], learnt.chances.won[at]) == (64, 62 * WHOLE)


def fitted(games, limit, prior):
    """P(win | standing) over these games, each a winner and rounds, with the prior: plain and slow."""
    seen, won = defaultdict(int), defaultdict(Fraction)
    for winners, rounds in games:
        for row in rounds[:-1]:
            for seat, standing in standings(row, limit).items():
                seen[standing] += 1
                won[standing] += Fraction(seat in winners, len(winners))
    return {key: (won[key] + Fraction(prior, key[0])) / (seen[key] + prior) for key in seen}


def standings(row, limit):
    inside = {seat: total for seat, total in enumerate(row) if total is not None and total < limit}
    found = {}
    for seat, total in inside.items():
        others = [other for one, other in inside.items() if one != seat]
        found[seat] = (len(inside), 1 + sum(o < total for o in others), (total - min(others)) // 10)
    return found


def openness(game, chances, limit):
    """Rounds left when a chance passed .8, of all, and whether that one won."""
    winners, rounds = game
    for number, row in enumerate(rounds[:-1], 1):
        for seat, standing in standings(row, limit).items():
            if chances.get(standing, Fraction(0)) > Fraction(4, 5):
                return Fraction(len(rounds) - number, len(rounds)), Fraction(seat in winners, len(winners))
    return Fraction(0), None


def largest_deficit(game, limit):
    winners, rounds = game
    behind = [0] * len(rounds[0])
    for row in rounds[:-1]:
        for seat in standings(row, limit):
            others = [o for s, o in enumerate(row) if s != seat and o is not None and o < limit]
            behind[seat] = max(behind[seat], row[seat] - min(others))
    return Fraction(sum(behind[seat] for seat in winners), len(winners))


def compare(got, games, limit, prior):
    """Compare sums with plain counting; games of even and of odd batches. Gives how many were decided."""
    chances = fitted(games[0], limit, prior)
    odd = [openness(game, chances, limit) for game in games[1]]
    assert int(got["left"].below.sum()) == len(odd) > 0
    assert int(got["left"].above.sum()) == sum(int(share * MILLION + Fraction(1, 2)) for share, _ in odd)
    decided = [held for _, held in odd if held is not None]
    assert Fraction(int(got["held"].above.sum()), WHOLE) == sum(decided)
    assert int(got["held"].below.sum()) == len(decided) == int(got["open"].below.sum() - got["open"].above.sum())
    deficits = [largest_deficit(game, limit) for game in (*games[0], *games[1])]
    assert Fraction(int(got["deficit"].above.sum()), WHOLE) == sum(deficits)
    return len(decided)


@pytest.mark.parametrize("cell", [0, 3])
def test_drama__a_real_run_by_plain_counting(odd_folder, odd_run, cell, prior):
    """Four of one kind to the last; a game that the first out ends, in which wins may be shared."""
    played = odd_run.cells[cell]
    limit = played.cell.variant.score_limit + (played.cell.variant.elimination == "above")
    seats, rows = (by_game(rows_of(odd_folder, table, cell)) for table in ("seats", "rounds"))
    games = {0: [], 1: []}
    for game in range(played.games):
        winners = [s["seat"] for s in seats[game] if s["place"] == 1]
        batch = batch_of(game, played.deals, played.cell.rotations)
        games[batch % 2].append((winners, [r["total"] for r in rows[game]]))
    decided = compare(count(lambda: read_paths(played), played.n_batches), games, limit, prior)
    assert decided > 0 or prior > 1


def test_drama__planted_games_by_hand(prior):
    """All games of the coin in the even batch, two others in the odd one.

    A lead of 20 is enough: 0 to 20 wins 99 of 128 times, 10 to 30 26 of 32, 20 to 40 7 of 8, together .819. So three of
    five rounds are left of the first game, in which seat 0 leads all along. In the second one nobody is ever more than
    one throw ahead.
    """
    hands = [
        ([0], [(0, 10), (0, 20), (0, 30), (0, 40), (0, 50)]),
        ([1], [(10, 0), (10, 10), (20, 10), (20, 20), (20, 30), (30, 30), (40, 30), (40, 40), (50, 40)]),
    ]
    coins = coin_paths(1)
    odd = made(*((1, *hand) for hand in hands), out_from=50)
    whole = coins._replace(
        **{name: np.concatenate([getattr(coins, name), getattr(odd, name)]) for name in coins._fields}
    )
    got = count(lambda: [whole], 2)
    assert compare(got, {0: [([winner], rounds) for winner, rounds, _ in coin_games()], 1: hands}, 50, prior) == 1
    assert got["left"].above.tolist() == [600_000]
    # the later winner of the second game was 10 points behind, that of the first one never
    assert got["deficit"].above[1] == 10 * WHOLE


def test_drama__nothing_was_learnt():
    """Only games of one round in even batches: no chance is known, so none has passed."""
    part = made((0, [0], [(0, 101)]), (1, [0], [(0, 90), (0, 101)]))
    got = count(lambda: [part], 2)
    assert (got["open"].above.tolist(), got["open"].below.tolist(), got["held"].below.tolist()) == ([1], [1], [0])


PLACE = Place(named_variants()["standard"], 2, EAGER)


def test_measure__a_mirror_cell(tmp_path):
    found = play(tmp_path, [drama], [PLACE], Deals({2: 600}, 600, 600, 600))
    got = drama.measure(PLACE, found, Named())
    (line,) = got.lines
    assert 0 < line.numbers["left"].low < line.numbers["left"].high < 1
    assert line.numbers["left"].n_batches == 150  # 300 of two deals
    assert list(line.sums) == ["deficit"]
    assert "of the games stay open to the last round" in got.verdict.sentence
    assert drama.measure(PLACE._replace(variant=named_variants()["short"]), found, Named()) is None


def test_measure__a_single_deal_has_nothing_to_be_judged_by(tmp_path):
    """It is in the even batch, and there is no odd one."""
    got = drama.measure(PLACE, play(tmp_path, [drama], [PLACE], Deals({2: 1}, 1, 1, 1)), Named())
    assert (got.lines[0].numbers["left"].value, got.verdict) == (None, None)
    assert got.lines[0].numbers["deficit"].n == 1

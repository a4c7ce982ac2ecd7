"""What is counted of a tournament, against the rows read one at a time."""

from collections import Counter, defaultdict

import numpy as np
import polars as pl
import pytest

from pipelines.stats.variance_shares import variance_shares
from pipelines.tournament.counting import (
    NEXT,
    PREVIOUS,
    count_tournament,
    identical_pairs,
    seats_are_balanced,
)
from sim.plan import entrant_name

WHOLE = 840


def games_of(run):
    """Every game as one list a seat: cell, deal, rotation, and (entrant, place, wins, total, calls) by seat."""
    for cell in run.cells:
        frames = cell.frames()
        games = frames.games.collect()
        seats = frames.seats.sort("game", "seat").collect()
        by_game = seats.partition_by("game", as_dict=True)
        for game in games.iter_rows(named=True):
            rows = by_game[game["game"],].to_dicts()
            shared = WHOLE // game["winners"]
            told = [
                (row["entrant"], row["place"], shared if row["place"] == 1 else 0, row["total"], row["calls"])
                for row in rows
            ]
            yield cell, game["deal"], told


@pytest.fixture(scope="module", params=["three_run", "pair_run"])
def case(request):
    run = request.getfixturevalue(request.param)
    return run, count_tournament(run)


def test_counted__games_and_tables(case):
    run, counted = case
    assert counted.games == sum(cell.games for cell in run.cells)
    assert counted.stopped_games == 0
    assert seats_are_balanced(counted)
    assert set(counted.entrants) == {entrant_name(e) for cell in run.plan.cells for e in cell.entrants}


def test_counted__sums_by_entrant_pair_seat_and_neighbour(case):
    run, counted = case
    seats, wins, calls, pairs, ahead, apart, beside, at = (Counter() for _ in range(8))
    for _, _, rows in games_of(run):
        n = len(rows)
        for seat, (one, place, won, total, called) in enumerate(rows):
            seats[one] += 1
            wins[one] += won
            calls[one] += called
            at[seat] += won
            before, after = rows[seat - 1][0], rows[(seat + 1) % n][0]
            beside[one, before, PREVIOUS] += won
            beside[one, after, NEXT] += won
            for other, its_place, _, its_total, _ in rows:
                if other != one:
                    pairs[one, other] += 1
                    ahead[one, other] += 2 * (place < its_place) + (place == its_place)
                    apart[one, other] += total - its_total
    names = counted.entrants
    for i, one in enumerate(names):
        assert counted.sums["seats"][i].sum() == seats[one]
        assert counted.sums["wins"][i].sum() == wins[one]
        assert counted.sums["calls"][i].sum() == calls[one]
        for j, other in enumerate(names):
            assert counted.met[i, j].sum() == pairs[one, other]
            assert counted.ahead[i, j].sum() == ahead[one, other]
            assert (counted.points_with[i, j] - counted.points_with[j, i]).sum() == apart[one, other]
            for side in (PREVIOUS, NEXT):
                assert counted.wins_beside[side, i, j].sum() == beside[one, other, side]
    assert counted.seat_wins.sum(axis=1).tolist() == [at[seat] for seat in range(len(at))]


def test_counted__finishes_are_those_of_the_games(case):
    run, counted = case
    expected = defaultdict(Counter)
    for cell, deal, rows in games_of(run):
        table = tuple(sorted(counted.entrants.index(name) for name in cell.lineup))
        key = frozenset(Counter((row[0], row[1]) for row in rows).items())
        expected[table][key, deal // counted.batch_deals] += 1
    for table, finishes in zip(counted.tables, counted.finishes, strict=True):
        got = Counter()
        counts = finishes.counts.toarray()
        for entrants, places, games in zip(finishes.entrants, finishes.places, counts, strict=True):
            names = [counted.entrants[one] for one in entrants]
            key = frozenset(Counter(zip(names, places.tolist(), strict=True)).items())
            for batch in np.flatnonzero(games):
                got[key, int(batch)] += int(games[batch])
        assert got == expected[table]


def test_counted__outcomes_add_up(case):
    run, counted = case
    by_cards = defaultdict(Counter)
    squares = Counter()
    for cell, deal, rows in games_of(run):
        table = tuple(sorted(counted.entrants.index(name) for name in cell.lineup))
        for seat, row in enumerate(rows):
            by_cards[table][deal, seat] += row[3]
            squares[table] += row[3] ** 2
    for table, sums in zip(counted.tables, counted.outcomes["total"], strict=True):
        assert sums.squares.sum() == squares[table]
        assert sums.by_cards.sum() == sum(total**2 for total in by_cards[table].values())
        assert sums.by_seat.sum() == sums.by_entrant.sum() == sum(by_cards[table].values())
        assert sums.deals.sum() == counted.deals
    shares = variance_shares(counted.outcomes["wins"])
    assert sum(share.value for share in shares.values()) == pytest.approx(1)


def test_counted__orders_have_a_row_an_entrant(case):
    run, counted = case
    assert len(counted.orders) == sum(len(cell.entrants) for cell in run.cells)
    row = counted.orders[0]
    cell = run.cells[0]
    frame = cell.frames().seats.filter(pl.col("entrant") == row.entrant).select(pl.col("wins").mean()).collect()
    assert row.win.value == pytest.approx(frame.item() / WHOLE)


def test_identical_pairs__different_play_is_none(case):
    assert list(identical_pairs(case[1])) == []


def test_count_tournament__tells_its_progress(three_run):
    told = []
    count_tournament(three_run, lambda *done: told.append(done))
    assert told == [(n, 8) for n in range(1, 9)]

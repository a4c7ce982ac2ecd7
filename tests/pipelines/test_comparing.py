"""Scores of deals, against the rows read one at a time."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from pipelines.comparing import ALIKE, BETTER, IDENTICAL, WORSE, Scorer, verdict
from pipelines.run import open_run
from sim.bots import parse_entrant
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest
from sim.tournaments.comparison import Options, comparison


class Silent:
    def __getattr__(self, name):
        return lambda *_: None


def played(path, first, second, **options):
    wanted = comparison(parse_entrant(first), parse_entrant(second), Options(**options), until_decided=False)
    with create_run(path, wanted.plan, wanted.cell_deals(wanted.deals)) as folder:
        play_run(folder, 1, StopRequest(), Silent())
    return open_run(path)


@pytest.fixture(scope="module", params=[2, 3])
def run(request, tmp_path_factory):
    return played(
        tmp_path_factory.mktemp("compare") / "run", "greedy:call_at=3", "greedy",
        players=request.param, deals=100, chunk=32,
    )  # fmt: skip


def by_hand(run):
    """Wins of a deal by (entrant, seats that the first holds), and seats that each holds."""
    wins, seats = defaultdict(Counter), Counter()
    for cell in run.cells:
        held = cell.lineup.count("greedy:call_at=3")
        for row in cell.frames().seats.collect().iter_rows(named=True):
            deal = row["game"] // cell.cell.rotations
            wins[deal][row["entrant"], held] += Fraction(row["wins"], 840)
        for name in cell.lineup:
            seats[name, held] += cell.cell.rotations
    return wins, seats


def test_scorer__scores_are_half_the_difference_of_wins_a_seat(run):
    wins, seats = by_hand(run)
    total = {name: sum(n for (who, _), n in seats.items() if who == name) for name in ("greedy:call_at=3", "greedy")}
    expected = Counter()
    for of_deal in wins.values():
        won = {name: sum(w for (who, _), w in of_deal.items() if who == name) for name in total}
        score = sum(sign * won[name] / total[name] for name, sign in (("greedy:call_at=3", 1), ("greedy", -1))) / 2
        expected[float(score)] += 1
    scorer = Scorer(run.cells)
    assert scorer.add(run, 100)
    got = scorer.scores()
    assert got.values == pytest.approx(sorted(expected))
    assert got.counts.tolist() == [expected[score] for score in sorted(expected)]
    assert got.low <= got.values.min() and got.values.max() <= got.high
    look = scorer.look()
    assert look.difference.value == pytest.approx(got.mean)
    assert look.difference.low < look.difference.value < look.difference.high
    assert (look.deals, look.games) == (100, sum(cell.games for cell in run.cells))
    for held, share in look.by_seats.items():
        won = sum(w for of_deal in wins.values() for (who, n), w in of_deal.items() if who != "greedy" and n == held)
        assert share.value == pytest.approx(float(won / (100 * seats["greedy:call_at=3", held])))
    assert not look.identical


def test_scorer__step_by_step_is_the_same_as_at_once(run):
    at_once, in_steps = Scorer(run.cells), Scorer(run.cells)
    at_once.add(run, 100)
    for deals in (20, 64, 70, 100):
        in_steps.add(run, deals)
    assert in_steps.look() == at_once.look()


def test_scorer__stops_when_it_is_asked_to(run):
    assert not Scorer(run.cells).add(run, 100, lambda: True)


@pytest.mark.parametrize("players", [2, 4])
def test_scorer__the_same_play_is_recognised(tmp_path, players):
    """Another name for the same call limit: every game goes the same, and the difference is exactly 0."""
    run = played(tmp_path / "run", "greedy", "greedy:call_at=8", players=players, deals=40)
    scorer = Scorer(run.cells)
    scorer.add(run, 40)
    look = scorer.look()
    assert look.identical
    assert look.difference == (0.0, 0.0, 0.0)
    assert set(look.by_seats.values()) == {(1 / players,) * 3}


def test_scorer__one_game_that_differs_is_no_same_play(run, tmp_path):
    scorer = Scorer(run.cells)
    scorer.add(run, 1)
    assert scorer.look().different_deals in (0, 1)
    scorer.add(run, 100)
    assert 1 < scorer.look().different_deals <= 100


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (BETTER, "a is better"), (WORSE, "b is better"), (ALIKE, "differ by less than 0.5 points"),
        (IDENTICAL, "exactly 0"), ("", "nothing is decided"),
    ],
)  # fmt: skip
def test_verdict__says_who(decision, told):
    assert told in verdict(decision, "a", "b", 0.5)

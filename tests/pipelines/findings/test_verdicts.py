import polars as pl
import pytest

from pipelines.findings.exact_values import opening_data
from pipelines.findings.verdicts import (
    first_player_verdict,
    opening_verdict,
    seat_test,
    seat_verdicts,
    stopped_verdict,
)
from pipelines.tables import TABLES
from tests.pipelines.made_up import results, seats_won


@pytest.fixture
def judged(odd_run, counted):
    """Judge tables at which seats win with given chances, in 204 batches of so many games each."""

    def judge(*cases):
        found = [
            results(odd_run.cells[0], counted[0], seats=seats_won(204, shares, games, seed))
            for seed, (shares, games) in enumerate(cases)
        ]
        return seat_verdicts([seat_test(one) for one in found], found)

    return judge


FAIR, UNFAIR = (0.25, 0.25, 0.25, 0.25), (0.28, 0.24, 0.24, 0.24)


def test_seat_verdicts__enough_games_of_a_fair_table_are_within(judged):
    (got,) = judged((FAIR, 2000))
    assert (got["verdict"], got["code"], got["table"]) == ("within", "F1", "seat_game")
    assert got["p_adjusted"] <= 0.05
    assert got["more_games"] is None
    assert got["largest"]["high"] < 0.02
    assert got["sentence"].startswith("It does not matter at which seat one sits")


def test_seat_verdicts__an_unfair_seat_is_named(judged):
    (got,) = judged((UNFAIR, 2000))
    assert (got["verdict"], got["worst"]["seat"]) == ("outside", 0)
    assert got["worst"]["edge"]["value"] == pytest.approx(0.12, abs=0.01)
    assert "+0.1" in got["sentence"]
    assert "for seat 0" in got["sentence"]


def test_seat_verdicts__few_games_decide_nothing_and_say_how_many_would(judged):
    (got,) = judged((FAIR, 20))
    assert got["verdict"] == "not decided"
    assert got["more_games"] > 0
    assert "more games would decide" in got["sentence"]


def test_seat_verdicts__are_one_family(judged):
    alone = judged((FAIR, 1000))[0]
    among = judged((FAIR, 1000), (FAIR, 30), (FAIR, 30))[0]
    assert among["p"] == alone["p"]
    assert among["p_adjusted"] == pytest.approx(3 * alone["p"], rel=1e-5)


def test_seat_verdicts__a_run_of_few_deals_is_not_tested(tmp_path):
    from pipelines.run import open_run
    from pipelines.tallies import count
    from tests.run_helpers import finished_run

    cell = open_run(finished_run(tmp_path / "run", "--games", 40)).cells[0]
    one = results(cell, count(cell))
    (got,) = seat_verdicts([seat_test(one)], [one])
    assert (got["verdict"], got["p"], got["worst"]) == ("not decided", None, None)
    assert "40 deals are too few to tell" in got["sentence"]


def test_seat_verdicts__tell_that_a_single_round_always_begins_at_seat_1(odd_run, counted):
    short = results(odd_run.cells[2], counted[2])
    (got,) = seat_verdicts([seat_test(short)], [short])
    assert got["sentence"].startswith("A game is one round here, and seat 1 always begins. ")


def test_first_player_verdict__edge_with_a_full_table(odd_run, counted):
    one = results(odd_run.cells[0], counted[0])
    got = first_player_verdict(one)
    assert got["verdict"] == "reported"
    # known from other programs: +.09 to +.30 for two to five players at threshold 7
    assert 0.09 < one.get("seat_round", "edge", players_in=4, position=1).value < 0.35
    assert got["sentence"].startswith("The first to play wins a round more often than an even share: edge +0.")


def test_opening_verdict__sets_the_exact_chance_beside_the_measured(odd_run, counted):
    for cell, tallies in zip(odd_run.cells, counted, strict=True):
        one = results(cell, tallies)
        exact = opening_data(one)
        assert exact["z"] is None or abs(exact["z"]) < 4.5
        assert f"({exact['fraction']})" in opening_verdict(one, exact)["sentence"]


def stopped(counted, rounds):
    """Say that of 204 batches of 10,000 rounds so many rounds were stopped in each."""
    return pl.DataFrame(
        {
            "batch": pl.Series(list(range(204)) * 2, dtype=pl.UInt16),
            "players_in": pl.Series([4] * 408, dtype=pl.UInt8),
            "end": ["yaniv"] * 204 + ["stopped"] * 204,
            "turns": pl.Series([20] * 204 + [1000] * 204, dtype=pl.UInt16),
            "rounds": [10_000 - r for r in rounds] + list(rounds),
            "reshuffled": [0] * 408,
            "reshuffles": [0] * 408,
        }
    ).select(counted["turns"].columns)


@pytest.mark.parametrize(
    ("rounds", "word", "text"),
    [
        ([0] * 204, "within", "The guard stopped none of 2,040,000 rounds (at most 1 in "),
        ([2] * 102 + [3] * 102, "outside", "The guard stopped 1 in 4,000 rounds ("),
        ([1] * 197 + [2] * 7, "not decided", "The guard stopped 1 in 9,670 rounds ("),
    ],
)
def test_stopped_verdict__by_the_interval(odd_run, counted, rounds, word, text):
    one = results(odd_run.cells[0], counted[0], turns=stopped(counted[0], rounds))
    got = stopped_verdict(one)
    assert got["sentence"].startswith(text)
    if word != "not decided":
        assert got["verdict"] == word


def test_stopped__is_a_column_of_the_length_tables():
    for name in ("round_length", "game_length"):
        assert any(measure.name == "stopped" for measure in TABLES[name].measures)

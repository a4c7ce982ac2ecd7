"""Numbers of tables against plain arithmetic over the rows, intervals included."""

from statistics import mean, pstdev

import numpy as np
import polars as pl
import pytest
from scipy.stats import t

from pipelines.tables import TABLES
from tests.pipelines.rows import batch_of, by_game, order_of_play, rows_of, winners

MIRROR, MIXED, SHORT, FIRST_OUT, DHUMBAL, SLAPDOWN, CUT_SHORT, NO_ASSAF = range(8)


@pytest.fixture
def number(odd_run, counted):
    def look_up(cell, table, measure, **keys):
        rows = TABLES[table].rows(counted[cell], odd_run.cells[cell])
        found = [row for row in rows if all(value == keys.get(name) for name, value in row.keys.items())]
        assert len(found) == 1, (table, keys)
        return found[0].numbers[measure]

    return look_up


@pytest.fixture
def rows(odd_folder):
    return lambda table, cell: rows_of(odd_folder, table, cell)


def batch_interval(values, batches):
    """Mean of values and its 95 % interval from residuals summed over batches, in floats and the long way."""
    values, batches = np.array(values, float), np.array(batches)
    r, g = values.mean(), batches.max() + 1
    residuals = np.bincount(batches, values - r, minlength=g)
    error = np.sqrt(g / (g - 1) * (residuals**2).sum()) / len(values)
    half = t.ppf(0.975, g - 1) * error
    return r, r - half, r + half


def assert_interval(got, values, batches):
    expected = batch_interval(values, batches)
    assert (got.value, got.low, got.high) == pytest.approx(expected, rel=1e-9, abs=1e-12)
    assert (got.n, got.method) == (len(values), "batch t")


def batches(rows, run, cell):
    one = run.cells[cell]
    return [batch_of(row["game"], one.deals, one.cell.rotations) for row in rows]


@pytest.mark.parametrize("cell", [MIRROR, MIXED, SHORT, NO_ASSAF])
def test_round_length__mean_spread_and_quantiles(odd_run, number, rows, cell):
    rounds = rows("rounds", cell)
    turns = [row["turns"] for row in rounds]
    assert_interval(number(cell, "round_length", "turns_mean"), turns, batches(rounds, odd_run, cell))
    assert number(cell, "round_length", "turns_sd").value == pytest.approx(pstdev(turns), rel=1e-12)
    for name, share in (("turns_p5", 0.05), ("turns_median", 0.5), ("turns_p95", 0.95)):
        got = number(cell, "round_length", name)
        assert got.value == np.quantile(turns, share, method="inverted_cdf")
        assert got.low <= got.value <= got.high


def test_round_length__by_players_in(odd_run, number, rows):
    rounds = [row for row in rows("rounds", MIXED) if row["players_in"] == 2]
    where = batches(rounds, odd_run, MIXED)
    assert_interval(number(MIXED, "round_length", "turns_mean", players_in=2), [row["turns"] for row in rounds], where)
    laps = [row["turns"] / 2 for row in rounds]
    assert_interval(number(MIXED, "round_length", "laps_mean", players_in=2), laps, where)
    assert number(MIXED, "round_length", "laps_median", players_in=2).value == np.quantile(
        laps, 0.5, method="inverted_cdf"
    )


def test_round_length__laps_of_all_rounds(odd_run, number, rows):
    rounds = rows("rounds", MIXED)
    laps = [row["turns"] / row["players_in"] for row in rounds]
    assert_interval(number(MIXED, "round_length", "laps_mean"), laps, batches(rounds, odd_run, MIXED))


def test_round_length__over_before_everybody_had_a_turn(number, rows):
    rounds = rows("rounds", NO_ASSAF)
    early = sum(row["turns"] < row["players_in"] for row in rounds)
    assert number(NO_ASSAF, "round_length", "before_everybody").events == early


def test_round_length__stopped_rounds(odd_run, number, rows):
    rounds = rows("rounds", CUT_SHORT)
    stopped = [row["end"] == "stopped" for row in rounds]
    assert 0.1 < mean(stopped) < 0.95
    assert_interval(number(CUT_SHORT, "round_length", "stopped"), stopped, batches(rounds, odd_run, CUT_SHORT))


@pytest.mark.parametrize("cell", [MIRROR, SHORT])
def test_round_turns__adds_up_and_agrees_with_the_rows(odd_run, counted, rows, cell):
    table = TABLES["round_turns"].rows(counted[cell], odd_run.cells[cell])
    rounds = rows("rounds", cell)
    for players_in in [None, *sorted({row["players_in"] for row in rounds})]:
        part = [row for row in table if row.keys["players_in"] == players_in]
        turns = [row["turns"] for row in rounds if players_in in (None, row["players_in"])]
        assert sum(row.numbers["share"].events for row in part) == len(turns)
        for row in part:
            low, high = row.keys["turns"], row.keys["turns_to"]
            inside = sum(low <= t and (high is None or t <= high) for t in turns)
            below = sum(high is None or t <= high for t in turns)
            assert (row.numbers["share"].events, row.numbers["cumulative"].events) == (inside, below)
            assert row.numbers["share"].n == len(turns)


def test_game_length__as_the_games_say(odd_run, number, rows):
    games = rows("games", MIRROR)
    rounds, where = [row["rounds"] for row in games], batches(games, odd_run, MIRROR)
    assert_interval(number(MIRROR, "game_length", "rounds_mean"), rounds, where)
    assert number(MIRROR, "game_length", "rounds_sd").value == pytest.approx(pstdev(rounds))
    assert number(MIRROR, "game_length", "rounds_median").value == np.median(sorted(rounds)[:-1])
    assert number(MIRROR, "game_length", "rounds_6_15").events == sum(6 <= n <= 15 for n in rounds)
    assert number(MIRROR, "game_length", "rounds_below_6").events == sum(n < 6 for n in rounds)
    turns = [row["turns"] for row in games]
    assert_interval(number(MIRROR, "game_length", "turns_mean"), turns, where)


@pytest.mark.parametrize("cell", range(9))
@pytest.mark.parametrize("of", ["turns", "rounds"])
@pytest.mark.parametrize(("name", "share"), [("p5", 0.05), ("median", 0.5), ("p95", 0.95)])
def test_game_length__quantiles_are_exact(number, rows, cell, of, name, share):
    values = [row[of] for row in rows("games", cell)]
    got = number(cell, "game_length", f"{of}_{name}")
    assert got.value == np.quantile(values, share, method="inverted_cdf")
    assert {got.low, got.high} <= set(values)
    assert got.low <= got.value <= got.high


def test_game_length__quantiles_of_games_all_of_one_length(odd_run, counted):
    """A length that is no multiple of anything comes out as it went in."""
    alike = counted[MIRROR]["game_turns"].with_columns(turns=pl.lit(53, pl.UInt32))
    (row,) = TABLES["game_length"].rows(counted[MIRROR] | {"game_turns": alike}, odd_run.cells[MIRROR])
    for name in ("turns_p5", "turns_median", "turns_p95"):
        got = row.numbers[name]
        assert (got.value, got.low, got.high) == (53, 53, 53)


def test_game_length__every_game_weighs_alike(odd_run, number, rows):
    games = rows("games", MIRROR)
    a_round = [row["turns"] / row["rounds"] for row in games]
    got = number(MIRROR, "game_length", "turns_a_round")
    assert got.value == pytest.approx(mean(a_round), abs=1e-6)
    assert got.value != pytest.approx(number(MIRROR, "round_length", "turns_mean").value, rel=1e-4)


def test_game_survival__counts_what_goes_on(odd_run, counted, rows):
    games, seats = rows("games", MIRROR), rows("seats", MIRROR)
    for row in TABLES["game_survival"].rows(counted[MIRROR], odd_run.cells[MIRROR]):
        after = row.keys["rounds"]
        assert row.numbers["running"].events == sum(game["rounds"] > after for game in games)
        assert row.numbers["seats_in"].events == sum(seat["rounds_in"] > after for seat in seats)
        assert (row.numbers["running"].n, row.numbers["seats_in"].n) == (len(games), len(seats))


@pytest.mark.parametrize("cell", [MIRROR, MIXED, DHUMBAL])
def test_assaf__per_call_and_per_game(odd_run, number, rows, cell):
    calls = [row for row in rows("rounds", cell) if row["end"] in ("yaniv", "assaf", "out")]
    met = [row["end"] == "assaf" for row in calls]
    got = number(cell, "assaf", "assaf_rate")
    assert (got.events, got.n) == (sum(met), len(met))
    if sum(met) >= 100:
        assert_interval(got, met, batches(calls, odd_run, cell))
    a_game = [mean(row["end"] == "assaf" for row in game) for game in by_game(calls).values()]
    assert number(cell, "assaf", "assaf_rate_game").value == pytest.approx(mean(a_game), abs=1e-9)


def test_assaf__penalty_and_swing(odd_run, number, rows):
    assafs = [row for row in rows("rounds", MIRROR) if row["end"] == "assaf"]
    own = [row["score"][row["ender"]] for row in assafs]
    others = [
        mean(score for seat, score in enumerate(row["score"]) if score is not None and seat != row["ender"])
        for row in assafs
    ]
    where = batches(assafs, odd_run, MIRROR)
    assert_interval(number(MIRROR, "assaf", "penalty"), own, where)
    swing = [a - b for a, b in zip(own, others, strict=True)]
    assert_interval(number(MIRROR, "assaf", "swing"), swing, where)


def test_assaf__seats_suffer_as_many_as_rounds_have(number):
    game, seat = number(MIRROR, "assaf", "assafs_game"), number(MIRROR, "assaf", "assafs_seat")
    assert (game.events, game.n, seat.events, seat.n) == (game.events, 204, game.events, 816)


def test_assaf_by_total__rates_shares_and_stakes(odd_run, counted, rows):
    calls = [row for row in rows("rounds", MIXED) if row["end"] in ("yaniv", "assaf")]
    table = TABLES["assaf_by_total"].rows(counted[MIXED], odd_run.cells[MIXED])
    assert [row.keys["total"] for row in table] == sorted({row["ender_total"] for row in calls})
    for row in table:
        here = [call for call in calls if call["ender_total"] == row.keys["total"]]
        margins = [
            mean(s for seat, s in enumerate(call["score"]) if s is not None and seat != call["ender"])
            - call["score"][call["ender"]]
            for call in here
        ]
        assert row.numbers["assaf_rate"].events == sum(call["end"] == "assaf" for call in here)
        assert (row.numbers["share"].events, row.numbers["share"].n) == (len(here), len(calls))
        assert row.numbers["net"].value == pytest.approx(mean(margins))
        won = [m for m, call in zip(margins, here, strict=True) if call["end"] == "yaniv"]
        if won:
            assert row.numbers["gain"].value == pytest.approx(mean(won))


@pytest.mark.parametrize("cell", range(8))
def test_endings__shares_of_all_rounds(odd_run, counted, rows, cell):
    rounds = rows("rounds", cell)
    table = TABLES["endings"].rows(counted[cell], odd_run.cells[cell])
    got = {row.keys["end"]: row.numbers["share"].events for row in table}
    assert got == {end: sum(row["end"] == end for row in rounds) for end in {row["end"] for row in rounds}}
    last = TABLES["endings_by_turn"].rows(counted[cell], odd_run.cells[cell])[-1]
    assert {end: last.numbers[end].events for end in got} == got


def test_endings_by_turn__lists_only_endings_that_came(odd_run, counted):
    table = TABLES["endings_by_turn"]
    used = table.used_measures(table.rows(counted[MIRROR], odd_run.cells[MIRROR]))
    assert [measure.name for measure in used] == ["yaniv", "assaf"]


@pytest.mark.parametrize("cell", [MIRROR, MIXED, FIRST_OUT, CUT_SHORT])
def test_seat_round__edges_add_up_to_nothing(odd_run, counted, rows, cell):
    table = TABLES["seat_round"].rows(counted[cell], odd_run.cells[cell])
    for players_in in {row.keys["players_in"] for row in table}:
        part = [row for row in table if row.keys["players_in"] == players_in]
        assert len(part) == players_in
        assert sum(row.numbers["edge"].value for row in part) == pytest.approx(0, abs=1e-12)


def test_seat_round__as_by_hand(odd_run, number, rows):
    rounds = [row for row in rows("rounds", MIXED) if row["players_in"] == 3]
    won = [(order_of_play(row)[0] in winners(row)) / max(1, len(winners(row))) * 3 - 1 for row in rounds]
    got = number(MIXED, "seat_round", "edge", players_in=3, position=1)
    assert_interval(got, won, batches(rounds, odd_run, MIXED))


def test_seat_game__as_by_hand(odd_run, number, rows):
    games = [row for row in rows("games", MIXED) if not row["stopped"]]
    won = [3 * (row["winner"] == 2) - 1 for row in games]
    got = number(MIXED, "seat_game", "edge", seat=2)
    if got.method == "batch t":
        assert_interval(got, won, batches(games, odd_run, MIXED))
    assert got.value == pytest.approx(mean(won))


def test_seat_game__shared_wins_are_split(odd_run, number, rows):
    games = by_game(rows("seats", FIRST_OUT))
    share = [
        sum(row["seat"] == 0 for row in game if row["place"] == 1) / sum(row["place"] == 1 for row in game)
        for game in games.values()
    ]
    assert number(FIRST_OUT, "seat_game", "win", seat=0).value == pytest.approx(mean(share))


def test_entrants__as_the_seats_say(odd_run, number, rows):
    seats = [row for row in rows("seats", MIXED) if row["entrant"] == "=cautious()"]
    get = lambda measure: number(MIXED, "entrants", measure, entrant="=cautious()")  # noqa: E731
    assert get("win").value == pytest.approx(mean(row["place"] == 1 for row in seats))
    assert_interval(get("total"), [row["total"] for row in seats], batches(seats, odd_run, MIXED))
    assert get("place").value == pytest.approx(mean(row["place"] for row in seats))
    assert get("calls_round").events == sum(row["calls"] for row in seats)
    assert get("calls_round").n == sum(row["rounds_in"] for row in seats)


def test_opportunity__somebody_is_first_unless_nobody_may(odd_run, counted, number):
    table = TABLES["opportunity"].rows(counted[CUT_SHORT], odd_run.cells[CUT_SHORT])
    first = sum(row.numbers["share"].events for row in table)
    never = number(CUT_SHORT, "opening", "nobody")
    assert never.events > 0
    assert first + never.events == never.n

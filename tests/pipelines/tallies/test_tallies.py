"""Tallies against SQL over the files, and the rules that every tally obeys."""

import duckdb
import polars as pl
import pytest

from pipelines.tallies import TALLIES
from sim.exact_parts import WHOLE
from sim.tallies.declared import TURN_BINS
from tests.pipelines.rows import batch_of, by_game, order_of_play, rows_of, winners

CELLS = range(8)


def query(folder, cell, sql):
    """Run SQL over one cell's files; `batch` is a column of every table."""
    size = cell.cell.rotations * cell.batch_deals
    tables = {
        name: f"(select *, game // {size} as batch from read_parquet("  # noqa: S608
        f"'{folder}/{name}/cell={cell.number:03d}/*.parquet', hive_partitioning=false))"
        for name in ("rounds", "games", "seats")
    }
    return sorted(duckdb.sql(sql.format(**tables)).fetchall())


def rows(frame):
    return sorted(frame.rows())


@pytest.mark.parametrize("number", CELLS)
def test_turns__as_sql(odd_run, odd_folder, counted, number):
    expected = query(
        odd_folder,
        odd_run.cells[number],
        'select batch, players_in, "end", turns, count(*), count(*) filter (reshuffles > 0), sum(reshuffles)'
        ' from {rounds} group by batch, players_in, "end", turns',
    )
    assert rows(counted[number]["turns"]) == expected


@pytest.mark.parametrize("number", CELLS)
@pytest.mark.parametrize(
    ("view", "level"),
    [
        ("all", "0"),
        ("total", "ender_total"),
        ("opponents", "players_in - 1"),
        ("turn", "list_max(list_filter({bins}, lambda low: low <= turns))"),
        ("least_cards", "least_cards"),
        ("pile_taken", "pile_taken::int"),
    ],
)
def test_calls__as_sql(odd_run, odd_folder, counted, number, view, level):
    bins = "[" + ", ".join(map(str, TURN_BINS)) + "]"
    score = "[" + ", ".join(f"score_{seat}" for seat in range(odd_run.cells[number].players)) + "]"
    margin = f"({WHOLE} * (list_sum(score) - score[ender + 1]) // (players_in - 1) - {WHOLE} * score[ender + 1])"
    expected = query(
        odd_folder,
        odd_run.cells[number],
        f"select batch, '{view}', {level.replace('{bins}', bins)} as level, count(*),"  # noqa: S608
        " count(*) filter (assafs > 0), sum(assafs),"
        " coalesce(sum(score[ender + 1]) filter (assafs > 0), 0),"
        f" coalesce(sum({margin}) filter (assafs = 0), 0),"
        f" coalesce(-sum({margin}) filter (assafs > 0), 0)"
        f" from (select *, {score} as score from {{rounds}}) where \"end\" in ('yaniv', 'assaf', 'out')"
        " group by batch, level",
    )
    assert rows(counted[number]["calls"].filter(by=view)) == expected


@pytest.mark.parametrize("number", CELLS)
def test_calls__by_entrant_as_the_seats_say(odd_run, counted, number):
    cell, tallies = odd_run.cells[number], counted[number]
    by_entrant = tallies["calls"].filter(by="entrant").group_by("level").agg(pl.sum("calls", "assafs"))
    got = {cell.entrants[level]: sums for level, *sums in by_entrant.rows()}
    seats = tallies["seats"].group_by("entrant").agg(pl.sum("calls", "assafs_suffered"))
    assert got == {entrant: sums for entrant, *sums in seats.rows() if any(sums)}


@pytest.mark.parametrize("number", CELLS)
def test_order__as_by_hand(odd_run, odd_folder, counted, number):
    cell = odd_run.cells[number]
    expected = {}
    for row in rows_of(odd_folder, "rounds", number):
        won = winners(row)
        batch = batch_of(row["game"], cell.deals, cell.cell.rotations)
        for position, seat in enumerate(order_of_play(row), start=1):
            sums = expected.setdefault((batch, row["players_in"], position), [0, 0, 0, 0])
            sums[0] += 1
            sums[1] += bool(won)
            sums[2] += WHOLE // len(won) if seat in won else 0
            sums[3] += row["first_allowed"] == seat
    assert rows(counted[number]["order"]) == sorted((*key, *sums) for key, sums in expected.items())


@pytest.mark.parametrize("number", CELLS)
@pytest.mark.parametrize(
    ("name", "sql"),
    [
        (
            "openings",
            "select batch, players_in, count(*), count(*) filter (opening_allowed),"
            " count(*) filter (first_allowed is null) from {rounds} group by batch, players_in",
        ),
        ("game_rounds", "select batch, rounds, count(*) from {games} group by batch, rounds"),
        ("game_turns", "select batch, turns, count(*) from {games} group by batch, turns"),
        ("seat_rounds", "select batch, rounds_in, count(*) from {seats} group by batch, rounds_in"),
        (
            "game_sums",
            "select batch, count(*), sum(rounds), sum(turns), sum(round(turns * 1000000 / rounds)::bigint),"
            " count(*) filter (stopped) from {games} group by batch",
        ),
        (
            "seats",
            "select s.batch, seat, entrant::text, count(*), count(*) filter (not stopped),"  # noqa: S608
            f" coalesce(sum({WHOLE} // nullif(winners, 0)) filter (place = 1 and not stopped), 0), sum(place),"
            " sum(s.total),"
            " sum(rounds_in), sum(g.rounds - rounds_in), sum(calls), sum(assafs_suffered), sum(assafs_made),"
            " sum(milestones) from {seats} s join {games} g using (game) group by s.batch, seat, entrant",
        ),
    ],
)
def test_tally__as_sql(odd_run, odd_folder, counted, number, name, sql):
    assert rows(counted[number][name]) == query(odd_folder, odd_run.cells[number], sql)


@pytest.mark.parametrize("number", CELLS)
def test_game_assafs__as_by_hand(odd_run, odd_folder, counted, number):
    cell, expected = odd_run.cells[number], {}
    for game, rounds in by_game(rows_of(odd_folder, "rounds", number)).items():
        calls = sum(row["end"] in ("yaniv", "assaf", "out") for row in rounds)
        assafs = sum(row["end"] == "assaf" for row in rounds)
        sums = expected.setdefault(batch_of(game, cell.deals, cell.cell.rotations), [0, 0, 0, 0])
        ratio = (2 * assafs * 10**9 + calls) // (2 * calls) if calls else 0
        for i, more in enumerate((1, calls > 0, assafs, ratio)):
            sums[i] += more
    got = rows(counted[number]["game_assafs"])
    assert [row[:4] for row in got] == sorted((batch, *sums[:3]) for batch, sums in expected.items())
    # a ratio that lies in the middle between two billionths may be rounded either way
    for row in got:
        assert abs(row[4] - expected[row[0]][3]) <= expected[row[0]][0]


@pytest.mark.parametrize("tally", TALLIES.values(), ids=TALLIES)
class TestConformance:
    def test_tally__is_declared(self, tally):
        assert tally.meaning
        assert len(set(tally.columns)) == len(tally.columns)
        assert all(field.meaning for field in (*tally.keys, *tally.sums))

    def test_tally__holds_sorted_integers_by_batch(self, tally, odd_run, counted):
        for cell, tallies in zip(odd_run.cells, counted, strict=True):
            frame = tallies[tally.name]
            assert frame.columns == tally.columns
            assert frame.schema["batch"] == pl.UInt16
            assert all(frame.schema[field.name] == pl.Int64 for field in tally.sums)
            assert (frame["batch"] < cell.n_batches).all()
            assert frame.equals(frame.sort(tally.by))
            assert frame.select(tally.by).is_duplicated().sum() == 0

    def test_tally__does_not_depend_on_slices(self, tally, counted, counted_in_pieces):
        for tallies, pieces in zip(counted, counted_in_pieces, strict=True):
            assert pieces[tally.name].equals(tallies[tally.name])

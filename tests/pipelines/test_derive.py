"""Derived columns against loops over plain rows."""

import polars as pl
import pytest

from pipelines.derive import NO_POSITION
from pipelines.schemas import DERIVED
from sim.columns import TABLES, stored_columns
from sim.exact_parts import WHOLE
from tests.pipelines.rows import batch_of, by_game, order_of_play, rows_of, winners

CELLS = range(8)


def expected_round(row, cell):
    order = order_of_play(row)
    n, seats = len(row["score"]), [s for s in row["score"] if s is not None]
    masks = {
        name: sum(1 << ((seat - row["first"]) % n) for seat in chosen)
        for name, chosen in (("in_mask", order), ("won_mask", winners(row)))
    }
    allowed, ender = row["first_allowed"], row["ender"]
    sitting = cell.cell.seat_entrants(row["game"] % cell.cell.rotations)
    return masks | {
        "batch": batch_of(row["game"], cell.deals, cell.cell.rotations),
        "called": row["end"] in ("yaniv", "assaf", "out"),
        "opponents": len(order) - 1,
        "ender_entrant": None if ender is None else cell.cell.entrants.index(sitting[ender]),
        "ender_score": 0 if ender is None else row["score"][ender],
        "all_scores": sum(seats),
        "first_allowed_position": NO_POSITION if allowed is None else order.index(allowed),
    }


@pytest.mark.parametrize("number", CELLS)
def test_rounds__every_row_as_by_hand(odd_run, odd_folder, number):
    cell = odd_run.cells[number]
    names = [field.name for field in DERIVED["rounds"]]
    got = cell.frames().rounds.select(names).collect().to_dicts()
    rows = rows_of(odd_folder, "rounds", number)
    assert len(got) == len(rows)
    assert got == [{name: expected_round(row, cell)[name] for name in names} for row in rows]


@pytest.mark.parametrize("number", CELLS)
def test_seats__every_row_as_by_hand(odd_run, odd_folder, number):
    cell = odd_run.cells[number]
    games = {row["game"]: row for row in rows_of(odd_folder, "games", number)}
    rounds = {game: len(rows) for game, rows in by_game(rows_of(odd_folder, "rounds", number)).items()}
    seats = rows_of(odd_folder, "seats", number)
    leaders = {game: [row["seat"] for row in rows if row["place"] == 1] for game, rows in by_game(seats).items()}
    expected = [
        {
            "game": row["game"],
            "seat": row["seat"],
            "batch": batch_of(row["game"], cell.deals, cell.cell.rotations),
            "winners": games[row["game"]]["winners"],
            "stopped": games[row["game"]]["stopped"],
            "game_rounds": rounds[row["game"]],
            "wins": 0 if games[row["game"]]["stopped"] or row["place"] > 1 else WHOLE // len(leaders[row["game"]]),
            "rounds_out": rounds[row["game"]] - row["rounds_in"],
        }
        for row in seats
    ]
    got = cell.frames().seats.select(list(expected[0])).sort("game", "seat").collect().to_dicts()
    assert got == expected


def test_odd_run__has_every_ending_and_shared_wins(odd_run):
    """The rows above are only worth as much as what occurs in them."""
    frames = [cell.frames() for cell in odd_run.cells]
    ends = {end for f in frames for end in f.rounds.select("end").unique().collect()["end"]}
    assert ends == {"yaniv", "assaf", "out", "slapdown", "stopped"}
    won = pl.col("won_mask").bitwise_count_ones()
    assert max(f.rounds.select(won.max()).collect().item() for f in frames) > 1
    assert max(f.games.select("winners").max().collect().item() for f in frames) > 1
    assert any(f.games.select("stopped").max().collect().item() for f in frames)


@pytest.mark.parametrize("table", TABLES)
def test_schemas__name_every_derived_column_and_no_stored_one(odd_run, table):
    frame = getattr(odd_run.cells[0].frames(), table)
    stored = {column.name for column in stored_columns(table, odd_run.cells[0].players)}
    added = [name for name in frame.collect_schema().names() if name not in stored]
    assert sorted(added) == sorted(field.name for field in DERIVED[table])

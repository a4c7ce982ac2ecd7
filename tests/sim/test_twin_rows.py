"""Rows of single games: from the twin, and from the files of a run."""

import os

import pyarrow.parquet as pq
import pytest

from sim.columns import COLUMNS
from sim.manifest import DamagedRun, chunk_with, plan_chunks
from sim.reference import PlainGame
from sim.run_folder import RunFolder
from sim.twin_rows import stored_rows, twin_rows
from tests.run_helpers import finished_run


@pytest.fixture(scope="module")
def mixed_run(tmp_path_factory):
    """Two cells, one with three rotations, in chunks of four deals, with row groups as they come."""
    plan = tmp_path_factory.mktemp("mixed") / "plan.toml"
    plan.write_text(
        'games = 10\nchunk = 4\n[entrants."<b>"]\nfamily = "greedy"\ncall_at = 3\n'
        '[[cells]]\nplayers = 4\nvariant = "york"\n[[cells]]\nplayers = 3\nentrants = ["<b>", "greedy", "greedy"]\n'
    )
    return finished_run(plan.parent / "run", plan)


def test_stored_rows__equal_the_twins_in_every_column(mixed_run):
    run = RunFolder.open(mixed_run)
    for number, cell in enumerate(run.plan.cells):
        for game in range(10):
            deal, rotation = divmod(game, cell.rotations)
            twin = PlainGame(cell.variant, cell.seat_entrants(rotation), run.plan.seed, deal).play()
            expected = twin_rows(cell, twin, game, rotation)._replace(turns=[])
            assert stored_rows(run, number, game) == expected
            for table in ("rounds", "games", "seats"):
                rows = getattr(expected, table)
                assert rows
                assert all(list(row) == [column.name for column in COLUMNS[table]] for row in rows)
    assert [row["entrant"] for row in stored_rows(run, 1, 1).seats] == ["greedy", "<b>", "greedy"]


def test_stored_rows__none_where_the_chunk_is_not_finished(run_copy):
    (run_copy / "manifest/cell=000/chunk-000001.json").unlink()
    run = RunFolder.open(run_copy)
    assert stored_rows(run, 0, 16) is None
    assert stored_rows(run, 0, 15) is not None


def test_stored_rows__damaged_page_is_named_with_the_command_that_mends_it(run_copy):
    part = run_copy / "rounds/cell=000/part-000001.parquet"
    turns = pq.read_metadata(part).row_group(0).column(6)
    with part.open("r+b") as file:
        file.seek(turns.data_page_offset + turns.total_compressed_size // 2)
        file.write(b"????")
    with pytest.raises(DamagedRun, match=r"part-000001.parquet cannot be read: .*`yaniv verify .* --repair`"):
        stored_rows(RunFolder.open(run_copy), 0, 16)


def test_stored_rows__missing_file_is_named(run_copy):
    os.unlink(run_copy / "seats/cell=000/part-000000.parquet")
    with pytest.raises(DamagedRun, match=r"seats/cell=000/part-000000.parquet is missing"):
        stored_rows(RunFolder.open(run_copy), 0, 0)


def test_twin_rows__game_that_is_not_over_is_refused(mixed_run):
    cell = RunFolder.open(mixed_run).plan.cells[0]
    with pytest.raises(ValueError, match="not over"):
        twin_rows(cell, PlainGame(cell.variant, cell.lineup, 1, 0), 0, 0)


def test_chunk_with__agrees_with_the_list_of_chunks(mixed_run):
    run = RunFolder.open(mixed_run)
    for chunk in plan_chunks(run.plan, run.deals):
        first = chunk.first_deal * chunk.rotations
        for game in range(first, first + chunk.n_games):
            assert chunk_with(run.plan, run.deals, chunk.cell, game) == chunk


@pytest.mark.parametrize(("cell", "game"), [(0, 10), (0, -1), (2, 0), (-1, 0), (1, 12)])
def test_chunk_with__no_such_game_is_refused(mixed_run, cell, game):
    run = RunFolder.open(mixed_run)
    with pytest.raises(ValueError, match=f"no game {game} in cell {cell}"):
        chunk_with(run.plan, run.deals, cell, game)

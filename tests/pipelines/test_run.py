import shutil

import polars as pl
import pytest

from pipelines import tallies
from pipelines.run import open_run
from pipelines.tallies import count
from sim.errors import InputError
from sim.manifest import DamagedRun
from sim.run_folder import RunFolder


@pytest.fixture
def copy(odd_folder, tmp_path):
    return shutil.copytree(odd_folder, tmp_path / "a run [1]")


def test_open_run__cells_as_planned(odd_run):
    assert [cell.label for cell in odd_run.cells[:3]] == [
        "standard · 4 × greedy",
        "standard · greedy + =cautious() + random",
        "short · greedy + random + greedy + random",
    ]
    assert [(cell.deals, cell.games) for cell in odd_run.cells[:3]] == [(204, 204), (68, 204), (102, 204)]
    assert odd_run.cells[2].entrants == ("greedy", "random")


def test_open_run__refuses_half_a_run(copy):
    (copy / "manifest/cell=001/chunk-000001.json").unlink()
    with pytest.raises(InputError, match=r": \d\d of \d\d chunks are finished; `yaniv resume '.*a run \[1\]'`"):
        open_run(copy)


def test_open_run__no_run(tmp_path):
    with pytest.raises(InputError, match="no run here"):
        open_run(tmp_path)


def test_frames__read_what_the_manifest_lists_and_nothing_else(copy):
    part = copy / "games/cell=000/part-000000.parquet"
    shutil.copy(part, part.with_name("part-000099.parquet.tmp"))
    frames = open_run(copy).cells[0].frames()
    assert frames.games.select(pl.len()).collect().item() == 204


@pytest.mark.parametrize(("name", "way_out"), [("part-000099.parquet", "yaniv resume"), ("stray.parquet", "move it")])
def test_open_run__refuses_a_part_that_other_readers_would_count_too(copy, name, way_out):
    part = copy / "games/cell=000/part-000000.parquet"
    shutil.copy(part, part.with_name(name))
    with pytest.raises(InputError, match=way_out):
        open_run(copy)


def test_slices__hold_whole_games_and_all_of_them(odd_run):
    for cell in odd_run.cells:
        slices = list(cell.slices(500))
        games = [
            frames.rounds.select("game").unique().collect()["game"].to_list() for frames in (read() for read in slices)
        ]
        assert sorted(game for slice_ in games for game in slice_) == list(range(cell.games))
    assert len(list(odd_run.cells[0].slices(500))) > 1


@pytest.mark.parametrize("table", ["rounds", "games", "seats"])
def test_count__a_flipped_bit_is_found_and_named(copy, table):
    path = copy / f"{table}/cell=000/part-000002.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    cell = open_run(copy).cells[0]
    with pytest.raises(DamagedRun, match=rf"{table}/cell=000/part-000002.parquet is not what was written"):
        count(cell)


def test_count__the_repair_it_names_works(copy, odd_folder):
    from tests.run_helpers import yaniv

    path = copy / "rounds/cell=000/part-000002.parquet"
    original = path.read_bytes()
    path.write_bytes(original[:-1] + bytes([original[-1] ^ 1]))
    path.unlink()
    assert yaniv("resume", copy, "--quiet") == 0
    assert path.read_bytes() == original
    assert RunFolder.open(copy).is_complete


def test_fault_12_report__reads_a_slice_at_a_time(odd_run, monkeypatch):
    """What is in memory at once depends on the slice, not on the run."""
    heights = []
    collect_all = tallies.pl.collect_all

    def watched(frames, **options):
        collected = collect_all(frames, **options)
        heights.append(max(frame.height for frame in collected))
        return collected

    monkeypatch.setattr(tallies.pl, "collect_all", watched)
    cell = odd_run.cells[0]
    whole = cell.frames().rounds.select(pl.len()).collect().item()
    tallies.count(cell, slice_rounds=1)
    assert max(heights) < whole / 4

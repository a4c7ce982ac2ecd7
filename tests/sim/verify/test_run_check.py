"""The check of a whole run: stopping, many faults, names of folders."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sim.atomic_files import file_hash
from sim.manifest import Chunk
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify import run_check
from sim.verify.chunk_check import CheckStopped, ChunkChecker, ChunkFindings
from sim.verify.run_check import check_run
from tests.run_helpers import finished_run, reseal, yaniv
from tests.sim.verify.checking import check, told
from tests.sim.verify.rewriting import rewrite


def test_stop__chunks_that_wait_are_not_begun(small_run: Path, monkeypatch) -> None:
    stop, begun = StopRequest(), []

    def stopped_in_the_first(chunk: Chunk) -> ChunkFindings:
        begun.append(chunk.number)
        stop.set()
        raise CheckStopped

    monkeypatch.setattr(run_check.ChunkChecker, "check", lambda _self, chunk: stopped_in_the_first(chunk))
    findings = check_run(RunFolder.open(small_run), 1, stop, Progress(1, 0, quiet=True))
    assert findings.stopped
    assert begun == [0]


def test_stop__is_looked_at_before_each_file(small_run: Path, monkeypatch) -> None:
    stop, hashed = StopRequest(), []

    def hash_and_stop(path: Path) -> str:
        hashed.append(path.name)
        stop.set()
        return file_hash(path)

    monkeypatch.setattr("sim.verify.chunk_check.file_hash", hash_and_stop)
    run = RunFolder.open(small_run)
    with pytest.raises(CheckStopped):
        ChunkChecker(run, stop).check(next(run.all_chunks()))
    assert len(hashed) == 1


def test_many_faults__those_that_are_not_kept_count_for_what_to_do_next(run_copy: Path, monkeypatch, capsys) -> None:
    """The unfinished games come last, behind all the faults that are kept."""

    def wrong(tables):
        tables["rounds"]["dealer"][1] = 2

    rewrite(run_copy, 1, wrong)
    (run_copy / "manifest/cell=000/chunk-000002.json").unlink()
    monkeypatch.setattr("sim.verify.findings.MOST_FAULTS", 1)
    capsys.readouterr()
    assert yaniv("verify", run_copy) == 1
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("fault: ") for line in lines) == 1
    assert f"next: yaniv resume {run_copy}" in lines


def test_unfinished_games__many_ranges_are_cut(tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run", "--players", 2, "--games", 30, "--chunk", 1, "--variant", "york")
    for number in range(0, 28, 2):
        (run / f"manifest/cell=000/chunk-{number:06d}.json").unlink()
    numbers = ", ".join(map(str, range(0, 24, 2)))
    assert told(run) == [f"manifest/cell=000 lacks 14 games that are not played yet: {numbers} and 2 more ranges"]


def test_wrong_ids__in_a_chunk_with_a_bad_page_are_a_fault_and_no_crash(run_copy: Path) -> None:
    """The ids of `rounds` are wrong, and to say how, those of `seats` are read, which have a bad page."""

    def wrong(tables):
        tables["rounds"]["game"][0] = 99

    rewrite(run_copy, 1, wrong)
    seats = run_copy / "seats/cell=000/part-000001.parquet"
    page = pq.read_metadata(seats).row_group(0).column(1)
    with seats.open("r+b") as file:
        file.seek(page.data_page_offset + page.total_compressed_size - 4)
        file.write(b"????")
    entry = run_copy / "manifest/cell=000/chunk-000001.json"
    files = json.loads(entry.read_text())["files"]
    files["seats"]["sha256"] = file_hash(seats)
    reseal(entry, files=files)
    (fault,) = told(run_copy)
    assert fault.startswith("seats/cell=000/part-000001.parquet cannot be read: ")


@pytest.fixture
def odd_name(small_run: Path, tmp_path: Path) -> Path:
    """A run in a folder whose name is no UTF-8."""
    return shutil.copytree(small_run, tmp_path / os.fsdecode(b"odd\xff"))


def test_folder_whose_name_is_not_utf_8__is_checked_and_repaired(odd_name: Path, capsys) -> None:
    assert check(odd_name).ok
    os.truncate(odd_name / "rounds/cell=000/part-000001.parquet", 7)
    capsys.readouterr()
    assert yaniv("verify", odd_name, "--sample", 5, "--repair", "--json") == 0
    assert json.loads(capsys.readouterr().out)["checked"]["sampled"] == 5
    assert yaniv("verify", odd_name) == 0
    assert yaniv("replay", odd_name, "--game", 17) == 0
    assert "all 36 columns are equal" in capsys.readouterr().out

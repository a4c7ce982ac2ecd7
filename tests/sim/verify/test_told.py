"""What `yaniv verify` says of a repair: what was damaged before it, and what was found where it could not be done."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from sim.run_lock import run_lock
from sim.verify.findings import Fault, Findings, Mend
from sim.verify.told import mended
from tests.run_helpers import contents, one_line, reseal, yaniv
from tests.sim.verify.rewriting import rewrite

ENTRY = "manifest/cell=000/chunk-000001.json"
GAMES = "games/cell=000/part-000001.parquet"
ROUNDS = "rounds/cell=000/part-000001.parquet"
IS_CUT = f"{ROUNDS} has 7 bytes instead of "


def verify(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run the command; its status, output and errors."""
    capsys.readouterr()
    status = yaniv("verify", *arguments)
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def facts(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Run the command with `--json`."""
    return json.loads(verify(capsys, *arguments, "--json")[1])


@pytest.fixture
def cut_run(run_copy: Path) -> Path:
    """A run with one file that was cut."""
    os.truncate(run_copy / ROUNDS, 7)
    return run_copy


def foreign_file(run: Path) -> None:
    shutil.copy(run / GAMES, run / "rounds/cell=000/mine.parquet")


def test_repaired__what_was_damaged_is_told(cut_run: Path, capsys) -> None:
    (cut_run / GAMES).unlink()
    status, out, _ = verify(capsys, cut_run, "--repair")
    lines = out.splitlines()
    assert status == 0
    assert lines[0].startswith(f"repaired: {IS_CUT}")
    assert lines[1:3] == [
        f"repaired: {GAMES} is missing",
        "repair: 1 chunk played again, 16 games; what follows is the run now",
    ]
    assert lines[-1] == f"{cut_run}: all in order"


def test_repaired__is_in_the_json_with_what_each_fault_was_about(cut_run: Path, capsys) -> None:
    shutil.copy(cut_run / GAMES, cut_run / "games/cell=000/part-000009.parquet")
    found = facts(capsys, cut_run, "--repair")
    assert found["ok"]
    assert found["faults"] == []
    first, second = found["repaired"]["faults"]
    assert (first["check"], first["file"]) == ("strays", "games/cell=000/part-000009.parquet")
    assert (second["check"], second["file"], second["games"]) == ("file", ROUNDS, [16, 31])


def test_repaired__what_is_left_is_not_among_it(cut_run: Path, capsys) -> None:
    """A row of another chunk that breaks a rule stays."""

    def wrong(tables):
        tables["rounds"]["dealer"][1] = 2

    rewrite_chunk_2(cut_run, wrong)
    found = facts(capsys, cut_run, "--repair")
    assert [fault["file"] for fault in found["repaired"]["faults"]] == [ROUNDS]
    assert {fault["file"] for fault in found["faults"]} == {ROUNDS.replace("001.", "002.")}


def rewrite_chunk_2(run: Path, change) -> None:
    part = run / ROUNDS
    cut = part.read_bytes()
    size = json.loads((run / ENTRY).read_text())["files"]["rounds"]["bytes"]
    os.truncate(part, size)  # so that the run can be opened by its writer
    rewrite(run, 2, change)
    part.write_bytes(cut)


def test_repaired__row_under_a_damaged_entry_is_told(run_copy: Path, small_run: Path, capsys) -> None:
    """Nobody can say any more who wrote it, but it was there."""

    def wrong(tables):
        tables["rounds"]["dealer"][1] = 2

    rewrite(run_copy, 1, wrong)
    (run_copy / ENTRY).write_text("{}")
    status, out, _ = verify(capsys, run_copy, "--repair")
    assert status == 0
    first, second, *_ = out.splitlines()
    assert first == f"repaired: {ENTRY} is not as it was written; what it said of its chunk cannot be compared"
    assert second.startswith(f"repaired: {ROUNDS} cell 0, game 16, round 2: dealer is 2 instead of 1 (D3: ")
    assert contents(run_copy) == contents(small_run)


def test_mended__are_faults_that_repair_mends_and_that_are_gone() -> None:
    mendable = [Fault("file", name, "is missing", Mend.REPAIR) for name in ("a", "b")]
    unfinished = Fault("unfinished", "manifest/cell=000", "lacks 3 games", Mend.RESUME)
    before, after = Findings(), Findings()
    before.add(*mendable, unfinished)
    after.add(mendable[1])
    assert mended(before, after) == mendable[:1]


def test_many_repaired__the_list_is_cut(tmp_path: Path, capsys) -> None:
    run = tmp_path / "run"
    options = ("--players", 2, "--games", 25, "--chunk", 1, "--variant", "york")
    assert yaniv("simulate", *options, "--out", run, "--quiet") == 0
    for part in run.glob("games/cell=000/*"):
        part.unlink()
    status, out, _ = verify(capsys, run, "--repair")
    assert status == 0
    assert out.count("repaired: ") == 20
    assert "\nand 5 more faults\n" in out


def locked(run: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with run_lock(run):
        return verify(capsys, run, "--repair")


def other_engine(run: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    reseal(run / "run.json", engine=99)
    return verify(capsys, run, "--repair")


def with_foreign_file(run: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    foreign_file(run)
    return verify(capsys, run, "--repair")


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        (locked, "is writing this run"),
        (other_engine, "was begun with engine version 99"),
        (with_foreign_file, "mine.parquet is no file of this run"),
    ],
)
def test_repair_that_cannot_begin__what_was_found_is_told_first(cut_run: Path, capsys, way, reason: str) -> None:
    status, out, err = way(cut_run, capsys)
    assert status == 2
    assert f"fault: {IS_CUT}" in out
    assert "next: " not in out
    assert reason in one_line(err)


def test_repair_that_cannot_begin__is_in_the_json_beside_the_faults(cut_run: Path, capsys) -> None:
    with run_lock(cut_run):
        found = facts(capsys, cut_run, "--repair")
    assert "is writing this run" in found["error"]
    assert [fault["file"] for fault in found["faults"]] == [ROUNDS]
    assert "repaired" not in found


def test_repair_on_a_full_disk__what_was_found_is_told_first(cut_run: Path, capsys, monkeypatch) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    status, out, err = verify(capsys, cut_run, "--repair")
    assert status == 1
    assert f"fault: {IS_CUT}" in out
    assert "cannot be written: No space left on device; free some space" in one_line(err)


def test_alarm__what_was_found_is_told_first(run_copy: Path, capsys) -> None:
    def otherwise(tables):
        tables["rounds"]["pile_taken"][0] ^= 1

    rewrite(run_copy, 1, otherwise)
    (run_copy / GAMES).unlink()
    status, out, err = verify(capsys, run_copy, "--repair")
    assert status == 1
    assert f"fault: {GAMES} is missing" in out
    assert "ALARM: chunk 1 of cell 0 came out twice" in err


def test_foreign_file__no_step_is_offered_that_it_would_stop(cut_run: Path, capsys) -> None:
    foreign_file(cut_run)
    (cut_run / "manifest/cell=000/chunk-000002.json").unlink()
    status, out, _ = verify(capsys, cut_run)
    assert status == 1
    assert "mine.parquet is no file of this run" in out
    assert "next: " not in out
    assert out.splitlines()[-1].startswith("What is not mended here comes first: ")


def test_run_json_from_before_an_extension__no_step_is_offered_that_it_would_stop(cut_run: Path, capsys) -> None:
    """What brings the run back comes first, and its fault says how."""
    cut = (cut_run / ROUNDS).read_bytes()
    assert yaniv("verify", cut_run, "--repair", "--quiet") == 0
    old = (cut_run / "run.json").read_bytes()
    assert yaniv("extend", cut_run, "--games", 100, "--quiet") == 0
    (cut_run / "run.json").write_bytes(old)
    (cut_run / ROUNDS).write_bytes(cut)
    status, out, _ = verify(capsys, cut_run)
    assert status == 1
    assert "yaniv extend " in out
    assert "next: " not in out

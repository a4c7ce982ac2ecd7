"""Chunks whose manifest entry is damaged: the rows are looked at all the same, by form and rules alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.run_helpers import contents, finished_run
from tests.sim.verify.checking import check, told
from tests.sim.verify.rewriting import rewrite

ENTRY = "manifest/cell=000/chunk-000001.json"
ROUNDS = "rounds/cell=000/part-000001.parquet"
UNKNOWN = f"{ENTRY} is not as it was written; what it said of its chunk cannot be compared"


def wrong_dealer(tables):
    tables["rounds"]["dealer"][1] = 2


def test_damaged_entry__alone_leaves_the_rows_checked(run_copy: Path) -> None:
    (run_copy / ENTRY).write_text("{}")
    findings = check(run_copy)
    assert list(map(str, findings.faults)) == [UNKNOWN]
    assert (findings.checked.games, findings.checked.chunks, findings.checked.files) == (44, 3, 13)
    assert [damage.files for damage in findings.damaged] == [(ENTRY,)]


def test_damaged_entry__hides_no_row_that_breaks_a_rule(run_copy: Path) -> None:
    rewrite(run_copy, 1, wrong_dealer)
    (run_copy / ENTRY).write_text("{}")
    findings = check(run_copy)
    first, second, *_ = findings.faults
    assert str(first) == UNKNOWN
    assert "game 16, round 2: dealer is 2 instead of 1 (D3: " in str(second)
    assert second.mend.value == "repair"
    assert len(findings.damaged) == 1


def test_fault_13_damaged_entry__hides_no_missing_file_and_no_link(run_copy: Path) -> None:
    (run_copy / ENTRY).write_text("{}")
    (run_copy / ROUNDS).unlink()
    seats = run_copy / ROUNDS.replace("rounds", "seats")
    seats.rename(seats.with_name("elsewhere"))
    seats.symlink_to("elsewhere")
    assert told(run_copy) == [UNKNOWN, f"{ROUNDS} is missing", f"{ROUNDS.replace('rounds', 'seats')} is no plain file"]
    assert check(run_copy).damaged[0].files == (ENTRY, ROUNDS, ROUNDS.replace("rounds", "seats"))


def test_damaged_entry__hides_no_file_of_another_run(run_copy: Path, tmp_path: Path) -> None:
    other = finished_run(tmp_path / "other", "--players", 3, "--games", 44, "--chunk", 16, "--seed", 2)
    (run_copy / ENTRY).write_text("{}")
    (run_copy / ROUNDS).write_bytes((other / ROUNDS).read_bytes())
    first, second = told(run_copy)
    assert first == UNKNOWN
    assert second.startswith(f"{ROUNDS} is labelled ")


def test_fault_13_damaged_entry__hides_no_page_that_cannot_be_read(run_copy: Path) -> None:
    (run_copy / ENTRY).write_text("{}")
    os.truncate(run_copy / ROUNDS, 99)
    first, second = told(run_copy)
    assert first == UNKNOWN
    assert second.startswith(f"{ROUNDS} cannot be read: ")


def test_entry_with_other_spaces__still_says_what_was_written(run_copy: Path) -> None:
    """Its seal holds, so a row that it vouches for and that breaks a rule was written so: nothing to repair."""
    rewrite(run_copy, 1, wrong_dealer)
    entry = run_copy / ENTRY
    entry.write_text(json.dumps(json.loads(entry.read_text())))
    findings = check(run_copy)
    assert [fault.mend.value for fault in findings.faults] == ["repair", "", ""]
    assert str(findings.faults[0]) == f"{ENTRY} is not as it was written"
    assert findings.damaged == []


@pytest.mark.parametrize("error", [FileNotFoundError(2, "No such file"), ValueError("is no JSON")])
def test_entry__that_changes_while_it_is_read_is_a_fault(run_copy: Path, monkeypatch, error: Exception) -> None:
    def changed(_path: Path) -> bool:
        raise error

    monkeypatch.setattr("sim.verify.chunk_check.is_as_written", changed)
    assert told(run_copy)[1] == f"{ENTRY} is not as it was written"


def test_check__of_a_damaged_entry_changes_nothing(run_copy: Path) -> None:
    (run_copy / ENTRY).write_text("{}")
    before = contents(run_copy)
    check(run_copy)
    assert contents(run_copy) == before

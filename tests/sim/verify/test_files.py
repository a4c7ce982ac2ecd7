"""Fault 13: files that were damaged, swapped or lost are found and named."""

import errno
import json
import os
import random
import shutil
from pathlib import Path

import pytest

from sim.atomic_files import read_json, unseal, write_sealed
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify.run_check import check_run
from tests.flips import flip, run_files, tiny_run, verdict
from tests.run_helpers import contents, refused, reseal
from tests.sim.verify.checking import check, the_fault, told

NOT_COMPARED = "what it said of its chunk cannot be compared"


def part(run, table="rounds", number=1):
    return run / f"{table}/cell=000/part-{number:06d}.parquet"


def test_fault_13_single_bits_flipped__all_found(tmp_path):
    """200 of any bits; `make verify-faults` flips 1,000."""
    run = tiny_run(tmp_path / "run")
    choices = random.Random(13)  # noqa: S311
    assert verdict(run) == 0
    for _ in range(200):
        path, bit = flip(run, choices)
        assert verdict(run) != 0, f"bit {bit} of {path}"
        flip(run, choices, path, bit)
    assert verdict(run) == 0


def test_fault_13_flips__are_in_every_kind_of_file(tmp_path):
    files = [str(path.relative_to(tmp_path)) for path in run_files(tiny_run(tmp_path / "run"))]
    chunks = [f"{table}/cell=000/part-{n:06d}.parquet" for table in ("games", "rounds", "seats") for n in (0, 1)]
    entries = [f"manifest/cell=000/chunk-{n:06d}.json" for n in (0, 1)]
    assert sorted(files) == sorted(f"run/{name}" for name in ("run.json", "README.md", *chunks, *entries))


@pytest.mark.parametrize("table", ["rounds", "games", "seats"])
@pytest.mark.parametrize("size", [0, 1, -1])
def test_fault_13_truncated_or_empty__named_with_both_sizes(run_copy, table, size):
    file = part(run_copy, table)
    n_bytes = file.stat().st_size
    os.truncate(file, size % n_bytes)
    fault = the_fault(run_copy)
    assert str(fault) == f"{file.relative_to(run_copy)} has {size % n_bytes} bytes instead of {n_bytes}"
    assert (fault.check, fault.cell, fault.games, fault.mend.value) == ("file", 0, (16, 31), "repair")


@pytest.mark.parametrize("table", ["rounds", "games", "seats"])
def test_fault_13_appended_bytes__named(run_copy, table):
    with part(run_copy, table).open("ab") as file:
        file.write(b"\0")
    assert "bytes instead of" in str(the_fault(run_copy))


@pytest.mark.parametrize("name", ["run.json", "README.md", "manifest/cell=000/chunk-000001.json"])
def test_fault_13_appended_line_feed__named(run_copy, name):
    with (run_copy / name).open("ab") as file:
        file.write(b"\n")
    fault = the_fault(run_copy)
    assert fault.file == name
    assert fault.message.startswith("is not the card" if name == "README.md" else "is not as it was written")


def test_fault_13_several_files_of_a_chunk__each_is_named(run_copy):
    part(run_copy, "rounds").unlink()
    os.truncate(part(run_copy, "seats"), 5)
    assert [fault.split()[0] for fault in told(run_copy)] == [
        "rounds/cell=000/part-000001.parquet",
        "seats/cell=000/part-000001.parquet",
    ]


def test_fault_13_files_of_two_chunks_swapped__both_named(run_copy):
    first, second = part(run_copy, "rounds", 0), part(run_copy, "rounds", 1)
    first.rename(run_copy / "x")
    second.rename(first)
    (run_copy / "x").rename(second)
    faults = told(run_copy)
    assert [fault.split()[0] for fault in faults] == [
        "rounds/cell=000/part-000000.parquet",
        "rounds/cell=000/part-000001.parquet",
    ]


def test_fault_13_same_size_other_bytes__named_by_its_hash(run_copy):
    file = part(run_copy, "games")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert told(run_copy) == ["games/cell=000/part-000001.parquet is not what was written (SHA-256 differs)"]


def link(path):
    path.rename(path.parent / "elsewhere")
    path.symlink_to("elsewhere")


def test_fault_13_link_in_the_place_of_a_file__named(run_copy):
    link(part(run_copy))
    assert told(run_copy) == ["rounds/cell=000/part-000001.parquet is no plain file"]


def test_fault_13_link_in_the_place_of_an_entry__named(run_copy):
    link(run_copy / "manifest/cell=000/chunk-000001.json")
    assert told(run_copy) == [f"manifest/cell=000/chunk-000001.json is a link; {NOT_COMPARED}"]


def unreadable_card(read):
    """What a folder tells a user who may not read its card; root may read everything."""

    def read_bytes(path):
        if path.name == "README.md":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path)

    return read_bytes


def test_card__missing_or_changed_is_named(run_copy):
    (run_copy / "README.md").unlink()
    assert told(run_copy) == ["README.md is missing"]
    (run_copy / "README.md").mkdir()
    assert told(run_copy) == ["README.md is no plain file"]


def test_card__unreadable_is_named(run_copy, monkeypatch):
    monkeypatch.setattr(Path, "read_bytes", unreadable_card(Path.read_bytes))
    assert told(run_copy) == ["README.md cannot be read: Permission denied"]


def test_card__of_another_version_is_only_noted(run_copy):
    """Another version may word it otherwise; the rows are what counts."""
    reseal(run_copy / "run.json", libraries={"yaniv-sim": "0.0.9"})
    findings = check(run_copy)
    assert findings.ok
    assert "README.md is not the card of this run; yaniv-sim 0.0.9 began the run" in findings.notes[0]


def test_entry__no_json_or_of_another_chunk_is_named(run_copy):
    folder = run_copy / "manifest/cell=000"
    shutil.copy(folder / "chunk-000000.json", folder / "chunk-000001.json")
    (folder / "chunk-000002.json").write_text("{")
    assert told(run_copy) == [
        f"manifest/cell=000/chunk-000001.json belongs to another chunk or another run; {NOT_COMPARED}",
        f"manifest/cell=000/chunk-000002.json is no JSON; {NOT_COMPARED}",
    ]


def test_entry__spaces_that_change_nothing_are_noticed(run_copy):
    entry = run_copy / "manifest/cell=000/chunk-000001.json"
    entry.write_text(json.dumps(json.loads(entry.read_text())))
    assert told(run_copy) == ["manifest/cell=000/chunk-000001.json is not as it was written"]


def test_strays__ours_can_be_mended_and_others_not(run_copy):
    shutil.copy(part(run_copy), run_copy / "rounds/cell=000/part-000003.parquet")
    shutil.copy(part(run_copy), run_copy / "rounds/cell=000/mine.parquet")
    faults = {fault.file: fault for fault in check(run_copy).faults}
    assert faults["rounds/cell=000/part-000003.parquet"].mend.value == "repair"
    assert faults["rounds/cell=000/mine.parquet"].mend.value == ""
    assert "move it elsewhere" in faults["rounds/cell=000/mine.parquet"].message


def test_leftovers__are_noted_and_no_fault(run_copy):
    (run_copy / "rounds/cell=000/part-000001.parquet.tmp").write_text("half")
    (run_copy / "run.json.tmp").write_text("half")
    findings = check(run_copy)
    assert findings.ok
    assert [note.split(" was left")[0] for note in findings.notes] == [
        str(run_copy / "run.json.tmp"),
        str(run_copy / "rounds/cell=000/part-000001.parquet.tmp"),
    ]


def test_unfinished_run__games_that_are_missing_are_told_and_the_rest_is_checked(run_copy):
    for number in (1, 2):
        (run_copy / f"manifest/cell=000/chunk-00000{number}.json").unlink()
    findings = check(run_copy)
    assert [str(fault) for fault in findings.faults] == [
        "manifest/cell=000 lacks 28 games that are not played yet: 16 to 43"
    ]
    assert findings.faults[0].mend.value == "resume"
    assert findings.checked.games == 16


@pytest.mark.parametrize(("name", "value"), [("games", [45]), ("chunks", [2])])
def test_run_json__counts_that_do_not_follow_from_the_deals_are_named(run_copy, name, value):
    reseal(run_copy / "run.json", **{name: value})
    assert any(fault.startswith(f"run.json holds {name} = {value} where") for fault in told(run_copy))


@pytest.mark.parametrize("key", ["deals", "libraries", "plan", "engine"])
def test_run_json__sealed_without_something_it_must_have_is_refused(run_copy, capsys, key):
    mapping = unseal(read_json(run_copy / "run.json"))
    del mapping[key]
    write_sealed(run_copy / "run.json", mapping)
    assert f"run.json: lacks '{key}'; restore it from a copy" in refused(capsys, "resume", run_copy)


def test_check__changes_nothing(run_copy):
    before = contents(run_copy)
    part(run_copy).unlink()
    check(run_copy)
    assert contents(run_copy).items() <= before.items()


def test_chunks__findings_come_in_their_order_for_any_number_of_threads(run_copy):
    for number in range(3):
        part(run_copy, "seats", number).unlink()
    run = RunFolder.open(run_copy)
    findings = check_run(run, 3, StopRequest(), Progress(1, 0, quiet=True))
    expected = [(number, (f"seats/cell=000/part-{number:06d}.parquet",)) for number in range(3)]
    assert [(damage.chunk.number, damage.files) for damage in findings.damaged] == expected

"""`yaniv verify` as people use it: what it says, exit statuses, repair."""

import contextlib
import errno
import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from sim.manifest import DamagedRun
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify.repair import repair_run
from tests.lives import eventually
from tests.run_helpers import contents, finished_run, refused, reseal, yaniv
from tests.sim.verify.checking import check
from tests.sim.verify.rewriting import rewrite

ENTRY = "manifest/cell=000/chunk-000001.json"
ROUNDS = "rounds/cell=000/part-000001.parquet"


def verify(capsys, *arguments):
    """Run the command; its status and lines."""
    capsys.readouterr()
    status = yaniv("verify", *arguments)
    return status, capsys.readouterr().out.splitlines()


def flip_a_bit(file):
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 16
    file.write_bytes(data)


def test_sound_run__exit_0_and_what_was_checked(small_run, capsys):
    status, lines = verify(capsys, small_run, "--sample", 3)
    assert status == 0
    assert lines[0].startswith("checked: 14 files (0.")
    assert " 44 games, " in lines[0]
    assert " rounds by 39 rules, 3 games played again in " in lines[0]
    assert lines[1:] == [f"{small_run}: all in order"]


def test_faults__exit_1_named_with_the_next_step(run_copy, capsys):
    flip_a_bit(run_copy / ROUNDS)
    status, lines = verify(capsys, run_copy)
    assert status == 1
    assert lines[0] == f"fault: {ROUNDS} is not what was written (SHA-256 differs)"
    assert lines[2:] == [f"{run_copy}: 1 fault", f"next: yaniv verify {run_copy} --repair"]


def test_many_faults__the_list_is_cut_and_json_has_them_all(tmp_path, capsys):
    run = finished_run(tmp_path / "run", "--players", 2, "--games", 30, "--chunk", 1, "--variant", "short")
    shutil.rmtree(run / "games/cell=000")
    (run / "games/cell=000").mkdir()
    status, lines = verify(capsys, run)
    assert status == 1
    assert sum(line.startswith("fault: ") for line in lines) == 20
    assert "and 10 more faults" in lines
    assert yaniv("verify", run, "--json") == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["n_faults"], len(facts["faults"])) == (30, 30)


def test_json__facts_for_programs(run_copy, capsys):
    os.truncate(run_copy / ROUNDS, 7)
    assert yaniv("verify", run_copy, "--json", "--sample", 44) == 1
    facts = json.loads(capsys.readouterr().out)
    assert facts["ok"] is False
    assert facts["faults"] == [
        {
            "check": "file",
            "file": ROUNDS,
            "message": facts["faults"][0]["message"],
            "mend": "repair",
            "cell": 0,
            "games": [16, 31],
            "rows": 1,
        }
    ]
    assert (facts["checked"]["games"], facts["checked"]["sampled"], facts["checked"]["sample_skipped"]) == (28, 28, 16)


def test_unfinished__exit_1_with_the_resume_command(run_copy, capsys):
    (run_copy / ENTRY).unlink()
    status, lines = verify(capsys, run_copy)
    assert status == 1
    assert lines[0] == "fault: manifest/cell=000 lacks 16 games that are not played yet: 16 to 31"
    assert lines[-1] == f"next: yaniv resume {run_copy}"


def test_run_json_damaged__exit_1_and_how_it_is_restored(run_copy, capsys):
    file = run_copy / "run.json"
    file.write_text(file.read_text().replace('"seed": 1', '"seed": 3'))
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 1
    assert lines[0].startswith("fault: run.json is not as it was written; restore it from a copy")
    assert not any(line.startswith("next:") for line in lines)


def test_no_run__exit_2(tmp_path, capsys):
    assert "there is no run here" in refused(capsys, "verify", tmp_path)
    assert "--sample: -1 is not allowed" in refused(capsys, "verify", tmp_path, "--sample", -1)


def link_the_card(run):
    shutil.copy(run / "README.md", run.parent / "card")
    (run / "README.md").unlink()
    (run / "README.md").symlink_to(run.parent / "card")


DAMAGES = {
    "flipped bit": lambda run: flip_a_bit(run / ROUNDS),
    "missing file": lambda run: (run / ROUNDS).unlink(),
    "entry no JSON": lambda run: (run / ENTRY).write_text("{"),
    "flipped bit in an entry": lambda run: flip_a_bit(run / ENTRY),
    "card": lambda run: (run / "README.md").write_text("mine"),
    "card is a link to an equal one": link_the_card,
    "stray": lambda run: shutil.copy(run / ROUNDS, run / "rounds/cell=000/part-000009.parquet"),
    "all parts of all chunks": lambda run: [flip_a_bit(path) for path in run.rglob("*.parquet")],
}


def state(run):
    return contents(run), [path for path in run.rglob("*") if path.is_symlink()]


@pytest.mark.parametrize("damage", DAMAGES)
def test_fault_13_repair__gives_the_same_bytes_again(small_run, run_copy, capsys, damage):
    DAMAGES[damage](run_copy)
    untouched = run_copy / "seats/cell=000/part-000000.parquet"
    before = untouched.stat().st_mtime_ns
    assert yaniv("verify", run_copy) == 1
    assert state(run_copy) != state(small_run)
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 0
    assert lines[-1] == f"{run_copy}: all in order"
    assert any(line.startswith("repair: ") for line in lines)
    assert state(run_copy) == state(small_run)
    assert (untouched.stat().st_mtime_ns == before) == (damage != "all parts of all chunks")


def test_repair__unreadable_card_is_written_anew(small_run, run_copy, monkeypatch):
    read = Path.read_bytes
    refusals = iter(range(3))  # the check looks twice, the repair once; then it is another file

    def read_bytes(path):
        if path.name == "README.md" and next(refusals, None) is not None:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return read(path)

    before = (run_copy / "README.md").stat().st_ino
    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    assert yaniv("verify", run_copy, "--repair") == 0
    monkeypatch.undo()
    assert (run_copy / "README.md").stat().st_ino != before
    assert contents(run_copy) == contents(small_run)


def test_repair__says_what_was_done(run_copy, capsys):
    flip_a_bit(run_copy / ROUNDS)
    shutil.copy(run_copy / ROUNDS, run_copy / "rounds/cell=000/part-000009.parquet")
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 0
    assert lines[:3] == [
        f"repaired: {ROUNDS} is not what was written (SHA-256 differs)",
        f"repair: {run_copy}/rounds/cell=000/part-000009.parquet was removed: it belonged to no chunk of this run",
        "repair: 1 chunk played again, 16 games; what follows is the run now",
    ]


def test_repair__sound_run_is_not_touched(run_copy, capsys):
    before = {path: path.stat().st_mtime_ns for path in run_copy.rglob("*")}
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 0
    assert not any(line.startswith("repair: ") for line in lines)
    assert before == {path: path.stat().st_mtime_ns for path in run_copy.rglob("*")}


def test_repair__leaves_unfinished_chunks_to_resume(small_run, run_copy, capsys):
    (run_copy / "manifest/cell=000/chunk-000002.json").unlink()
    flip_a_bit(run_copy / ROUNDS)
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 1
    assert lines[-2:] == [f"{run_copy}: 1 fault", f"next: yaniv resume {run_copy}"]
    assert not (run_copy / "manifest/cell=000/chunk-000002.json").exists()
    assert yaniv("resume", run_copy) == 0
    assert contents(run_copy) == contents(small_run)


def test_repair__rows_written_wrong_are_left_and_named(run_copy, capsys):
    def change(tables):
        tables["rounds"]["dealer"][1] = 2

    rewrite(run_copy, 1, change)
    flip_a_bit(run_copy / "games/cell=000/part-000000.parquet")
    wrong = contents(run_copy)[ROUNDS]
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 1
    assert "game 16, round 2: dealer is 2 instead of 1 (D3: " in "\n".join(lines)
    assert lines[-1].startswith("Faults without a next step are not repaired here")
    assert contents(run_copy)[ROUNDS] == wrong
    assert not any(line.startswith("fault: ") and "part-000000" in line for line in lines)


def test_repair__values_other_than_the_old_entry_says_are_a_loud_fault(run_copy, capsys):
    """An engine that plays otherwise without saying so in its version."""

    def change(tables):
        tables["rounds"]["pile_taken"][0] ^= 1

    rewrite(run_copy, 1, change)
    flip_a_bit(run_copy / "games/cell=000/part-000001.parquet")
    before = contents(run_copy)
    capsys.readouterr()
    assert yaniv("verify", run_copy, "--repair") == 1
    told = capsys.readouterr().err
    assert "ALARM: chunk 1 of cell 0 came out twice with different rounds" in told
    assert "go on with" not in told
    assert contents(run_copy) == before


def test_repair__disk_is_full__damaged_files_stay_as_they_are(run_copy, capsys, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    flip_a_bit(run_copy / ROUNDS)
    before = contents(run_copy)
    monkeypatch.setattr(os, "fsync", full)
    assert yaniv("verify", run_copy, "--repair", "--quiet") == 1
    told = capsys.readouterr().err
    assert "No space left on device" in told
    assert told.endswith(f"go on with: yaniv verify {run_copy} --repair\n")
    assert contents(run_copy) == before


def test_repair__folder_in_the_place_of_a_file__all_else_stays(small_run, run_copy, capsys):
    for file in (run_copy / ROUNDS, run_copy / "games/cell=000/part-000001.parquet"):
        file.unlink()
    (run_copy / ROUNDS).mkdir()
    before = contents(run_copy)
    assert yaniv("verify", run_copy, "--repair", "--quiet") == 1
    assert "a folder is in the place of this file; remove it" in capsys.readouterr().err
    assert contents(run_copy) == before
    (run_copy / ROUNDS).rmdir()
    assert yaniv("verify", run_copy, "--repair") == 0
    assert contents(run_copy) == contents(small_run)


def test_repair__chunk_that_is_sound_again_is_not_played(run_copy):
    """Somebody else was quicker: what the check found is looked at once more under the lock."""
    file = run_copy / ROUNDS
    whole = file.read_bytes()
    flip_a_bit(file)
    findings = check(run_copy)
    file.write_bytes(whole)
    before = {path: path.stat().st_mtime_ns for path in run_copy.rglob("*.parquet")}
    progress = Progress(1, 0, quiet=True)
    assert repair_run(run_copy, findings, 1, StopRequest(), progress).played.chunks == 0
    assert before == {path: path.stat().st_mtime_ns for path in run_copy.rglob("*.parquet")}


def test_repair__other_engine_is_refused(run_copy, capsys):
    reseal(run_copy / "run.json", engine=99)
    flip_a_bit(run_copy / ROUNDS)
    assert "was begun with engine version 99, this is 1" in refused(capsys, "verify", run_copy, "--repair")


def test_repair__other_library_version_is_told_and_accepted(run_copy, capsys):
    reseal(run_copy / "run.json", libraries={"yaniv-sim": "0.1.0", "pyarrow": "1.0"})
    flip_a_bit(run_copy / ROUNDS)
    status, lines = verify(capsys, run_copy, "--repair")
    assert status == 0
    assert any(line.startswith("note: pyarrow 1.0 is now ") for line in lines)


def test_repair__run_that_is_being_written_is_refused(run_copy, capsys):
    from sim.run_lock import run_lock

    flip_a_bit(run_copy / ROUNDS)
    with run_lock(run_copy):
        assert "is writing this run" in refused(capsys, "verify", run_copy, "--repair")


def n_whole(run):
    """Parts that are there and not empty."""
    sizes = []
    for path in run.rglob("part-*.parquet"):
        with contextlib.suppress(FileNotFoundError):
            sizes.append(path.stat().st_size)
    return sum(size > 0 for size in sizes)


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_repair__stopped_by_a_signal_and_gone_on_with(lives, tmp_path, capsys, number, expected):
    run = finished_run(tmp_path / "run", "--players", 3, "--games", 3000, "--chunk", 64)
    before = contents(run)
    for path in run.rglob("part-*.parquet"):
        path.write_bytes(b"")
    life = lives.begin("verify", run, "--repair")
    eventually(lambda: n_whole(run) > 0)
    start = time.monotonic()
    life.kill(number)
    assert life.wait() == expected
    assert time.monotonic() - start < 2
    assert "Traceback" not in life.err
    assert not list(run.rglob("*.tmp"))
    assert 0 < n_whole(run) < 3 * 47
    assert contents(run).keys() == before.keys()
    with pytest.raises(DamagedRun, match="has 0 bytes instead of"):
        RunFolder.open(run).chunks()
    assert life.err.endswith(f"go on with: yaniv verify {run} --repair\n")
    assert yaniv("verify", run, "--repair") == 0
    assert contents(run) == before


def test_repair__killed_at_many_steps_on_the_disk__never_less_than_before(lives, small_run, tmp_path):
    expected = contents(small_run)
    for step in range(1, 100, 4):
        run = tmp_path / f"{step}"
        shutil.copytree(small_run, run)
        flip_a_bit(run / ROUNDS)
        before = contents(run)
        status, _ = lives.live("verify", run, "--repair", "--threads", 1, die_at=step)
        if status == 0:
            break
        assert status == -9
        found = contents(run)
        assert {name for name, data in before.items() if found.get(name) != data} <= {ENTRY, ROUNDS}
        assert found[ROUNDS] in (before[ROUNDS], expected[ROUNDS])
        assert yaniv("verify", run, "--repair", "--quiet") == (0 if ENTRY in found else 1)
        assert yaniv("resume", run, "--quiet") == 0
        assert contents(run) == expected
    assert 10 < step < 99


def test_check__stopped_by_a_signal_says_so(lives, tmp_path):
    run = finished_run(tmp_path / "run", "--players", 3, "--games", 1000, "--chunk", 64)
    life = lives.begin("verify", run, "--sample", 1000)
    time.sleep(0.3)
    life.kill(signal.SIGINT)
    assert life.wait() == 130
    assert life.err.endswith("stopped: not everything was checked\n")
    assert "all in order" not in life.out

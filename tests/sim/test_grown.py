"""A `run.json` from before the run was extended: what was played since is never swept away or played over."""

import re
import shutil

import pytest

from sim.errors import InputError
from sim.manifest import DamagedRun, GrownRun
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify.chunk_check import ChunkChecker, State
from sim.verify.findings import Damage, Findings
from sim.verify.repair import repair_run
from sim.verify.run_check import check_run
from tests.run_helpers import SMALL, contents, finished_run, refused, small, yaniv

MIXED = """
chunk = 16
[[cells]]
players = [2, 4]
entrants = ["greedy", "random"]
[[cells]]
variant = "short"
players = 3
"""


def grown(path, *arguments, games):
    """Extend a run and put its old `run.json` back; give what it held in between."""
    run = finished_run(path, *arguments)
    shutil.copy(run / "run.json", path.parent / "old.json")
    assert yaniv("extend", run, "--games", games, "--quiet") == 0
    longer = contents(run)
    shutil.copy(path.parent / "old.json", run / "run.json")
    return run, longer


def way_out(message):
    """The command that a message gives, as arguments."""
    (command,) = re.findall(r"`yaniv ([^`]*)`", message)
    return command.split()


WRITERS = {
    "resume": lambda run: ("resume", run),
    "repair": lambda run: ("verify", run, "--repair"),
    "extend by less": lambda run: ("extend", run, "--games", 45),
    "extend by nothing": lambda run: ("extend", run, "--games", 44),
    "simulate": lambda run: ("simulate", *SMALL, "--out", run),
    "report": lambda run: ("report", run),
}


@pytest.mark.parametrize("command", WRITERS)
def test_fault_14_old_run_json__nothing_is_removed_and_extend_takes_all_in(tmp_path, capsys, command):
    run, longer = grown(tmp_path / "run", *SMALL, games=150)
    before = contents(run)
    capsys.readouterr()
    assert yaniv(*WRITERS[command](run)) in (1, 2)
    heard = capsys.readouterr()
    assert contents(run) == before
    assert way_out(heard.err if "old copy" in heard.err else heard.out) == ["extend", str(run), "--games", "150"]
    assert yaniv("extend", run, "--games", 150) == 0
    assert contents(run) == longer


def test_fault_14_old_run_json__extend_plays_nothing_again(tmp_path, monkeypatch):
    run, longer = grown(tmp_path / "run", *SMALL, games=150)
    monkeypatch.delattr("sim.engine.CellPlayer.play")
    assert yaniv("extend", run, "--games", 150) == 0
    assert contents(run) == longer


def test_fault_14_old_run_json__only_the_short_last_chunk_grew(tmp_path, capsys):
    """Then no file is a stray, but `resume` would play the chunk over with fewer games."""
    run, longer = grown(tmp_path / "run", *small("--games", 40), games=44)
    before = contents(run)
    assert "wants 40 games of each cell, but chunks up to 44 are finished" in refused(capsys, "resume", run)
    assert contents(run) == before
    assert yaniv("extend", run, "--games", 44) == 0
    assert contents(run) == longer


def test_fault_14_old_run_json__cells_with_other_rotations(tmp_path, capsys):
    plan = tmp_path / "plan.toml"
    plan.write_text(MIXED)
    run, longer = grown(tmp_path / "run", plan, "--games", 30, games=101)
    command = way_out(refused(capsys, "resume", run))
    assert command[-1] == "101"
    assert yaniv(*command) == 0
    assert contents(run) == longer


def test_fault_14_old_run_json__extension_was_broken_off(tmp_path, capsys):
    run, longer = grown(tmp_path / "run", *SMALL, games=150)
    for number in (4, 7, 8, 9):
        (run / f"manifest/cell=000/chunk-{number:06d}.json").unlink()
    command = way_out(refused(capsys, "resume", run))
    assert command[-1] == str(7 * 16)  # to the end of chunk 6
    assert yaniv(*command) == 0
    assert yaniv("extend", run, "--games", 150) == 0
    assert contents(run) == longer


def test_fault_14_old_run_json__verify_names_it_and_offers_no_repair(tmp_path, capsys):
    run, _ = grown(tmp_path / "run", *SMALL, games=150)
    capsys.readouterr()
    assert yaniv("verify", run) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("fault: run.json wants 44 games of each cell, but chunks up to 150 are finished")
    assert not any("--repair" in line or "belongs to" in line for line in lines)


def test_files_without_a_sound_entry_beyond_the_plan__are_still_swept(tmp_path):
    run, _ = grown(tmp_path / "run", *SMALL, games=60)
    assert yaniv("extend", run, "--games", 60) == 0
    stray = run / "manifest/cell=000/chunk-000004.json"
    shutil.copy(run / "manifest/cell=000/chunk-000003.json", stray)
    shutil.copy(run / "rounds/cell=000/part-000003.parquet", run / "rounds/cell=000/part-000004.parquet")
    assert yaniv("resume", run) == 0
    assert not stray.exists()
    assert not (run / "rounds/cell=000/part-000004.parquet").exists()


@pytest.fixture
def extended_meanwhile(run_copy):
    """A run that was opened, and extended since by another process."""
    folder = RunFolder.open(run_copy)
    assert yaniv("extend", run_copy, "--games", 60, "--quiet") == 0
    return folder


def test_extended_meanwhile__readers_are_told_to_ask_again(extended_meanwhile):
    with pytest.raises(GrownRun, match=r"run.json was written anew .* being extended; ask again"):
        extended_meanwhile.chunks()


def test_extended_meanwhile__one_entry_is_no_damage(extended_meanwhile):
    *_, last = extended_meanwhile.all_chunks()
    with pytest.raises(InputError, match=r"chunk-000002.json has more games .* ask again") as told:
        extended_meanwhile.manifest.read(last)
    assert not isinstance(told.value, DamagedRun)


def test_extended_meanwhile__verify_says_so_and_calls_nothing_damaged(extended_meanwhile):
    findings = check_run(extended_meanwhile, 1, StopRequest(), Progress(1, 0, quiet=True))
    assert [(fault.file, fault.mend.value) for fault in findings.faults] == [
        ("run.json", ""),
        ("manifest/cell=000/chunk-000002.json", ""),
    ]
    assert findings.faults[1].message.endswith("the run has grown; verify again")
    assert findings.damaged == []
    *_, last = extended_meanwhile.all_chunks()
    assert ChunkChecker(extended_meanwhile, StopRequest()).check(last).state is State.GROWN


@pytest.mark.parametrize(("broken_off", "state"), [(False, State.GROWN), (True, State.UNFINISHED)])
def test_extended_after_the_entry_was_read__new_files_are_no_damage(run_copy, broken_off, state):
    class Slow(ChunkChecker):
        def _check_bytes(self, chunk, table, entry, found):
            assert yaniv("extend", run_copy, "--games", 60, "--quiet") == 0
            if broken_off:
                (run_copy / chunk.entry).unlink()
            super()._check_bytes(chunk, table, entry, found)

    folder = RunFolder.open(run_copy)
    *_, last = folder.all_chunks()
    found = Slow(folder, StopRequest()).check(last)
    assert found.state is state
    assert not found.damaged_files


def test_extended_meanwhile__repair_leaves_the_longer_chunk(extended_meanwhile):
    *_, last = extended_meanwhile.all_chunks()
    run, before = extended_meanwhile.path, contents(extended_meanwhile.path)
    findings = Findings(damaged=[Damage(last, (last.entry,))])
    assert repair_run(run, findings, 1, StopRequest(), Progress(1, 0, quiet=True)).played.chunks == 0
    assert contents(run) == before


def test_fault_29_an_entry_that_is_a_link_does_not_speak_for_a_longer_run(tmp_path):
    run, _longer = grown(tmp_path / "run", *SMALL, games=150)
    for entry in (run / "manifest/cell=000").glob("chunk-*.json"):
        if entry.name > "chunk-000001.json":
            moved = entry.rename(tmp_path / entry.name)
            entry.symlink_to(moved)
    assert RunFolder.open(run).outgrown() == ""


def test_run_that_is_extended_while_it_is_looked_at__asks_to_be_asked_again(tmp_path):
    run, _longer = grown(tmp_path / "run", *SMALL, games=150)
    folder = RunFolder.open(run)
    assert "it is an old copy" in folder.outgrown()
    assert yaniv("extend", run, "--games", 150, "--quiet") == 0
    assert "the run is being extended; ask again" in folder.outgrown()

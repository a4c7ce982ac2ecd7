"""One chunk from two workers: the same rows are taken once, other rows are a loud alarm."""

import json
import os
import re
import shutil

import pytest

from sim.engine import CellPlayer
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.run_session import reopen_run
from sim.runner import RunFailed, play_run
from sim.stopping import StopRequest
from tests.lives import eventually
from tests.run_helpers import contents, finished_run, one_line, yaniv

ENTRY = "manifest/cell=000/chunk-000001.json"
PART = "rounds/cell=000/part-000001.parquet"


class WrongPlayer(CellPlayer):
    """An engine, or a memory, that gives other rows for the same deals."""

    def play(self, first_deal, n_deals, stop):
        for rows in super().play(first_deal, n_deals, stop):
            rows.rounds["turns"][0] += 1
            yield rows


def play_again(path, new_player):
    with reopen_run(path) as folder:
        return play_run(folder, 1, StopRequest(), Progress(folder.games, 0, quiet=True), new_player)


def delivering(run, to):
    """Make players that are slower than another worker: all of `run` is delivered while they play."""

    class Player(CellPlayer):
        def play(self, first_deal, n_deals, stop):
            for rows in super().play(first_deal, n_deals, stop):
                shutil.copytree(run, to, dirs_exist_ok=True)
                yield rows

    return Player


def test_fault_31_chunk_delivered_meanwhile_with_equal_rows__taken_as_it_is(small_run, run_copy):
    (run_copy / ENTRY).unlink()
    assert play_again(run_copy, delivering(small_run, run_copy)).chunks == 1
    assert contents(run_copy) == contents(small_run)
    assert (run_copy / PART).stat().st_mtime_ns == (small_run / PART).stat().st_mtime_ns  # theirs, not written again


def content_of(entry, table="rounds"):
    return json.loads(entry.read_text())["files"][table]["content"]


def test_fault_31_chunk_delivered_meanwhile_with_other_rows__alarm_names_both_and_replaces_nothing(small_run, run_copy):
    (run_copy / ENTRY).unlink()

    class Player(WrongPlayer, delivering(small_run, run_copy)):
        pass

    with pytest.raises(RunFailed, match="ALARM: chunk 1 of cell 0 came out twice with different rounds") as alarm:
        play_again(run_copy, Player)
    theirs, ours = re.findall(r"\b[0-9a-f]{64}\b", str(alarm.value))
    assert theirs == content_of(small_run / ENTRY) != ours
    assert str(run_copy / ENTRY) in str(alarm.value)
    assert contents(run_copy) == contents(small_run)


def test_fault_31_damaged_chunk_is_played_again_with_other_rows__alarm(small_run, run_copy, capsys, monkeypatch):
    """The entry still knows what the damaged file held."""
    os.truncate(run_copy / PART, 100)
    before = contents(run_copy)
    monkeypatch.setattr("sim.engine.CellPlayer", WrongPlayer)
    assert yaniv("resume", run_copy, "--quiet") == 1
    alarm = one_line(capsys.readouterr().err)
    assert "ALARM: chunk 1 of cell 0" in alarm
    assert "yaniv resume" not in alarm  # it would end in the same alarm
    assert contents(run_copy) == before
    monkeypatch.undo()
    assert yaniv("resume", run_copy) == 0
    assert contents(run_copy) == contents(small_run)


def test_fault_31_entry_was_removed_as_the_alarm_says__what_is_played_next_is_taken(run_copy):
    (run_copy / ENTRY).unlink()
    assert play_again(run_copy, WrongPlayer).chunks == 1
    assert RunFolder.open(run_copy).is_complete


def test_fault_31_two_processes_in_a_folder_whose_lock_was_removed__no_damage(lives, tmp_path):
    """What a user can bring about who takes a living run for a dead one."""
    plan = ("--players", 3, "--games", 2000, "--chunk", 32)
    path = tmp_path / "run"
    first = lives.begin("simulate", *plan, "--threads", 1, "--out", path)
    eventually(lambda: any(path.glob("manifest/*/*.json")))
    (path / "run.lock").unlink()
    second = lives.begin("resume", path, "--threads", 1)
    assert {first.wait(), second.wait()} <= {0, 1}
    for life in (first, second):
        assert "Traceback" not in life.err
        assert "ALARM" not in life.err
    assert lives.live("resume", path)[0] == 0
    assert contents(path) == contents(finished_run(tmp_path / "undisturbed", *plan))

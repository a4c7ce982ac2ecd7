"""Two runs in one folder, other plans, other engines, odd names and links: refused or without effect."""

import json
import os
import socket
import subprocess
import sys
import time

import pytest

from reports.cli import COMMANDS
from reports.cli import yaniv as yaniv_group
from sim.errors import InputError
from sim.run_folder import RunFolder
from tests.lives import eventually
from tests.run_helpers import SMALL, contents, finished_run, refused, reseal, small, yaniv


def test_fault_15_second_run_into_a_folder__refused_naming_the_first(lives, tmp_path, capsys):
    path = tmp_path / "run"
    first = lives.begin("simulate", "--games", 10**7, "--chunk", 64, "--out", path)
    eventually(lambda: any(path.glob("manifest/*/*.json")))
    for command in (("simulate", "--out", path), ("resume", path), ("extend", path, "--games", 10**8)):
        assert f"process {first.pid} on {socket.gethostname()}" in refused(capsys, *command)
    first.kill()
    first.wait()


def test_fault_15_first_run_was_killed__second_takes_over(lives, small_run, tmp_path):
    path = tmp_path / "run"
    assert lives.live("simulate", *SMALL, "--out", path, die_at=30)[0] == -9
    assert (path / "run.lock").exists()
    assert yaniv("resume", path) == 0
    assert contents(path) == contents(small_run)


def test_fault_15_many_begin_at_once__one_plays_and_nothing_is_damaged(lives, small_run, tmp_path):
    path = tmp_path / "run"
    racers = [lives.begin("simulate", *SMALL, "--out", path) for _ in range(6)]
    statuses = [racer.wait() for racer in racers]
    assert sorted(statuses) == [0, 2, 2, 2, 2, 2]
    assert contents(path) == contents(small_run)


def test_fault_15_lock_of_another_machine__refused_with_the_way_out(run_copy, capsys):
    (run_copy / "run.lock").write_text(json.dumps({"pid": 7, "host": "elsewhere", "boot": "other"}))
    message = refused(capsys, "resume", run_copy)
    assert "process 7 on elsewhere" in message
    assert f"remove {run_copy / 'run.lock'}" in message


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (("--seed", 2), "seed is 1 there and 2 here"),
        (("--chunk", 32), "chunk_deals is 16 there and 32 here"),
        (("--variant", "yaniv5"), "cells[0].variant.threshold is 7 there and 5 here"),
        (("--players", 4), "cells[0].players is 3 there and 4 here"),
        (("--entrant", "greedy:call_at=3"), "cells[0].lineup[0].parameters.call_at is 50 there and 3 here"),
    ],
)
def test_fault_16_other_plan_in_the_folder__refused_with_the_difference(small_run, capsys, changed, told):
    before = contents(small_run)
    assert told in refused(capsys, "simulate", *small(*changed), "--out", small_run)
    assert contents(small_run) == before


def test_fault_16_resume_takes_no_plan(small_run, capsys):
    assert "No such option" in refused(capsys, "resume", small_run, "--seed", 2)


@pytest.mark.parametrize(
    ("games", "told"),
    [
        (44, "finished; look at it with `yaniv report"),
        (60, "with 44 games of each cell instead of 60 games; `yaniv extend"),
    ],
)
def test_simulate__same_plan_again_says_which_command_was_meant(small_run, capsys, games, told):
    assert told in refused(capsys, "simulate", *small("--games", games), "--out", small_run)


def test_simulate__unfinished_run_is_to_be_resumed(run_copy, capsys):
    next(run_copy.glob("manifest/*/*.json")).unlink()
    assert f"`yaniv resume {run_copy}`" in refused(capsys, "simulate", *SMALL, "--out", run_copy)


def test_simulate__folder_with_other_things_is_left_alone(tmp_path, capsys):
    (tmp_path / "README.md").write_text("mine")
    assert "holds no run" in refused(capsys, "simulate", "--out", tmp_path)
    assert contents(tmp_path).keys() == {"README.md"}


@pytest.mark.parametrize("name", ["engine", "stream"])
def test_fault_17_resume_by_another_version__refused_with_the_way_out(run_copy, capsys, name):
    reseal(run_copy / "run.json", **{name: 99})
    for command in (("resume", run_copy), ("extend", run_copy, "--games", 60)):
        message = refused(capsys, *command)
        assert f"{name} version 99, this is 1" in message
        assert "go on with yaniv-sim" in message
        assert "another --out" in message


def test_resume__other_library_version_is_told_and_accepted(run_copy, capsys):
    reseal(run_copy / "run.json", libraries={"yaniv-sim": "0.1.0", "pyarrow": "1.0"})
    assert yaniv("resume", run_copy) == 0
    told = capsys.readouterr().err
    assert "pyarrow 1.0 is now" in told
    assert "sources" not in told


def test_resume__other_sources_of_the_same_engine_version_are_told_and_accepted(run_copy, capsys):
    reseal(run_copy / "run.json", source="0" * 32)
    assert yaniv("resume", run_copy) == 0
    assert "note: the engine's sources were changed: bytes of files may differ" in capsys.readouterr().err


def reading_commands():
    """List every command whose first argument is a run, with what else it must be told."""
    more = {"extend": ("--games", 60), "replay": ("--game", 0)}
    for name in COMMANDS:
        command = yaniv_group.get_command(None, name)
        if command.params[0].name == "run":
            yield (name, *more.get(name, ()))


@pytest.mark.parametrize("command", list(reading_commands()), ids=lambda command: command[0])
def test_fault_20_newer_format__every_reader_says_which_it_is_and_which_can_be_read(run_copy, capsys, command):
    reseal(run_copy / "run.json", format=7, a_new_key=1)
    before = contents(run_copy)
    name, *more = command
    told = refused(capsys, name, run_copy, *more)
    assert f"{run_copy / 'run.json'}: written by format 7, this reads format 2; use a newer yaniv-sim" in told
    assert contents(run_copy) == before


@pytest.mark.parametrize("command", list(reading_commands()), ids=lambda command: command[0])
def test_older_format__every_reader_says_which_program_reads_it(run_copy, capsys, command):
    libraries = json.loads((run_copy / "run.json").read_bytes())["libraries"]
    reseal(run_copy / "run.json", format=1, source="0123abc", libraries={**libraries, "yaniv-sim": "0.0.9"})
    before = contents(run_copy)
    name, *more = command
    told = refused(capsys, name, run_copy, *more)
    assert (
        f"{run_copy / 'run.json'}: written by format 1, this reads format 2; read it with the yaniv-sim that wrote it"
        " (version 0.0.9, sources 0123abc), or play its plan again with another --out"
    ) in told
    assert contents(run_copy) == before


def test_fault_20_simulate_into_a_newer_run__refused(run_copy, capsys):
    reseal(run_copy / "run.json", format=7)
    assert "written by format 7, this reads format 2" in refused(capsys, "simulate", *SMALL, "--out", run_copy)


def test_fault_26_bots_that_never_call__rounds_and_games_are_stopped_and_counted(tmp_path):
    import pyarrow.parquet as pq

    variant = tmp_path / "endless.toml"
    variant.write_text("max_turns = 30\nmax_rounds = 3")
    entrant = ("--entrant", "random:call_percent=0")
    path = finished_run(tmp_path / "run", "--variant", variant, *entrant, "--games", 10)
    run = RunFolder.open(path)
    rounds = pq.read_table(run.files("rounds", 0)[0]).to_pylist()
    games = pq.read_table(run.files("games", 0)[0]).to_pylist()
    assert [len(games), len(rounds)] == [10, 30]
    assert {row["end"] for row in rounds} == {"stopped"}
    assert {row["turns"] for row in rounds} == {30}
    assert {row["ender"] for row in rounds} == {None}
    assert {(row["stopped"], row["winner"], row["winners"]) for row in games} == {(True, None, 0)}


@pytest.mark.parametrize("name", ["a b 'c' \"d\" $e", "ünï/cödé 雀", "x" * 250, "/".join(["y" * 200] * 15)])
def test_fault_28_names_of_folders__no_effect_on_bytes(small_run, tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    assert contents(finished_run(tmp_path / name, *SMALL)) == contents(small_run)
    assert yaniv("resume", path) == 0


NAMED = """
title = "Zażółć gęślą jaźń 雀"
games = 44
chunk = 16
[variants."ünï"]
threshold = 8
[entrants."İı"]
family = "greedy"
[[cells]]
variant = "ünï"
players = 3
entrants = "İı"
"""


@pytest.mark.parametrize(
    ("locale", "zone"), [("C", "Asia/Kathmandu"), ("C.UTF-8", "America/St_Johns"), ("tr_TR.UTF-8", "UTC")]
)
def test_fault_28_locale_and_zone_of_the_process__no_effect_on_bytes(tmp_path, locale, zone):
    plan = tmp_path / "plan.toml"
    plan.write_text(NAMED, encoding="utf-8")
    # Without the two PYTHON settings Python would take UTF-8 where the locale says ASCII.
    other = {"LC_ALL": locale, "TZ": zone, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-m", "reports.cli", "simulate", str(plan), "--out", str(tmp_path / "run")]
    done = subprocess.run(command, env=os.environ | other, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "run") == contents(finished_run(tmp_path / "here", plan))


def test_fault_28_clock_host_and_working_folder__no_effect_on_bytes(small_run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(socket, "gethostname", lambda: "another-host")
    assert contents(finished_run(tmp_path / "run", *SMALL)) == contents(small_run)


def test_fault_28_path_too_long__clear_error_before_any_game(tmp_path, capsys):
    assert "File name too long" in refused(capsys, "simulate", "--out", tmp_path / ("x" * 300))


@pytest.mark.parametrize("name", ["rounds", "manifest/cell=000"])
def test_fault_29_folder_is_a_link_out_of_the_run__refused(run_copy, tmp_path, capsys, name):
    (run_copy / name).rename(tmp_path / "elsewhere")
    (run_copy / name).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="is a link"):
        RunFolder.open(run_copy)
    assert "is a link" in refused(capsys, "resume", run_copy)


def test_fault_29_run_file_is_a_link__refused(run_copy, tmp_path, capsys):
    (run_copy / "run.json").rename(tmp_path / "elsewhere")
    (run_copy / "run.json").symlink_to(tmp_path / "elsewhere")
    assert f"{run_copy / 'run.json'}: is a link" in refused(capsys, "extend", run_copy, "--games", 60)


def test_fault_29_entry_is_a_link_out_of_the_run__refused_and_replaced(run_copy, small_run, tmp_path):
    entry = run_copy / "manifest/cell=000/chunk-000001.json"
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=r"000001.json is a link; `yaniv resume"):
        RunFolder.open(run_copy).files("rounds", 0)
    assert yaniv("resume", run_copy) == 0
    assert not entry.is_symlink()
    assert contents(run_copy) == contents(small_run)


def test_fault_29_data_card_is_a_link__what_it_leads_to_is_kept(run_copy, small_run, tmp_path):
    (tmp_path / "mine").write_text("mine")
    (run_copy / "README.md").unlink()
    (run_copy / "README.md").symlink_to(tmp_path / "mine")
    assert yaniv("resume", run_copy) == 0
    assert (tmp_path / "mine").read_text() == "mine"
    assert contents(run_copy) == contents(small_run)


def test_fault_29_entry_that_names_a_file_outside__refused(run_copy):
    entry = run_copy / "manifest/cell=000/chunk-000000.json"
    files = json.loads(entry.read_text())["files"]
    files["rounds"]["path"] = "../../x"
    reseal(entry, files=files)
    with pytest.raises(InputError, match="names a file of its own"):
        RunFolder.open(run_copy).files("rounds", 0)


def test_fault_29_lock_that_is_a_link__refused(run_copy, tmp_path, capsys):
    (run_copy / "run.lock").symlink_to(tmp_path / "victim")
    refused(capsys, "resume", run_copy)
    assert not (tmp_path / "victim").exists()

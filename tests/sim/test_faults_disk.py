"""Disks that are full, files that may not grow, folders that cannot be written."""

import os
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.run_helpers import SMALL, contents, one_line, yaniv


def complaint(life):
    """Check how a run says that a file could not be written."""
    assert life.err.startswith("yaniv: error: ")
    assert "Traceback" not in life.err
    return life.err


def test_fault_09_disk_full_at_every_step__clear_error_and_nothing_half(lives, small_run, tmp_path):
    expected = contents(small_run)
    for step in range(1, 200):
        path = tmp_path / f"{step}"
        status, life = lives.live("simulate", *SMALL, "--threads", 1, "--out", path, full_at=step)
        if status == 0:
            break
        assert status == 1
        assert "No space left on device" in complaint(life)
        assert str(path) in life.err
        assert not list(path.rglob("*.tmp"))
        found = contents(path)
        assert found.items() <= expected.items()
        if "run.json" in found:
            assert f"yaniv resume {path}" in life.err
            if step % 5 == 0:
                assert lives.live("resume", path)[0] == 0
                assert contents(path) == expected
    assert 30 < step < 199


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small file system")
def test_fault_09_a_disk_that_is_really_full__clear_error_and_resumable(lives, small_run, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("may not mount")
    try:
        status, life = lives.live("simulate", *SMALL, "--out", disk / "run")
        assert status == 1
        assert "No space left on device; free some space\n" in complaint(life)
        assert not list(disk.rglob("*.tmp"))
        grow = ["mount", "-o", "remount,size=4m", str(disk)]
        subprocess.run(grow, check=True)
        assert lives.live("resume", disk / "run")[0] == 0
        assert contents(disk / "run") == contents(small_run)
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S607


def test_fault_10_file_size_limit__clear_error_and_resumable(lives, small_run, tmp_path):
    path = tmp_path / "run"
    status, life = lives.live("simulate", *SMALL, "--out", path, file_limit=7000)
    assert status == 1
    assert "File too large" in complaint(life)
    assert ".parquet" in life.err
    assert not list(path.rglob("*.tmp"))
    assert lives.live("resume", path)[0] == 0
    assert contents(path) == contents(small_run)


def test_fault_10_no_file_may_grow__lock_cannot_be_written_and_nothing_is_lost(run_copy, small_run):
    """A process of its own, whose standard error is a pipe: files of output could not grow either."""
    program = shlex.join([sys.executable, "-m", "reports.cli", "resume", str(run_copy)])
    done = subprocess.run(f"ulimit -f 0; exec {program}", shell=True, capture_output=True, text=True)  # noqa: S602
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    told = "cannot be written: File too large; raise the limit on the size of files (`ulimit -f`)"
    assert first == f"yaniv: error: {run_copy / 'run.lock'}: {told}"
    assert second.endswith(f"yaniv resume {run_copy}")
    assert contents(run_copy) == contents(small_run)


@pytest.fixture
def no_play(monkeypatch):
    """Let no game be played."""

    def refuse(*_arguments):
        raise AssertionError("a game was played")

    monkeypatch.setattr("sim.engine.CellPlayer.play", refuse)


def test_fault_11_path_is_a_file__refused_before_any_game(tmp_path, capsys, no_play):
    path = tmp_path / "file"
    path.write_text("mine")
    assert yaniv("simulate", "--out", path) == 2
    assert f"--out: {path} is a file" in one_line(capsys.readouterr().err)
    assert path.read_text() == "mine"


def test_fault_11_parent_is_a_file__refused_before_any_game(tmp_path, capsys, no_play):
    (tmp_path / "file").write_text("mine")
    assert yaniv("simulate", "--out", tmp_path / "file" / "run") == 2
    assert "Not a directory" in one_line(capsys.readouterr().err)


def test_fault_11_missing_parent__refused_with_the_command_that_makes_it(tmp_path, capsys, no_play):
    path = tmp_path / "not there" / "run"
    assert yaniv("simulate", "--out", path) == 2
    assert f"mkdir -p '{path.parent}'" in one_line(capsys.readouterr().err)
    assert not path.parent.exists()


def test_fault_11_folder_that_cannot_be_made__refused_before_any_game(capsys, no_play):
    assert yaniv("simulate", "--out", "/proc/run") == 2  # read-only even for root
    assert "--out: /proc/run cannot be made" in one_line(capsys.readouterr().err)


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a read-only file system")
@pytest.mark.parametrize("command", ["simulate", "resume", "extend"])
def test_fault_11_read_only_disk__refused_before_any_game(tmp_path, capsys, no_play, small_run, command):
    disk = tmp_path / "disk"
    shutil.copytree(small_run, disk / "run")
    bind = ["mount", "--bind", str(disk), str(disk)]
    if subprocess.run(bind, capture_output=True).returncode != 0:
        pytest.skip("may not mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(disk)], check=True)  # noqa: S607
        arguments = {"simulate": ("--out", disk / "new"), "resume": (disk / "run",)}
        assert yaniv(command, *arguments.get(command, (disk / "run", "--games", 60))) == 2
        way_out = "choose another --out" if command == "simulate" else "use a folder that can be written"
        assert f"Read-only file system; {way_out}" in one_line(capsys.readouterr().err)
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S607


def lock_is_a_folder(lock):
    lock.mkdir()


def lock_is_a_link(lock):
    lock.symlink_to("elsewhere")


@pytest.mark.parametrize("make", [lock_is_a_folder, lock_is_a_link])
def test_fault_11_lock_that_is_no_file__refused_with_the_way_out(run_copy, capsys, make):
    make(run_copy / "run.lock")
    assert yaniv("resume", run_copy) == 2
    assert "is in the place of this file; remove it" in one_line(capsys.readouterr().err)

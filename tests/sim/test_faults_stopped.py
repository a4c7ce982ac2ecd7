"""Runs that are stopped by a signal or by a reader that goes away."""

import json
import shlex
import signal
import subprocess
import sys
import time

import pytest

from tests.lives import eventually
from tests.run_helpers import contents, yaniv

ARGUMENTS = ("--players", 3, "--games", 16_000, "--chunk", 64)
PROGRAM = (sys.executable, "-m", "reports.cli")


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "a run"
    assert yaniv("simulate", *ARGUMENTS, "--out", path, "--quiet") == 0
    return path


def begin(lives, path):
    """Start a run and wait until its first chunk is finished."""
    life = lives.begin("simulate", *ARGUMENTS, "--out", path)
    eventually(lambda: any(path.glob("manifest/*/*.json")))
    return life


def stopped_after(life, number):
    start = time.monotonic()
    life.kill(number)
    status = life.wait()
    return status, time.monotonic() - start


def resume_as_told(lives, life):
    """Paste the printed command into a shell, as it were."""
    command = life.err.rpartition("go on with: ")[2].strip()
    program, *arguments = shlex.split(command)
    assert program == "yaniv"
    return lives.live(*arguments)


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_fault_05_07_signal__stops_within_a_second_and_says_how_to_go_on(lives, whole_run, tmp_path, number, expected):
    path = tmp_path / "it's a run"
    life = begin(lives, path)
    status, seconds = stopped_after(life, number)
    assert status == expected
    assert seconds < 1
    assert life.err.startswith("stopped: ")
    assert life.out.strip() == str(path)
    kept = {name for name in contents(path) if name.startswith("manifest/")}
    assert 0 < len(kept) < 16_000 / 64
    assert not list(path.rglob("*.tmp"))
    assert not (path / "run.lock").exists()
    before = {name: (path / name).stat().st_mtime_ns for name in kept}
    assert resume_as_told(lives, life)[0] == 0
    assert contents(path) == contents(whole_run)
    assert before == {name: (path / name).stat().st_mtime_ns for name in kept}


MANY_THREADS = ("--players", 3, "--games", 10**6, "--chunk", 8, "--threads", 24)


def test_fault_05_many_threads__stop_in_time_with_no_half_file_and_count_what_is_kept(lives, tmp_path):
    seconds = [stop_many_threads(lives, tmp_path / "first")]
    if seconds[0] >= 1:  # on a machine with many other things to do
        seconds.append(stop_many_threads(lives, tmp_path / "second"))
    assert min(seconds) < 1


def stop_many_threads(lives, path):
    life = lives.begin("simulate", *MANY_THREADS, "--json", "--out", path)
    eventually(lambda: any(path.glob("manifest/*/*.json")))
    status, seconds = stopped_after(life, signal.SIGINT)
    assert status == 130
    assert json.loads(life.out)["games"] == 8 * len(list(path.glob("manifest/*/*.json")))
    assert not list(path.rglob("*.tmp"))
    return seconds


def test_fault_09_many_threads__full_disk_leaves_no_half_file(lives, tmp_path):
    path = tmp_path / "full"
    status, life = lives.live("simulate", *MANY_THREADS, "--out", path, full_at=600)
    assert status == 1
    assert "No space left on device" in life.err
    assert "Traceback" not in life.err
    assert not list(path.rglob("*.tmp"))


def test_fault_05_ctrl_c_in_a_process_as_users_start_it__exit_130(tmp_path):
    seconds = [ctrl_c(tmp_path / "first")]
    if seconds[0] >= 1:  # on a machine with many other things to do
        seconds.append(ctrl_c(tmp_path / "second"))
    assert min(seconds) < 1


def ctrl_c(path):
    """Start a run as users do, press Ctrl-C, give the seconds it took to end."""
    command = [*PROGRAM, "simulate", "--games", "1e7", "--chunk", "64", "--out", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    eventually(lambda: any(path.glob("manifest/*/*.json")), 60)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    seconds = time.monotonic() - start
    assert process.returncode == 130
    assert f"yaniv resume {path}" in err
    assert "Traceback" not in err
    return seconds


def test_fault_06_ctrl_c_twice__stops_at_once_still_resumable(lives, whole_run, tmp_path):
    path = tmp_path / "run"
    life = begin(lives, path)
    life.kill(signal.SIGINT)
    start = time.monotonic()
    life.kill(signal.SIGINT)
    assert life.wait() == 130
    assert time.monotonic() - start < 0.5
    assert "Traceback" not in life.err
    status, life = lives.live("resume", path)
    assert status == 0, life.err
    assert contents(path) == contents(whole_run)


@pytest.mark.parametrize("redirection", ["| head -c 0", "2>&1 | head -c 1", "2>&- | cat"])
def test_fault_08_reader_goes_away__no_traceback_and_a_whole_run(small_run, tmp_path, redirection):
    path = tmp_path / "run"
    program = shlex.join(PROGRAM)
    arguments = f"simulate --players 3 --games 44 --chunk 16 --out {path}"
    shell = f"{{ {program} {arguments} 3>&- ; echo $? > {tmp_path}/status ; }} {redirection}"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True)  # noqa: S602
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stdout + done.stderr
    assert (tmp_path / "status").read_text() == "0\n"
    assert contents(path / "manifest") == contents(small_run / "manifest")

"""Runs that are killed: whatever the moment, the resumed run equals an undisturbed one byte for byte."""

import json
import random
import time

import pytest

from tests.lives import eventually
from tests.run_helpers import contents, yaniv

LONG = ("--players", 3, "--games", 4000, "--chunk", 64)
"""63 chunks."""


@pytest.fixture(scope="module")
def long_run(tmp_path_factory):
    path = tmp_path_factory.mktemp("long") / "run"
    assert yaniv("simulate", *LONG, "--out", path, "--quiet") == 0
    return path


def begin_or_resume(lives, path, arguments, **faults):
    """Do what a user does after a crash: resume, or begin anew when nothing was begun."""
    if (path / "run.json").exists():
        return lives.begin("resume", path, **faults)
    return lives.begin("simulate", *arguments, "--out", path, **faults)


def n_entries(path):
    return len(list(path.glob("manifest/*/*.json")))


@pytest.mark.parametrize("attempt", range(4))
def test_fault_01_kill_at_random_moments__resumed_run_is_equal(lives, long_run, tmp_path, attempt):
    moments = random.Random(attempt)  # noqa: S311
    path = tmp_path / "run"
    for _ in range(5):
        life = begin_or_resume(lives, path, LONG)
        time.sleep(moments.uniform(0, 0.25))
        life.kill()
        life.wait()
    life = begin_or_resume(lives, path, LONG)
    assert life.wait() == 0, life.err
    assert contents(path) == contents(long_run)


def test_fault_02_03_killed_at_every_step_on_the_disk__resumed_run_is_equal(lives, tmp_path):
    """Among the steps: between data file and entry, and half-way through writing an entry."""
    two_chunks = ("--players", 3, "--games", 24, "--chunk", 16)
    assert yaniv("simulate", *two_chunks, "--out", tmp_path / "whole", "--quiet") == 0
    expected = contents(tmp_path / "whole")
    for step in range(1, 200):
        path = tmp_path / f"{step}"
        status, life = lives.live("simulate", *two_chunks, "--threads", 1, "--out", path, die_at=step)
        if status == 0:
            break
        assert status == -9, life.err
        for entry in path.glob("manifest/*/*.json"):
            assert json.loads(entry.read_text())["seal"]
        life = begin_or_resume(lives, path, two_chunks)
        assert life.wait() == 0, life.err
        assert contents(path) == expected, f"killed at step {step}"
    assert 50 < step < 199  # each of the ten files is written, synchronised and renamed


def test_fault_04_killed_every_half_second__each_life_finishes_a_chunk(lives, tmp_path):
    path = tmp_path / "run"
    before = 0
    for _ in range(4):
        life = begin_or_resume(lives, path, ("--games", 10**6, "--chunk", 256))
        time.sleep(0.5)
        eventually(lambda: n_entries(path) > before)  # noqa: B023  (a busy machine needs longer for the start)
        life.kill()
        assert life.wait() == -9
        before = n_entries(path)


def test_fault_18_resumed_with_another_number_of_threads__same_bytes(lives, long_run, tmp_path):
    path = tmp_path / "run"
    life = lives.begin("simulate", *LONG, "--threads", 1, "--out", path)
    eventually(lambda: n_entries(path) > 3)
    life.kill()
    life.wait()
    assert 3 < n_entries(path) < 63
    assert lives.live("resume", path, "--threads", 3)[0] == 0
    assert contents(path) == contents(long_run)


def test_fault_19_killed_while_extending__resumed_run_equals_a_fresh_one(lives, long_run, tmp_path):
    path = tmp_path / "run"
    assert lives.live("simulate", "--players", 3, "--games", 200, "--chunk", 64, "--out", path)[0] == 0
    for _ in range(3):
        life = lives.begin("extend", path, "--games", 4000)
        time.sleep(0.15)
        life.kill()
        life.wait()
    status, life = lives.live("extend", path, "--games", 4000)
    assert status == 0, life.err
    assert contents(path) == contents(long_run)

"""Row 25 of the faults: a bot that raises or plays illegally stops the run and names cell, game and replay command."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.faulty_bot import Program

FAULTS = {
    1: r"lays [5A][SC] out of [^;]* \(T2\)",
    2: r"lays [^;]*, which is no single card, set or run \(T3, T4\)",
    3: r"lays nothing, which is no single card, set or run \(T3, T4\)",
    4: r"takes \S\S?, but may take \S\S?.* \(T6\)",
    5: r"lays \* \* \* \* \* \* \* out of [^;]* \(T2\)",
    6: r"a bot raised ValueError: the bot gave up",
}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return Program(tmp_path_factory.mktemp("program"))


def play(program: Program, how: int) -> tuple[str, int, str]:
    bots = ("--entrant", f"faulty:how={how}", "--entrant", "greedy")
    out = program.folder / f"run-{how}"
    shutil.rmtree(out, ignore_errors=True)  # of an earlier test
    done = program.yaniv("simulate", "--players", 2, *bots, "--games", 40, "--out", out, "--quiet")
    return str(out), done.returncode, done.stderr


def test_fault_25_a_bot_that_plays_by_the_rules_is_left_alone(program: Program) -> None:
    _out, status, errors = play(program, 0)
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("how", FAULTS)
def test_fault_25_a_faulty_bot_is_named_with_game_and_replay_command(program: Program, how: int) -> None:
    out, status, errors = play(program, how)
    assert status == 1
    first, *rest = errors.splitlines()
    assert len(rest) == 1, errors
    place = r"yaniv: error: cell 0, game (\d+), round 2"
    seat = r", turn \d+: seat [01] \(faulty:how=\d\) " if how != 6 else ": "
    look = rf"; look at the game with: yaniv replay {re.escape(out)} --cell 0 --game (\d+)"
    found = re.fullmatch(place + seat + FAULTS[how] + look, first)
    assert found, first
    assert found[1] == found[2]
    assert rest[0] == f"The finished chunks are kept; go on with: yaniv resume {out}"


def test_fault_25_the_replay_command_tells_the_game_up_to_the_fault(program: Program) -> None:
    out, _status, errors = play(program, 2)
    command = errors.split("look at the game with: yaniv ")[1].splitlines()[0].split()
    told = program.yaniv(*command)
    assert told.returncode == 1
    assert "Round 2" in told.stdout
    assert "Traceback" not in told.stderr
    assert "seat" in told.stderr.splitlines()[-1]
    assert "which is no single card, set or run" in errors
    assert "(T3" in told.stderr
    assert out in command

"""`yaniv replay`, as its users see it."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.atomic_files import read_json, unseal, write_sealed
from sim.bots.greedy import Plain as GreedyPlain
from sim.columns import TABLES
from sim.looks import wants_style
from sim.plan_file import Settings, order_from_options
from sim.reference import Choice, PlainView
from sim.run_session import create_run
from tests.run_helpers import finished_run, one_line, refused, yaniv
from tests.scripted import parse_record, play_record

ESCAPE = "\x1b["


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What a replay that went well printed."""
    capsys.readouterr()
    assert yaniv("replay", *arguments) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


@pytest.fixture(scope="module")
def own_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of an own variant with two entrants."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "house.toml").write_text('base = "short"\nthreshold = 9\nscore_limit = 60\n[milestones]\n30 = 10\n')
    bots = ("--entrant", "greedy:call_at=4", "--entrant", "random")
    rules = ("--variant", folder / "house.toml", "--players", 2)
    return finished_run(folder / "run", *rules, *bots, "--games", 10, "--chunk", 4)


def test_replay__tells_every_round_and_that_it_is_as_stored(small_run: Path, capsys) -> None:
    text = told(capsys, small_run, "--game", 17)
    assert text.startswith(f"{small_run}: game 17\nstandard, 3 players, ")
    n_rounds = int(re.search(r"(\d+) rounds", text)[1])
    assert re.findall(r"^Round (\d+)$", text, re.MULTILINE) == [str(n) for n in range(1, n_rounds + 1)]
    assert f"The game ends after {n_rounds} rounds: seat " in text
    assert text.splitlines()[-2:] == [
        f"As stored: {n_rounds} rounds, all 36 columns are equal.",
        "The referee agrees: every line of the record keeps the rules.",
    ]
    assert ESCAPE not in text


def test_replay__names_the_cell_where_there_are_several(tmp_path: Path, capsys) -> None:
    (tmp_path / "plan.toml").write_text('[[cells]]\nplayers = [2, 3]\nvariant = "york"')
    run = finished_run(tmp_path / "run", tmp_path / "plan.toml", "--games", 2)
    assert told(capsys, run, "--game", 1).startswith(f"{run}: cell 0 of 2, game 1\nyork, 2 players, 1 round\n")
    assert told(capsys, run, "--cell", 1, "--game", 1).startswith(f"{run}: cell 1 of 2, game 1\nyork, 3 players, ")


def test_round__is_told_alone_with_the_standing_before(small_run: Path, capsys) -> None:
    assert yaniv("replay", small_run, "--game", 17, "--record") == 0
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    totals = [line["totals"] for line in lines if "totals" in line]
    text = told(capsys, small_run, "--game", 17, "--round", 5)
    assert re.findall(r"^Round (\d+)$", text, re.MULTILINE) == ["5"]
    standing = [line.split() for line in text.splitlines()[5:8]]
    assert standing == [[str(seat), "greedy", str(total)] for seat, total in enumerate(totals[3])]
    assert "The game ends" not in text
    assert "As stored: " in text


def test_round__that_is_the_last_has_the_result(small_run: Path, capsys) -> None:
    n_rounds = re.search(r"(\d+) rounds", told(capsys, small_run, "--game", 3))[1]
    assert f"The game ends after {n_rounds} rounds" in told(capsys, small_run, "--game", 3, "--round", n_rounds)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--game", 44), "--game: 44 is not there; cell 0 of {run} has 44 games, 0 to 43"),
        (("--game", 1, "--cell", 1), "--cell: 1 is not there; {run} has 1 cell, number 0"),
        (("--game", 17, "--round", 0), "--round: 0 is not there; game 17 has 16 rounds, 1 to 16"),
        (("--game", 17, "--round", 17), "--round: 17 is not there; game 17 has 16 rounds, 1 to 16"),
        (("--game", 17, "--round", 2, "--record"), "--round: a record tells one whole game; leave "),
        ((), "Missing option '--game'"),
        (("--game", "1.5"), "'1.5' is not a whole number"),
    ],
)
def test_wrong_use__is_refused(small_run: Path, capsys, arguments: tuple[object, ...], fault: str) -> None:
    assert fault.format(run=small_run) in refused(capsys, "replay", small_run, *arguments)


def test_folder__without_a_run_is_refused(tmp_path: Path, capsys) -> None:
    assert "there is no run here" in refused(capsys, "replay", tmp_path, "--game", 0)


def test_run__that_was_never_played_can_be_told(tmp_path: Path, capsys) -> None:
    order = order_from_options("york", 2, (), Settings(games=20))
    with create_run(tmp_path / "run", order.plan, order.deals):
        pass
    text = told(capsys, tmp_path / "run", "--game", 19)
    assert "The game ends after 1 round: " in text
    assert text.splitlines()[-2].startswith("There are no stored rows to compare with: the game's chunk")


def doctor(run: Path, table: str, column: str, value: Any) -> None:
    """Change the last row of a part, and make its entry fit, as an engine at fault would have written it."""
    path = run / f"{table}/cell=000/part-000000.parquet"
    rows = pq.read_table(path)
    values = rows[column].to_pylist()[:-1] + [value]
    place = rows.schema.get_field_index(column)
    changed = rows.set_column(place, rows.schema.field(column), pa.array(values, rows.schema.field(column).type))
    pq.write_table(changed, path)
    entry = run / "manifest/cell=000/chunk-000000.json"
    mapping = unseal(read_json(entry))
    mapping["files"][table]["bytes"] = path.stat().st_size
    write_sealed(entry, mapping)


@pytest.mark.parametrize(
    ("table", "column", "value"), [("rounds", "turns", 777), ("games", "turns", 777), ("seats", "calls", 777)]
)
@pytest.mark.parametrize("record", [(), ("--record",)])
def test_stored_row__that_differs_is_a_loud_error(run_copy: Path, capsys, table, column, value, record) -> None:
    doctor(run_copy, table, column, value)
    capsys.readouterr()
    assert yaniv("replay", run_copy, "--game", 15, *record) == 1
    shown = capsys.readouterr()
    place = {"rounds": r" of round \d+", "games": "", "seats": " of seat 2"}[table]
    text = rf"cell 0, game 15: not as stored: {table}\.{column}{place} is 777 stored and \d+ replayed; `yaniv verify "
    *said, fault = shown.err.splitlines()
    assert re.search(text, one_line(fault))
    assert said == (["The referee agrees: every line of the record keeps the rules."] if record else [])
    assert ("The game ends" in shown.out) != bool(record)
    assert "As stored" not in shown.out + shown.err


def test_record__is_json_lines_alone_and_the_check_is_told_beside(own_run: Path, capsys) -> None:
    capsys.readouterr()
    assert yaniv("replay", own_run, "--game", 7, "--record") == 0
    shown = capsys.readouterr()
    header, *lines = map(json.loads, shown.out.splitlines())
    assert header["entrants"] == ["random", "greedy:call_at=4"]
    assert (header["seed"], header["game"], header["players"]) == (1, 7, 2)
    assert header["variant"]["milestones"] == {"30": 10}
    assert lines[0]["deal"] == 1
    assert "result" in lines[-1]
    first, second = shown.err.splitlines()
    assert first.startswith(f"As stored: {lines[-1]['result']['rounds']} round")
    assert second.startswith("The referee agrees")
    variant, players, again = parse_record(shown.out)
    assert play_record(variant, players, again).finished


# A terminal


def on_a_terminal(*arguments: object) -> str:
    """What a command writes to a terminal."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "reports.cli", *map(str, arguments)]
    settings = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    done = subprocess.Popen(command, stdout=slave, env=settings | {"TERM": "xterm", "LANG": "C.UTF-8"})
    os.close(slave)
    written = b""
    try:
        while piece := os.read(master, 65536):
            written += piece
    except OSError:  # the other end is closed
        pass
    os.close(master)
    assert done.wait() == 0
    return written.decode()


def test_terminal__gets_symbols_and_colours(small_run: Path) -> None:
    text = on_a_terminal("replay", small_run, "--game", 17, "--round", 2)
    assert re.search(r"\x1b\[31m[A2-9TJQK][♦♥]\x1b\[0m", text)
    assert re.search(r"[A2-9TJQK][♣♠]", text)


@pytest.mark.parametrize(
    ("is_terminal", "encoding", "environment", "styled"),
    [
        (True, "utf-8", {}, True),
        (True, "utf-8", {"NO_COLOR": ""}, True),
        (True, "utf-8", {"NO_COLOR": "1"}, False),
        (True, "utf-8", {"TERM": "dumb"}, False),
        (True, "latin-1", {}, False),
        (False, "utf-8", {}, False),
    ],
)
def test_style__is_for_terminals_that_can_show_it(monkeypatch, is_terminal, encoding, environment, styled) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(out, "isatty", lambda: is_terminal, raising=False)
    monkeypatch.setattr(sys, "stdout", out)
    assert wants_style() is styled


def test_choice__goes_before_what_the_output_is(small_run: Path, capsys, monkeypatch) -> None:
    assert ESCAPE in told(capsys, small_run, "--game", 17, "--round", 2, "--color")
    monkeypatch.setattr("sim.looks.wants_style", lambda: True)
    assert ESCAPE in told(capsys, small_run, "--game", 17, "--round", 2)
    assert ESCAPE not in told(capsys, small_run, "--game", 17, "--round", 2, "--plain")


def test_reader__that_has_enough_is_no_fault(small_run: Path) -> None:
    command = f"{sys.executable} -m reports.cli replay {small_run} --game 17 | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602
    assert done.stdout == f"{small_run}: game 17\n"
    assert done.stderr == ""


def test_replay__loads_no_library_that_it_does_not_need(small_run: Path) -> None:
    """Reading a column the easy way imports pandas where it is installed, which takes longer than all the rest."""
    arguments = ["replay", str(small_run), "--game", "17"]
    code = f"import sys; from reports.cli import run; run({arguments}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "As stored" in done.stdout
    assert not {"pandas", "polars", "altair", "rich"} & set(done.stderr.split())


# Row 25 of the faults: a bot that raises or breaks the rules


@pytest.fixture
def bad_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Greedy that gives up at turn 5 of a later round."""
    play = GreedyPlain.play

    def give_up(bot: GreedyPlain, view: PlainView) -> Choice:
        if view.turn == 5 and sum(view.totals):
            raise RuntimeError("I give up")
        return play(bot, view)

    monkeypatch.setattr(GreedyPlain, "play", give_up)


@pytest.mark.usefixtures("bad_bot")
def test_bot__at_fault_is_told_after_the_game_so_far(small_run: Path, capsys) -> None:
    capsys.readouterr()
    assert yaniv("replay", small_run, "--game", 4) == 1
    shown = capsys.readouterr()
    lines = shown.out.rstrip().splitlines()
    found = re.match(r"standard, 3 players, broken off in round (\d+)$", lines[1])
    assert found
    assert f"Round {found[1]}" in lines
    assert lines[-1].split()[0] == "4"  # the last turn that was played
    fault = one_line(shown.err)
    place = rf"cell 0, game 4, round {found[1]}, turn 5: seat (\d) \(greedy\) with .* "
    assert re.search(place + r"raises RuntimeError when asked to play: I give up$", fault.strip())
    assert "stored" not in shown.out


@pytest.mark.usefixtures("bad_bot")
def test_bot__at_fault_leaves_a_record_of_the_game_so_far(small_run: Path, capsys) -> None:
    capsys.readouterr()
    assert yaniv("replay", small_run, "--game", 4, "--record") == 1
    variant, players, lines = parse_record(capsys.readouterr().out)
    assert not play_record(variant, players, lines).finished
    assert lines[-1].keys() == {"turn", "lay", "take", "card"}


def test_tables__are_three() -> None:
    """`doctor` above changes each of them."""
    assert TABLES == ("rounds", "games", "seats")

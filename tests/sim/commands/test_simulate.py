"""The commands that play, as their users see them."""

import json

import pytest

from sim.commands.simulate import default_name
from sim.plan_file import Order, Settings, order_from_options
from sim.run_folder import RunFolder
from tests.run_helpers import SMALL, contents, refused, yaniv


def test_simulate__prints_the_path_alone_and_tells_the_rest_on_standard_error(tmp_path, capsys):
    path = tmp_path / "run"
    assert yaniv("simulate", *SMALL, "--out", path) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{path}\n"
    *_, last, following = shown.err.splitlines()
    assert last.startswith(f"{path}: 44 games, ")
    assert last.endswith(" rounds/s)")
    assert following == f"next: yaniv report {path}"


def test_simulate__says_where_games_are_rounded_up_to_whole_deals(tmp_path, capsys):
    arguments = ("--players", 3, "--entrant", "greedy:call_at=3", "--entrant", "greedy")
    assert yaniv("simulate", *arguments, "--games", 10, "--out", tmp_path / "run") == 0
    told = "note: cell 0 plays 4 deals in 3 rotations, 12 games, to give each deal every rotation"
    assert told in capsys.readouterr().err
    assert yaniv("extend", tmp_path / "run", "--games", 12) == 0
    assert "note" not in capsys.readouterr().err


def test_extend__of_tallies_counts_the_games_of_a_chunk_that_is_there_in_part_once(tmp_path, capsys):
    arguments = ("--players", 2, "--detail", "tallies", "--out", tmp_path / "run")
    assert yaniv("simulate", *arguments, "--games", 20) == 0
    capsys.readouterr()
    assert yaniv("extend", tmp_path / "run", "--games", 30, "--json") == 0
    shown = capsys.readouterr()
    facts = json.loads(shown.out)
    assert (facts["complete"], facts["games"], facts["played"]["games"]) == (True, 30, 10)
    assert ": 30 games, " in shown.err


def test_simulate__quiet_says_nothing_on_standard_error(tmp_path, capsys):
    assert yaniv("simulate", *SMALL, "--quiet", "--out", tmp_path / "run") == 0
    assert capsys.readouterr().err == ""


def test_simulate__memory_does_not_grow_with_the_games(lives, tmp_path):
    peaks = []
    for games in (20_000, 100_000):
        arguments = ("--players", 2, "--games", games, "--chunk", 4096, "--threads", 1)
        status, life = lives.live("simulate", *arguments, "--out", tmp_path / f"{games}")
        assert status == 0, life.err
        peaks.append(life.peak_bytes)
    assert peaks[1] < peaks[0] + 20_000_000  # the rows of 80,000 games are 50 million bytes


@pytest.mark.parametrize("command", ["simulate", "resume", "extend"])
def test_json__gives_the_facts(tmp_path, run_copy, capsys, command):
    arguments = {
        "simulate": ("simulate", *SMALL, "--out", tmp_path / "run"),
        "resume": ("resume", run_copy),
        "extend": ("extend", run_copy, "--games", 44),
    }
    assert yaniv(*arguments[command], "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    run = RunFolder.open(facts["run"])
    assert facts["complete"]
    assert (facts["games"], facts["deals"], facts["cells"], facts["plan"]) == (44, [44], 1, run.plan.hash)
    assert facts["rounds"] == sum(entry.parts["rounds"].rows for entry in run.chunks())
    assert facts["played"]["games"] == (44 if command == "simulate" else 0)


def test_simulate__makes_runs_and_a_readable_name(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    arguments = ("--games", 20, "--entrant", "greedy:call_at=3", "--entrant", "greedy", "--seed", 7)
    assert yaniv("simulate", *arguments) == 0
    name = "runs/standard-4p-greedy-call-at-3-greedy-20-seed7"
    assert capsys.readouterr().out.strip() == name
    assert "finished" in refused(capsys, "simulate", *arguments)
    assert list(tmp_path.glob("runs/*")) == [tmp_path / name]


def test_simulate__name_of_a_plan_file_is_the_name_of_its_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "My plan.toml").write_text("[[cells]]\nplayers = 2")
    assert yaniv("simulate", "My plan.toml", "--games", 20, "--quiet") == 0
    assert capsys.readouterr().out.strip() == "runs/My-plan-20-seed1"


def test_default_name__fits_into_a_folder_and_stays_distinct():
    names = set()
    for limit in (1, 2):
        entrants = [f"greedy:call_at={limit},keep_pair={seat},keep_run=9,keep_joker=9" for seat in range(8)]
        plan, _ = order_from_options("milestone-steal", 8, entrants, Settings())
        names.add(default_name(Order(plan, 1), None))
    assert len(names) == 2
    assert all(len(name) <= 100 for name in names)


@pytest.mark.parametrize(("option", "value"), [("--variant", "standard"), ("--players", 3), ("--entrant", "greedy")])
def test_simulate__options_of_a_cell_are_refused_beside_a_plan(tmp_path, capsys, option, value):
    plan = tmp_path / "plan.toml"
    plan.write_text("[[cells]]")
    message = refused(capsys, "simulate", plan, option, value, "--out", tmp_path / "run")
    assert f"{option}: belongs to a run without a plan file; write it into {plan}" in message
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--game", 5), "No such option '--game'. Did you mean"),
        (("--players", 9), "--players: 9 is not allowed"),
        (("--seed", -1), "--seed: -1 is not allowed"),
        (("--games", "nan"), "'nan' is not a whole number"),
        (("--games", 0), "--games: 0 is not allowed"),
        (("--threads", 0), "--threads: 0 is not allowed"),
        (("--chunk", 3), "--chunk: 3 is no power of two"),
        (("--variant", "standart"), "unknown variant 'standart'; did you mean 'standard'?"),
        (("--variant", "../../x"), "../../x"),
        (("--entrant", "greedy:x=1"), "unknown parameter 'x'"),
        (("--variant", "a\nb"), r"unknown variant 'a\nb'"),
        (("--entrant", "gre\x1b[31medy"), r"unknown bot 'gre\x1b[31medy'"),
        (("no\nthing.toml",), r"no\nthing.toml: there is no such file"),
        (("nothing.toml",), "nothing.toml: there is no such file"),
    ],
)
def test_fault_22_23_29_wrong_use__one_clear_error_and_no_folder(tmp_path, capsys, arguments, told):
    assert told in refused(capsys, "simulate", *arguments, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("command", [("resume",), ("extend", "--games", 5)])
def test_no_run_there__told_and_nothing_left(tmp_path, capsys, command):
    name, *options = command
    assert "there is no run here" in refused(capsys, name, tmp_path, *options)
    assert contents(tmp_path) == {}
    assert "there is no run here" in refused(capsys, name, tmp_path / "nowhere", *options)
    (tmp_path / "file").write_text("mine")
    assert "no run folder but a file" in refused(capsys, name, tmp_path / "file", *options)


@pytest.mark.parametrize(
    "arguments",
    [("simulate", "--out", ""), ("simulate", ""), ("resume", ""), ("extend", "", "--games", 5), ("resume", " ")],
)
def test_empty_path__is_not_the_working_folder(tmp_path, capsys, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    assert "the path is empty; name one" in refused(capsys, *arguments)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("inside", ["inside", "rounds/cell=000/deep"])
def test_simulate__no_run_within_a_run(run_copy, tmp_path, capsys, inside):
    before = contents(run_copy)
    (tmp_path / "link").symlink_to(run_copy)
    for path in (run_copy / inside, tmp_path / "link" / inside):
        told = refused(capsys, "simulate", "--out", path)
        assert f"lies in the folder of a run, {run_copy}; choose a folder outside of it" in told
        assert not path.exists()
    assert contents(run_copy) == before


def test_one_game__is_no_plural(tmp_path, capsys):
    assert yaniv("simulate", "--games", 1, "--out", tmp_path / "one") == 0
    assert "one: 1 game, " in capsys.readouterr().err

"""`yaniv tune` as its users see it."""

import json
import shlex
import signal
import time

import pytest

from pipelines.tuning.folder import RESULT_FILE, STATE_FILE
from sim.errors import BotFault
from tests.lives import eventually
from tests.run_helpers import contents, one_line, refused, reseal, yaniv

BOT = ("greedy", "--parameter", "call_at:0-7", "--parameter", "take_at_most:0-9")
SMALL = (*BOT, "--against", "greedy:call_at=3", "--against", "greedy", "--deals", 16, "--fresh", 600)
TINY = (*SMALL, "--population", 6, "--generations", 3)


def has_told(life, text):
    return life.errors.exists() and text in life.err


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished tuning."""
    path = tmp_path_factory.mktemp("tune") / "run"
    assert yaniv("tune", *TINY, "--out", path, "--threads", 1, "--quiet") == 0
    return path


def test_tune__finds_something_better_and_says_how_much(tmp_path, capsys):
    path = tmp_path / "run"
    assert yaniv("tune", *SMALL, "--generations", 8, "--name", "wise", "--out", path) == 0
    told = capsys.readouterr()
    assert "8 generations of 12 candidates on 16 deals" in told.err
    assert "games at most\nabout " in told.err
    assert "generation 8 of 8: its candidates won " in told.err
    assert "on 600 deals that neither the search nor the choice of the finalist has seen:" in told.out
    assert "better than greedy: the whole interval lies above 0" in told.out
    assert told.out.splitlines()[-1] == str(path / RESULT_FILE)
    # A call limit below the threshold beats the eager bot; see the table of `yaniv tune` in the README.
    assert yaniv("compare", path / RESULT_FILE, "greedy", "--by", 2, "--out", tmp_path / "check", "--quiet") == 0
    assert "wise is better" in capsys.readouterr().out


def test_tune__the_file_tells_where_it_is_from(finished, capsys):
    text = (finished / RESULT_FILE).read_text()
    assert "#   yaniv tune greedy --players 2 --against greedy:call_at=3 --against greedy --parameter" in text
    assert "gain +" in text
    assert '[entrants."greedy-tuned-2p"]\nfamily = "greedy"\ncall_at = ' in text
    assert yaniv("bots", finished / RESULT_FILE) == 0


@pytest.mark.parametrize("threads", [2, 3])
def test_tune__does_not_depend_on_threads(finished, tmp_path, threads):
    path = tmp_path / "run"
    assert yaniv("tune", *TINY, "--out", path, "--threads", threads, "--quiet") == 0
    assert contents(path) == contents(finished)


def test_tune__a_folder_goes_on_from_any_state(finished, tmp_path, capsys):
    whole = json.loads((finished / STATE_FILE).read_text())
    path = tmp_path / "run"
    path.mkdir()
    (path / STATE_FILE).write_bytes((finished / STATE_FILE).read_bytes())
    reseal(path / STATE_FILE, generations=whole["generations"][:2], choosing=[], measuring=[])
    assert yaniv("tune", path) == 0
    told = capsys.readouterr()
    assert "generation 3 of 3" in told.err
    assert "generation 2 of 3" not in told.err
    assert contents(path) == contents(finished)


def test_tune__a_finished_folder_tells_what_was_found(finished, capsys):
    before = contents(finished)
    assert yaniv("tune", finished, "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert contents(finished) == before
    assert [one["opponent"] for one in facts["gains"]] == ["all", "greedy:call_at=3", "greedy"]
    whole = facts["gains"][0]
    assert whole["difference"]["value"] == pytest.approx(whole["winner"]["value"] - whole["start"]["value"])
    assert whole["start"]["n"] == 600 * 2 * 2
    # Against itself on all deals in both seats the start wins one half.
    assert facts["gains"][2]["start"]["value"] == 0.5
    assert facts["entrant"].startswith("greedy:call_at=")


def test_tune__a_budget_decides_the_generations(tmp_path, capsys):
    assert yaniv("tune", *SMALL, "--population", 6, "--games", 20_000, "--dry-run") == 0
    # 20,000 less the finalists' (7 x 150 + 2 x 600) x 4 = 9,000, in generations of 6 x 16 x 4 = 384.
    assert "28 generations of 6 candidates" in capsys.readouterr().out
    assert yaniv("tune", *SMALL, "--minutes", 1, "--dry-run") == 0
    assert " generations of 12 candidates" in capsys.readouterr().out


def test_tune__dry_run_writes_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert yaniv("tune", "greedy", "--against", "greedy", "--dry-run") == 0
    assert "5 parameters:" in capsys.readouterr().out
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("gredy",), "unknown bot 'gredy'"),
        (("york-novice",), "has no parameters"),
        (("greedy", "--parameter", "cal_at"), "--parameter: unknown parameter 'cal_at'; did you mean 'call_at'?"),
        (("greedy", "--parameter", "call_at:3"), "--parameter: 'call_at:3' is no call_at:LOW-HIGH"),
        (("greedy", "--parameter", "call_at:7-3"), "--parameter: call_at:7-3 is no range within"),
        (("greedy", "--parameter", "call_at:0-99"), "--parameter: call_at:0-99 is no range within"),
        ((*BOT, "--parameter", "call_at"), "--parameter: call_at is given twice"),
        ((*BOT, "--against", "gredy"), "--against: unknown bot 'gredy'"),
        ((*BOT, "--against", "greedy", "--against", "greedy"), "--against: 'greedy' is there twice"),
        ((*BOT, "--players", 9), "--players: 9 is not allowed"),
        ((*BOT, "--fresh", 10), "--fresh: 10 is not allowed"),
        ((*BOT, "--population", 2), "--population: 2 is not allowed"),
        ((*BOT, "--generations", 2, "--minutes", 1), "--minutes: --generations says already how long"),
        ((*BOT, "--minutes", "nan"), "--minutes: nan is not above 0"),
        ((*BOT, "--games", 5), "--games: 5 games are too few"),
        ((*BOT, "--name", "greedy"), "--name: 'greedy' reads as a bot"),
        ((*BOT, "--name", "../x"), "--name: '../x': a name must hold no /"),
        (("nowhere.toml",), "nowhere.toml: there is no such file"),
    ],
)
def test_fault_22_23_tune__wrong_use_is_one_clear_error_and_no_folder(tmp_path, capsys, arguments, told):
    assert told in refused(capsys, "tune", *arguments, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_fault_16_tune__a_folder_that_holds_something_is_refused(finished, tmp_path, capsys):
    told = refused(capsys, "tune", *TINY, "--out", finished)
    assert f"holds a tuning; `yaniv tune {finished}` goes on with it or tells what it found" in told
    for option, value in (("--seed", 0), ("--parameter", "call_at"), ("--minutes", 1), ("--out", tmp_path / "other")):
        told = refused(capsys, "tune", finished, option, value)
        assert f"{option}: {finished} is a tuning that was begun and says it already; leave one out" in told
    (tmp_path / "file").write_text("")
    assert "is no tuning: it has no tuning.json" in refused(capsys, "tune", tmp_path)
    assert "is not empty" in refused(capsys, "tune", *TINY, "--out", tmp_path, "--quiet")


def test_fault_17_tune__another_engine_is_refused(finished, tmp_path, capsys):
    (tmp_path / STATE_FILE).write_bytes((finished / STATE_FILE).read_bytes())
    reseal(tmp_path / STATE_FILE, engine=0)
    assert "was begun with engine 0, and this is " in refused(capsys, "tune", tmp_path)
    text = (finished / STATE_FILE).read_text()
    (tmp_path / STATE_FILE).write_text(text.replace('"seed": 1', '"seed": 2'))
    assert "is not as it was written; begin anew" in refused(capsys, "tune", tmp_path)


@pytest.mark.parametrize("step", [9, 15, 24, 30])
def test_fault_01_02_tune__killed_anywhere_it_comes_to_the_same(lives, finished, tmp_path, step):
    path = tmp_path / "run"
    status, _ = lives.live("tune", *TINY, "--out", path, "--threads", 2, die_at=step)
    assert status == -signal.SIGKILL
    assert (path / STATE_FILE).exists()
    assert yaniv("tune", path, "--quiet") == 0
    assert contents(path) == contents(finished)


def test_fault_09_tune__a_full_disk_is_one_clear_error(lives, finished, tmp_path):
    path = tmp_path / "run"
    status, life = lives.live("tune", *TINY, "--out", path, "--quiet", full_at=15)
    assert status == 1
    assert "cannot be written: No space left on device; free some space" in life.err
    assert f"go on with: yaniv tune {path}" in life.err
    assert "Traceback" not in life.err
    assert yaniv("tune", path, "--quiet") == 0
    assert contents(path) == contents(finished)


def test_fault_25_tune__a_bot_that_fails_is_named(tmp_path, capsys, monkeypatch):
    def play(self, *_):
        raise BotFault(17, "round 3: greedy fell over")
        yield

    monkeypatch.setattr("pipelines.tuning.playing.CellPlayer.play", play)
    assert yaniv("tune", *TINY, "--out", tmp_path / "run", "--quiet") == 1
    told = one_line(capsys.readouterr().err)
    assert "greedy:call_at=" in told
    assert "against greedy" in told
    assert "game 17, round 3: greedy fell over" in told
    assert f"go on with: yaniv tune {tmp_path / 'run'}" in told


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_fault_05_07_tune__stops_within_a_second_and_goes_on(lives, finished, tmp_path, number, expected):
    path = tmp_path / "it's a run"
    arguments = (*BOT, "--against", "greedy", "--deals", 256, "--fresh", 1e6, "--generations", 900, "--out", path)
    life = lives.begin("tune", *arguments)
    eventually(lambda: has_told(life, "generation 2 of 900"), 60)
    start = time.monotonic()
    life.kill(number)
    assert life.wait() == expected
    assert time.monotonic() - start < 1
    assert "Traceback" not in life.err
    assert " of 900 generations are kept; go on with: " in life.err
    command = shlex.split(life.err.rpartition("go on with: ")[2].strip())
    assert command == ["yaniv", "tune", str(path)]
    kept = len(json.loads((path / STATE_FILE).read_text())["generations"])
    assert kept >= 2
    again = lives.begin(*command[1:])
    eventually(lambda: has_told(again, f"generation {kept + 1} of 900"), 60)
    again.kill(number)
    assert again.wait() == expected

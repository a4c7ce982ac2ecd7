"""`yaniv compare` as its users see it."""

import json
import shlex
import signal
import time

import pytest

from sim.bots import family, parse_entrant
from sim.tournaments.comparison import Options, comparison
from tests.lives import eventually
from tests.run_helpers import contents, refused, yaniv

PAIR = ("greedy:call_at=1", "greedy")


def looks_of(text):
    return [line.partition("  [")[0] for line in text.splitlines() if " deals: " in line]


def test_compare__stops_at_the_look_that_decides_and_says_why(tmp_path, capsys):
    assert yaniv("compare", *PAIR, "--by", 1, "--chunk", 128, "--out", tmp_path / "run") == 0
    told = capsys.readouterr()
    assert "stopped because it is decided: greedy:call_at=1 is better: the whole interval lies above 0" in told.out
    assert looks_of(told.err)[0].startswith("128 deals: +")
    assert "points in 100 (" in looks_of(told.err)[-1]
    assert "games/s, at most " in told.err


def test_compare__looks_do_not_depend_on_threads(tmp_path, capsys):
    seen = []
    for threads in (1, 2):
        path = tmp_path / f"{threads}"
        arguments = ("--by", 3, "--players", 3, "--chunk", 64, "--threads", threads)
        assert yaniv("compare", *PAIR, *arguments, "--out", path) == 0
        told = capsys.readouterr()
        seen.append((looks_of(told.err), told.out, contents(path)))
    assert seen[0] == seen[1]


def test_compare__without_a_margin_plays_all_deals(tmp_path, capsys):
    assert yaniv("compare", *PAIR, "--deals", 200, "--chunk", 64, "--out", tmp_path / "run", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert [look["deals"] for look in facts["looks"]] == [64, 128, 192, 200]
    assert facts["looks"][-1]["games"] == 400
    assert facts["why"].startswith("stopped after all 200 deals: ")
    assert facts["placements"] == 2
    assert facts["looks"][-1]["difference"]["low"] < facts["looks"][-1]["difference"]["value"]


def test_compare__the_same_command_goes_on_and_comes_to_the_same(tmp_path, capsys):
    arguments = ("compare", *PAIR, "--chunk", 64, "--json", "--quiet", "--out", tmp_path / "run")
    assert yaniv(*arguments, "--deals", 100) == 0
    capsys.readouterr()
    assert yaniv(*arguments, "--deals", 300) == 0
    longer = json.loads(capsys.readouterr().out)
    assert yaniv(*arguments[:-1], tmp_path / "fresh", "--deals", 300) == 0
    fresh = json.loads(capsys.readouterr().out)
    assert longer["looks"] == fresh["looks"]
    assert contents(tmp_path / "run") == contents(tmp_path / "fresh")


def test_compare__the_same_bot_needs_no_game(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert yaniv("compare", "greedy", "greedy:call_at=50") == 0
    assert "the difference is exactly 0" in capsys.readouterr().out
    assert yaniv("compare", "random", "random", "--json") == 0
    assert json.loads(capsys.readouterr().out)["decision"] == "identical"
    assert contents(tmp_path) == {}


def test_compare__what_is_the_default_at_this_table_is_the_same_bot_and_at_another_it_is_not(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    told = f"counter:risk_one={family('counter').defaults(7, 3)[0]}"
    assert yaniv("compare", told, "counter", "--players", 3) == 0
    assert "both are counter, the same bot" in capsys.readouterr().out
    assert contents(tmp_path) == {}
    made = comparison(parse_entrant(told), parse_entrant("counter"), Options(players=2), until_decided=False)
    assert made.names == (told, "counter")


def test_compare__the_same_play_under_other_parameters_is_recognised(tmp_path, capsys):
    assert yaniv("compare", "greedy", "greedy:call_at=8", "--by", 2, "--chunk", 128, "--out", tmp_path / "run") == 0
    told = capsys.readouterr()
    assert "difference from an even share: 0 exactly" in told.out
    assert "every game went the same, whoever sat where, so the difference is exactly 0" in told.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("greedy", "gredy"), "B: unknown bot 'gredy'"),
        (("gredy:x=1", "greedy"), "A: unknown bot"),
        ((*PAIR, "--by", 0), "--by: 0 is not above 0"),
        ((*PAIR, "--by", "nan"), "--by: nan is not above 0"),
        ((*PAIR, "--players", 1), "--players: 1 is not allowed"),
        ((*PAIR, "--deals", 0), "--deals: 0 is not allowed"),
        ((*PAIR, "--chunk", 5), "--chunk: 5 is no power of two"),
        (("greedy",), "Missing argument 'B'"),
    ],
)
def test_fault_22_23_wrong_use__one_clear_error_and_no_folder(tmp_path, capsys, arguments, told):
    assert told in refused(capsys, "compare", *arguments, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_fault_16_compare__another_plan_in_the_folder_is_refused(tmp_path, capsys):
    assert yaniv("compare", *PAIR, "--deals", 4, "--out", tmp_path / "run", "--quiet") == 0
    told = refused(capsys, "compare", *PAIR, "--deals", 4, "--seed", 2, "--out", tmp_path / "run")
    assert "holds another plan: seed is 1 there and 2 here" in told


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_fault_05_07_compare__stops_within_a_second_and_says_how_to_go_on(lives, tmp_path, number, expected):
    path = tmp_path / "it's a run"
    life = lives.begin("compare", "greedy:call_at=3", "greedy", "--players", 4, "--deals", 200_000, "--out", path)
    eventually(lambda: any(path.glob("manifest/*/chunk-00000[1-9].json")))
    start = time.monotonic()
    life.kill(number)
    assert life.wait() == expected
    assert time.monotonic() - start < 1
    command = shlex.split(life.err.rpartition("go on with: ")[2].strip())
    assert command == [
        "yaniv",
        "compare",
        "greedy:call_at=3",
        "greedy",
        "--players",
        "4",
        "--deals",
        "200000",
        "--out",
        str(path),
    ]
    assert "Traceback" not in life.err

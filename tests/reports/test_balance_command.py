import json
import re
import shlex
import shutil
import signal
import time
from pathlib import Path

import pytest

import pipelines.balance.data
from pipelines.balance import arms
from tests.lives import eventually
from tests.run_helpers import contents, refused, yaniv

SMALL = ("--variants", "standard,no-assaf", "--players", 2, "--levels", "eager", "--games", 66)
SCHEMA = Path(pipelines.balance.data.__file__).with_name("balance_schema.md").read_text()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("balance") / "small"
    assert yaniv("balance", *SMALL, "--out", path, "--quiet") == 0
    return path


@pytest.fixture
def few_measures(monkeypatch):
    """Leave out the measures that play arms of their own."""
    monkeypatch.setattr(arms, "MEASURES", ("seats", "risk", "pace"))


@pytest.fixture(scope="module")
def data(folder):
    return json.loads((folder / "report" / "report.json").read_text())


def test_balance__has_a_row_for_each_variant_players_and_level(data):
    rows = [(place["variant"], place["players"], place["level"]) for place in data["places"]]
    assert rows == [(v, 2, "eager") for v in ("standard", "no-assaf")]
    assert all(place["games"] == 66 for place in data["places"])


def test_balance__every_number_is_as_in_a_report(data):
    def numbers(value):
        if isinstance(value, dict):
            if "method" in value:
                yield value
            value = list(value.values())
        for item in value if isinstance(value, list) else ():
            yield from numbers(item)

    found = list(numbers(data))
    assert len(found) > 200
    assert all(number.keys() == {"value", "low", "high", "n", "method"} for number in found)
    assert {number["method"] for number in found} == data["methods"].keys()


def test_balance__the_opening_is_made_of_verdicts_and_numbers(data):
    """Without Assaf a call risks nothing, so that there is no choice of totals to call at."""
    told = data["sentences"]
    verdicts = {place["variant"]: place["measures"]["F10"]["verdict"]["word"] for place in data["places"]}
    assert verdicts["no-assaf"] == "no choice"
    (choice,) = [line for line in told if line.startswith("There is no choice of totals to call at")]
    assert choice.endswith(": no-assaf.")
    (length,) = [line for line in told if line.startswith("Half of the games of standard are over after ")]
    assert re.search(r"after [\d.]+ \(.+\) minutes with 2 players \(level eager\)\.$", length)


def test_balance__its_schema_is_written_down(data):
    place = data["places"][0]
    verdict = next(one["verdict"] for one in place["measures"].values() if one["verdict"])
    for part in (data, data["run"], data["variants"][0], place, verdict, data["effects"], data["effects"]["rows"][0]):
        assert [name for name in part if f"`{name}`" not in SCHEMA] == []


def test_balance__the_same_command_plays_nothing_again(folder, capsys):
    before = contents(folder)
    assert yaniv("balance", *SMALL, "--out", folder) == 0
    told = capsys.readouterr()
    assert "games" not in told.err
    assert contents(folder) == before
    assert told.out.splitlines()[-1] == str(folder / "report" / "index.html")


@pytest.mark.usefixtures("few_measures")
def test_balance__threads_change_no_byte(tmp_path):
    for threads in (1, 2):
        assert yaniv("balance", *SMALL, "--out", tmp_path / f"{threads}", "--quiet", "--threads", threads) == 0
    assert contents(tmp_path / "1" / "tables") == contents(tmp_path / "2" / "tables")


def test_balance__another_one_in_the_folder_is_refused(folder, capsys):
    told = refused(capsys, "balance", "--games", 99, "--out", folder)
    assert "holds another balance" in told


def test_balance__a_dry_run_writes_nothing(tmp_path, capsys):
    assert yaniv("balance", *SMALL, "--out", tmp_path / "none", "--dry-run") == 0
    told = capsys.readouterr().out
    assert re.search(r"^2 rows: 2 variants, 1 numbers of players", told)
    assert re.search(r"about .* on \d+ threads?$", told, re.MULTILINE)
    assert not (tmp_path / "none").exists()


def test_balance__an_example_game_can_be_looked_at(data, capsys):
    command = data["places"][1]["replay"].split()
    assert yaniv(*command[1:]) == 0
    assert "no-assaf, 2 players" in capsys.readouterr().out


@pytest.mark.usefixtures("few_measures")
def test_balance__a_house_rule_gets_the_same_treatment(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text('name = "Grandma | <b>rules"\nthreshold = 6\nopening = "round_winner"\n')
    options = ("--variants", f"{house},standard", "--players", 2, "--levels", "eager", "--games", 66)
    assert yaniv("balance", *options, "--out", tmp_path / "run", "--quiet") == 0
    report = tmp_path / "run" / "report"
    assert "<b>rules" not in (report / "index.html").read_text()
    assert "| Grandma \\| &lt;b>rules | eager |" in (report / "report.md").read_text()


def test_balance__files_of_others_stay(folder, tmp_path, capsys):
    run = shutil.copytree(folder, tmp_path / "run")
    (run / "report" / "index.html").write_text("mine")
    assert "is not of a report" in refused(capsys, "balance", *SMALL, "--out", run, "--quiet")
    assert (run / "report" / "index.html").read_text() == "mine"


@pytest.mark.parametrize("fault", ["is a file", "is not empty", "there is no folder"])
def test_balance__a_folder_that_cannot_be_used_is_refused_before_anything_takes_time(tmp_path, capsys, fault):
    (tmp_path / "file").write_text("mine")
    folder = {"is a file": tmp_path / "file", "is not empty": tmp_path, "there is no folder": tmp_path / "no" / "run"}
    told = refused(capsys, "balance", *SMALL, "--out", folder[fault])
    assert fault in told
    assert "cells" not in told
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_balance__a_pace_that_is_none_is_refused(capsys):
    assert "--seconds-per-turn: 0" in refused(capsys, "balance", "--seconds-per-turn", 0)


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_fault_05_07_balance__stops_within_a_second_and_says_how_to_go_on(lives, tmp_path, number, expected):
    path = tmp_path / "it's a balance"
    options = ["--variants", "standard,no-assaf", "--players", "3", "--levels", "eager", "--games", "2000000"]
    life = lives.begin("balance", *options, "--out", path)
    eventually(lambda: any(path.glob("tables/manifest/*/*.json")))
    start = time.monotonic()
    life.kill(number)
    assert life.wait() == expected
    assert time.monotonic() - start < 1
    command = life.err.rpartition("go on with: ")[2].strip()
    assert shlex.split(command) == ["yaniv", "balance", *options, "--out", str(path)]
    assert "Traceback" not in life.err


def test_balance__interrupted_while_measuring_says_that_all_games_are_kept(folder, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pipelines.balance.measuring.measure_all", interrupted)
    assert yaniv("balance", *SMALL, "--out", folder) == 130
    assert "all games are kept; make the report with: yaniv balance --variants" in capsys.readouterr().err

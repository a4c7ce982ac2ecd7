"""`yaniv referee`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sim.commands.referee import referee
from tests.run_helpers import one_line, yaniv

CASES = Path(__file__).parents[1] / "cases"
GOOD, BROKEN = CASES / "single_round_game.jsonl", CASES / "middle_of_a_run_stays.jsonl"


@pytest.fixture
def no_record(tmp_path: Path) -> Path:
    path = tmp_path / "notes\x1b[31m.txt"
    path.write_text("dear diary\n")
    return path


def test_good_record__is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert yaniv("referee", GOOD) == 0
    assert capsys.readouterr().out == f"{GOOD}: keeps the rules; 1 round, seat 1 wins\n"


def test_broken_record__names_line_rule_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert yaniv("referee", BROKEN) == 1
    assert capsys.readouterr().out == (
        f"{BROKEN}: line 4 breaks T6: seat 0 takes 8H, but may take 7H * or from the stock\n"
    )


def test_json__is_one_object_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert yaniv("referee", "--json", BROKEN) == 1
    told = json.loads(capsys.readouterr().out)
    assert told.pop("message")
    assert told == {"file": str(BROKEN), "ok": False, "line": 4, "rule": "T6"}
    assert yaniv("referee", GOOD, BROKEN, "--json") == 1
    assert [json.loads(line)["ok"] for line in capsys.readouterr().out.splitlines()] == [True, False]
    assert yaniv("referee", GOOD, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["finished"]
    assert told["rounds"][0].keys() == {"round", "end", "caller", "score", "totals", "out"}
    assert told["result"].keys() == {"winners", "places", "rounds"}


def test_no_record__is_wrong_use_and_the_others_are_checked(
    no_record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert yaniv("referee", no_record, BROKEN, GOOD) == 2
    said = capsys.readouterr()
    assert "line 1: 'dear diary' is no JSON" in one_line(said.err)
    assert "\x1b" not in said.err
    assert len(said.out.splitlines()) == 2


def test_files__that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "missing.jsonl"):
        assert yaniv("referee", path) == 2
        assert "cannot be read" in one_line(capsys.readouterr().err)
    assert yaniv("referee") == 2


def test_standard_input__is_a_dash() -> None:
    told = CliRunner().invoke(referee, ["-"], input=GOOD.read_bytes())
    assert (told.exit_code, told.stdout) == (0, "standard input: keeps the rules; 1 round, seat 1 wins\n")


def test_standard_input__that_is_closed_or_named_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert yaniv("referee", "-") == 2
    assert "standard input is closed" in one_line(capsys.readouterr().err)
    assert yaniv("referee", "-", "-") == 2
    assert "- is named twice" in one_line(capsys.readouterr().err)


def test_winners__are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shared.jsonl"
    hands = ["AC 2C 4C * *", "AD 2D 4D * *", "AH 2H 4H * *", "AS 2S 4S * *"]
    header = {"yaniv": 1, "variant": {"score_limit": 0, "second_deck_from": 2, "jokers": 4}, "players": 4}
    deal = {"deal": 1, "dealer": 0, "first": 1, "hands": hands, "upcard": "KS"}
    path.write_text("\n".join(map(json.dumps, (header, deal, {"call": 1}))))
    assert yaniv("referee", path) == 0
    assert "seats 0, 2 and 3 share the win" in capsys.readouterr().out

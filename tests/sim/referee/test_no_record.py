"""What is no record at all: the line is named and what was expected."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from sim.record import dump_line
from sim.referee import NoRecord, check_file, check_record
from tests.scripted import deal

HEADER: dict[str, Any] = {"yaniv": 1, "variant": "standard", "players": 2}
DEAL = deal("9C 9D TC TD 3H", "7H 8H * 4C 5D", number=1)


def refusal(*lines: str | dict[str, Any]) -> str:
    with pytest.raises(NoRecord) as caught:
        check_record([line if isinstance(line, str) else dump_line(line) for line in lines])
    return str(caught.value)


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        ({"yaniv": 2}, "record format 2, this reads 1"),
        ({"yaniv": True}, "yaniv = true"),
        ({"variant": "standart"}, "did you mean 'standard'"),
        ({"variant": "houze"}, "a name that `yaniv variants` lists or an object of rule values"),
        ({"variant": {"\ud800": 1}}, "in 'own rules'"),
        ({"variant": 7}, "a name or an object of rule values"),
        ({"variant": {"base": "nepal"}}, "unknown base"),
        ({"variant": {"treshold": 5}}, "did you mean 'threshold'"),
        ({"variant": {"threshold": 51}}, "threshold = 51"),
        ({"variant": {"threshold": 5.0}}, "threshold = 5.0"),
        ({"players": 9}, "from 2 to 8"),
        ({"players": "2"}, "from 2 to 8"),
        ({"variant": {"hand_size": 7, "second_deck_from": 0, "jokers": 0}, "players": 8}, "leaves no stock"),
        ({"entrants": ["greedy"]}, "2 texts are expected"),
        ({"seed": -1}, "seed = -1"),
        ({"names": []}, "unknown key 'names'"),
        ({"player": 2}, "did you mean 'players'"),
    ],
)
def test_header__is_refused(header: dict[str, Any], fault: str) -> None:
    said = refusal(json.dumps(HEADER | header))
    assert fault in said
    assert said.startswith("line 1: ")
    assert ":  " not in said  # a fault without words


@pytest.mark.parametrize("key", ["variant", "players"])
def test_header__lacks_a_key(key: str) -> None:
    assert f"lacks '{key}'" in refusal({k: v for k, v in HEADER.items() if k != key})


@pytest.mark.parametrize(
    "variant",
    [
        {},
        {"base": "york", "threshold": 5},
        {"threshold": 5, "milestones": {"60": 30}},
        {"name": "standard", "source": "somewhere", "threshold": 5},
        {"milestones": {}},
    ],
)
def test_header__may_hold_rule_values(variant: dict[str, Any]) -> None:
    assert check_record([json.dumps(HEADER | {"variant": variant})]).ok


def test_header__milestones_replace_the_defaults() -> None:
    fifty = "TC TD TH TS JC"
    lines = [deal(fifty, "AC AD * 2H 2D", number=1), {"call": 1}]
    for milestones, total in (({}, 50), ({"60": 30}, 50), ({"50": 1}, 1)):
        header = HEADER | {"variant": {"milestones": milestones}}
        verdict = check_record(map(dump_line, [header, *lines]))
        assert verdict.rounds[0].totals == [total, 0]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", None),
        ("{", "is no JSON"),
        ("[1]", "no JSON object"),
        ('{"call": null}', "call = null"),
        ('\ufeff{"call": 1}', "begins with a byte order mark"),
        ('{"turn": 1, "lay": "7H\u00a08H", "take": "stock", "card": "QD"}', "is no card"),
        ("7", "no JSON object"),
        ("[" * 100_000, "is no JSON"),
        ('{"turn": 1, "lay": "7H", "lay": "8H"}', "'lay' is given twice"),
        ('{"turn": NaN}', "NaN is no JSON"),
        ('{"turn": 1.0, "lay": "7H", "take": "stock", "card": "QD"}', "turn = 1.0"),
        ('{"turn": true, "lay": "7H"}', "turn = true"),
        ('{"move": 1}', "a line of a record has one of yaniv, deal"),
        ("{}", "a line of a record has one of yaniv, deal"),
        ('{"turn": 1, "lays": "7H"}', "did you mean 'lay'"),
        ('{"turn": 1, "lay": ["7H"]}', "a text of cards"),
        ('{"turn": 1, "lay": "7H", "take": "stok", "card": "QD"}', "did you mean 'stock'"),
        ('{"turn": 1, "lay": "10H", "take": "stock", "card": "QD"}', '"10H" is no card'),
        ('{"turn": 1, "lay": "7h", "take": "stock", "card": "QD"}', '"7h" is no card'),
        ('{"turn": 1, "lay": "7H", "take": "stock", "card": "QD QC"}', "one card is expected"),
        ('{"turn": 1, "call": 1}', "unknown key 'call'"),
        ('{"slap": 1}', "lacks 'card'"),
        ('{"stopped": false}', "true is expected"),
        ('{"score": [0, 0], "totals": [0, 0]}', "lacks 'out'"),
        ('{"score": ["0", 0], "totals": [0, 0], "out": []}', "a list of whole numbers"),
        ('{"score": [0, 0], "totals": [0, 0], "out": [null]}', "a list of seats"),
        ('{"result": [1]}', "an object with winners, places, rounds"),
        ('{"result": {"winners": [1], "rounds": 1}}', "no 'places' in the result"),
        ('{"result": {"winners": [1], "places": [1, 2], "rounds": 1, "won": 1}}', "unknown key 'won' in the result"),
        ('{"result": {"winners": 1, "places": [1, 2], "rounds": 1}}', "a list of whole numbers"),
    ],
)
def test_line__is_refused_or_named(line: str, fault: str | None) -> None:
    if fault is None:
        assert check_record([dump_line(HEADER), dump_line(DEAL), line]).ok  # an empty last line
        assert refusal(HEADER, line, DEAL).startswith("line 2: an empty line")
        return
    said = refusal(HEADER, DEAL, line)
    assert said.startswith("line 3: ")
    assert fault in said
    assert len(said) < 400


@pytest.mark.parametrize("key", ["dealer", "first", "hands", "upcard"])
def test_deal__lacks_a_key(key: str) -> None:
    assert f"lacks '{key}'" in refusal(HEADER, {k: v for k, v in DEAL.items() if k != key})


def test_record__begins_with_a_header() -> None:
    assert refusal(DEAL).startswith("line 1: the first line is no header")
    assert "the record is empty" in refusal()
    assert "the record is empty" in refusal("\n")


def test_record__is_utf_8() -> None:
    with pytest.raises(NoRecord, match="line 2: is not UTF-8"):
        check_file(io.BytesIO(json.dumps(HEADER).encode() + b"\n\xff\xfe\n"))


def test_record__comes_with_any_line_ends() -> None:
    text = f"{dump_line(HEADER)}\r\n{dump_line(DEAL)}\r\n\r\n"
    assert check_file(io.BytesIO(text.encode())).ok

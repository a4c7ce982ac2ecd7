"""One random change to a record: a card, a seat, a score, a lay, a line."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

from sim.record import Line

RANKS, SUITS = "A23456789TJQK", "CDHS"


def change_record(lines: list[Line], chance: random.Random) -> list[Line] | None:
    """A copy with one change; None where the change drawn fits nowhere or changes nothing."""
    changed = copy.deepcopy(lines)
    chance.choice(CHANGES)(changed, chance)
    return None if changed == lines else changed


def _pick(lines: list[Line], chance: random.Random, *keys: str) -> Line | None:
    fitting = [line for line in lines[1:] if any(key in line for key in keys)]
    return chance.choice(fitting) if fitting else None


def _other_card(chance: random.Random) -> str:
    return chance.choice(["*", *(rank + suit for rank in RANKS for suit in SUITS)])


def _in_cards(text: str, chance: random.Random) -> str:
    """Replace, drop, add or swap cards of a text."""
    cards = text.split()
    match chance.randrange(4):
        case 0 if cards:
            cards[chance.randrange(len(cards))] = _other_card(chance)
        case 1 if len(cards) > 1:
            cards.pop(chance.randrange(len(cards)))
        case 2:
            cards.insert(chance.randrange(len(cards) + 1), _other_card(chance))
        case _:
            chance.shuffle(cards)
    return " ".join(cards)


def _lay(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "lay"):
        line["lay"] = _in_cards(line["lay"], chance)


def _hand(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "hands"):
        seat = chance.randrange(len(line["hands"]))
        line["hands"][seat] = None if line["hands"][seat] is None else _in_cards(line["hands"][seat], chance)


def _card(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "card", "upcard"):
        line["upcard" if "upcard" in line else "card"] = _other_card(chance)


def _take(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "take"):
        line["take"] = chance.choice(("stock", "pile"))


def _seat(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "turn", "call", "slap", "slapdown", "deal"):
        key = chance.choice([k for k in ("turn", "call", "slap", "slapdown", "dealer", "first") if k in line])
        line[key] = (line[key] + chance.choice((-1, 1, 2))) % lines[0]["players"]


def _number(lines: list[Line], chance: random.Random) -> None:
    line = _pick(lines, chance, "reshuffled") if chance.random() < 0.5 else _pick(lines, chance, "deal")
    if line:
        line["reshuffled" if "reshuffled" in line else "deal"] += chance.choice((-1, 1))


def _score(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "score"):
        values: list[Any] = line[chance.choice(("score", "totals"))]
        seat = chance.randrange(len(values))
        values[seat] = chance.choice((0, 25, 50)) if values[seat] is None else values[seat] + chance.choice((-1, 1, 30))


def _out(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "out"):
        seat = chance.randrange(lines[0]["players"])
        line["out"] = sorted(set(line["out"]) ^ {seat})


def _result(lines: list[Line], chance: random.Random) -> None:
    if line := _pick(lines, chance, "result"):
        result = line["result"]
        match chance.randrange(3):
            case 0:
                result["rounds"] += chance.choice((-1, 1))
            case 1:
                result["places"][chance.randrange(len(result["places"]))] += 1
            case _:
                result["winners"] = sorted(set(result["winners"]) ^ {chance.randrange(lines[0]["players"])})


def _drop(lines: list[Line], chance: random.Random) -> None:
    lines.pop(chance.randrange(1, len(lines)))


def _repeat(lines: list[Line], chance: random.Random) -> None:
    lines.insert(chance.randrange(1, len(lines) + 1), copy.deepcopy(chance.choice(lines[1:])))


def _swap(lines: list[Line], chance: random.Random) -> None:
    at = chance.randrange(1, len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


CHANGES: tuple[Callable[[list[Line], random.Random], None], ...] = (
    _lay, _lay, _hand, _card, _take, _seat, _number, _score, _out, _result, _drop, _repeat, _swap,
)  # fmt: skip

"""The values in a line of a record: whole numbers, lists, cards. Whatever is anything else is no record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sim.errors import InputError
from sim.shown import cut

RANKS: Final = "A23456789TJQK"
JOKER: Final = "*"
CARDS: Final = frozenset({rank + suit for rank in RANKS for suit in "CDHS"} | {JOKER})

Cards = tuple[str, ...]


class NoRecord(InputError):  # noqa: N818  (named for what the user sees)
    """A line that is no line of a record: not JSON, an unknown key, a card that does not exist (exit 2)."""

    def __init__(self, fault: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {fault}" if line else fault)
        self.fault, self.line = fault, line


def is_list(value: object, kind: type) -> bool:
    """Whether it is a list of values of just this type."""
    return isinstance(value, list) and all(type(item) is kind for item in value)


def whole(mapping: Mapping[str, Any], key: str) -> int:
    """Read a whole number."""
    value = mapping[key]
    if type(value) is not int:
        raise NoRecord(f"{key} = {as_json(value)}; a whole number is expected")
    return value


def one_card(mapping: Mapping[str, Any], key: str) -> str:
    """Read one card."""
    cards = some_cards(key, mapping[key])
    if len(cards) != 1:
        raise NoRecord(f"{key} = {as_json(mapping[key])}; one card is expected")
    return cards[0]


def some_cards(key: str, value: Any) -> Cards:
    """Read cards with spaces between them."""
    if not isinstance(value, str):
        raise NoRecord(f"{key} = {as_json(value)}; a text of cards with spaces is expected")
    cards = tuple(card for card in value.split(" ") if card)
    for card in cards:
        if card not in CARDS:
            raise NoRecord(f"{key}: {as_json(card)} is no card; a rank of {RANKS} and a suit of CDHS is expected, or *")
    return cards


def as_json(value: object) -> str:
    """Write a value as it stands in the record, cut to a readable length."""
    try:
        return cut(json.dumps(value, ensure_ascii=False))
    except ValueError:  # Python writes no whole number of so many digits
        return "a number of thousands of digits"
    except RecursionError:
        return "a value with thousands of levels"


def told(cards: Iterable[str]) -> str:
    """Write cards for a sentence."""
    return " ".join(cards) or "no card"

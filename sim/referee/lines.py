"""What a line of a record may say: JSON in, checked line out. No rule of the game is looked at here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from sim.errors import InputError
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, Variant, check_table, load_variant, named_variants
from sim.shown import cut
from sim.suggest import hint

RECORD_FORMAT: Final = 1
RANKS: Final = "A23456789TJQK"
JOKER: Final = "*"
CARDS: Final = frozenset({rank + suit for rank in RANKS for suit in "CDHS"} | {JOKER})

Cards = tuple[str, ...]


class NoRecord(InputError):  # noqa: N818  (named for what the user sees)
    """A line that is no line of a record: not JSON, an unknown key, a card that does not exist (exit 2)."""

    def __init__(self, fault: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {fault}" if line else fault)
        self.fault, self.line = fault, line


class Header(NamedTuple):
    """What is played."""

    variant: Variant
    players: int


class Deal(NamedTuple):
    """The round begins."""

    number: int
    dealer: int
    first: int
    hands: tuple[Cards | None, ...]
    upcard: str


class Turn(NamedTuple):
    """One turn; None is what the line leaves out."""

    seat: int
    lay: Cards | None
    take: str | None
    card: str | None
    reshuffled: int | None


class Slap(NamedTuple):
    """A card laid right after the own turn (E4)."""

    seat: int
    card: str


class Slapdown(NamedTuple):
    """A hand of 0 ends the round (E4)."""

    seat: int


class Call(NamedTuple):
    """Yaniv (T1)."""

    seat: int


class Stopped(NamedTuple):
    """The guard on turns (E5)."""


class Score(NamedTuple):
    """What the record says a round was worth."""

    score: list[int | None]
    totals: list[int | None]
    out: list[int]


class Result(NamedTuple):
    """What the record says came of the game."""

    winners: list[int]
    places: list[int]
    rounds: int


Line = Header | Deal | Turn | Slap | Slapdown | Call | Stopped | Score | Result

# The first key names the kind; the others are required or optional.
_REQUIRED: Final = {
    "yaniv": ("variant", "players"),
    "deal": ("dealer", "first", "hands", "upcard"),
    "turn": (),
    "slap": ("card",),
    "slapdown": (),
    "call": (),
    "stopped": (),
    "score": ("totals", "out"),
    "result": (),
}
_OPTIONAL: Final = {
    "yaniv": ("entrants", "seed", "game", "deck_seed"),
    "turn": ("lay", "take", "card", "reshuffled"),
}
_TAKES: Final = ("stock", "pile", "none")


def read_line(text: str) -> Line:
    """Read one line.

    Raises
    ------
    NoRecord
        Says what was expected; the caller adds the line's number.
    """
    mapping = _parse(text)
    kind = next((kind for kind in _REQUIRED if kind in mapping), None)
    if kind is None:
        keys = ", ".join(f"'{cut(key)}'" for key in mapping) or "no key"
        raise NoRecord(f"has {cut(keys, 80)}; a line of a record has one of {', '.join(_REQUIRED)}")
    allowed = (kind, *_REQUIRED[kind], *_OPTIONAL.get(kind, ()))
    for key in mapping:
        if key not in allowed:
            near = hint(key, allowed)
            raise NoRecord(f"unknown key '{cut(key)}'; a line with '{kind}' has {', '.join(allowed)}{near}")
    for key in _REQUIRED[kind]:
        if key not in mapping:
            raise NoRecord(f"the line with '{kind}' lacks '{key}'")
    return _READERS[kind](mapping)


def _parse(text: str) -> dict[str, Any]:
    if text.startswith("\ufeff"):
        raise NoRecord("begins with a byte order mark; UTF-8 without one is expected")
    try:
        mapping = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except NoRecord:
        raise
    except (ValueError, RecursionError):
        raise NoRecord(f"'{cut(text.strip())}' is no JSON; one JSON object a line is expected") from None
    if not isinstance(mapping, dict):
        raise NoRecord(f"{_json(mapping)} is no JSON object; one object a line is expected")
    return mapping


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NoRecord(f"the key '{cut(twice)}' is given twice")
    return mapping


def _no_number(text: str) -> None:
    raise NoRecord(f"{text} is no JSON; whole numbers are expected")


def _header(mapping: Mapping[str, Any]) -> Header:
    version = _whole(mapping, "yaniv")
    if version != RECORD_FORMAT:
        raise NoRecord(f"written in record format {version}, this reads {RECORD_FORMAT}; use a newer yaniv-sim")
    players = mapping["players"]
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise NoRecord(f"players = {_json(players)}; a whole number from {MIN_PLAYERS} to {MAX_PLAYERS} is expected")
    try:
        variant = _variant(mapping["variant"])
        check_table(variant, players)
    except NoRecord:
        raise
    except InputError as error:
        raise NoRecord(str(error)) from None
    entrants = mapping.get("entrants")
    if "entrants" in mapping and not (_is_list(entrants, str) and len(entrants or ()) == players):
        raise NoRecord(f"entrants = {_json(entrants)}; {players} texts are expected, one a seat")
    for key in ("seed", "game", "deck_seed"):
        if key in mapping and _whole(mapping, key) < 0:
            raise NoRecord(f"{key} = {_json(mapping[key])}; a whole number from 0 is expected")
    return Header(variant, players)


def _variant(value: Any) -> Variant:
    """A name, or rule values; what own rules are called does not matter here."""
    if isinstance(value, str):
        if value not in named_variants():
            near = hint(
                value, named_variants(), "a name that `yaniv variants` lists or an object of rule values is expected"
            )
            raise NoRecord(f"unknown variant '{cut(value)}'{near}")
        return load_variant(value)
    if not isinstance(value, Mapping):
        raise NoRecord(f"variant = {_json(value)}; a name or an object of rule values is expected")
    rules = {key: rule for key, rule in value.items() if key not in ("name", "source")}
    return Variant.from_mapping(rules, "variant", "own rules")


def _deal(mapping: Mapping[str, Any]) -> Deal:
    hands = mapping["hands"]
    if not isinstance(hands, list):
        raise NoRecord(f"hands = {_json(hands)}; a list of texts is expected, one a seat")
    return Deal(
        _whole(mapping, "deal"),
        _whole(mapping, "dealer"),
        _whole(mapping, "first"),
        tuple(None if hand is None else _cards("hands", hand) for hand in hands),
        _card(mapping, "upcard"),
    )


def _turn(mapping: Mapping[str, Any]) -> Turn:
    take = mapping.get("take")
    if "take" in mapping and take not in _TAKES:
        near = hint(take, _TAKES) if isinstance(take, str) else ""
        raise NoRecord(f"take = {_json(take)}; one of {', '.join(_TAKES)} is expected{near}")
    return Turn(
        _whole(mapping, "turn"),
        _cards("lay", mapping["lay"]) if "lay" in mapping else None,
        take,
        _card(mapping, "card") if "card" in mapping else None,
        _whole(mapping, "reshuffled") if "reshuffled" in mapping else None,
    )


def _slap(mapping: Mapping[str, Any]) -> Slap:
    return Slap(_whole(mapping, "slap"), _card(mapping, "card"))


def _slapdown(mapping: Mapping[str, Any]) -> Slapdown:
    return Slapdown(_whole(mapping, "slapdown"))


def _call(mapping: Mapping[str, Any]) -> Call:
    return Call(_whole(mapping, "call"))


def _stopped(mapping: Mapping[str, Any]) -> Stopped:
    if mapping["stopped"] is not True:
        raise NoRecord(f"stopped = {_json(mapping['stopped'])}; true is expected")
    return Stopped()


def _score(mapping: Mapping[str, Any]) -> Score:
    for key in ("score", "totals"):
        values = mapping[key]
        if not isinstance(values, list) or not all(value is None or type(value) is int for value in values):
            raise NoRecord(f"{key} = {_json(values)}; a list of whole numbers is expected, one a seat")
    if not _is_list(mapping["out"], int):
        raise NoRecord(f"out = {_json(mapping['out'])}; a list of seats is expected")
    return Score(mapping["score"], mapping["totals"], mapping["out"])


def _result(mapping: Mapping[str, Any]) -> Result:
    values = mapping["result"]
    keys = ("winners", "places", "rounds")
    if not isinstance(values, Mapping):
        raise NoRecord(f"result = {_json(values)}; an object with {', '.join(keys)} is expected")
    for key in sorted(values.keys() ^ set(keys)):
        fault = f"unknown key '{cut(key)}' in" if key in values else f"no '{key}' in"
        raise NoRecord(f"{fault} the result; an object with {', '.join(keys)} is expected")
    for key in ("winners", "places"):
        if not _is_list(values[key], int):
            raise NoRecord(f"{key} = {_json(values[key])}; a list of whole numbers is expected")
    return Result(values["winners"], values["places"], _whole(values, "rounds"))


_READERS: Final[dict[str, Callable[[Mapping[str, Any]], Line]]] = {
    "yaniv": _header, "deal": _deal, "turn": _turn, "slap": _slap, "slapdown": _slapdown, "call": _call,
    "stopped": _stopped, "score": _score, "result": _result,
}  # fmt: skip


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _whole(mapping: Mapping[str, Any], key: str) -> int:
    value = mapping[key]
    if type(value) is not int:
        raise NoRecord(f"{key} = {_json(value)}; a whole number is expected")
    return value


def _card(mapping: Mapping[str, Any], key: str) -> str:
    cards = _cards(key, mapping[key])
    if len(cards) != 1:
        raise NoRecord(f"{key} = {_json(mapping[key])}; one card is expected")
    return cards[0]


def _cards(key: str, value: Any) -> Cards:
    if not isinstance(value, str):
        raise NoRecord(f"{key} = {_json(value)}; a text of cards with spaces is expected")
    cards = tuple(card for card in value.split(" ") if card)
    for card in cards:
        if card not in CARDS:
            raise NoRecord(f"{key}: {_json(card)} is no card; a rank of {RANKS} and a suit of CDHS is expected, or *")
    return cards


def _json(value: object) -> str:
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

"""What a line of a record may say: JSON in, checked line out. No rule of the game is looked at here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from sim.errors import InputError
from sim.referee.values import Cards, NoRecord, as_json, is_list, one_card, some_cards, whole
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, Variant, check_table, load_variant, named_variants
from sim.shown import cut
from sim.suggest import hint

RECORD_FORMAT: Final = 1


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
        raise NoRecord(f"{as_json(mapping)} is no JSON object; one object a line is expected")
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
    version = whole(mapping, "yaniv")
    if version != RECORD_FORMAT:
        raise NoRecord(f"written in record format {version}, this reads {RECORD_FORMAT}; use a newer yaniv-sim")
    players = mapping["players"]
    if type(players) is not int or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise NoRecord(f"players = {as_json(players)}; a whole number from {MIN_PLAYERS} to {MAX_PLAYERS} is expected")
    try:
        variant = _variant(mapping["variant"])
        check_table(variant, players)
    except NoRecord:
        raise
    except InputError as error:
        raise NoRecord(str(error)) from None
    entrants = mapping.get("entrants")
    if "entrants" in mapping and not (is_list(entrants, str) and len(entrants or ()) == players):
        raise NoRecord(f"entrants = {as_json(entrants)}; {players} texts are expected, one a seat")
    for key in ("seed", "game", "deck_seed"):
        if key in mapping and whole(mapping, key) < 0:
            raise NoRecord(f"{key} = {as_json(mapping[key])}; a whole number from 0 is expected")
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
        raise NoRecord(f"variant = {as_json(value)}; a name or an object of rule values is expected")
    rules = {key: rule for key, rule in value.items() if key not in ("name", "source")}
    return Variant.from_mapping(rules, "variant", "own rules")


def _deal(mapping: Mapping[str, Any]) -> Deal:
    hands = mapping["hands"]
    if not isinstance(hands, list):
        raise NoRecord(f"hands = {as_json(hands)}; a list of texts is expected, one a seat")
    return Deal(
        whole(mapping, "deal"),
        whole(mapping, "dealer"),
        whole(mapping, "first"),
        tuple(None if hand is None else some_cards("hands", hand) for hand in hands),
        one_card(mapping, "upcard"),
    )


def _turn(mapping: Mapping[str, Any]) -> Turn:
    take = mapping.get("take")
    if "take" in mapping and take not in _TAKES:
        near = hint(take, _TAKES) if isinstance(take, str) else ""
        raise NoRecord(f"take = {as_json(take)}; one of {', '.join(_TAKES)} is expected{near}")
    return Turn(
        whole(mapping, "turn"),
        some_cards("lay", mapping["lay"]) if "lay" in mapping else None,
        take,
        one_card(mapping, "card") if "card" in mapping else None,
        whole(mapping, "reshuffled") if "reshuffled" in mapping else None,
    )


def _slap(mapping: Mapping[str, Any]) -> Slap:
    return Slap(whole(mapping, "slap"), one_card(mapping, "card"))


def _slapdown(mapping: Mapping[str, Any]) -> Slapdown:
    return Slapdown(whole(mapping, "slapdown"))


def _call(mapping: Mapping[str, Any]) -> Call:
    return Call(whole(mapping, "call"))


def _stopped(mapping: Mapping[str, Any]) -> Stopped:
    if mapping["stopped"] is not True:
        raise NoRecord(f"stopped = {as_json(mapping['stopped'])}; true is expected")
    return Stopped()


def _score(mapping: Mapping[str, Any]) -> Score:
    for key in ("score", "totals"):
        values = mapping[key]
        if not isinstance(values, list) or not all(value is None or type(value) is int for value in values):
            raise NoRecord(f"{key} = {as_json(values)}; a list of whole numbers is expected, one a seat")
    if not is_list(mapping["out"], int):
        raise NoRecord(f"out = {as_json(mapping['out'])}; a list of seats is expected")
    return Score(mapping["score"], mapping["totals"], mapping["out"])


def _result(mapping: Mapping[str, Any]) -> Result:
    values = mapping["result"]
    keys = ("winners", "places", "rounds")
    if not isinstance(values, Mapping):
        raise NoRecord(f"result = {as_json(values)}; an object with {', '.join(keys)} is expected")
    for key in sorted(values.keys() ^ set(keys)):
        fault = f"unknown key '{cut(key)}' in" if key in values else f"no '{key}' in"
        raise NoRecord(f"{fault} the result; an object with {', '.join(keys)} is expected")
    for key in ("winners", "places"):
        if not is_list(values[key], int):
            raise NoRecord(f"{key} = {as_json(values[key])}; a list of whole numbers is expected")
    return Result(values["winners"], values["places"], whole(values, "rounds"))


_READERS: Final[dict[str, Callable[[Mapping[str, Any]], Line]]] = {
    "yaniv": _header, "deal": _deal, "turn": _turn, "slap": _slap, "slapdown": _slapdown, "call": _call,
    "stopped": _stopped, "score": _score, "result": _result,
}  # fmt: skip

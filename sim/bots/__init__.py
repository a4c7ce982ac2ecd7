"""The registry of bots.

To add one, write ``sim/bots/NAME.py`` (copy ``random.py``, the smallest) and add its line to ``NAMES``. The conformance
tests, ``yaniv bots`` and the documentation pick it up from there.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from sim.bots.family import Entrant, Family, Parameter
from sim.errors import InputError
from sim.shown import cut
from sim.suggest import hint

if TYPE_CHECKING:
    FAMILIES: tuple[Family, ...]

NAMES = (
    "random",
    "greedy",
    "york-random",
    "york-novice",
    "york-intermediate",
    "dhumbal-aggressive",
    "dhumbal-conservative",
    "dhumbal-balanced",
    "dhumbal-opportunistic",
    "tactician",
    "counter",
    "rollout",
)

__all__ = ["FAMILIES", "NAMES", "Entrant", "Family", "Parameter", "family", "family_module", "parse_entrant"]


def family_module(name: str) -> ModuleType:
    """The file of a family: its kernel functions, its plain twin and its ``FAMILY``."""
    return import_module(f"sim.bots.{name.replace('-', '_')}")


@cache
def _families() -> tuple[Family, ...]:
    return tuple(family_module(name).FAMILY for name in NAMES)


def __getattr__(name: str) -> tuple[Family, ...]:
    """``FAMILIES``, made when first asked for: the bots' files import numba."""
    if name == "FAMILIES":
        return _families()
    raise AttributeError(name)


def family(name: str) -> Family:
    """Family of this name; raises ``InputError`` with the right names."""
    for candidate in _families():
        if candidate.name == name:
            return candidate
    raise InputError(f"unknown bot '{cut(name)}'; bots are: {', '.join(NAMES)}{hint(name, NAMES)}")


def parse_entrant(text: str) -> Entrant:
    """``family`` or ``family:key=value,key=value``; raises ``InputError`` that names wrong and right."""
    where = f"entrant '{cut(text)}'"
    name, colon, rest = text.strip().partition(":")
    chosen = family(name)
    if colon and not rest.strip():
        raise InputError(f"{where}: nothing after the colon; write {name} or {name}:key=value")
    given: dict[str, int] = {}
    for part in rest.split(",") if rest else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise InputError(f"{where}: '{cut(part)}' is no key=value")
        if key in given:
            raise InputError(f"{where}: {cut(key)} is given twice")
        try:
            given[key] = int(value)
        except ValueError:
            raise InputError(f"{where}: {cut(key)} = '{cut(value)}' is no whole number") from None
    return chosen.entrant(given, where)

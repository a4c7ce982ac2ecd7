"""Variants that differ from another in one field: `threshold=3-12`, `jokers=0,2,4`, `assaf=true,false`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from sim.errors import InputError
from sim.rules import RULE_FIELDS, Variant
from sim.shown import cut, shown
from sim.suggest import hint

MOST_VALUES: Final = 64

Value = int | bool | str


class Sweep(NamedTuple):
    """A field of a variant with the values that it takes in turn."""

    field: str
    values: tuple[Value, ...]

    @property
    def text(self) -> str:
        """As it may be written on the command line."""
        return f"{self.field}={','.join(map(value_text, self.values))}"


def value_text(value: Value) -> str:
    """Write a value as in a name: `true`, `7`, `zero`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def parse_sweep(text: str) -> Sweep:
    """Read `FIELD=3-12` or `FIELD=0,2,4`, where each piece is a number, a range or a word.

    Raises
    ------
    InputError
        When there is no such field, or no value.
    """
    name, equals, rest = (piece.strip() for piece in text.partition("="))
    where = f"--vary {cut(text)}"
    if not equals or not rest:
        raise InputError(f"{where}: is no FIELD=VALUES; write it like threshold=3-12 or jokers=0,2,4")
    field = name.replace("-", "_")
    if field not in RULE_FIELDS or field == "milestones":
        swept = [one for one in RULE_FIELDS if one != "milestones"]
        raise InputError(f"{where}: no field '{cut(name)}' can be varied{hint(name, swept, 'see `yaniv variants -h`')}")
    values: list[Value] = []
    for piece in rest.split(","):
        values += _values(piece.strip(), where)
    values = list(dict.fromkeys(values))
    if len(values) > MOST_VALUES:
        raise InputError(f"{where}: {len(values)} values are too many; give at most {MOST_VALUES}")
    return Sweep(field, tuple(values))


def _values(piece: str, where: str) -> list[Value]:
    if piece in ("true", "false"):
        return [piece == "true"]
    found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", piece)
    if not found:
        if not piece:
            raise InputError(f"{where}: there is a value missing; write values with a comma between each two")
        return [piece]
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise InputError(f"{where}: {shown(piece)} runs downwards; write {last}-{first}")
    if last - first >= MOST_VALUES:
        raise InputError(f"{where}: {shown(piece)} is too long; give at most {MOST_VALUES} values")
    return list(range(first, last + 1))


def varied(variant: Variant, field: str, value: Value) -> Variant:
    """Give the variant with one field changed, named for it (`standard threshold=5`); itself where it has that value.

    Raises
    ------
    InputError
        Names the field, the value and what is allowed.
    """
    where = f"--vary {field}={value_text(value)}"
    if type(getattr(variant, field)) is type(value) and getattr(variant, field) == value:
        return variant
    name = f"{variant.name} {field}={value_text(value)}"
    source = f"{variant.name}, with {field} = {value_text(value)}"
    return Variant.from_mapping(variant.as_mapping() | {field: value, "name": name, "source": source}, where)


def all_varied(variants: Sequence[Variant], sweeps: Sequence[Sweep]) -> tuple[Variant, ...]:
    """Give every combination of the values of all sweeps, for each variant.

    Raises
    ------
    InputError
        When a variant does not allow a value.
    """
    found = []
    for variant in variants:
        for values in product(*(sweep.values for sweep in sweeps)):
            one = variant
            for sweep, value in zip(sweeps, values, strict=True):
                one = varied(one, sweep.field, value)
            found.append(one)
    return tuple(dict.fromkeys(found))


class Series(NamedTuple):
    """Variants that differ from one, which is among them, in nothing but a whole number; in rising order of it."""

    field: str
    values: tuple[int, ...]
    variants: tuple[Variant, ...]


LEAST_IN_SERIES: Final = 3
"""Two variants are a difference, and no course of anything."""


def series(variants: Sequence[Variant], base: Variant) -> list[Series]:
    """Find the whole numbers that are varied around a base variant, whatever the variants are called."""
    found = []
    for field in RULE_FIELDS:
        values: dict[int, Variant] = {}
        for variant in variants:
            value = getattr(variant, field)
            others = all(getattr(variant, one) == getattr(base, one) for one in RULE_FIELDS if one != field)
            if type(value) is int and others:
                values.setdefault(value, variant)
        if len(values) >= LEAST_IN_SERIES:
            ordered = sorted(values.items())
            found.append(Series(field, tuple(v for v, _ in ordered), tuple(one for _, one in ordered)))
    return found

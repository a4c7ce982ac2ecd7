"""What a run plays: cells (variant, number of players, line-up), a seed and a chunk size.

A plan is frozen and has a hash. The number of deals is no part of it: a run that is extended stays that run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sim.detail import DEFAULT_DETAIL, DETAILS
from sim.errors import InputError
from sim.rules import Variant
from sim.shown import shown

if TYPE_CHECKING:
    from sim.bots import Entrant

MAX_SEED: Final = 2**64 - 1
DEFAULT_CHUNK: Final = 8192
MAX_CHUNK: Final = 2**20
MAX_CHUNKS: Final = 1_000_000  # in a cell: part names keep six digits and sort by name


def entrant_name(entrant: Entrant) -> str:
    """Give the name an entrant has in every output: its own label, else what its run calls it, its canonical text."""
    return entrant.label or entrant.known_as or str(entrant)


def deal_out(entrants: Sequence[Entrant], players: int) -> tuple[Entrant, ...]:
    """Seat entrants in turn until every seat is taken: A B at four seats is A B A B."""
    return tuple(entrants[seat % len(entrants)] for seat in range(players))


@dataclass(frozen=True)
class Cell:
    """One variant at a table of `players` seats with a circular line-up of entrants.

    `forks` of 1,000 chances to call are played both ways (see `sim.kernels.forks`). The games are the same, so cells
    that differ in nothing else are equal. Bots are told as at this table: what is the default here has no other name.
    """

    variant: Variant
    players: int
    lineup: tuple[Entrant, ...]
    forks: int = field(default=0, compare=False)

    def __post_init__(self) -> None:
        """See the bots as at this table."""
        object.__setattr__(
            self, "lineup", tuple(entrant.at(self.variant.threshold, self.players) for entrant in self.lineup)
        )

    @property
    def rotations(self) -> int:
        """Number of distinct ways to turn the line-up: 1 when all seats are equal, 2 for A B A B."""
        n = self.players
        turned = (turn for turn in range(1, n + 1) if self.lineup[turn % n :] + self.lineup[: turn % n] == self.lineup)
        return next(turned)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        """Distinct entrants in the order of first appearance; the column `entrant` counts in it."""
        return tuple(dict.fromkeys(self.lineup))

    def seat_entrants(self, rotation: int) -> tuple[Entrant, ...]:
        """Who sits where in a rotation: seat s holds `lineup[(s - rotation) mod players]`."""
        return tuple(self.lineup[(seat - rotation) % self.players] for seat in range(self.players))

    def deals_for(self, games: int) -> int:
        """Deals that give at least so many games."""
        return -(-games // self.rotations)

    def as_mapping(self) -> dict[str, Any]:
        """Give all values as plain JSON types; bots with all parameters, so that no later default matters."""
        return {
            "variant": self.variant.as_mapping(),
            "players": self.players,
            "lineup": [_entrant_mapping(entrant, self) for entrant in self.lineup],
            **({"forks": self.forks} if self.forks else {}),  # a plan without them keeps its hash
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], where: str) -> Cell:
        """Read what `as_mapping` gave."""
        variant, players = Variant.from_mapping(mapping["variant"], where=where), mapping["players"]
        lineup = tuple(entrant_from_mapping(one, (variant.threshold, players), where) for one in mapping["lineup"])
        return cls(variant, players, lineup, mapping.get("forks", 0))


@dataclass(frozen=True)
class Plan:
    """Everything that decides the rows of a run, except how many deals are played."""

    seed: int
    cells: tuple[Cell, ...]
    chunk_deals: int = DEFAULT_CHUNK
    title: str = ""
    detail: str = DEFAULT_DETAIL

    @property
    def hash(self) -> str:
        """Hex SHA-256 of the canonical JSON of the plan."""
        return mapping_hash(self.as_mapping())

    @property
    def families(self) -> tuple[str, ...]:
        """Families of all entrants, sorted."""
        return tuple(sorted({entrant.family for cell in self.cells for entrant in cell.lineup}))

    @property
    def tables(self) -> tuple[str, ...]:
        """Tables whose rows are written."""
        return DETAILS[self.detail]

    @property
    def keeps_rows(self) -> bool:
        """Whether rows are written, or sums alone."""
        return bool(self.tables)

    @property
    def tells_rounds(self) -> bool:
        """Whether rows or sums say something about rounds, as a report needs it; not where games alone are kept."""
        return "rounds" in self.tables or not self.keeps_rows

    def deals_for(self, games: int) -> tuple[int, ...]:
        """Deals of each cell that give at least so many games in it."""
        return tuple(cell.deals_for(games) for cell in self.cells)

    def as_mapping(self) -> dict[str, Any]:
        """Give all values as plain JSON types."""
        return {
            "title": self.title,
            "detail": self.detail,
            "seed": self.seed,
            "chunk_deals": self.chunk_deals,
            "cells": [cell.as_mapping() for cell in self.cells],
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], where: str = "plan") -> Plan:
        """Read what `as_mapping` gave.

        Raises
        ------
        InputError
            Where a value is missing or no longer valid.
        """
        try:
            cells = tuple(Cell.from_mapping(cell, where) for cell in mapping["cells"])
            detail = mapping["detail"]
            if detail not in DETAILS:
                raise InputError(f"{where}: unknown detail '{detail}'; there are {', '.join(DETAILS)}")
            return cls(mapping["seed"], cells, mapping["chunk_deals"], mapping["title"], detail)
        except (KeyError, TypeError) as error:
            raise InputError(f"{where}: the plan in it is not complete: {error}") from None


def mapping_hash(mapping: Mapping[str, Any]) -> str:
    """Hex SHA-256 of a mapping's canonical JSON: sorted keys, no spaces, ASCII."""
    text = json.dumps(mapping, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Name every value in which two plans differ: "seed is 1 there and 2 here"."""
    before, after = _flat(old), _flat(new)
    lines = []
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) != after.get(key):
            there, here = (_shown(values.get(key)) for values in (before, after))
            lines.append(f"{key} is {there} there and {here} here")
    return lines


def _flat(value: Any, prefix: str = "") -> dict[str, Any]:
    if isinstance(value, Mapping):
        pairs = [(f"{prefix}.{key}" if prefix else str(key), item) for key, item in value.items()]
    elif isinstance(value, list):
        pairs = [(f"{prefix}[{index}]", item) for index, item in enumerate(value)]
    else:
        return {prefix: value}
    return {key: leaf for name, item in pairs for key, leaf in _flat(item, name).items()}


def _shown(value: Any) -> str:
    return "absent" if value is None else shown(value)


def _entrant_mapping(entrant: Entrant, cell: Cell) -> dict[str, Any]:
    """Give an entrant, with its name where its parameters do not tell it: later defaults must not rename it."""
    from sim.bots import family

    bot = family(entrant.family)
    values = entrant.values(cell.variant.threshold, cell.players)
    name = entrant_name(entrant)
    named = {} if entrant.label or name == bot.text_of_old(values) else {"name": name}
    return {"family": entrant.family, "parameters": bot.named(values), "label": entrant.label, **named}


def entrant_from_mapping(mapping: Mapping[str, Any], table: tuple[int, int], where: str) -> Entrant:
    """Read an entrant of a plan for a table of this threshold and number of players.

    It keeps the name under which it was written, which is that of another bot if defaults have become others since.
    A parameter that its family did not have yet is what it was before defaults were searched for.
    """
    from sim.bots import family

    bot = family(mapping["family"])
    parameters = bot.named(bot.usual) | mapping["parameters"]
    entrant = bot.entrant(parameters, where, mapping["label"]).at(*table)
    name = mapping.get("name", bot.text_of_old(entrant.values(*table)))
    return entrant if entrant.label or str(entrant) == name else entrant._replace(known_as=name)

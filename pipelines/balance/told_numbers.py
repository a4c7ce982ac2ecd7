"""The sentences of the opening that tell numbers: how long games are, and how often a call meets Assaf."""

from __future__ import annotations

from collections.abc import Iterator

from pipelines.balance.base import Measured, Place
from pipelines.balance.changes import find_line
from pipelines.balance.effects import base_variant
from pipelines.balance.measuring import Results
from pipelines.balance.sentences import joined
from pipelines.findings.numbers import percent, scaled, with_interval
from pipelines.stats.estimate import Estimate
from sim.rules import Variant


def number_sentences(results: Results, minutes_per_turn: float) -> Iterator[str]:
    """Tell minutes and Assaf of the base variant, and which variants are the shortest and the longest.

    A number is told for the strongest level that was played, Assaf for the weakest beside it.
    """
    base = base_variant(results.places)
    last, first = results.places[-1].level, results.places[0].level
    lengths = _numbers(results, "F9", "game_turns_median", last)
    mine = {players: found for (variant, players), found in lengths.items() if variant == base}
    if mine:
        told = [
            f"{with_interval(scaled(found, minutes_per_turn))} minutes with {players} players"
            for players, found in mine.items()
        ]
        yield f"Half of the games of {base.name} are over after {joined(told)} (level {last})."
        yield from extremes(lengths, last)
    rates = {level: _numbers(results, "F2", "assaf_rate", level) for level in dict.fromkeys((first, last))}
    players = max(mine, default=None)
    if players is not None and all((base, players) in found for found in rates.values()):
        told = [f"{percent(found[base, players])} at level {level}" for level, found in rates.items()]
        yield f"Of the calls of {base.name} with {players} players {joined(told)} meet Assaf."


def _numbers(results: Results, code: str, name: str, level: str) -> dict[tuple[Variant, int], Estimate]:
    """Give a number about everything at all tables of a level."""
    found = {}
    pairs: Iterator[tuple[Place, Measured | None]] = zip(results.places, results.by_code.get(code, []), strict=False)
    for place, measured in pairs:
        line = None if measured is None or place.level != level else find_line(measured, {})
        if line is not None and name in line.numbers and line.numbers[name].value is not None:
            found[place.variant, place.players] = line.numbers[name]
    return found


def extremes(lengths: dict[tuple[Variant, int], Estimate], level: str) -> Iterator[str]:
    """Name the shortest and the longest variant, where each is shown to be so at every number of players.

    Its interval lies apart from those of all others: on the same deals that asks for more than a test would.
    """
    tables: dict[int, dict[Variant, Estimate]] = {}
    for (variant, players), found in lengths.items():
        tables.setdefault(players, {})[variant] = found
    ends = []
    for word, sign in (("shortest", 1), ("longest", -1)):
        names = {_apart(table, sign) for table in tables.values()}
        if len(names) == 1 and None not in names:
            ends.append((names.pop(), word))
    if ends:
        (name, word), *others = ends
        more = "".join(f", those of {other} the {word}" for other, word in others)
        yield f"The games of {name} are the {word}{more} (level {level})."


def _apart(table: dict[Variant, Estimate], sign: int) -> str | None:
    """Name the variant whose interval lies below those of all others (sign 1), or above them (-1)."""
    for variant, found in table.items():
        pairs = [(found, other)[::sign] for one, other in table.items() if one != variant]
        if pairs and all(_is_below(*pair) for pair in pairs):
            return variant.name
    return None


def _is_below(one: Estimate, other: Estimate) -> bool:
    return one.high is not None and other.low is not None and one.high < other.low

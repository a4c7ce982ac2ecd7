"""The sentences of the opening that tell numbers: how long games are, and how often a call meets Assaf."""

from __future__ import annotations

from collections.abc import Iterator

from pipelines.balance.base import Measured, Place
from pipelines.balance.changes import find_line
from pipelines.balance.effects import base_variant
from pipelines.balance.measuring import Results
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
        yield f"Half of the games of {base.name} are over after {_list(told)} (level {last})."
        yield from _extremes(lengths, last)
    rates = {level: _numbers(results, "F2", "assaf_rate", level) for level in dict.fromkeys((first, last))}
    players = max(mine, default=None)
    if players is not None and all((base, players) in found for found in rates.values()):
        told = [f"{percent(found[base, players])} at level {level}" for level, found in rates.items()]
        yield f"Of the calls of {base.name} with {players} players {_list(told)} meet Assaf."


def _numbers(results: Results, code: str, name: str, level: str) -> dict[tuple[Variant, int], Estimate]:
    """Give a number about everything at all tables of a level."""
    found = {}
    pairs: Iterator[tuple[Place, Measured | None]] = zip(results.places, results.by_code.get(code, []), strict=False)
    for place, measured in pairs:
        line = None if measured is None or place.level != level else find_line(measured, {})
        if line is not None and name in line.numbers and line.numbers[name].value is not None:
            found[place.variant, place.players] = line.numbers[name]
    return found


def _extremes(lengths: dict[tuple[Variant, int], Estimate], level: str) -> Iterator[str]:
    """Name the shortest and the longest variant, where they are the same at every number of players."""
    by_players: dict[int, dict[Variant, float]] = {}
    for (variant, players), found in lengths.items():
        if found.value is not None:
            by_players.setdefault(players, {})[variant] = found.value
    ends = {(min(by, key=by.__getitem__).name, max(by, key=by.__getitem__).name) for by in by_players.values()}
    if len(ends) == 1:
        ((shortest, longest),) = ends
        if shortest != longest:
            yield f"The games of {shortest} are the shortest, those of {longest} the longest (level {level})."


def _list(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"

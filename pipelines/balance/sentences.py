"""The opening paragraph of a balance: what the verdicts add up to, and what the rules change most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Final

from pipelines.balance.base import Measure, Measured, Place
from pipelines.balance.effects import Effect
from pipelines.balance.measuring import Results
from pipelines.findings.numbers import so_many
from pipelines.findings.verdicts import REPORTED
from sim.rules import Variant

PHRASES: Final = {
    ("F3", "fair"): "Whether to call is a decision: at the threshold waiting is better, at lower totals the call",
    ("F3", "always call"): "Calling whenever it is allowed is right, so the threshold decides and not the player",
    ("F3", "never call at it"): "At the threshold waiting is better, and no lower total is shown to be worth a call",
    ("F3", "not decided"): "Whether calling is a decision is not decided",
    ("F10", "a choice"): "There is a choice of totals to call at: neither 0 alone nor all that are allowed is best",
    ("F10", "no choice"): "There is no choice of totals to call at: 0 alone, or all that are allowed, is best",
    ("F10", "not decided"): "Whether there is a choice of totals to call at is not decided",
    ("F1", "within"): "The seat does not matter in the game",
    ("F1", "outside"): "The seat matters in the game",
    ("F1", "not decided"): "Whether the seat matters in the game is not decided",
    ("F9", "within"): "Hardly any round runs into the guard",
    ("F9", "outside"): "Too many rounds run into the guard",
    ("F9", "not decided"): "Whether too many rounds run into the guard is not decided",
}
"""What a verdict says in the opening paragraph; other verdicts are told by their own word."""

ORDER: Final = ("F3", "F10", "F1", "F9")
"""Measures whose verdicts come first: what a designer asks first."""


def joined(names: Sequence[str]) -> str:
    """Write a list as English has it: `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def numbers_text(numbers: Sequence[int]) -> str:
    """Write whole numbers: `2 to 4` where they follow each other, else `2 and 4`."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return joined([str(number) for number in numbers])


def describe(chosen: Sequence[Place], everything: Sequence[Place]) -> str:
    """Write which of all places are meant, as shortly as it is exact.

    Variants with the same tables and levels are named together, and so are tables with the same levels. What all
    places have is not said.
    """
    if len(chosen) == len(everything):
        return "everywhere"
    rows: dict[Variant, dict[int, tuple[str, ...]]] = {}
    for place in chosen:
        levels = rows.setdefault(place.variant, {})
        levels[place.players] = (*levels.get(place.players, ()), place.level)
    groups: dict[tuple[tuple[int, tuple[str, ...]], ...], list[Variant]] = {}
    for variant, tables in rows.items():
        groups.setdefault(tuple(sorted(tables.items())), []).append(variant)
    return "; ".join(_group(variants, dict(tables), everything) for tables, variants in groups.items())


def _group(variants: Sequence[Variant], tables: dict[int, tuple[str, ...]], everything: Sequence[Place]) -> str:
    every_variant = {place.variant for place in everything}
    every_table = {(p.players, p.level) for p in everything if p.variant in variants}
    who = "every variant" if len(every_variant) > 1 and len(variants) == len(every_variant) else None
    who = who or joined([variant.name for variant in variants])
    mine = {(players, level) for players, levels in tables.items() for level in levels}
    if mine == every_table:
        return who
    by_levels: dict[tuple[str, ...], list[int]] = {}
    for players, levels in tables.items():
        by_levels.setdefault(levels, []).append(players)
    all_levels = tuple(dict.fromkeys(place.level for place in everything))
    all_players = sorted({place.players for place in everything if place.variant in variants})
    parts = []
    for levels, sizes in by_levels.items():
        seats = "" if sizes == all_players else f"with {numbers_text(sizes)} players"
        at = "" if levels == all_levels else f"at level {joined(levels)}"
        parts.append(" ".join(filter(None, (seats, at))))
    return f"{who} {' and '.join(parts)}"


def verdict_sentences(results: Results) -> Iterator[str]:
    """Say for every verdict where it holds."""
    by_code = {measure.CODE: measure for measure in results.measures}
    for code in dict.fromkeys((*ORDER, *by_code)):
        if code in by_code:
            measured = [one for one in results.by_code[code] if one is not None]
            yield from _verdicts(by_code[code], measured, results.wish.levels)


def _verdicts(measure: Measure, measured: Sequence[Measured], levels: Sequence[str]) -> Iterator[str]:
    judged = [(one.verdict.word, one.place) for one in measured if one.verdict and one.verdict.word != REPORTED]
    everything = [place for _word, place in judged]
    asked_at = [level for level in levels if any(place.level == level for place in everything)]
    at = "" if len(asked_at) in (0, len(levels)) else f" (asked at level {joined(asked_at)})"
    by_word: dict[str, list[Place]] = {}
    for word, place in judged:
        by_word.setdefault(word, []).append(place)
    for word, places in sorted(by_word.items(), key=lambda item: -len(item[1])):
        said = PHRASES.get((measure.CODE, word), f"{measure.TITLE}: {word}")
        yield f"{said}{at}: {describe(places, everything)}."


def change_sentences(changes: Sequence[Effect], written: Callable[[Effect], str]) -> Iterator[str]:
    """Name for each number the variant that moves it most, by standard errors, where that is more than chance.

    Parameters
    ----------
    written
        Writes a difference with its interval.
    """
    by_label: dict[str, Effect] = {}
    for one in changes:
        if one.is_change and (one.headline.label not in by_label or _size(one) > _size(by_label[one.headline.label])):
            by_label[one.headline.label] = one
    found = sorted(by_label.values(), key=_size, reverse=True)[:3]
    if found:
        parts = [
            f"{one.headline.label} by {one.place.variant.name} ({_where(one.place)}: {written(one)})" for one in found
        ]
        n = sum(one.is_change for one in changes)
        yield (
            f"Of {so_many(len(changes), 'differences')} between variants {n:,} are more than chance"
            f" (Benjamini-Hochberg); the clearest: {'; '.join(parts)}."
        )


def _size(one: Effect) -> float:
    found = one.pair.difference
    return abs(found.value or 0.0) / sqrt(found.variance or 1.0)


def _where(place: Place) -> str:
    return f"{place.players} players, {place.level}"

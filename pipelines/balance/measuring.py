"""All measures at all places of a balance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from pipelines.balance.arms import measures
from pipelines.balance.base import Levels, Measure, Measured, Place
from pipelines.balance.found import FoundRuns
from pipelines.balance.wish import Wish


class Results(NamedTuple):
    """What was measured.

    Attributes
    ----------
    wish, found, levels
        What was asked for, the finished runs, and who played at which level.
    places
        In the order of the report.
    measures
        Those that found something at one place at least.
    by_code
        For each measure what it found at each place, in the order of `places`; None where it has no sense.
    """

    wish: Wish
    found: FoundRuns
    levels: Levels
    places: Sequence[Place]
    measures: Sequence[Measure]
    by_code: dict[str, list[Measured | None]]


def measure_all(wish: Wish, found: FoundRuns, levels: Levels, tell: Callable[[int], None]) -> Results:
    """Measure place by place, so that the tallies of one are read once.

    Parameters
    ----------
    tell
        Told after each place how many are done.
    """
    chosen, places = measures(), wish.places
    by_code: dict[str, list[Measured | None]] = {measure.CODE: [] for measure in chosen}
    for number, place in enumerate(places):
        for measure in chosen:
            by_code[measure.CODE].append(measure.measure(place, found, levels))
        tell(number + 1)
    for measure in chosen:
        by_code[measure.CODE] = _together(measure, by_code[measure.CODE])
    used = [measure for measure in chosen if any(by_code[measure.CODE])]
    return Results(wish, found, levels, places, used, {measure.CODE: by_code[measure.CODE] for measure in used})


def _together(measure: Any, measured: list[Measured | None]) -> list[Measured | None]:
    """Let a measure look at all its places, where it wants to."""
    if not hasattr(measure, "together"):
        return measured
    judged = iter(measure.together([one for one in measured if one is not None]))
    return [None if one is None else next(judged) for one in measured]

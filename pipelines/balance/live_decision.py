"""F3: is the call a decision? What calling is worth against going on one more turn, by the own total.

tau is the mean, over chances to call that were played both ways with the same cards, of the own score less the mean of
the others' with the call, minus the same without it: below 0 the call is better. The branch without the call is played
on by the level's own policy (`sim.kernels.forks`). Every chance weighs alike; variances are those of batches.

The call is a decision (*fair*) when at the threshold going on is better, and at some total below it the call: then the
threshold allows more than should be used. For "some total" the intervals hold at all totals below at once
(Bonferroni); for "at the threshold", and for "at every total", each stands alone (intersection-union: Berger 1982,
Technometrics 24, 295-300).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pipelines.balance.base import TABLES as RUN
from pipelines.balance.base import (
    Arm,
    Deals,
    Found,
    Headline,
    Levels,
    Measured,
    Place,
    Verdict,
    mirror,
    mirror_arm,
)
from pipelines.balance.call_worth import ALWAYS, FAIR, NEVER, Judged, judge
from pipelines.balance.settings import settings
from pipelines.balance.tabled import Tabled, described, line, tabled
from pipelines.findings.numbers import points
from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import Estimate
from pipelines.tables.base import Key

CODE: Final = "F3"
TITLE: Final = "The call as a decision"
MEANING: Final = (
    "Chances to call, each played both ways with the same cards: called, and played on by the level's own policy."
    " Calling less waiting is the difference of what the two are worth, own score less the mean of the others'; below 0"
    " the call is better. By the own total, and by total, opponents and their smallest hand. Fair when at the threshold"
    " waiting is better and at some total below it the call."
)
KEYS: Final = (
    Key("total", "hand total", "points"),
    Key("opponents", "opponents", "players"),
    Key("least_cards", "their smallest hand", "cards"),
)
_NAMES: Final = {name: name for name in ("tau", "call", "wait", "called", "win")}
NUMBERS: Final = tuple(
    number._replace(signed=number.name in ("tau", "win")) for number in described("live_decision", _NAMES)
)
_TABLES: Final = ("live_decision", "live_decision_by_hands")
_WORDS: Final = {
    FAIR: "The call is a decision",
    ALWAYS: "Calling whenever it is allowed is right",
    NEVER: "No call that is allowed is worth making",
    NOT_DECIDED: "Whether the call is a decision is not decided",
}


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the mirror cell with forks."""
    arm = mirror_arm(place, deals, levels)
    yield arm._replace(cell=replace(arm.cell, forks=int(1000 * settings().live_decision.forks)))


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure the chances of a mirror cell; None where it was played without forks."""
    return _measured(place, found, levels, _TABLES)


def measure_headlines(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure without the rows by opponents and their hands, most of all, which no headline names."""
    return _measured(place, found, levels, _TABLES[:1])


def _measured(place: Place, found: Found, levels: Levels, names: Sequence[str]) -> Measured | None:
    tables = tabled(found, RUN, mirror(place, levels))
    if tables is None or not tables.cell.cell.forks:
        return None
    no_keys = {key.name: None for key in KEYS}
    lines = [line(name, row, _NAMES, no_keys | row.keys) for name in names for row in tables.rows(name)]
    return Measured(CODE, place, tables.cell.deals, lines, _verdict(place, tables))


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by all chances, and at the threshold."""
    return (
        Headline("tau", {}, "points of calling less waiting"),
        Headline("tau", {"total": place.variant.threshold}, "points of calling less waiting at the threshold"),
    )


def _verdict(place: Place, tables: Tabled) -> Verdict:
    taus = {
        row.keys["total"]: row.numbers["tau"] for row in tables.rows("live_decision") if row.keys["total"] is not None
    }
    judged = judge(taus, place.variant.threshold, settings().alpha)
    more = None if judged.growth is None else max(1, round((judged.growth - 1) * tables.cell.games))
    return Verdict(judged.word, " ".join(_sentences(place, judged, taus, more)), more)


def _sentences(place: Place, judged: Judged, taus: Mapping[int, Estimate], more: int | None) -> Iterator[str]:
    threshold = place.variant.threshold
    at = taus.get(threshold)
    told = f"no hand of {threshold} had a chance to call"
    if at is not None and at.value is not None:
        told = f"at {threshold} calling less waiting is worth {points(at, 'chances')}"
    below = judged.below
    if below is not None and below != threshold:
        told += f", at {below} {points(taus[below], 'chances')}"
    yield f"{_WORDS[judged.word]}: {told}; below 0 the call is better."
    if judged.word == NOT_DECIDED and more is not None:
        yield f"About {more:,} more games would decide."

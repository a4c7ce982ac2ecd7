"""F2: how often a call meets Assaf, by the caller's total, and what it wins or loses.

A ratio of sums over batches: Assafs of the calls with a total, over these calls. What a call wins are the others' mean
points less the caller's, in calls that nobody answered; what it loses the caller's points less the others' mean, in
calls that met Assaf; `net` is both together, over all calls. It tells what happened to the calls that were made, which
is no advice: a bot that calls when it is safe meets little Assaf (F3 asks what the call was worth).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pipelines.balance.base import TABLES as RUN
from pipelines.balance.base import Arm, Deals, Found, Headline, Levels, Measured, Place, Verdict, mirror, mirror_arm
from pipelines.balance.tabled import described, line
from pipelines.findings.numbers import percent
from pipelines.findings.verdicts import REPORTED
from pipelines.stats.estimate import Estimate
from pipelines.tables import TABLES
from pipelines.tables.base import Key

CODE: Final = "F2"
TITLE: Final = "Risk of a call"
MEANING: Final = (
    "Rounds with Assaf / rounds with a call, by the caller's total; the first row is all calls. Won: the others' mean"
    " points less the caller's where nobody answered; lost: the caller's less the others' mean where somebody did; net:"
    " both, a call. These are the calls that were made, so the levels differ in when they call."
)
KEYS: Final = (Key("total", "caller's total", "points"),)

_TABLE: Final = replace(TABLES["assaf_by_total"], levels=((), ("total",)))
_NAMES: Final = {name: name for name in ("assaf_rate", "share", "gain", "loss", "penalty", "net")}
_OF_ALL: Final = {name: name for name in _NAMES if name != "share"}
NUMBERS: Final = described("assaf_by_total", _NAMES)


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the mirror cell."""
    yield mirror_arm(place, deals, levels)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure the calls of a mirror cell, all together and by total."""
    cell = mirror(place, levels)
    played = found.cell(RUN, cell)
    if played is None:
        return None
    lines = [
        line("assaf_by_total", row, _OF_ALL if row.keys["total"] is None else _NAMES, row.keys)
        for row in _TABLE.rows(found.counted(RUN, cell), played)
    ]
    return Measured(CODE, place, played.deals, lines, _verdict(place, {at.keys["total"]: at.numbers for at in lines}))


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by all calls."""
    return Headline("assaf_rate", {}, "calls that meet Assaf"), Headline("net", {}, "points a call wins, net")


def _verdict(place: Place, numbers: Mapping[int | None, Mapping[str, Estimate]]) -> Verdict | None:
    """Report the rate of all calls, and at the threshold."""
    overall = numbers.get(None, {}).get("assaf_rate")
    if overall is None or overall.value is None:
        return None
    sentence = f"{percent(overall, 'calls')} of all calls meet Assaf"
    highest = numbers.get(place.variant.threshold, {}).get("assaf_rate")
    if highest is not None and highest.value is not None:
        sentence += f", and {percent(highest, 'calls')} of those with {place.variant.threshold}"
    return Verdict(REPORTED, f"{sentence}.")

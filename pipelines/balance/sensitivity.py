"""F11: what changes when the threshold moves by one or two.

Every number of F1 to F9 by which places are compared (the `headlines` of the measures named in `OF`) at the threshold
t + d less that at t, for the same bots on the same deals, paired by batch. F5 and F6 are differences of line-ups
already and take arms of their own; `--vary threshold=...` shows them by threshold. Thresholds that were not played
(`--threshold-steps`) are left out. F7 and F8 follow games and are here
where the other threshold is a row of the report, too, or of one that shares its runs. The level *limited* keeps the
limit that is best at t, *tactician* and *counter* the settings that are their defaults at t: where those at t + d are
others, a row there is played by other bots, and F7 and F8 are left out.

The grid of a report is exploratory: Benjamini and Hochberg (1995, J. R. Stat. Soc. B 57, 289-300) over all its changes.
The largest is the one with the most standard errors among the smallest steps, told in its own unit; larger steps
change more by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from math import sqrt
from typing import Final, NamedTuple, cast

from scipy.stats import false_discovery_control

from pipelines.balance import MEASURES
from pipelines.balance.base import (
    PATHS,
    TABLES,
    Arm,
    Deals,
    Found,
    Headline,
    Levels,
    Line,
    Measure,
    Measured,
    Number,
    Place,
    Verdict,
    mirror,
)
from pipelines.balance.changes import change, find_line, p_value, plays_the_same
from pipelines.balance.settings import settings
from pipelines.balance.sweeps import varied
from pipelines.findings.numbers import MINUS, scaled, with_interval
from pipelines.findings.verdicts import REPORTED
from pipelines.stats.estimate import BATCH_T, MIN_BATCHES, Estimate
from pipelines.tables.base import Key
from sim.batches import batch_deals
from sim.bots import Entrant
from sim.errors import InputError
from sim.rules import Variant

CODE: Final = "F11"
TITLE: Final = "Sensitivity"
MEANING: Final = (
    "What changes when the threshold moves: each number at the other threshold less that at this one, the same bots on"
    " the same deals, paired by batch. Shares are in points in 100. A change is more than chance after Benjamini and"
    " Hochberg's correction over all changes of the report."
)
CHANGE, CHANCE, SAME, UNTESTED = "a change", "not told from chance", "identical play", "no interval"
KEYS: Final = (
    Key("threshold", "threshold", "points"),
    Key("code", "measure"),
    Key("number", "number"),
    Key("finding", "finding"),
)
NUMBERS: Final = (Number("change", "change", "at that threshold, less at this one", "", "batch", signed=True),)

OF: Final = ("seats", "risk", "live_decision", "opportunity", "comeback", "drama", "pace")
_FOLLOWED: Final = ("F7", "F8")


class _SameBots(NamedTuple):
    """Levels at which another threshold is played by those who play this one."""

    place: Place
    levels: Levels

    def entrant(self, variant: Variant, players: int, level: str) -> Entrant:
        """Give the bot of the place as it plays there, whatever the variant and the defaults for that one."""
        bot = self.levels.entrant(*self.place)
        return bot._replace(chosen=bot.values(self.place.variant.threshold, self.place.players))

    def has_limits(self, variant: Variant, players: int) -> bool:
        """Say whether the call limits of the place are played in the run of call limits."""
        return self.levels.has_limits(self.place.variant, self.place.players)


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the mirror cell at the other thresholds, with enough deals to be paired with that at this one."""
    mirrors = deals.mirrors[place.players]
    least = min(mirrors, MIN_BATCHES * batch_deals(mirrors))
    fewer, same = deals._replace(mirrors={place.players: max(deals.arms, least)}), _SameBots(place, levels)
    for other in neighbours(place):
        for one in _measures():
            yield from (arm for arm in one.arms(other, fewer, same) if arm.run == TABLES)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Take the differences; what is a change is not known before all of them are (`together`)."""
    same = _SameBots(place, levels)
    played = found.cell(TABLES, mirror(place, levels))
    if played is None:
        return None
    lines = []
    for one in _measures():
        beside = [other for other in neighbours(place) if _is_there(one, other, found, same)]
        here = _measure_headlines(one, place, found, levels) if beside else None
        if here is not None:
            lines += [line for other in beside for line in _changes(one, (here, other), found, same)]
    return Measured(CODE, place, played.deals, lines) if lines else None


def together(measured: Sequence[Measured]) -> list[Measured]:
    """Correct for all changes of the report, and name the largest of each place."""
    p_values = [p_value(line.numbers["change"]) for one in measured for line in one.lines]
    known = [p for p in p_values if p is not None]
    adjusted = iter(false_discovery_control(known).tolist())
    findings = iter([_finding(None if p is None else next(adjusted)) for p in p_values])
    judged = []
    for one in measured:
        lines = [
            line._replace(keys={**line.keys, "finding": line.keys["finding"] or finding})
            for line, finding in zip(one.lines, findings, strict=False)
        ]
        judged.append(one._replace(lines=lines, verdict=_verdict(one.place, lines)))
    return judged


def headlines(place: Place) -> Sequence[Headline]:
    """Compare no places: a change is a comparison."""
    return ()


def neighbours(place: Place) -> list[Place]:
    """List the same place at the other thresholds that the rules allow."""
    found = []
    for step in settings().sensitivity.steps:
        with suppress(InputError):
            found.append(place._replace(variant=varied(place.variant, "threshold", place.variant.threshold + step)))
    return found


def _measures() -> list[Measure]:
    """Load the measures: this one is among them, so not before they are asked for."""
    return [cast(Measure, import_module(f"pipelines.balance.{name}")) for name in MEASURES if name in OF]


def _measure_headlines(one: Measure, place: Place, found: Found, levels: Levels) -> Measured | None:
    short: Callable[[Place, Found, Levels], Measured | None] = getattr(one, "measure_headlines", one.measure)
    return short(place, found, levels)


def _is_there(one: Measure, other: Place, found: Found, levels: Levels) -> bool:
    run = PATHS if one.CODE in _FOLLOWED else TABLES
    return found.cell(run, mirror(other, levels)) is not None


def _changes(one: Measure, sides: tuple[Measured, Place], found: Found, levels: Levels) -> Iterator[Line]:
    here, other = sides
    there = _measure_headlines(one, other, found, levels)
    if there is None:
        return
    run = PATHS if one.CODE in _FOLLOWED else TABLES
    cells = [mirror(place, levels) for place in (here.place, other)]
    units = {number.name: number.unit for number in one.NUMBERS}
    for first, second in zip(one.headlines(here.place), one.headlines(other), strict=True):
        is_share = units[first.number] == "share"
        pair = change((here, first), (there, second), of_rates=is_share)
        if pair is None or not (_any(here, first) or _any(there, second)):  # with two players nobody ever waits
            continue
        difference, finding = pair.difference, None
        if difference.value == 0 and difference.low is None and plays_the_same(found, run, *cells):
            difference, finding = difference._replace(low=0.0, high=0.0, method=BATCH_T, variance=0.0), SAME
        yield Line(
            {
                "threshold": other.variant.threshold,
                "code": one.CODE,
                "number": first.label + (", points in 100" if is_share else ""),
                "finding": finding,
            },
            {"change": scaled(difference, 100) if is_share else difference},
        )


def _any(measured: Measured, headline: Headline) -> bool:
    """Whether a number was ever anything but 0."""
    line = find_line(measured, headline.keys)
    return line is not None and bool(line.sums[headline.number].above.any())


def _finding(p_adjusted: float | None) -> str:
    if p_adjusted is None:
        return UNTESTED
    return CHANGE if p_adjusted <= settings().alpha else CHANCE


def _verdict(place: Place, lines: Sequence[Line]) -> Verdict | None:
    """Name the largest change of the smallest steps."""
    nearest = min((abs(_step(place, line)) for line in lines), default=0)
    near = [line for line in lines if abs(_step(place, line)) == nearest]
    sized = [line for line in near if _errors(line.numbers["change"])]
    if not sized:
        if near and all(line.keys["finding"] == SAME for line in near):
            return Verdict(REPORTED, f"A threshold {nearest} higher or lower changes nothing: the play is identical.")
        return None
    largest = max(sized, key=lambda line: abs(_errors(line.numbers["change"])))
    found = largest.numbers["change"]
    sign = "+" if (found.value or 0) > 0 else ""
    if largest.keys["finding"] != CHANGE:
        return Verdict(REPORTED, f"At a threshold {nearest} higher or lower no number is shown to change.")
    errors = f"{_errors(found):+,.0f}".replace("-", MINUS)
    return Verdict(
        REPORTED,
        f"From threshold {place.variant.threshold} to {largest.keys['threshold']} the largest change is that of"
        f" {largest.keys['number']} ({largest.keys['code']}):"
        f" {sign}{with_interval(found)}, {errors} standard errors.",
    )


def _step(place: Place, line: Line) -> int:
    return int(line.keys["threshold"]) - place.variant.threshold


def _errors(found: Estimate) -> float:
    """Give a change in units of its error; 0 where there is none."""
    return found.value / sqrt(found.variance) if found.value and found.variance else 0.0

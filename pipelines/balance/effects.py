"""What each rule change does: every headline number of a variant against the first one's, on the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scipy.stats import false_discovery_control

from pipelines.balance.base import Headline, Measure, Measured, Place
from pipelines.balance.changes import change, p_value
from pipelines.balance.measuring import Results
from pipelines.balance.settings import settings
from pipelines.stats.paired import PairedDifference
from sim.rules import Variant, named_variants


class Effect(NamedTuple):
    """How a number at one place differs from that of the base variant, same players and level.

    Attributes
    ----------
    measure, headline
        Which number.
    p, p_adjusted
        Two-sided, and corrected over all effects of the report; None without an interval.
    """

    place: Place
    measure: Measure
    headline: Headline
    pair: PairedDifference
    p: float | None
    p_adjusted: float | None

    @property
    def is_change(self) -> bool:
        """Whether the difference is more than chance: `alpha` is the share of false findings that is borne."""
        return self.p_adjusted is not None and self.p_adjusted <= settings().alpha


def base_variant(places: Sequence[Place]) -> Variant:
    """Give the variant that the others are compared with: the one that plays like `standard`, else the first."""
    standard = named_variants()["standard"]
    return next((p.variant for p in places if p.variant.plays_like(standard)), places[0].variant)


def effects(results: Results) -> list[Effect]:
    """Compare every place with the base variant at the same table and level, by each headline number."""
    found = list(_effects(results))
    known = [one.p for one in found if one.p is not None]
    adjusted = iter(false_discovery_control(known).tolist() if known else [])
    return [one if one.p is None else one._replace(p_adjusted=next(adjusted)) for one in found]


def _effects(results: Results) -> Iterator[Effect]:
    base = base_variant(results.places)
    index = {place: number for number, place in enumerate(results.places)}
    for measure in results.measures:
        by_place = results.by_code[measure.CODE]
        for number, place in enumerate(results.places):
            first = index.get(place._replace(variant=base))
            if first is None or place.variant == base:
                continue
            yield from _of_place(measure, by_place[first], by_place[number])


def _of_place(measure: Measure, first: Measured | None, second: Measured | None) -> Iterator[Effect]:
    if first is None or second is None:
        return
    theirs = {line.label: line for line in measure.headlines(first.place)}
    shares = {number.name for number in measure.NUMBERS if number.unit == "share"}
    for ours in measure.headlines(second.place):
        if ours.label not in theirs:
            continue
        pair = change((first, theirs[ours.label]), (second, ours), of_rates=ours.number in shares)
        if pair is not None:
            yield Effect(second.place, measure, ours, pair, p_value(pair.difference), None)

"""Differences between two cells that played the same deals, paired batch by batch."""

from math import sqrt
from typing import NamedTuple

from pipelines.stats.clustered import Ratio, ratio
from pipelines.stats.estimate import (
    BATCH_T,
    CONFIDENCE,
    FEW_BATCHES,
    FEW_ROWS,
    MIN_BATCHES,
    MIN_EVENTS,
    NOTHING,
    Estimate,
)
from pipelines.stats.exact import Integers, quadratic_form
from pipelines.stats.intervals import t_quantile


class PairedDifference(NamedTuple):
    """A difference of two ratios on the same deals.

    Attributes
    ----------
    difference
        Second minus first.
    variance_ratio
        Variance of the difference over what it would be on different deals: below 1 the pairing saved
        games. None where nothing varies.
    identical
        The same play: there is no sampling error and nothing to test.
    """

    difference: Estimate
    variance_ratio: float | None
    identical: bool


def paired_difference(
    first: tuple[Integers, Integers],
    second: tuple[Integers, Integers],
    scale: int = 1,
    *,
    of_rates: bool = False,
    same_play: bool = False,
    confidence: float = CONFIDENCE,
) -> PairedDifference:
    """Estimate the difference of two ratios of batch sums (A, C) whose batches hold the same deals.

    The linearised total of a batch is (A2_b - r2 C2_b) / C2 - (A1_b - r1 C1_b) / C1 (Cochran 1977, 6.11).
    Rates (`of_rates`) need 100 events and 100 non-events on both sides for an interval. Sums that agree in
    every batch are identical play only where the caller knows that the cells played the same (`same_play`):
    two cells may well have stopped no round each. Then nothing varies, and there is no interval.
    """
    (a1, c1), (a2, c2) = first, second
    if len(a1) != len(a2):
        raise ValueError(f"paired cells need the same batches, not {len(a1)} and {len(a2)}")
    if not c1.any() or not c2.any():
        return PairedDifference(NOTHING, None, False)
    r1, r2, n_batches = ratio(a1, c1, scale), ratio(a2, c2, scale), len(a1)
    n = min(r1.chances, r2.chances)
    value = r2.value - r1.value
    if same_play and (a1 == a2).all() and (c1 == c2).all():
        return PairedDifference(Estimate(0.0, 0.0, 0.0, n, BATCH_T, None, 0.0, n_batches), None, True)
    if of_rates and min(_rarer(r1, scale), _rarer(r2, scale)) < MIN_EVENTS:
        return _without_interval(value, n, FEW_ROWS, n_batches)
    if n_batches < MIN_BATCHES:
        return _without_interval(value, n, FEW_BATCHES, n_batches)
    square1, square2 = r1.chances**2, r2.chances**2
    residuals = quadratic_form(
        [
            (square1 * r2.chances, a2),
            (-square1 * r2.events, c2),
            (-square2 * r1.chances, a1),
            (square2 * r1.events, c1),
        ]
    )
    if residuals == 0:
        return _without_interval(value, n, FEW_ROWS, n_batches)
    variance = n_batches * residuals / ((n_batches - 1) * (scale * square1 * square2) ** 2)
    half = t_quantile(n_batches - 1, confidence) * sqrt(variance)
    apart = r1.variance + r2.variance
    difference = Estimate(value, value - half, value + half, n, BATCH_T, None, variance, n_batches)
    return PairedDifference(difference, variance / apart if apart > 0 else None, False)


def _rarer(rate: Ratio, scale: int) -> float:
    """Count events or non-events, whichever are fewer."""
    events = rate.events / scale
    return min(events, rate.chances - events)


def _without_interval(value: float, n: int, why: str, n_batches: int) -> PairedDifference:
    return PairedDifference(Estimate(value, None, None, n, why, None, None, n_batches), None, False)

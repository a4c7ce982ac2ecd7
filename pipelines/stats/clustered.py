"""Ratios, means and spreads of clustered data, from integer sums a batch.

Rounds of one game depend on each other, and games of one deal even more; batches of deals do not. So every
variance here is that of batch totals about their ratio: the linearised, "ultimate cluster" variance
(Hansen, Hurwitz, Madow 1953, Sample Survey Methods and Theory; Cochran 1977, Sampling Techniques, 6.3;
Binder 1983, Int. Stat. Rev. 51). All sums stay exact integers until the one division at the end, so the
digits do not depend on any order of work.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

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
from pipelines.stats.exact import Integers, dot, quadratic_form
from pipelines.stats.intervals import rate_interval, t_quantile


class Ratio(NamedTuple):
    """A ratio of two sums over batches, with the variance that the batches show."""

    events: int
    chances: int
    value: float
    variance: float
    n_batches: int


def ratio(events: Integers, chances: Integers, scale: int = 1) -> Ratio:
    """Give r = sum A / (scale * sum C) with G/(G-1) * sum (A_b - r C_b)^2 / (sum C)^2.

    Parameters
    ----------
    events, chances
        A and C, one integer a batch; a batch without chances counts as a batch.
    scale
        A is counted in parts of this size (shared wins in 840ths).
    """
    n_batches, a, c = len(events), int(events.sum()), int(chances.sum())
    if n_batches < 2:
        return Ratio(a, c, a / (scale * c), float("nan"), n_batches)
    squares = c * c * dot(events, events) - 2 * a * c * dot(events, chances) + a * a * dot(chances, chances)
    variance = n_batches * squares / ((n_batches - 1) * (scale * c * c) ** 2)
    return Ratio(a, c, a / (scale * c), variance, n_batches)


def rate(
    events: Integers,
    chances: Integers,
    scale: int = 1,
    *,
    repeats: int = 1,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate a share: events are some of the chances; the interval by `rate_interval`.

    Raises
    ------
    ValueError
        When a batch has fewer events than none or more than chances: the two sums do not belong together.
    """
    if (events < 0).any() or (events > scale * chances).any():
        raise ValueError("a share of less than nothing or more than all")
    if not chances.any():
        return NOTHING
    r = ratio(events, chances, scale)
    interval = rate_interval(
        r.events / scale, r.chances, r.variance, r.n_batches, repeats=repeats, confidence=confidence
    )
    low, high, method = interval if interval else (None, None, FEW_BATCHES)
    return Estimate(r.value, low, high, r.chances, method, r.events, r.variance, r.n_batches)


def mean(totals: Integers, counts: Integers, scale: int = 1, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate a mean of anything: sum of totals / (scale * sum of counts)."""
    if not counts.any():
        return NOTHING
    r = ratio(totals, counts, scale)
    if not totals.any():  # never seen to be anything but 0: the batches cannot tell how rare it is
        return Estimate(0.0, None, None, r.chances, FEW_ROWS, 0, None, r.n_batches)
    low, high, method = _t_interval(r.value, r.variance, counts, confidence)
    return Estimate(r.value, low, high, r.chances, method, r.events, r.variance, r.n_batches)


def spread(
    squares: Integers, totals: Integers, counts: Integers, scale: int = 1, confidence: float = CONFIDENCE
) -> Estimate:
    """Estimate a standard deviation from sums of squares, values and counts.

    With mu = S/C the variance is Q/C - mu^2; a batch adds Q_b - 2 mu S_b + (mu^2 - sigma^2) C_b to its
    linearised total, and the standard error of sigma is that of sigma^2 over 2 sigma (delta method).
    """
    if not counts.any():
        return NOTHING
    q, s, c, n_batches = int(squares.sum()), int(totals.sum()), int(counts.sum()), len(counts)
    deviation = sqrt((c * q - s * s) / (c * c * scale * scale))
    if deviation == 0 or n_batches < 2:
        method = FEW_ROWS if n_batches >= MIN_BATCHES else FEW_BATCHES
        return Estimate(deviation, None, None, c, method, None, None, n_batches)
    residuals = quadratic_form([(c * c, squares), (-2 * s * c, totals), (2 * s * s - c * q, counts)])
    # residuals are in units of 1/c^2, their sum is divided by c once more, and all is squared
    variance_of_square = n_batches * residuals / ((n_batches - 1) * c**6 * scale**4)
    variance = variance_of_square / (4 * deviation * deviation)
    low, high, method = _t_interval(deviation, variance, counts, confidence)
    return Estimate(deviation, low, high, c, method, None, variance, n_batches)


def _t_interval(
    value: float, variance: float, counts: Integers, confidence: float
) -> tuple[float | None, float | None, str]:
    """Give a batch t interval where enough batches hold enough of what is averaged."""
    if len(counts) < MIN_BATCHES:
        return None, None, FEW_BATCHES
    if int(counts.sum()) < MIN_EVENTS or np.count_nonzero(counts) < MIN_BATCHES:
        return None, None, FEW_ROWS
    half = t_quantile(len(counts) - 1, confidence) * sqrt(variance)
    return value - half, value + half, BATCH_T

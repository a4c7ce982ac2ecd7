"""Ratios, means and spreads of clustered data, from integer sums a batch.

Rounds of one game depend on each other, and games of one deal even more; batches of deals do not. So every
variance here is that of batch totals about their ratio: the linearised, "ultimate cluster" variance
(Hansen, Hurwitz, Madow 1953, Sample Survey Methods and Theory; Cochran 1977, Sampling Techniques, 6.3;
Binder 1983, Int. Stat. Rev. 51). All sums stay exact integers until the one division at the end, so the
digits do not depend on any order of work.
"""

from math import cbrt, fsum, sqrt
from typing import Final, NamedTuple

import numpy as np

from pipelines.stats.estimate import (
    BATCH_T,
    CONFIDENCE,
    FEW_BATCHES,
    FEW_ROWS,
    JACKKNIFE,
    MIN_BATCHES,
    MIN_EVENTS,
    NOTHING,
    Estimate,
)
from pipelines.stats.exact import Integers, dot
from pipelines.stats.intervals import rate_interval, t_quantile

TINY: Final = 1e-9


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

    The interval is that of the variance, from its jackknife over batches (Miller 1974, Biometrika 61, 1-15) with
    Hall's correction for skewness (1992, J. R. Stat. Soc. B 54, 221-228). A few very long rounds make most of a
    variance: batches without any give a small variance and too small an error at once, and the plain interval
    holds the truth in 88 of 100 runs of 64 deals.
    """
    if not counts.any():
        return NOTHING
    c, n_batches = int(counts.sum()), len(counts)
    square, changes = _variance_and_changes(squares, totals, counts, scale)
    deviation = sqrt(square)
    if n_batches < MIN_BATCHES:
        return Estimate(deviation, None, None, c, FEW_BATCHES, None, None, n_batches)
    centre = fsum(changes) / n_batches
    moments = [fsum((change - centre) ** k for change in changes) / n_batches for k in (2, 3)]
    if not _enough(counts) or square == 0 or moments[0] == 0:
        return Estimate(deviation, None, None, c, FEW_ROWS, None, None, n_batches)
    error = sqrt((n_batches - 1) * moments[0])
    skewness = moments[1] / moments[0] ** 1.5 / sqrt(n_batches)
    t = t_quantile(n_batches - 1, confidence)
    low, high = (square - error * _unskewed(end, skewness) for end in (t, -t))
    variance = error * error / (4 * square)
    return Estimate(deviation, sqrt(max(0.0, low)), sqrt(high), c, JACKKNIFE, None, variance, n_batches)


def _variance_and_changes(
    squares: Integers, totals: Integers, counts: Integers, scale: int
) -> tuple[float, list[float]]:
    """Give the variance of values with these sums, and what each batch adds to it; exact up to the divisions."""
    q, s, c = int(squares.sum()), int(totals.sum()), int(counts.sum())
    above, below = c * q - s * s, (c * scale) ** 2
    changes = []
    for square, total, count in zip(squares.tolist(), totals.tolist(), counts.tolist(), strict=True):
        left = c - count
        above_left, below_left = left * (q - square) - (s - total) ** 2, (left * scale) ** 2
        changes.append((above * below_left - above_left * below) / (below * below_left) if left else above / below)
    return above / below, changes


def _unskewed(x: float, skewness: float) -> float:
    """Solve t + a t^2 / 3 + a^2 t^3 / 27 + a / 6 = x for t, where a is the skewness over the root of n."""
    if abs(skewness) < TINY:
        return x
    return 3 / skewness * (cbrt(1 + skewness * (x - skewness / 6)) - 1)


def _t_interval(
    value: float, variance: float, counts: Integers, confidence: float
) -> tuple[float | None, float | None, str]:
    """Give a batch t interval where enough batches hold enough of what is averaged."""
    if len(counts) < MIN_BATCHES:
        return None, None, FEW_BATCHES
    if not _enough(counts):
        return None, None, FEW_ROWS
    half = t_quantile(len(counts) - 1, confidence) * sqrt(variance)
    return value - half, value + half, BATCH_T


def _enough(counts: Integers) -> bool:
    """Say whether there are enough values, in enough batches."""
    return int(counts.sum()) >= MIN_EVENTS and int(np.count_nonzero(counts)) >= MIN_BATCHES

"""Quantiles of whole numbers from their distribution a batch."""

from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pipelines.stats.clustered import ratio
from pipelines.stats.estimate import CONFIDENCE, FEW_BATCHES, MIN_BATCHES, NOTHING, WOODRUFF, Estimate
from pipelines.stats.exact import Integers
from pipelines.stats.intervals import t_quantile


def woodruff(
    values: Integers,
    counts: NDArray[np.int64],
    share: Fraction,
    scale: int = 1,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """Estimate a quantile with Woodruff's interval (1952, JASA 47, 635-646).

    The quantile q is the smallest value that at least `share` of all lie at or below. The share at or below
    q is a clustered ratio; its interval about `share` is turned back into values.

    Parameters
    ----------
    values
        Distinct values in rising order, shape (V,).
    counts
        How often each occurs in each batch, shape (V, G).
    share
        For instance Fraction(1, 20); exact, so that no rounding decides a tie.
    scale
        Values are counted in parts of this size.
    """
    totals = counts.sum(axis=1)
    n, n_batches = int(totals.sum()), counts.shape[1]
    if n == 0:
        return NOTHING
    up_to = np.cumsum(totals)
    # smallest v with up_to / n >= share, in integers
    at = int(np.argmax(up_to * share.denominator >= share.numerator * n))
    value = int(values[at]) / scale
    if n_batches < MIN_BATCHES:
        return Estimate(value, None, None, n, FEW_BATCHES, None, None, n_batches)
    below = ratio(counts[: at + 1].sum(axis=0), counts.sum(axis=0))
    half = t_quantile(n_batches - 1, confidence) * sqrt(below.variance)
    shares = up_to / n
    low = int(np.argmax(shares >= float(share) - half))
    high = int(np.argmax(shares >= min(1.0, float(share) + half)))
    return Estimate(value, int(values[low]) / scale, int(values[high]) / scale, n, WOODRUFF, None, None, n_batches)

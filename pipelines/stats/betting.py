"""Intervals for the mean of bounded scores that hold at every look: one may look as often as one likes and stop.

Whoever bets at fair odds that the mean is above m cannot expect to gain if it is m or less. Wealth that starts at 1
and is multiplied by 1 + bet * (score - m) at each score reaches 1/alpha with a chance of at most alpha, ever (Ville
1939). So all m against which the wealth has never reached that remain: a confidence sequence (Darling, Robbins 1967,
PNAS 58, 66-68; Waudby-Smith, Ramdas 2024, J. R. Stat. Soc. B 86, 1-27: means of bounded scores by betting). It needs
no model of the scores, no large numbers and no plan of looks; only that each score has the same mean, whatever came
before.

The wealth here is the mean over many fixed bets (Robbins 1970, Ann. Math. Stat. 41, 1397-1409), so that nothing need be
known about the spread beforehand, and it depends on how often each score came and not on their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

ALPHA: Final = 0.05
FRACTIONS: Final = 2.0 ** (-np.arange(1, 29) / 2)
"""Parts of the largest bet that cannot ruin: from most of it, for large differences, to 1 in 16,000, for small ones."""

CLOSE: Final = 1e-9
"""Part of the range of scores to which an end of an interval is worked out."""

BETTER, WORSE, ALIKE = "better", "worse", "alike"


class Scores(NamedTuple):
    """Scores and how often each came.

    Attributes
    ----------
    values
        (kinds,).
    counts
        (kinds,), or (experiments, kinds).
    low, high
        What a score may be at least and at most.
    """

    values: Floats
    counts: Whole
    low: float
    high: float

    @classmethod
    def of(cls, counts: Mapping[float, int], low: float, high: float) -> Scores:
        """Make it of scores and their counts."""
        kinds: list[float] = sorted(counts)
        return cls(np.array(kinds, float), np.array([counts[kind] for kind in kinds], np.int64), low, high)

    @property
    def n(self) -> int:
        """Scores in all."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean score."""
        return float(self.counts @ self.values / self.n)


def log_wealth_above(scores: Scores, mean: float) -> Floats:
    """Give the logarithm of the wealth of who bets that the mean is above this; an experiment each.

    It falls as `mean` rises: each factor 1 + f * ((score - low) / (mean - low) - 1) does.
    """
    if mean <= scores.low:
        return np.where((scores.counts * (scores.values > scores.low)).sum(axis=-1) > 0, np.inf, 0.0)
    gains = FRACTIONS * (scores.values[:, None] - mean) / (mean - scores.low)
    logs = scores.counts @ np.log1p(np.maximum(gains, -1 + 1e-15))
    top = logs.max(axis=-1, keepdims=True)
    found: Floats = (top + np.log(np.exp(logs - top).mean(axis=-1, keepdims=True)))[..., 0]
    return found


def log_wealth_below(scores: Scores, mean: float) -> Floats:
    """Give the logarithm of the wealth of who bets that the mean is below this; it rises with `mean`."""
    turned = Scores(-scores.values, scores.counts, -scores.high, -scores.low)
    return log_wealth_above(turned, -mean)


def interval(scores: Scores, alpha: float = ALPHA) -> tuple[float, float]:
    """Give the interval of a confidence sequence; all of them together fail with a chance of at most `alpha`.

    Each end has half of `alpha`.
    """
    needed = np.log(2 / alpha)
    return _end(scores, needed), -_end(Scores(-scores.values, scores.counts, -scores.high, -scores.low), needed)


def _end(scores: Scores, needed: float) -> float:
    """Find the largest mean against which a bet on more has won enough; by halving, for it falls with the mean."""
    low, high = scores.low, scores.mean
    if log_wealth_above(scores, low) < needed:
        return low
    while high - low > CLOSE * (scores.high - scores.low):
        middle = (low + high) / 2
        low, high = (middle, high) if log_wealth_above(scores, middle) >= needed else (low, middle)
    return low


def decisions(scores: Scores, by: float, alpha: float = ALPHA) -> NDArray[np.str_]:
    """Decide each experiment by its interval, without working it out: "" where nothing is decided.

    `BETTER` where the interval lies above 0, `WORSE` where it lies below, `ALIKE` where it lies within `by` of 0. At
    whatever look one stops, a decision is false with a chance of at most `alpha`: better or worse where it is not, or
    alike where the mean is `by` or more from 0.
    """
    needed = np.log(2 / alpha)
    better, worse = log_wealth_above(scores, 0.0) > needed, log_wealth_below(scores, 0.0) > needed
    alike = (log_wealth_above(scores, -by) > needed) & (log_wealth_below(scores, by) > needed)
    return np.where(better, BETTER, np.where(worse, WORSE, np.where(alike, ALIKE, "")))

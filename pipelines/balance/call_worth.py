"""The verdict on a threshold from what a call is worth at each total up to it (F3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, sqrt
from typing import Final, NamedTuple

from scipy.special import stdtrit

from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import Estimate

FAIR: Final = "fair"
ALWAYS: Final = "always call"
NEVER: Final = "never call at it"


class Judged(NamedTuple):
    """What the values of a call add up to.

    Attributes
    ----------
    word
        FAIR, ALWAYS, NEVER or NOT_DECIDED.
    below
        The total below the threshold that speaks most clearly for the call; None where none has an interval.
    growth
        How many times as many deals would decide, should the values stay as they are; None where it is decided, or no
        number would.
    """

    word: str
    below: int | None
    growth: float | None


def judge(taus: Mapping[int, Estimate], threshold: int, alpha: float) -> Judged:
    """Judge calling less waiting by total; below 0 the call is better.

    Parameters
    ----------
    taus
        By total; totals above the threshold do not occur.
    alpha
        Error of each of the three answers. A bound is one end of a two-sided interval.

    Notes
    -----
    *fair*: waiting is better at the threshold, and the call at some total below, with Bonferroni's correction for the
    number of these. *always call*: the call is better at the threshold, and at no total below is waiting shown to be.
    *never call at it*: waiting is better at the threshold and at every total below that has an interval.
    """
    known = {total: tau for total, tau in taus.items() if tau.low is not None and tau.variance}
    lower = {total: tau for total, tau in known.items() if total < threshold}
    below = min(lower, key=lambda total: _errors(lower[total]), default=None)
    at = known.get(threshold)
    if at is None:
        return Judged(NOT_DECIDED, below, None)
    level = alpha / max(1, len(lower))
    calls_below = below is not None and _errors(lower[below]) < -_quantile(lower[below], level)
    if _errors(at) > _quantile(at, alpha):
        if calls_below:
            return Judged(FAIR, below, None)
        if all(_errors(tau) > _quantile(tau, alpha) for tau in lower.values()):
            return Judged(NEVER, below, None)
        return Judged(NOT_DECIDED, below, _growth((tau for tau in lower.values() if _errors(tau) < 0), level))
    if _errors(at) < -_quantile(at, alpha):
        if not any(_errors(tau) > _quantile(tau, level) for tau in lower.values()):
            return Judged(ALWAYS, below, None)
        return Judged(NOT_DECIDED, below, None)
    return Judged(NOT_DECIDED, below, _growth([at], alpha))


def _errors(tau: Estimate) -> float:
    """Count the standard errors from 0."""
    if tau.value is None or not tau.variance:
        raise ValueError("a test needs a value with a variance")
    return tau.value / sqrt(tau.variance)


def _quantile(tau: Estimate, alpha: float) -> float:
    return float(stdtrit(tau.n_batches - 1, 1 - alpha / 2))


def _growth(undecided: Iterable[Estimate], alpha: float) -> float | None:
    """Give how many times as many deals the clearest of these needs; None where none ever would."""
    factors = [(_quantile(tau, alpha) / _errors(tau)) ** 2 for tau in undecided if _errors(tau)]
    least = min(factors, default=inf)
    return None if least == inf else max(1.0, least)

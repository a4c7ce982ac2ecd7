"""Intervals for rates of independent trials, and the rule that chooses one for a rate of clustered trials."""

from functools import cache
from math import sqrt
from typing import Final

from scipy.special import betaincinv, ndtri, stdtrit

from pipelines.stats.estimate import BATCH_T, CONFIDENCE, MIN_BATCHES, MIN_EVENTS, WILSON

A_HANDFUL: Final = 10
"""Events below which a design effect cannot be estimated."""


@cache
def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """Give the Student t factor of a two-sided interval."""
    return float(stdtrit(degrees, (1 + confidence) / 2))


@cache
def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """Give the normal factor of a two-sided interval."""
    return float(ndtri((1 + confidence) / 2))


def wilson(rate: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Give the score interval of a rate of n independent trials (Wilson 1927, JASA 22, 209-212).

    `n` may be a fraction: an effective number of trials, n / design effect (Kish 1965, Survey Sampling).
    """
    z = normal_quantile(confidence)
    centre = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    # at the ends the formula gives 0 and 1 up to rounding; say so exactly
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return low, high


def clopper_pearson(events: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Give the exact interval of a rate (Clopper, Pearson 1934, Biometrika 26, 404-413).

    Both may be fractions: an effective number of trials, and the events that belong to it.
    """
    tail = (1 - confidence) / 2
    low = 0.0 if events == 0 else float(betaincinv(events, n - events + 1, tail))
    high = 1.0 if events == n else float(betaincinv(events + 1, n - events, 1 - tail))
    return low, high


def design_effect(variance: float, rate: float, n: int) -> float:
    """Give how many times larger a variance is than that of n independent trials (Kish 1965)."""
    simple = rate * (1 - rate) / n
    return variance / simple if simple > 0 else 1.0


def least_effect(events: float, n: int, variance: float, repeats: int) -> float:
    """Give the design effect that widens an interval; never below 1.

    With a handful of events the batches cannot show it (with none they show nothing): it is then at least the
    number of times that the same cards were played, `repeats`.
    """
    floor = repeats if min(events, n - events) < A_HANDFUL else 1
    return max(1.0, floor, design_effect(variance, events / n, n))


def effective_trials(
    events: float,
    n: int,
    variance: float,
    n_batches: int,
    *,
    repeats: int = 1,
    confidence: float = CONFIDENCE,
) -> float:
    """Give the number of independent trials that tell as much (Korn, Graubard 1998, Survey Methodology 24).

    It is n over the design effect, and less because the effect is itself estimated: by the square of the normal
    over Student's factor. The degrees of freedom are the events over the effect, less one (a batch without events
    tells nothing about how they cluster), and never fewer than a handful would leave.
    """
    effect = least_effect(events, n, variance, repeats)
    clusters = int(min(events, n - events) / effect)
    degrees = min(n_batches, max(A_HANDFUL, clusters)) - 1
    return n / effect * (normal_quantile(confidence) / t_quantile(degrees, confidence)) ** 2


def rate_interval(
    events: float,
    n: int,
    variance: float,
    n_batches: int,
    *,
    repeats: int = 1,
    confidence: float = CONFIDENCE,
) -> tuple[float, float, str] | None:
    """Choose and compute the interval of a clustered rate: batch t, else Wilson; None with too few batches.

    Parameters
    ----------
    events, n
        Events (shared ones may count in parts) and chances.
    variance
        Of events / n, from the batch sums.
    repeats
        How often the same cards were played; see `least_effect`.
    """
    if n_batches < MIN_BATCHES:
        return None
    rate, rarer = events / n, min(events, n - events)
    if rarer >= MIN_EVENTS:
        half = t_quantile(n_batches - 1, confidence) * sqrt(variance)
        return max(0.0, rate - half), min(1.0, rate + half), BATCH_T
    trials = effective_trials(events, n, variance, n_batches, repeats=repeats, confidence=confidence)
    return *wilson(rate, trials, confidence), WILSON

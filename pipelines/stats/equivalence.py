"""Is it fair: two one-sided tests against a margin, for several seats at once."""

from collections.abc import Sequence
from math import ceil, inf, sqrt
from typing import Final, NamedTuple

from scipy.special import stdtr, stdtrit

from pipelines.balance.settings import settings
from pipelines.stats.estimate import BONFERRONI, Estimate
from pipelines.stats.intervals import clopper_pearson

WITHIN: Final = "within"
OUTSIDE: Final = "outside"
NOT_DECIDED: Final = "not decided"
ALPHA: Final = settings().alpha

FARTHEST: Final = 2.0**40
"""Times as many games as were played that nobody will play."""


class Fairness(NamedTuple):
    """What the data say about the largest of several deviations from 0.

    Attributes
    ----------
    p_within
        Of "some deviation is as large as the margin": small means that all lie within.
    p_outside
        Of "all lie within the margin": small means that one lies outside.
    largest
        The largest absolute deviation; its interval holds for all at once.
    worst
        Index of the largest.
    evidence
        Index of the one that `p_outside` speaks of: beyond the margin by the most standard errors.
    """

    p_within: float
    p_outside: float
    largest: Estimate
    worst: int
    evidence: int


def fairness(deviations: Sequence[Estimate], margin: float, alpha: float = ALPHA) -> Fairness:
    """Test whether all deviations lie within the margin, and whether one lies outside.

    Within: TOST for each (Schuirmann 1987, J. Pharmacokin. Biopharm. 15, 657-680); all must pass, so the
    largest p counts and no correction is due (intersection-union: Berger 1982, Technometrics 24, 295-300).
    Outside: a two-sided interval that lies wholly beyond the margin, with Bonferroni's correction for the
    number of deviations.
    """
    n = len(deviations)
    inside = [_p_within(d, margin) for d in deviations]
    outside = [_p_outside(d, margin) for d in deviations]
    sizes = [abs(_known(d.value)) for d in deviations]
    beyond = [_errors_beyond(d, margin) for d in deviations]
    halves = [_half_width(d, 1 - alpha / n) for d in deviations]
    worst = max(range(n), key=lambda i: sizes[i])
    low = max(0.0, *(size - half for size, half in zip(sizes, halves, strict=True)))
    high = max(size + half for size, half in zip(sizes, halves, strict=True))
    largest = Estimate(
        sizes[worst], low, high, deviations[worst].n, BONFERRONI, None, None, deviations[worst].n_batches
    )
    evidence = max(range(n), key=lambda i: beyond[i])
    return Fairness(max(inside), min(1.0, n * min(outside)), largest, worst, evidence)


def verdict(p_within: float, p_outside: float, alpha: float = ALPHA) -> str:
    """Turn two p values, corrected for the number of verdicts, into one of three words."""
    if p_within <= alpha:
        return WITHIN
    return OUTSIDE if p_outside <= alpha else NOT_DECIDED


def more_needed(
    deviations: Sequence[Estimate], n: int, margin: float, alpha: float = ALPHA, family: int = 1
) -> int | None:
    """Give how many more than `n` would decide, should the deviations stay as they are.

    None means that no number would. Standard errors shrink with the root of n. `family` is the number of
    verdicts that share `alpha`.
    """
    level = alpha / family
    beyond = [d for d in deviations if abs(_known(d.value)) > margin]
    if beyond:
        factor = min(_growth(d, margin, 1 - level / (2 * len(deviations))) for d in beyond)
    else:
        factor = max(_growth(d, margin, 1 - level) for d in deviations)
    return None if factor == inf else max(1, ceil((factor - 1) * n))


def more_for_gate(events: float, trials: float, n: int, limit: float) -> int | None:
    """Give how many more than `n` would decide on which side of a limit a rate lies, should it stay as it is.

    `events` of `trials` is what the n are worth as independent ones; the interval is Clopper-Pearson's. None means that
    no number would: the rate is the limit.
    """
    if trials <= 0 or events == limit * trials:
        return None
    is_below = events < limit * trials

    def decides(factor: float) -> bool:
        low, high = clopper_pearson(factor * events, factor * trials)
        return high <= limit if is_below else low > limit

    low, high = 0.0, 1.0
    while not decides(high):
        low, high = high, 2 * high
        if high > FARTHEST:
            return None
    while (high - low) * n > 1:
        middle = (low + high) / 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return max(1, ceil((high - 1) * n))


def _growth(deviation: Estimate, margin: float, quantile: float) -> float:
    """Give the growth of n that makes the distance to the margin as many errors as the test asks for."""
    distance = abs(abs(_known(deviation.value)) - margin)
    factor = float(stdtrit(deviation.n_batches - 1, quantile))
    return (factor * _error(deviation) / distance) ** 2 if distance > 0 else inf


def _p_within(deviation: Estimate, margin: float) -> float:
    value, error = _known(deviation.value), _error(deviation)
    if error == 0:
        return 0.0 if abs(value) < margin else 1.0
    degrees = deviation.n_batches - 1
    return max(float(stdtr(degrees, (value - margin) / error)), float(stdtr(degrees, (-margin - value) / error)))


def _p_outside(deviation: Estimate, margin: float) -> float:
    value, error = _known(deviation.value), _error(deviation)
    if error == 0:
        return 0.0 if abs(value) > margin else 1.0
    return min(1.0, 2 * float(stdtr(deviation.n_batches - 1, (margin - abs(value)) / error)))


def _errors_beyond(deviation: Estimate, margin: float) -> float:
    """Count the standard errors beyond the margin: it ranks even where p values are 0 to the last bit."""
    distance, error = abs(_known(deviation.value)) - margin, _error(deviation)
    if error == 0:
        return inf if distance > 0 else -inf
    return distance / error


def _half_width(deviation: Estimate, confidence: float) -> float:
    return float(stdtrit(deviation.n_batches - 1, (1 + confidence) / 2)) * _error(deviation)


def _error(deviation: Estimate) -> float:
    return sqrt(_known(deviation.variance))


def _known(number: float | None) -> float:
    if number is None:
        raise ValueError("a test needs a value with a variance")
    return number

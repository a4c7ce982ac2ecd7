"""Chi-squares of counts, where the degrees of freedom need a thought."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.stats import chi2

from tests.verification.checks import Check, by_p

CHUNK = 100_000


def chunks(n: int) -> Iterator[tuple[int, int]]:
    """Give first number and length of parts of a range."""
    for first in range(0, n, CHUNK):
        yield first, min(CHUNK, n - first)


def chi_square(name: str, counts: np.ndarray, expected: np.ndarray | float, degrees: int, scale: float = 1) -> Check:
    """Compare counts with what is expected."""
    statistic = scale * float(((counts - expected) ** 2 / expected).sum())
    seen = f"chi-square {statistic:,.1f}"
    return by_p(
        name, f"{degrees:,} +- {(2 * degrees) ** 0.5:.0f}", seen, f"df {degrees:,}", both_tails(statistic, degrees)
    )


def both_tails(statistic: float, degrees: int) -> float:
    """Give the p value of a chi-square; counts that are too even are as wrong as uneven ones."""
    return 2 * float(min(chi2.sf(statistic, degrees), chi2.cdf(statistic, degrees)))


def even(name: str, counts: np.ndarray) -> Check:
    """Compare counts of independent trials with even ones."""
    return chi_square(name, counts, counts.sum() / counts.size, counts.size - 1)


def places(name: str, counts: np.ndarray, copies: np.ndarray) -> Check:
    """Compare counts by place and kind of card, (places, kinds), with those of uniform shuffles.

    Every shuffle fills every place once, so cells depend on each other along rows and along columns. The
    indicators of one shuffle have the covariance 1/(n-1) on a space of (n-1)(kinds-1) dimensions, so the usual
    sum is (n-1)/n of the chi-square with that many degrees of freedom.
    """
    n, kinds = counts.shape
    shuffles = counts[0].sum()
    expected = shuffles * copies / n
    return chi_square(name, counts, expected, (n - 1) * (kinds - 1), (n - 1) / n)


def place_counts(orders: Callable[[int, int], np.ndarray], n: int, kinds: int) -> np.ndarray:
    """Count kinds of card by place over n shuffles; `orders(first, how_many)` makes them."""
    total: np.ndarray | int = 0
    for first, size in chunks(n):
        some = orders(first, size)
        total = total + np.stack([np.bincount(place, minlength=kinds) for place in some.T])
    return np.asarray(total)

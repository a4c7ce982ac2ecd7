"""How many replicates, the bands of what they may show, and how coverage is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np
from scipy.stats import binom

from pipelines.stats.estimate import Estimate
from tests.verification.checks import Check

COVERAGE: Final = {10_000: (0.9427, 0.9570), 2_000: (0.9335, 0.9655)}
"""By number of replicates: a right interval of 95 % holds the truth in such a share of them, in 999 of 1,000 tries."""
REJECTION: Final = {10_000: (0.0430, 0.0573), 2_000: (0.0345, 0.0665)}
"""The same for a right test at 5 %."""

HEADS: Final = ("what, and of what", "band", "measured", "how")


def n_replicates(quick: bool) -> int:
    """Give the number of replicates of a check."""
    return 400 if quick else 10_000


def band(known: dict[int, tuple[float, float]], n: int) -> tuple[float, float]:
    """Give the band for n replicates; where none was stated, that of 999 of 1,000 tries."""
    if n in known:
        return known[n]
    share = 0.95 if known is COVERAGE else 0.05
    low, high = binom.ppf((0.0005, 0.9995), n, share) / n
    return float(low), float(high)


def generator(seed: int, name: str) -> np.random.Generator:
    """Give every check its own numbers, whatever other checks there are."""
    return np.random.default_rng([seed, *name.encode()])


def coverage(name: str, found: Iterable[tuple[Estimate, float]], *, at_least: bool = False) -> Check:
    """Count how often intervals hold the truth; pairs of both, one a replicate.

    Parameters
    ----------
    at_least
        The procedure covers more by construction, and need only reach the lower bound.
    """
    how: Counter[str] = Counter()
    covered = with_interval = 0
    for estimate, truth in found:
        how[estimate.method] += 1
        if estimate.low is not None and estimate.high is not None:
            with_interval += 1
            covered += estimate.low <= truth <= estimate.high
    low, high = band(COVERAGE, how.total())
    methods = how.most_common()
    told = methods[0][0] if len(methods) == 1 else ", ".join(f"{method} {n:,}" for method, n in methods)
    return share(name, covered / max(1, with_interval), low, 1.0 if at_least else high, told)


def rejection(name: str, rejected: Iterable[bool], *, at_most: bool = False, how: str = "") -> Check:
    """Count how often a test at 5 % rejects what is so."""
    found = list(rejected)
    low, high = band(REJECTION, len(found))
    return share(name, float(np.mean(found)), 0.0 if at_most else low, high, how)


def share(name: str, measured: float, low: float, high: float, how: str, words: str = "ok") -> Check:
    """Compare a share with its band; an end of 0 or 1 is none."""
    band = f"{low:.4f} to {high:.4f}"
    if high == 1:
        band = f"{low:.4f} or more"
    elif low == 0:
        band = f"{high:.4f} or less"
    return Check((name, band, f"{measured:.4f}", how), None, low <= measured <= high, words)

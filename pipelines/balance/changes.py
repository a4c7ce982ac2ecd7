"""How a number of one place differs from that of another: paired by batches of the deals that both played."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

from scipy.stats import t as student

from pipelines.balance.base import Headline, Line, Measured
from pipelines.findings.results import BatchSums
from pipelines.stats.batches import in_shared, shared_batches
from pipelines.stats.estimate import Estimate
from pipelines.stats.exact import Integers
from pipelines.stats.paired import PairedDifference, paired_difference


def find_line(measured: Measured, keys: Mapping[str, Any]) -> Line | None:
    """Find the row of these keys; keys that are not named must be None there."""
    for line in measured.lines:
        if all(value == keys.get(name) for name, value in line.keys.items()):
            return line
    return None


def change(
    first: tuple[Measured, Headline], second: tuple[Measured, Headline], *, of_rates: bool = False
) -> PairedDifference | None:
    """Give the second place's number less the first's; None where one of them has no such number, or no batch sums.

    Parameters
    ----------
    first, second
        A measure at a place, and where the number stands there; the same number of the same measure.
    of_rates
        The number is a share: it needs events and non-events enough for an interval.
    """
    one, other = _sums(*first), _sums(*second)
    if one is None or other is None:
        return None
    deals = first[0].deals, second[0].deals
    size, batches = shared_batches(*deals)
    pair = [_shared(sums, n, size, batches) for sums, n in zip((one, other), deals, strict=True)]
    return paired_difference(pair[0], pair[1], one.scale, of_rates=of_rates)


def p_value(difference: Estimate) -> float | None:
    """Test whether a difference is 0, two-sided by Student's t over batches; None where there is no interval."""
    if difference.value is None or difference.low is None or not difference.variance:
        return None
    return float(2 * student.sf(abs(difference.value) / sqrt(difference.variance), difference.n_batches - 1))


def _sums(measured: Measured, headline: Headline) -> BatchSums | None:
    line = find_line(measured, headline.keys)
    return None if line is None else line.sums.get(headline.number)


def _shared(sums: BatchSums, deals: int, size: int, batches: int) -> tuple[Integers, Integers]:
    return in_shared(sums.above, deals, size, batches), in_shared(sums.below, deals, size, batches)

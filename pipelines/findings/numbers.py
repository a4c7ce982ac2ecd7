"""Numbers as data and as text."""

from __future__ import annotations

from math import floor, log10
from typing import Any, Final

from pipelines.stats.estimate import FEW_BATCHES, Estimate

DIGITS: Final = 6
"""Significant digits of every published float: the last bits may differ between machines."""

RARE: Final = 0.01
"""Shares below this are written as 1 in so many."""

OFTEN: Final = 0.1
"""A plain share above this is not written as 1 in so many."""

MINUS: Final = "\N{MINUS SIGN}"

Data = dict[str, Any]


def rounded(value: float | None) -> float | None:
    """Round to six significant digits."""
    return None if value is None else float(f"{value:.{DIGITS}g}")


def number(estimate: Estimate) -> Data:
    """Give an estimate as data."""
    return {
        "value": rounded(estimate.value),
        "low": rounded(estimate.low),
        "high": rounded(estimate.high),
        "n": estimate.n,
        "method": estimate.method,
    }


def scaled(estimate: Estimate, factor: float) -> Estimate:
    """Give the estimate of a multiple."""
    value, low, high = (None if x is None else x * factor for x in (estimate.value, estimate.low, estimate.high))
    variance = None if estimate.variance is None else estimate.variance * factor * factor
    return estimate._replace(value=value, low=low, high=high, variance=variance, events=None)


def with_interval(estimate: Estimate, of: str = "") -> str:
    """Write `15.05 (15.03 to 15.07)`, with as many decimals as the interval bears.

    `of` names what n counts, as in `15.05 (15.03 to 15.07; 392,962 rounds)`; without it the words around must
    tell n.
    """
    return _written(estimate, 1, "", of)


def percent(estimate: Estimate, of: str = "") -> str:
    """Write a share as `23.1 % (22.9 to 23.2 %)`."""
    return _written(estimate, 100, " %", of)


def edge(estimate: Estimate, of: str = "") -> str:
    """Write an edge as `+0.244 (+0.237 to +0.250)`."""
    return _signed(estimate, 3, of)


def points(estimate: Estimate, of: str = "") -> str:
    """Write a difference in points as `−1.69 (−2.20 to −1.18)`."""
    return _signed(estimate, 2, of)


def _signed(estimate: Estimate, decimals: int, of: str) -> str:
    if estimate.value is None:
        return "nothing counted"
    known = estimate.low is not None and estimate.high is not None
    ends = f"{estimate.low:+.{decimals}f} to {estimate.high:+.{decimals}f}" if known else _why_none(estimate)
    return _with_minus(f"{estimate.value:+.{decimals}f}{_in_brackets(ends, estimate, of)}")


def whole(estimate: Estimate) -> str:
    """Write a quantile of whole numbers as `14 (14 to 15)`: its interval is told even if it is one number."""
    if estimate.value is None:
        return "nothing counted"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:,.0f} ({_why_none(estimate)})"
    return f"{estimate.value:,.0f} ({estimate.low:,.0f} to {estimate.high:,.0f})"


def so_many(count: int, what: str) -> str:
    """Write `392,962 rounds`, or `1 round`: `what` is a plural with s."""
    return f"{count:,} {what.removesuffix('s') if count == 1 else what}"


def to_digits(value: float, digits: int = 3) -> str:
    """Write a large number to some digits: `319,137` to two is `320,000`."""
    unit = 10 ** max(0, floor(log10(value)) + 1 - digits)
    return f"{round(value / unit) * unit:,}"


def one_in(share: float) -> str:
    """Write a share as `1 in 4,734`, or as `23.1 %` above 1 in 10."""
    return f"1 in {1 / share:,.0f}" if 0 < share <= OFTEN else f"{100 * share:.3g} %"


def how_often(estimate: Estimate, what: str) -> str:
    """Write a share as `1 in 4,730 of 392,962 rounds (3,810 to 5,890)`, or in per cent where it is not rare."""
    if estimate.value is None:
        return f"no {what}"
    if estimate.value == 0:
        bound = f" (at most 1 in {to_digits(1 / estimate.high)})" if estimate.high else f" ({_why_none(estimate)})"
        return f"none of {so_many(estimate.n, what)}{bound}"
    if estimate.value > RARE:
        return f"{percent(estimate)} of the {so_many(estimate.n, what)}"
    text = f"1 in {to_digits(1 / estimate.value)} of {so_many(estimate.n, what)}"
    if estimate.low and estimate.high:
        return f"{text} ({to_digits(1 / estimate.high)} to {to_digits(1 / estimate.low)})"
    return f"{text} ({_why_none(estimate)})"


def _written(estimate: Estimate, factor: float, unit: str, of: str) -> str:
    if estimate.value is None:
        return "nothing counted"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value * factor:.3g}{unit}{_in_brackets(_why_none(estimate), estimate, of)}"
    if estimate.value == 0:
        return f"0{unit}{_in_brackets(f'at most {estimate.high * factor:.2g}{unit}', estimate, of)}"
    half = (estimate.high - estimate.low) * factor / 2
    digits = max(0, -floor(log10(half) + 1e-9)) if half > 0 else 0  # .1 may have come as .0999...
    value, low, high = (f"{x * factor:,.{digits}f}" for x in (estimate.value, estimate.low, estimate.high))
    ends = f"{low} to {high}{unit}" if half > 0 else ""
    return _with_minus(f"{value}{unit}{_in_brackets(ends, estimate, of)}")


def _in_brackets(interval: str, estimate: Estimate, of: str) -> str:
    parts = [part for part in (interval, so_many(estimate.n, of) if of else "") if part]
    return f" ({'; '.join(parts)})" if parts else ""


def _with_minus(numbers: str) -> str:
    return numbers.replace("-", MINUS)


def _why_none(estimate: Estimate) -> str:
    return "no interval: too few deals" if estimate.method == FEW_BATCHES else "no interval"

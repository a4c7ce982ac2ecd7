"""Numbers as words: how an estimate, its interval and its n are written on a page.

A number of the data is `{value, low, high, n, method}`; shares are 0 to 1 there and per cent here.
"""

import math
from typing import Any, NamedTuple

Number = dict[str, Any]

PERCENT = "\N{NO-BREAK SPACE}%"

# Units that say nothing a column's title does not say already are not repeated after each number.
SPOKEN_UNITS = {"turns", "rounds", "minutes", "points", "laps"}


class Written(NamedTuple):
    """One estimate ready for a page: `22.3 %`, `22.2 to 22.4 %`, `4,200,000`."""

    estimate: str
    interval: str
    n: str


def write(number: Number, unit: str, signed: bool = False, brief: bool = False) -> Written:
    """Write an estimate with as many decimals as its interval makes worth reading.

    Edges always carry a sign; `signed` gives one to differences. `brief` is for running text: often a
    decimal fewer.
    """
    signed = signed or unit == "edge"
    value, low, high = number["value"], number["low"], number["high"]
    if value is None:
        return Written("–", "none", count(number["n"]))
    places = _decimals(value, low, high, 100 if unit == "share" else 1, brief)
    estimate = _one(value, unit, places, signed)
    if low is None or high is None:
        return Written(estimate, "none", count(number["n"]))
    ends = [_one(end, unit, places, signed).removesuffix(PERCENT) for end in (low, high)]
    return Written(estimate, " to ".join(ends) + (PERCENT if unit == "share" else ""), count(number["n"]))


def sentence(number: Number, unit: str, with_n: bool = True) -> str:
    """Write an estimate inside a sentence: `22.3 % (22.2 to 22.4 %; n = 4,000)`.

    An interval whose ends are written like the estimate adds nothing and is left out.
    """
    written = write(number, unit, brief=True)
    alone = {written.estimate.removesuffix(PERCENT)}
    parts = [] if set(written.interval.removesuffix(PERCENT).split(" to ")) == alone else [written.interval]
    parts = ["no interval" if part == "none" else part for part in parts]
    parts += [f"n\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{written.n}"] if with_n else []
    return f"{written.estimate} ({'; '.join(parts)})" if parts else written.estimate


def count(n: int) -> str:
    """Write a whole number with commas."""
    return f"{n:,}"


def things(n: str, name: str) -> str:
    """Name what a written count counts: `1` game, `2` games."""
    return name if n == "1" else f"{name}s"


def unit_after(number: Number, unit: str) -> str:
    """Name the unit that follows a number standing alone; '' where the number carries it."""
    if unit not in SPOKEN_UNITS:
        return ""
    return unit.removesuffix("s") if number["value"] == 1 else unit


def _decimals(value: float, low: float | None, high: float | None, scale: int, brief: bool) -> int:
    """Show one significant digit of the half-width, and two where the first is 1, or 2 unless `brief`."""
    if all(end is None or float(end).is_integer() for end in (value, low, high)) and scale == 1:
        return 0  # a quantile of whole numbers
    half = (high - low) / 2 * scale if low is not None and high is not None else 0.0
    if half <= 0.0:
        text = f"{value * scale:.6g}"
        return len(text.partition(".")[2]) if "e" not in text else 6
    exponent = math.floor(math.log10(half))
    leading = half / 10**exponent
    return max(0, min(8, -exponent + (1 if leading < (2 if brief else 3) else 0)))


def _one(value: float, unit: str, places: int, signed: bool) -> str:
    scaled = value * 100 if unit == "share" else value
    places = places if scaled else 0
    text = f"{scaled:+,.{places}f}" if signed else f"{scaled:,.{places}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("+-")  # a rounded zero has no sign
    text = text.replace("-", "−")  # a true minus is as wide as a plus
    return f"{text}{PERCENT}" if unit == "share" else text

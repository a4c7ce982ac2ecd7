"""How a number of one place differs from that of another: paired by batches of the deals that both played."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

import polars as pl
from scipy.stats import t as student

from pipelines.balance.base import Found, Headline, Line, Measured
from pipelines.findings.fingerprints import NAMES
from pipelines.findings.results import BatchSums
from pipelines.stats.batches import in_shared, shared_batches
from pipelines.stats.estimate import Estimate
from pipelines.stats.exact import Integers
from pipelines.stats.paired import PairedDifference, paired_difference
from sim.plan import Cell
from sim.tallies.declared import DECLARED


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


def plays_the_same(found: Found, run: str, first: Cell, second: Cell) -> bool:
    """Tell whether two cells of a run did the same on the deals that both played, whatever they were allowed to do.

    A line-up of several rotations plays each deal several times: the same games count as often.
    """
    cells = found.cell(run, first), found.cell(run, second)
    if cells[0] is None or cells[1] is None:
        return False
    size, batches = shared_batches(cells[0].deals, cells[1].deals)
    times = cells[1].cell.rotations, cells[0].cell.rotations
    sides = [
        [_played(found.counted(run, one.cell)[name], name, size // one.batch_deals, batches, n) for name in _PLAYED]
        for one, n in zip(cells, times, strict=True)
        if one is not None
    ]
    return all(one.equals(other) for one, other in zip(*sides, strict=True))


_PLAYED: Final = ("turns", "calls", "seats", "game_rounds")
"""Tallies that tell what was done."""


def _played(frame: pl.DataFrame, name: str, width: int, batches: int, times: int) -> pl.DataFrame:
    """Add a tally up to larger batches, so many times; bots are compared by what they did and not by their names."""
    keys = [key.name for key in DECLARED[name].keys if key.name not in NAMES]
    sums = [pl.col(field.name).sum() * times for field in DECLARED[name].sums]
    if "by" in keys:
        frame = frame.filter(~pl.col("by").is_in(NAMES))
    wide = frame.with_columns(pl.col("batch") // width).filter(pl.col("batch") < batches)
    return wide.group_by("batch", *keys).agg(sums).sort("batch", *keys)


def _sums(measured: Measured, headline: Headline) -> BatchSums | None:
    line = find_line(measured, headline.keys)
    return None if line is None else line.sums.get(headline.number)


def _shared(sums: BatchSums, deals: int, size: int, batches: int) -> tuple[Integers, Integers]:
    return in_shared(sums.above, deals, size, batches), in_shared(sums.below, deals, size, batches)

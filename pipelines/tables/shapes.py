"""Work on integer sums that several tables share: bins, chances, running sums. Nothing here makes a float."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

MOST_BINS: Final = 45
_WIDTHS: Final = tuple(factor * 10**power for power in range(5) for factor in (1, 2, 5))


def bin_edges(counts: pl.DataFrame, value: str, count: str, most: int = MOST_BINS) -> list[int]:
    """Choose the lower ends of equal bins up to 99.5 % of what is counted; an open bin holds the rest."""
    totals = counts.group_by(value).agg(pl.col(count).sum()).filter(pl.col(count) > 0).sort(value)
    if totals.is_empty():
        return [0]
    up_to = totals[count].cum_sum()
    tail = totals.filter(up_to * 1000 >= 995 * up_to[-1])
    low, high = int(totals[value][0]), int(tail[value][0])
    width = next(width for width in _WIDTHS if (high // width - low // width) < most or width == _WIDTHS[-1])
    return list(range(low // width * width, high + width + 1, width))


def put_in_bins(counts: pl.DataFrame, value: str, edges: Sequence[int]) -> pl.DataFrame:
    """Turn a value into the bin from `value` to `value`_to; the last bin has no end."""
    bins = pl.DataFrame(
        {value: list(edges), f"{value}_to": [edge - 1 for edge in edges[1:]] + [None]},
        schema={value: pl.Int64, f"{value}_to": pl.Int64},
    )
    sums = [name for name, dtype in counts.schema.items() if dtype == pl.Int64 and name != value]
    others = [name for name in counts.columns if name not in sums and name != value]
    return (
        counts.with_columns(pl.col(value).cast(pl.Int64))
        .sort(value)
        .join_asof(bins, on=value, strategy="backward", coalesce=False, suffix="_bin")
        .drop(value)
        .rename({f"{value}_bin": value})
        .group_by(*others, value, f"{value}_to")
        .agg(pl.col(sums).sum())
    )


def with_chances(counts: pl.DataFrame, keys: Sequence[str], count: str, within: Sequence[str] = ()) -> pl.DataFrame:
    """Make rows for all keys in all batches, with `chances`: the count of all keys together.

    A share of a whole needs the whole in every batch, also in those where the key does not occur; so do shares of
    several wholes together, where it occurs in only one of them.
    """
    sums = [name for name, dtype in counts.schema.items() if dtype == pl.Int64 and name not in keys]
    wholes = counts.group_by("batch", *within).agg(pl.col(count).sum().alias("chances"))
    grid = wholes.join(counts.select(keys).unique(), how="cross")
    return grid.join(counts, on=["batch", *within, *keys], how="left", nulls_equal=True).with_columns(
        pl.col(sums).fill_null(0)
    )


def running(counts: pl.DataFrame, key: str, sums: Sequence[str], within: Sequence[str] = ()) -> pl.DataFrame:
    """Add `name`_up_to: the sum up to and with each key, by batch; needs rows for all keys."""
    totals = [pl.col(name).cum_sum().over("batch", *within).alias(f"{name}_up_to") for name in sums]
    return counts.sort(key).with_columns(totals)


def together(*frames: pl.DataFrame) -> pl.DataFrame:
    """Put tallies of different things into one frame; what one does not count is null in its rows."""
    return pl.concat(frames, how="diagonal_relaxed")

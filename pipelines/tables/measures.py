"""The kinds of numbers a table can hold, each estimated from the batch sums of one row."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.stats import clustered
from pipelines.stats.estimate import Estimate
from pipelines.stats.exact import Integers, integers
from pipelines.stats.quantiles import woodruff

QUANTILES: Final = (
    ("p5", "5 %", "5 %", Fraction(1, 20)),
    ("median", "median", "half", Fraction(1, 2)),
    ("p95", "95 %", "95 %", Fraction(19, 20)),
)
"""Quantiles of every length: end of the name, label, in words, share."""


class Sums:
    """Integer sums of one row of a table, by batch; a batch without any has 0.

    `repeats`: how often the cell played the same cards (rotations of the line-up).
    """

    def __init__(self, frame: pl.DataFrame, n_batches: int, repeats: int = 1) -> None:
        self._frame = frame
        self._n_batches = n_batches
        self.repeats = repeats

    @cached_property
    def _by_batch(self) -> pl.DataFrame:
        numbers = [name for name, dtype in self._frame.schema.items() if dtype == pl.Int64]
        return self._frame.group_by("batch").agg(pl.col(numbers).sum())

    def of(self, name: str) -> Integers:
        """Give one sum, shape (G,)."""
        dense = np.zeros(self._n_batches, np.int64)
        dense[self._by_batch["batch"].to_numpy()] = integers(self._by_batch[name].to_numpy())
        return dense

    def by_value(self, value: str, name: str) -> tuple[Integers, NDArray[np.int64]]:
        """Give the distinct values in rising order, shape (V,), and a sum for each, shape (V, G)."""
        frame = self._frame.filter(pl.col(value).is_not_null())
        values, rows = np.unique(integers(frame[value].to_numpy()), return_inverse=True)
        dense = np.zeros((len(values), self._n_batches), np.int64)
        np.add.at(dense, (rows, frame["batch"].to_numpy()), integers(frame[name].to_numpy()))
        return values, dense


@dataclass(frozen=True)
class Measure:
    """One number of each row.

    Attributes
    ----------
    name, label
        The number's name in data, and above its column.
    unit
        What it is counted in; see `pipelines.schemas.Field`.
    per
        What `n` counts: round, call, game or seat. It also tells the estimand: "per round" weighs every round
        alike, so that long games weigh more; "per game" weighs every game alike.
    only_if_any
        Left out of the table when it is 0 in every row.
    """

    name: str
    label: str
    meaning: str
    _: KW_ONLY
    unit: str
    per: str
    only_if_any: bool = False

    def estimate(self, sums: Sums) -> Estimate:
        """Estimate the number from one row's sums."""
        raise NotImplementedError


@dataclass(frozen=True)
class Ratio(Measure):
    """One sum over another; can be compared between cells that played the same deals.

    Attributes
    ----------
    of
        Names of the sums above and below the line.
    scale
        Parts of a whole in which the one above is counted.
    """

    _: KW_ONLY
    of: tuple[str, str]
    scale: int = 1

    def parts(self, sums: Sums) -> tuple[Integers, Integers]:
        """Give both sums by batch."""
        above, below = self.of
        return sums.of(above), sums.of(below)


@dataclass(frozen=True)
class Share(Ratio):
    """A share: what is above the line is some of what is below."""

    _: KW_ONLY
    unit: str = "share"

    def estimate(self, sums: Sums) -> Estimate:
        """Estimate by batch t, or Wilson when there are few."""
        return clustered.rate(*self.parts(sums), scale=self.scale, repeats=sums.repeats)


@dataclass(frozen=True)
class Mean(Ratio):
    """A mean: a quantity added up over what is below the line."""

    def estimate(self, sums: Sums) -> Estimate:
        """Estimate by batch t."""
        return clustered.mean(*self.parts(sums), scale=self.scale)


@dataclass(frozen=True)
class Edge(Ratio):
    """An advantage, n * P - 1, where `of` is what is won and tried, and P is the share won.

    `size` names a third sum: the players at the table, added up over what is tried; all tables of a row
    have one size.
    """

    _: KW_ONLY
    size: str
    unit: str = "edge"

    def estimate(self, sums: Sums) -> Estimate:
        """Estimate the share won, and stretch it."""
        share = clustered.rate(*super().parts(sums), scale=self.scale, repeats=sums.repeats)
        if share.value is None:
            return share
        n = self._size(sums)
        ends = (None if end is None else n * end - 1 for end in (share.value, share.low, share.high))
        value, low, high = ends
        variance = None if share.variance is None else n * n * share.variance
        return share._replace(value=value, low=low, high=high, variance=variance)

    def parts(self, sums: Sums) -> tuple[Integers, Integers]:
        """Give n * won - tried and tried, by batch: their ratio is the edge."""
        won, tried = super().parts(sums)
        return self._size(sums) * won - self.scale * tried, tried

    def _size(self, sums: Sums) -> int:
        tried = int(sums.of(self.of[1]).sum())
        return int(sums.of(self.size).sum()) // tried if tried else 0


@dataclass(frozen=True)
class Spread(Measure):
    """A standard deviation, of sums of squares, of values and of counts."""

    _: KW_ONLY
    of: tuple[str, str, str]

    def estimate(self, sums: Sums) -> Estimate:
        """Estimate by the jackknife over batches."""
        squares, totals, counts = self.of
        return clustered.spread(sums.of(squares), sums.of(totals), sums.of(counts))


@dataclass(frozen=True)
class Quantile(Measure):
    """A quantile of a whole number: `of` names the column with its values, and the sum of what has them."""

    _: KW_ONLY
    of: tuple[str, str]
    share: Fraction
    scale: int = 1

    def estimate(self, sums: Sums) -> Estimate:
        """Estimate with Woodruff's interval."""
        values, counts = sums.by_value(*self.of)
        return woodruff(values, counts, self.share, scale=self.scale)

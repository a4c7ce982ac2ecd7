"""What a tally is: integer sums by batch and key, all that any table needs of the rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from pipelines.run import Frames
from sim.tallies.declared import Declared, Field, Key


def as_counted(sums: pl.DataFrame) -> pl.DataFrame:
    """Leave what was counted as it is."""
    return sums


@dataclass(frozen=True)
class Tally:
    """Integer sums of one cell by (batch, keys).

    Tallies add up: those of some games plus those of other games are the tallies of all. So a run of any
    size is counted in slices, and the digits do not depend on how it was cut.

    Attributes
    ----------
    declared
        Its name, keys and sums, which the engine counts, too (`sim.tallies`): the same digits.
    count
        Whole games in, sums by batch (and perhaps more than the keys) out; lazily, in one group-by.
    settle
        Turns what was counted into `batch`, keys and sums, all integers; for work that is cheaper on sums.
    needs_rounds
        Whether it counts rounds, so that a run of games alone does not have it.
    """

    declared: Declared
    count: Callable[[Frames], pl.LazyFrame]
    settle: Callable[[pl.DataFrame], pl.DataFrame] = as_counted
    needs_rounds: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return self.declared.name

    @property
    def meaning(self) -> str:
        """What it counts."""
        return self.declared.meaning

    @property
    def keys(self) -> tuple[Key, ...]:
        """What sums are told apart by."""
        return self.declared.keys

    @property
    def sums(self) -> tuple[Field, ...]:
        """What is added up."""
        return self.declared.sums

    @property
    def by(self) -> list[str]:
        """Names of batch and keys."""
        return ["batch", *(key.name for key in self.keys)]

    @property
    def columns(self) -> list[str]:
        """Names of all columns in order."""
        return [*self.by, *(field.name for field in self.sums)]


def total(expression: pl.Expr | str) -> pl.Expr:
    """Sum in 64 bits; Polars sums small integers in small integers."""
    column = pl.col(expression) if isinstance(expression, str) else expression
    return column.cast(pl.Int64).sum()


def n_rows() -> pl.Expr:
    """Count rows in 64 bits."""
    return pl.len().cast(pl.Int64)

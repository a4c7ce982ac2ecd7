"""What a table is: keys and measures over integer sums, finished once at the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import polars as pl

from pipelines.run import RunCell
from pipelines.stats.estimate import Estimate
from pipelines.tables.measures import Measure, Sums

_TYPES: Final[dict[str, type[pl.DataType]]] = {
    "cell": pl.UInt16,
    "measure": pl.String,
    "events": pl.Int128,
    "n": pl.Int64,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "method": pl.String,
    "stopped": pl.Int64,
}

Counted = Mapping[str, pl.DataFrame]
"""The tallies of one cell by name."""


@dataclass(frozen=True)
class Key:
    """A column that names rows.

    Attributes
    ----------
    binned
        A row stands for the values from `name` to `name_to`, both within; null there means no end.
    words
        Text shown for a value.
    """

    name: str
    label: str
    unit: str = ""
    binned: bool = False
    words: tuple[tuple[Any, str], ...] = ()

    @property
    def columns(self) -> list[str]:
        """Names of its columns."""
        return [self.name, f"{self.name}_to"] if self.binned else [self.name]


class Row(NamedTuple):
    """One row: what it is about, its numbers by measure, and the sums that they were made of."""

    keys: dict[str, Any]
    numbers: dict[str, Estimate]
    sums: Sums | None


@dataclass(frozen=True)
class Table:
    """One table of a report.

    Attributes
    ----------
    name, title, meaning
        What it is called, and what it says, in a sentence or two.
    tallies
        The tallies it needs, by name.
    shape
        Turns them into one frame of integers: `batch`, the columns of the keys, and 64-bit sums.
    keys, measures
        What names a row and what stands in it.
    levels
        Sets of keys by which rows are made, () for all together; the other keys are null in such a row. By
        default one set, all keys.
    """

    name: str
    title: str
    meaning: str
    tallies: tuple[str, ...]
    shape: Callable[[Counted, RunCell], pl.DataFrame]
    keys: tuple[Key, ...]
    measures: tuple[Measure, ...]
    levels: tuple[tuple[str, ...], ...] | None = None

    @property
    def key_columns(self) -> list[str]:
        """Names of the columns that name a row."""
        return [column for key in self.keys for column in key.columns]

    def rows(self, counted: Counted, cell: RunCell) -> list[Row]:
        """Finish the table for one cell: integers become numbers here and nowhere else."""
        frame = self.shape(counted, cell)
        rows = []
        for level in self.levels or (tuple(key.name for key in self.keys),):
            columns = [column for key in self.keys if key.name in level for column in key.columns]
            for values, part in _parts(frame, columns):
                named = dict(zip(columns, values, strict=True))
                sums = Sums(part, cell.n_batches, cell.cell.rotations)
                numbers = {measure.name: self._estimate(measure, sums) for measure in self.measures}
                rows.append(Row({name: named.get(name) for name in self.key_columns}, numbers, sums))
        return rows

    def _estimate(self, measure: Measure, sums: Sums) -> Estimate:
        try:
            return measure.estimate(sums)
        except ValueError as error:
            raise ValueError(f"table {self.name}, measure {measure.name}: {error}") from error

    def used_measures(self, rows: list[Row]) -> list[Measure]:
        """Leave out measures that are for things that may not occur and did not."""
        return [
            measure
            for measure in self.measures
            if not measure.only_if_any or any(row.numbers[measure.name].value for row in rows)
        ]


def _parts(frame: pl.DataFrame, columns: list[str]) -> list[tuple[tuple[Any, ...], pl.DataFrame]]:
    """Cut a frame by the values of some columns, in order; without any it is one part, even if empty."""
    if not columns:
        return [((), frame)]
    parts = frame.sort(columns, nulls_last=True).partition_by(columns, as_dict=True, maintain_order=True)
    return list(parts.items())


def stopped_rounds(counted: Counted) -> int | None:
    """Count the rounds that were stopped: every table tells it, for they are in its numbers; None without rounds."""
    if "turns" not in counted:
        return None
    return int(counted["turns"].filter(end="stopped")["rounds"].sum())


def to_frame(table: Table, counted: Counted, cell: RunCell) -> pl.DataFrame:
    """Finish a table as a long frame: one line a row and measure, columns of `schemas.RESULT`.

    Needs the tally `turns` beside those of the table, where rounds are kept.
    """
    rows, stopped = table.rows(counted, cell), stopped_rounds(counted)
    measures = table.used_measures(rows)
    lines = [
        {
            "cell": cell.number,
            **row.keys,
            "measure": measure.name,
            "events": number.events,
            "n": number.n,
            "value": number.value,
            "low": number.low,
            "high": number.high,
            "method": number.method,
            "stopped": stopped,
        }
        for row in rows
        for measure in measures
        for number in [row.numbers[measure.name]]
    ]
    columns = ["cell", *table.key_columns, *list(_TYPES)[1:]]  # named, for a table may have no rows in a cell
    return pl.DataFrame(lines, schema=columns, schema_overrides=_TYPES, infer_schema_length=None)

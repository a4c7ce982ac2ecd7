"""Tables of one cell, finished when first asked for, and how a measure takes its numbers from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.balance.base import Found, Line, Number
from pipelines.findings.results import BatchSums
from pipelines.run import RunCell
from pipelines.stats.estimate import NOTHING, Estimate
from pipelines.tables import TABLES
from pipelines.tables.base import Counted, Row, Table
from pipelines.tables.measures import Ratio
from sim.plan import Cell


class Tabled:
    """The tables of a cell that somebody asks for; all of them would take most of a second."""

    def __init__(self, cell: RunCell, counted: Counted) -> None:
        self.cell = cell
        self._counted = counted
        self._rows: dict[str, list[Row]] = {}

    def rows(self, table: str) -> list[Row]:
        """Give the rows of a table."""
        if table not in self._rows:
            self._rows[table] = TABLES[table].rows(self._counted, self.cell)
        return self._rows[table]

    def get(self, table: str, measure: str, **keys: Any) -> Estimate:
        """Give a number; one that rests on nothing where there is no such row. Keys that are not named must be null."""
        for row in self.rows(table):
            if all(value == keys.get(name) for name, value in row.keys.items()):
                return row.numbers[measure]
        return NOTHING


def tabled(found: Found, run: str, cell: Cell) -> Tabled | None:
    """Give the tables of a cell of a run; None where it was not played."""
    played = found.cell(run, cell)
    return None if played is None else Tabled(played, found.counted(run, cell))


def line(table: Table, row: Row, names: Mapping[str, str], keys: Mapping[str, Any]) -> Line:
    """Take some numbers of a row, with their sums where they are ratios; `names` says what each is called here."""
    ratios = {measure.name: measure for measure in table.measures if isinstance(measure, Ratio)}
    sums = {}
    for old, new in names.items():
        if old in ratios and row.sums is not None:
            sums[new] = BatchSums(*ratios[old].parts(row.sums), ratios[old].scale)
    return Line(keys, {new: row.numbers[old] for old, new in names.items()}, sums)


def joined(keys: Mapping[str, Any], lines: Sequence[Line]) -> Line:
    """Put numbers of several lines into one."""
    numbers = {name: number for one in lines for name, number in one.numbers.items()}
    sums = {name: parts for one in lines for name, parts in one.sums.items()}
    return Line(keys, numbers, sums)


def described(table: Table, names: Mapping[str, str], labels: Mapping[str, str] | None = None) -> tuple[Number, ...]:
    """Describe numbers as their table does; `labels` where another label is clearer beside other numbers."""
    measures = {measure.name: measure for measure in table.measures}
    return tuple(
        Number(
            new,
            (labels or {}).get(new, measures[old].label),
            measures[old].meaning,
            measures[old].unit,
            measures[old].per,
            signed=measures[old].unit == "edge",
        )
        for old, new in names.items()
    )

"""How a measure takes its numbers from the standard tables of a cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pipelines.balance.base import Found, Line, Number, sums_of
from pipelines.run import RunCell
from pipelines.stats.estimate import NOTHING, Estimate
from pipelines.tables import TABLES
from pipelines.tables.base import Row
from sim.plan import Cell


class Tabled:
    """The standard tables of one cell, looked up as the verdicts do."""

    def __init__(self, found: Found, run: str, cell: RunCell) -> None:
        self.cell = cell
        self._found, self._run = found, run

    def rows(self, table: str) -> list[Row]:
        """Give the rows of a table, finished when first asked for."""
        return self._found.rows(self._run, self.cell.cell, table)

    def get(self, table: str, measure: str, **keys: Any) -> Estimate:
        """Give a number; one that rests on nothing where there is no such row. Keys that are not named must be null."""
        for row in self.rows(table):
            if all(value == keys.get(name) for name, value in row.keys.items()):
                return row.numbers[measure]
        return NOTHING


def tabled(found: Found, run: str, cell: Cell) -> Tabled | None:
    """Give the tables of a cell of a run; None where it was not played."""
    played = found.cell(run, cell)
    return None if played is None else Tabled(found, run, played)


def line(table: str, row: Row, names: Mapping[str, str], keys: Mapping[str, Any]) -> Line:
    """Take some numbers of a row, with their sums where they are ratios; `names` says what each is called here."""
    sums = sums_of(table, row, list(names))
    return Line(
        keys,
        {new: row.numbers[old] for old, new in names.items()},
        {new: sums[old] for old, new in names.items() if old in sums},
    )


def joined(keys: Mapping[str, Any], lines: Sequence[Line]) -> Line:
    """Put numbers of several lines into one."""
    numbers = {name: number for one in lines for name, number in one.numbers.items()}
    sums = {name: parts for one in lines for name, parts in one.sums.items()}
    return Line(keys, numbers, sums)


def described(table: str, names: Mapping[str, str], labels: Mapping[str, str] | None = None) -> tuple[Number, ...]:
    """Describe numbers as their table does; `labels` where another label is clearer beside other numbers."""
    measures = {measure.name: measure for measure in TABLES[table].measures}
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

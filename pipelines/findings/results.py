"""The finished tables of one cell, and how to find a number in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pipelines.run import RunCell
from pipelines.stats.estimate import NOTHING, Estimate
from pipelines.stats.exact import Integers
from pipelines.tables import TABLES
from pipelines.tables.base import Counted, Row
from pipelines.tables.measures import Ratio


class Place(NamedTuple):
    """Where a number stands: table, measure, and the keys of its row."""

    table: str
    measure: str
    keys: tuple[tuple[str, Any], ...] = ()


class Results:
    """All tables of a cell."""

    def __init__(self, cell: RunCell, counted: Counted) -> None:
        self.cell = cell
        self.rows: Mapping[str, list[Row]] = {name: table.rows(counted, cell) for name, table in TABLES.items()}

    def row(self, place: Place) -> Row | None:
        """Find a row; keys that are not named must be null."""
        wanted = dict(place.keys)
        for row in self.rows[place.table]:
            if all(row.keys[name] == wanted.get(name) for name in row.keys):
                return row
        return None

    def get(self, table: str, measure: str, **keys: Any) -> Estimate:
        """Give a number; one that rests on nothing where there is no such row."""
        row = self.row(Place(table, measure, tuple(keys.items())))
        return NOTHING if row is None else row.numbers[measure]

    def parts(self, place: Place) -> tuple[Integers, Integers, int] | None:
        """Give the batch sums of a ratio and its scale."""
        row = self.row(place)
        measure = next(m for m in TABLES[place.table].measures if m.name == place.measure)
        if row is None or not isinstance(measure, Ratio):
            return None
        return *measure.parts(row.sums), measure.scale

"""The finished tables of one cell, and how to find a number in them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from pipelines.findings.fingerprints import Fingerprint, fingerprint
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


class BatchSums(NamedTuple):
    """What a ratio was made of: sums by batch, and the scale of the one above the line."""

    above: Integers
    below: Integers
    scale: int


class Tables(Protocol):
    """Where numbers are found; `Results` is one."""

    @property
    def cell(self) -> RunCell:
        """What was played."""
        ...

    def get(self, table: str, measure: str, **keys: Any) -> Estimate:
        """Give a number; one that rests on nothing where there is no such row."""
        ...


class Results:
    """All tables of a cell. The tallies themselves are not kept, for a run may have many cells.

    Attributes
    ----------
    sums
        Batch sums of the places that were asked for, where there is such a row.
    fingerprint
        Of the play in each batch.
    """

    def __init__(self, cell: RunCell, counted: Counted, keep: Collection[Place] = ()) -> None:
        self.cell = cell
        self.fingerprint: Fingerprint = fingerprint(counted, cell.n_batches)
        found = {name: table.rows(counted, cell) for name, table in TABLES.items()}
        self.rows: Mapping[str, list[Row]] = {
            name: [row._replace(sums=None) for row in rows] for name, rows in found.items()
        }
        sums = {place: _batch_sums(place, _find(found[place.table], place)) for place in keep}
        self.sums = {place: parts for place, parts in sums.items() if parts is not None}

    def row(self, place: Place) -> Row | None:
        """Find a row; keys that are not named must be null."""
        return _find(self.rows[place.table], place)

    def get(self, table: str, measure: str, **keys: Any) -> Estimate:
        """Give a number; one that rests on nothing where there is no such row."""
        row = self.row(Place(table, measure, tuple(keys.items())))
        return NOTHING if row is None else row.numbers[measure]


def _find(rows: list[Row], place: Place) -> Row | None:
    wanted = dict(place.keys)
    for row in rows:
        if all(value == wanted.get(name) for name, value in row.keys.items()):
            return row
    return None


def _batch_sums(place: Place, row: Row | None) -> BatchSums | None:
    measure = next(m for m in TABLES[place.table].measures if m.name == place.measure)
    if row is None or row.sums is None or not isinstance(measure, Ratio):
        return None
    return BatchSums(*measure.parts(row.sums), measure.scale)

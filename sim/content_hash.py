"""A hash of values alone: the same whatever wrote the file, however its rows were grouped."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.columns import COLUMNS

Columns = dict[str, npt.NDArray[Any]]
"""Plain columns of a table by name, as the engine makes them."""


class ContentHash:
    """Hashes the rows of one part as they come; the card of a run says how, for other programs."""

    def __init__(self, table: str, cell_number: int) -> None:
        self._columns = COLUMNS[table]
        self._hashes = {column.name: hashlib.sha256() for column in self._columns}
        self._heading = f"{table} cell {cell_number}"
        self._rows = 0

    def add(self, rows: Columns) -> None:
        """Append rows.

        Raises
        ------
        TypeError
            When a column has not its declared type.
        """
        for column in self._columns:
            values = rows[column.name]
            if values.dtype != column.dtype:
                raise TypeError(f"{self._heading}: {column.name} is {values.dtype}, not {column.dtype}")
            self._hashes[column.name].update(np.ascontiguousarray(values).data)
        self._rows += len(rows["game"])

    def hexdigest(self) -> str:
        """Give the hash of all rows so far."""
        lines = [f"{self._heading} rows {self._rows}"]
        lines += [f"{c.name} {c.type} {self._hashes[c.name].hexdigest()}" for c in self._columns]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

"""One Parquet file of a run, read to the last bit: its bytes, its form, its values."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sim.columns import CELL, COLUMNS, ENDS, Column, seat_column
from sim.content_hash import Columns, ContentHash
from sim.parts import arrow_schema, open_part
from sim.plan import entrant_name

if TYPE_CHECKING:
    import numpy.typing as npt

    from sim.plan import Cell


class BadPart(Exception):  # noqa: N818  (a fault of the data)
    """The bytes are those that were written, but they do not say what they should."""

    def __init__(self, check: str, table: str, fault: str) -> None:
        super().__init__(f"{table} {fault}")
        self.check = check
        self.table = table
        self.fault = fault


class PartReader:
    """The rows of one file, as plain columns like the engine's.

    Parameters
    ----------
    path, table
        Where it is and what it holds.
    cell, cell_number
        What was played.

    Raises
    ------
    BadPart
        When it is no Parquet file.
    """

    def __init__(self, path: Path, table: str, cell: Cell, cell_number: int) -> None:
        self._table = table
        self._cell_number = cell_number
        self._players = cell.players
        self._schema = arrow_schema(table, cell)
        self._texts = {"end": ENDS, "entrant": tuple(entrant_name(entrant) for entrant in cell.entrants)}
        self._content = ContentHash(table, cell_number)
        self._open = contextlib.ExitStack()
        with self._bad_bytes():
            self._file = self._open.enter_context(open_part(path))

    def __enter__(self) -> PartReader:
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    def check_form(self, labels: dict[str, str], rows: int | None) -> None:
        """Compare columns, types and labels with those that the writer gives, and the number of rows where it is known.

        Raises
        ------
        BadPart
            Names the first difference.
        """
        schema = self._file.schema_arrow
        if schema.names != self._schema.names:
            raise self._bad("columns", f"has the columns {', '.join(schema.names)}")
        for found, declared in zip(schema, self._schema, strict=True):
            if not found.equals(declared):
                raise self._bad("columns", f"has the column {_field(found)}; declared is {_field(declared)}")
        expected = {name.encode(): text.encode() for name, text in labels.items()}
        if schema.metadata != expected:
            raise self._bad("labels", f"is labelled {schema.metadata or {}}, not {expected}")
        if rows is not None and self._file.metadata.num_rows != rows:
            raise self._bad("rows", f"has {self._file.metadata.num_rows} rows instead of {rows}")

    def pieces(self) -> Iterator[Columns]:
        """Read row group by row group, with page checksums.

        Raises
        ------
        BadPart
            When a page is damaged or a value is not one of its column.
        """
        for number in range(self._file.num_row_groups):
            with self._bad_bytes():
                group = self._file.read_row_group(number, use_threads=False)
            cells = _values(group, CELL.name).to_numpy(zero_copy_only=False)
            if (cells != self._cell_number).any():
                raise self._bad("cell", f"holds rows of cell {cells[cells != self._cell_number][0]}")
            rows = {column.name: self._plain(column, group) for column in COLUMNS[self._table]}
            self._content.add(rows)
            yield rows

    def read_columns(self, *names: str) -> Columns:
        """Read a few columns of whole numbers at once."""
        with self._bad_bytes():
            table = self._file.read(columns=list(names), use_threads=False)
        return {name: _values(table, name).to_numpy(zero_copy_only=False) for name in names}

    def content(self) -> str:
        """Hash of the values in the pieces so far."""
        return self._content.hexdigest()

    def _plain(self, column: Column, group: pa.Table) -> npt.NDArray[Any]:
        if column.type == "seats":
            names = [seat_column(column.name, seat) for seat in range(self._players)]
            return np.stack([self._numbers(column, _values(group, name)) for name in names], axis=1)
        array = _values(group, column.name)
        if array.null_count and not column.nullable:
            raise self._bad("nulls", f"has {array.null_count} nulls in {column.name}, which must have values")
        if column.type in self._texts:
            return self._codes(column, array)
        if column.type == "bool":
            array = pc.cast(array, pa.uint8())
        return self._numbers(column, array)

    def _codes(self, column: Column, array: pa.DictionaryArray) -> npt.NDArray[Any]:
        """Turn texts into the engine's numbers for them."""
        texts = self._texts[column.type]
        found = array.dictionary.to_pylist()
        if strange := [text for text in found if text not in texts]:
            raise self._bad("texts", f"has {strange[0]!r} in {column.name}; it must be one of {', '.join(texts)}")
        numbers = np.array([texts.index(text) for text in found], np.uint8)
        return numbers[array.indices.to_numpy(zero_copy_only=False)]

    def _numbers(self, column: Column, array: pa.Array) -> npt.NDArray[Any]:
        """NumPy values in which the largest of the type stands for null."""
        null = np.iinfo(np.dtype(column.dtype)).max
        if array.null_count == 0:
            values = array.to_numpy(zero_copy_only=False)
        else:
            values = pc.fill_null(array, pa.scalar(null, array.type)).to_numpy(zero_copy_only=False)
        if (column.nullable or column.type == "seats") and np.count_nonzero(values == null) != array.null_count:
            raise self._bad("nulls", f"has the value {null} in {column.name}, which stands for null in its hash")
        return values.astype(column.dtype, copy=False)

    def _bad(self, check: str, fault: str) -> BadPart:
        return BadPart(check, self._table, fault)

    @contextlib.contextmanager
    def _bad_bytes(self) -> Iterator[None]:
        """Turn what pyarrow raises over bad bytes into a fault."""
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            raise self._bad("pages", f"cannot be read: {error}") from None


def _values(table: pa.Table, name: str) -> pa.Array:
    """Give a column in one piece."""
    column = table.column(name)
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()


def _field(field: pa.Field) -> str:
    return f"{field.name} ({field.type}{'' if field.nullable else ', no nulls'})"

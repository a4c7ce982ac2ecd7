"""One chunk's rows as Parquet files, encoded as they come and hashed twice: the bytes, and what they say."""

from __future__ import annotations

import base64
import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from sim.atomic_files import HashingFile, write_errors
from sim.columns import COLUMNS, ENDS, Column, stored_columns
from sim.content_hash import Columns, ContentHash
from sim.manifest import PartEntry
from sim.parquet.writer import Field, ParquetWriter, Slice
from sim.plan import Cell, entrant_name

GROUP_ROWS: Final = 65_536
"""Rows that are collected before a row group is written, so that small tables do not get small groups."""

_BITS: Final = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "bool": 1}
_ARROW_TYPES: Final = {
    "u8": pa.uint8(),
    "u16": pa.uint16(),
    "u32": pa.uint32(),
    "u64": pa.uint64(),
    "bool": pa.bool_(),
    "end": pa.dictionary(pa.uint8(), pa.string()),
    "entrant": pa.dictionary(pa.uint8(), pa.string()),
}


class Part:
    """One table of one chunk."""

    def __init__(self, path: Path, table: str, cell: Cell, cell_number: int, labels: Mapping[str, str]) -> None:
        self._columns = COLUMNS[table]
        self._cell_number = cell_number
        self._content = ContentHash(table, cell_number)
        self._waiting: list[Columns] = []
        self._n_waiting = 0
        self.rows = 0
        self._file = HashingFile(path)
        fields = [_field(column, cell) for column in stored_columns(table, cell.players)]
        schema = arrow_schema(table, cell).with_metadata(dict(labels))
        with write_errors(path):
            self._writer = ParquetWriter(self._file.write, fields, {**labels, "ARROW:schema": _in_text(schema)})

    def write(self, rows: Columns) -> None:
        """Append rows of the engine, whose memory may change afterwards."""
        n = len(rows["game"])
        self._content.add(rows)
        self.rows += n
        self._n_waiting += n
        if self._n_waiting >= GROUP_ROWS:
            self._write_group(rows)
        else:
            self._waiting.append({name: values.copy() for name, values in rows.items()})

    def finish(self) -> PartEntry:
        """Write the rest; the file still has no name that a reader would take it by."""
        if self._waiting:
            self._write_group()
        with write_errors(self._file.path):
            self._writer.close()
        return PartEntry(self._file.n_bytes, self.rows, self._file.sha256, self._content.hexdigest())

    def sync(self) -> None:
        """Bring the finished file to the disk."""
        self._file.sync()

    def keep(self) -> None:
        """Give the finished file its name."""
        self._file.keep()

    def discard(self) -> None:
        """Leave nothing behind, unless the file is kept."""
        self._file.discard()

    def _write_group(self, *last: Columns) -> None:
        pieces = [*self._waiting, *last]
        self._waiting, self._n_waiting = [], 0
        rows = pieces[0] if len(pieces) == 1 else {k: np.concatenate([p[k] for p in pieces]) for k in pieces[0]}
        stored: list[npt.NDArray[Any] | Slice] = [np.full(len(rows["game"]), self._cell_number, np.uint16)]
        for column in self._columns:
            values = rows[column.name]
            by_seat = column.type == "seats"
            stored += [Slice(values, seat) for seat in range(values.shape[1])] if by_seat else [values]
        with write_errors(self._file.path):
            self._writer.write_group(stored)


def arrow_schema(table: str, cell: Cell) -> pa.Schema:
    """Types of the stored columns as pyarrow and Polars read them: texts as numbers into a list of texts."""
    columns = stored_columns(table, cell.players)
    return pa.schema([pa.field(c.name, _ARROW_TYPES[c.type], nullable=c.nullable) for c in columns])


def _in_text(schema: pa.Schema) -> str:
    """Give a schema as Arrow keeps it in a file."""
    return base64.b64encode(schema.serialize().to_pybytes()).decode()


def _field(column: Column, cell: Cell) -> Field:
    texts = {"end": ENDS, "entrant": [entrant_name(entrant) for entrant in cell.entrants]}.get(column.type)
    bits = _BITS.get(column.type, 8)
    return Field(
        column.name,
        bits,
        nullable=column.nullable,
        growing=column.growing,
        limits=column.name == "game",
        texts=texts,
    )


@contextlib.contextmanager
def open_part(path: Path) -> Iterator[pq.ParquetFile]:
    """Open a file for reading, page checksums checked.

    Arrow takes a path for text, which the bytes of a folder's name need not be, and a file for a file.

    Raises
    ------
    OSError, pa.ArrowException
        When it cannot be read or is no Parquet file.
    """
    with pa.OSFile(os.fsencode(path)) as source:
        yield pq.ParquetFile(source, page_checksum_verification=True)


def file_labels(plan_hash: str, engine: int, stream: int, file_format: int) -> dict[str, str]:
    """Name/value pairs stored in every file: what made it."""
    made_by = {"format": file_format, "plan": plan_hash, "engine": engine, "stream": stream}
    return {"yaniv": json.dumps(made_by)}

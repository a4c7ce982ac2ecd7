"""One chunk's rows as Parquet files, encoded as they come and hashed twice: the bytes, and what they say."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
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
from sim.plan import Cell, entrant_name

GROUP_ROWS: Final = 65_536
"""Rows that are collected before a row group is written, so that small tables do not get small groups."""

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
        self._encoder = Encoder(table, cell, cell_number)
        self._content = ContentHash(table, cell_number)
        self._waiting: list[Columns] = []
        self._n_waiting = 0
        self.rows = 0
        self._file = HashingFile(path)
        with write_errors(path):
            self._sink = pa.BufferedOutputStream(pa.PythonFile(self._file, mode="w"), 1 << 20)
            self._writer = pq.ParquetWriter(
                self._sink,
                self._encoder.schema.with_metadata(dict(labels)),
                version="2.6",
                compression="zstd",
                compression_level=1,
                use_dictionary=[c.name for c in self._encoder.columns if not c.growing and not c.scattered],
                column_encoding=_encodings(self._encoder.columns),
                write_statistics=["game"],
                write_page_checksum=True,
            )

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
            self._sink.close()
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
        with write_errors(self._file.path):
            self._writer.write_batch(self._encoder.encode(rows))


def _encodings(columns: Sequence[Column]) -> dict[str, str]:
    """Give the encoding of each column that has no dictionary."""
    growing = {column.name: "DELTA_BINARY_PACKED" for column in columns if column.growing}
    return growing | {column.name: "BYTE_STREAM_SPLIT" for column in columns if column.scattered}


class Encoder:
    """Turns the engine's columns into Arrow: real nulls, booleans and text instead of reserved values."""

    def __init__(self, table: str, cell: Cell, cell_number: int) -> None:
        self.columns = stored_columns(table, cell.players)
        self._cell_number = cell_number
        self._engines = COLUMNS[table]
        self._texts = {
            "end": _texts(ENDS),
            "entrant": _texts([entrant_name(entrant) for entrant in cell.entrants]),
        }
        fields = [pa.field(c.name, _ARROW_TYPES[c.type], nullable=c.nullable) for c in self.columns]
        self.schema: pa.Schema = pa.schema(fields)

    def encode(self, rows: Columns) -> pa.RecordBatch:
        """Make one batch of all columns, which shares the memory of the rows where it can."""
        flat = [np.full(len(rows["game"]), self._cell_number, np.uint16)]
        for column in self._engines:
            values = rows[column.name]
            flat += list(values.T) if column.type == "seats" else [values]
        arrays = [self._array(column, values) for column, values in zip(self.columns, flat, strict=True)]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)

    def _array(self, column: Column, values: npt.NDArray[Any]) -> pa.Array:
        if column.type in self._texts:
            return pa.DictionaryArray.from_arrays(_plain(values), self._texts[column.type])
        if column.type == "bool":
            return _bits(values, column.nullable)
        return _plain(values, column.nullable)


# Arrays are made of their buffers: `pyarrow.array` would import pandas where it is installed, half a second.


def _plain(values: npt.NDArray[Any], nullable: bool = False) -> pa.Array:
    """Wrap NumPy values; in a nullable column the largest value of the type is a null."""
    validity = _bitmap(values != np.iinfo(values.dtype).max) if nullable else None
    kind = pa.from_numpy_dtype(values.dtype)
    return pa.Array.from_buffers(kind, len(values), [validity, pa.py_buffer(np.ascontiguousarray(values))])


def _texts(texts: Sequence[str]) -> pa.Array:
    encoded = [text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(texts), buffers)


def _bits(values: npt.NDArray[Any], nullable: bool) -> pa.Array:
    validity = _bitmap(values != np.iinfo(values.dtype).max) if nullable else None
    return pa.Array.from_buffers(pa.bool_(), len(values), [validity, _bitmap(values == 1)])


def _bitmap(flags: npt.NDArray[np.bool_]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(flags, bitorder="little"))


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

"""Row groups to a Parquet file: pages with checksums, compressed with zstd where that makes them smaller."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sim.parquet.encode import PLAIN, RLE, Encoded, booleans, levels, no_levels, numbers, sifted, sums, texts
from sim.parquet.thrift import Byte, Long, Struct, Value, encode

_MAGIC: Final = b"PAR1"
_BOOLEAN, _INT32, _INT64, _BYTE_ARRAY = 0, 1, 2, 6
_CONVERTED: Final = {8: 11, 16: 12, 32: 13, 64: 14}  # older readers' names of unsigned numbers of so many bits
_UNCOMPRESSED, _ZSTD = 0, 6
_LEVEL: Final = 1  # of compression: higher ones take longer and gain nothing on these columns
_TINY: Final = 32  # bytes below which nothing is compressed
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2


class Field(NamedTuple):
    """A column of a file. Where it is nullable, the largest value of its type stands for null in what is written.

    `bits` is the size of an unsigned number, 1 for a boolean; `texts`, where given, are what the numbers stand for.
    """

    name: str
    bits: int
    nullable: bool = False
    growing: bool = False  # sorted or nearly so
    limits: bool = False  # the file tells the lowest and the highest value of each row group
    texts: Sequence[str] | None = None
    optional: bool = False  # has in a row group a value in every row, or none: None is given for it
    signed: bool = False  # sums: of 64 bits, given as unsigned ones

    @property
    def type(self) -> int:
        """Parquet's physical type."""
        if self.texts is not None:
            return _BYTE_ARRAY
        if self.bits == 1:
            return _BOOLEAN
        return _INT64 if self.bits == 64 else _INT32  # noqa: PLR2004


class Slice(NamedTuple):
    """One column of a two-dimensional array."""

    values: npt.NDArray[Any]
    column: int


class ParquetWriter:
    """Writes row groups as they come.

    Parameters
    ----------
    write
        Takes the next bytes of the file.
    fields
        The columns.
    labels
        Name/value pairs that are stored in the file.
    """

    def __init__(self, write: Callable[[bytes], object], fields: Sequence[Field], labels: Mapping[str, str]) -> None:
        self._write_bytes = write
        self._fields = fields
        self._labels = labels
        self._codec = pa.Codec("zstd", compression_level=_LEVEL)
        self._waiting: list[bytes] = []
        self._at = 0
        self._rows = 0
        self._groups: list[Value] = []
        self._write(_MAGIC)

    def write_group(self, columns: Sequence[npt.NDArray[Any] | Slice | None]) -> None:
        """Append a row group: unsigned numbers of the fields, in their order, all of one length; the first is there."""
        first = columns[0].values if isinstance(columns[0], Slice) else columns[0]
        assert first is not None  # noqa: S101  (said above)
        n = len(first)
        begin = self._at
        chunks = [self._chunk(*column, n) for column in zip(self._fields, columns, strict=True)]
        plain = sum(chunk.plain_size for chunk in chunks)
        group: dict[int, Value | None] = {1: [chunk.described for chunk in chunks], 2: Long(plain), 3: Long(n)}
        self._groups.append(Struct({**group, 5: Long(begin), 6: Long(self._at - begin)}))
        self._rows += n
        self._flush()

    def close(self) -> None:
        """Write the footer."""
        root = Struct({4: "schema", 5: len(self._fields)})
        labels: Sequence[Value] = [Struct({1: name, 2: value}) for name, value in self._labels.items()]
        by_type: Sequence[Value] = [Struct({1: Struct({})})] * len(self._fields)
        footer = encode(
            Struct(
                {
                    1: 2,
                    2: [root, *map(_schema_element, self._fields)],
                    3: Long(self._rows),
                    4: self._groups,
                    5: labels,
                    6: "yaniv-sim",
                    7: by_type,
                }
            )
        )
        self._write(footer + len(footer).to_bytes(4, "little") + _MAGIC)
        self._flush()

    def _write(self, data: bytes) -> None:
        self._waiting.append(data)
        self._at += len(data)

    def _flush(self) -> None:
        data = b"".join(self._waiting)
        self._waiting = []
        self._write_bytes(data)

    def _chunk(self, field: Field, values: npt.NDArray[Any] | Slice | None, n: int) -> _Chunk:
        head, encoded, statistics = _encoded(field, values, n)
        bodies = [head + encoded.body]
        if encoded.dictionary is not None:
            bodies.insert(0, _dictionary(field, encoded.dictionary))
        codec, smaller, size = _UNCOMPRESSED, bodies, sum(map(len, bodies))
        if size >= _TINY:
            smaller = [self._codec.compress(body, asbytes=True) for body in bodies]
            codec = _ZSTD if sum(map(len, smaller)) < size else _UNCOMPRESSED
        stored = smaller if codec == _ZSTD else bodies
        begin, plain_size, dictionary_at = self._at, 0, None
        if encoded.dictionary is not None:
            dictionary_at = Long(self._at)
            header = {7: Struct({1: len(encoded.dictionary), 2: PLAIN})}
            plain_size += self._page(_DICTIONARY_PAGE, bodies[0], stored[0], header)
        data_at = self._at
        header = {5: Struct({1: n, 2: encoded.encoding, 3: RLE, 4: RLE})}
        plain_size += self._page(_DATA_PAGE, bodies[-1], stored[-1], header)
        used = sorted({RLE, encoded.encoding} | ({PLAIN} if encoded.dictionary is not None else set()))
        described = Struct(
            {
                1: field.type,
                2: used,
                3: [field.name],
                4: codec,
                5: Long(n),
                6: Long(plain_size),
                7: Long(self._at - begin),
                9: Long(data_at),
                11: dictionary_at,
                12: statistics,
            }
        )
        return _Chunk(Struct({2: Long(0), 3: described}), plain_size)

    def _page(self, kind: int, body: bytes, stored: bytes, header: Mapping[int, Value]) -> int:
        """Write a page and give its size before compression, header and all."""
        crc = int.from_bytes(zlib.crc32(stored).to_bytes(4, "little"), "little", signed=True)
        head = encode(Struct({1: kind, 2: len(body), 3: len(stored), 4: crc, **header}))
        self._write(head)
        self._write(stored)
        return len(head) + len(body)


class _Chunk(NamedTuple):
    described: Struct
    plain_size: int


def _encoded(field: Field, column: npt.NDArray[Any] | Slice | None, n: int) -> tuple[bytes, Encoded, Struct | None]:
    """Levels, values and statistics of a column."""
    if column is None:
        return no_levels(n), Encoded(PLAIN, b""), None
    head, values = b"", column.values[:, column.column] if isinstance(column, Slice) else column
    if field.nullable:
        array, number = column if isinstance(column, Slice) else (column.reshape(-1, 1), 0)
        values, present = sifted(array, number, np.iinfo(array.dtype).max)
        head = levels(present, n)
    elif field.optional:
        head = levels(None, n)
    if field.bits == 1:
        encoded = booleans(values)
    elif field.texts is not None:
        encoded = texts(values, len(field.texts))
    elif field.signed:
        encoded = sums(values)
    else:
        encoded = numbers(values, growing=field.growing)
    statistics = None
    if field.limits and len(values):
        low, high = (int(value).to_bytes(field.bits // 8, "little") for value in (values.min(), values.max()))
        statistics = Struct({5: high, 6: low})
    return head, encoded, statistics


def _dictionary(field: Field, listed: npt.NDArray[Any]) -> bytes:
    if field.texts is None:
        return listed.astype("<u8" if field.type == _INT64 else "<u4").tobytes()
    listed_texts = [text.encode() for text in field.texts]
    return b"".join(len(text).to_bytes(4, "little") + text for text in listed_texts)


def _schema_element(field: Field) -> Struct:
    converted, logical = None, None
    if field.texts is not None:
        converted, logical = 0, Struct({1: Struct({})})
    elif field.bits > 1 and not field.signed:
        converted, logical = _CONVERTED[field.bits], Struct({10: Struct({1: Byte(field.bits), 2: False})})
    return Struct({1: field.type, 3: int(field.nullable or field.optional), 4: field.name, 6: converted, 10: logical})

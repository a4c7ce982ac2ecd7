"""Values of a column to the bytes of its pages.

Small numbers become indices into a dictionary that lists the numbers up to the highest: with eight bits an index, the
indices are the engine's bytes as they are. Growing columns become differences of one byte where that is enough.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.parquet.kernels import lay_blocks, lay_steps, number_off, pack, ready, sift, step_limits
from sim.parquet.thrift import varint, zigzag

PLAIN, RLE, DELTA_BINARY_PACKED, RLE_DICTIONARY, BYTE_STREAM_SPLIT = 0, 3, 5, 8, 9
_BLOCK: Final = 1024  # differences in a block of 32 groups
_LOOKED_AT: Final = 8192  # values by which a base is chosen
_BYTE, _SHORT, _INT = 1 << 8, 1 << 16, 1 << 32
_PACKED_BITS: Final = 4  # up to here; more take a byte, which is nearly as short and shows zstd what repeats
_MOST_LISTED: Final = 1 << 15  # different values in a dictionary: twice as many places hold them

Values = npt.NDArray[Any]


class Encoded(NamedTuple):
    """The pages of one column in one row group, not yet compressed."""

    encoding: int
    body: bytes
    dictionary: Values | None = None  # numbers that the indices in the body stand for


class Sifted(NamedTuple):
    """The values of a column that are no nulls."""

    values: Values
    present: Values | None  # a bit a row; None where all are there


def levels(present: Values | None, n: int) -> bytes:
    """Definition levels of n rows: 1 where there is a value; `present` has a bit a row, or is None where all have."""
    runs = varint(n << 1) + b"\1" if present is None else varint(len(present) << 1 | 1) + present.tobytes()
    return len(runs).to_bytes(4, "little") + runs


def no_levels(n: int) -> bytes:
    """Definition levels of n rows of which none has a value."""
    runs = varint(n << 1) + b"\0"
    return len(runs).to_bytes(4, "little") + runs


def sifted(values: Values, column: int, null: int) -> Sifted:
    """Take one column of a two-dimensional array, without its nulls."""
    if len(values) == 0 or values[:, column].max() != null:
        return Sifted(np.ascontiguousarray(values[:, column]), None)
    ready()
    kept = np.empty(len(values), values.dtype)
    present = np.zeros((len(values) + 7) // 8, np.uint8)
    n = sift(values, column, null, kept, present)
    return Sifted(kept[:n], None if n == len(values) else present)


def booleans(values: Values) -> Encoded:
    """Encode values of 0 and 1, a bit each."""
    return Encoded(PLAIN, np.packbits(values, bitorder="little").tobytes())


def numbers(values: Values, *, growing: bool) -> Encoded:
    """Encode unsigned whole numbers of up to 64 bits."""
    if not len(values):
        return Encoded(PLAIN, b"")
    low, high = int(values.min()), int(values.max())
    if low == high:
        return Encoded(RLE_DICTIONARY, b"\1" + varint(len(values) << 1) + b"\0", values[:1])
    if not growing and high < _BYTE:
        return _indices(values.astype(np.uint8, copy=False), np.arange(high + 1))
    if not growing and values.dtype == np.uint64:
        return _listed(values)
    return _differences(values, low, high)


def sums(values: Values) -> Encoded:
    """Encode 64-bit numbers, small and large, few of them equal: all first bytes, then all second ones, and so on."""
    if not len(values) or values.max() < _BYTE or values.min() == values.max():
        return numbers(values, growing=False)
    by_byte = np.ascontiguousarray(values.astype("<u8", copy=False).view(np.uint8).reshape(-1, 8).T)
    return Encoded(BYTE_STREAM_SPLIT, by_byte.tobytes())


def texts(values: Values, n_texts: int) -> Encoded:
    """Encode numbers that stand for texts, of which there are so many."""
    return _indices(values, np.arange(n_texts))


def _indices(values: Values, dictionary: Values) -> Encoded:
    """Encode indices of one or two bytes, in as few bits as all entries of the dictionary need."""
    bits = max(1, (len(dictionary) - 1).bit_length())
    if bits > _PACKED_BITS:
        bits = 8 * values.itemsize
    groups = -(-len(values) // 8)
    padded = np.zeros(8 * groups, values.dtype)
    padded[: len(values)] = values
    if bits <= _PACKED_BITS:
        ready()
        packed = np.empty(groups * bits, np.uint8)
        pack(padded.astype(np.uint8, copy=False), bits, packed)
        padded = packed
    return Encoded(RLE_DICTIONARY, bytes([bits]) + varint(groups << 1 | 1) + padded.tobytes(), dictionary)


def _listed(values: Values) -> Encoded:
    """Encode long numbers of which many are equal as indices into those that there are."""
    ready()
    listed, indices = np.empty(_MOST_LISTED, np.uint64), np.empty(len(values), np.uint16)
    n = number_off(np.ascontiguousarray(values), np.zeros(2 * _MOST_LISTED, np.uint16), listed, indices)
    if n < 0:
        return _plain(values)
    return _indices(indices if n > _BYTE else indices.astype(np.uint8), listed[:n])


def _plain(values: Values) -> Encoded:
    return Encoded(PLAIN, values.astype("<u8" if values.dtype == np.uint64 else "<u4").tobytes())


def _differences(values: Values, low: int, high: int) -> Encoded:
    """Encode each number, of two or more, by its difference to the one before."""
    if high - low < _SHORT:
        return _small_differences(values, (values - values.dtype.type(low)).astype(np.uint16))
    if high >= 1 << 63:
        return _plain(values)
    steps = np.diff(values.astype(np.int64))
    least = int(steps.min())
    most = int(steps.max()) - least
    in_32_bits = -_INT // 2 <= least and least + most < _INT // 2
    if most >= _INT or (values.dtype != np.uint64 and not in_32_bits):
        return _plain(values)
    width = 1 if most < _BYTE else 2 if most < _SHORT else 4
    return _one_block(values, least, (steps - least).astype(f"<u{width}"))


def _small_differences(values: Values, small: Values) -> Encoded:
    """Encode numbers whose differences are those of `small`, which are of 16 bits."""
    ready()
    steps = step_limits(small)
    if steps.high - steps.low < _BYTE:
        laid = np.empty(len(values) - 1, np.uint8)
        lay_steps(small, steps.low, laid)
        return _one_block(values, steps.low, laid)
    base = steps.low if values.dtype == np.uint64 else _usual(small)  # 64 bits count on where 32 begin again
    prefix = np.frombuffer(zigzag(base), np.uint8).copy()
    laid = np.empty(-(-len(values) // _BLOCK) * (len(prefix) + 32 + 4 * _BLOCK), np.uint8)
    size = lay_blocks(small, base, prefix, laid)
    return Encoded(DELTA_BINARY_PACKED, _head(_BLOCK, 32, values) + laid[:size].tobytes())


def _usual(small: Values) -> int:
    """Give the lowest of the 256 differences in a row that hold the most of the first ones."""
    steps = np.diff(small[:_LOOKED_AT].astype(np.int32))
    low = int(steps.min())
    below = np.concatenate([[0], np.cumsum(np.bincount(steps - low))])
    held = below[_BYTE:] - below[:-_BYTE]
    return low + int(held.argmax()) if len(held) else low


def _one_block(values: Values, least: int, above: Values) -> Encoded:
    block = -(-len(above) // 128) * 128
    body = np.zeros(block, above.dtype)
    body[: len(above)] = above
    width = bytes([8 * above.dtype.itemsize])
    return Encoded(DELTA_BINARY_PACKED, _head(block, 1, values) + zigzag(least) + width + body.tobytes())


def _head(block: int, groups: int, values: Values) -> bytes:
    first = int(values[0])
    if values.dtype != np.uint64 and first >= _INT // 2:  # Parquet's own numbers are signed
        first -= _INT
    return varint(block) + varint(groups) + varint(len(values)) + zigzag(first)

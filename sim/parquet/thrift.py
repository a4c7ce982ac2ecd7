"""Thrift's compact protocol, as far as Parquet's headers and footers need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

_TRUE, _FALSE, _BYTE, _I32, _I64, _BINARY, _LIST, _STRUCT = 1, 2, 3, 5, 6, 8, 9, 12
_LONG_LIST: Final = 15  # lists of this length or more tell it in a number of its own


class Byte(NamedTuple):
    """A field of eight bits."""

    value: int


class Long(NamedTuple):
    """A field of 64 bits; a plain `int` is one of 32."""

    value: int


class Struct(NamedTuple):
    """Fields by their number; None is left out."""

    fields: dict[int, Value | None]


Value = bool | int | Byte | Long | bytes | str | Struct | Sequence["Value"]


def varint(number: int) -> bytes:
    """Seven bits a byte, lowest first; the top bit says that more follow."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> bytes:
    """Write a signed number so that small ones of either sign are short."""
    return varint(2 * number if number >= 0 else -2 * number - 1)


def encode(struct: Struct) -> bytes:
    """Write a struct."""
    out = bytearray()
    last = 0
    for number, value in struct.fields.items():
        if value is None:
            continue
        kind = _kind(value)
        out += bytes([(number - last) << 4 | kind]) if 0 < number - last < 16 else bytes([kind]) + zigzag(number)
        if kind not in (_TRUE, _FALSE):
            out += _body(value)
        last = number
    out.append(0)
    return bytes(out)


def _kind(value: Value) -> int:
    match value:
        case bool():
            return _TRUE if value else _FALSE
        case int():
            return _I32
        case Byte():
            return _BYTE
        case Long():
            return _I64
        case bytes() | str():
            return _BINARY
        case Struct():
            return _STRUCT
    return _LIST


def _body(value: Value) -> bytes:
    match value:
        case int():
            return zigzag(value)
        case Byte():
            return bytes([value.value])
        case Long():
            return zigzag(value.value)
        case bytes():
            return varint(len(value)) + value
        case str():
            return _body(value.encode())
        case Struct():
            return encode(value)
    kind = _kind(value[0]) if value else _STRUCT
    size = bytes([len(value) << 4 | kind]) if len(value) < _LONG_LIST else bytes([0xF0 | kind]) + varint(len(value))
    return size + b"".join(map(_body, value))

"""Thrift's compact protocol, as far as Parquet's headers and footers need it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

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


_ONE_BYTE: Final = tuple(bytes([number]) for number in range(128))


def varint(number: int) -> bytes:
    """Seven bits a byte, lowest first; the top bit says that more follow."""
    if number < 128:
        return _ONE_BYTE[number]
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
    parts = []
    last = 0
    for number, value in struct.fields.items():
        if value is None:
            continue
        if value is True or value is False:
            kind, body = _TRUE if value else _FALSE, b""
        else:
            kind, body = _written(value)
        step = number - last
        parts += [_ONE_BYTE[step << 4 | kind] if 0 < step < 8 else _head(number, step, kind), body]
        last = number
    parts.append(b"\0")
    return b"".join(parts)


def _head(number: int, step: int, kind: int) -> bytes:
    """Write the number of a field far from the one before, or before it."""
    return bytes([step << 4 | kind]) if 0 < step < 16 else bytes([kind]) + zigzag(number)


def _written(value: Value) -> tuple[int, bytes]:
    """Give the kind of a value, and its bytes. By type and not by pattern: a footer has thousands of them."""
    of = type(value)
    return _KINDS.get(of, _LIST), _BODIES.get(of, _list)(value)


def _binary(value: bytes) -> bytes:
    return varint(len(value)) + value


def _list(values: Sequence[Value]) -> bytes:
    written = [_written(value) for value in values]
    kind = written[0][0] if written else _STRUCT
    size = bytes([len(values) << 4 | kind]) if len(values) < _LONG_LIST else bytes([0xF0 | kind]) + varint(len(values))
    return size + b"".join(body for _, body in written)


_KINDS: Final[dict[type, int]] = {int: _I32, Byte: _BYTE, Long: _I64, bytes: _BINARY, str: _BINARY, Struct: _STRUCT}
_BODIES: Final[dict[type, Callable[[Any], bytes]]] = {
    int: zigzag,
    Byte: lambda byte: bytes([byte.value]),
    Long: lambda long: zigzag(long.value),
    bytes: _binary,
    str: lambda text: _binary(text.encode()),
    Struct: encode,
}

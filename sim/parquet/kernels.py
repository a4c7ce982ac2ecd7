"""Compiled loops over the values of a column; they check nothing."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sim import jit
from sim.jit import compile_or_load, kernel

_LOCK = threading.Lock()


class Steps(NamedTuple):
    """The lowest and the highest difference between neighbours."""

    low: int
    high: int


@kernel
def sift(values, column, null, kept, present):
    """Take the values that are no nulls, in order, and note which they are.

    Parameters
    ----------
    values
        ``uint8`` or ``uint16[n, columns]``.
    column
        Which of them.
    null
        The value that stands for none.
    kept
        Memory for n values of the same type.
    present
        ``uint8[(n + 7) // 8]``, all 0: gets a one a value, the first in the lowest bit.

    Returns
    -------
    int
        How many were kept.
    """
    n = 0
    for i in range(values.shape[0]):
        value = values[np.uint64(i), np.uint64(column)]
        kept[np.uint64(n)] = value
        here = np.int64(value != null)
        present[np.uint64(i >> 3)] |= np.uint8(here << (i & 7))
        n += here
    return n


@kernel
def pack(values, bits, packed):
    """Pack values of fewer than eight bits, the first in the lowest bits.

    Parameters
    ----------
    values
        ``uint8[n]``, n a multiple of 8.
    bits
        1 to 7.
    packed
        ``uint8[n // 8 * bits]`` for the result.
    """
    for group in range(values.size // 8):
        word = np.uint64(0)
        for i in range(8):
            word |= np.uint64(values[np.uint64(8 * group + i)]) << np.uint64(i * bits)
        for i in range(bits):
            packed[np.uint64(group * bits + i)] = np.uint8((word >> np.uint64(8 * i)) & np.uint64(255))


@kernel
def number_off(values, places, listed, numbers):
    """Number the different values in the order in which they come.

    Parameters
    ----------
    values
        ``uint64[n]``.
    places
        ``uint16[2^17]``, all 0: a hash table, which gets number + 1 of the value that was put there.
    listed
        ``uint64[most]`` for the different values, most below 2^16.
    numbers
        ``uint16[n]`` for the number of each value.

    Returns
    -------
    int
        How many are different; -1 when there are more than ``most``.
    """
    n, mask = 0, np.uint64(places.size - 1)
    for i in range(values.size):
        value = values[np.uint64(i)]
        mixed = value * np.uint64(0x9E3779B97F4A7C15)
        place = (mixed >> np.uint64(47)) & mask
        while True:
            found = np.int64(places[place])
            if found == 0:
                if n == listed.size:
                    return -1
                listed[np.uint64(n)] = value
                n += 1
                found = n
                places[place] = np.uint16(n)
                break
            if listed[np.uint64(found - 1)] == value:
                break
            place = (place + np.uint64(1)) & mask
        numbers[np.uint64(i)] = np.uint16(found - 1)
    return n


@kernel
def step_limits(values):
    """Give the lowest and the highest difference between neighbours of ``uint16[n]``, n at least 2."""
    low, high = 65536, -65536
    for i in range(1, values.size):
        step = np.int64(values[np.uint64(i)]) - np.int64(values[np.uint64(i - 1)])
        low, high = min(low, step), max(high, step)
    return Steps(low, high)


@kernel
def lay_steps(values, low, laid):
    """Write how far each difference is above the lowest, which is less than 256, into ``uint8[n - 1 or more]``."""
    base = np.uint16(low & 65535)
    for i in range(1, values.size):
        laid[np.uint64(i - 1)] = np.uint8(values[np.uint64(i)] - values[np.uint64(i - 1)] - base)


@kernel
def lay_blocks(values, base, prefix, laid):
    """Write differences in blocks, of which each group of 32 has one, two or four bytes a difference, as they need.

    Differences are counted modulo 2^32, as readers of 32-bit columns do: a group with one below the base takes four
    bytes, and only that group.

    Parameters
    ----------
    values
        ``uint16[n]``.
    base
        What the differences are counted from.
    prefix
        ``uint8[]``: what a block begins with.
    laid
        ``uint8[]`` for the result: for each 1,024 differences the prefix, 32 bytes and up to 4,096.

    Returns
    -------
    int
        Bytes written.
    """
    at, n_steps = 0, values.size - 1
    for block in range((n_steps + 1023) // 1024):
        for i in range(prefix.size):
            laid[np.uint64(at + i)] = prefix[np.uint64(i)]
        widths = at + prefix.size
        at = widths + 32
        for group in range(32):
            first = 1024 * block + 32 * group
            end = min(first + 32, n_steps)
            used = np.uint64(0)
            for i in range(first, end):
                step = np.int64(values[np.uint64(i + 1)]) - np.int64(values[np.uint64(i)])
                used |= np.uint64((step - base) & 0xFFFFFFFF)
            size = 0 if first >= end else 1 if used < 256 else 2 if used < 65536 else 4
            laid[np.uint64(widths + group)] = np.uint8(8 * size)
            if size == 1:
                for i in range(first, end):
                    step = np.int64(values[np.uint64(i + 1)]) - np.int64(values[np.uint64(i)])
                    laid[np.uint64(at + i - first)] = np.uint8((step - base) & 255)
            else:
                for i in range(first, end):
                    step = np.int64(values[np.uint64(i + 1)]) - np.int64(values[np.uint64(i)])
                    above = np.uint64((step - base) & 0xFFFFFFFF)
                    for place in range(size):
                        to = at + size * (i - first) + place
                        laid[np.uint64(to)] = np.uint8((above >> np.uint64(8 * place)) & np.uint64(255))
            if first < end:
                for to in range(at + size * (end - first), at + size * 32):
                    laid[np.uint64(to)] = 0
            at += size * 32
    return at


@cache
def _kinds() -> list[tuple[Any, tuple[Any, ...]]]:
    """Every kernel with arguments of the types it is called with."""
    bytes_, shorts, longs = np.zeros(8, np.uint8), np.zeros(8, np.uint16), np.zeros(8, np.uint64)
    return [
        (step_limits, (shorts,)),
        (lay_steps, (shorts, 0, bytes_)),
        (lay_blocks, (shorts, 0, bytes_, bytes_)),
        (sift, (bytes_.reshape(8, 1), 0, 255, bytes_, bytes_)),
        (sift, (shorts.reshape(8, 1), 0, 255, shorts, bytes_)),
        (pack, (bytes_, 1, bytes_)),
        (number_off, (longs, shorts, longs, shorts)),
    ]


@cache
def _compile() -> None:
    for run, arguments in _kinds():
        compile_or_load(run, arguments)


def ready() -> None:
    """Load or compile the loops."""
    with _LOCK:
        _compile()


def wanting() -> str | None:
    """Name of the first loop that :func:`ready` would have to compile; None where all are kept."""
    names = (jit.wanting(run, arguments) for run, arguments in _kinds())
    return next((name for name in names if name is not None), None)

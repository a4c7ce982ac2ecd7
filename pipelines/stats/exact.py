"""Exact sums of products of integer arrays, whatever their size."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
"""One 64-bit integer a batch."""


def dot(first: Integers, second: Integers) -> int:
    """Give sum(first * second) exactly, in 64 bits where that is enough and in Python integers otherwise."""
    if len(first) == 0:
        return 0
    largest = int(np.abs(first).max()) * int(np.abs(second).max()) * len(first)
    if largest < 2**63:
        return int(np.dot(first, second))
    return sum(int(a) * int(b) for a, b in zip(first, second, strict=True))


def quadratic_form(parts: list[tuple[int, Integers]]) -> int:
    """Give sum over batches of (sum of weight * part)^2 exactly."""
    total = 0
    for i, (weight_i, part_i) in enumerate(parts):
        for j, (weight_j, part_j) in enumerate(parts[: i + 1]):
            total += (1 if i == j else 2) * weight_i * weight_j * dot(part_i, part_j)
    return total


def integers(values: Any) -> Integers:
    """Give the values as 64-bit integers; floats are refused rather than cut."""
    array = np.asarray(values)
    if array.dtype.kind not in "iub":
        raise TypeError(f"sums must be integers, not {array.dtype}")
    return array.astype(np.int64)

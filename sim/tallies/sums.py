"""Sums of a cell as sorted tables of integers: what is added up, made coarser and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sim.tallies.declared import DECLARED

Integers = npt.NDArray[np.int64]


class Sums(NamedTuple):
    """The sums of one tally.

    Attributes
    ----------
    keys
        Shape (rows, 1 + keys): the batch, then the numbers of the keys; rows in rising order, none twice.
    values
        Shape (rows, sums).

    Either is quickest when each column is in one piece of memory, as all that is made here.
    """

    keys: Integers
    values: Integers


CellSums = Mapping[str, Sums]
"""The tallies of a cell, or of some of its games, by name."""


def no_sums() -> dict[str, Sums]:
    """Give the tallies of no game."""
    return {
        name: Sums(np.zeros((0, 1 + len(tally.keys)), np.int64), np.zeros((0, len(tally.sums)), np.int64))
        for name, tally in DECLARED.items()
    }


def add_all(parts: Iterable[CellSums]) -> dict[str, Sums]:
    """Add the tallies of different games."""
    parts = [no_sums(), *parts]
    return {name: _add([part[name] for part in parts]) for name in DECLARED}


def coarser(sums: CellSums, factor: int) -> dict[str, Sums]:
    """Add `factor` batches each up to one."""
    made = {}
    for name, (keys, values) in sums.items():
        keys = keys.copy()
        keys[:, 0] //= factor
        made[name] = summed(keys, values)
    return made


def summed(keys: Integers, values: Integers) -> Sums:
    """Add rows of the same keys up, and sort them; keys are not negative."""
    if not len(keys):
        return Sums(keys, values)
    packed = _packed(keys)
    order = np.argsort(packed, kind="stable")  # merges parts that are sorted already
    packed = packed[order]
    starts = np.flatnonzero(np.concatenate(([True], packed[1:] != packed[:-1])))
    added = np.add.reduceat(np.take(values.T, order, axis=1), starts, axis=1)
    return Sums(np.take(keys.T, order[starts], axis=1).T, added.T)


def _add(parts: list[Sums]) -> Sums:
    parts = sorted((part for part in parts if len(part.keys)), key=_first_batch) or parts[:1]
    if len(parts) == 1:
        return parts[0]
    keys, values = np.concatenate([part.keys for part in parts]), np.concatenate([part.values for part in parts])
    if all(before.keys[-1, 0] < after.keys[0, 0] for before, after in pairwise(parts)):
        return Sums(keys, values)  # no batch is in two of them
    return summed(keys, values)


def _first_batch(part: Sums) -> int:
    return int(part.keys[0, 0])


def _packed(keys: Integers) -> Integers:
    """Give one integer a row that sorts as the row does."""
    packed = keys[:, 0].copy()
    for column in keys.T[1:]:
        packed *= int(column.max()) + 1
        packed += column
    return packed

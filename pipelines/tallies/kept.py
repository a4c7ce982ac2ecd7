"""Tallies that the engine kept while it played, as the frames that counting rows would give."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

import polars as pl

from sim.tallies.declared import DECLARED, Declared, Key

if TYPE_CHECKING:
    from pipelines.run import RunCell
    from sim.tallies.sums import Sums

_TYPES: Final[dict[str, type[pl.DataType]]] = {"u8": pl.UInt8, "u16": pl.UInt16, "u32": pl.UInt32, "i32": pl.Int32}


def kept(cell: RunCell, only: Collection[str]) -> dict[str, pl.DataFrame]:
    """Read tallies of a cell.

    Raises
    ------
    DamagedRun
        When the file is not what was written; the message names it.
    """
    sums = cell.read_tallies()
    return {name: _frame(tally, sums[name], cell.entrants) for name, tally in DECLARED.items() if name in only}


def _frame(tally: Declared, sums: Sums, entrants: tuple[str, ...]) -> pl.DataFrame:
    batch, *keys = sums.keys.T
    columns = [pl.Series("batch", batch).cast(pl.UInt16)]
    columns += [
        _key(key, pl.Series(key.name, numbers), entrants) for key, numbers in zip(tally.keys, keys, strict=True)
    ]
    columns += [pl.Series(field.name, values) for field, values in zip(tally.sums, sums.values.T, strict=True)]
    return pl.DataFrame(columns).sort("batch", *(key.name for key in tally.keys))


def _key(key: Key, numbers: pl.Series, entrants: tuple[str, ...]) -> pl.Series:
    if key.type != "text":
        return numbers.cast(_TYPES[key.type])
    texts = dict(enumerate(key.texts or entrants))
    return numbers.replace_strict(texts, return_dtype=pl.String)

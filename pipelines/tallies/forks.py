"""Chances to call that were played both ways: only the engine counts them, for no rows are kept of a branch."""

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally
from sim.tallies.declared import DECLARED, Declared

_TYPES = {"text": pl.String, "u8": pl.UInt8, "u16": pl.UInt16}


def _without_rows(declared: Declared) -> Tally:
    keys = [pl.lit(None, _TYPES[key.type]).alias(key.name) for key in declared.keys]
    sums = [pl.lit(0, pl.Int64).alias(field.name) for field in declared.sums]

    def count(frames: Frames) -> pl.LazyFrame:
        return frames.games.filter(pl.lit(value=False)).select("batch", *keys, *sums)

    return Tally(declared, count=count, needs_rounds=True)


FORKS = _without_rows(DECLARED["forks"])

FORKS_TURN = _without_rows(DECLARED["forks_turn"])

"""Rounds by length: the distribution of turns, how each ended, and what the stock went through."""

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally, n_rows, total
from sim.tallies.declared import DECLARED


def _count(frames: Frames) -> pl.LazyFrame:
    return frames.rounds.group_by("batch", "players_in", "end", "turns").agg(
        rounds=n_rows(), reshuffled=total(pl.col("reshuffles") > 0), reshuffles=total("reshuffles")
    )


def _settle(sums: pl.DataFrame) -> pl.DataFrame:
    return sums.with_columns(pl.col("end").cast(pl.String))


TURNS = Tally(
    DECLARED["turns"],
    count=_count,
    settle=_settle,
    needs_rounds=True,
)

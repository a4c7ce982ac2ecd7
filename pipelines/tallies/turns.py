"""Rounds by length: the distribution of turns, how each ended, and what the stock went through."""

import polars as pl

from pipelines.run import Frames
from pipelines.schemas import Field
from pipelines.tallies.base import Tally, n_rows, total


def _count(frames: Frames) -> pl.LazyFrame:
    return frames.rounds.group_by("batch", "players_in", "end", "turns").agg(
        rounds=n_rows(), reshuffled=total(pl.col("reshuffles") > 0), reshuffles=total("reshuffles")
    )


def _settle(sums: pl.DataFrame) -> pl.DataFrame:
    return sums.with_columns(pl.col("end").cast(pl.String))


TURNS = Tally(
    name="turns",
    meaning="rounds by players in, ending and number of turns",
    keys=(
        Field("players_in", "players", "players in the round"),
        Field("end", "", "how the round ended"),
        Field("turns", "turns", "turns played"),
    ),
    sums=(
        Field("rounds", "rounds", "rounds"),
        Field("reshuffled", "rounds", "rounds in which the stock ran out"),
        Field("reshuffles", "count", "reshuffles in them"),
    ),
    count=_count,
    settle=_settle,
    needs_rounds=True,
)

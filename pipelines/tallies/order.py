"""Rounds by the order of play: who wins, and who is the first that may call."""

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally, n_rows, total
from sim.exact_parts import WHOLE
from sim.rules import MAX_PLAYERS
from sim.tallies.declared import DECLARED


def _count(frames: Frames) -> pl.LazyFrame:
    return frames.rounds.group_by("batch", "players_in", "in_mask", "won_mask", "first_allowed_position").agg(
        rounds=n_rows()
    )


def _settle(sums: pl.DataFrame) -> pl.DataFrame:
    """Turn masks into positions: the seat of bit p plays after the seats of the lower bits that are in."""
    share = WHOLE // pl.col("won_mask").bitwise_count_ones().cast(pl.Int64).clip(1, None)
    seats = []
    for p in range(MAX_PLAYERS):
        bit, lower = 1 << p, (1 << p) - 1
        position = (pl.col("in_mask") & lower).bitwise_count_ones() + 1
        won = pl.when(pl.col("won_mask") & bit != 0).then(share).otherwise(0)
        seats.append(
            sums.filter(pl.col("in_mask") & bit != 0).select(
                "batch",
                "players_in",
                position.cast(pl.UInt8).alias("position"),
                "rounds",
                decided=pl.when(pl.col("won_mask") != 0).then("rounds").otherwise(0),
                wins=won * pl.col("rounds"),
                first_allowed=pl.when(pl.col("first_allowed_position") + 1 == position).then("rounds").otherwise(0),
            )
        )
    return (
        pl.concat(seats)
        .group_by("batch", "players_in", "position")
        .agg(total(field.name).alias(field.name) for field in ORDER.sums)
    )


ORDER = Tally(
    DECLARED["order"],
    count=_count,
    settle=_settle,
    needs_rounds=True,
)

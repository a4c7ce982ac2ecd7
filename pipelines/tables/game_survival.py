"""How many games are still running, and how many seats still in, after so many rounds."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Share
from pipelines.tables.shapes import bin_edges, running, together, with_chances

MOST_STEPS: Final = 60


def _left(counts: pl.DataFrame, count: str, steps: list[int]) -> pl.DataFrame:
    """Count by batch, for each step, those with more rounds than it, beside all."""
    step = pl.DataFrame({"rounds": steps, "step": steps}, schema={"rounds": pl.Int64, "step": pl.Int64})
    # 7 rounds are over by the first step of at least 7, or after the last one
    over = (
        counts.with_columns(pl.col("rounds").cast(pl.Int64))
        .sort("rounds")
        .join_asof(step, on="rounds", strategy="forward")
        .select("batch", rounds=pl.col("step").fill_null(steps[-1] + 1), over=count)
        .group_by("batch", "rounds")
        .agg(pl.col("over").sum())
    )
    none_over = over.select("batch").unique().join(step.select("rounds", over=pl.lit(0, pl.Int64)), how="cross")
    grid = with_chances(pl.concat([over, none_over]).group_by("batch", "rounds").sum(), ["rounds"], "over")
    return (
        running(grid, "rounds", ["over"])
        .filter(pl.col("rounds") <= steps[-1])
        .select(
            "batch",
            "rounds",
            (pl.col("chances") - pl.col("over_up_to")).alias(f"{count}_left"),
            pl.col("chances").alias(count),
        )
    )


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    last = bin_edges(counted["game_rounds"], "rounds", "games")[-1]
    width = max(1, -(-last // MOST_STEPS))
    steps = list(range(0, last + width, width))
    return together(
        _left(counted["game_rounds"], "games", steps),
        _left(counted["seat_rounds"].rename({"rounds_in": "rounds"}), "seats", steps),
    )


TABLE = Table(
    name="game_survival",
    title="Still running",
    meaning="Share of games still running, and of seats still in, after so many rounds.",
    tallies=("game_rounds", "seat_rounds"),
    shape=_shape,
    keys=(Key("rounds", "after", "rounds"),),
    measures=(
        Share("running", "games running", "games that go on", per="game", of=("games_left", "games")),
        Share(
            "seats_in",
            "seats in",
            "seats that are in a game that goes on",
            per="seat",
            of=("seats_left", "seats"),
        ),
    ),
)

"""Rounds by whether a call was allowed before anyone had moved, or never."""

import polars as pl

from pipelines.run import Frames
from pipelines.schemas import Field
from pipelines.tallies.base import Tally, n_rows, total


def _count(frames: Frames) -> pl.LazyFrame:
    return frames.rounds.group_by("batch", "players_in").agg(
        rounds=n_rows(),
        opening_allowed=total("opening_allowed"),
        never_allowed=total(pl.col("first_allowed").is_null()),
    )


OPENINGS = Tally(
    name="openings",
    meaning="rounds by whether a call was allowed at once, or never",
    keys=(Field("players_in", "players", "players in the round"),),
    sums=(
        Field("rounds", "rounds", "rounds"),
        Field("opening_allowed", "rounds", "the first player might call before anyone had moved"),
        Field("never_allowed", "rounds", "nobody was ever allowed to call"),
    ),
    count=_count,
    needs_rounds=True,
)

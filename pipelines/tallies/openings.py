"""Rounds by whether a call was allowed before anyone had moved, or never."""

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally, n_rows, total
from sim.tallies.declared import DECLARED


def _count(frames: Frames) -> pl.LazyFrame:
    return frames.rounds.group_by("batch", "players_in").agg(
        rounds=n_rows(),
        opening_allowed=total("opening_allowed"),
        never_allowed=total(pl.col("first_allowed").is_null()),
    )


OPENINGS = Tally(
    DECLARED["openings"],
    count=_count,
    needs_rounds=True,
)

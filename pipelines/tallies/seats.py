"""Seats: what became of whom, and how long each was in."""

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally, n_rows, total
from sim.tallies.declared import DECLARED


def _count(frames: Frames) -> pl.LazyFrame:
    sums = {field.name: total(field.name) for field in SEATS.sums[2:]}
    return frames.seats.group_by("batch", "seat", "entrant").agg(
        seats=n_rows(), decided=total(~pl.col("stopped")), **sums
    )


def _count_rounds(frames: Frames) -> pl.LazyFrame:
    return frames.seats.group_by("batch", "rounds_in").agg(seats=n_rows())


SEATS = Tally(
    DECLARED["seats"],
    count=_count,
)

SEAT_ROUNDS = Tally(
    DECLARED["seat_rounds"],
    count=_count_rounds,
)

"""Seats: what became of whom, and how long each was in."""

import polars as pl

from pipelines.run import Frames
from pipelines.schemas import Field
from pipelines.tallies.base import Tally, n_rows, total


def _count(frames: Frames) -> pl.LazyFrame:
    sums = {field.name: total(field.name) for field in SEATS.sums[2:]}
    return frames.seats.group_by("batch", "seat", "entrant").agg(
        seats=n_rows(), decided=total(~pl.col("stopped")), **sums
    )


def _count_rounds(frames: Frames) -> pl.LazyFrame:
    return frames.seats.group_by("batch", "rounds_in").agg(seats=n_rows())


SEATS = Tally(
    name="seats",
    meaning="seats of all games by place at the table and entrant",
    keys=(
        Field("seat", "seat", "seat; seat 0 deals the first round"),
        Field("entrant", "", "who sat there"),
    ),
    sums=(
        Field("seats", "seats", "seats of all games"),
        Field("decided", "seats", "of these, in games with a winner"),
        Field("wins", "wins/840", "games won; shared wins are split"),
        Field("place", "places", "sum of places"),
        Field("total", "points", "sum of final totals"),
        Field("rounds_in", "rounds", "rounds played"),
        Field("rounds_out", "rounds", "rounds waited after being out"),
        Field("calls", "calls", "calls; going out is one"),
        Field("assafs_suffered", "calls", "own calls that met Assaf"),
        Field("assafs_made", "calls", "calls of others met with Assaf"),
        Field("milestones", "count", "landings on a milestone"),
    ),
    count=_count,
)

SEAT_ROUNDS = Tally(
    name="seat_rounds",
    meaning="seats by number of rounds they were in",
    keys=(Field("rounds_in", "rounds", "rounds the seat played"),),
    sums=(Field("seats", "seats", "seats"),),
    count=_count_rounds,
)

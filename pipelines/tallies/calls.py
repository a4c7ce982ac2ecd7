"""Rounds that ended by a call, by everything that may bear on Assaf."""

from typing import Final

import polars as pl

from pipelines.derive import WHOLE
from pipelines.run import Frames
from pipelines.schemas import Field
from pipelines.tallies.base import Tally, n_rows, total

TURN_BINS: Final = (0, 5, 10, 15, 20, 30, 50, 100)
"""Lower ends of the bins in which turns are counted here; the last is open."""

VIEWS: Final = {
    "all": pl.lit(0),
    "total": pl.col("ender_total"),
    "opponents": pl.col("opponents"),
    "turn": pl.col("turn"),
    "least_cards": pl.col("least_cards"),
    "pile_taken": pl.col("pile_taken"),
    "entrant": pl.col("ender_entrant"),
}
"""What calls are told apart by, one at a time; together they would be too many rows."""


_KEYS: Final = ("ender_total", "opponents", "least_cards", "pile_taken", "ender_entrant")
_FIVES: Final = 5
"""Turns are counted in bins of 5 first: a division is quicker than a search."""


def _count(frames: Frames) -> pl.LazyFrame:
    return (
        frames.rounds.filter("called")
        .group_by(
            "batch",
            *_KEYS,
            met=pl.col("assafs") > 0,
            fives=pl.col("turns").clip(0, TURN_BINS[-1]) // _FIVES,
        )
        .agg(calls=n_rows(), answers=total("assafs"), own=total("ender_score"), all_scores=total("all_scores"))
    )


def _turn_bin() -> pl.Expr:
    starts = range(0, TURN_BINS[-1] + _FIVES, _FIVES)
    bins = {start // _FIVES: max(low for low in TURN_BINS if low <= start) for start in starts}
    return pl.col("fives").replace_strict(bins, return_dtype=pl.Int32)


def _split(sums: pl.DataFrame) -> pl.DataFrame:
    """Give each sum to the calls that it belongs to, with and without Assaf."""
    met, unmet = pl.col("met").cast(pl.Int64), (~pl.col("met")).cast(pl.Int64)
    # exact: the number of opponents divides 840
    others = (pl.col("all_scores") - pl.col("own")) * (WHOLE // pl.col("opponents").cast(pl.Int64))
    margin = others - pl.col("own") * WHOLE
    return sums.with_columns(
        turn=_turn_bin(),
        assafs=pl.col("calls") * met,
        penalty=pl.col("own") * met,
        won=margin * unmet,
        lost=-margin * met,
    )


def _settle(sums: pl.DataFrame) -> pl.DataFrame:
    split = _split(sums)
    views = [
        split.group_by("batch", by=pl.lit(name), level=level.cast(pl.Int32)).agg(
            pl.col(field.name).sum() for field in CALLS.sums
        )
        for name, level in VIEWS.items()
    ]
    return pl.concat(views)


CALLS = Tally(
    name="calls",
    meaning="calls and Assafs, told apart by one thing at a time",
    keys=(
        Field("by", "", "what the calls are told apart by: " + ", ".join(VIEWS)),
        Field("level", "", "its value; a bin of turns is named by its lower end"),
    ),
    sums=(
        Field("calls", "calls", "rounds that ended by a call"),
        Field("assafs", "calls", "of these, with Assaf"),
        Field("answers", "players", "opponents at or below the caller, calls with Assaf"),
        Field("penalty", "points", "points of the caller, calls with Assaf"),
        Field("won", "points/840", "mean of the others' points minus the caller's, calls without Assaf"),
        Field("lost", "points/840", "the caller's points minus the mean of the others', calls with Assaf"),
    ),
    count=_count,
    settle=_settle,
    needs_rounds=True,
)

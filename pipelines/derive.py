"""Derived columns: all that follows from stored ones, once; `pipelines.schemas` tells what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Final

import polars as pl

from sim.columns import seat_column
from sim.exact_parts import WHOLE

if TYPE_CHECKING:
    from pipelines.run import RunCell

NO_POSITION: Final = 255
"""In `first_allowed_position`: nobody was ever allowed to call."""


def rounds(frame: pl.LazyFrame, cell: RunCell) -> pl.LazyFrame:
    """Add to `rounds` where it belongs, what ended it, and where in the order of play things happened."""
    n = cell.players
    scores = [pl.col(seat_column("score", seat)) for seat in range(n)]
    is_ender = [(pl.col("ender") == seat).fill_null(value=False) for seat in range(n)]
    first = _sum((pl.col("first") == seat).cast(pl.UInt16) * (1 << seat) for seat in range(n))

    def clockwise_from_first(flags: Sequence[pl.Expr]) -> pl.Expr:
        """Pack flags by seat into bits, then turn them so that the first player has bit 0."""
        bits = _sum(flag.cast(pl.UInt32) * (1 << seat) for seat, flag in enumerate(flags))
        return ((bits * ((1 << n) + 1) // first) & ((1 << n) - 1)).cast(pl.UInt8)

    # E7: after an Assaf those who score 0 although they did not call, else the one who ended the round,
    # else nobody
    answered = pl.col("assafs") > 0
    won = [
        pl.when(answered).then((score == 0).fill_null(value=False) & ~ended).otherwise(ended)
        for score, ended in zip(scores, is_ender, strict=True)
    ]
    return frame.with_columns(
        batch=_batch(cell),
        called=pl.col("end").is_in(["yaniv", "assaf", "out"]),
        opponents=pl.col("players_in") - 1,
        ender_entrant=_entrant_of(pl.col("ender"), cell),
        ender_score=_sum(
            score.fill_null(0) * ended.cast(pl.UInt16) for score, ended in zip(scores, is_ender, strict=True)
        ),
        all_scores=_sum(score.fill_null(0).cast(pl.UInt32) for score in scores),
        in_mask=clockwise_from_first([score.is_not_null() for score in scores]),
        won_mask=clockwise_from_first(won),
    ).with_columns(first_allowed_position=_position(pl.col("first_allowed"), n))


def games(frame: pl.LazyFrame, cell: RunCell) -> pl.LazyFrame:
    """Add to `games` where it belongs."""
    return frame.with_columns(batch=_batch(cell))


def seats(frame: pl.LazyFrame, games: pl.LazyFrame, cell: RunCell) -> pl.LazyFrame:
    """Add to `seats` what its game says: how it was won, and how long the seat waited for its end."""
    of_game = games.select("game", "winners", "stopped", game_rounds="rounds")
    won = (pl.col("place") == 1) & ~pl.col("stopped")
    return frame.join(of_game, on="game", how="left").with_columns(
        batch=_batch(cell),
        entrant=pl.col("entrant").cast(pl.String),
        wins=pl.when(won).then(WHOLE // pl.col("winners").cast(pl.UInt16)).otherwise(0),
        rounds_out=pl.col("game_rounds") - pl.col("rounds_in"),
    )


def _batch(cell: RunCell) -> pl.Expr:
    """Give the batch: consecutive deals in all their rotations (game = deal x rotations + rotation)."""
    return (pl.col("game") // (cell.cell.rotations * cell.batch_deals)).cast(pl.UInt16)


def _entrant_of(seat: pl.Expr, cell: RunCell) -> pl.Expr:
    """Give the number of the entrant at a seat: seat s of rotation r holds place s - r of the line-up."""
    n = cell.players
    numbers = [cell.cell.entrants.index(entrant) for entrant in cell.cell.lineup]
    rotation = (pl.col("game") % cell.cell.rotations).cast(pl.UInt8)
    place = (seat + n - rotation) % n
    # a null seat stays null, as 0 times it is null
    return _sum((place == at).cast(pl.UInt8) * number for at, number in enumerate(numbers) if number or not at)


def _position(seat: pl.Expr, n: int) -> pl.Expr:
    """Count the seats that are in and play before this one, from `in_mask`."""
    clockwise = (seat + n - pl.col("first")) % n
    before = _sum((((pl.col("in_mask") & (1 << p)) != 0) & (p < clockwise)).cast(pl.UInt8) for p in range(n))
    return before.fill_null(NO_POSITION)


def _sum(terms: Iterable[pl.Expr]) -> pl.Expr:
    """Add terms that are not null; several times quicker than `pl.sum_horizontal`."""
    return reduce(add, terms)

"""Tallies: the integer sums from which every table is made, and how a cell is counted.

To add one, write it in a file here and add it to `TALLIES`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import polars as pl

from pipelines.run import SLICE_ROUNDS, Frames, RunCell
from pipelines.tallies.base import Tally
from pipelines.tallies.calls import CALLS
from pipelines.tallies.games import GAME_ASSAFS, GAME_ROUNDS, GAME_SUMS, GAME_TURNS
from pipelines.tallies.openings import OPENINGS
from pipelines.tallies.order import ORDER
from pipelines.tallies.seats import SEAT_ROUNDS, SEATS
from pipelines.tallies.turns import TURNS
from sim.columns import seat_column

TALLIES: Final = {
    tally.name: tally
    for tally in (
        TURNS,
        CALLS,
        ORDER,
        OPENINGS,
        GAME_ROUNDS,
        GAME_TURNS,
        GAME_SUMS,
        GAME_ASSAFS,
        SEATS,
        SEAT_ROUNDS,
    )
}


def count(
    cell: RunCell, *, only: Collection[str] = TALLIES, slice_rounds: int = SLICE_ROUNDS
) -> dict[str, pl.DataFrame]:
    """Count tallies of a cell, a slice of its games at a time.

    Parameters
    ----------
    cell
        Whose rows are read.
    only
        Names of the tallies that are wanted; those that need rounds are left out where none are kept.
    slice_rounds
        Rounds that are read at once; the sums do not depend on it.

    Returns
    -------
    dict
        A frame a tally, with the columns of `Tally.columns`, sorted by batch and keys.
    """
    wanted = [t for name, t in TALLIES.items() if name in only and (cell.keeps_rounds or not t.needs_rounds)]
    counted: dict[str, list[pl.DataFrame]] = {tally.name: [] for tally in wanted}
    for frames in cell.slices(slice_rounds):
        # every file is decoded once, then counted from memory
        rows = Frames(*(frame.lazy() for frame in pl.collect_all(_tallied(frames, cell.players), engine="streaming")))
        lazy = [tally.count(rows) for tally in wanted]
        for tally, sums in zip(wanted, pl.collect_all(lazy, engine="streaming"), strict=True):
            counted[tally.name].append(tally.settle(sums).select(tally.columns))
    return {name: _add(TALLIES[name], parts) for name, parts in counted.items()}


def _tallied(frames: Frames, players: int) -> list[pl.LazyFrame]:
    """Leave out the columns that no tally looks at."""
    by_seat = [seat_column(name, seat) for name in ("score", "total") for seat in range(players)]
    rounds = frames.rounds.drop("cell", "round", "dealer", "first", "ender", "lowest_other", *by_seat, strict=False)
    return [rounds, frames.games.drop("cell", "deal", "rotation"), frames.seats.drop("cell")]


def _add(tally: Tally, parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Add the sums of several slices."""
    sums = [pl.col(field.name).sum() for field in tally.sums]
    return pl.concat(parts).group_by(tally.by).agg(sums).sort(tally.by)

"""Tallies: the integer sums from which every table is made, and how a cell is counted.

To add one, declare it in `sim.tallies.declared`, let the engine count it (`sim.kernels.tally`, `sim.tallies.counting`),
write in a file here how rows are counted, and add it to `TALLIES`. The conformance test compares the two.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Final, TypeVar

import polars as pl

from pipelines.run import SLICE_ROUNDS, Frames, RunCell
from pipelines.tallies.base import Tally
from pipelines.tallies.calls import CALLS
from pipelines.tallies.forks import FORKS, FORKS_TURN
from pipelines.tallies.games import GAME_ASSAFS, GAME_ROUNDS, GAME_SUMS, GAME_TURNS
from pipelines.tallies.kept import kept
from pipelines.tallies.openings import OPENINGS
from pipelines.tallies.order import ORDER
from pipelines.tallies.seats import SEAT_ROUNDS, SEATS
from pipelines.tallies.turns import TURNS
from sim.columns import seat_column

Slice = TypeVar("Slice")
Part = TypeVar("Part")

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
        FORKS,
        FORKS_TURN,
    )
}

SLICES_AT_ONCE: Final = 2
"""Slices that are read and counted at the same time: what is in memory grows with it."""


def count(
    cell: RunCell, *, only: Collection[str] = TALLIES, slice_rounds: int = SLICE_ROUNDS
) -> dict[str, pl.DataFrame]:
    """Count tallies of a cell, a slice of its games at a time, or read those that the engine kept.

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
    if not cell.keeps_rows:
        return kept(cell, only)
    wanted = [t for name, t in TALLIES.items() if name in only and (cell.keeps_rounds or not t.needs_rounds)]
    counted: dict[str, list[pl.DataFrame]] = {tally.name: [] for tally in wanted}

    def count_slice(read: Callable[[], Frames]) -> list[pl.DataFrame]:
        # every file is decoded once, then counted from memory
        rows = Frames(*(frame.lazy() for frame in pl.collect_all(_tallied(read(), cell.players), engine="streaming")))
        sums = pl.collect_all([tally.count(rows) for tally in wanted], engine="streaming")
        return [tally.settle(part).select(tally.columns) for tally, part in zip(wanted, sums, strict=True)]

    for parts in _in_turn(count_slice, cell.slices(slice_rounds)):
        for tally, part in zip(wanted, parts, strict=True):
            counted[tally.name].append(part)
    return {name: _add(TALLIES[name], parts) for name, parts in counted.items()}


def _in_turn(work: Callable[[Slice], Part], slices: Iterator[Slice]) -> Iterator[Part]:
    """Work on a few slices at once, and give what comes out in their order.

    One slice alone was counted in as much wall time as CPU time: a second core had nothing to do.
    No more slices are begun than are worked on, so that memory does not depend on the run.
    """
    with ThreadPoolExecutor(SLICES_AT_ONCE) as pool:
        begun = deque(pool.submit(work, one) for one in islice(slices, SLICES_AT_ONCE))
        try:
            while begun:
                yield begun.popleft().result()
                begun.extend(pool.submit(work, one) for one in islice(slices, 1))
        finally:  # a damaged file ends the count: what has not begun is not begun
            for waiting in begun:
                waiting.cancel()


def _tallied(frames: Frames, players: int) -> list[pl.LazyFrame]:
    """Leave out the columns that no tally looks at."""
    by_seat = [seat_column(name, seat) for name in ("score", "total") for seat in range(players)]
    rounds = frames.rounds.drop("cell", "round", "dealer", "first", "ender", "lowest_other", *by_seat, strict=False)
    return [rounds, frames.games.drop("cell", "deal", "rotation"), frames.seats.drop("cell")]


def _add(tally: Tally, parts: list[pl.DataFrame]) -> pl.DataFrame:
    """Add the sums of several slices."""
    sums = [pl.col(field.name).sum() for field in tally.sums]
    return pl.concat(parts).group_by(tally.by).agg(sums).sort(tally.by)

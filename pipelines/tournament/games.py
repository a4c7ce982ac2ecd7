"""The games of a cell as arrays by chair, a chunk at a time.

A *chair* is a place of the line-up: it keeps its entrant and its neighbours, and moves around the seats with the
rotation. Chair c of rotation r is at seat (c + r) mod n.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.run import RunCell
from sim.exact_parts import WHOLE
from sim.manifest import DamagedRun

Whole = NDArray[np.int64]

COUNTS: Final = (
    "place", "total", "rounds_in", "calls", "assafs_suffered", "assafs_made", "milestones",
)  # fmt: skip
"""Columns of `seats` that are added up."""


class Games(NamedTuple):
    """Consecutive games of one cell.

    Attributes
    ----------
    deal
        (games,): deal ids, in order.
    rotation
        (games,).
    stopped
        (games,): without a winner (E5).
    seat
        (games, chairs): where each chair is.
    values
        By name of `COUNTS`, and `wins` in parts of `WHOLE`: (games, chairs).
    """

    deal: Whole
    rotation: Whole
    stopped: NDArray[np.bool_]
    seat: Whole
    values: dict[str, Whole]


def read_games(cell: RunCell, first_deal: int = 0) -> Iterator[Games]:
    """Read the games of a cell from a deal on, those of a chunk at a time.

    Raises
    ------
    DamagedRun
        When a file is not what was written, or games and seats are not of the same games.
    """
    for read in cell.stored_slices(first_deal):
        rows = read()
        games, seats = pl.collect_all(
            [
                rows["games"].select("game", "deal", "rotation", "winners", "stopped"),
                rows["seats"].select("game", "seat", *COUNTS),
            ]
        )
        yield _between(_games(games, seats, cell), first_deal, None)


def _games(games: pl.DataFrame, seats: pl.DataFrame, cell: RunCell) -> Games:
    n = cell.players
    ids = _column(games, "game")
    if len(seats) != len(games) * n or (_column(seats, "game").reshape(-1, n) != ids[:, None]).any():
        raise DamagedRun(f"cell {cell.number}: its seats are not those of its games; `yaniv verify` finds out more")
    rotation = _column(games, "rotation")
    seat = (np.arange(n) + rotation[:, None]) % n
    stopped = games["stopped"].to_numpy().astype(bool)
    values = {name: np.take_along_axis(_column(seats, name).reshape(-1, n), seat, axis=1) for name in COUNTS}
    shared = WHOLE // np.maximum(1, _column(games, "winners"))
    values["wins"] = np.where((values["place"] == 1) & ~stopped[:, None], shared[:, None], 0)
    return Games(_column(games, "deal"), rotation, stopped, seat, values)


def _column(frame: pl.DataFrame, name: str) -> Whole:
    return frame[name].cast(pl.Int64).to_numpy()


def until(games: Games, deals: int) -> Games:
    """Keep the games of the first deals."""
    return _between(games, 0, deals)


def _between(games: Games, first: int, end: int | None) -> Games:
    low = int(np.searchsorted(games.deal, first))
    high = len(games.deal) if end is None else int(np.searchsorted(games.deal, end))
    if (low, high) == (0, len(games.deal)):
        return games
    part = slice(low, high)
    values = {name: column[part] for name, column in games.values.items()}
    return Games(games.deal[part], games.rotation[part], games.stopped[part], games.seat[part], values)

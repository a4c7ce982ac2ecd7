"""Games of a cell followed round by round: totals after every round, and who won in the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.run import RunCell
from sim.columns import seat_column
from sim.exact_parts import WHOLE
from sim.manifest import DamagedRun
from sim.rules import Variant

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]

NOBODY: Final = 2**40
"""Total of a seat that was out before the round: more than anybody can have."""


KEPT: Final = 64
"""Cells whose sums stay in memory."""


class Paths(NamedTuple):
    """Consecutive whole games of one cell.

    Attributes
    ----------
    batch
        (games,): of each game.
    rounds
        (games,): rounds of each game, at least one.
    total
        (rounds, seats): totals after each round, those of a game one after the other; `NOBODY` where the seat was out
        before it.
    inside
        (rounds, seats): still in the game after the round.
    wins
        (games, seats): parts of `WHOLE` that the seat has in winning; all 0 without a winner (E5).
    """

    batch: Whole
    rounds: Whole
    total: Whole
    inside: Flags
    wins: Whole

    @property
    def decided(self) -> Flags:
        """(games,): with a winner."""
        return np.asarray(self.wins.sum(axis=1) > 0)

    @property
    def starts(self) -> Whole:
        """(games,): index of each game's first round."""
        return np.cumsum(self.rounds) - self.rounds

    @property
    def game(self) -> Whole:
        """(rounds,): index of each round's game."""
        return np.repeat(np.arange(len(self.rounds)), self.rounds)

    @property
    def number(self) -> Whole:
        """(rounds,): number of each round in its game, from 1."""
        return np.arange(len(self.total)) - np.repeat(self.starts, self.rounds) + 1


def is_followed(variant: Variant) -> bool:
    """Say whether there is something to follow: a game of one round (S6) has no standings."""
    return variant.score_limit > 0


def read_paths(cell: RunCell) -> Iterator[Paths]:
    """Follow the games of a cell that keeps rounds, a chunk at a time.

    Raises
    ------
    DamagedRun
        When a file is not what was written, or its tables are not of the same games.
    """
    totals = [seat_column("total", seat) for seat in range(cell.players)]
    for read in cell.stored_slices():
        rows = read()
        games, rounds, seats = pl.collect_all(
            [
                rows["games"].select("game", "deal", "rounds", "winners", "stopped"),
                rows["rounds"].select("game", *totals),
                rows["seats"].select("game", "place"),
            ]
        )
        yield _paths(cell, games, rounds, seats)


def _paths(cell: RunCell, games: pl.DataFrame, rounds: pl.DataFrame, seats: pl.DataFrame) -> Paths:
    n, ids, lengths = cell.players, _column(games, "game"), _column(games, "rounds")
    if not (
        np.array_equal(_column(rounds, "game"), np.repeat(ids, lengths))
        and np.array_equal(_column(seats, "game"), np.repeat(ids, n))
    ):
        raise DamagedRun(
            f"cell {cell.number}: its rounds or seats are not those of its games; `yaniv verify` finds out more"
        )
    total = np.stack(
        [
            _column(rounds.with_columns(pl.col(name).cast(pl.Int64).fill_null(NOBODY)), name)
            for name in rounds.columns[1:]
        ],
        axis=1,
    )
    place = _column(seats, "place").reshape(-1, n)
    won = (place == 1) & ~games["stopped"].to_numpy().astype(bool)[:, None]
    wins = np.where(won, (WHOLE // np.maximum(1, _column(games, "winners")))[:, None], 0)
    return Paths(_column(games, "deal") // cell.batch_deals, lengths, total, total < out_from(cell.cell.variant), wins)


def out_from(variant: Variant) -> int:
    """Give the total that puts a player out (S4)."""
    return variant.score_limit + (variant.elimination == "above")


def _column(frame: pl.DataFrame, name: str) -> Whole:
    return frame[name].cast(pl.Int64).to_numpy()

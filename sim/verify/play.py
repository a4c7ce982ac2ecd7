"""Rows of whole games with what they imply, laid out for the invariants."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from sim.columns import ENDS
from sim.verify.seats_in_turn import next_seat, nth_seat

if TYPE_CHECKING:
    from sim.content_hash import Columns
    from sim.plan import Cell
    from sim.verify.whole_games import Piece

Array = npt.NDArray[Any]
T = TypeVar("T")

NULL: Final = 255
NO_SCORE: Final = 65535
YANIV, ASSAF, OUT, SLAPDOWN, STOPPED = (ENDS.index(end) for end in ("yaniv", "assaf", "out", "slapdown", "stopped"))


class Play:
    """Whole games of one cell.

    Arrays named "by seat" have a row a seat and a column a round (or game): so NumPy is quick with them. Arrays of
    games have one value a game. Values of seats that are out are 0.

    Attributes
    ----------
    cell, variant, players
        What was played.
    rounds, games
        The stored columns.
    seats
        The stored columns of `seats`, by seat and game.
    turns
        The stored columns, none where turns are not kept; nor has `rounds` any where rounds are not.
    begins
        Number of each game's first round row.
    """

    def __init__(self, piece: Piece, cell: Cell) -> None:
        self.cell = cell
        self.variant = cell.variant
        self.players = cell.players
        self.rounds: Columns = piece.rounds
        self.games: Columns = piece.games
        self.seats: Columns = {name: values.reshape(-1, cell.players).T for name, values in piece.seats.items()}
        self.turns: Columns = piece.turns
        self.n_rounds = len(piece.rounds.get("game", ()))
        self.n_games = len(piece.games["game"])
        self.begins = np.flatnonzero(piece.rounds["round"] == 1) if piece.rounds else np.zeros(0, np.int64)
        self.lasts = np.append(self.begins[1:], self.n_rounds)[: len(self.begins)] - 1
        self.lengths = self.lasts - self.begins + 1
        self._results: dict[Callable[[Play], Any], Any] = {}
        self._seat_numbers = np.arange(cell.players, dtype=np.uint8)[:, None]

    def once(self, work: Callable[[Play], T]) -> T:
        """Give what a function makes of this play, worked out once."""
        if work not in self._results:
            self._results[work] = work(self)
        result: T = self._results[work]
        return result

    def by_game(self, values: Array) -> Array:
        """Sum rounds by game; the last axis is that of rounds."""
        return np.add.reduceat(values, self.begins, axis=-1, dtype=np.int64)

    def previous(self, values: Array, at_first: Any) -> Array:
        """Give the value of the game's round before; `at_first` in first rounds. The last axis is that of rounds."""
        before = np.empty_like(values)
        before[..., 1:] = values[..., :-1]
        before[..., self.begins] = at_first
        return before

    @cached_property
    def end(self) -> Array:
        """How each round ended: YANIV and so on."""
        return self.rounds["end"]

    @cached_property
    def has_ender(self) -> Array:
        """Rounds that somebody ended."""
        return self.rounds["ender"] != NULL

    @cached_property
    def is_assaf(self) -> Array:
        """Rounds that ended with Assaf."""
        return self.end == ASSAF

    @cached_property
    def was_called(self) -> Array:
        """Rounds that ended by a call or by going out: E1 to E3 apply."""
        return (self.end == YANIV) | (self.end == ASSAF) | (self.end == OUT)

    @cached_property
    def ender_total(self) -> Array:
        """Hand total of the ender; 0 where there is none."""
        return np.where(self.rounds["ender_total"] == NULL, 0, self.rounds["ender_total"]).astype(np.int32)

    @cached_property
    def is_in(self) -> Array:
        """By seat: whether it played in the round."""
        return self._score_cells != NO_SCORE

    @cached_property
    def score(self) -> Array:
        """By seat: points of the round."""
        return np.where(self.is_in, self._score_cells, 0).astype(np.int32)

    @cached_property
    def total(self) -> Array:
        """By seat: total after the round."""
        cells = self.total_cells
        return np.where(cells != NO_SCORE, cells, 0).astype(np.int32)

    @cached_property
    def total_cells(self) -> Array:
        """By seat: the stored totals, NO_SCORE for null."""
        return np.ascontiguousarray(self.rounds["total"].T)

    @cached_property
    def total_before(self) -> Array:
        """By seat: total before the round."""
        return self.previous(self.total, 0)

    @cached_property
    def members(self) -> Array:
        """The set of seats that played in the round, as bits."""
        return self.bits(self.is_in)

    @cached_property
    def n_in(self) -> Array:
        """Number of seats that played in the round."""
        return np.count_nonzero(self.is_in, axis=0)

    @cached_property
    def survives(self) -> Array:
        """By seat: whether it is still in after the round (S4)."""
        limit = self.variant.score_limit
        if limit == 0:
            return self.is_in
        return self.is_in & (self.total < limit if self.variant.elimination == "reach" else self.total <= limit)

    @cached_property
    def survivors(self) -> Array:
        """The set of seats still in after the round, as bits."""
        return self.bits(self.survives)

    @cached_property
    def n_survivors(self) -> Array:
        """Number of seats still in after the round."""
        return np.count_nonzero(self.survives, axis=0)

    @cached_property
    def is_ender(self) -> Array:
        """By seat: whether it ended the round."""
        return self.rounds["ender"][None, :] == self._seat_numbers

    @cached_property
    def is_opponent(self) -> Array:
        """By seat: whether it played in the round and did not end it."""
        return self.is_in & ~self.is_ender

    @cached_property
    def at_or_below(self) -> Array:
        """By seat: who met the ender with Assaf (E1).

        In a round with Assaf an opponent at or below the caller scores 0 or a hand total that is no higher than the
        caller's, and an opponent above scores more.
        """
        return self.is_assaf & self.is_opponent & (self.score <= self.ender_total)

    @cached_property
    def wins_round(self) -> Array:
        """By seat: the winners of the round (E7)."""
        alone = ~self.is_assaf & (self.end != STOPPED)
        return (self.is_assaf & self.is_opponent & (self.score == 0)) | (alone & self.is_ender)

    @cached_property
    def rounds_in(self) -> Array:
        """By seat and game: number of rounds it played in."""
        return self.by_game(self.is_in)

    @cached_property
    def final_total(self) -> Array:
        """By seat and game: total after the last round it played in."""
        last = self.begins + np.maximum(self.rounds_in, 1) - 1
        return np.take_along_axis(self.total, last, axis=1)

    def next_in(self, members: Array, seat: Array) -> Array:
        """The next of these seats, clockwise."""
        return next_seat(self.players, members, seat)

    def seat_of_turn(self, turns: Array) -> Array:
        """Who is to move after so many turns of a round."""
        return nth_seat(self.players, self.members, self.rounds["first"], turns % np.maximum(self.n_in, 1))

    @cached_property
    def _score_cells(self) -> Array:
        return np.ascontiguousarray(self.rounds["score"].T)

    @staticmethod
    def bits(by_seat: Array) -> Array:
        """Turn truths by seat into a set of seats as bits."""
        return np.packbits(by_seat, axis=0, bitorder="little")[0]

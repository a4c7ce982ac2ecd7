"""Rows of turns with what they imply: the hand after each turn, the turn before, the last turn of each seat."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sim.verify.play import NULL

if TYPE_CHECKING:
    from sim.verify.play import Play

Array = npt.NDArray[Any]

JOKER_CODE: Final = 61
NATURAL_MASK: Final = np.uint64(0x1FFF1FFF1FFF1FFF)


class TurnPlay:
    """The turns of a play; arrays have one value a turn, those "by seat" a row a seat and a column a round."""

    def __init__(self, play: Play) -> None:
        # not the play itself, which holds this: the two would wait for the garbage collector
        self.variant, self.players, self.n_rounds = play.variant, play.players, play.n_rounds
        self._turns, self._lengths = play.turns, play.rounds["turns"].astype(np.int64)
        self.n_turns = len(play.turns["game"])
        self.round_of = np.repeat(np.arange(play.n_rounds), self._lengths)
        self.has_turns = self._lengths > 0
        self.first_rows = (np.cumsum(self._lengths) - self._lengths)[self.has_turns]
        self.number = self["turn"].astype(np.int64)
        self.n_in = play.n_in.astype(np.int64)[self.round_of]

    def __getitem__(self, name: str) -> Array:
        return self._turns[name]

    def integers(self, name: str) -> Array:
        """A column in which sums do not run over."""
        return self[name].astype(np.int64)

    @cached_property
    def is_first_of_seat(self) -> Array:
        """Turns before which the seat holds the cards that it was dealt."""
        return self.number <= self.n_in

    @cached_property
    def own_before(self) -> Array:
        """Row of the seat's turn before: as many rows back as seats play."""
        return np.maximum(np.arange(self.n_turns) - self.n_in, 0)

    @cached_property
    def row_before(self) -> Array:
        """Row of the turn before in the table."""
        return np.maximum(np.arange(self.n_turns) - 1, 0)

    @cached_property
    def is_last(self) -> Array:
        """Last turns of their rounds."""
        return self.number == self._lengths[self.round_of]

    @cached_property
    def took(self) -> Array:
        """Turns in which a card was taken."""
        return self["card"] != NULL

    @cached_property
    def from_stock(self) -> Array:
        """Turns in which it came from the stock."""
        return self["from_pile"] == 0

    @cached_property
    def slapped(self) -> Array:
        """Turns after which the card taken left the hand again (E4 `matching`)."""
        return (self["slapped"] == 1) & (self.variant.slapdown == "matching")

    @cached_property
    def card_points(self) -> Array:
        """Points of the card taken, 0 for none."""
        return points_by_code(self.variant.face_points)[self["card"]]

    @cached_property
    def cards_after(self) -> Array:
        """Cards in the seat's hand after its turn."""
        kept = self.took & ~self.slapped
        return self.integers("hand_cards") - self["lay_cards"] + kept

    @cached_property
    def total_after(self) -> Array:
        """The seat's hand total after its turn."""
        return self.integers("hand_total") - self["lay_points"] + np.where(self.slapped, 0, self.card_points)

    @cached_property
    def stock_before(self) -> Array:
        """Cards in the stock before the turn: what the deal leaves, then what the turn before left."""
        variant = self.variant
        dealt = variant.deck_size(self.players) - self.n_in * variant.hand_size - 1
        return np.where(self.number == 1, dealt, self.integers("stock")[self.row_before])

    @cached_property
    def held_before(self) -> Array:
        """Cards in all hands before the turn."""
        change = self.cards_after - self.integers("hand_cards")
        before = np.cumsum(change) - change
        begin = np.repeat(before[self.first_rows], self._lengths[self.has_turns])
        return self.n_in * self.variant.hand_size + before - begin

    def at_end(self, values: Array, unmoved: int) -> Array:
        """By seat: a value of its last turn in the round, `unmoved` where it had none."""
        result = np.full((self.players, self.n_rounds), unmoved, np.int64)
        last = np.flatnonzero(self.number > self._lengths[self.round_of] - self.n_in)
        seat = np.minimum(self["seat"][last], self.players - 1)
        result[seat, self.round_of[last]] = values[last]
        return result


def turn_play(play: Play) -> TurnPlay:
    """Give the turns of a play, laid out once."""
    return play.once(TurnPlay)


def points_by_code(face_points: str) -> Array:
    """Points of every card code (C2); none for jokers and where there is no card."""
    points = np.zeros(256, np.int64)
    for rank in range(13):
        worth = rank + 1 if face_points == "rank" else min(rank + 1, 10)
        points[[16 * suit + rank for suit in range(4)]] = worth
    return points


def counts_by_rank(mask: Array) -> Array:
    """Natural cards of a mask by rank, a row a rank."""
    return np.stack([np.bitwise_count(mask & np.uint64(0x0001000100010001 << rank)) for rank in range(13)])

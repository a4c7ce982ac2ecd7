"""What a bot is shown: what its seat may see, and nothing else."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.jit import inline
from sim.kernels.bits import u64
from sim.kernels.philox import open_stream
from sim.kernels.state import Public, Rules
from sim.rng import BLOCKS_PER_QUESTION, BLOCKS_PER_TURN

FIRST_STOCK_TURN = 100
"""From this turn of a round on the project's own bots take from the stock, or the same cards could circle for ever."""


class View(NamedTuple):
    """A bot's knowledge at one decision. Masks of cards are explained in ``bits``.

    Asked to slap, a bot sees its turn as it is by then: the hand with the card just taken, its own lay as the discard.
    """

    rules: Rules
    seat: int
    turn: int  # number of this turn in the round, from 1
    hand: np.uint64  # own cards
    twos: np.uint64  # own cards held twice (two decks)
    hand_total: int
    discard: np.uint64  # the previous discard: what was just laid, or the upcard
    discard_twos: np.uint64  # its cards that lie there twice
    offer: np.uint64  # distinct cards of it that may be taken
    stock: int  # cards in the stock
    took: int  # bit s: seat s took from the pile on its last turn
    totals: np.ndarray  # int64[8]: points of the game by seat
    active: np.ndarray  # int64[8]: 1 for a seat still in the game
    next_active: np.ndarray  # int64[8]: the next seat still in, clockwise
    public: Public | None  # hand sizes, known cards, pile: only if a bot of the line-up asks
    luck: Luck


class Luck(NamedTuple):
    """The bot's own random numbers: their address so far, and memory to draw them with."""

    stream: np.ndarray
    key: np.uint64
    deal: np.uint64
    round_number: int
    scratch: np.ndarray  # uint64[512 or more]: room for a list of lays, and what a family asks for


class Play(NamedTuple):
    """A turn decided: what to lay and what to take."""

    ones: np.uint64
    twos: np.uint64
    jokers_low: np.uint64  # of a run's spare jokers, how many stand at its low end
    take: np.uint64  # TAKE_STOCK or the mask of one card of the offer


@inline
def open_luck(view, question):
    """Point ``view.luck.stream`` at the random numbers for one question of this turn (``ASK_*`` of ``sim.rng``)."""
    luck = view.luck
    block = view.turn * BLOCKS_PER_TURN + question * BLOCKS_PER_QUESTION
    open_stream(luck.stream, luck.key, luck.deal, luck.round_number, view.seat, block)


@inline
def may_take_from_pile(view):
    """False from the turn on from which the project's bots leave the pile alone."""
    return view.turn < FIRST_STOCK_TURN and view.offer != u64(0)

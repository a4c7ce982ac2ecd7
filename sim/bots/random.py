"""``random``: legal play without a thought. The baseline, and the engine's most merciless tester.

It calls whenever it may (with probability ``call_percent``), lays uniformly among the legal multisets of cards and then
uniformly among the readings of the chosen run, takes uniformly among the stock and the distinct takable cards, and
slaps with probability ``slap_percent``. Each number has its own address, and choices are listed in card order. From
turn 100 of a round on it takes from the stock. Against ``greedy`` it hardly ever wins a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim import rng
from sim.bots.family import Family, Parameter
from sim.bots.lay_list import insert, lay_at
from sim.jit import inline
from sim.kernels.bits import JOKER_BIT, NATURAL, ONE, ZERO, lowest, popcount, u64
from sim.kernels.melds import fold_lays, is_run, run_room
from sim.kernels.philox import below
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import Play, may_take_from_pile, open_luck

if TYPE_CHECKING:
    from sim.reference import Choice, PlainView

FAMILY = Family(
    name="random",
    summary="legal play without a thought: lays and takes uniformly, calls whenever it may",
    parameters=(
        Parameter("call_percent", 100, 0, 100, "chance to call when it may, in percent"),
        Parameter("slap_percent", 100, 0, 100, "chance to slap or slap down when it may, in percent"),
    ),
)

CALL_PERCENT, SLAP_PERCENT = u64(0), u64(1)
HUNDRED = u64(100)


@inline
def call(params, view):
    """Call with probability ``call_percent``."""
    open_luck(view, rng.ASK_CALL)
    return np.int64(below(view.luck.stream, HUNDRED)) < params[CALL_PERCENT]


@inline
def play(params, view):
    """Lay any legal lay in any reading, take anything that may be taken."""
    lays = view.luck.scratch
    n_lays = fold_lays(view.hand, view.twos, view.rules, insert, ZERO, lays)
    open_luck(view, rng.ASK_LAY)
    ones, twos = lay_at(below(view.luck.stream, n_lays), lays)
    jokers_low = ZERO
    if is_run(ones):
        spare, above, room = run_room(ones)
        fewest = spare - above if spare > above else ZERO
        most = spare if spare < room else room
        jokers_low = fewest + below(view.luck.stream, most - fewest + ONE)
    return Play(ones, twos, jokers_low, _take(view))


@inline
def _take(view):
    if not may_take_from_pile(view):
        return TAKE_STOCK
    cards = view.offer & NATURAL
    n_cards = popcount(view.offer)
    open_luck(view, rng.ASK_TAKE)
    skip = below(view.luck.stream, n_cards + ONE)
    if skip == ZERO:
        return TAKE_STOCK
    while skip > ONE and cards != ZERO:
        cards &= cards - ONE
        skip -= ONE
    return lowest(cards) if cards != ZERO else JOKER_BIT


@inline
def slap(params, view, card):
    """Slap with probability ``slap_percent``."""
    open_luck(view, rng.ASK_SLAP)
    return np.int64(below(view.luck.stream, HUNDRED)) < params[SLAP_PERCENT]


class Plain:
    """The same bot for the twin."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.call_percent, self.slap_percent = values

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        return view.luck(rng.ASK_CALL).below(100) < self.call_percent

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        from sim.moves import highest_first, legal_lays, readings

        luck = view.luck(rng.ASK_LAY)
        lays = sorted(legal_lays(view.hand, view.variant), key=highest_first)
        lay = lays[luck.below(len(lays))]
        orders = readings(lay, view.variant)
        laid = orders[luck.below(len(orders))] if len(orders) > 1 else orders[0]
        if view.turn >= 100 or not view.takable:
            return laid, None
        options = [None, *sorted(set(view.takable))]
        return laid, options[view.luck(rng.ASK_TAKE).below(len(options))]

    def slap(self, view: PlainView, card: int) -> bool:
        """See :func:`slap`."""
        return view.luck(rng.ASK_SLAP).below(100) < self.slap_percent

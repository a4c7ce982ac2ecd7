"""``tactician``: plays by the page's advice, each piece of it a weight or a switch that can be turned off alone.

It calls at ``call_at`` or less; at less where an opponent holds three cards, two or one (``call_at_three``,
``call_at_two``, ``call_at_one``), and lower by ``after_pile`` where an opponent's last take was from the pile. From
lap ``late_lap`` of a round on all limits rise by one every second lap. Where the rules know no Assaf it calls whenever
it may.

It lays and takes what leaves the hand of the highest worth (see ``hand_worth``), less ``stock`` for a card from the
stock, less ``feed_joker`` where the next player may take a joker of the lay. A card of the pile with which its total
would land on the milestone next above it is worth ``milestone`` more for each point that this would save. Cards of
more than ``take_at_most`` points it takes only when they make a pair or three in a row with the rest (-2: it takes none
at all). From turn 100 of a round on it takes from the stock.

It wins 86.3 of 100 games of two against ``greedy`` and 69.7 alone at a table with three of them (``standard``, 20,000
deals in all rotations, standard error .2). Its defaults were tuned by CMA-ES against itself, ``counter`` and ``greedy``
for each number of players, and for thresholds of 5 and 9 where that gained something (see ``searched``).

The page's tips as settings: ``ten`` = 1000 sheds cards of ten points before everything else; a high ``near`` waits for
runs; ``after_pile`` = 50 never calls after an opponent took from the pile; limits of 50 are blind to the opponents'
numbers of cards; ``take_at_most`` = 3 leaves high cards that complete nothing; ``milestone`` = 0 forgets milestones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.bots.family import Family, Parameter
from sim.bots.greedy import is_melding, melding
from sim.bots.hand_worth import Weights, hand_worth, plain_hand_worth, weight_parameters, weights_at
from sim.bots.milestone_ahead import milestone_ahead, milestone_table, plain_milestone_ahead
from sim.bots.searched import searched
from sim.bots.turn_choice import PlainHeld, best_turn, goes_out, plain_best_turn, plain_offer
from sim.cards import JOKER
from sim.jit import inline
from sim.kernels.bits import JOKER_SHIFT, NATURAL, ONE, ZERO, points, u64
from sim.kernels.melds import takable
from sim.kernels.state import TAKE_STOCK

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import Choice, PlainView
    from sim.rules import Variant

FAMILY = Family(
    name="tactician",
    summary="plays by the page's advice: weighs lay and take together, calls by the opponents' cards",
    parameters=(
        Parameter("call_at", 7, -1, 50, "calls at this total or less, where the variant allows it; -1: never"),
        Parameter("call_at_three", 6, -1, 50, "calls at this total or less where an opponent holds three cards"),
        Parameter("call_at_two", 3, -1, 50, "calls at this total or less where an opponent holds two cards"),
        Parameter("call_at_one", 0, -1, 50, "calls at this total or less where an opponent holds one card"),
        Parameter("after_pile", 1, 0, 51, "calls so much lower where an opponent's last take was from the pile"),
        Parameter("late_lap", 12, 0, 1000, "after so many laps of a round the limits rise, by one every second lap"),
        *weight_parameters(Weights(pair=18, pair_less=15, near=1, run=7, joker=67, card=45, ten=-17)),
        Parameter("stock", 106, -1000, 1000, "worth against taking from the stock, in sixteenths of a point"),
        Parameter("feed_joker", 12, -1000, 1000, "worth against laying a joker that the next player may take"),
        Parameter("milestone", 6, -100, 100, "worth of a card that would land on a milestone, a point saved there"),
        Parameter(
            "take_at_most", 13, -2, 13, "takes cards of more points only where they make a pair or a run; -2: none"
        ),
    ),
    needs_public=True,
    tuned=searched("tactician"),
)

CALL_AT, CALL_AT_THREE, CALL_AT_TWO, CALL_AT_ONE, AFTER_PILE, LATE_LAP = (u64(i) for i in range(6))
FIRST_WEIGHT = 6
STOCK, FEED_JOKER, MILESTONE, TAKE_AT_MOST, MILESTONES = (u64(i) for i in range(13, 18))
NOT_TAKEN = np.int64(1 << 20)
"""Outweighs everything else about a turn."""


def prepare(values: tuple[int, ...], variant: Variant) -> tuple[int, ...]:
    """Numbers for the kernel: the parameters, then the milestones."""
    return (*values, *milestone_table(variant))


@inline
def call(params, view):
    """Call at a limit by the opponents' cards."""
    if view.rules.assaf == 0:
        return True
    public = view.public
    fewest, n_in = np.int64(99), np.int64(1)
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        fewest = min(fewest, public.cards[u64(seat)])
        n_in += 1
        seat = view.next_active[u64(seat)]
    limit = params[CALL_AT]
    if fewest <= 1:
        limit = min(limit, params[CALL_AT_ONE])
    elif fewest == 2:
        limit = min(limit, params[CALL_AT_TWO])
    elif fewest == 3:
        limit = min(limit, params[CALL_AT_THREE])
    if u64(view.took) & ~(ONE << u64(view.seat)) != ZERO:
        limit -= params[AFTER_PILE]
    late = (view.turn - 1) // n_in - params[LATE_LAP]
    if late > 0:
        limit += late >> 1
    return view.hand_total <= limit


@inline
def play(params, view):
    """The turn that leaves the hand of the highest worth."""
    goal, saved = milestone_ahead(params, MILESTONES, view.totals[u64(view.seat)])
    context = (
        weights_at(params, FIRST_WEIGHT), params[STOCK], params[FEED_JOKER], params[TAKE_AT_MOST],
        goal, params[MILESTONE] * saved,
    )  # fmt: skip
    return best_turn(view, context, _lay_worth, _held_worth)


@inline
def _lay_worth(ones, twos, jokers_low, view, context):
    _weights, _stock, feed_joker, _take_at_most, _goal, _gain = context
    if ones >> JOKER_SHIFT != ZERO and takable(ones, twos, jokers_low, view.rules) >> JOKER_SHIFT != ZERO:
        return -feed_joker
    return np.int64(0)


@inline
def _held_worth(held, view, context):
    weights, stock, _feed_joker, take_at_most, goal, gain = context
    worth = hand_worth(held.ones, held.twos, weights, view.rules)
    if held.take == TAKE_STOCK:
        return worth if goes_out(held.rest, view.rules) else worth - stock
    if points(held.ones, held.twos, view.rules) == goal:
        worth += gain
    melds = held.take & melding(held.rest & NATURAL) != ZERO and take_at_most >= -1
    if points(held.take, ZERO, view.rules) > take_at_most and not melds:
        worth -= NOT_TAKEN
    return worth


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain:
    """The same bot for the twin, written from its description."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.call_at, *limits, self.after_pile, self.late_lap = values[:6]
        self.limits = dict(zip((3, 2, 1), limits, strict=True))
        self.weights = Weights(*values[6:13])
        self.stock, self.feed_joker, self.milestone, self.take_at_most = values[13:]

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        if not view.variant.assaf:
            return True
        fewest = min(n for seat, n in view.n_cards.items() if seat != view.seat)
        limit = min(self.call_at, self.limits.get(max(fewest, 1), self.call_at))
        if view.took - {view.seat}:
            limit -= self.after_pile
        laps = (view.turn - 1) // len(view.n_cards)
        return view.hand_total <= limit + max(0, laps - self.late_lap) // 2

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        goal, saved = plain_milestone_ahead(view)

        def lay_worth(laid: Cards) -> int:
            return -self.feed_joker if JOKER in plain_offer(laid, view) else 0

        def held_worth(held: PlainHeld) -> int:
            worth = plain_hand_worth(held.hand, self.weights, view)
            if held.take is None:
                return worth - (0 if view.variant.going_out and not held.rest else self.stock)
            if sum(map(view.points, held.hand)) == goal:
                worth += self.milestone * saved
            melds = (
                self.take_at_most != -2
                and held.take != JOKER
                and is_melding(held.take, [card for card in held.rest if card != JOKER])
            )
            if view.points(held.take) > self.take_at_most and not melds:
                worth -= 1 << 20
            return worth

        return plain_best_turn(view, lay_worth, held_worth)

    def slap(self, view: PlainView, card: int) -> bool:
        """See :func:`slap`."""
        return True

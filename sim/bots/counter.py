"""``counter``: keeps track of every card and calls by the chance of Assaf.

It knows which cards each opponent took from the pile and has not laid since, and counts what is unseen; from that
comes the chance that a call meets Assaf (see ``assaf_odds``). It calls when that is below ``risk_one`` thousandths
against one opponent, ``risk_two`` against two, ``risk_more`` against more; with ``risk_cards`` thousandths more for
each card that the opponents hold on average beyond three, fewer below: large hands pay for a call. Above ``call_at`` it
never calls. From lap ``late_lap`` of a round on ``late_risk`` thousandths a lap are added. Where the rules know no
Assaf it calls whenever it may.

It lays and takes what leaves the hand of the highest worth (see ``hand_worth``), less ``left`` for each point that is
left after the best next lay of that hand, and more by ``low_hand`` for a hand of at most ``low_at`` points
(``low_many`` against three and more opponents). A card from the stock costs ``stock``, less ``low_draw`` for each
number of points, zero too, with which the hand would be low; each natural card of its hand that the opponents know
after the turn ``reveal``; a joker that the next player may take ``feed_joker``; any card of it that makes a pair or
three in a row with the cards known to be in that player's hand ``feed_known``. A card of the pile with which its total
would land on the milestone next above it is worth ``milestone`` more for each point that this would save. From turn
100 of a round on, and always with ``from_pile`` = 0, it takes from the stock. With ``memory`` = 0 it counts no
cards but its own and knows nothing of what others did.

It wins 92.0 of 100 games of two against ``greedy`` and 78.0 alone at a table with three of them; against ``tactician``
61.6 and 36.8 (``standard``, 20,000 deals in all rotations, standard error .2). Its defaults were tuned by CMA-ES
against itself, ``tactician`` and ``greedy`` for each number of players, and for thresholds of 5 and 9 where that gained
something (see ``searched``). Tried without gain: less risk where Assaf would put it out or a loss an
opponent, points that count more the fewer cards an opponent holds, unseen cards that would make a pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sim.bots.assaf_odds import (
    CERTAIN,
    Odds,
    PlainOdds,
    assaf_chance,
    count_opponents,
    memory_mask,
    plain_assaf_chance,
    tilt_table,
)  # fmt: skip
from sim.bots.family import Family, Parameter
from sim.bots.greedy import is_melding, melding
from sim.bots.hand_worth import (
    Weights,
    hand_worth,
    most_shed,
    plain_hand_worth,
    plain_most_shed,
    weight_parameters,
    weights_at,
)  # fmt: skip
from sim.bots.milestone_ahead import milestone_ahead, milestone_table, plain_milestone_ahead
from sim.bots.searched import searched
from sim.bots.turn_choice import PlainHeld, best_turn, goes_out, plain_offer, plain_turns
from sim.cards import JOKER
from sim.jit import inline
from sim.kernels.bits import JOKER_SHIFT, NATURAL, ZERO, points, popcount, u64
from sim.kernels.melds import takable
from sim.kernels.state import TAKE_STOCK

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import Choice, PlainView
    from sim.rules import Variant

FAMILY = Family(
    name="counter",
    summary="keeps track of every card, calls by the chance of Assaf, looks a lay ahead",
    parameters=(
        Parameter("risk_one", 213, 0, 1001, "calls below this chance of Assaf with one opponent, in thousandths"),
        Parameter("risk_two", 260, 0, 1001, "the same with two opponents"),
        Parameter("risk_more", 314, 0, 1001, "the same with three or more opponents"),
        Parameter("late_lap", 12, 0, 1000, "after so many laps of a round the risks taken rise"),
        Parameter("late_risk", 25, 0, 1001, "by so many thousandths a lap"),
        Parameter(
            "risk_cards",
            88,
            -1000,
            1000,
            "so many thousandths more for each card that opponents hold on average beyond three",
        ),
        Parameter("tilt", 91, 0, 500, "an unknown card's weight less for a point and a lap, in thousandths"),
        Parameter("presumed", 5, -1, 50, "total up to which opponents are presumed to call"),
        Parameter("patience", 14, 0, 16, "weight of a hand that could have called and did not, in sixteenths"),
        *weight_parameters(Weights(pair=13, pair_less=28, near=2, run=5, joker=30, card=8, ten=-29)),
        Parameter("left", 17, -1000, 1000, "worth against each point left after the best next lay"),
        Parameter("low_hand", 46, -1000, 1000, "worth of a hand low enough to call soon"),
        Parameter("low_at", 5, -1, 50, "most points of a low hand"),
        Parameter("low_many", 3, -1, 50, "the same with three or more opponents"),
        Parameter("stock", 134, -1000, 1000, "worth against taking from the stock"),
        Parameter("reveal", 0, -1000, 1000, "worth against each own natural card that the opponents know"),
        Parameter("feed_joker", 12, -1000, 1000, "worth against laying a joker that the next player may take"),
        Parameter("feed_known", 12, -1000, 1000, "worth against laying what goes with the next player's known cards"),
        Parameter("milestone", 6, -100, 100, "worth of a card that would land on a milestone, a point saved there"),
        Parameter(
            "low_draw", 12, -1000, 1000, "worth of a draw for each number of points with which the hand would be low"
        ),
        Parameter("call_at", 50, -1, 50, "never calls above this total; -1: never at all"),
        Parameter("from_pile", 1, 0, 1, "whether it takes cards of the pile"),
        Parameter("memory", 1, 0, 1, "whether it remembers cards seen and what others did; 0: it knows its own hand"),
    ),
    needs_public=True,
    tuned=searched("counter"),
)

N_PARAMETERS = len(FAMILY.parameters)
RISK_ONE, RISK_TWO, RISK_MORE, LATE_LAP, LATE_RISK, RISK_CARDS, TILT, PRESUMED, PATIENCE = (u64(i) for i in range(9))
FIRST_WEIGHT = 9
(
    LEFT, LOW_HAND, LOW_AT, LOW_MANY, STOCK, REVEAL, FEED_JOKER, FEED_KNOWN, MILESTONE, LOW_DRAW,
    CALL_AT, FROM_PILE, MEMORY,
) = (u64(i) for i in range(16, N_PARAMETERS))  # fmt: skip
TILT_TABLE, MILESTONES = u64(N_PARAMETERS), u64(N_PARAMETERS + 6 * 14)
NOT_TAKEN = np.int64(1 << 20)
"""Outweighs everything else about a turn."""


class Wishes(NamedTuple):
    """What a turn is weighed by, in sixteenths of a point."""

    weights: Weights
    left: int
    low_hand: int
    low_at: int
    stock: int
    reveal: int
    feed_joker: int
    feed_known: int
    goal: int  # points up to the next milestone
    gain: int  # for landing there
    low_draw: int
    pile: int  # against a card of the pile
    memory: np.uint64  # mask of the cards that it knows to be known


def prepare(values: tuple[int, ...], variant: Variant) -> tuple[int, ...]:
    """Numbers for the kernel: the parameters, the weights of unknown cards, the milestones."""
    presumed = min(values[7], variant.threshold)
    return (*values[:7], presumed, *values[8:], *tilt_table(values[6]), *milestone_table(variant))


@inline
def call(params, view):
    """Call when the chance of Assaf is low enough."""
    if view.hand_total > params[CALL_AT]:
        return False
    if view.rules.assaf == 0:
        return True
    n_opponents = count_opponents(view)
    risk = params[RISK_ONE] if n_opponents == 1 else params[RISK_TWO] if n_opponents == 2 else params[RISK_MORE]
    n_cards = np.int64(0)
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        n_cards += view.public.cards[u64(seat)]
        seat = view.next_active[u64(seat)]
    risk += params[RISK_CARDS] * (n_cards - 3 * n_opponents) // n_opponents
    late = (view.turn - 1) // (n_opponents + 1) - params[LATE_LAP]
    if late > 0:
        risk += late * params[LATE_RISK]
    odds = Odds(params, TILT_TABLE, params[PRESUMED], params[PATIENCE], memory_mask(params[MEMORY]))
    return assaf_chance(view, odds) * 1000 < risk * CERTAIN


@inline
def play(params, view):
    """The turn that leaves the hand of the highest worth."""
    return best_turn(view, wishes_of(params, view), lay_worth, held_worth)


@inline
def wishes_of(params, view):
    """What this turn is weighed by."""
    goal, saved = milestone_ahead(params, MILESTONES, view.totals[u64(view.seat)])
    return Wishes(
        weights_at(params, FIRST_WEIGHT), params[LEFT], params[LOW_HAND],
        params[LOW_AT] if count_opponents(view) < 3 else params[LOW_MANY], params[STOCK], params[REVEAL],
        params[FEED_JOKER], params[FEED_KNOWN], goal, params[MILESTONE] * saved,
        params[LOW_DRAW], NOT_TAKEN * (1 - params[FROM_PILE]), memory_mask(params[MEMORY]),
    )  # fmt: skip


@inline
def lay_worth(ones, twos, jokers_low, view, wishes):
    """What speaks for a lay, or against it, but for the hand that it leaves."""
    worth = np.int64(0)
    known = view.public.known[u64(view.next_active[u64(view.seat)])] & NATURAL & wishes.memory
    if ones >> JOKER_SHIFT != ZERO or known != ZERO:
        offer = takable(ones, twos, jokers_low, view.rules)
        if offer >> JOKER_SHIFT != ZERO:
            worth -= wishes.feed_joker
        if offer & melding(known) != ZERO:
            worth -= wishes.feed_known
    return worth


@inline
def held_worth(held, view, wishes):
    """What speaks for the hand and the card taken."""
    rules = view.rules
    worth = hand_worth(held.ones, held.twos, wishes.weights, rules)
    total = points(held.ones, held.twos, rules)
    worth -= wishes.left * (total - most_shed(held.ones, held.twos, rules))
    if wishes.reveal != 0:
        shown = ((view.public.known[u64(view.seat)] & wishes.memory) | held.take) & held.ones & NATURAL
        worth -= wishes.reveal * np.int64(popcount(shown))
    if held.take == TAKE_STOCK:
        if goes_out(held.rest, rules):
            return worth
        if total <= wishes.low_at:
            worth += wishes.low_draw * (wishes.low_at + 1 - total)
        return worth - wishes.stock
    worth -= wishes.pile
    if total <= wishes.low_at:
        worth += wishes.low_hand
    if total == wishes.goal:
        worth += wishes.gain
    return worth


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain:
    """The same bot for the twin, written from its description."""

    def __init__(self, values: tuple[int, ...]) -> None:
        *self.risks, self.late_lap, self.late_risk, self.risk_cards = values[:6]
        self.call_at, self.from_pile, self.memory = values[26:]
        self.odds = PlainOdds(*(*values[6:9], self.memory))
        self.weights = Weights(*values[9:16])
        self.left, self.low_hand, self.low_at, self.low_many, self.stock, self.reveal = values[16:22]
        self.feed_joker, self.feed_known, self.milestone, self.low_draw = values[22:26]

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        if view.hand_total > self.call_at:
            return False
        if not view.variant.assaf:
            return True
        players = len(view.n_cards)
        laps = (view.turn - 1) // players
        risk = self.risks[min(players, 4) - 2] + max(0, laps - self.late_lap) * self.late_risk
        cards = sum(n for seat, n in view.n_cards.items() if seat != view.seat)
        risk += self.risk_cards * (cards - 3 * (players - 1)) // (players - 1)
        return plain_assaf_chance(view, self.odds) * 1000 < risk * CERTAIN

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        return self.turns(view)[0]

    def turns(self, view: PlainView) -> list[Choice]:
        """All turns, the best first."""
        goal, saved = plain_milestone_ahead(view)
        low_at = self.low_at if len(view.n_cards) < 4 else self.low_many
        known = view.known if self.memory else dict.fromkeys(view.n_cards, ())
        known_next = [card for card in known[view.next_seat] if card != JOKER]

        def lay_worth(laid: Cards) -> int:
            offer = plain_offer(laid, view)
            worth = -self.feed_joker if JOKER in offer else 0
            if any(is_melding(card, known_next) for card in offer if card != JOKER):
                worth -= self.feed_known
            return worth

        def held_worth(held: PlainHeld) -> int:
            total = sum(map(view.points, held.hand))
            worth = plain_hand_worth(held.hand, self.weights, view)
            worth -= self.left * (total - plain_most_shed(held.hand, view))
            shown = {*known[view.seat], held.take} & set(held.hand) - {JOKER}
            worth -= self.reveal * len(shown)
            if held.take is None:
                if view.variant.going_out and not held.rest:
                    return worth
                return worth + self.low_draw * max(0, low_at + 1 - total) - self.stock
            worth -= 0 if self.from_pile else 1 << 20
            worth += self.low_hand if total <= low_at else 0
            worth += self.milestone * saved if total == goal else 0
            return worth

        return plain_turns(view, lay_worth, held_worth)

    def slap(self, view: PlainView, card: int) -> bool:
        """See :func:`slap`."""
        return True

"""What the bots of the Dhumbal study share: how they lay and take. They differ in two numbers and in when they call.

The study is the rule-based part of arXiv 2510.11736, played by variant ``dhumbal`` with four players. *T* is the total
of the hand, *V* the points of a lay of *k* cards, *P* the bot's weight in tenths.

- At a T above 10 it lays what has the highest ``P V T + T (20 k if k >= 2) + 30 T (if a run) + 500 T (if T - V <= 10)
  + 100 V``. Looked at are, ties to the earlier: single cards; sets, ranks in the order in which the hand in card order
  shows them, pairs before threes before four; the longest run of each stretch of three or more.
- At 10 or less: the highest single card of at least T - 5 points; else the first set of at least T - 5; else the lowest
  single card.
- It takes the takable card if that has at most so many points as its base says, 2 more if the hand after the lay has
  more than 15 points, 1 fewer if it has 12 or fewer. Else from the stock.

Beyond the study's rules: a joker is a card of 0 points that makes neither set nor run; the sets go on with five and
more cards where there are two decks; of several takable cards the one with the fewest points counts (ties: the first in
card order); no bot calls above 10, whatever the variant allows; all slap whenever they may. Unlike the project's own
bots they never turn away from the pile: a round that will not end is for the variant to stop (one of 4,000 where
all seven published bots share one deck).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from sim import rng
from sim.cards import JOKER
from sim.jit import inline
from sim.kernels.bits import (
    JOKER_BIT,
    JOKER_SHIFT,
    LANES,
    NATURAL,
    ONE,
    RANK_BITS,
    TWO,
    ZERO,
    count_trailing_zeros,
    lowest,
    n_cards,
    points,
    u64,
)  # fmt: skip
from sim.kernels.melds import is_run
from sim.kernels.philox import below
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import Play, open_luck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sim.moves import Cards
    from sim.reference import Choice, PlainView

LOW_HAND = 10
"""Up to this total the bots think of calling, and lay in another way."""
NO_LAY = np.int64(-1)
HUNDRED = u64(100)


@inline
def happens(view, percent):
    """Whether a call with this chance in percent is made."""
    open_luck(view, rng.ASK_CALL)
    return np.int64(below(view.luck.stream, HUNDRED)) < percent


@inline
def play_by(view, weight, base):
    """Lay by a bot's weight in tenths, take by its base."""
    if view.hand_total > LOW_HAND:
        ones, twos = _lay_from_high_hand(view, weight)
    else:
        ones, twos = _lay_from_low_hand(view)
    rest_total = view.hand_total - points(ones, twos, view.rules)
    limit = base
    if rest_total > 15:
        limit += 2
    elif rest_total <= 12:
        limit -= 1
    return Play(ones, twos, ZERO, _take(view, limit))


@inline
def _take(view, limit):
    card, least = _lowest_single(view.offer, view.rules)
    return card if least <= limit else TAKE_STOCK


@inline
def _lowest_single(cards, rules):
    """The card of the fewest points, the first in card order among equals, and its points."""
    if cards >> JOKER_SHIFT != ZERO:
        return JOKER_BIT, np.int64(0)
    found, least = ZERO, np.int64(99)
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        worth = points(card, ZERO, rules)
        if worth < least:
            found, least = card, worth
    return found, least


@inline
def _lay_from_high_hand(view, weight):
    context = (view.hand_total, np.int64(weight), view.rules)
    best = (NO_LAY, ZERO, ZERO)
    cards = view.hand & NATURAL
    while cards != ZERO:
        best = _consider(best, lowest(cards), ZERO, context)
        cards &= cards - ONE
    best = _fold_sets(view, _consider, best, context)
    _value, ones, twos = _fold_stretches(view.hand, best, context)
    return ones, twos


@inline
def _consider(best, ones, twos, context):
    """Keep the lay of the higher value, the earlier among equals."""
    total, weight, rules = context
    worth, cards = points(ones, twos, rules), np.int64(n_cards(ones, twos))
    value = weight * worth * total + np.int64(100) * worth
    if cards >= 2:
        value += total * np.int64(20) * cards
    if is_run(ones):
        value += np.int64(30) * total
    if total - worth <= LOW_HAND:
        value += np.int64(500) * total
    return (value, ones, twos) if value > best[0] else best


@inline
def _fold_sets(view, visit, found, context):
    """``visit`` of each rank's first two cards, first three and so on; others of a rank and size are worth the same."""
    cap = u64(view.rules.max_set)
    cards = view.hand & NATURAL
    while cards != ZERO:
        rank = LANES << (count_trailing_zeros(cards) & RANK_BITS)
        same, twins = cards & rank, view.twos & rank
        cards ^= same
        ones, twos, size = ZERO, ZERO, ZERO
        while same != ZERO:
            card = lowest(same)
            if ones & card != ZERO:
                twos |= card
            ones |= card
            if twos & card == twins & card:
                same ^= card
            size += ONE
            if size >= TWO and size <= cap:
                found = visit(found, ones, twos, context)
    return found


@inline
def _fold_stretches(hand, best, context):
    """Runs as long as they go."""
    cards = hand & NATURAL
    starts = cards & ~(cards << ONE) & (cards >> ONE) & (cards >> TWO)
    while starts != ZERO:
        card = lowest(starts)
        starts ^= card
        run = ZERO
        while cards & card != ZERO:
            run |= card
            card <<= ONE
        best = _consider(best, run, ZERO, context)
    return best


@inline
def _lay_from_low_hand(view):
    enough = view.hand_total - 5
    found, most = ZERO, NO_LAY
    cards = view.hand & NATURAL
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        worth = points(card, ZERO, view.rules)
        if worth >= enough and worth > most:
            found, most = card, worth
    if found != ZERO:
        return found, ZERO
    found, twos = _fold_sets(view, _first_worth, (ZERO, ZERO), (enough, view.rules))
    if found != ZERO:
        return found, twos
    card, _worth = _lowest_single(view.hand, view.rules)
    return card, ZERO


@inline
def _first_worth(found, ones, twos, context):
    enough, rules = context
    if found[0] == ZERO and points(ones, twos, rules) >= enough:
        return ones, twos
    return found


class PlainDhumbal:
    """What the twin's forms share."""

    weight: int
    base: int

    def __init__(self, values: tuple[int, ...]) -> None:
        pass

    def play(self, view: PlainView) -> Choice:
        """See :func:`play_by`."""
        from sim.moves import without

        lay = self._lay(view)
        rest_total = sum(map(view.points, without(view.hand, lay)))
        limit = self.base + (2 if rest_total > 15 else 0) - (1 if rest_total <= 12 else 0)
        card = min(sorted(view.takable), key=view.points)
        return lay, card if view.points(card) <= limit else None

    def _lay(self, view: PlainView) -> Cards:
        hand, total = view.hand, view.hand_total
        sets = list(_sets(hand, view.variant.max_set))

        def worth(lay: Cards) -> int:
            return sum(map(view.points, lay))

        if total <= 10:
            enough = total - 5
            for choices in (sorted(((card,) for card in hand), key=worth, reverse=True), sets):
                for lay in choices:
                    if worth(lay) >= enough:
                        return lay
            return (min(hand, key=view.points),)

        def value(lay: Cards) -> int:
            run = len({card & 15 for card in lay}) > 1
            several = 20 * len(lay) if len(lay) > 1 else 0
            low = 500 if total - worth(lay) <= 10 else 0
            return self.weight * worth(lay) * total + total * (several + 30 * run + low) + 100 * worth(lay)

        return max([*((card,) for card in hand), *sets, *_stretches(hand)], key=value)

    def chance(self, view: PlainView, percent: int) -> bool:
        """See :func:`happens`."""
        return view.luck(rng.ASK_CALL).below(100) < percent

    def slap(self, view: PlainView, card: int) -> bool:
        """Whenever it may."""
        return True


def _sets(hand: Cards, max_set: int) -> Iterator[Cards]:
    """All sets of natural cards: ranks as they appear, small sets first, in card order."""
    naturals = [card for card in hand if card != JOKER]
    for rank in dict.fromkeys(card & 15 for card in naturals):
        same = [card for card in naturals if card & 15 == rank]
        for size in range(2, min(len(same), max_set or len(same)) + 1):
            yield from combinations(same, size)


def _stretches(hand: Cards) -> Iterator[Cards]:
    """The longest runs; codes of two suits never follow each other."""
    naturals = sorted({card for card in hand if card != JOKER})
    for low in naturals:
        if low - 1 not in naturals:
            run = [low]
            while run[-1] + 1 in naturals:
                run.append(run[-1] + 1)
            if len(run) >= 3:
                yield tuple(run)

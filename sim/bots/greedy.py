"""``greedy``: gets rid of points as fast as it can and calls at its limit.

It lays the discard worth most (points first, then cards, then what is kept back), takes a card of the pile that makes a
pair or three in a row with the rest, else a cheap one, else from the stock. It is the workload of every speed figure,
so its play may not drift. It wins against ``random`` always and loses to whoever looks at the opponents' cards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sim.bots.family import Family, Parameter
from sim.cards import JOKER, NATURALS, RANK_POINTS, card_points
from sim.jit import inline
from sim.kernels.bits import (
    FORTY_EIGHT,
    NATURAL,
    ONE,
    SIXTEEN,
    THIRTY_TWO,
    TWO,
    ZERO,
    is_higher,
    jokers_in,
    lowest,
    n_cards,
    points,
    popcount,
    remove,
    rotate,
    u64,
)  # fmt: skip
from sim.kernels.melds import fold_lays, is_run, spare_jokers_low
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import Play, may_take_from_pile

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import Choice, PlainView
    from sim.rules import Variant

FAMILY = Family(
    name="greedy",
    summary="sheds points as fast as it can, takes what makes a meld or is cheap, calls at its limit",
    parameters=(
        Parameter("call_at", 50, -1, 50, "calls at this total or less, where the variant allows it; -1: never"),
        Parameter(
            "take_at_most", 3, -2, 13, "takes a card of so many points or fewer; -1: only what makes a meld; -2: none"
        ),
        Parameter("keep_pair", 0, -1000, 1000, "worth of a pair kept in hand, in sixteenths of a point"),
        Parameter("keep_run", 0, -1000, 1000, "worth of near cards of a suit kept, in sixteenths of a point"),
        Parameter("keep_joker", 0, -1000, 1000, "worth of a joker kept, in sixteenths of a point"),
    ),
)

CALL_AT, KEEP_PAIR, KEEP_RUN, KEEP_JOKER, CHEAP, MELDING = u64(0), u64(2), u64(3), u64(4), u64(5), u64(6)
NOTHING_FOUND = np.int64(-1 << 40)


def prepare(values: tuple[int, ...], variant: Variant) -> tuple[int, ...]:
    """Numbers for the kernel: the parameters, and as masks the cheap cards and those that are taken for a meld."""
    take_at_most = values[1]
    rank_points = RANK_POINTS[variant.face_points]
    cheap = sum(1 << code for code in NATURALS if rank_points[code & 15] <= take_at_most)
    melding = sum(1 << code for code in NATURALS) if take_at_most >= -1 else 0
    return (*values, cheap + (1 << JOKER if take_at_most >= 0 else 0), melding)


@inline
def call(params, view):
    """Call at the limit."""
    return view.hand_total <= params[CALL_AT]


@inline
def _pairs(ones, twos):
    naturals = ones & NATURAL
    pairs = popcount(naturals & (naturals >> SIXTEEN)) + popcount(naturals & (naturals >> THIRTY_TWO))
    pairs += popcount(naturals & (naturals >> FORTY_EIGHT))
    if twos != ZERO:  # each second copy pairs with its first and with every card of its rank in other suits
        pairs += popcount(twos)
        for shift in (SIXTEEN, THIRTY_TWO, FORTY_EIGHT):
            pairs += popcount(twos & (naturals >> shift)) + popcount(naturals & (twos >> shift))
            pairs += popcount(twos & (twos >> shift))
    return np.int64(pairs)


@inline
def _near(ones, twos):
    naturals = ones & NATURAL
    near = popcount(naturals & (naturals >> ONE)) + popcount(naturals & (naturals >> TWO))
    if twos != ZERO:
        for shift in (ONE, TWO):
            near += popcount(twos & (naturals >> shift)) + popcount(naturals & (twos >> shift))
            near += popcount(twos & (twos >> shift))
    return np.int64(near)


@inline
def _consider(best, ones, twos, context):
    """Keep the better of two lays: the higher value, then the higher cards."""
    hand, hand_twos, rules, keep_pair, keep_run, keep_joker = context
    value = np.int64(16) * points(ones, twos, rules) + np.int64(n_cards(ones, twos))
    if keep_pair | keep_run | keep_joker != 0:
        rest, rest_twos = remove(hand, hand_twos, ones, twos)
        value += keep_pair * _pairs(rest, rest_twos) + keep_run * _near(rest, rest_twos)
        value += keep_joker * np.int64(jokers_in(rest))
    if value > best[0] or (value == best[0] and is_higher(ones, twos, best[1], best[2])):
        return value, ones, twos
    return best


@inline
def _best_lay(hand, twos, rules, keeps):
    context = (hand, twos, rules, *keeps)
    _value, ones, twos = fold_lays(hand, twos, rules, _consider, (NOTHING_FOUND, ZERO, ZERO), context)
    return ones, twos


@inline
def play(params, view):
    """Lay what sheds most; take what makes a meld with the rest, else a cheap card, else from the stock."""
    keeps = params[KEEP_PAIR], params[KEEP_RUN], params[KEEP_JOKER]
    if view.twos == ZERO:  # always with one deck, mostly with two: all about twos vanishes
        ones, twos = _best_lay(view.hand, ZERO, view.rules, keeps)
    else:
        ones, twos = _best_lay(view.hand, view.twos, view.rules, keeps)
    take = TAKE_STOCK
    if may_take_from_pile(view):
        rest, _rest_twos = remove(view.hand, view.twos, ones, twos)
        take = _take(rest & NATURAL, view.offer, view.rules, u64(params[CHEAP]), u64(params[MELDING]))
    return Play(ones, twos, spare_jokers_low(ones) if is_run(ones) else ZERO, take)


@inline
def melding(rest):
    """Natural cards that make a pair or complete three in a row of one suit with these natural cards."""
    same_rank = rest | rotate(rest, SIXTEEN)
    same_rank |= rotate(same_rank, THIRTY_TWO)
    in_a_row = ((rest << ONE) & ((rest << TWO) | (rest >> ONE))) | ((rest >> ONE) & (rest >> TWO))
    return NATURAL & (same_rank | in_a_row)


@inline
def _take(rest, offer, rules, cheap, for_a_meld):
    useful = offer & melding(rest) & for_a_meld
    taken = TAKE_STOCK
    if useful != ZERO:
        most = np.int64(-1)
        while useful != ZERO:
            card = lowest(useful)
            useful ^= card
            worth = points(card, ZERO, rules)
            if worth >= most:
                most, taken = worth, card
        return taken
    least = np.int64(99)
    cards = offer & cheap
    while cards != ZERO:
        card = lowest(cards)
        cards ^= card
        worth = points(card, ZERO, rules)
        if worth <= least:
            least, taken = worth, card
    return taken


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain:
    """The same bot for the twin, written from its description."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.call_at, self.take_at_most, *keeps = values
        self.keeps = tuple(keeps)

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        return view.hand_total <= self.call_at

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        from sim.moves import as_laid, without

        rules = view.variant
        meld_rules = (rules.max_set, rules.joker_at_run_ends)
        lay = _plain_best_lay(view.hand, self.keeps, rules.face_points, meld_rules)
        rest = without(view.hand, lay)
        return as_laid(lay, rules), self._take(view, [c for c in rest if c != JOKER])

    def _take(self, view: PlainView, rest: list[int]) -> int | None:
        if view.turn >= 100 or self.take_at_most == -2:
            return None

        useful = [c for c in view.takable if c != JOKER and is_melding(c, rest)]
        if useful:
            return max(useful, key=lambda c: (view.points(c), c))
        cheap = [c for c in view.takable if view.points(c) <= self.take_at_most]
        return min(cheap, key=lambda c: (view.points(c), -c)) if cheap else None

    def slap(self, view: PlainView, card: int) -> bool:
        """See :func:`slap`."""
        return True


@lru_cache(maxsize=1 << 21)  # the same hand comes again and again
def _plain_best_lay(hand: Cards, keeps: tuple[int, ...], face_points: str, meld_rules: tuple[int, bool]) -> Cards:
    from sim.moves import highest_first, lays_of, without

    keep_pair, keep_run, keep_joker = keeps

    def worth(lay: Cards) -> tuple[int, Cards]:
        value = 16 * sum(card_points(card, face_points) for card in lay) + len(lay)
        if any(keeps):
            rest = without(hand, lay)
            value += keep_pair * _plain_pairs(rest) + keep_run * _plain_near(rest)
            value += keep_joker * rest.count(JOKER)
        return value, highest_first(lay)

    return max(lays_of(hand, *meld_rules), key=worth)


def is_melding(card: int, rest: list[int]) -> bool:
    """Whether it makes a pair or three in a row with natural cards; codes of two suits are never two apart."""
    if any(c & 15 == card & 15 for c in rest):
        return True
    below, above = card - 1 in rest, card + 1 in rest
    return (below and (card - 2 in rest or above)) or (above and card + 2 in rest)


def _plain_pairs(cards: tuple[int, ...]) -> int:
    naturals = [c for c in cards if c != JOKER]
    return sum(a & 15 == b & 15 for i, a in enumerate(naturals) for b in naturals[:i])


def _plain_near(cards: tuple[int, ...]) -> int:
    naturals = [c for c in cards if c != JOKER]
    return sum(abs(a - b) in (1, 2) for i, a in enumerate(naturals) for b in naturals[:i])

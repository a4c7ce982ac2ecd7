"""What a hand is worth, in sixteenths of a point: its points count against it, what can be laid together for it.

Weights say how much: each card beyond the first of its rank (``pair`` a point, less ``pair_less``); each card with one
of its suit a rank or two below (``near`` a point); each card of three natural cards in a row (``run`` a point); each
joker; and against it each card (``card``) and each of ten points or more (``ten``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sim.bots.family import Parameter
from sim.cards import JOKER
from sim.jit import inline
from sim.kernels.bits import (
    FORTY_EIGHT,
    LANE,
    NATURAL,
    ONE,
    SIXTEEN,
    THIRTY_TWO,
    TWO,
    ZERO,
    count_leading_zeros,
    jokers_in,
    n_cards,
    points,
    popcount,
    u64,
)  # fmt: skip
from sim.kernels.melds import fold_lays, fold_runs

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import PlainView

A_POINT = np.int64(16)
KING = u64(1 << 12)
"""The highest rank: its points are the number of its rank, or the ten beyond which no card counts more."""


class Weights(NamedTuple):
    """Sixteenths of a point."""

    pair: int
    pair_less: int
    near: int
    run: int
    joker: int
    card: int
    ten: int


MEANINGS = (
    ("pair", "for each card beyond the first of its rank, a point of it"),
    ("pair_less", "against each card beyond the first of its rank"),
    ("near", "for each card with one of its suit a rank or two below, a point of it"),
    ("run", "for each card of three in a row of a suit, a point of it"),
    ("joker", "for each joker"),
    ("card", "against each card"),
    ("ten", "against each card of ten points or more"),
)


def weight_parameters(defaults: Weights) -> tuple[Parameter, ...]:
    """The parameters of a family that weighs hands, in the order of :class:`Weights`."""
    return tuple(
        Parameter(name, default, -1000, 1000, f"worth {meaning}, in sixteenths of a point")
        for (name, meaning), default in zip(MEANINGS, defaults, strict=True)
    )


@inline
def weights_at(params, first):
    """The weights that stand from this place on among a bot's parameters."""
    at = u64(first)
    return Weights(
        params[at], params[at + ONE], params[at + TWO], params[at + u64(3)], params[at + u64(4)], params[at + u64(5)],
        params[at + u64(6)],
    )  # fmt: skip


@inline
def hand_worth(ones, twos, weights, rules):
    """Worth of the cards; see the module."""
    naturals = ones & NATURAL
    mates = naturals & ((naturals << SIXTEEN) | (naturals << THIRTY_TWO) | (naturals << FORTY_EIGHT))
    near = naturals & ((naturals << ONE) | (naturals << TWO))
    tops = naturals & (naturals << ONE) & (naturals << TWO)
    in_a_row = tops | (tops >> ONE) | (tops >> TWO)
    n_mates, mate_points = np.int64(popcount(mates)), points(mates, ZERO, rules)
    if twos != ZERO:
        n_mates += np.int64(popcount(twos))
        mate_points += points(twos, ZERO, rules)
    worth = weights.pair * mate_points - weights.pair_less * n_mates + weights.near * points(near, ZERO, rules)
    worth += weights.run * points(in_a_row, ZERO, rules) - A_POINT * points(ones, twos, rules)
    worth += weights.joker * np.int64(jokers_in(ones)) - weights.card * np.int64(n_cards(ones, twos))
    tens = rules.points_8 & (rules.points_4 | rules.points_2)
    return worth - weights.ten * np.int64(popcount(naturals & tens) + popcount(twos & tens))


@inline
def most_shed(ones, twos, rules):
    """Points of the lay that sheds most of this hand; 0 for none."""
    if twos != ZERO:
        return fold_lays(ones, twos, rules, _more, np.int64(0), rules)
    naturals = ones & NATURAL
    a, b = naturals & LANE, (naturals >> SIXTEEN) & LANE
    c, d = (naturals >> THIRTY_TWO) & LANE, naturals >> FORTY_EIGHT
    a_or_b, c_or_d, a_and_b, c_and_d = a | b, c | d, a & b, c & d
    two = a_and_b | c_and_d | (a_or_b & c_or_d)
    three = (a_and_b & c_or_d) | (c_and_d & a_or_b)
    most = _highest_points(a_or_b | c_or_d, rules)
    most = max(most, np.int64(2) * _highest_points(two, rules))
    most = max(most, min(np.int64(3), rules.max_set) * _highest_points(three, rules))
    most = max(most, min(np.int64(4), rules.max_set) * _highest_points(a_and_b & c_and_d, rules))
    return fold_runs(ones, rules, _more, most, rules)


@inline
def _highest_points(ranks, rules):
    """Points of the highest of these ranks; 0 for none."""
    number = np.int64(u64(63) - count_leading_zeros((ranks << ONE) | ONE))
    return min(number, points(KING, ZERO, rules))


@inline
def _more(most, ones, twos, rules):
    return max(most, points(ones, twos, rules))


def plain_hand_worth(cards: Cards, weights: Weights, view: PlainView) -> int:
    """See :func:`hand_worth`."""
    naturals = [card for card in cards if card != JOKER]
    points = view.points
    worth = weights.joker * (len(cards) - len(naturals)) - weights.card * len(cards) - 16 * sum(map(points, cards))
    first_of_rank = {card & 15: card for card in reversed(naturals)}
    mates = list(naturals)
    for card in first_of_rank.values():
        mates.remove(card)
    worth += sum(weights.pair * points(card) - weights.pair_less for card in mates)
    distinct = set(naturals)
    worth += weights.near * sum(points(card) for card in distinct if {card - 1, card - 2} & distinct)
    in_a_row = {card + i for card in distinct if {card + 1, card + 2} <= distinct for i in range(3)}
    worth += weights.run * sum(map(points, in_a_row))
    return worth - weights.ten * sum(points(card) >= 10 for card in naturals)


def plain_most_shed(cards: Cards, view: PlainView) -> int:
    """See :func:`most_shed`."""
    from sim.moves import legal_lays

    return max((sum(map(view.points, lay)) for lay in legal_lays(cards, view.variant)), default=0)

"""``york-intermediate``: the York study's better player, who lays as many cards as it can.

It draws among the entries of the most cards, whatever their points (see ``york``: a set counts once for each two of its
cards); where it can lay only one, among the cards of the most points. It always puts the call among its entries. It
takes from the pile by a list: for each view, if the hand after the lay with that card holds anything to lay of two or
more cards, whether or not that card is part of it, the view's card joins the list; the cheaper view's joins once more
if it has at most 2 points. It draws from the list, and takes from the stock where the list is empty. From a student
project on two-player Yaniv, York 2021. It wins two rounds of three against ``york-novice``; against itself the one who
starts wins 52.5 of 100.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim import rng
from sim.bots.family import Family
from sim.bots.york import PlainYork, cheaper_view, draw_lay, draws_call, laid, list_best, plain_views
from sim.jit import inline
from sim.kernels.bits import (
    FORTY_EIGHT,
    NATURAL,
    ONE,
    SIXTEEN,
    THIRTY_TWO,
    TWO,
    ZERO,
    add_card,
    highest,
    jokers_in,
    lowest,
    n_cards,
    points,
    remove,
)  # fmt: skip
from sim.kernels.philox import below
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import open_luck

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import Choice, PlainView

FAMILY = Family(
    name="york-intermediate",
    summary="the York study's intermediate bot: lays the most cards, takes what it can combine or is cheap",
    parameters=(),
)

CHEAP = 2
"""Most points of a card that joins the list for being cheap."""
A_CARD = np.int64(1000)
"""Weighs more than the points of any single card."""


@inline
def _value(ones, twos, rules):
    cards = n_cards(ones, twos)
    return points(ones, twos, rules) if cards == ONE else A_CARD * np.int64(cards)


@inline
def call(params, view):
    """One entry among the best, always."""
    return draws_call(view, list_best(view, _value))


@inline
def _combines(ones, twos):
    """Whether these cards hold a lay of two or more."""
    naturals = ones & NATURAL
    if jokers_in(ones) != ZERO:
        return n_cards(ones, twos) > ONE
    mates = (naturals >> SIXTEEN) | (naturals >> THIRTY_TWO) | (naturals >> FORTY_EIGHT)
    return twos | (naturals & mates) | (naturals & (naturals >> ONE) & (naturals >> TWO)) != ZERO


@inline
def _take(view, rest, rest_twos):
    first, last = lowest(view.offer), highest(view.offer)
    with_first, with_first_twos = add_card(rest, rest_twos, first)
    with_last, with_last_twos = add_card(rest, rest_twos, last)
    low_view = ONE if _combines(with_first, with_first_twos) else ZERO
    high_view = ONE if _combines(with_last, with_last_twos) else ZERO
    cheapest, cheaper = cheaper_view(view)
    n_listed = low_view + high_view + (ONE if cheapest <= CHEAP else ZERO)
    if n_listed == ZERO:
        return TAKE_STOCK
    open_luck(view, rng.ASK_TAKE)
    drawn = below(view.luck.stream, n_listed)
    if drawn < low_view:
        return last
    return first if drawn < low_view + high_view else cheaper


@inline
def play(params, view):
    """The most cards; a card that combines or is cheap."""
    ones, twos = draw_lay(view, list_best(view, _value))
    rest, rest_twos = remove(view.hand, view.twos, ones, twos)
    return laid(ones, twos, _take(view, rest, rest_twos))


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain(PlainYork):
    """The same bot for the twin."""

    def best(self, view: PlainView, lays: list[Cards]) -> list[Cards]:
        """Those of the most cards; of single cards those with the most points."""
        longest = max(map(len, lays))
        lays = [lay for lay in lays if len(lay) == longest]
        if longest > 1:
            return lays
        most = max(view.points(card) for (card,) in lays)
        return [(card,) for (card,) in lays if view.points(card) == most]

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        from sim.moves import as_laid, legal_lays, without

        lay = self.draw(view)
        rest = without(view.hand, lay)
        views = plain_views(view)
        listed = [
            taken
            for seen, taken in views
            if any(len(each) > 1 for each in legal_lays(tuple(sorted((*rest, seen))), view.variant))
        ]
        cheaper, taken = min(views, key=lambda each: view.points(each[0]))
        if view.points(cheaper) <= CHEAP:
            listed.append(taken)
        laid_cards = as_laid(lay, view.variant)
        return laid_cards, listed[view.luck(rng.ASK_TAKE).below(len(listed))] if listed else None

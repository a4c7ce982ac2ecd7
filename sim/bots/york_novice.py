"""``york-novice``: the York study's beginner, who sheds points and fears only what it has seen.

It draws among the entries worth the most points (see ``york``: a set counts once for each two of its cards). It is
willing to call when that is allowed; but against an opponent whose cards it knows, all or all but one, from what was
taken from the pile and not laid since, only with a total below the points of those cards. It takes a card of the pile
only if the cheaper of the two views has at most 2 points, and then with probability one half. With more than one
opponent every one of them must let it. From a student project on two-player Yaniv, York 2021. It wins 94 of 100 rounds
against ``york-random`` and one of three against ``york-intermediate``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim import rng
from sim.bots.family import Family
from sim.bots.york import PlainYork, cheaper_view, draw_lay, draws_call, laid, list_best, plain_views
from sim.jit import inline
from sim.kernels.bits import TWO, ZERO, n_cards, points, u64
from sim.kernels.philox import below
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import open_luck

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import Choice, PlainView

FAMILY = Family(
    name="york-novice",
    summary="the York study's novice: sheds the most points, calls unless known cards warn it",
    parameters=(),
    needs_public=True,
)

CHEAP = 2
"""Most points of a card that it may take from the pile."""


@inline
def _is_willing(view):
    public = view.public
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        s = u64(seat)
        known, known_twos = public.known[s], public.known_twos[s]
        if np.int64(n_cards(known, known_twos)) >= public.cards[s] - 1:
            if view.hand_total >= points(known, known_twos, view.rules):
                return False
        seat = view.next_active[s]
    return True


@inline
def call(params, view):
    """One entry among the best, if nobody's known cards warn it."""
    return _is_willing(view) and draws_call(view, list_best(view, points))


@inline
def play(params, view):
    """The most points; a very cheap card half of the time."""
    ones, twos = draw_lay(view, list_best(view, points))
    cheapest, take = cheaper_view(view)
    if cheapest > CHEAP:
        return laid(ones, twos, TAKE_STOCK)
    open_luck(view, rng.ASK_TAKE)
    return laid(ones, twos, take if below(view.luck.stream, TWO) == ZERO else TAKE_STOCK)


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain(PlainYork):
    """The same bot for the twin."""

    def best(self, view: PlainView, lays: list[Cards]) -> list[Cards]:
        """Those with the most points."""

        def worth(lay: Cards) -> int:
            return sum(map(view.points, lay))

        most = max(map(worth, lays))
        return [lay for lay in lays if worth(lay) == most]

    def willing(self, view: PlainView) -> bool:
        """Unless an opponent's cards are known but for one, and the own total is not below them."""
        n_cards, known = view.n_cards, view.known
        warning = [
            sum(map(view.points, known[seat]))
            for seat in known
            if seat != view.seat and seat in n_cards and len(known[seat]) >= n_cards[seat] - 1
        ]
        return all(view.hand_total < total for total in warning)

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        from sim.moves import as_laid

        lay = as_laid(self.draw(view), view.variant)
        seen, taken = min(plain_views(view), key=lambda each: view.points(each[0]))
        if view.points(seen) <= CHEAP and view.luck(rng.ASK_TAKE).below(2) == 0:
            return lay, taken
        return lay, None

"""What the bots of the York study share: entries that count arrangements, the call as one more entry, crossed views.

The study (a student project on two-player Yaniv, York 2021) plays by variant ``york``. Its bots choose uniformly from a
list of *entries*, in which a set stands once for each two of its cards (a pair once, three cards three times, four six
times) and everything else once. A bot that is willing to call has one more entry, the call, beside its ``m`` best ones:
it calls with probability 1 / (1 + m). That lottery moves the share of Assafs more than anything else.

Of the previous discard the bots look at two cards, in card order: the first (the *low view*) and the last (the *high
view*). Who decides for the low view takes the last card, and for the high view the first one: the study's program
crosses the two, and so do these bots.

Beyond the study's rules the same sentences hold: every legal lay is an entry, those with jokers, of two decks or of
more than five cards too; spare jokers of a run go to its high end first; first and last are meant of the cards that may
be taken; they slap whenever they may. Unlike the project's own bots they never turn away from the pile: a round that
will not end is for the variant to stop (one of 4,000 where all seven published bots share one deck).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim import rng
from sim.bots.lay_list import append, insert, lay_at
from sim.cards import JOKER
from sim.jit import inline
from sim.kernels.bits import ONE, ZERO, highest, lowest, n_cards, points
from sim.kernels.melds import fold_lays, is_run, spare_jokers_low
from sim.kernels.philox import below
from sim.kernels.view import Play, open_luck

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import PlainView

NO_ENTRY = np.int64(-1)


@inline
def list_best(view, value):
    """Fill the scratch with the lays of the highest ``value(ones, twos, rules)``, in card order; gives their number."""
    lays = view.luck.scratch
    n_lays = fold_lays(view.hand, view.twos, view.rules, append, ZERO, lays)
    best, n_best, place = NO_ENTRY, ZERO, ZERO
    while place < n_lays:  # the best come to the front, where everything has been read
        ones, twos = lay_at(place, lays)
        place += ONE
        worth = value(ones, twos, view.rules)
        if worth > best:
            best, n_best = worth, ZERO
        if worth == best:
            n_best = insert(n_best, ones, twos, lays)
    return n_best


@inline
def _n_entries(ones, twos):
    cards = n_cards(ones, twos)
    if cards == ONE or is_run(ones):
        return ONE
    return cards * (cards - ONE) >> ONE


@inline
def _sum_entries(n_lays, lays):
    total, place = ZERO, ZERO
    while place < n_lays:
        ones, twos = lay_at(place, lays)
        total += _n_entries(ones, twos)
        place += ONE
    return total


@inline
def draws_call(view, n_lays):
    """Whether a willing bot draws the call, the last of its entries."""
    n_entries = _sum_entries(n_lays, view.luck.scratch)
    open_luck(view, rng.ASK_CALL)
    return below(view.luck.stream, n_entries + ONE) == n_entries


@inline
def draw_lay(view, n_lays):
    """Ones and twos of the lay whose entry is drawn."""
    lays = view.luck.scratch
    open_luck(view, rng.ASK_LAY)
    skip = below(view.luck.stream, _sum_entries(n_lays, lays))
    place = ZERO
    ones, twos = lay_at(place, lays)
    while skip >= _n_entries(ones, twos):
        skip -= _n_entries(ones, twos)
        place += ONE
        ones, twos = lay_at(place, lays)
    return ones, twos


@inline
def laid(ones, twos, take):
    """The turn, with the order in which these bots lay."""
    return Play(ones, twos, spare_jokers_low(ones) if is_run(ones) else ZERO, take)


@inline
def cheaper_view(view):
    """Points of the cheaper view (the low one if they are equal), and the card that deciding for it takes."""
    first, last = lowest(view.offer), highest(view.offer)
    low, high = points(first, ZERO, view.rules), points(last, ZERO, view.rules)
    if low <= high:
        return low, last
    return high, first


class PlainYork:
    """What the twin's forms share. ``best`` says which entries a bot likes, ``willing`` whether it would call."""

    def __init__(self, values: tuple[int, ...]) -> None:
        pass

    def best(self, view: PlainView, lays: list[Cards]) -> list[Cards]:
        """The lays among which the bot draws."""
        raise NotImplementedError

    def willing(self, view: PlainView) -> bool:
        """Whether the bot puts the call among its entries, when it is allowed."""
        return True

    def entries(self, view: PlainView) -> list[Cards]:
        """The best lays in card order, each as often as it counts."""
        from sim.moves import highest_first, legal_lays

        lays = sorted(legal_lays(view.hand, view.variant), key=highest_first)
        return [lay for lay in self.best(view, lays) for _ in range(_arrangements(lay))]

    def call(self, view: PlainView) -> bool:
        """See ``draws_call``."""
        if not self.willing(view):
            return False
        n_entries = len(self.entries(view))
        return view.luck(rng.ASK_CALL).below(n_entries + 1) == n_entries

    def draw(self, view: PlainView) -> Cards:
        """See ``draw_lay``."""
        entries = self.entries(view)
        return entries[view.luck(rng.ASK_LAY).below(len(entries))]

    def slap(self, view: PlainView, card: int) -> bool:
        """Whenever it may."""
        return True


def _arrangements(lay: Cards) -> int:
    n = len(lay)
    one_rank = len({card & 15 for card in lay if card != JOKER}) <= 1
    return n * (n - 1) // 2 if one_rank and n > 1 else 1


def plain_views(view: PlainView) -> list[tuple[int, int]]:
    """The low and the high view: the card looked at, and the card that deciding for it takes."""
    first, last = min(view.takable), max(view.takable)
    return [(first, last), (last, first)]

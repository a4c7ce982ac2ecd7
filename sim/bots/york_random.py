"""``york-random``: the York study's bot without a thought, drawing from everything it could do.

It draws uniformly from all entries (see ``york``: a set counts once for each two of its cards), one of which is the
call when that is allowed, and takes the stock, the first or the last card of the previous discard with a third each.
From a student project on two-player Yaniv, York 2021. Two of them come to the 50th turn undecided in 87 rounds of 100;
it wins 1 of 100 against ``york-intermediate``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim import rng
from sim.bots.family import Family
from sim.bots.york import PlainYork, draw_lay, draws_call, laid, list_best
from sim.jit import inline
from sim.kernels.bits import ONE, TWO, highest, lowest, u64
from sim.kernels.philox import below
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import open_luck

if TYPE_CHECKING:
    from sim.moves import Cards
    from sim.reference import Choice, PlainView

FAMILY = Family(
    name="york-random",
    summary="the York study's random bot: draws from all arrangements it could lay and the call",
    parameters=(),
)

ALL_ALIKE = np.int64(0)
THREE = u64(3)


@inline
def _value(ones, twos, rules):
    return ALL_ALIKE


@inline
def call(params, view):
    """One entry among all."""
    return draws_call(view, list_best(view, _value))


@inline
def play(params, view):
    """Any entry; the stock, the first or the last card."""
    ones, twos = draw_lay(view, list_best(view, _value))
    open_luck(view, rng.ASK_TAKE)
    drawn = below(view.luck.stream, THREE)
    take = TAKE_STOCK
    if drawn == ONE:
        take = lowest(view.offer)
    elif drawn == TWO:
        take = highest(view.offer)
    return laid(ones, twos, take)


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain(PlainYork):
    """The same bot for the twin."""

    def best(self, view: PlainView, lays: list[Cards]) -> list[Cards]:
        """All of them."""
        return lays

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        from sim.moves import as_laid

        sources = [None, min(view.takable), max(view.takable)]
        return as_laid(self.draw(view), view.variant), sources[view.luck(rng.ASK_TAKE).below(3)]

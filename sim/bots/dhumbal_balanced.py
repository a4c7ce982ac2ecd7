"""``dhumbal-balanced``: the Dhumbal study's bot that calls the more readily the lower its hand.

It calls at 5 or less always, at 6 to 8 with 70 % and at 9 or 10 with 40 %, drawn anew at each of its turns. See
``dhumbal`` for lays and takes; it takes cards of up to 4 points, more or fewer by its hand. From arXiv 2510.11736, the
rule-based part. At a table with the three others, each first equally often, it wins 24.6 of 100 rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.bots.dhumbal import LOW_HAND, PlainDhumbal, happens, play_by
from sim.bots.family import Family
from sim.jit import inline

if TYPE_CHECKING:
    from sim.reference import PlainView

FAMILY = Family(
    name="dhumbal-balanced",
    summary="the Dhumbal study's balanced bot: calls at 5 or less, up to 10 by chance",
    parameters=(),
)

WEIGHT, BASE = 8, 4
SURE, LIKELY = 5, 8
LIKELY_PERCENT, UNLIKELY_PERCENT = 70, 40


@inline
def call(params, view):
    """By three steps of the total."""
    total = view.hand_total
    if total <= SURE:
        return True
    if total > LOW_HAND:
        return False
    return happens(view, np.int64(LIKELY_PERCENT if total <= LIKELY else UNLIKELY_PERCENT))


@inline
def play(params, view):
    """As all of the study's bots, by its own weight and base."""
    return play_by(view, WEIGHT, BASE)


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


class Plain(PlainDhumbal):
    """The same bot for the twin."""

    weight, base = 8, 4

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        percent = {6: 70, 7: 70, 8: 70, 9: 40, 10: 40}.get(view.hand_total, 0)
        return view.hand_total <= 5 or self.chance(view, percent)

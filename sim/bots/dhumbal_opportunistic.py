"""``dhumbal-opportunistic``: the Dhumbal study's bot that calls high hands by chance, and sooner in a long round.

It calls at 7 or less always; at 8 to 10 with probability ``call_percent`` plus 5 for each point below 10, plus 15 from
the 21st turn of the round on (everybody's turns, this one counted), drawn anew at each of its turns. In the study a
habit of this bot moved with its luck; what it came to is the parameter, 80 or 30 there. See ``dhumbal`` for lays and
takes; it takes cards of up to 4 points, more or fewer by its hand. From arXiv 2510.11736, the rule-based part.
At a table with the three others, each first equally often, it wins 28.4 of 100 rounds with 80 and 25.6 with 30.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.bots.dhumbal import LOW_HAND, PlainDhumbal, happens, play_by
from sim.bots.family import Family, Parameter
from sim.jit import inline
from sim.kernels.bits import u64

if TYPE_CHECKING:
    from sim.reference import PlainView

FAMILY = Family(
    name="dhumbal-opportunistic",
    summary="the Dhumbal study's opportunistic bot: calls at 7 or less, up to 10 by chance, sooner when it is late",
    parameters=(Parameter("call_percent", 80, 0, 100, "chance to call at 10 before the round is late, in percent"),),
)

CALL_PERCENT = u64(0)
WEIGHT, BASE = 8, 4
SURE = 7
A_POINT = 5
LATE, LATE_PERCENT = 21, 15


@inline
def call(params, view):
    """By the total and by how late it is."""
    total = view.hand_total
    if total <= SURE:
        return True
    if total > LOW_HAND:
        return False
    percent = params[CALL_PERCENT] + np.int64(A_POINT) * (LOW_HAND - total)
    if view.turn >= LATE:
        percent += LATE_PERCENT
    return happens(view, percent)


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

    def __init__(self, values: tuple[int, ...]) -> None:
        (self.call_percent,) = values

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        total = view.hand_total
        if total > 10:
            return False
        late = 15 if view.turn >= 21 else 0
        return total <= 7 or self.chance(view, self.call_percent + 5 * (10 - total) + late)

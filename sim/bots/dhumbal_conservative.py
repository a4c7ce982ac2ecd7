"""``dhumbal-conservative``: the Dhumbal study's bot that waits for a safe hand.

It calls at 7 or less, weighs points lowest when it lays (see ``dhumbal`` for lays and takes), and takes cards of up to
3 points, more or fewer by its hand. From arXiv 2510.11736, the rule-based part. At a table with the
three others, each first equally often, it wins 19 of 100 rounds, the fewest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.bots.dhumbal import PlainDhumbal, play_by
from sim.bots.family import Family
from sim.jit import inline

if TYPE_CHECKING:
    from sim.reference import PlainView

FAMILY = Family(
    name="dhumbal-conservative",
    summary="the Dhumbal study's conservative bot: calls at 7 or less",
    parameters=(),
)

WEIGHT, BASE = 6, 3
CALL_AT = 7


@inline
def call(params, view):
    """Always, with a safe hand."""
    return view.hand_total <= CALL_AT


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

    weight, base = 6, 3

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        return view.hand_total <= 7

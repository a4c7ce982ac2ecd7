"""``dhumbal-aggressive``: the Dhumbal study's bot that calls as soon as it may.

It calls at every total up to 10, weighs points highest when it lays (see ``dhumbal`` for lays and takes), and takes
cards of up to 4 points, more or fewer by its hand. From arXiv 2510.11736, the rule-based part.
At a table with the three others, each first equally often, it wins 27.9 of 100 rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.bots.dhumbal import LOW_HAND, PlainDhumbal, play_by
from sim.bots.family import Family
from sim.jit import inline

if TYPE_CHECKING:
    from sim.reference import PlainView

FAMILY = Family(
    name="dhumbal-aggressive",
    summary="the Dhumbal study's aggressive bot: calls at 10 or less, always",
    parameters=(),
)

WEIGHT, BASE = 10, 4


@inline
def call(params, view):
    """Always, with a low hand."""
    return view.hand_total <= LOW_HAND


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

    weight, base = 10, 4

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        return view.hand_total <= 10

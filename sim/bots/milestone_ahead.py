"""The next milestone above a total (S2), and what landing there would save.

The kernels find the milestones behind a bot's parameters: their number, then of each, in order, where it lies and how
much the total becomes smaller there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.jit import inline
from sim.kernels.bits import ONE, TWO, u64

if TYPE_CHECKING:
    from sim.reference import PlainView
    from sim.rules import Variant

OUT_OF_REACH = np.int64(-1)


def milestone_table(variant: Variant) -> tuple[int, ...]:
    """Numbers for the kernel."""
    landings = {} if variant.score_limit == 0 else dict(variant.milestones)
    pairs = [(total, total - value) for total, value in sorted(landings.items())]
    return (len(pairs), *(number for pair in pairs for number in pair))


@inline
def milestone_ahead(params, at, total):
    """Points up to the next milestone above a total, and those saved there; the table begins at ``params[at]``."""
    place, end = at + ONE, at + ONE + TWO * u64(params[at])
    while place < end:
        if params[place] > total:
            return params[place] - total, params[place + ONE]
        place += TWO
    return OUT_OF_REACH, np.int64(0)


def plain_milestone_ahead(view: PlainView) -> tuple[int, int]:
    """See :func:`milestone_ahead`, of the seat's own total."""
    landings = {} if view.variant.score_limit == 0 else view.variant.milestones
    total = view.totals[view.seat]
    goal = min((key for key in landings if key > total), default=None)
    return (-1, 0) if goal is None else (goal - total, goal - landings[goal])

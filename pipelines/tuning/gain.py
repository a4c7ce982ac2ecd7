"""The gain of a tuning: winner less start, on the same fresh deals, with an interval by batches of deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.stats.clustered import rate
from pipelines.stats.estimate import Estimate
from pipelines.stats.paired import PairedDifference, paired_difference
from pipelines.tuning.plan import TuningPlan
from pipelines.tuning.tuner import Found
from sim.exact_parts import WHOLE
from sim.plan import entrant_name

ALL: str = "all"


class Gain(NamedTuple):
    """Shares of games won against one opponent, or against all.

    Attributes
    ----------
    opponent
        Name, or `ALL`.
    start, winner
        Shares.
    difference
        Winner less start, paired by batch: all played the same deals.
    """

    opponent: str
    start: Estimate
    winner: Estimate
    difference: PairedDifference


def gains(plan: TuningPlan, found: Found) -> list[Gain]:
    """Give the gain against the whole pool, then against each opponent; nothing where the start was kept."""
    if found.wins is None:
        return []
    n_opponents = len(plan.pool)
    whole = _gain(ALL, found.wins.sum(axis=1), n_opponents * found.games)
    parts = [
        _gain(entrant_name(opponent), found.wins[:, number], found.games) for number, opponent in enumerate(plan.pool)
    ]
    return [whole, *parts]


def _gain(opponent: str, wins: NDArray[np.int64], games: NDArray[np.int64]) -> Gain:
    start, winner = wins
    difference = paired_difference((start, games), (winner, games), WHOLE)
    return Gain(opponent, rate(start, games, WHOLE), rate(winner, games, WHOLE), difference)

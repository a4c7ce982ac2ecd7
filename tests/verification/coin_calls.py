"""F3 by forks against the plain difference, for a bot that throws a coin whether it calls.

Its chances to call fall into two groups, called and not, that differ in nothing but the coin. So the mean of what came
of the one less that of the other, from rows of turns and rounds of games without any forks, is the same number as that
of forks, in which every chance is played both ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from sim.batches import batch_deals, n_batches
from sim.bots import parse_entrant
from sim.engine import CellPlayer, Rows
from sim.exact_parts import WHOLE
from sim.kernels.state import END_ASSAF, END_YANIV, NO_SCORE
from sim.plan import Cell
from sim.rules import named_variants
from tests.verification.checks import HEADS, Check, Section, by_z

SEED: Final = 61
COIN: Final = "random:call_percent=50"
TABLES: Final = (("standard", 2), ("standard", 4), ("yaniv9", 3), ("slapdown", 2))
DEALS, FEW_DEALS = 60_000, 3_000
MOST: Final = 3.0
"""Standard errors that the two may lie apart over all chances, as it was agreed beforehand."""
GO_ON: Final = np.zeros(1, np.uint8)


class Group(NamedTuple):
    """Sums by batch, shape (G,)."""

    n: np.ndarray
    value: np.ndarray

    @property
    def mean(self) -> float:
        """Of all."""
        return float(self.value.sum() / self.n.sum())

    @property
    def residuals(self) -> np.ndarray:
        """Of the batches, so that their sum of squares is the variance of the mean."""
        found: np.ndarray = (self.value - self.mean * self.n) / self.n.sum()
        return found


class Chances(NamedTuple):
    """One row a chance to call."""

    game: np.ndarray
    total: np.ndarray
    value: np.ndarray

    def group(self, deals: int, total: int | None) -> Group:
        """Add up those with a total, or all, by batch."""
        chosen = np.ones(len(self.game), bool) if total is None else self.total == total
        batches = self.game[chosen].astype(np.int64) // batch_deals(deals)
        n = n_batches(deals)
        return Group(np.bincount(batches, minlength=n), np.bincount(batches, self.value[chosen], n))


def joined(parts: list[Chances]) -> Chances:
    """Put those of several pieces together."""
    return Chances(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def forked(cell: Cell, deals: int) -> Chances:
    """Play every chance both ways: calling less waiting."""
    pieces = (rows.forks for rows in CellPlayer(cell, SEED).play(0, deals, GO_ON))
    return joined(
        [Chances(one["game"].copy(), one["total"].copy(), (one["call"] - one["wait"]) / WHOLE) for one in pieces]
    )


def plain(cell: Cell, deals: int) -> tuple[Chances, Chances]:
    """Give the chances that were called and those that were not, from rows alone."""
    called, waited = [], []
    for rows in CellPlayer(Cell(cell.variant, cell.players, cell.lineup), SEED, turns=True).play(0, deals, GO_ON):
        value, rounds, turns = _values(rows), rows.rounds, rows.turns
        at = np.flatnonzero(np.isin(rounds["end"], (END_YANIV, END_ASSAF)))
        called.append(Chances(rounds["game"][at], rounds["ender_total"][at], value[at, rounds["ender"][at]]))
        # Rows of rounds and of turns lie in the same order: a round's turns stand together.
        starts = np.concatenate([[True], (np.diff(turns["round"]) != 0) | (np.diff(turns["game"]) != 0)])
        of_round = np.flatnonzero(rounds["turns"])[np.cumsum(starts) - 1]
        at = np.flatnonzero(turns["hand_total"] <= cell.variant.threshold)
        waited.append(Chances(turns["game"][at], turns["hand_total"][at], value[of_round[at], turns["seat"][at]]))
    return joined(called), joined(waited)


def _values(rows: Rows) -> np.ndarray:
    """Own score less the mean of the others', by row of `rounds` and seat."""
    score = rows.rounds["score"]
    is_in = score != NO_SCORE
    points = np.where(is_in, score, 0).astype(float)
    others = is_in.sum(axis=1, keepdims=True) - 1
    value: np.ndarray = points - (points.sum(axis=1, keepdims=True) - points) / others
    return value


def _checks(quick: bool) -> Iterator[Check]:
    deals = FEW_DEALS if quick else DEALS
    for name, players in TABLES[:1] if quick else TABLES:
        variant = named_variants()[name]
        cell = Cell(variant, players, (parse_entrant(COIN),) * players, 1000)
        both_ways, as_played = forked(cell, deals), plain(cell, deals)
        for total in (None, *range(3, variant.threshold + 1)):
            by_forks = both_ways.group(deals, total)
            called, waited = (chances.group(deals, total) for chances in as_played)
            expected = called.mean - waited.mean
            apart = by_forks.residuals - (called.residuals - waited.residuals)
            error = sqrt(len(apart) / (len(apart) - 1) * float((apart**2).sum()))
            what = "all chances" if total is None else f"total {total}"
            check = by_z(f"{name}, {players} players: {what}", expected, by_forks.mean, error)
            z = (by_forks.mean - expected) / error
            yield check if total is not None else check._replace(p=None, ok=abs(z) < MOST)


SECTION: Final = Section(
    "coin-calls",
    "F3 by forks against the plain difference of called and not called chances, for a bot that throws a coin",
    HEADS,
    _checks,
)

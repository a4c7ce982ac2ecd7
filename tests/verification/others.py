"""Figures that others published, beside those of independent rewrites and ours: how they are compared.

A *reference* comes from a rewrite of the study's bots in plain Python, apart from this project, on the rules as this
project plays them. Neither figure was used to set anything here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from pipelines.stats.clustered import mean, rate
from pipelines.stats.estimate import Estimate
from pipelines.stats.exact import integers
from pipelines.stats.intervals import normal_quantile, wilson
from sim.batches import batch_deals, n_batches
from sim.engine import CellPlayer, Rows
from sim.plan import Cell
from tests.verification.checks import Check

LIMIT: Final = 3.0
"""A figure is confirmed when the two differ by less than so many standard errors of their difference."""
QUICK_LIMIT: Final = 4.5
HEADS: Final = ("setting", "measure", "published", "reference", "ours", "z published", "z reference")


class Figure(NamedTuple):
    """A number of somebody else's: a share of ``n`` rounds in percent, or a mean with its standard error."""

    value: float
    n: int
    error: float | None = None

    def error_at(self, share: float) -> float:
        """Its standard error; a share's as it would be if the true share, in percent, were this one.

        The share itself is no measure of its error where it is rare: one event of 10,000 is no surprise at 3.
        """
        return sqrt(share * (100 - share) / self.n) if self.error is None else self.error

    def __str__(self) -> str:
        if self.error is None:
            low, high = (100 * end for end in wilson(self.value / 100, self.n))
        else:
            half = normal_quantile() * self.error
            low, high = self.value - half, self.value + half
        return f"{self.value:.2f} [{low:.2f}, {high:.2f}]"


class Measured(NamedTuple):
    """A number of ours, in percent or as it is."""

    value: float
    low: float
    high: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


def z_score(ours: Measured, theirs: Figure) -> float:
    """Difference in standard errors of the difference."""
    error = theirs.error_at(ours.value)
    return (ours.value - theirs.value) / sqrt(error * error + ours.error * ours.error)


def compare(
    setting: str, measure: str, ours: Measured, published: Figure | None, reference: Figure | None, limit: float
) -> Check:
    """One line of a table; a figure that is not there is not judged."""
    scores = [None if each is None else z_score(ours, each) for each in (published, reference)]
    cells = (
        setting,
        measure,
        *("" if each is None else str(each) for each in (published, reference)),
        str(ours),
        *("" if z is None else f"{z:+.2f}" for z in scores),
    )
    judged = [z for z in scores if z is not None]
    return Check(cells, ok=all(abs(z) < limit for z in judged), words="ok" if judged else "nothing to compare")


class Sums:
    """Integer sums by batch of deals, named, over the games of a cell.

    Parameters
    ----------
    cell
        What is played.
    deals
        How many deals.
    """

    def __init__(self, cell: Cell, deals: int) -> None:
        self.cell, self.deals = cell, deals
        self._size, self._count = batch_deals(deals), n_batches(deals)
        self._sums: dict[str, np.ndarray] = {}

    def play(self, seed: int, count: Callable[[Sums, dict[str, np.ndarray]], None]) -> Sums:
        """Play all deals in all rotations; ``count`` gets the columns of rounds and games of each piece."""
        for rows in CellPlayer(self.cell, seed).play(0, self.deals, np.zeros(1, np.uint8)):
            count(self, _one_round_a_game(self.cell, rows))
        return self

    def add(self, name: str, deal: np.ndarray, values: np.ndarray) -> None:
        """Add values, one a game, to the batches of their deals."""
        sums = self._sums.setdefault(name, np.zeros(self._count, np.int64))
        np.add.at(sums, (deal // self._size).astype(np.int64), values.astype(np.int64))

    def share(self, name: str, chances: str, scale: int = 1) -> Measured:
        """A share in percent with its batch interval."""
        events, n = self._integers(name, chances)
        return _measured(rate(events, n, scale, repeats=self.cell.rotations), 100)

    def mean(self, name: str, chances: str) -> Measured:
        """A mean with its batch interval."""
        return _measured(mean(*self._integers(name, chances)), 1)

    def _integers(self, *names: str) -> Iterator[Any]:
        return (integers(self._sums[name]) for name in names)


def share_of(events: float, n: int) -> Measured:
    """A share of independent rounds in percent."""
    share = events / n
    low, high = wilson(share, n)
    return Measured(100 * share, 100 * low, 100 * high, 100 * sqrt(share * (1 - share) / n))


def _measured(estimate: Estimate, factor: int) -> Measured:
    value, low, high, variance = estimate.value, estimate.low, estimate.high, estimate.variance
    if value is None or low is None or high is None or variance is None:
        raise ValueError(f"too few games for an interval: {estimate}")
    return Measured(factor * value, factor * low, factor * high, factor * sqrt(variance))


def _one_round_a_game(cell: Cell, rows: Rows) -> dict[str, np.ndarray]:
    """Columns with one value a game; ``place`` has one a game and seat."""
    place = rows.seats["place"].reshape(-1, cell.players)
    return (
        rows.rounds | {name: rows.games[name] for name in ("deal", "rotation", "winner", "winners")} | {"place": place}
    )

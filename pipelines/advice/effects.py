"""The difference of every line of every experiment, from the two finished runs, paired by batches of the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.stats import t as student

from pipelines.advice.plans import GUESTS, TABLES, cell_of, cells
from pipelines.advice.statements import Context, Side, Statement, sides
from pipelines.findings.results import BatchSums, Results
from pipelines.run import Run, RunCell
from pipelines.stats.clustered import mean, rate
from pipelines.stats.estimate import NOTHING, Estimate
from pipelines.stats.exact import integers
from pipelines.stats.paired import paired_difference
from pipelines.tallies import count
from pipelines.tournament.games import read_games
from sim.exact_parts import WHOLE
from sim.plan import Cell


class Effect(NamedTuple):
    """What one line came to.

    Attributes
    ----------
    difference
        Positive speaks for the page.
    more, less
        The two numbers themselves; the second is None where the first is set against one half.
    p
        Two-sided, by Student's t over batches; None where nothing varies or nothing was found.
    is_same_play
        Both sides played the same: the difference is exactly 0.
    """

    difference: Estimate
    more: Estimate
    less: Estimate | None
    p: float | None
    is_same_play: bool = False


class Counts:
    """Sums by batch of every side, counted when they are first asked for.

    Parameters
    ----------
    runs
        The two runs by name, finished, of the same deals.
    statements
        Whose sides are asked for.
    """

    def __init__(self, runs: Mapping[str, Run], statements: Sequence[Statement]) -> None:
        self._cells: dict[tuple[str, Cell], RunCell] = {
            (name, cell): found
            for name, run in runs.items()
            for cell, found in zip(cells(name, statements), run.cells, strict=True)
        }
        self._places = {side.place for _level, side in sides(statements) if side.place is not None}
        self._guests: dict[Cell, BatchSums] = {}
        self._tables: dict[Cell, Results] = {}

    def sums(self, level: str, side: Side) -> BatchSums | None:
        """Give what the number of a side is made of; None where there was nothing to count."""
        cell = cell_of(level, side)
        if side.place is None:
            if cell not in self._guests:
                self._guests[cell] = guest_wins(self._cells[GUESTS, cell])
            return self._guests[cell]
        if cell not in self._tables:
            found = self._cells[TABLES, cell]
            self._tables[cell] = Results(found, count(found), self._places)
        return self._tables[cell].sums.get(side.place)


def guest_wins(cell: RunCell) -> BatchSums:
    """Count the wins of the first of the line-up, in parts of `WHOLE`, and its games with a winner, by batch.

    Where others play as it does, they count, too: of equals only one turn of the line-up is played, so that a single
    chair would tell of a single seat.
    """
    guest = cell.cell.lineup[0]
    chairs = [chair for chair, entrant in enumerate(cell.cell.lineup) if entrant == guest]
    wins, games = np.zeros((2, cell.n_batches), np.int64)
    for some in read_games(cell):
        batch = some.deal // cell.batch_deals
        np.add.at(wins, batch, some.values["wins"][:, chairs].sum(axis=1))
        np.add.at(games, batch, len(chairs) * ~some.stopped)
    return BatchSums(integers(wins), integers(games), WHOLE)


def effect(counts: Counts, line: Context) -> Effect:
    """Take the difference of one line."""
    more = counts.sums(line.level, line.more)
    if more is None:
        return Effect(NOTHING, NOTHING, None, None)
    is_share = _is_share(line.more)
    if line.less is None:
        found = _number(more, is_share=True)
        difference = _shifted(found, -0.5)
        return Effect(difference, found, None, _p(difference))
    less = counts.sums(line.level, line.less)
    if less is None:
        return Effect(NOTHING, _number(more, is_share=is_share), NOTHING, None)
    pair = paired_difference(
        (less.above, less.below), (more.above, more.below), more.scale, of_rates=is_share,
        same_play=line.more.place is None and line.more.variant == line.less.variant,
    )  # fmt: skip
    numbers = _number(more, is_share=is_share), _number(less, is_share=is_share)
    return Effect(pair.difference, *numbers, _p(pair.difference), pair.identical)


def _is_share(side: Side) -> bool:
    return side.place is None or side.place.measure in ("assaf_rate", "rounds_6_15")


def _number(sums: BatchSums, *, is_share: bool) -> Estimate:
    return (rate if is_share else mean)(sums.above, sums.below, sums.scale)


def _shifted(estimate: Estimate, by: float) -> Estimate:
    value, low, high = (None if x is None else x + by for x in (estimate.value, estimate.low, estimate.high))
    return estimate._replace(value=value, low=low, high=high, events=None)


def _p(difference: Estimate) -> float | None:
    """Test whether a difference is 0, where there is an interval; by the signs of the batches where nothing varies."""
    if difference.value is None or difference.low is None:
        return None
    if not difference.variance:
        return None if difference.value == 0 else 2 * 0.5**difference.n_batches
    return float(2 * student.sf(abs(difference.value) / sqrt(difference.variance), difference.n_batches - 1))

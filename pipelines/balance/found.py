"""The finished runs of a balance: cells by what was played, and their tallies, counted when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import polars as pl

from pipelines.balance.base import play_key
from pipelines.run import Run, RunCell
from pipelines.tables import TABLES
from pipelines.tables.base import Row
from pipelines.tallies import count
from sim.plan import Cell

KEPT: Final = 64
"""Cells whose tallies stay in memory: measures of one place ask for the same few again and again."""


class FoundRuns:
    """Cells of the runs of a balance.

    Parameters
    ----------
    runs
        By name, finished; a run that was not needed is left out.
    """

    def __init__(self, runs: Mapping[str, Run]) -> None:
        self.runs = runs
        self._cells = {(name, play_key(found.cell)): found for name, run in runs.items() for found in run.cells}
        self._count = lru_cache(KEPT)(self._counted)
        self._finish = lru_cache(KEPT)(self._finished)

    def cell(self, run: str, cell: Cell) -> RunCell | None:
        """Give what was played of a cell, or of one that plays like it; None where the run does not have it."""
        return self._cells.get((run, play_key(cell)))

    def counted(self, run: str, cell: Cell) -> Mapping[str, pl.DataFrame]:
        """Give the tallies of a cell by name; {} where the run does not have it."""
        played = self.cell(run, cell)
        return {} if played is None else self._count(run, played)

    def rows(self, run: str, cell: Cell, table: str) -> list[Row]:
        """Give the rows of a standard table with their sums; [] where the run has no such cell."""
        played = self.cell(run, cell)
        return [] if played is None else self._finish(run, played, table)

    def _finished(self, run: str, played: RunCell, table: str) -> list[Row]:
        return TABLES[table].rows(self._count(run, played), played)

    def _counted(self, _run: str, played: RunCell) -> Mapping[str, pl.DataFrame]:
        return count(played)

"""What a comparison of two entrants shows so far, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.run import Run, RunCell
from pipelines.stats.betting import ALIKE, BETTER, WORSE, Scores, decisions, interval
from pipelines.tournament.games import COUNTS, Games, read_games, until
from sim.errors import InputError
from sim.exact_parts import WHOLE

Whole = NDArray[np.int64]

IDENTICAL: Final = "identical"


class Estimate(NamedTuple):
    """A mean with an interval that holds at every look."""

    value: float
    low: float
    high: float


class Look(NamedTuple):
    """The state after some deals.

    Attributes
    ----------
    deals, games
        Played.
    difference
        How far the first entrant's share of games won, a seat held, lies above the even share 1/players; half of what
        it is above the second entrant's.
    by_seats
        For each number of seats that the first one holds: its share of games won, a seat held.
    different_deals
        In which not all games went the same, seat by seat, whoever sat where.
    stopped_games
        Without a winner.
    """

    deals: int
    games: int
    difference: Estimate
    by_seats: dict[int, Estimate]
    different_deals: int
    stopped_games: int

    @property
    def identical(self) -> bool:
        """Whether the two played the same in every game so far."""
        return self.different_deals == 0


class Scorer:
    """Adds up the scores of deals.

    Every deal has one score: half the difference of the two entrants' wins a seat held, over all placements of the two
    at the table. Deals are independent of each other, so their scores are.
    """

    def __init__(self, cells: Sequence[RunCell]) -> None:
        first, second = dict.fromkeys(name for cell in cells for name in cell.lineup)
        self._is_first = [np.array([name == first for name in cell.lineup]) for cell in cells]
        held = [
            (int(one.sum()), int((~one).sum()), cell.cell.rotations)
            for one, cell in zip(self._is_first, cells, strict=True)
        ]
        self._seats = (sum(a * turns for a, _, turns in held), sum(b * turns for _, b, turns in held))
        self._games = sum(turns for _, _, turns in held)
        self._held = [a for a, _, _ in held]
        self._turns = [turns for _, _, turns in held]
        self._scores: Counter[int] = Counter()
        self._shares: dict[int, Counter[int]] = {a: Counter() for a in sorted(set(self._held))}
        self._deals = self._different = self._stopped = 0

    def add(self, run: Run, deals: int, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Count the deals from those that are counted up to this many; False when somebody asked to stop."""
        cells = run.cells
        for games in zip(*(read_games(cell, self._deals) for cell in cells), strict=True):
            if stopped():
                return False
            some = [until(one, deals) for one in games]
            if not len(some[0].deal):
                break
            self._add(some)
        if self._deals != deals:
            raise InputError(f"{run.path}: holds {self._deals} deals of a comparison, not {deals}")
        return True

    def _add(self, games: list[Games]) -> None:
        wins = [
            one.values["wins"].reshape(-1, turns, one.seat.shape[1])
            for one, turns in zip(games, self._turns, strict=True)
        ]
        by_cell = [
            (w[:, :, f].sum(axis=(1, 2)), w[:, :, ~f].sum(axis=(1, 2)))
            for w, f in zip(wins, self._is_first, strict=True)
        ]
        a, b = (np.sum([pair[side] for pair in by_cell], axis=0) for side in (0, 1))
        self._count(self._scores, a * self._seats[1] - b * self._seats[0])
        for held, shares in self._shares.items():
            same = [won for (won, _), n in zip(by_cell, self._held, strict=True) if n == held]
            self._count(shares, np.sum(same, axis=0))
        self._deals += len(a)
        self._different += int(np.count_nonzero(_differ(games, self._turns)))
        self._stopped += sum(int(one.stopped.sum()) for one in games)

    @staticmethod
    def _count(counter: Counter[int], scores: Whole) -> None:
        values, counts = np.unique(scores, return_counts=True)
        for value, count in zip(values.tolist(), counts.tolist(), strict=True):
            counter[value] += count

    def scores(self) -> Scores:
        """Give the scores of all deals counted."""
        a, b = self._seats
        whole = 2 * WHOLE * a * b  # dividing rounds once, so that no score lies beyond the ends
        return Scores.of(
            {value / whole: n for value, n in self._scores.items()}, -self._games / (2 * b), self._games / (2 * a)
        )

    def look(self) -> Look:
        """Give the state of things."""
        by_seats = {}
        for held, shares in self._shares.items():
            turns = sum(turns for turns, n in zip(self._turns, self._held, strict=True) if n == held)
            whole = WHOLE * held * turns
            by_seats[held] = (
                self._even()
                if self._different == 0
                else _estimate(Scores.of({value / whole: n for value, n in shares.items()}, 0.0, 1 / held))
            )
        difference = Estimate(0.0, 0.0, 0.0) if self._different == 0 else _estimate(self.scores())
        return Look(self._deals, self._deals * self._games, difference, by_seats, self._different, self._stopped)

    def _even(self) -> Estimate:
        even = 1 / len(self._is_first[0])
        return Estimate(even, even, even)

    def decision(self, by: float) -> str:
        """Say what is decided: `BETTER`, `WORSE`, `ALIKE`, or "" for nothing."""
        return str(decisions(self.scores(), by))


def _estimate(scores: Scores) -> Estimate:
    return Estimate(scores.mean, *interval(scores))


def _differ(games: Sequence[Games], turns: Sequence[int]) -> NDArray[np.bool_]:
    """Say for each deal whether any of its games went another way than its first, seat by seat."""
    n = games[0].seat.shape[1]
    deals = len(games[0].deal) // turns[0]
    differ = np.zeros(deals, bool)
    for name in COUNTS:
        reference = None
        for one, rotations in zip(games, turns, strict=True):
            seats = np.argsort(one.seat, axis=1)
            values = np.take_along_axis(one.values[name], seats, axis=1).reshape(deals, rotations, n)
            reference = values[:, 0] if reference is None else reference
            differ |= (values != reference[:, None]).any(axis=(1, 2))
    return differ


def verdict(decision: str, first: str, second: str, by: float | None) -> str:
    """Say what was decided; `by` in points in 100."""
    within = "" if by is None else f" by less than {by:g} points in 100"
    told = {
        IDENTICAL: f"{first} and {second} play the same: every game went the same, whoever sat where, so the difference"
        " is exactly 0",
        BETTER: f"{first} is better: the whole interval lies above 0",
        WORSE: f"{second} is better: the whole interval lies below 0",
        ALIKE: f"they differ{within}: the whole interval lies within",
    }
    return told.get(decision, "nothing is decided")

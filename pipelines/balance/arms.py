"""Which cells a balance plays in which run, and with how many deals."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import accumulate
from typing import Any, Final, NamedTuple, cast

from pipelines.balance import MEASURES, call_limits
from pipelines.balance.base import (
    LIMITED,
    LIMITS,
    PATHS,
    RUNS,
    TABLES,
    Arm,
    Levels,
    Measure,
    Place,
    mirror_arm,
    play_key,
)
from pipelines.balance.levels import limit_arms
from pipelines.balance.wish import Wish
from sim.plan import DEFAULT_CHUNK, Cell, Plan

GAMES_A_TRY: Final = 250_000
"""Of a kind of cells: one more of them is tried for each so many that it has to play."""
MOST_TRIES: Final = 6
"""No more than `sim.tournaments.time_needed` tries of one plan."""


class Part(NamedTuple):
    """One run of a balance: what it plays, and the deals of each cell."""

    plan: Plan
    deals: tuple[int, ...]

    @property
    def games(self) -> int:
        """Games of all cells."""
        return sum(self.games_by_cell)

    @property
    def games_by_cell(self) -> list[int]:
        """Games of each cell: every deal in all its rotations."""
        return [n * cell.rotations for cell, n in zip(self.plan.cells, self.deals, strict=True)]


def measures() -> list[Measure]:
    """Load the files of all measures, in the order of their codes."""
    return [cast(Measure, import_module(f"pipelines.balance.{name}")) for name in MEASURES]


def arms(wish: Wish, levels: Levels) -> Iterator[Arm]:
    """Go through all that mirrors and measures ask for once the levels are known."""
    for place in wish.places:
        yield mirror_arm(place, wish.deals, levels)
        for measure in measures():
            if measure.CODE != call_limits.CODE or wish.limits_at is None or place.level in wish.limits_at:
                wanted = measure.arms(place, wish.deals, levels)
                yield from (_spared(arm, wish) for arm in wanted if _is_near(arm, place, wish))


def _spared(arm: Arm, wish: Wish) -> Arm:
    """Take fewer forks and deals of guests where that is wished."""
    forks = wish.forks if arm.cell.forks and wish.forks is not None else arm.cell.forks
    return arm._replace(cell=replace(arm.cell, forks=forks), deals=wish.deals_of(arm.deals, arm.cell))


def _is_near(arm: Arm, place: Place, wish: Wish) -> bool:
    """Say whether an arm moves the threshold no further than is wished (F11)."""
    moved = abs(arm.cell.variant.threshold - place.variant.threshold)
    return wish.threshold_steps is None or moved <= wish.threshold_steps


def part(run: str, wanted: Iterable[Arm], seed: int) -> Part | None:
    """Put the arms of one run together, a cell once with the most deals and forks; None where there are none."""
    cells: dict[Hashable, Cell] = {}
    deals: dict[Hashable, int] = {}
    for arm in wanted:
        if arm.run == run:
            key = play_key(arm.cell)
            kept = cells.setdefault(key, arm.cell)
            if arm.cell.forks > kept.forks:
                cells[key] = replace(kept, forks=arm.cell.forks)
            deals[key] = max(arm.deals, deals.get(key, 0))
    if not deals:
        return None
    plan = Plan(seed, tuple(cells.values()), DEFAULT_CHUNK, f"Balance: {run}", RUNS[run])
    return Part(plan, tuple(deals.values()))


def families(run: str) -> tuple[str, ...]:
    """Bots that all cells of a run know: one set of compiled functions then plays every balance; no game changes."""
    return ("greedy",) if run == LIMITS else ("counter", "greedy", "tactician")


def limits_part(wishes: Sequence[Wish]) -> Part | None:
    """Give the run that tells the call limit of the level *limited*; None where nobody asks for that level.

    Parameters
    ----------
    wishes
        Of one seed: what several of them ask for is played once.
    """
    wanted = (
        _spared(arm, wish)
        for wish in wishes
        if LIMITED in wish.levels
        for variant, players in wish.tables
        for arm in limit_arms(variant, players, wish.deals)
    )
    return part(LIMITS, wanted, wishes[0].seed)


def later_parts(wishes: Sequence[Wish], levels: Levels) -> dict[str, Part]:
    """Give the runs that are played when the levels are known, by name; `wishes` as above."""
    wanted = [arm for wish in wishes for arm in arms(wish, levels)]
    found = {run: part(run, wanted, wishes[0].seed) for run in (TABLES, PATHS)}
    return {run: one for run, one in found.items() if one is not None}


def kinds(part: Part) -> list[Part]:
    """Cut a run into cells that take about the same time a game: by bots, players and decks."""
    by: dict[tuple[Any, ...], dict[Cell, int]] = {}
    for cell, deals in zip(part.plan.cells, part.deals, strict=True):
        families = tuple(sorted(entrant.family for entrant in cell.lineup))
        by.setdefault((families, cell.variant.n_decks(cell.players)), {})[cell] = deals
    return [Part(replace(part.plan, cells=tuple(deals)), tuple(deals.values())) for deals in by.values()]


def tried(kind: Part) -> list[Cell]:
    """Choose cells of a kind to try what a game takes: evenly by games, and more where more is to be played.

    A game of one variant may take fifty times as long as one of another.
    """
    ends = list(accumulate(kind.games_by_cell))
    n_tries = min(MOST_TRIES, 1 + ends[-1] // GAMES_A_TRY)
    return [kind.plan.cells[bisect(ends, (2 * k + 1) * ends[-1] / (2 * n_tries))] for k in range(n_tries)]

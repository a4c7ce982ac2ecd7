"""How long a plan of many cells will take, by playing a few of its deals."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from sim.plan import Plan

if TYPE_CHECKING:
    from sim.engine import CellPlayer
    from sim.stopping import StopRequest

CELLS: Final = 8
"""Cells that are tried, evenly spread over the plan."""
SECONDS: Final = 0.4
"""Longest try of a cell; short, for Ctrl-C waits for it."""
FIRST_DEALS: Final = 1
TICK: Final = 0.1

_How = tuple["StopRequest", Callable[[str], None], tuple[str, ...]]


class Needed(NamedTuple):
    """What was measured.

    Attributes
    ----------
    seconds
        A game, on one thread.
    at_least
        A try did not end in time: it takes longer than that.
    """

    seconds: float
    at_least: bool


def seconds_a_game(
    plan: Plan, stop: StopRequest, announce: Callable[[str], None], also: tuple[str, ...] = ()
) -> Needed | None:
    """Measure what a game takes, over cells of a plan; None when somebody asked to stop.

    Compiles what the plan needs. The deals are those of the plan, played in memory; in a thread, for a compiler that
    is busy would keep the one that hears signals from answering. `also` as in `play_run`, beside the plan's families.
    """
    found: queue.Queue[Needed | None | Exception] = queue.Queue()  # no SimpleQueue, see sim.runner
    worker = threading.Thread(
        target=_measure, args=(plan, (stop, announce, also), found), name="player-try", daemon=True
    )
    worker.start()
    while not stop.is_set:
        with contextlib.suppress(queue.Empty):
            told = found.get(timeout=TICK)
            if isinstance(told, Exception):
                raise told
            return told
    return None


def _measure(plan: Plan, how: _How, found: queue.Queue[Needed | None | Exception]) -> None:
    try:
        found.put(_try_cells(plan, *how))
    except Exception as error:
        found.put(error)


def _try_cells(plan: Plan, stop: StopRequest, announce: Callable[[str], None], also: tuple[str, ...]) -> Needed | None:
    from sim.engine import CellPlayer

    chosen = sorted({number * len(plan.cells) // CELLS for number in range(CELLS)})
    seconds_by_cell, at_least = [], False
    for number in chosen:
        player = CellPlayer(plan.cells[number], plan.seed, also=(*plan.families, *also))
        player.ready(announce)
        if stop.is_set:
            return None
        seconds, played = _try(player, plan.cells[number].rotations)
        at_least |= played == 0
        seconds_by_cell.append(seconds / max(1, played))
    return Needed(fmean(seconds_by_cell), at_least)  # cells count alike: of fast ones a try plays more games


def _try(player: CellPlayer, rotations: int) -> tuple[float, int]:
    """Play twice as many deals each time, until a quarter of the time is used; gives the last time and games."""
    from sim.engine import Stopped

    flag = np.zeros(1, np.uint8)
    timer = threading.Timer(SECONDS, flag.fill, [1])
    timer.daemon = True
    timer.start()
    deals, seconds, games = FIRST_DEALS, SECONDS, 0
    begin = time.perf_counter()
    try:
        while time.perf_counter() - begin < SECONDS / 4:
            start = time.perf_counter()
            for _ in player.play(0, deals, flag):
                pass
            seconds, games, deals = time.perf_counter() - start, deals * rotations, deals * 2
    except Stopped:
        pass
    finally:
        timer.cancel()
    return seconds, games

"""Compiles what a run needs and nobody has kept: each kind of code once, all at once, before anything is played.

One kind after the other is compiled in this process and, for each further thread and core that is free, in a process
beside it (see ``sim.compile_helper``). Who finds no more to compile plays the cells whose code is there.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sim.compile_helper import COUNTS, PLAYS, WRITES, CompileHelper, Wanted

if TYPE_CHECKING:
    from sim.plan import Plan


def code_wanted(plan: Plan, has_games: Callable[[int], bool], also: tuple[str, ...] = ()) -> dict[int, list[Wanted]]:
    """List what must be compiled for each cell that needs some.

    Parameters
    ----------
    plan
        Of the run.
    has_games
        Whether a cell, by its number, has games still to be played; asked only where code is missing.
    also
        Families that every kernel is to know beside those of its cell.
    """
    wanted = ((number, list(_wanted(plan, number, also))) for number in range(len(plan.cells)))
    return {number: codes for number, codes in wanted if codes and has_games(number)}


def _wanted(plan: Plan, number: int, also: tuple[str, ...]) -> Iterator[Wanted]:
    from sim.engine import CellPlayer

    cell, turns = plan.cells[number], "turns" in plan.tables
    name = CellPlayer(cell, plan.seed, turns=turns, also=also).wanting()
    if name is not None:
        yield Wanted(name, cell, keeps_turns=turns, also=also)
    if plan.keeps_rows:
        from sim.parquet import kernels

        name, part = kernels.wanting(), WRITES
    else:
        from sim.tallies.counting import CellCounter

        name, part = CellCounter(cell, 1).wanting(), COUNTS
    if name is not None:
        yield Wanted(name, cell, part=part)


class Compiling:
    """What is still to be compiled, and the processes that help; used by all threads that play.

    Parameters
    ----------
    wanted
        What is to be compiled for each cell, as `code_wanted` gives it.
    threads
        How many threads call :meth:`work`.
    alone
        Compile in this process only.
    """

    def __init__(self, wanted: Mapping[int, Sequence[Wanted]], threads: int, *, alone: bool = False) -> None:
        codes = {code.name: code for of_cell in wanted.values() for code in of_cell}
        self._needs = {cell: {code.name for code in of_cell} for cell, of_cell in wanted.items()}
        self._missing = set(codes)
        self._todo = deque(sorted(codes.values(), key=lambda code: code.part != PLAYS))  # what takes least comes last
        self._n_kinds = sum(code.part == PLAYS for code in codes.values())
        self._n_at_once = min(len(codes), 1 if alone else threads, _free_cores())
        self._changed = threading.Condition()
        self._helpers: list[CompileHelper] = []
        self._is_over = False

    @property
    def announcement(self) -> str | None:
        """What is to be told before; None where nothing is to be compiled."""
        if not self._missing:
            return None
        if self._n_kinds > 1:
            pace = f"{self._n_at_once} at a time" if self._n_at_once > 1 else "one after the other"
            return f"compiling the engine for {self._n_kinds} kinds of line-up, {pace} (once; about 10 s each) ..."
        what = "the engine for this line-up" if self._n_kinds else f"what {self._todo[0].part}"
        return f"compiling {what} (once; some seconds) ..."

    def work(self, thread: int) -> None:
        """Compile until there is no more to begin, as the thread of this number: the first in this process."""
        if thread >= self._n_at_once:
            return
        compile_one: Callable[[Wanted], bool] = _compile_here
        with contextlib.ExitStack() as stack:
            if thread:
                helper = self._new_helper()
                if helper is None:
                    return
                stack.callback(helper.close)
                compile_one = helper.compile
            while (code := self._next()) is not None:
                has_succeeded = compile_one(code)
                self._done(code)
                if not has_succeeded:
                    return

    def is_playable(self, cell: int) -> bool:
        """Whether nothing more is compiled for a cell; where that failed, its player meets the fault again."""
        with self._changed:
            return not self._needs.get(cell, set()) & self._missing

    def wait(self, seconds: float) -> None:
        """Wait until more is compiled, or so long."""
        with self._changed:
            if self._missing:
                self._changed.wait(seconds)

    def end(self) -> None:
        """Begin nothing more, and end the processes."""
        with self._changed:
            self._is_over = True
            helpers = list(self._helpers)
        for helper in helpers:
            helper.kill()

    def _new_helper(self) -> CompileHelper | None:
        with self._changed:
            if self._is_over or not self._todo:
                return None
            try:
                helper = CompileHelper()
            except OSError:  # no room for a process: the others compile what there is
                return None
            self._helpers.append(helper)
            return helper

    def _next(self) -> Wanted | None:
        with self._changed:
            return self._todo.popleft() if self._todo and not self._is_over else None

    def _done(self, code: Wanted) -> None:
        with self._changed:
            self._missing.discard(code.name)
            self._changed.notify_all()


def _compile_here(code: Wanted) -> bool:
    with contextlib.suppress(Exception):  # its player meets the fault again, and tells it with cell and chunk
        code.compile()
    return True


def _free_cores() -> int:
    """Count the cores without work, at least one: on a busy machine a process more costs more time than it saves.

    The processes share nothing of what they have compiled, so all together they do more work than one.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        return max(1, cores - round(os.getloadavg()[0]))
    except OSError:  # the system does not tell
        return cores

"""A process beside this one that compiles kernels, for numba compiles one at a time in a process.

It is told what to compile by a line of JSON on its standard input, answers with a line when that is kept on the disk,
and then takes the next: a process compiles its second kernel more quickly than its first. It ends when its standard
input is closed, so it ends with us, however we end. What it compiles is locked as anywhere else (see
``sim.compiled_files``).
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import threading
from typing import IO, Any, Final, NamedTuple

from sim.plan import Cell

PLAYS, COUNTS, WRITES = "plays games", "counts games", "writes rows"
"""The parts of a run that are compiled."""

_DONE: Final = b"compiled\n"
_START: Final = "import sys; sys.path[:] = sys.argv[1:]; from sim.compile_helper import main; main()"


class Wanted(NamedTuple):
    """Code that a run needs and that is not kept yet."""

    name: str  # under which it is kept
    cell: Cell  # one that needs it
    keeps_turns: bool = False
    part: str = PLAYS
    also: tuple[str, ...] = ()  # families that it knows beside those of the cell

    def compile(self) -> None:
        """Compile it in this process, or wait until whoever does has kept it."""
        if self.part == COUNTS:
            from sim.tallies.counting import CellCounter

            CellCounter(self.cell, 1).ready()
        elif self.part == WRITES:
            from sim.parquet import kernels

            kernels.ready()
        else:
            from sim.engine import CellPlayer

            CellPlayer(self.cell, 0, turns=self.keeps_turns, also=self.also).ready()

    def as_mapping(self) -> dict[str, Any]:
        """Give all values as plain JSON types."""
        return self._asdict() | {"cell": self.cell.as_mapping()}

    @classmethod
    def from_mapping(cls, mapping: dict[str, Any]) -> Wanted:
        """Read what `as_mapping` gave."""
        cell = Cell.from_mapping(mapping["cell"], where="what is to be compiled")
        return cls(**mapping | {"cell": cell, "also": tuple(mapping["also"])})


def command() -> list[str]:
    """Give the command that starts such a process; it finds its modules where we find ours."""
    return [sys.executable or "", "-c", _START, *sys.path]


class CompileHelper:
    """Such a process, seen from the one that needs the code.

    Raises
    ------
    OSError
        When the system has no room for a process.
    """

    def __init__(self) -> None:
        # A session of its own: Ctrl-C is for us, and we end it.
        self._process = subprocess.Popen(  # noqa: S603  (this program)
            command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.pid = self._process.pid

    def compile(self, wanted: Wanted) -> bool:
        """Have it compiled, and wait for that; False when the process failed."""
        tasks, answers = self._pipes()
        try:
            tasks.write(json.dumps(wanted.as_mapping()).encode() + b"\n")
            tasks.flush()
            return answers.readline() == _DONE
        except OSError:
            return False

    def close(self) -> None:
        """Let it end, and wait until it has."""
        with contextlib.suppress(OSError), self._process:  # OSError: it has gone before it took its task
            pass

    def kill(self) -> None:
        """End it at once; for another thread than the one that waits for it."""
        self._process.kill()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        assert self._process.stdin is not None  # noqa: S101  (asked for above)
        assert self._process.stdout is not None  # noqa: S101
        return self._process.stdin, self._process.stdout


def main() -> None:
    """Be such a process; a fault ends it, and whoever needs the code meets the fault again and tells it."""
    tasks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(tasks,), daemon=True).start()
    while True:
        Wanted.from_mapping(json.loads(tasks.get())).compile()
        os.write(1, _DONE)


def _read(tasks: queue.SimpleQueue[bytes]) -> None:
    """Pass tasks on, also while something is compiled, so as to see the end of the other process at once."""
    for line in sys.stdin.buffer:
        tasks.put(line)
    os._exit(0)

"""The yardstick in C: built from its source, run for a moment, its own figure read."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sim.errors import InputError
from sim.shown import cut

_COMPILERS: Final = ("cc", "gcc", "clang")
_FLAGS: Final = ("-O3", "-march=native")
_FIRST_GAMES: Final = 2000
_HINT: Final = "give a file like benchmarks/yardstick/yardstick.c"


class Yardstick:
    """A program that is called with PLAYERS GAMES and prints `turns N` and `ns/turn N`."""

    def __init__(self, source: Path, program: Path) -> None:
        self._source = source
        self._program = program
        self._games: dict[int, int] = {}

    def prepare(self, players: int, seconds: float) -> None:
        """Choose how many games make a sample of about so many seconds."""
        turns, ns = self._run(players, _FIRST_GAMES)
        self._games[players] = max(1, round(_FIRST_GAMES * seconds / (turns * ns * 1e-9)))

    def ns_per_turn(self, players: int) -> float:
        """Processor time a turn in nanoseconds, by the program's own clock."""
        return self._run(players, self._games[players])[1]

    def _run(self, players: int, games: int) -> tuple[int, float]:
        command = [str(self._program), str(players), str(games)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")  # noqa: S603
        turns, ns = (re.search(rf"(?<!\S){name} +([0-9.]+)", done.stdout) for name in ("turns", "ns/turn"))
        if done.returncode != 0 or turns is None or ns is None or float(turns[1]) * float(ns[1]) <= 0:
            raise InputError(
                f"--against: {self._source}, built and called with {players} {games}, ended with status"
                f" {done.returncode} and printed no time a turn; {_HINT}"
            )
        return int(float(turns[1])), float(ns[1])


@contextlib.contextmanager
def built(source: Path) -> Iterator[Yardstick]:
    """Compile the source for this processor; the program is removed afterwards.

    Raises
    ------
    InputError
        Without the file, without a compiler, and when it does not compile.
    """
    if not source.is_file():
        raise InputError(f"--against: there is no file {source}; {_HINT}")
    compiler = _compiler()
    with tempfile.TemporaryDirectory(prefix="yaniv-yardstick-") as folder:
        program = Path(folder) / "yardstick"
        command = [*compiler, *_FLAGS, "-o", str(program), str(source.resolve())]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")  # noqa: S603
        if done.returncode != 0:
            faults = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()
            raise InputError(
                f"--against: {source} does not compile: {cut((faults or ['no message'])[0], 200)}; {_HINT}"
            )
        yield Yardstick(source, program)


def _compiler() -> list[str]:
    given = shlex.split(os.environ.get("CC", ""))
    for command in [given] if given else [[name] for name in _COMPILERS]:
        if shutil.which(command[0]):
            return command
    wanted = f"'{cut(given[0])}', named by CC," if given else f"a C compiler ({', '.join(_COMPILERS)})"
    raise InputError(f"--against: {wanted} is not on the PATH; install one, set CC, or leave --against out")

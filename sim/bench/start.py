"""Start-up, compile time and memory: whole processes of the program, from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, NamedTuple

from sim.bench.rows import Spread, spread
from sim.bench.sample import Stopped
from sim.bench.started import PEAK
from sim.plan_file import DEFAULT_GAMES
from sim.stopping import StopRequest

_POLL: Final = 0.002  # seconds


class ProcessFailed(Exception):  # noqa: N818  (named for what the user sees)
    """A process that was to be timed ended otherwise than it should (exit 1)."""


class Process(NamedTuple):
    """What a process took."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int


class Figure(NamedTuple):
    """One thing to start."""

    name: str
    meaning: str
    arguments: tuple[str, ...]


_FIRST_GAME: Final = ("simulate", "--games", "4", "--threads", "1", "--quiet")
FIGURES: Final = (
    Figure("help", "`yaniv -h`", ("-h",)),
    Figure("cold", "`yaniv simulate` of four games, nothing compiled yet", _FIRST_GAME),
    Figure("warm", "the same again, the compiled engine loaded", _FIRST_GAME),
    Figure("run", f"`yaniv simulate` of {DEFAULT_GAMES:,} games on all cores", ("simulate", "--quiet")),
)


def measure_start(repeats: int, stop: StopRequest, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Start every figure in turn, with a cache of compiled code of its own; the cold one and the run once.

    Raises
    ------
    Stopped
        When `stop` was set.
    ProcessFailed
        When one of them did.
    """
    rows = []
    with tempfile.TemporaryDirectory(prefix="yaniv-bench-") as temporary:
        folder = Path(temporary)
        for figure in FIGURES:
            n = repeats if figure.name in ("help", "warm") else 1
            say(f"start: {figure.meaning}")
            processes = [_process(figure, folder, number, stop) for number in range(n)]
            rows.append(_row(figure, processes))
    return rows


def _process(figure: Figure, folder: Path, number: int, stop: StopRequest) -> Process:
    """Run one to its end; read its clock from the kernel and its memory from itself."""
    arguments = list(figure.arguments)
    if arguments[0] == "simulate":
        arguments += ["--out", str(folder / f"{figure.name}-{number}")]
    command = [sys.executable, "-m", "sim.bench.started", _entry_point(), *arguments]
    environment = os.environ | {"YANIV_CACHE_DIR": str(folder / "compiled")}
    with (folder / "told").open("wb+") as told:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told, env=environment)  # noqa: S603
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if stop.is_set:
                process.kill()
                process.wait()
                raise Stopped
            time.sleep(_POLL)
        seconds = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        lines = told.read().decode(errors="replace").splitlines()
    if stop.is_set:  # a signal to all processes of the terminal ended it
        raise Stopped
    if process.returncode != 0 or not lines or not lines[-1].startswith(PEAK):
        raise ProcessFailed(f"{figure.meaning} ended with status {process.returncode}: {' '.join(lines[-2:])}")
    return Process(seconds, used.ru_utime + used.ru_stime, int(lines[-1].removeprefix(PEAK)))


def _entry_point() -> str:
    """Where the installed command begins; this floor does not know the one that it is on."""
    (command,) = entry_points(group="console_scripts", name="yaniv")
    return command.value


def _row(figure: Figure, processes: list[Process]) -> dict[str, Any]:
    wall: Spread = spread([one.seconds for one in processes])
    return {
        "workload": "start",
        **dict.fromkeys(("variant", "players", "bot", "threads", "recording")),
        **dict.fromkeys(("rounds_per_s", "games_per_s", "turns_per_s", "ns_per_turn")),
        "figure": figure.name,
        "meaning": figure.meaning,
        "seconds": round(wall.median, 4),
        "seconds_low": round(wall.low, 4),
        "seconds_high": round(wall.high, 4),
        "cpu_seconds": round(spread([one.cpu_seconds for one in processes]).median, 4),
        "peak_bytes": max(one.peak_bytes for one in processes),
        "n": len(processes),
    }

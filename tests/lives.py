"""Real processes of the program, started quickly, so that many of them can be killed.

A server process loads the engine once and forks for every life; a life runs the command line as a user's
process does, with its own files for output, and can be told to die or to meet a full disk at its n-th step.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
WRITING = ("write", "pwrite", "ftruncate", "fsync")
"""Steps on the disk that a full one refuses."""


@dataclass
class Life:
    """One process."""

    server: Lives
    pid: int
    output: Path
    errors: Path
    peak_bytes: int = 0

    def kill(self, number: int = signal.SIGKILL) -> None:
        os.kill(self.pid, number)

    def wait(self) -> int:
        """Exit status, or minus the number of the signal that ended it."""
        answer = self.server.ask(wait=self.pid)
        self.peak_bytes = answer["peak"]
        return answer["status"]

    @property
    def out(self) -> str:
        return self.output.read_text()

    @property
    def err(self) -> str:
        return self.errors.read_text()


class Lives:
    """The server, seen from a test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._n = 0
        command = [sys.executable, "-m", "tests.lives"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask(hello=1)

    def begin(self, *arguments: object, cwd: Path | None = None, **faults: object) -> Life:
        """Start a life; faults are die_at, full_at (numbers of a step), file_limit and memory_limit (bytes)."""
        self._n += 1
        output, errors = (self._folder / f"{self._n}.{stream}" for stream in ("out", "err"))
        texts = [str(argument) for argument in arguments]
        answer = self.ask(arguments=texts, cwd=str(cwd or self._folder), out=str(output), err=str(errors), **faults)
        return Life(self, answer["pid"], output, errors)

    def live(self, *arguments: object, **faults: object) -> tuple[int, Life]:
        """Start a life and wait for its end."""
        life = self.begin(*arguments, **faults)
        return life.wait(), life

    def ask(self, **request: object) -> dict:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


def eventually(condition, seconds: float = 20.0) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


def _serve() -> None:
    _warm_up()
    for line in sys.stdin:
        request = json.loads(line)
        if "wait" in request:
            _, code, usage = os.wait4(request["wait"], 0)
            answer = {"status": os.waitstatus_to_exitcode(code), "peak": usage.ru_maxrss * 1024}
        elif "arguments" in request:
            answer = {"pid": _fork(request)}
        else:
            answer = {}
        print(json.dumps(answer), flush=True)


def _warm_up() -> None:
    """Load what every life would load, without starting a thread: a fork copies only one."""
    import pyarrow.parquet  # noqa: F401

    import sim.commands.extend
    import sim.commands.resume
    import sim.commands.simulate
    import sim.commands.verify
    import sim.verify.repair
    import sim.verify.run_check
    import sim.verify.sample  # noqa: F401
    from sim.bots import parse_entrant
    from sim.engine import CellPlayer
    from sim.plan import Cell
    from sim.rules import load_variant

    greedy = parse_entrant("greedy")
    CellPlayer(Cell(load_variant("standard"), 4, (greedy,) * 4), 1).ready()


def _fork(request: dict) -> int:
    pid = os.fork()
    if pid:
        return pid
    for number, path in ((0, os.devnull), (1, request["out"]), (2, request["err"])):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(n, mode) for n, mode in ((0, "r"), (1, "w"), (2, "w")))
    os.chdir(request["cwd"])
    status = 70
    try:
        plant(request)
        from reports.cli import run

        status = run(request["arguments"])
    except Exception:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def plant(request: dict) -> None:
    """Make a fault happen; steps on the disk are counted from 1."""
    if "file_limit" in request:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["file_limit"], request["file_limit"]))
    if "memory_limit" in request:
        resource.setrlimit(resource.RLIMIT_AS, (request["memory_limit"], request["memory_limit"]))
    if "die_at" in request:
        _count_steps((*WRITING, "replace", "unlink", "mkdir"), request["die_at"], _die)
    if "full_at" in request:
        _count_steps(WRITING, request["full_at"], _refuse)


def _count_steps(names: tuple[str, ...], fault_at: int, fault: Callable[..., None]) -> None:
    count = 0

    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **named: Any) -> Any:
            nonlocal count
            if arguments[0] not in (1, 2):
                count += 1
                if count >= fault_at:
                    fault(function, *arguments)
            return function(*arguments, **named)

        return step

    for name in names:
        setattr(os, name, counted(getattr(os, name)))


def _die(function: Callable[..., Any], *arguments: Any) -> None:
    if len(arguments) > 1 and isinstance(arguments[1], bytes | memoryview):  # half of it reaches the disk
        descriptor, data, *place = arguments
        function(descriptor, data[: len(data) // 2], *place)
    os.kill(os.getpid(), signal.SIGKILL)


def _refuse(_function: Callable[..., Any], *_arguments: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


if __name__ == "__main__":
    _serve()

"""One sample: a table played for a moment, in memory or recorded, with the clock beside it."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from sim.engine import CellPlayer
from sim.plan import DEFAULT_CHUNK, Cell, Plan
from sim.progress import Progress
from sim.run_session import create_run
from sim.runner import PATIENCE, play_run
from sim.stopping import StopRequest

SEED: Final = 1
_PIECES: Final = 16  # of a thread's deals, so that threads end together
_CHUNKS: Final = 2  # of a thread in a recorded run
_POLL: Final = 0.1  # seconds after which the waiting thread looks at signals
_ENOUGH: Final = 0.1  # seconds from which on a time tells how fast a table is


class Stopped(Exception):  # noqa: N818  (not an error: somebody asked for it)
    """The measurement was stopped by a signal."""


class Counts(NamedTuple):
    """What was played."""

    games: int
    rounds: int
    turns: int


class Sample(NamedTuple):
    """One timed play."""

    counts: Counts
    seconds: float  # on the wall
    cpu_seconds: float  # of the process, all threads
    n_bytes: int = 0  # on the disk


class Bench:
    """A table that is played again and again over the same deals.

    Parameters
    ----------
    cell
        What is played.
    stop
        Set from outside, it ends every play with :class:`Stopped`.
    """

    def __init__(self, cell: Cell, stop: StopRequest) -> None:
        self._cell = cell
        self._stop = stop
        self._players: list[CellPlayer] = []
        self._counts: dict[int, Counts] = {}
        self._chunk = 1

    def prepare(self, seconds: float, announce: Callable[[str], None]) -> None:
        """Compile, and choose how many deals make a sample of about so many seconds."""
        self._need_players(1)
        in_threads(1, lambda _thread: self._players[0].ready(announce), self._stop)
        deals, taken = 4, 0.0
        while taken < min(_ENOUGH, seconds):
            deals *= 2
            taken = self._play(deals, 1).cpu_seconds
        wanted = deals * seconds / taken / _CHUNKS
        while self._chunk < DEFAULT_CHUNK and self._chunk * 1.5 < wanted:
            self._chunk *= 2

    def in_memory(self, threads: int) -> Sample:
        """Play in so many threads; a thread more means as many deals more."""
        sample = self._play(self._deals(threads), threads)
        self._counts[threads] = sample.counts
        return sample

    def recorded(self, threads: int, detail: str) -> Sample:
        """Play the same deals as a run in a temporary folder, which is removed.

        Raises
        ------
        WriteFailed, RunFailed
            Such as on a full disk.
        """
        if threads not in self._counts:
            self.in_memory(threads)
        plan = Plan(SEED, (self._cell,), self._chunk, detail=detail)
        with tempfile.TemporaryDirectory(prefix="yaniv-bench-") as temporary:
            path = Path(temporary) / "run"
            with create_run(path, plan, (self._deals(threads),)) as folder:
                progress = Progress(folder.games, 0, quiet=True)
                cpu, wall = time.process_time(), time.perf_counter()
                played = play_run(folder, threads, self._stop, progress)
                sample = Sample(self._counts[threads], time.perf_counter() - wall, time.process_time() - cpu)
                if self._stop.is_set:
                    raise Stopped
                if played.games != sample.counts.games:
                    raise RuntimeError(f"{played.games} games were recorded instead of {sample.counts.games}")
                return sample._replace(n_bytes=folder.data_bytes)

    def _deals(self, threads: int) -> int:
        return threads * _CHUNKS * self._chunk

    def _need_players(self, threads: int) -> None:
        while len(self._players) < threads:
            self._players.append(CellPlayer(self._cell, SEED))

    def _play(self, deals: int, threads: int) -> Sample:
        self._need_players(threads)
        size = max(1, deals // (threads * _PIECES))
        pieces = iter(range(0, deals, size))
        lock = threading.Lock()
        counts = [Counts(0, 0, 0)] * threads

        def next_pieces() -> Iterator[int]:
            while True:
                with lock:
                    first = next(pieces, None)
                if first is None:
                    return
                yield first

        def work(thread: int) -> None:
            games = rounds = turns = 0
            for first in next_pieces():
                for rows in self._players[thread].play(first, min(size, deals - first), self._stop.flag):
                    games += len(rows.games["game"])
                    rounds += len(rows.rounds["game"])
                    turns += int(rows.games["turns"].sum())
            counts[thread] = Counts(games, rounds, turns)

        cpu, wall = time.process_time(), time.perf_counter()
        end = in_threads(threads, work, self._stop)
        cpu = time.process_time() - cpu
        return Sample(Counts(*(sum(column) for column in zip(*counts, strict=True))), end - wall, cpu)


def in_threads(threads: int, work: Callable[[int], None], stop: StopRequest) -> float:
    """Do the work in so many threads; give the moment when the last was done, by `time.perf_counter`.

    Raises
    ------
    Stopped
        When `stop` was set; a thread that compiles is left behind.
    """
    ends = [0.0] * threads
    failures: list[BaseException] = []

    def one(thread: int) -> None:
        try:
            work(thread)
        except BaseException as error:  # it belongs to the caller's thread
            failures.append(error)
        ends[thread] = time.perf_counter()

    workers = [threading.Thread(target=one, args=(n,), name=f"player-{n}", daemon=True) for n in range(threads)]
    for worker in workers:
        worker.start()
    deadline = float("inf")
    for worker in workers:
        while worker.is_alive() and time.monotonic() < deadline:
            worker.join(_POLL)
            if stop.is_set:
                deadline = min(deadline, time.monotonic() + PATIENCE)
    if stop.is_set:
        raise Stopped
    if failures:
        raise failures[0]
    return max(ends)

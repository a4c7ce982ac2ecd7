"""Plays the missing chunks of a run in threads: who takes which chunk cannot be seen in the files."""

from __future__ import annotations

import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sim.atomic_files import WriteFailed, sync_folder
from sim.compiling import Compiling, code_wanted
from sim.errors import BotFault, TooManyTurns
from sim.jit import keeps_code
from sim.manifest import Chunk, ChunkEntry, DamagedRun, GrownRun, TwoResults, cell_chunks
from sim.parts import Part
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.shell_commands import replay_command
from sim.shown import printable
from sim.stopping import StopRequest
from sim.stopwatch import Stopwatch
from sim.tallies.files import Range, missing_deals
from sim.tallies.ledger import Ledger

if TYPE_CHECKING:
    from sim.engine import Rows
    from sim.plan import Cell
    from sim.tallies.counting import CellCounter

PATIENCE: Final = 0.6  # seconds that a stopped player may take to notice
_GIVEN: Final = -1  # stands for all cells where the caller chooses the chunks
_TICK: Final = 0.1  # seconds after which the waiting thread looks at signals and the clock


class Player(Protocol):
    """What plays the deals of a cell."""

    def ready(self, announce: Callable[[str], None]) -> None:
        """Prepare, and say so when it takes long."""

    def play(self, first_deal: int, n_deals: int, stop: npt.NDArray[np.uint8]) -> Iterator[Rows]:
        """Play deals and give their rows in pieces."""


class RunFailed(Exception):  # noqa: N818  (named for what the user sees)
    """A chunk could not be played (exit 1); one line without control characters."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


class Played(NamedTuple):
    """What one call of `play_run` did."""

    games: int = 0
    rounds: int = 0
    chunks: int = 0
    seconds: float = 0.0  # in which at least one thread played; compiling does not count


class Have(NamedTuple):
    """What a run holds already."""

    games: int
    rounds: int
    chunks: int
    damage: list[str]


class _Piece(NamedTuple):
    games: int
    rounds: int


class _Finished(NamedTuple):
    """A chunk that is on the disk or in the sums, and what was played of it: the rest of it may have been there."""

    games: int
    rounds: int


def look_over(folder: RunFolder) -> Have:
    """Count the finished chunks; a damaged one counts as missing."""
    if not folder.plan.keeps_rows:
        return _look_over_tallies(folder)
    games = rounds = chunks = 0
    damage = []
    for chunk in folder.all_chunks():
        try:
            entry = folder.manifest.read(chunk)
        except DamagedRun as error:
            damage.append(str(error))
            continue
        if entry is not None:
            games, rounds, chunks = games + chunk.n_games, rounds + entry.rounds, chunks + 1
    return Have(games, rounds, chunks, damage)


def _look_over_tallies(folder: RunFolder) -> Have:
    games = rounds = 0
    damage = []
    done: dict[int, Sequence[Range]] = {}
    for number, (cell, wanted) in enumerate(zip(folder.plan.cells, folder.deals, strict=True)):
        try:
            entry = folder.tallies.read_entry(number, wanted)
        except DamagedRun as error:
            damage.append(str(error))
            continue
        if entry is not None:
            games, rounds = games + entry.n_deals * cell.rotations, rounds + entry.rounds
            done[number] = entry.deals
    chunks = sum(not missing_deals(done.get(chunk.cell, ()), chunk) for chunk in folder.all_chunks())
    return Have(games, rounds, chunks, damage)


def play_run(
    folder: RunFolder,
    threads: int,
    stop: StopRequest,
    progress: Progress,
    new_player: Callable[[Cell, int], Player] | None = None,
    again: Iterable[Chunk] | None = None,
    also: tuple[str, ...] = (),
) -> Played:
    """Play every chunk of the run that is not finished, until done or stopped.

    Files are replaced when those that take their place are on the disk, so that a chunk is never worse than before.

    Parameters
    ----------
    folder
        Whose lock is held.
    threads
        How many chunks are played at once.
    stop
        Set from outside to stop early; the files of unfinished chunks are removed.
    progress
        Told what was played, from this thread only.
    new_player
        Makes the player of a cell from cell and seed; the engine's where not given, compiled as quickly as can be.
    again
        Play only these, also where they look finished.
    also
        Families that the engine's kernels know beside those of a cell, so that cells share them; no game changes.

    Raises
    ------
    WriteFailed, RunFailed
        After the first chunk that could not be written or played; finished chunks are kept.
    """
    crew = _Crew(folder, stop, threads, new_player, again, also)
    told = _Told(stop, progress)
    if crew.compiling.announcement is not None:
        progress.say(crew.compiling.announcement)
    workers = [threading.Thread(target=crew.work, args=(n,), name=f"player-{n}", daemon=True) for n in range(threads)]
    for worker in workers:
        worker.start()
    deadline = math.inf
    try:
        # Past the deadline somebody still compiles or waits for the disk; the process ends without them.
        while any(worker.is_alive() for worker in workers) and time.monotonic() < deadline:
            if stop.is_set:
                crew.compiling.end()
                deadline = min(deadline, time.monotonic() + PATIENCE)
            progress.tick(crew.stopwatch.seconds)
            with contextlib.suppress(queue.Empty):
                told.take(crew.events.get(timeout=_TICK))
    finally:
        crew.compiling.end()
    with crew.stopwatch.running():
        crew.finish()
    while not crew.events.empty():
        told.take(crew.events.get())
    if told.failure is not None:
        raise told.failure
    return told.played._replace(seconds=crew.stopwatch.seconds)


class _Told:
    """What the threads have told so far, and where it goes."""

    def __init__(self, stop: StopRequest, progress: Progress) -> None:
        self.played = Played()
        self.failure: Exception | None = None
        self._stop = stop
        self._progress = progress

    def take(self, event: object) -> None:
        """Pass one event on; the first failure stops everybody."""
        match event:
            case str():
                self._progress.say(event)
            case _Piece():
                self._progress.add(event.games, event.rounds)
            case _Finished():
                self.played = _plus(self.played, event)
            case Exception():
                self.failure = self.failure or event
                self._stop.set()


def _plus(played: Played, chunk: _Finished) -> Played:
    return Played(played.games + chunk.games, played.rounds + chunk.rounds, played.chunks + 1)


def _engine(folder: RunFolder, also: tuple[str, ...]) -> Callable[[Cell, int], Player]:
    from sim.engine import CellPlayer

    return partial(CellPlayer, turns="turns" in folder.plan.tables, also=also)


class _Crew:
    """What the threads share: what is still to be compiled and played, and the way to tell about it."""

    def __init__(
        self,
        folder: RunFolder,
        stop: StopRequest,
        threads: int,
        new_player: Callable[[Cell, int], Player] | None,
        again: Iterable[Chunk] | None,
        also: tuple[str, ...],
    ) -> None:
        # No SimpleQueue: where a signal comes and its handler outlasts the tick, its get waits for ever (CPython 3.11).
        self.events: queue.Queue[Any] = queue.Queue()
        self._folder = folder
        self._stop = stop
        self._new_player = new_player or _engine(folder, also)
        self._is_again = again is not None
        self._one_at_a_time = threading.Lock()
        self._labels = folder.file_labels
        self._ledger = None if folder.plan.keeps_rows else Ledger(folder)
        cells = enumerate(folder.deals)
        self._chunks = {number: self._open_chunks(cell_chunks(folder.plan, number, n)) for number, n in cells}
        if again is not None:
            self._chunks = {_GIVEN: self._open_chunks(again)}
        wanted = code_wanted(folder.plan, self._has_chunks, also) if new_player is None and again is None else {}
        self.compiling = Compiling(wanted, threads, alone=bool(wanted) and not keeps_code())
        self.stopwatch = Stopwatch()

    def finish(self) -> None:
        """Bring to the disk what is only in memory, when nobody plays any more."""
        if self._ledger is not None:
            try:
                self._ledger.save()
            except WriteFailed as error:
                self.events.put(error)

    def work(self, thread: int) -> None:
        """Compile what is wanting and play chunks until there are none, as one thread."""
        self.compiling.work(thread)
        cell, player, counter = -1, None, None
        while (chunk := self._next_chunk()) is not None:
            try:
                if player is None or chunk.cell != cell:
                    cell, player, counter = chunk.cell, self._ready_player(chunk.cell), None
                if self._ledger is not None and counter is None:
                    counter = self._ready_counter(chunk.cell)
                with self.stopwatch.running():
                    if self._ledger is None or counter is None:
                        self._play(chunk, player)
                    else:
                        self._count(chunk, player, counter, self._ledger)
            except WriteFailed as error:
                self.events.put(error)
                return
            except Exception as error:
                if self._stop.is_set and not isinstance(error, TwoResults):
                    return
                failure = RunFailed(self._fault(chunk, error))
                failure.__cause__ = error
                self.events.put(failure)
                return

    def _fault(self, chunk: Chunk, error: Exception) -> str:
        if isinstance(error, BotFault):
            look = replay_command(self._folder.path, chunk.cell, error.game)
            return f"cell {chunk.cell}, game {error.game}, {error.text}; look at the game with: {look}"
        if isinstance(error, TwoResults | TooManyTurns):
            return str(error)
        return f"chunk {chunk.number} of cell {chunk.cell} failed: {type(error).__name__}: {error}"

    def _next_chunk(self) -> Chunk | None:
        """Wait for a chunk that can be played; None when there will be none any more."""
        while not self._stop.is_set:
            with self._one_at_a_time:
                for cell in list(self._chunks):
                    if not self.compiling.is_playable(cell):
                        continue
                    chunk = next(self._chunks[cell], None)
                    if chunk is not None:
                        return chunk
                    del self._chunks[cell]
                if not self._chunks:
                    return None
            self.compiling.wait(_TICK)
        return None

    def _open_chunks(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """Leave out those that are done, and all when we shall stop."""
        return (chunk for chunk in takewhile(lambda _: not self._stop.is_set, chunks) if not self._is_done(chunk))

    def _has_chunks(self, cell: int) -> bool:
        first = next(self._chunks[cell], None)
        if first is not None:
            self._chunks[cell] = chain([first], self._chunks[cell])
        return first is not None

    def _is_done(self, chunk: Chunk) -> bool:
        """Whether nothing is to be played."""
        if self._ledger is not None:
            return self._ledger.has(chunk)
        if self._is_again:
            return False
        try:
            return self._folder.manifest.read(chunk) is not None
        except DamagedRun:
            return False
        except GrownRun:  # by somebody who took our lock away: more is there than we would write
            return True

    def _ready_player(self, cell: int) -> Player:
        player = self._new_player(self._folder.plan.cells[cell], self._folder.plan.seed)
        player.ready(self.events.put)
        return player

    def _ready_counter(self, cell: int) -> CellCounter:
        from sim.batches import batch_deals
        from sim.tallies.counting import CellCounter

        counter = CellCounter(self._folder.plan.cells[cell], batch_deals(self._folder.deals[cell]))
        counter.ready(self.events.put)
        return counter

    def _count(self, chunk: Chunk, player: Player, counter: CellCounter, ledger: Ledger) -> None:
        """Add a chunk to the tallies."""
        games = rounds = 0
        for begin, end in ledger.missing(chunk):
            for rows in player.play(begin, end - begin, self._stop.flag):
                counter.add(rows)
                piece = _Piece(len(rows.games["game"]), len(rows.rounds["game"]))
                games, rounds = games + piece.games, rounds + piece.rounds
                self.events.put(piece)
        ledger.add(chunk, counter.take(), rounds)
        self.events.put(_Finished(games, rounds))

    def _play(self, chunk: Chunk, player: Player) -> None:
        """Write the parts of a chunk, then declare it finished, unless another worker has meanwhile."""
        folder, tables, rounds = self._folder, self._folder.plan.tables, 0
        parts = {}
        try:
            for table in tables:
                path = folder.path / chunk.part(table)
                parts[table] = Part(path, table, folder.plan.cells[chunk.cell], chunk.cell, self._labels)
            for rows in player.play(chunk.first_deal, chunk.n_deals, self._stop.flag):
                for table, part in parts.items():
                    part.write(getattr(rows, table))
                rounds += len(rows.rounds["game"])
                self.events.put(_Piece(len(rows.games["game"]), len(rows.rounds["game"])))
            if parts["games"].rows != chunk.n_games:
                raise RuntimeError(f"{parts['games'].rows} games were played instead of {chunk.n_games}")
            entry = ChunkEntry(chunk, {table: part.finish() for table, part in parts.items()}, rounds)
            folder.manifest.compare(entry)
            if self._is_done(chunk):
                self.events.put(_Finished(chunk.n_games, rounds))
                return
            for part in parts.values():
                part.sync()
            folder.manifest.remove(chunk)
            for part in parts.values():
                part.keep()
        finally:
            for part in parts.values():
                part.discard()
        for table in tables:
            sync_folder((folder.path / chunk.part(table)).parent)
        folder.manifest.write(entry)
        self.events.put(_Finished(chunk.n_games, rounds))

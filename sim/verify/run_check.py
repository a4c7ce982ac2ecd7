"""The check of a whole run: chunk by chunk in threads, told in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Final

from sim.manifest import MANIFEST, Chunk, cell_folder
from sim.shown import counted
from sim.verify.chunk_check import CheckStopped, ChunkChecker, ChunkFindings, State
from sim.verify.findings import Damage, Fault, Findings, Mend
from sim.verify.folder_files import folder_findings
from sim.verify.ids import ranges_text

if TYPE_CHECKING:
    from sim.progress import Progress
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest

_TICK: Final = 0.1  # seconds after which the waiting thread looks at signals and the clock


def check_run(folder: RunFolder, threads: int, stop: StopRequest, progress: Progress) -> Findings:
    """Check every file and every row of a run.

    Parameters
    ----------
    folder
        The run; it need not be finished.
    threads
        How many chunks are checked at once.
    stop
        Set from outside to stop early; what was found so far is given.
    progress
        Told what was checked, from this thread only.
    """
    findings = folder_findings(folder)
    unfinished: dict[int, list[tuple[int, int]]] = {}
    try:
        for found in _in_order(ChunkChecker(folder, stop).check, folder.all_chunks(), threads, stop, progress.tick):
            _take_over(findings, found, unfinished)
            progress.add(found.checked.games, found.checked.rounds)
    except CheckStopped:
        findings.stopped = True
    for cell, ranges in unfinished.items():
        findings.add(_unfinished_fault(cell, ranges))
    return findings


def _take_over(findings: Findings, found: ChunkFindings, unfinished: dict[int, list[tuple[int, int]]]) -> None:
    findings.add(*found.faults)
    findings.checked.add(found.checked)
    chunk = found.chunk
    if found.state is not State.SOUND:
        findings.unsound.add((chunk.cell, chunk.number))
    if found.state is State.DAMAGED:
        findings.damaged.append(Damage(chunk, tuple(found.damaged_files)))
    if found.state is State.UNFINISHED:
        ranges = unfinished.setdefault(chunk.cell, [])
        first, last = chunk.first_game, chunk.first_game + chunk.n_games - 1
        if ranges and ranges[-1][1] + 1 == first:
            first, _ = ranges.pop()
        ranges.append((first, last))


def _unfinished_fault(cell: int, ranges: list[tuple[int, int]]) -> Fault:
    missing = sum(last - first + 1 for first, last in ranges)
    message = f"lacks {counted(missing, 'game')} that are not played yet: {ranges_text(ranges)}"
    games = (ranges[0][0], ranges[-1][1])
    return Fault("unfinished", f"{MANIFEST}/{cell_folder(cell)}", message, Mend.RESUME, cell, games)


def _in_order(
    work: Callable[[Chunk], ChunkFindings],
    chunks: Iterable[Chunk],
    threads: int,
    stop: StopRequest,
    tick: Callable[[], None],
) -> Iterator[ChunkFindings]:
    """Work on chunks in threads and give the results in order; few wait at a time, however many there are.

    Raises
    ------
    CheckStopped
        After `stop` was set.
    """
    waiting: deque[Future[ChunkFindings]] = deque()
    pool = ThreadPoolExecutor(threads, "checker")
    try:
        for chunk in chunks:
            waiting.append(pool.submit(work, chunk))
            if len(waiting) > 2 * threads:
                yield _result(waiting.popleft(), stop, tick)
        while waiting:
            yield _result(waiting.popleft(), stop, tick)
    finally:
        pool.shutdown(cancel_futures=True)  # what waits is not begun any more


def _result(future: Future[ChunkFindings], stop: StopRequest, tick: Callable[[], None]) -> ChunkFindings:
    while not future.done():
        wait((future,), _TICK)
        tick()
        if stop.is_set:
            raise CheckStopped
    return future.result()

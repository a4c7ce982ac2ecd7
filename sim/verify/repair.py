"""Damaged chunks played again: what was lost on the disk, never what an entry says was written so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sim.manifest import DamagedRun
from sim.run_session import reopen_run
from sim.run_versions import changed_libraries
from sim.runner import Played, play_run
from sim.verify.chunk_check import CheckStopped, ChunkChecker, State

if TYPE_CHECKING:
    from sim.manifest import Chunk
    from sim.progress import Progress
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest
    from sim.verify.findings import Findings


class Repaired(NamedTuple):
    """What a repair did."""

    played: Played
    swept: list[Path]
    changed_libraries: list[str]  # since the run began: rows are the same, bytes of the files may not be


def repair_run(path: Path, findings: Findings, threads: int, stop: StopRequest, progress: Progress) -> Repaired:
    """Play damaged chunks again, write the card anew and remove strays, while holding the lock of the run.

    Each chunk is checked once more first: the run may have been extended, resumed or mended since. Chunks that are not
    finished stay so. Damaged files stay, too, until what takes their place is on the disk; an entry that can be read
    stays in force till then: what is played must have the values that it says.

    Raises
    ------
    InputError
        When another process writes the run, or another engine began it.
    WriteFailed, RunFailed
        When a chunk cannot be written or played, or comes out with other values than its entry says; that one is as
        it was found, and those before it are mended.
    """
    numbers = {(damage.chunk.cell, damage.chunk.number) for damage in findings.damaged}
    with reopen_run(path) as folder:  # which sweeps and writes the card
        if folder.plan.keeps_rows:
            again = _still_damaged(folder, numbers, stop)
        else:  # damaged sums count for nothing: the cell is played as if they were not there
            for cell in findings.damaged_cells:
                if _is_damaged(folder, cell):
                    folder.tallies.forget(cell)
            again = (chunk for chunk in folder.all_chunks() if chunk.cell in findings.damaged_cells)
        played = play_run(folder, threads, stop, progress, again=again)
        return Repaired(played, folder.swept, changed_libraries(folder))


def _is_damaged(folder: RunFolder, cell: int) -> bool:
    """Look at the tallies of a cell once more: somebody may have mended them since."""
    try:
        entry = folder.tallies.read_entry(cell, folder.deals[cell])
        if entry is not None:
            folder.tallies.read(entry)
    except DamagedRun:
        return True
    return False


def _still_damaged(folder: RunFolder, numbers: set[tuple[int, int]], stop: StopRequest) -> Iterator[Chunk]:
    checker = ChunkChecker(folder, stop)
    for chunk in folder.all_chunks():
        if (chunk.cell, chunk.number) not in numbers:
            continue
        try:
            found = checker.check(chunk)
        except CheckStopped:
            return
        if found.state is State.DAMAGED:
            yield chunk

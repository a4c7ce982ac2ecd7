"""Damaged chunks played again: what was lost on the disk, never what was written wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sim.atomic_files import sync_folder, write_errors
from sim.run_folder import changed_libraries
from sim.run_session import reopen_run
from sim.runner import Played, play_run
from sim.verify.findings import Damage

if TYPE_CHECKING:
    from sim.progress import Progress
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest


class Repaired(NamedTuple):
    """What a repair did."""

    played: Played
    swept: list[Path]
    changed_libraries: list[str]  # since the run began: rows are the same, bytes of the files may not be


def repair_run(path: Path, damaged: Sequence[Damage], threads: int, stop: StopRequest, progress: Progress) -> Repaired:
    """Play damaged chunks again, write the card anew and remove strays, while holding the lock of the run.

    Chunks that are not finished stay so. Damaged files are removed first: whatever happens then, the run knows that
    they are missing. An entry that can be read stays: what is played must have the values that it says.

    Raises
    ------
    InputError
        When another process writes the run, or another engine began it.
    WriteFailed, RunFailed
        When a chunk cannot be written or played, or comes out with other values than its entry says; those before it
        are kept.
    """
    numbers = {(damage.chunk.cell, damage.chunk.number) for damage in damaged}
    with reopen_run(path) as folder:  # which sweeps and writes the card
        for damage in damaged:
            _remove(folder, damage)
        # The run may have been extended since it was checked, so the chunks are looked up again.
        chunks = (chunk for chunk in folder.all_chunks() if (chunk.cell, chunk.number) in numbers)
        played = play_run(folder, threads, stop, progress, chunks=chunks)
        return Repaired(played, folder.swept, changed_libraries(folder))


def _remove(folder: RunFolder, damage: Damage) -> None:
    for name in damage.files:
        file = folder.path / name
        with write_errors(file):
            file.unlink(missing_ok=True)
        sync_folder(file.parent)

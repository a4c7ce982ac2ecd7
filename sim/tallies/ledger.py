"""What all players of a run have counted: added up in memory, brought to the disk from time to time."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Final

from sim.batches import batch_deals
from sim.manifest import DamagedRun
from sim.tallies.files import missing_deals
from sim.tallies.sums import add_all, coarser

if TYPE_CHECKING:
    from sim.manifest import Chunk
    from sim.run_folder import RunFolder
    from sim.tallies.files import Range
    from sim.tallies.sums import CellSums

SAVE_SECONDS: Final = 5.0
"""Work that a kill may cost; more where saving itself takes long."""
SAVE_SHARE: Final = 0.01
"""Of the time, at most, goes into saving."""


class Ledger:
    """The tallies of a run while it is played; safe to be used by several threads.

    Parameters
    ----------
    folder
        Whose lock is held.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._cells: dict[int, _CellLedger] = {}
        self._lock = threading.Lock()

    def has(self, chunk: Chunk) -> bool:
        """Whether all deals of a chunk are in the sums."""
        with self._lock:
            return self._cell(chunk.cell).missing(chunk) == []

    def missing(self, chunk: Chunk) -> list[Range]:
        """Give the deals of a chunk still to be played: all but for the last one of a run that was extended."""
        with self._lock:
            return self._cell(chunk.cell).missing(chunk)

    def add(self, chunk: Chunk, sums: CellSums, rounds: int) -> None:
        """Add the sums of the missing deals of a chunk; what is there already is not added twice.

        Raises
        ------
        WriteFailed
            When they could not be brought to the disk.
        """
        with self._lock:
            self._cell(chunk.cell).add(chunk, sums, rounds)

    def save(self) -> None:
        """Bring everything to the disk.

        Raises
        ------
        WriteFailed
            When that failed.
        """
        with self._lock:
            for cell in self._cells.values():
                cell.save()

    def _cell(self, number: int) -> _CellLedger:
        if number not in self._cells:
            self._cells[number] = _CellLedger(self._folder, number)
        return self._cells[number]


class _CellLedger:
    """The tallies of one cell."""

    def __init__(self, folder: RunFolder, number: int) -> None:
        self._folder = folder
        self._number = number
        self._wanted = folder.deals[number]
        self._batch_deals = batch_deals(self._wanted)
        self._saved: CellSums | None = None  # those on the disk; read when they are needed
        self._new: list[CellSums] = []
        self._rounds = 0
        self._ranges: list[Range] = []
        self._entry = None
        try:
            self._entry = folder.tallies.read_entry(number, self._wanted)
            if self._entry is not None and not self._is_finished(self._entry.deals):
                self._saved = folder.tallies.read(self._entry)
        except DamagedRun:  # whoever plays was told; the cell is played again
            self._entry = None
        if self._entry is not None:
            self._ranges, self._rounds = list(self._entry.deals), self._entry.rounds
            if self._saved is not None and self._entry.batch_deals != self._batch_deals:
                self._saved = coarser(self._saved, self._batch_deals // self._entry.batch_deals)
        self._next_save = 0.0

    def missing(self, chunk: Chunk) -> list[Range]:
        return missing_deals(self._ranges, chunk)

    def add(self, chunk: Chunk, sums: CellSums, rounds: int) -> None:
        gaps = self.missing(chunk)
        if not gaps:
            return
        self._new.append(sums)
        self._rounds += rounds
        self._ranges = _joined([*self._ranges, *gaps])
        if self._is_finished(self._ranges) or time.monotonic() >= self._next_save:
            self.save()

    def save(self) -> None:
        if not self._new:
            return
        begin = time.monotonic()
        sums = add_all(self._new if self._saved is None else [self._saved, *self._new])
        files, labels = self._folder.tallies, self._folder.file_labels
        self._entry = files.write(self._number, self._batch_deals, self._ranges, self._rounds, sums, labels)
        self._saved, self._new = sums, []
        if self._is_finished(self._ranges):
            self._saved = None  # nothing will be added
        end = time.monotonic()
        self._next_save = end + max(SAVE_SECONDS, (end - begin) / SAVE_SHARE)

    def _is_finished(self, ranges: tuple[Range, ...] | list[Range]) -> bool:
        return list(ranges) == [(0, self._wanted)]


def _joined(ranges: list[Range]) -> list[Range]:
    made: list[Range] = []
    for begin, end in sorted(ranges):
        if made and begin <= made[-1][1]:
            made[-1] = made[-1][0], max(made[-1][1], end)
        else:
            made.append((begin, end))
    return made

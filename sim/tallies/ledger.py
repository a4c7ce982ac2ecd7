"""What all players of a run have counted: added up in memory, brought to the disk from time to time."""

from __future__ import annotations

import math
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
            cell = self._cell(chunk.cell)
            is_due = cell.add(chunk, sums, rounds)
        if is_due:
            cell.save()

    def save(self) -> None:
        """Bring everything to the disk.

        Raises
        ------
        WriteFailed
            When that failed.
        """
        with self._lock:
            cells = list(self._cells.values())
        for cell in cells:
            cell.save()

    def _cell(self, number: int) -> _CellLedger:
        if number not in self._cells:
            self._cells[number] = _CellLedger(self._folder, number, self._lock)
        return self._cells[number]


class _CellLedger:
    """The tallies of one cell; `lock` guards what several threads change, and is held by who calls all but `save`."""

    def __init__(self, folder: RunFolder, number: int, lock: threading.Lock) -> None:
        self._lock = lock
        self._one_saves = threading.Lock()
        self._folder = folder
        self._number = number
        self._wanted = folder.deals[number]
        self._batch_deals = batch_deals(self._wanted)
        self._saved: CellSums | None = None  # those on the disk; read when they are needed
        self._new: list[CellSums] = []
        self._rounds = 0
        self._ranges: list[Range] = []
        try:
            entry = folder.tallies.read_entry(number, self._wanted)
            if entry is not None and not self._is_finished(entry.deals):
                self._saved = folder.tallies.read(entry)
        except DamagedRun:  # whoever plays was told; the cell is played again
            entry = None
        if entry is not None:
            self._ranges, self._rounds = list(entry.deals), entry.rounds
            if self._saved is not None and entry.batch_deals != self._batch_deals:
                self._saved = coarser(self._saved, self._batch_deals // entry.batch_deals)
        self._next_save = time.monotonic() + SAVE_SECONDS

    def missing(self, chunk: Chunk) -> list[Range]:
        return missing_deals(self._ranges, chunk)

    def add(self, chunk: Chunk, sums: CellSums, rounds: int) -> bool:
        """Add sums in memory; give whether it is time to save."""
        gaps = self.missing(chunk)
        if not gaps:
            return False
        self._new.append(sums)
        self._rounds += rounds
        self._ranges = _joined([*self._ranges, *gaps])
        is_due = self._is_finished(self._ranges) or time.monotonic() >= self._next_save
        if is_due:
            self._next_save = math.inf  # nobody else, while we are at it
        return is_due

    def save(self) -> None:
        """Bring the sums to the disk while others play on and add theirs."""
        with self._one_saves:
            with self._lock:
                new, self._new = self._new, []
                ranges, rounds = self._ranges, self._rounds
            if not new:
                return
            begin = time.monotonic()
            sums = add_all(new if self._saved is None else [self._saved, *new])
            try:
                self._folder.tallies.write(
                    self._number, self._batch_deals, ranges, rounds, sums, self._folder.file_labels
                )  # fmt: skip
            except BaseException:
                with self._lock:
                    self._new = [*new, *self._new]
                raise
            self._saved = None if self._is_finished(ranges) else sums  # nothing will be added
            end = time.monotonic()
            with self._lock:
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

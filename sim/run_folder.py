"""A run on the disk: `run.json`, the parts, the manifest and a data-set card.

    run.json                                    the frozen plan, its hash, the number of deals, versions
    README.md                                   what the columns mean and how to read them
    rounds|games|seats/cell=000/part-000000.parquet     and turns, or without rounds: as the plan's detail says
    manifest/cell=000/chunk-000000.json         sizes, rows and hashes of a finished chunk

No byte of it depends on the time, the host, the number of threads, the locale or the working folder.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from sim.atomic_files import TEMPORARY, write_errors, write_sealed, write_whole
from sim.data_card import data_card
from sim.errors import InputError
from sim.grown import finished_deals, games_for
from sim.manifest import (
    MANIFEST,
    Chunk,
    ChunkEntry,
    DamagedRun,
    GrownRun,
    Manifest,
    cell_folder,
    plan_chunks,
)
from sim.plan import Plan
from sim.run_description import RUN_FILE, describe, read_description, run_counts
from sim.shell_commands import extend_command, resume_command
from sim.strays import Stray, find_strays
from sim.tallies.files import TALLIES, TallyEntry, TallyFiles
from sim.tallies.strays import find_tally_strays

CARD_FILE: Final = "README.md"


class RunFolder:
    """A run folder that was begun: its plan, and which of its chunks are finished."""

    def __init__(self, path: Path, description: dict[str, Any]) -> None:
        self.path = path
        self.description = description
        self.plan = Plan.from_mapping(description["plan"], where=str(path / RUN_FILE))
        self.deals: tuple[int, ...] = tuple(description["deals"])
        self.manifest = Manifest(path, description["plan_hash"], self.plan.tables)
        self.tallies = TallyFiles(path, description["plan_hash"])
        self.swept: list[Path] = []  # files of no chunk that `prepare` removed

    @classmethod
    def open(cls, path: str | Path) -> RunFolder:
        """Open a run for reading.

        Raises
        ------
        InputError
            When there is no run, another format or a folder that is a link.
        DamagedRun
            When `run.json` is not as it was written.
        """
        path = Path(path)
        description = read_description(path)
        folder = cls(path, description)
        for name in (RUN_FILE, *folder._folders()):
            if (path / name).is_symlink():
                raise InputError(f"{path / name}: is a link; the files of a run must lie in its own folder")
        return folder

    @classmethod
    def write_new(cls, path: Path, plan: Plan, deals: tuple[int, ...]) -> RunFolder:
        """Begin a run in an empty folder, whose lock is held."""
        folder = cls(path, describe(plan, deals))
        write_sealed(path / RUN_FILE, folder.description)
        folder.prepare()
        return folder

    def extended(self, deals: tuple[int, ...]) -> RunFolder:
        """Want more deals of the same plan; a crash at any moment leaves the old wish or the new one.

        The new folder is still to be prepared.

        Raises
        ------
        GrownRun
            When chunks beyond them are finished.
        """
        longer = RunFolder(self.path, self.description | run_counts(self.plan, deals))
        longer._strays()
        write_sealed(self.path / RUN_FILE, longer.description)
        return longer

    def prepare(self) -> None:
        """Make what a writer needs, and sweep away what an earlier one left unfinished and what no chunk has.

        Raises
        ------
        GrownRun
            When chunks beyond the deals of `run.json` are finished; nothing is changed.
        """
        self._sweep_strays()
        for name in self._folders():
            with write_errors(self.path / name):
                (self.path / name).mkdir(parents=True, exist_ok=True)
            self._sweep(self.path / name)
        self._sweep(self.path)
        if self.card_fault():
            write_whole(self.path / CARD_FILE, self._card())

    def card_fault(self) -> str:
        """Say how the card differs from what this program writes; an empty text if it does not."""
        path = self.path / CARD_FILE
        try:
            if path.is_symlink() or not path.is_file():
                return "is no plain file" if os.path.lexists(path) else "is missing"
            return "" if path.read_bytes() == self._card() else "is not the card of this run"
        except OSError as error:
            return f"cannot be read: {error.strerror}"

    def all_chunks(self) -> Iterator[Chunk]:
        """List every chunk, finished or not."""
        return plan_chunks(self.plan, self.deals)

    def chunks(self) -> list[ChunkEntry]:
        """Give the entries of all finished chunks, in order.

        Raises
        ------
        DamagedRun
            When an entry or a file is not as it was written (files by their size only), or belongs to no chunk.
        GrownRun
            When chunks beyond the deals of `run.json` are finished.
        """
        return self._entries

    def files(self, table: str, cell: int) -> list[Path]:
        """Name the files of one table and cell, in the order of their games: what readers are to read."""
        return [self.path / entry.chunk.part(table) for entry in self._entries if entry.chunk.cell == cell]

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is finished."""
        if not self.plan.keeps_rows:
            return [entry and entry.deals for entry in self.tally_entries] == [((0, n),) for n in self.deals]
        return len(self._entries) == sum(1 for _ in self.all_chunks())

    @cached_property
    def tally_entries(self) -> list[TallyEntry | None]:
        """Give the entries of the tallies of all cells; None for a cell without any.

        Raises
        ------
        DamagedRun, GrownRun
            As `chunks` does.
        """
        self._refuse_strays()
        return [self.tallies.read_entry(cell, wanted) for cell, wanted in enumerate(self.deals)]

    def contents(self) -> list[str]:
        """Hash the values of each cell, whatever program wrote the files: equal for equal play, on any machine."""
        if not self.plan.keeps_rows:
            return ["" if entry is None else entry.part.content for entry in self.tally_entries]
        digests = [hashlib.sha256() for _ in self.plan.cells]
        for entry in self._entries:
            for table, part in sorted(entry.parts.items()):
                digests[entry.chunk.cell].update(f"{table} {part.content}\n".encode())
        return [digest.hexdigest() for digest in digests]

    @property
    def data_bytes(self) -> int:
        """Size of all finished files of rows or sums."""
        if self.plan.keeps_rows:
            return sum(part.n_bytes for entry in self._entries for part in entry.parts.values())
        return sum(entry.part.n_bytes for entry in self.tally_entries if entry is not None)

    @property
    def games(self) -> int:
        """Games of all cells in the finished run."""
        return sum(chunk.n_games for chunk in self.all_chunks())

    @cached_property
    def _entries(self) -> list[ChunkEntry]:
        self._refuse_strays()
        entries = map(self.manifest.read, self.all_chunks())
        return [entry for entry in entries if entry is not None]

    def _refuse_strays(self) -> None:
        for path in self._strays():
            command = resume_command(self.path)
            raise DamagedRun(f"{path} belongs to no chunk of this run; `{command}` removes it")

    @property
    def file_labels(self) -> dict[str, str]:
        """What every file of rows says about the run that it belongs to."""
        from sim.parts import file_labels

        made_by = self.description
        return file_labels(made_by["plan_hash"], made_by["engine"], made_by["stream"], made_by["format"])

    def outgrown(self) -> str:
        """Say how the run is longer than its `run.json` and how that is mended; an empty text if it is not."""
        return self._outgrown(list(self.stray_files()))

    def stray_files(self) -> Iterator[Stray]:
        """List the files that a query over the folders would count but that belong to no chunk."""
        if self.plan.keeps_rows:
            return find_strays(self.path, self.plan.tables, self.description["chunks"])
        return find_tally_strays(self.path, self.tallies, len(self.plan.cells))

    def leftovers(self) -> Iterator[Path]:
        """List the temporary files of a writer that was killed, or that is writing now; readers pass them over."""
        for name in (".", *self._folders()):
            yield from sorted((self.path / name).glob(f"*{TEMPORARY}"))

    def _folders(self) -> Iterator[str]:
        for name in (*(self.plan.tables or (TALLIES,)), MANIFEST):
            yield name
            yield from (f"{name}/{cell_folder(cell)}" for cell in range(len(self.plan.cells)))

    def _strays(self) -> list[Path]:
        """List the files of no chunk that may be removed; refuse those that somebody else must have put there."""
        strays = list(self.stray_files())
        if told := self._outgrown(strays):
            raise GrownRun(f"{self.path / RUN_FILE} {told}")
        for stray in strays:
            if not stray.is_ours:
                raise DamagedRun(
                    f"{stray.path} is no file of this run, but queries over its folder would count it;"
                    " move it elsewhere"
                )
        return [stray.path for stray in strays]

    def _outgrown(self, strays: list[Stray]) -> str:
        if self.plan.keeps_rows:
            found = finished_deals(self.manifest, self.plan, self.deals, strays)
        else:
            found = self.tallies.finished_deals(self.deals)
        if found == self.deals:
            return ""
        now = read_description(self.path)["deals"]
        if any(new > old for new, old in zip(now, self.deals, strict=True)):
            return "was written anew since it was read: the run is being extended; ask again"
        have, games = games_for(self.plan, self.deals), games_for(self.plan, found)
        way_out = f"`{extend_command(self.path, games)}` takes them in"
        return (
            f"wants {have:,} games of each cell, but chunks up to {games:,} are finished: it is an old copy; {way_out}"
        )

    def _sweep_strays(self) -> None:
        for path in self._strays():
            with write_errors(path):
                path.unlink()
            self.swept.append(path)

    def _card(self) -> bytes:
        return data_card(self.description, self.plan).encode()

    @staticmethod
    def _sweep(folder: Path) -> None:
        for path in folder.glob(f"*{TEMPORARY}"):
            with write_errors(path):
                path.unlink()

"""A finished run as its readers see it: cells and, lazily, their rows, through the manifest alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import polars as pl

from pipelines import derive
from sim.atomic_files import file_hash
from sim.batches import batch_deals, n_batches
from sim.columns import TABLES
from sim.errors import InputError
from sim.manifest import ChunkEntry, DamagedRun
from sim.plan import Cell, Plan, entrant_name
from sim.run_folder import RunFolder
from sim.shell_commands import repair_command, resume_command
from sim.tallies.sums import Sums

SLICE_ROUNDS: Final = 2_000_000
"""Rounds that are read at once: what a report needs in memory depends on this and not on the run."""


class Frames(NamedTuple):
    """Rows of the same whole games of one cell, with the derived columns of `pipelines.schemas`.

    A run that keeps games alone has no `rounds`: that frame is empty.
    """

    rounds: pl.LazyFrame
    games: pl.LazyFrame
    seats: pl.LazyFrame


class RunCell:
    """One cell of a run: what was played, and its rows.

    Attributes
    ----------
    number
        Index in the plan.
    deals, games
        How many were played; a deal is played once in each rotation of the line-up.
    keeps_rounds
        Whether there are rows of rounds, or of games and seats alone.
    """

    def __init__(
        self,
        path: Path,
        number: int,
        cell: Cell,
        deals: int,
        chunks: Sequence[ChunkEntry],
        *,
        keeps_rounds: bool,
        tallies: Callable[[], dict[str, Sums]] | None = None,
    ) -> None:
        self._path = path
        self._tallies = tallies
        self.number = number
        self.cell = cell
        self.deals = deals
        self._chunks = chunks
        self.keeps_rounds = keeps_rounds

    @property
    def players(self) -> int:
        """Seats at the table."""
        return self.cell.players

    @property
    def games(self) -> int:
        """Games of all rotations."""
        return self.deals * self.cell.rotations

    @property
    def batch_deals(self) -> int:
        """Deals that make a batch."""
        return batch_deals(self.deals)

    @property
    def n_batches(self) -> int:
        """Batches of the cell."""
        return n_batches(self.deals)

    @property
    def lineup(self) -> tuple[str, ...]:
        """Names of the entrants around the table, as placed in rotation 0."""
        return tuple(entrant_name(entrant) for entrant in self.cell.lineup)

    @property
    def entrants(self) -> tuple[str, ...]:
        """Names of the distinct entrants, in order of first appearance."""
        return tuple(entrant_name(entrant) for entrant in self.cell.entrants)

    @cached_property
    def label(self) -> str:
        """A line that tells the cell: variant, players, line-up."""
        names = self.lineup
        who = f"{self.players} × {names[0]}" if len(set(names)) == 1 else " + ".join(names)
        return f"{self.cell.variant.name} · {who}"

    @property
    def keeps_rows(self) -> bool:
        """Whether there are rows, or tallies alone."""
        return self._tallies is None

    def read_tallies(self) -> dict[str, Sums]:
        """Read the tallies that the engine kept.

        Raises
        ------
        DamagedRun
            When the file is not what was written; the message names it.
        """
        if self._tallies is None:
            raise ValueError("the run keeps rows; count them")
        return self._tallies()

    def frames(self) -> Frames:
        """Give all rows of the cell, lazily."""
        return self._scan(self._chunks)

    def slices(self, rounds: int = SLICE_ROUNDS) -> Iterator[Callable[[], Frames]]:
        """Give consecutive chunks, about so many rounds at a time, each as a function that compares hashes, then scans.

        Raises
        ------
        DamagedRun
            When a file is not what was written; the message names it.
        """
        waiting: list[ChunkEntry] = []
        for chunk in self._chunks:
            waiting.append(chunk)
            if sum(entry.rounds for entry in waiting) >= rounds:
                yield partial(self._checked, waiting)
                waiting = []
        if waiting:
            yield partial(self._checked, waiting)

    def stored_slices(self, first_deal: int = 0) -> Iterator[Callable[[], dict[str, pl.LazyFrame]]]:
        """Give the chunks from a deal on, each as a function that compares hashes, then scans the rows as stored.

        Raises
        ------
        DamagedRun
            When a file is not what was written; the message names it.
        """
        for entry in self._chunks:
            if entry.chunk.first_deal + entry.chunk.n_deals > first_deal:
                yield partial(self._checked_rows, [entry])

    def _checked(self, chunks: Sequence[ChunkEntry]) -> Frames:
        self._compare_hashes(chunks)
        return self._scan(chunks)

    def _checked_rows(self, chunks: Sequence[ChunkEntry]) -> dict[str, pl.LazyFrame]:
        self._compare_hashes(chunks)
        return self._rows(chunks)

    def _compare_hashes(self, chunks: Sequence[ChunkEntry]) -> None:
        parts = [(entry.chunk.part(table), entry.parts[table].sha256) for entry in chunks for table in self._tables]
        for part in parts:
            _compare_hash(self._path, *part)

    def _rows(self, chunks: Sequence[ChunkEntry]) -> dict[str, pl.LazyFrame]:
        return {
            table: pl.scan_parquet(
                [as_utf_8(self._path / entry.chunk.part(table)) for entry in chunks],
                hive_partitioning=False,
                glob=False,
            )
            for table in self._tables
        }

    def _scan(self, chunks: Sequence[ChunkEntry]) -> Frames:
        rows = self._rows(chunks)
        rounds = derive.rounds(rows["rounds"], self) if self.keeps_rounds else pl.LazyFrame()
        games, seats = rows["games"], rows["seats"]
        return Frames(rounds, derive.games(games, self), derive.seats(seats, games, self))

    @property
    def _tables(self) -> tuple[str, ...]:
        """Tables that are read: not all that a run may keep."""
        return TABLES if self.keeps_rounds else TABLES[1:]


class Run:
    """A finished run."""

    def __init__(self, folder: RunFolder) -> None:
        chunks = folder.chunks() if folder.plan.keeps_rows else []
        self.path = folder.path
        self.description: dict[str, Any] = folder.description
        self.plan: Plan = folder.plan
        self.deals = folder.deals
        self.keeps_rounds = folder.plan.tells_rounds
        self.cells = tuple(
            RunCell(
                folder.path,
                number,
                cell,
                deals,
                [e for e in chunks if e.chunk.cell == number],
                keeps_rounds=self.keeps_rounds,
                tallies=_kept(folder, number),
            )
            for number, (cell, deals) in enumerate(zip(folder.plan.cells, folder.deals, strict=True))
        )


def _kept(folder: RunFolder, number: int) -> Callable[[], dict[str, Sums]] | None:
    """Give what reads the tallies of a cell of a finished run; None where it keeps rows."""
    if folder.plan.keeps_rows:
        return None
    entry = folder.tally_entries[number]
    if entry is None:
        raise ValueError(f"cell {number} is not finished")
    return partial(folder.tallies.read, entry)


def open_run(path: str | Path) -> Run:
    """Open a finished run.

    Raises
    ------
    InputError
        When there is no run, its name is not UTF-8, it is damaged or it is not finished: half a run holds the
        games of its first deals for some cells only, and what is compared would not be the same deals.
    """
    try:
        as_utf_8(Path(path))
    except UnicodeDecodeError:
        shown = os.fspath(path).encode(errors="backslashreplace").decode()
        raise InputError(
            f"{shown}: the name is not UTF-8, so files in it cannot be read; rename the folder, or go there and give ."
        ) from None
    folder = RunFolder.open(path)
    if not folder.is_complete:
        raise InputError(
            f"{folder.path}: {_so_far(folder)}; `{resume_command(folder.path)}` plays the rest, then ask again"
        )
    return Run(folder)


def _so_far(folder: RunFolder) -> str:
    if folder.plan.keeps_rows:
        return f"{len(folder.chunks())} of {sum(1 for _ in folder.all_chunks())} chunks are finished"
    done = sum(entry.n_deals for entry in folder.tally_entries if entry is not None)
    return f"{done} of {sum(folder.deals)} deals are counted"


def as_utf_8(path: Path) -> str:
    """Write a path as Polars and other programs read it, whatever the locale makes of its bytes."""
    return os.fsencode(path).decode()


def _compare_hash(folder: Path, name: str, expected: str) -> None:
    try:
        found = file_hash(folder / name)
    except OSError as error:
        raise DamagedRun(f"{folder / name} cannot be read: {error.strerror}") from None
    if found != expected:
        way_out = f"`{repair_command(folder)}` plays its chunk again"
        raise DamagedRun(f"{folder / name} is not what was written (SHA-256 differs); {way_out}")

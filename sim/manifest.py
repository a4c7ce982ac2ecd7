"""The manifest: one sealed entry a finished chunk. Whatever has no entry does not count."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from sim.atomic_files import read_json, sync_folder, unseal, write_errors, write_sealed
from sim.errors import InputError
from sim.plan import Plan
from sim.shell_commands import resume_command

MANIFEST: Final = "manifest"


class DamagedRun(InputError):  # noqa: N818  (named for what the user sees)
    """A file of a run is not what the manifest says; the message names it and how to mend it."""


class GrownRun(InputError):  # noqa: N818  (named for what the user sees)
    """A chunk is finished with more deals than `run.json` wants, or wanted when it was read."""


class TwoResults(Exception):  # noqa: N818  (named for what the user sees)
    """One chunk came out twice with different rows, which the same engine must never do."""


class FileFault(Exception):  # noqa: N818  (a fault of the data)
    """What is wrong with one file of a run."""

    def __init__(self, name: str, fault: str) -> None:
        super().__init__(f"{name} {fault}")
        self.name = name  # within the run folder
        self.fault = fault


class GrownChunk(FileFault):
    """The entry of the chunk with more deals than are wanted: no damage, and nothing to be played over."""


class Chunk(NamedTuple):
    """A piece of work: consecutive deals of one cell, in all rotations."""

    cell: int
    number: int
    first_deal: int
    n_deals: int
    rotations: int

    @property
    def n_games(self) -> int:
        """Games in it."""
        return self.n_deals * self.rotations

    @property
    def first_game(self) -> int:
        """Number of the first of them in the cell."""
        return self.first_deal * self.rotations

    def part(self, table: str) -> str:
        """Name of the file with its rows, within the run folder."""
        return f"{table}/{cell_folder(self.cell)}/part-{self.number:06d}.parquet"

    @property
    def entry(self) -> str:
        """Name of its manifest entry, within the run folder."""
        return f"{MANIFEST}/{cell_folder(self.cell)}/chunk-{self.number:06d}.json"


class PartEntry(NamedTuple):
    """What the manifest says of one file."""

    n_bytes: int
    rows: int
    sha256: str  # of the file
    content: str  # of the values in it, whatever program wrote them


class ChunkEntry(NamedTuple):
    """A finished chunk and its files by table."""

    chunk: Chunk
    parts: dict[str, PartEntry]
    rounds: int  # played in it, whether or not their rows are kept


def cell_folder(cell: int) -> str:
    """Name of a cell's folder, as Hive writes partitions."""
    return f"cell={cell:03d}"


def plan_chunks(plan: Plan, deals: tuple[int, ...]) -> Iterator[Chunk]:
    """List all chunks of a run, cell by cell: chunk c holds the deals from c D up to (c + 1) D."""
    for number, n_deals in enumerate(deals):
        yield from cell_chunks(plan, number, n_deals)


def cell_chunks(plan: Plan, number: int, n_deals: int) -> Iterator[Chunk]:
    """List all chunks of one cell, which plays so many deals."""
    size, rotations = plan.chunk_deals, plan.cells[number].rotations
    for first in range(0, n_deals, size):
        yield Chunk(number, first // size, first, min(size, n_deals - first), rotations)


def chunk_with(plan: Plan, deals: tuple[int, ...], cell: int, game: int) -> Chunk:
    """Find the chunk of a game.

    Raises
    ------
    ValueError
        When the plan has no such cell, or the cell no such game.
    """
    if not 0 <= cell < len(plan.cells) or not 0 <= game < deals[cell] * plan.cells[cell].rotations:
        raise ValueError(f"the plan has no game {game} in cell {cell}")
    rotations, size = plan.cells[cell].rotations, plan.chunk_deals
    number = game // rotations // size
    return Chunk(cell, number, number * size, min(size, deals[cell] - number * size), rotations)


class Manifest:
    """The entries of one run folder."""

    def __init__(self, folder: Path, plan_hash: str, tables: tuple[str, ...]) -> None:
        self._folder = folder
        self._plan_hash = plan_hash
        self._tables = tables

    def compare(self, entry: ChunkEntry) -> None:
        """Compare a chunk that was just played with what its entry says, whoever wrote that and whatever became of it.

        Raises
        ------
        TwoResults
            When the values differ. An entry that is missing, damaged or of another chunk says nothing.
        """
        try:
            mapping = unseal(read_json(self._folder / entry.chunk.entry))
            files = mapping.pop("files")
            said = {table: files[table]["content"] for table in self._tables}
            mapping.pop("rounds")
        except (OSError, ValueError, KeyError, TypeError):
            return
        if mapping != self._key(entry.chunk):
            return
        for table, part in entry.parts.items():
            if part.content != said[table]:
                raise TwoResults(self._alarm(entry.chunk, table, said[table], part.content))

    def _alarm(self, chunk: Chunk, table: str, before: str, now: str) -> str:
        return (
            f"ALARM: chunk {chunk.number} of cell {chunk.cell} came out twice with different {table}: the entry says"
            f" {before}, played now is {now}; nothing was replaced. Engine, memory or disk is at fault: trust neither,"
            f" play the run on another machine, and remove {self._folder / chunk.entry} to take what is played next"
        )

    def write(self, entry: ChunkEntry) -> None:
        """Declare a chunk finished; its files must be on the disk already."""
        files = {table: _part_mapping(entry.chunk.part(table), entry.parts[table]) for table in self._tables}
        described = {"rounds": entry.rounds, "files": files}
        write_sealed(self._folder / entry.chunk.entry, self._key(entry.chunk) | described)

    def remove(self, chunk: Chunk) -> None:
        """Take a chunk back before its files change."""
        path = self._folder / chunk.entry
        if path.exists() or path.is_symlink():
            with write_errors(path):
                path.unlink()
            sync_folder(path.parent)

    def read(self, chunk: Chunk) -> ChunkEntry | None:
        """Give the entry of a chunk; None when it is not finished, or was finished with fewer deals.

        Raises
        ------
        DamagedRun
            When the entry cannot be read, or a file is not there in the size it says. The bytes are not read.
        GrownRun
            When it was finished with more deals.
        """
        try:
            entry = self.read_entry(chunk)
            for table, part in entry.parts.items() if entry is not None else ():
                self.check_file(chunk.part(table), part.n_bytes)
        except GrownChunk as found:
            raise GrownRun(f"{self._folder / found.name} {found.fault}; ask again") from None
        except FileFault as found:
            way_out = f"`{resume_command(self._folder)}` plays its chunk again"
            raise DamagedRun(f"{self._folder / found.name} {found.fault}; {way_out}") from None
        return entry

    def read_entry(self, chunk: Chunk) -> ChunkEntry | None:
        """Give the entry of a chunk as `read` does, without a look at its files.

        Raises
        ------
        FileFault
            When it cannot be read or is not the entry of this chunk; a `GrownChunk` when it is, with more deals.
        """
        mapping = self._read_mapping(chunk)
        if mapping is None:
            return None
        files, rounds = mapping.pop("files", None), mapping.pop("rounds", None)
        n_deals = self._deals(mapping, chunk)
        if n_deals is None:
            raise FileFault(chunk.entry, "belongs to another chunk or another run")
        if n_deals > chunk.n_deals:
            raise GrownChunk(chunk.entry, "has more games than run.json wanted when it was read: the run has grown")
        if n_deals < chunk.n_deals:
            return None
        try:
            parts = {table: self._part(chunk, table, files[table]) for table in self._tables}
            return ChunkEntry(chunk, parts, int(rounds))
        except (KeyError, TypeError):
            raise FileFault(chunk.entry, "does not describe its files") from None

    def end_of(self, cell: int, number: int, chunk_deals: int, rotations: int) -> int:
        """Give the deal after the last of a finished chunk, however many are wanted; 0 without a sound entry."""
        chunk = Chunk(cell, number, number * chunk_deals, chunk_deals, rotations)
        try:
            mapping = self._read_mapping(chunk) or {}
        except FileFault:
            return 0
        mapping.pop("files", None)
        mapping.pop("rounds", None)
        return chunk.first_deal + n_deals if (n_deals := self._deals(mapping, chunk)) else 0

    def _read_mapping(self, chunk: Chunk) -> dict[str, Any] | None:
        """Read what the entry of a chunk says; None where there is none.

        Raises
        ------
        FileFault
            When it cannot be read; a link may lead anywhere and is refused.
        """
        path = self._folder / chunk.entry
        if path.is_symlink():
            raise FileFault(chunk.entry, "is a link")
        try:
            return unseal(read_json(path))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise FileFault(chunk.entry, f"cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise FileFault(chunk.entry, str(error)) from None

    def check_file(self, name: str, n_bytes: int) -> None:
        """Compare kind and size of a file; a link may lead anywhere and is refused.

        Raises
        ------
        FileFault
            When it is not there as a plain file of that size.
        """
        try:
            found = (self._folder / name).lstat()
        except OSError:
            raise FileFault(name, "is missing") from None
        if not stat.S_ISREG(found.st_mode):
            raise FileFault(name, "is no plain file")
        if found.st_size != n_bytes:
            raise FileFault(name, f"has {found.st_size} bytes instead of {n_bytes}")

    def _key(self, chunk: Chunk) -> dict[str, Any]:
        return {
            "plan": self._plan_hash,
            "cell": chunk.cell,
            "chunk": chunk.number,
            "first_deal": chunk.first_deal,
            "deals": chunk.n_deals,
            "games": chunk.n_games,
        }

    def _deals(self, mapping: dict[str, Any], chunk: Chunk) -> int | None:
        """Deals of an entry of this chunk, which are other ones where the run was extended; None: another's entry."""
        n_deals = mapping.get("deals")
        if not isinstance(n_deals, int) or n_deals < 1:
            return None
        return n_deals if mapping == self._key(chunk._replace(n_deals=n_deals)) else None

    @staticmethod
    def _part(chunk: Chunk, table: str, file: dict[str, Any]) -> PartEntry:
        if file["path"] != chunk.part(table):
            raise FileFault(chunk.entry, f"names a file of its own: {file['path']!r}")
        return PartEntry(file["bytes"], file["rows"], file["sha256"], file["content"])


def _part_mapping(name: str, part: PartEntry) -> dict[str, Any]:
    return {
        "path": name,
        "bytes": part.n_bytes,
        "rows": part.rows,
        "sha256": part.sha256,
        "content": part.content,
    }

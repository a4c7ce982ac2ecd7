"""All checks of one chunk: entry, bytes, pages, values, ids, invariants."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from sim.atomic_files import is_as_written
from sim.columns import TABLES
from sim.manifest import Chunk, ChunkEntry, FileFault
from sim.parts import file_labels
from sim.run_folder import RunFolder
from sim.verify.findings import Checked, Fault, Mend
from sim.verify.ids import ID_COLUMNS, id_faults
from sim.verify.invariants import Broken, all_invariants
from sim.verify.parts_read import BadPart, PartReader, file_hash
from sim.verify.play import Play
from sim.verify.whole_games import WrongIds, whole_games

if TYPE_CHECKING:
    from sim.stopping import StopRequest


class State(Enum):
    """What a chunk is found to be."""

    SOUND = "sound"
    UNFINISHED = "unfinished"
    DAMAGED = "damaged"  # the bytes are not those that were written
    WRONG = "wrong"  # they are, and do not hold what they should


@dataclass
class ChunkFindings:
    """The result for one chunk."""

    chunk: Chunk
    state: State = State.SOUND
    faults: list[Fault] = field(default_factory=list)
    checked: Checked = field(default_factory=Checked)
    damaged_files: list[str] = field(default_factory=list)


class CheckStopped(Exception):  # noqa: N818  (not an error: somebody asked for it)
    """Raised within a check after its stop was set."""


class ChunkChecker:
    """Checks chunks of one run; may be used by many threads at once.

    Parameters
    ----------
    folder
        The run.
    stop
        Looked at now and then.
    """

    def __init__(self, folder: RunFolder, stop: StopRequest) -> None:
        self._folder = folder
        self._stop = stop
        made_by = folder.description
        self._labels = file_labels(made_by["plan_hash"], made_by["engine"], made_by["stream"], made_by["format"])
        self._invariants = all_invariants()

    def check(self, chunk: Chunk) -> ChunkFindings:
        """Check one chunk: its rows only when its bytes are as they were written."""
        found = ChunkFindings(chunk)
        entry = self._read_entry(chunk, found)
        if entry is None:
            return found
        found.checked.files += 1
        for table in TABLES:
            self._check_bytes(entry, table, found)
        if not found.faults:
            found.checked.chunks += 1
            self._check_rows(entry, found)
        return found

    def _read_entry(self, chunk: Chunk, found: ChunkFindings) -> ChunkEntry | None:
        path = self._folder.path / chunk.entry
        try:
            entry = self._folder.manifest.read_entry(chunk)
            if entry is None:
                found.state = State.UNFINISHED
            elif not is_as_written(path):
                raise FileFault(chunk.entry, "is not as it was written")
            return entry
        except FileFault as fault:
            _damage(found, "entry", fault)
            return None

    def _check_bytes(self, entry: ChunkEntry, table: str, found: ChunkFindings) -> None:
        """Compare size and hash of a file with its entry."""
        name, part = entry.chunk.part(table), entry.parts[table]
        path = self._folder.path / name
        found.checked.files += 1
        try:
            self._folder.manifest.check_file(name, part.n_bytes)
            found.checked.bytes += part.n_bytes
            with _unreadable(name):
                is_same = file_hash(path) == part.sha256
        except FileFault as fault:
            _damage(found, "file", fault)
            return
        if not is_same:
            _damage(found, "hash", FileFault(name, "is not what was written (SHA-256 differs)"))

    def _check_rows(self, entry: ChunkEntry, found: ChunkFindings) -> None:
        chunk, cell = entry.chunk, self._folder.plan.cells[entry.chunk.cell]
        readers: dict[str, PartReader] = {}
        with contextlib.ExitStack() as stack:
            try:
                for table, part in entry.parts.items():
                    path = self._folder.path / chunk.part(table)
                    readers[table] = stack.enter_context(PartReader(path, table, cell, chunk.cell))
                    readers[table].check_form(self._labels, part.rows)
                self._check_values(entry, readers, found)
            except BadPart as bad:
                _wrong(found, bad.check, bad.table, bad.fault)
            except WrongIds:
                ids = {table: readers[table].read_columns(*ID_COLUMNS[table]) for table in TABLES}
                for table, fault in id_faults(chunk, cell.players, ids):
                    _wrong(found, "ids", table, fault)

    def _check_values(self, entry: ChunkEntry, readers: dict[str, PartReader], found: ChunkFindings) -> None:
        chunk, cell = entry.chunk, self._folder.plan.cells[entry.chunk.cell]
        pieces = (readers[table].pieces() for table in TABLES)
        broken: dict[str, Broken] = {}
        for piece in whole_games(chunk, cell.players, *pieces):
            if self._stop.is_set:
                raise CheckStopped
            play = Play(piece, cell)
            for invariant in self._invariants:
                fault = invariant.broken(play)
                if fault is not None:
                    before = broken.get(invariant.name)
                    broken[invariant.name] = before._replace(rows=before.rows + fault.rows) if before else fault
            found.checked.games += play.n_games
            found.checked.rounds += play.n_rounds
            found.checked.seats += play.n_games * play.players
        found.checked.invariants = len(self._invariants)
        for fault in broken.values():
            _break(found, fault)
        for table in TABLES:
            if readers[table].content() != entry.parts[table].content:
                _wrong(found, "content", table, "holds other values than its manifest entry says (`content` differs)")


def _damage(found: ChunkFindings, check: str, fault: FileFault) -> None:
    found.state = State.DAMAGED
    found.damaged_files.append(fault.name)
    chunk = found.chunk
    games = (chunk.first_game, chunk.first_game + chunk.n_games - 1)
    found.faults.append(Fault(check, fault.name, fault.fault, Mend.REPAIR, chunk.cell, games))


def _wrong(found: ChunkFindings, check: str, table: str, message: str) -> None:
    found.state = State.WRONG
    chunk = found.chunk
    games = (chunk.first_game, chunk.first_game + chunk.n_games - 1)
    found.faults.append(Fault(check, chunk.part(table), message, Mend.NONE, chunk.cell, games))


def _break(found: ChunkFindings, fault: Broken) -> None:
    found.state = State.WRONG
    invariant, chunk = fault.invariant, found.chunk
    more = f", and so in {fault.rows - 1} more" if fault.rows > 1 else ""
    message = f"cell {chunk.cell}, {fault.message}{more}"
    name = chunk.part(invariant.table)
    games = (fault.game, fault.game)
    found.faults.append(Fault(invariant.name, name, message, Mend.NONE, chunk.cell, games, fault.rows))


@contextlib.contextmanager
def _unreadable(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileFault(name, f"cannot be read: {error.strerror}") from None

"""All checks of one chunk: entry, bytes, pages, values, ids, invariants."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sim.atomic_files import file_hash, is_as_written
from sim.manifest import Chunk, ChunkEntry, FileFault, GrownChunk
from sim.run_folder import RunFolder
from sim.verify.findings import Checked, Fault, Mend
from sim.verify.ids import ID_COLUMNS, id_faults
from sim.verify.invariants import Broken, all_invariants
from sim.verify.parts_read import BadPart, PartReader
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
    GROWN = "grown"  # it has more games than were wanted when the run was opened


_PASSED_OVER: Final = (State.UNFINISHED, State.GROWN)
"""States of chunks whose files say nothing: they may be written right now."""


@dataclass
class ChunkFindings:
    """The result for one chunk."""

    chunk: Chunk
    state: State = State.SOUND
    faults: list[Fault] = field(default_factory=list)
    checked: Checked = field(default_factory=Checked)
    damaged_files: list[str] = field(default_factory=list)
    is_blind: bool = False  # no entry says what was written


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
        self._labels = folder.file_labels
        self._tables = folder.plan.tables
        self._invariants = all_invariants(folder.plan.detail)

    def check(self, chunk: Chunk) -> ChunkFindings:
        """Check one chunk: its rows only when its bytes are as they were written, or when no entry tells.

        Raises
        ------
        CheckStopped
            When somebody asked for it.
        """
        found = ChunkFindings(chunk)
        entry = self._read_entry(chunk, found)
        if found.state in _PASSED_OVER:
            return found
        if entry is not None:
            found.checked.files += 1
        for table in self._tables:
            if self._stop.is_set:
                raise CheckStopped
            self._check_bytes(chunk, table, entry, found)
        if found.damaged_files and (now := self._rewritten(chunk)):
            return now
        if all(name == chunk.entry for name in found.damaged_files):
            found.checked.chunks += 1
            self._check_rows(chunk, entry, found)
        return found

    def _read_entry(self, chunk: Chunk, found: ChunkFindings) -> ChunkEntry | None:
        path = self._folder.path / chunk.entry
        try:
            entry = self._folder.manifest.read_entry(chunk)
            if entry is None:
                found.state = State.UNFINISHED
                return None
        except GrownChunk as grown:
            _grow(found, grown)
            return None
        except FileFault as fault:
            found.is_blind = True
            told = f"{fault.fault}; what it said of its chunk cannot be compared"
            _damage(found, "entry", FileFault(fault.name, told))
            return None
        if not _is_as_written(path):
            _damage(found, "entry", FileFault(chunk.entry, "is not as it was written"))
        return entry

    def _rewritten(self, chunk: Chunk) -> ChunkFindings | None:
        """Look whether a process writes the chunk, which takes the entry back before it changes a file."""
        found = ChunkFindings(chunk)
        self._read_entry(chunk, found)
        return found if found.state in _PASSED_OVER else None

    def _check_bytes(self, chunk: Chunk, table: str, entry: ChunkEntry | None, found: ChunkFindings) -> None:
        """Compare size and hash of a file with its entry; without one it need only be there."""
        name = chunk.part(table)
        path = self._folder.path / name
        part = entry.parts[table] if entry is not None else None
        found.checked.files += 1
        try:
            n_bytes = part.n_bytes if part is not None else _size(path)
            self._folder.manifest.check_file(name, n_bytes)
            found.checked.bytes += n_bytes
            with _unreadable(name):
                is_same = part is None or file_hash(path) == part.sha256
        except FileFault as fault:
            _damage(found, "file", fault)
            return
        if not is_same:
            _damage(found, "hash", FileFault(name, "is not what was written (SHA-256 differs)"))

    def _check_rows(self, chunk: Chunk, entry: ChunkEntry | None, found: ChunkFindings) -> None:
        cell = self._folder.plan.cells[chunk.cell]
        readers: dict[str, PartReader] = {}
        with contextlib.ExitStack() as stack:
            try:
                for table in self._tables:
                    path = self._folder.path / chunk.part(table)
                    readers[table] = stack.enter_context(PartReader(path, table, cell, chunk.cell))
                    readers[table].check_form(self._labels, entry.parts[table].rows if entry is not None else None)
                try:
                    self._check_values(chunk, entry, readers, found)
                except WrongIds as wrong:
                    ids = {table: readers[table].read_columns(*ID_COLUMNS[table]) for table in self._tables}
                    for table, fault in id_faults(chunk, cell.players, ids, wrong.table):
                        _wrong(found, "ids", table, fault)
            except BadPart as bad:
                _wrong(found, bad.check, bad.table, bad.fault)

    def _check_values(
        self, chunk: Chunk, entry: ChunkEntry | None, readers: dict[str, PartReader], found: ChunkFindings
    ) -> None:
        cell = self._folder.plan.cells[chunk.cell]
        pieces = {table: reader.pieces() for table, reader in readers.items()}
        broken: dict[str, Broken] = {}
        for piece in whole_games(chunk, cell.players, pieces):
            if self._stop.is_set:
                raise CheckStopped
            play = Play(piece, cell)
            for invariant in self._invariants:
                fault = invariant.broken(play)
                if fault is not None:
                    before = broken.get(invariant.name)
                    broken[invariant.name] = before._replace(rows=before.rows + fault.rows) if before else fault
            found.checked.games += play.n_games
            found.checked.rounds += int(play.games["rounds"].sum())
            found.checked.seats += play.n_games * play.players
            found.checked.turns += len(play.turns.get("game", ()))
        found.checked.invariants = len(self._invariants)
        for fault in broken.values():
            _break(found, fault)
        if entry is None:
            return
        for table, part in entry.parts.items():
            if readers[table].content() != part.content:
                _wrong(found, "content", table, "holds other values than its manifest entry says (`content` differs)")


def _damage(found: ChunkFindings, check: str, fault: FileFault) -> None:
    found.state = State.DAMAGED
    found.damaged_files.append(fault.name)
    chunk = found.chunk
    games = (chunk.first_game, chunk.first_game + chunk.n_games - 1)
    found.faults.append(Fault(check, fault.name, fault.fault, Mend.REPAIR, chunk.cell, games))


def _grow(found: ChunkFindings, grown: GrownChunk) -> None:
    found.state = State.GROWN
    found.faults.append(Fault("entry", grown.name, f"{grown.fault}; verify again", Mend.NONE, found.chunk.cell))


def _wrong(found: ChunkFindings, check: str, table: str, message: str) -> None:
    mend = _judge_wrong(found)
    chunk = found.chunk
    games = (chunk.first_game, chunk.first_game + chunk.n_games - 1)
    found.faults.append(Fault(check, chunk.part(table), message, mend, chunk.cell, games))


def _break(found: ChunkFindings, fault: Broken) -> None:
    mend = _judge_wrong(found)
    invariant, chunk = fault.invariant, found.chunk
    more = f", and so in {fault.rows - 1} more" if fault.rows > 1 else ""
    message = f"cell {chunk.cell}, {fault.message}{more}"
    name = chunk.part(invariant.table)
    games = (fault.game, fault.game)
    found.faults.append(Fault(invariant.name, name, message, mend, chunk.cell, games, fault.rows))


def _judge_wrong(found: ChunkFindings) -> Mend:
    """Say what becomes of a wrong row: without an entry that vouches for the bytes it is damage like any other."""
    if found.is_blind:
        return Mend.REPAIR
    found.state = State.WRONG
    return Mend.NONE


def _is_as_written(path: Path) -> bool:
    """Whether an entry that was read a moment ago is, and still can be read."""
    try:
        return is_as_written(path)
    except (OSError, ValueError):
        return False


def _size(path: Path) -> int:
    """Size of a file, or nothing where there is none."""
    try:
        return path.lstat().st_size
    except OSError:
        return 0


@contextlib.contextmanager
def _unreadable(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise FileFault(name, f"cannot be read: {error.strerror}") from None

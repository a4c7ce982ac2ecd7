"""The tallies of a cell on the disk: one Parquet file, and the entry in the manifest that says which deals are in it.

A file is never changed. The next state goes under another name, then the entry is replaced, then the old file removed:
a crash leaves the old state or the new one, and at most a file that no entry names.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.atomic_files import HashingFile, file_hash, read_json, sync_folder, unseal, write_errors, write_sealed
from sim.manifest import MANIFEST, Chunk, DamagedRun, GrownRun, PartEntry, cell_folder
from sim.shell_commands import resume_command
from sim.tallies.declared import DECLARED, MAX_KEYS, MAX_SUMS
from sim.tallies.sums import CellSums, Sums

TALLIES: Final = "tallies"
PART_NAME: Final = re.compile(r"part-(\d{18})\.parquet", re.ASCII)
"""Named for the number of deals in it: every later state has more."""
ENTRY_NAME: Final = "tallies.json"

UNREADABLE: Final = (OSError, ValueError, KeyError, TypeError)
"""What `TallyFiles.look` raises where an entry is damaged or another run's."""

KEY_COLUMNS: Final = tuple(f"key_{number}" for number in range(1, MAX_KEYS + 1))
SUM_COLUMNS: Final = tuple(f"sum_{number}" for number in range(1, MAX_SUMS + 1))

Range = tuple[int, int]
"""Deals from the first up to the second, which is not in it."""


class TallyEntry(NamedTuple):
    """What the manifest says of a cell's tallies.

    Attributes
    ----------
    cell
        Its number.
    batch_deals
        Deals a batch.
    deals
        Ranges of deals that are in the sums, in order and apart.
    rounds
        Rounds that were played.
    part
        Of the file.
    """

    cell: int
    batch_deals: int
    deals: tuple[Range, ...]
    rounds: int
    part: PartEntry

    @property
    def n_deals(self) -> int:
        """Deals in the sums."""
        return sum(end - begin for begin, end in self.deals)

    @property
    def path(self) -> str:
        """Name of the file within the run folder."""
        return part_path(self.cell, self.n_deals)


def missing_deals(have: Sequence[Range], chunk: Chunk) -> list[Range]:
    """Give the deals of a chunk that are in none of these ranges, which are in order."""
    begin, end = chunk.first_deal, chunk.first_deal + chunk.n_deals
    gaps = []
    for first, last in [*have, (end, end)]:
        if begin < min(first, end):
            gaps.append((begin, min(first, end)))
        begin = max(begin, last)
    return gaps


def part_path(cell: int, n_deals: int) -> str:
    """Name the file of a cell with so many deals, within the run folder."""
    return f"{TALLIES}/{cell_folder(cell)}/part-{n_deals:018d}.parquet"


def entry_path(cell: int) -> str:
    """Name the entry of a cell, within the run folder."""
    return f"{MANIFEST}/{cell_folder(cell)}/{ENTRY_NAME}"


def content_of(cell: int, sums: CellSums) -> str:
    """Hash the values alone: whatever wrote the file, however it was packed; the card of a run says how."""
    digest = hashlib.sha256()
    for name, tally in DECLARED.items():
        keys, values = sums[name]
        if tally.only_with_forks and not len(keys):
            continue
        digest.update(f"{name} cell {cell} rows {len(keys)}\n".encode())
        for array in (keys, values):
            digest.update(np.ascontiguousarray(array, "<i8").data)
    return digest.hexdigest()


class TallyFiles:
    """The tallies of one run folder."""

    def __init__(self, folder: Path, plan_hash: str) -> None:
        self._folder = folder
        self._plan_hash = plan_hash

    def read_entry(self, cell: int, wanted: int) -> TallyEntry | None:
        """Give the entry of a cell of which so many deals are wanted; None where nothing is finished.

        Raises
        ------
        DamagedRun
            When it cannot be read, or the file is not there in its size.
        GrownRun
            When it has more deals.
        """
        name = entry_path(cell)
        try:
            entry = self.look(cell)
        except UNREADABLE as error:
            raise self._damaged(name, _reason(error)) from None
        if entry is None:
            return None
        if entry.deals and entry.deals[-1][1] > wanted:
            raise GrownRun(f"{self._folder / name} has more games than run.json wants: the run has grown; ask again")
        self._check_size(entry)
        return entry

    def look(self, cell: int) -> TallyEntry | None:
        """Give the entry of a cell as it is; None where there is none.

        Raises
        ------
        OSError, ValueError, KeyError, TypeError
            When it is damaged or another run's.
        """
        path = self._folder / entry_path(cell)
        if path.is_symlink():
            raise ValueError("is a link")
        if not path.exists():
            return None
        said = unseal(read_json(path))
        if (said["plan"], said["cell"]) != (self._plan_hash, cell):
            raise ValueError("belongs to another cell or another run")
        file = said["file"]
        part = PartEntry(file["bytes"], file["rows"], file["sha256"], file["content"])
        ranges = tuple((int(begin), int(end)) for begin, end in said["deals"])
        entry = TallyEntry(cell, int(said["batch_deals"]), ranges, int(said["rounds"]), part)
        if file["path"] != entry.path:
            raise ValueError(f"names a file of its own: {file['path']!r}")
        return entry

    def read(self, entry: TallyEntry) -> dict[str, Sums]:
        """Read the sums of a cell, every hash compared.

        Raises
        ------
        DamagedRun
            When the file is not what was written.
        """
        import pyarrow as pa

        self._check_size(entry)
        path = self._folder / entry.path
        try:
            if file_hash(path) != entry.part.sha256:
                raise self._damaged(entry.path, "is not what was written (SHA-256 differs)")
            sums = read_file(path)
        except (OSError, ValueError, KeyError, pa.ArrowException) as error:
            raise self._damaged(entry.path, _reason(error)) from None
        if content_of(entry.cell, sums) != entry.part.content:
            raise self._damaged(entry.path, "holds other sums than were written")
        return sums

    def write(
        self,
        cell: int,
        batch_deals: int,
        deals: Sequence[Range],
        rounds: int,
        sums: CellSums,
        labels: Mapping[str, str],
    ) -> TallyEntry:
        """Bring the next state of a cell to the disk, in place of the one before.

        Raises
        ------
        WriteFailed
            The state before is kept.
        """
        n_deals = sum(end - begin for begin, end in deals)
        name = part_path(cell, n_deals)
        path = self._folder / name
        with ThreadPoolExecutor(1) as beside:  # a sixth of the time, on a core that has nothing else to do at the end
            content = beside.submit(content_of, cell, sums)
            file = HashingFile(path)
            try:
                with write_errors(path):
                    write_file(file.write, cell, sums, labels)
                file.keep()
            finally:
                file.discard()
            sync_folder(path.parent)
        rows = sum(len(part.keys) for part in sums.values())
        part = PartEntry(file.n_bytes, rows, file.sha256, content.result())
        entry = TallyEntry(cell, batch_deals, tuple(deals), rounds, part)
        described = {
            "plan": self._plan_hash,
            "cell": cell,
            "batch_deals": batch_deals,
            "deals": [list(one) for one in deals],
            "rounds": rounds,
            "file": {
                "path": name,
                "bytes": part.n_bytes,
                "rows": part.rows,
                "sha256": part.sha256,
                "content": part.content,
            },
        }
        write_sealed(self._folder / entry_path(cell), described)
        for other in self.parts(cell):
            if other != path:
                with write_errors(other):
                    other.unlink(missing_ok=True)
        return entry

    def forget(self, cell: int) -> None:
        """Remove what is there of a cell: it is damaged and counts for nothing."""
        for path in (self._folder / entry_path(cell), *self.parts(cell)):
            with write_errors(path):
                path.unlink(missing_ok=True)

    def parts(self, cell: int) -> list[Path]:
        """List the files of a cell that are named as ours are."""
        folder = self._folder / TALLIES / cell_folder(cell)
        return [path for path in sorted(folder.glob("part-*.parquet")) if PART_NAME.fullmatch(path.name)]

    def finished_deals(self, wanted: Sequence[int]) -> tuple[int, ...]:
        """Count the deals of each cell up to the last finished one, or those wanted where these are more."""
        found = list(wanted)
        for cell in range(len(wanted)):
            with contextlib.suppress(*UNREADABLE):
                entry = self.look(cell)
                if entry is not None and entry.deals:
                    found[cell] = max(found[cell], entry.deals[-1][1])
        return tuple(found)

    def _check_size(self, entry: TallyEntry) -> None:
        path = self._folder / entry.path
        if path.is_symlink() or not path.is_file():
            raise self._damaged(entry.path, "is missing")
        if path.stat().st_size != entry.part.n_bytes:
            raise self._damaged(entry.path, f"has {path.stat().st_size} bytes instead of {entry.part.n_bytes}")

    def _damaged(self, name: str, fault: str) -> DamagedRun:
        return DamagedRun(f"{self._folder / name} {fault}; `{resume_command(self._folder)}` plays its cell again")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror}"
    if isinstance(error, (KeyError, TypeError)):
        return "does not describe its file"
    return str(error).splitlines()[0]


def write_file(write: Callable[[bytes], object], cell: int, sums: CellSums, labels: Mapping[str, str]) -> None:
    """Write a row group a tally: its name, the batch, its keys and sums by number, nulls where it has fewer."""
    from sim.parquet.writer import Field, ParquetWriter

    fields = [
        Field("cell", 16),
        Field("tally", 8, texts=list(DECLARED)),
        Field("batch", 16, growing=True),
        *(Field(name, 32, optional=True) for name in KEY_COLUMNS),
        *(Field(name, 64, optional=True, signed=True) for name in SUM_COLUMNS),
    ]
    writer = ParquetWriter(write, fields, labels)
    for number, name in enumerate(DECLARED):
        keys, values = sums[name].keys.T, sums[name].values.T
        n = len(keys[0])
        if not n:
            continue
        columns: list[npt.NDArray[Any] | None] = [np.full(n, cell, np.uint16), np.full(n, number, np.uint8)]
        columns.append(keys[0].astype(np.uint16))
        columns += [column.astype(np.uint32) for column in keys[1:]]
        columns += [None] * (MAX_KEYS + 1 - len(keys))
        columns += [np.ascontiguousarray(column).view(np.uint64) for column in values]
        columns += [None] * (MAX_SUMS - len(values))
        writer.write_group(columns)
    writer.close()


def read_file(path: Path) -> dict[str, Sums]:
    """Read what `write_file` wrote, page checksums compared."""
    from sim.parts import open_part
    from sim.tallies.sums import no_sums

    made = no_sums()
    with open_part(path) as file:
        for group in range(file.num_row_groups):
            rows = file.read_row_group(group, use_threads=False)
            name = rows.column("tally")[0].as_py()
            tally = DECLARED[name]
            if len(made[name].keys):
                raise ValueError(f"has the tally {name} twice")
            keys = ["batch", *KEY_COLUMNS[: len(tally.keys)]]
            made[name] = Sums(_matrix(rows, keys), _matrix(rows, list(SUM_COLUMNS[: len(tally.sums)])))
    return made


def _matrix(rows: Any, names: list[str]) -> npt.NDArray[np.int64]:
    if not names:
        return np.zeros((rows.num_rows, 0), np.int64)
    # Through the DLPack protocol, because `to_numpy` imports pandas where there is one.
    columns = [np.concatenate([np.from_dlpack(chunk) for chunk in rows.column(name).chunks]) for name in names]
    return np.array(columns, np.int64).T

"""Files in the folders of a run with tallies that no entry names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sim.manifest import MANIFEST, cell_folder
from sim.strays import Stray, stray
from sim.tallies.files import ENTRY_NAME, PART_NAME, TALLIES, UNREADABLE, TallyFiles


def find_tally_strays(run: Path, files: TallyFiles, n_cells: int) -> Iterator[Stray]:
    """List the files that are in the place of tallies or entries of a run with so many cells and are not."""
    cells = {cell_folder(cell): cell for cell in range(n_cells)}
    for path in sorted((run / TALLIES).glob("*/*.parquet")):
        cell = cells.get(path.parent.name)
        if path.name.startswith(".") or (cell is not None and path == _named(run, files, cell)):
            continue
        yield stray(path, (cell or 0) if PART_NAME.fullmatch(path.name) else None)
    for path in sorted((run / MANIFEST).glob("*/*.json")):
        cell = cells.get(path.parent.name)
        if path.name.startswith(".") or (cell is not None and path.name == ENTRY_NAME):
            continue
        yield stray(path, 0 if path.name == ENTRY_NAME else None)


def _named(run: Path, files: TallyFiles, cell: int) -> Path | None:
    try:
        entry = files.look(cell)
    except UNREADABLE:
        return None
    return None if entry is None else run / entry.path

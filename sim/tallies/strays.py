"""Files in the folders of a run with tallies that no entry names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sim.manifest import MANIFEST, cell_folder
from sim.strays import Stray
from sim.tallies.files import ENTRY_NAME, PART_NAME, TALLIES, TallyFiles

_CELL: Final = re.compile(r"cell=\d{3,}", re.ASCII)


def find_tally_strays(run: Path, files: TallyFiles, n_cells: int) -> Iterator[Stray]:
    """List the files that are in the place of tallies or entries of a run with so many cells and are not."""
    cells = {cell_folder(cell): cell for cell in range(n_cells)}
    for path in sorted((run / TALLIES).glob("*/*.parquet")):
        cell = cells.get(path.parent.name)
        if path.name.startswith(".") or (cell is not None and path == _named(run, files, cell)):
            continue
        yield _stray(path, cell, named_as_ours=PART_NAME.fullmatch(path.name) is not None)
    for path in sorted((run / MANIFEST).glob("*/*.json")):
        cell = cells.get(path.parent.name)
        if path.name.startswith(".") or (cell is not None and path.name == ENTRY_NAME):
            continue
        yield _stray(path, cell, named_as_ours=path.name == ENTRY_NAME)


def _named(run: Path, files: TallyFiles, cell: int) -> Path | None:
    try:
        entry = files.look(cell)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if entry is None else run / entry.path


def _stray(path: Path, cell: int | None, *, named_as_ours: bool) -> Stray:
    is_file = path.is_symlink() or path.is_file()
    is_placed = _CELL.fullmatch(path.parent.name) is not None and not path.parent.is_symlink()
    is_ours = named_as_ours and is_file and is_placed
    return Stray(path, (0 if cell is None else cell) if is_ours else None)

"""Files in the folders of a run that its plan does not know: a query over the folders would count their rows, too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from sim.manifest import MANIFEST, cell_folder

_PART: Final = (".parquet", re.compile(r"part-(\d{6})\.parquet", re.ASCII))
_ENTRY: Final = (".json", re.compile(r"chunk-(\d{6})\.json", re.ASCII))
_CELL: Final = re.compile(r"cell=\d{3,}", re.ASCII)


class Stray(NamedTuple):
    """A file that belongs to no chunk of the plan."""

    path: Path
    number: int | None  # of the chunk that it is named and placed for, as our writer does; None: somebody else's

    @property
    def is_ours(self) -> bool:
        """Whether our writer can have put it there."""
        return self.number is not None


def find_strays(run: Path, tables: Sequence[str], n_chunks: Sequence[int]) -> Iterator[Stray]:
    """List the strays of a run that keeps these tables and whose cells have so many chunks, finished or not."""
    chunks = {cell_folder(cell): count for cell, count in enumerate(n_chunks)}
    names = {**dict.fromkeys(tables, _PART), MANIFEST: _ENTRY}
    for table, (ending, pattern) in names.items():
        for path in sorted((run / table).glob(f"*/*{ending}")):
            name, folder = pattern.fullmatch(path.name), path.parent
            if name is not None and int(name[1]) < chunks.get(folder.name, 0):
                continue
            if path.name.startswith("."):
                continue
            yield stray(path, int(name[1]) if name is not None else None)


def stray(path: Path, number: int | None) -> Stray:
    """Describe a stray; ours only where it has a number by its name, is a file and lies in a cell's own folder."""
    is_file = path.is_symlink() or path.is_file()
    is_placed = _CELL.fullmatch(path.parent.name) is not None and not path.parent.is_symlink()
    return Stray(path, number if is_file and is_placed else None)

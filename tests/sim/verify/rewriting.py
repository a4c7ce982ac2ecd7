"""Chunks written again with other rows and right hashes, as a wrong engine or a forger would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from sim.content_hash import Columns
from sim.manifest import ChunkEntry
from sim.parts import Part, file_labels
from sim.run_folder import RunFolder
from sim.verify.parts_read import PartReader


def rewrite(
    path: Path,
    number: int,
    change: Callable[[dict[str, Columns]], None] = lambda _tables: None,
    labels: dict[str, str] | None = None,
) -> None:
    """Change the rows of a chunk of cell 0 and declare them as if they had been played."""
    folder = RunFolder.open(path)
    entry = folder.chunks()[number]
    made_by = folder.description
    if labels is None:
        labels = file_labels(made_by["plan_hash"], made_by["engine"], made_by["stream"], made_by["format"])
    cell = folder.plan.cells[0]
    tables = {table: _rows(PartReader(path / entry.chunk.part(table), table, cell, 0)) for table in folder.plan.tables}
    change(tables)
    parts = {}
    for table, rows in tables.items():
        part = Part(path / entry.chunk.part(table), table, cell, 0, labels)
        part.write(rows)
        parts[table] = part.finish()
        part.keep()
    folder.manifest.write(ChunkEntry(entry.chunk, parts, entry.rounds))


def _rows(reader: PartReader) -> Columns:
    pieces = list(reader.pieces())
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}

"""What was played: one line a cell."""

from typing import Any

from reports.pages.blocks import Data
from reports.tables import Cell, TableView
from reports.words import count

HEADS = [
    "cell",
    "variant",
    "players",
    "line-up",
    "deals × rotations",
    "games",
    "rounds",
    "turns",
    "stopped rounds",
]


def plan_table(cells: list[Data]) -> TableView:
    """Write every cell with its variant's changes, its line-up and what was played."""
    return TableView(
        "What was played",
        "Each deal is played once in every rotation of the line-up over the seats.",
        HEADS,
        [_row(cell) for cell in cells],
        text_columns=frozenset({1, 3}),
    )


def _row(cell: Data) -> list[Cell]:
    return [
        Cell(str(cell["id"])),
        Cell(f"{cell['variant']}{changes_text(cell['changes'])}", cell["source"]),
        Cell(str(cell["players"])),
        Cell(", ".join(cell["lineup"])),
        Cell(f"{count(cell['deals'])} × {cell['rotations']}"),
        Cell(count(cell["games"])),
        Cell(count(cell["rounds"])),
        Cell(count(cell["turns"])),
        Cell(count(cell["stopped_rounds"])),
    ]


def changes_text(changes: list[Data]) -> str:
    """Say how a variant differs from `standard`: ` (threshold 5 instead of 7)`."""
    if not changes:
        return ""
    parts = [f"{c['field']} {_value(c['value'])} instead of {_value(c['standard'])}" for c in changes]
    return f" ({'; '.join(parts)})"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{key} to {gain}" for key, gain in value.items()) or "none"
    return str(value)

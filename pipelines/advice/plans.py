"""The two runs that the experiments need: games in which a guest sits among others, and sums of everything else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pipelines.advice.statements import Side, Statement, sides
from sim.bots import Entrant, family, parse_entrant
from sim.plan import DEFAULT_CHUNK, Cell, Plan
from sim.rules import named_variants

if TYPE_CHECKING:
    from pathlib import Path

GUESTS: Final = "guests"
TABLES: Final = "tables"
"""Names of the two runs, which are folders of the whole."""


def cell_of(level: str, side: Side) -> Cell:
    """Give the table of one side of an experiment."""
    others = (parse_entrant(level),) * (side.players - bool(side.guest))
    lineup = (_guest(side.guest), *others) if side.guest else others
    return Cell(named_variants()[side.variant], side.players, lineup)


def _guest(text: str) -> Entrant:
    """Read a guest; a tactician plays by one setting at every table, that which the searches began from.

    There a piece of advice can be turned off alone. What was searched as a whole hangs together: where it leaves cards
    above three points anyway, a draw may cost any number of points, and without that limit it would never draw.
    """
    guest = parse_entrant(text)
    if guest.family != "tactician":
        return guest
    pairs = zip(guest.chosen, family(guest.family).usual, strict=True)
    return guest._replace(chosen=tuple(usual if own is None else own for own, usual in pairs))


def cells(run: str, statements: Sequence[Statement]) -> tuple[Cell, ...]:
    """List the tables of one of the runs, each once."""
    return tuple(dict.fromkeys(cell_of(level, side) for level, side in sides(statements) if _run_of(side) == run))


def _run_of(side: Side) -> str:
    return GUESTS if side.place is None else TABLES


def plans(seed: int, statements: Sequence[Statement]) -> dict[str, Plan]:
    """Give the plan of each run, by its name."""
    details = {GUESTS: "games", TABLES: "tallies"}
    return {
        run: Plan(seed, cells(run, statements), DEFAULT_CHUNK, f"The page's advice: {run}", detail)
        for run, detail in details.items()
    }


def folders(folder: Path) -> dict[str, Path]:
    """Say where each run lies."""
    return {run: folder / run for run in (GUESTS, TABLES)}

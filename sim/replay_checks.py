"""Checks a game that was played again: against the rows that the run holds of it, and by the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sim.manifest import DamagedRun
from sim.referee import check_record
from sim.shell_commands import repair_command
from sim.shown import counted
from sim.twin_rows import differences, stored_rows, twin_rows

if TYPE_CHECKING:
    from sim.replay import Replay
    from sim.run_folder import RunFolder

_SHOWN_DIFFERENCES: Final = 3


class Check(NamedTuple):
    """What came of a check: one line, and whether it found a fault."""

    text: str
    failed: bool = False


def compare_with_stored(folder: RunFolder, replay: Replay) -> Check:
    """Compare every stored column of a game that was played to its end, in all tables."""
    address = replay.address
    if not folder.plan.keeps_rows:
        return Check("There are no stored rows to compare with: the run keeps tallies.")
    try:
        stored = stored_rows(folder, address.cell_number, address.number)
    except DamagedRun as error:
        return Check(f"the stored rows are damaged: {error}", failed=True)
    if stored is None:
        return Check("There are no stored rows to compare with: the game's chunk is not finished.")
    replayed = twin_rows(address.cell, replay.game, address.number, address.rotation)
    tables = folder.plan.tables
    found = list(differences(stored, replayed, tables))
    if not found:
        n_columns = sum(len(rows[0]) for rows in stored if rows)
        n_rounds = counted(len(replayed.rounds), "round")
        missing = "" if "rounds" in tables else f"; the run keeps {' and '.join(tables)}, no rounds"
        return Check(f"As stored: {n_rounds}, all {n_columns} columns are equal{missing}.")
    more = len(found) - _SHOWN_DIFFERENCES
    shown = "; ".join(map(str, found[:_SHOWN_DIFFERENCES])) + (
        f"; and {counted(more, 'difference')} more" if more > 0 else ""
    )
    return Check(f"not as stored: {shown}; `{repair_command(folder.path)}` looks for damage", failed=True)


def ask_referee(replay: Replay) -> Check:
    """Have the record of a game that was played to its end checked by the rules alone."""
    verdict = check_record(replay.record)
    if verdict.ok and verdict.finished:
        return Check("The referee agrees: every line of the record keeps the rules.")
    fault = "it is not finished" if verdict.ok else f"line {verdict.line} breaks {verdict.rule}: {verdict.message}"
    return Check(f"the referee disagrees with the record: {fault}", failed=True)

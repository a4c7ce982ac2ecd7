"""What a check of a run, and a repair after it, came to: as lines for people and as facts for programs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sim.progress import duration
from sim.shell_commands import repair_command, resume_command
from sim.shown import counted
from sim.verify.findings import Fault, Mend

if TYPE_CHECKING:
    from sim.verify.findings import Checked, Findings
    from sim.verify.repair import Repaired

_SHOWN_FAULTS: Final = 20


class Outcome(NamedTuple):
    """Everything that there is to tell."""

    run: Path
    findings: Findings  # of the run as it is now
    seconds: float
    repaired: Repaired | None = None
    mended: Sequence[Fault] = ()  # what was found before the repair and not any more after it
    error: str = ""  # why the repair did not come to its end


def mended(before: Findings, after: Findings) -> list[Fault]:
    """List the faults that a repair did away with."""
    left = set(after.faults)
    return [fault for fault in before.faults if fault.mend is Mend.REPAIR and fault not in left]


def facts(outcome: Outcome) -> dict[str, Any]:
    """Give plain JSON types."""
    findings, repaired = outcome.findings, outcome.repaired
    told = {
        "run": str(outcome.run),
        "ok": findings.ok,
        "n_faults": findings.n_faults,
        "faults": [fault.as_json() for fault in findings.faults],
        "notes": findings.notes,
        "checked": vars(findings.checked),
        "stopped": findings.stopped,
        "seconds": round(outcome.seconds, 3),
    }
    if repaired is not None:
        told["repaired"] = {
            "chunks": repaired.played.chunks,
            "games": repaired.played.games,
            "removed": [str(path) for path in repaired.swept],
            "faults": [fault.as_json() for fault in outcome.mended],
        }
    return told | ({"error": outcome.error} if outcome.error else {})


def lines(outcome: Outcome) -> Iterator[str]:
    """Tell what was done, the faults, what was checked, what to do next."""
    findings = outcome.findings
    if outcome.repaired is not None:
        yield from _repair_lines(outcome.repaired, outcome.mended)
    for note in findings.notes:
        yield f"note: {note}"
    yield from _fault_lines("fault", findings.faults, findings.n_faults)
    yield f"checked: {_amounts(findings.checked)} in {duration(outcome.seconds)}"
    yield from _verdict(outcome)


def _repair_lines(repaired: Repaired, faults: Sequence[Fault]) -> Iterator[str]:
    told = [fault for fault in faults if fault.check != "strays"]  # those are told as removed
    yield from _fault_lines("repaired", told, len(told))
    for path in repaired.swept:
        yield f"repair: {path} was removed: it belonged to no chunk of this run"
    for change in repaired.changed_libraries:
        yield f"note: {change}: bytes of what was played again may differ"
    games = counted(repaired.played.games, "game")
    yield f"repair: {counted(repaired.played.chunks, 'chunk')} played again, {games}; what follows is the run now"


def _fault_lines(word: str, faults: Sequence[Fault], n_faults: int) -> Iterator[str]:
    for fault in faults[:_SHOWN_FAULTS]:
        yield f"{word}: {fault}"
    if n_faults > _SHOWN_FAULTS:
        yield f"and {counted(n_faults - _SHOWN_FAULTS, 'more fault')}"


def _amounts(checked: Checked) -> str:
    turns = f", {counted(checked.turns, 'turn')}" if checked.turns else ""
    counts = [
        f"{counted(checked.files, 'file')} ({checked.bytes / 1e6:,.1f} MB)",
        counted(checked.games, "game"),
        f"{counted(checked.rounds, 'round')}{turns} by {counted(checked.invariants, 'rule')}",
    ]
    if checked.sampled or checked.sample_skipped:
        counts.append(f"{counted(checked.sampled, 'game')} played again")
    skipped = f" ({counted(checked.sample_skipped, 'game')} of chunks with faults left out)"
    return ", ".join(counts) + (skipped if checked.sample_skipped else "")


def _verdict(outcome: Outcome) -> Iterator[str]:
    findings, name = outcome.findings, shlex.quote(str(outcome.run))
    if findings.stopped:
        yield f"{name}: stopped; {counted(findings.n_faults, 'fault')} so far"
    elif findings.ok:
        yield f"{name}: all in order"
    else:
        yield f"{name}: {counted(findings.n_faults, 'fault')}"
        if not outcome.error:  # which says itself how to go on
            yield from _next_steps(outcome.run, findings)


def _next_steps(run: Path, findings: Findings) -> Iterator[str]:
    if findings.blocked:
        yield "What is not mended here comes first: nothing is repaired or played before."
        return
    if findings.damaged or findings.mend_folder:
        yield f"next: {repair_command(run)}"
    if Mend.RESUME in findings.mends:
        yield f"next: {resume_command(run)}"
    if Mend.NONE in findings.mends:
        yield "Faults without a next step are not repaired here: they do not come from damage to a file of a chunk."

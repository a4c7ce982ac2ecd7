"""`yaniv verify`: check the files and the rows of a run, and mend what was damaged."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, print_json
from sim.commands.playing import count_threads, failures_end, leave, playing_options
from sim.shown import counted, printable

if TYPE_CHECKING:
    from sim.stopping import StopRequest
    from sim.verify.findings import Checked, Findings
    from sim.verify.repair import Repaired

FAULTY: Final = 1
_SHOWN_FAULTS: Final = 20
_MOST_SAMPLE: Final = 10_000_000


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", type=PATH)
@click.option("--sample", type=NUMBER, metavar="N", default=0, help="Play N games again with the twin. [0]")
@click.option("--repair", is_flag=True, help="Play damaged chunks again, then verify once more.")
@playing_options
def verify(run: Path, sample: int, repair: bool, threads: int | None, quiet: bool, as_json: bool) -> None:
    """Check a run: every file against its hashes, every row against the rules.

    Files: the plan's seal, manifest, sizes, SHA-256, page checksums, hashes of the values, columns and types,
    files that do not belong. Rows: ids without gap or double, and what must hold in each of them (who deals and
    plays first, ends, scores, totals, milestones, who is out, places, counts). --sample plays games spread over the
    run again with the slow program in plain Python and compares every column.

    Exit status 0: all in order; 1: something is not. An unfinished run is not in order; what is there is checked.
    --repair mends damage to files. It leaves alone what was written as it is and breaks a rule: that is for you to see.

    \b
    Example:
      yaniv verify runs/first
      yaniv verify runs/first --sample 1000
      yaniv verify runs/first --repair
    """
    from sim.manifest import repair_command
    from sim.plan_file import whole
    from sim.stopping import stop_on_signals

    whole(sample, "--sample", 0, _MOST_SAMPLE)
    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        begin = time.perf_counter()
        findings = _check(run, sample, n_threads, stop, quiet)
        repaired = None
        if repair and not findings.stopped and (findings.damaged or findings.mend_folder):
            with failures_end(run, repair_command):
                repaired = _repair(run, findings, n_threads, stop, quiet)
            if not stop.is_set:
                findings = _check(run, sample, n_threads, stop, quiet)
            findings.stopped |= stop.is_set
        seconds = time.perf_counter() - begin
        if as_json:
            print_json(_facts(run, findings, repaired, seconds))
        else:
            for line in _lines(run, findings, repaired, seconds):
                click.echo(printable(line))
        if stop.signal is not None:
            go_on = f"; go on with: {repair_command(run)}" if repaired is not None else ""
            click.echo(f"stopped: not everything was checked{go_on}", err=True)
            leave(stop.exit_status)
        leave(0 if findings.ok else FAULTY)


def _check(run: Path, sample: int, threads: int, stop: StopRequest, quiet: bool) -> Findings:
    from sim.manifest import DamagedRun
    from sim.progress import Progress
    from sim.run_folder import RUN_FILE, RunFolder
    from sim.verify.findings import Fault, Findings, Mend
    from sim.verify.run_check import check_run
    from sim.verify.sample import check_sample, refuse_other_engine_sample

    try:
        folder = RunFolder.open(run)
    except DamagedRun as error:
        findings = Findings()
        findings.add(Fault("run", RUN_FILE, str(error).removeprefix(f"{run / RUN_FILE}: "), Mend.NONE))
        return findings
    if sample:
        refuse_other_engine_sample(folder)
    progress = Progress(folder.games, 0, quiet=quiet)
    try:
        findings = check_run(folder, threads, stop, progress)
    finally:
        progress.close()
    if sample and not findings.stopped:
        progress = Progress(min(sample, folder.games), 0, quiet=quiet)
        try:
            check_sample(folder, sample, findings, stop, progress)
        finally:
            progress.close()
    return findings


def _repair(run: Path, findings: Findings, threads: int, stop: StopRequest, quiet: bool) -> Repaired:
    from sim.progress import Progress
    from sim.verify.repair import repair_run

    games = sum(damage.chunk.n_games for damage in findings.damaged)
    progress = Progress(max(games, 1), 0, quiet=quiet)
    try:
        return repair_run(run, findings.damaged, threads, stop, progress)
    finally:
        progress.close()


def _facts(run: Path, findings: Findings, repaired: Repaired | None, seconds: float) -> dict[str, Any]:
    facts = {
        "run": str(run),
        "ok": findings.ok,
        "n_faults": findings.n_faults,
        "faults": [fault.as_json() for fault in findings.faults],
        "notes": findings.notes,
        "checked": vars(findings.checked),
        "stopped": findings.stopped,
        "seconds": round(seconds, 3),
    }
    if repaired is not None:
        facts["repaired"] = {
            "chunks": repaired.played.chunks,
            "games": repaired.played.games,
            "removed": [str(path) for path in repaired.swept],
        }
    return facts


def _lines(run: Path, findings: Findings, repaired: Repaired | None, seconds: float) -> Iterator[str]:
    """What a person reads: what was done, the faults, what was checked, what to do next."""
    from sim.progress import duration

    if repaired is not None:
        for path in repaired.swept:
            yield f"repair: {path} was removed: it belonged to no chunk of this run"
        for change in repaired.changed_libraries:
            yield f"note: {change}: bytes of what was played again may differ"
        games = counted(repaired.played.games, "game")
        yield f"repair: {counted(repaired.played.chunks, 'chunk')} played again, {games}; what follows is the run now"
    for note in findings.notes:
        yield f"note: {note}"
    for fault in findings.faults[:_SHOWN_FAULTS]:
        yield f"fault: {fault}"
    if findings.n_faults > _SHOWN_FAULTS:
        yield f"and {counted(findings.n_faults - _SHOWN_FAULTS, 'more fault')}"
    yield f"checked: {_amounts(findings.checked)} in {duration(seconds)}"
    yield from _verdict(run, findings)


def _amounts(checked: Checked) -> str:
    counts = [
        f"{counted(checked.files, 'file')} ({checked.bytes / 1e6:,.1f} MB)",
        counted(checked.games, "game"),
        f"{counted(checked.rounds, 'round')} by {counted(checked.invariants, 'rule')}",
    ]
    if checked.sampled or checked.sample_skipped:
        counts.append(f"{counted(checked.sampled, 'game')} played again")
    skipped = f" ({counted(checked.sample_skipped, 'game')} of chunks with faults left out)"
    return ", ".join(counts) + (skipped if checked.sample_skipped else "")


def _verdict(run: Path, findings: Findings) -> Iterator[str]:
    from sim.manifest import repair_command, resume_command
    from sim.verify.findings import Mend

    name = shlex.quote(str(run))
    if findings.stopped:
        yield f"{name}: stopped; {counted(findings.n_faults, 'fault')} so far"
        return
    if findings.ok:
        yield f"{name}: all in order"
        return
    yield f"{name}: {counted(findings.n_faults, 'fault')}"
    if findings.damaged or findings.mend_folder:
        yield f"next: {repair_command(run)}"
    if Mend.RESUME in findings.mends:
        yield f"next: {resume_command(run)}"
    if Mend.NONE in findings.mends:
        yield "Faults without a next step are not repaired here: they do not come from damage to a file of a chunk."

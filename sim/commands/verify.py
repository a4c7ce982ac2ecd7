"""`yaniv verify`: check the files and the rows of a run, and mend what was damaged."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, print_json
from sim.commands.playing import count_threads, failures_end, leave, playing_options
from sim.errors import InputError
from sim.shown import printable

if TYPE_CHECKING:
    from sim.stopping import StopRequest
    from sim.verify.findings import Findings
    from sim.verify.repair import Repaired

FAULTY: Final = 1
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
    run again with the slow program in plain Python and compares every column. A run that keeps tallies has no rows: its
    sums are held against each other, and --sample plays whole batches again, as many as hold N games.

    Exit status 0: all in order; 1: something is not. An unfinished run is not in order; what is there is checked.
    --repair mends damage to files and says what it was. It leaves alone what was written as it is and breaks a rule:
    that is for you to see. Only where the manifest entry is damaged, too, can nobody tell who wrote such a row; it is
    named and its chunk played again.

    \b
    Example:
      yaniv verify runs/first
      yaniv verify runs/first --sample 1000
      yaniv verify runs/first --repair
    """
    from sim.plan_file import whole
    from sim.shell_commands import repair_command
    from sim.stopping import stop_on_signals
    from sim.verify.told import Outcome, facts, lines, mended

    whole(sample, "--sample", 0, _MOST_SAMPLE)
    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        begin = time.perf_counter()
        before = findings = _check(run, sample, n_threads, stop, quiet)
        repaired, failure = None, None
        if repair and not findings.stopped and (findings.damaged or findings.damaged_cells or findings.mend_folder):
            repaired, failure = _repair(run, findings, n_threads, stop, quiet)
            if repaired is not None and not stop.is_set:
                findings = _check(run, sample, n_threads, stop, quiet)
            findings.stopped |= stop.is_set
        seconds = time.perf_counter() - begin
        outcome = Outcome(run, findings, seconds, repaired, mended(before, findings), str(failure or ""))
        if as_json:
            print_json(facts(outcome))
        else:
            for line in lines(outcome):
                click.echo(printable(line))
        if failure is not None:
            with failures_end(run, repair_command):
                raise failure
        if stop.signal is not None:
            go_on = f"; go on with: {repair_command(run)}" if repaired is not None else ""
            click.echo(f"stopped: not everything was checked{go_on}", err=True)
            leave(stop.exit_status)
        leave(0 if findings.ok else FAULTY)


def _check(run: Path, sample: int, threads: int, stop: StopRequest, quiet: bool) -> Findings:
    from sim.manifest import DamagedRun
    from sim.progress import Progress
    from sim.run_description import RUN_FILE
    from sim.run_folder import RunFolder
    from sim.verify.findings import Fault, Findings, Mend
    from sim.verify.run_check import check_run
    from sim.verify.sample import check_sample, refuse_other_engine_sample
    from sim.verify.tally_check import check_tally_run, check_tally_sample

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
        if folder.plan.keeps_rows:
            findings = check_run(folder, threads, stop, progress)
        else:
            findings = check_tally_run(folder, stop, progress)
    finally:
        progress.close()
    if sample and not findings.stopped:
        progress = Progress(min(sample, folder.games), 0, quiet=quiet)
        try:
            again = check_sample if folder.plan.keeps_rows else check_tally_sample
            again(folder, sample, findings, stop, progress)
        finally:
            progress.close()
    return findings


def _repair(
    run: Path, findings: Findings, threads: int, stop: StopRequest, quiet: bool
) -> tuple[Repaired | None, Exception | None]:
    """Repair, or give what was in the way: it is told after what was found."""
    from sim.atomic_files import WriteFailed
    from sim.progress import Progress
    from sim.runner import RunFailed
    from sim.verify.repair import repair_run

    games = sum(damage.chunk.n_games for damage in findings.damaged)
    progress = Progress(max(games, 1), 0, quiet=quiet)
    try:
        return repair_run(run, findings, threads, stop, progress), None
    except (InputError, WriteFailed, RunFailed) as error:
        return None, error
    finally:
        progress.close()

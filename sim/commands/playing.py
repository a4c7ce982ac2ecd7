"""What `simulate`, `resume` and `extend` share: options, playing to the end or a signal, last lines."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from sim.commands.options import NUMBER, json_option, print_json
from sim.shown import counted

if TYPE_CHECKING:
    from pathlib import Path

    from sim.run_folder import RunFolder
    from sim.runner import Have, Played
    from sim.stopping import StopRequest

FAILED = 1
SIGNALLED = 128  # plus the number of the signal, as shells have it
MAX_THREADS = 1024

_Command = TypeVar("_Command", bound=Callable[..., Any])


class Hashed(Protocol):
    """What is played, in whatever form."""

    @property
    def hash(self) -> str:
        """Hex SHA-256 of all that decides the results."""
        ...


def playing_options(command: _Command) -> _Command:
    """Add the options of every command that plays."""
    threads = click.option(
        "--threads",
        type=NUMBER,
        metavar="N",
        help="Chunks played at once; the files do not depend on it. [all cores]",
    )
    quiet = click.option("--quiet", is_flag=True, help="Say nothing on standard error but faults.")
    return threads(quiet(json_option(command)))


def count_threads(given: int | None) -> int:
    """Check the number of threads, or take one for each core this process may use."""
    from sim.plan_file import whole

    if given is not None:
        return whole(given, "--threads", 1, MAX_THREADS)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def failures_end(path: Path, go_on: Callable[[Path], str] | None = None) -> Iterator[None]:
    """Turn what broke a run into one error and say how to go on (exit 1): by `resume`, or what `go_on` writes.

    An alarm has a way out of its own: whatever goes on would end in it again.
    """
    from sim.atomic_files import WriteFailed, way_out
    from sim.manifest import TwoResults
    from sim.run_description import RUN_FILE
    from sim.runner import RunFailed
    from sim.shell_commands import resume_command

    try:
        yield
    except (WriteFailed, RunFailed) as error:
        click.echo(f"yaniv: error: {error}{way_out(error.__cause__)}", err=True)
        if (path / RUN_FILE).exists() and not isinstance(error.__cause__, TwoResults):
            command = (go_on or resume_command)(path)
            click.echo(f"The finished chunks are kept; go on with: {command}", err=True)
        leave(FAILED)


def finish_run(
    folder: RunFolder, threads: int, stop: StopRequest, *, quiet: bool, as_json: bool, asked: int = 0
) -> int:
    """Play what is missing and give the exit status; say where more games are played than were asked for."""
    have, played = play_missing(folder, threads, stop, quiet=quiet, asked=asked)
    complete = have.games + played.games == folder.games
    if as_json:
        print_json(_facts(folder, have, played, complete))
    else:
        click.echo(str(folder.path))
    if not quiet or stop.signal is not None:
        click.echo(_last_lines(folder, have, played, complete), err=True)
    return stop.exit_status if stop.signal is not None else 0


def play_missing(
    folder: RunFolder,
    threads: int,
    stop: StopRequest,
    *,
    quiet: bool,
    asked: int = 0,
    also: tuple[str, ...] = (),
) -> tuple[Have, Played]:
    """Play what is missing, with its progress; give what was there and what was played."""
    from sim.progress import Progress
    from sim.runner import look_over, play_run

    have = look_over(folder)
    progress = Progress(folder.games, have.games, quiet=quiet)
    try:
        for line in (*have.damage, *_notes(folder, asked)):
            progress.say(line)
        played = play_run(folder, threads, stop, progress, also=also)
    finally:
        progress.close()
    return have, played


def play_or_leave(
    folder: RunFolder, threads: int, stop: StopRequest, go_on: str, *, quiet: bool, also: tuple[str, ...] = ()
) -> None:
    """Play what is missing of a run on which more is built; after a signal leave, and say how to go on."""
    have, played = play_missing(folder, threads, stop, quiet=quiet, also=also)
    if stop.signal is not None:
        click.echo(f"stopped: {so_far(folder, have, played)}; go on with: {go_on}", err=True)
        leave(stop.exit_status)


def so_far(folder: RunFolder, have: Have, played: Played) -> str:
    """Say how many games are kept and how many are missing."""
    games = have.games + played.games
    kept = f"{counted(games, 'game')} {'is' if games == 1 else 'are'} kept"
    missing = folder.games - games
    return f"{kept}, {missing:,} {'is' if missing == 1 else 'are'} missing"


def folder_name(parts: Iterable[str], plan: Hashed) -> str:
    """Name a run for what is played in it: letters, digits and hyphens, cut to what any disk takes."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", "-".join(parts)).strip("-")
    return plain if len(plain) <= 100 else f"{plain[:83]}-{plan.hash[:16]}"


def leave(status: int) -> None:
    """End with this status: at once after a signal, and without a player that is still busy compiling.

    Taking down an interpreter with these libraries takes longer than whoever pressed Ctrl-C wants to wait.
    """
    is_busy = any(thread.name.startswith("player-") for thread in threading.enumerate())
    if status > SIGNALLED or is_busy:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, AttributeError):  # a reader that went away; None when closed
                stream.flush()
        os._exit(status)
    click.get_current_context().exit(status)


def _notes(folder: RunFolder, asked: int) -> Iterator[str]:
    from sim.run_versions import changed_libraries

    for path in folder.swept:
        yield f"note: {path} was removed: it belonged to no chunk of this run"
    for change in changed_libraries(folder):
        yield f"note: {change}: bytes of files may differ"
    for number, (cell, deals) in enumerate(zip(folder.plan.cells, folder.deals, strict=True)):
        if asked and deals * cell.rotations > asked:
            played = counted(deals * cell.rotations, "game")
            games = f"{counted(deals, 'deal')} in {counted(cell.rotations, 'rotation')}, {played}"
            yield f"note: cell {number} plays {games}, to give each deal every rotation"


def _facts(folder: RunFolder, have: Have, played: Played, complete: bool) -> dict[str, Any]:
    return {
        "run": str(folder.path),
        "plan": folder.plan.hash,
        "complete": complete,
        "cells": len(folder.plan.cells),
        "deals": list(folder.deals),
        "games": have.games + played.games,
        "rounds": have.rounds + played.rounds,
        "played": played._asdict(),
    }


def _last_lines(folder: RunFolder, have: Have, played: Played, complete: bool) -> str:
    from sim.progress import duration
    from sim.shell_commands import report_command, resume_command, tables_command

    name = shlex.quote(str(folder.path))
    games, rounds = have.games + played.games, have.rounds + played.rounds
    if not complete:
        return f"stopped: {so_far(folder, have, played)}; go on with: {resume_command(folder.path)}"
    rate = f" in {duration(played.seconds)} ({played.rounds / played.seconds:,.0f} rounds/s)" if played.games else ""
    look = report_command if folder.plan.tells_rounds else tables_command
    return f"{name}: {counted(games, 'game')}, {counted(rounds, 'round')}{rate}\nnext: {look(folder.path)}"

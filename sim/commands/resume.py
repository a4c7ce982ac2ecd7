"""`yaniv resume`: finish a run that was broken off."""

from __future__ import annotations

from pathlib import Path

import click

from sim.commands.options import HELP_SETTINGS, PATH
from sim.commands.playing import count_threads, failures_end, finish_run, leave, playing_options


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", type=PATH)
@playing_options
def resume(run: Path, threads: int | None, quiet: bool, as_json: bool) -> None:
    """Finish a run that was stopped or killed, or whose files were damaged.

    The result is the same, byte for byte, as if nothing had happened. What is finished stays untouched; a
    chunk with a missing or cut file is played again.

    \b
    Example:
      yaniv resume runs/first
    """
    from sim.run_session import reopen_run
    from sim.stopping import stop_on_signals

    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        with failures_end(run), reopen_run(run) as folder:
            status = finish_run(folder, n_threads, stop, quiet=quiet, as_json=as_json)
        leave(status)

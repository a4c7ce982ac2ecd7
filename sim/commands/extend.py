"""`yaniv extend`: add games to a run."""

from __future__ import annotations

from pathlib import Path

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH
from sim.commands.playing import count_threads, failures_end, finish_run, leave, playing_options


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", type=PATH)
@click.option("--games", type=NUMBER, metavar="N", required=True, help="Games of each cell wanted in all, such as 1e6.")
@playing_options
def extend(run: Path, games: int, threads: int | None, quiet: bool, as_json: bool) -> None:
    """Add games to a run until each cell has N of them.

    Full chunks stay untouched, a short last one is played again. The result is the same, byte for byte, as a
    new run of that size.

    \b
    Example:
      yaniv extend runs/first --games 1e6
    """
    from sim.run_session import reopen_run
    from sim.stopping import stop_on_signals

    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        with failures_end(run), reopen_run(run, games) as folder:
            status = finish_run(folder, n_threads, stop, quiet=quiet, as_json=as_json, asked=games)
        leave(status)

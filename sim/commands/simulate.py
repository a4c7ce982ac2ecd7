"""`yaniv simulate`: play a plan and write a run folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH
from sim.commands.playing import count_threads, failures_end, finish_run, folder_name, leave, playing_options
from sim.errors import InputError

if TYPE_CHECKING:
    from sim.plan_file import Order


@click.command(context_settings=HELP_SETTINGS)
@click.argument("plan_file", metavar="[PLAN.toml]", required=False, type=PATH)
@click.option("--variant", metavar="NAME|FILE", help="A name from `yaniv variants` or a TOML file. [standard]")
@click.option("--players", type=NUMBER, metavar="N", help="Seats at the table, 2 to 8. [4]")
@click.option("--entrant", "entrants", multiple=True, metavar="BOT", help="Who plays; again for more seats. [greedy]")
@click.option("--games", type=NUMBER, metavar="N", help="Games of each cell, such as 1e6. [100000]")
@click.option("--seed", type=NUMBER, metavar="N", help="Same seed, same games. [1]")
@click.option("--chunk", type=NUMBER, metavar="N", help="Deals a file, a power of two. [8192]")
@click.option("--detail", metavar="LEVEL", help="What is kept: turns, rounds, games or tallies. [rounds]")
@click.option("--forks", type=float, metavar="SHARE", help="Chances to call that are played both ways. [0]")
@click.option("--out", type=PATH, metavar="FOLDER", help="Where to write. [runs/...]")
@playing_options
def simulate(
    plan_file: Path | None,
    variant: str | None,
    players: int | None,
    entrants: tuple[str, ...],
    games: int | None,
    seed: int | None,
    chunk: int | None,
    detail: str | None,
    forks: float | None,
    out: Path | None,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play games and write a run folder, whose path is printed.

    Without a plan file one cell is played, by default 100,000 games of four `greedy` bots. Fewer entrants
    than seats are dealt out in turn; every deal is played in every rotation of them, so that all sit in every
    seat.

    \b
    Examples:
      yaniv simulate
      yaniv simulate --variant yaniv5 --players 3 --games 1e6 --out runs/five
      yaniv simulate --entrant greedy:call_at=3 --entrant greedy --seed 7
      yaniv simulate --games 1e4 --detail turns --out runs/turns
      yaniv simulate --detail tallies --forks 0.1 --out runs/forks
      yaniv simulate plan.toml --threads 8 --out runs/thresholds

    \b
    A plan file (--games, --seed, --chunk, --detail, --forks go before what it says):
      title = "Which threshold?"
      games = 1e6                      # of each cell; also seed, chunk, detail
      [variants.eight]                 # a variant of your own
      base = "standard"
      threshold = 8
      [entrants.careful]               # a name for a bot and its parameters
      family = "greedy"
      call_at = 3
      [[cells]]                        # lists give every combination
      variant = ["standard", "yaniv5", "eight"]
      players = [2, 4]
      entrants = ["greedy", "careful"]
      forks = 0.1                      # of the chances to call, with detail = "tallies"
    """
    from sim.plan_file import Settings, order_from_file, order_from_options
    from sim.run_session import create_run
    from sim.stopping import stop_on_signals

    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        settings = Settings(games, seed, chunk, detail, forks)
        if plan_file is None:
            order = order_from_options(variant, players, entrants, settings)
        else:
            _refuse_beside_plan(plan_file, {"--variant": variant, "--players": players, "--entrant": entrants or None})
            order = order_from_file(plan_file, settings)
        path = out or Path("runs") / default_name(order, plan_file)
        if stop.is_set:
            click.echo("stopped before anything was written", err=True)
            leave(stop.exit_status)
        with failures_end(path), create_run(path, order.plan, order.deals) as folder:
            status = finish_run(folder, n_threads, stop, quiet=quiet, as_json=as_json, asked=order.games)
        leave(status)


def default_name(order: Order, plan_file: Path | None) -> str:
    """Name a run for what is played in it."""
    from sim.plan import entrant_name

    if plan_file is None:
        cell = order.plan.cells[0]
        parts = [cell.variant.name, f"{cell.players}p", *(entrant_name(entrant) for entrant in cell.entrants)]
    else:
        parts = [plan_file.stem]
    return folder_name((*parts, f"{order.games}", f"seed{order.plan.seed}"), order.plan)


def _refuse_beside_plan(plan_file: Path, given: dict[str, object]) -> None:
    for option, value in given.items():
        if value is not None:
            raise InputError(f"{option}: belongs to a run without a plan file; write it into {plan_file}")

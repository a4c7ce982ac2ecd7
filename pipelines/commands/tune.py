"""`yaniv tune`: find good parameters of a bot."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, print_json
from sim.commands.playing import count_threads, folder_name, leave, playing_options
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipelines.tuning.folder import TuningFolder
    from pipelines.tuning.options import Options
    from pipelines.tuning.plan import TuningPlan
    from pipelines.tuning.tuner import Found
    from sim.stopping import StopRequest


@click.command(context_settings=HELP_SETTINGS)
@click.argument("what", metavar="BOT|FOLDER")
@click.option("--players", type=NUMBER, metavar="N", help="Seats at the table, 2 to 8. [2]")
@click.option("--variant", metavar="NAME|FILE", help="A name from `yaniv variants` or a TOML file. [standard]")
@click.option(
    "--against", multiple=True, metavar="BOT", help="An opponent; again for more. [the bot itself, greedy and counter]"
)
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    metavar="NAME[:LOW-HIGH]",
    help="What is searched; again for more. [every one, around its value]",
)
@click.option("--population", type=NUMBER, metavar="N", help="Candidates of a generation. [by the parameters]")
@click.option("--generations", type=NUMBER, metavar="N", help="Generations at most. [40]")
@click.option("--games", type=NUMBER, metavar="N", help="As many generations as so many games allow, all told.")
@click.option("--minutes", type=float, metavar="X", help="As many generations as fit, by a short try before.")
@click.option("--deals", type=NUMBER, metavar="N", help="Deals of a generation, new ones each time. [256]")
@click.option("--fresh", type=NUMBER, metavar="N", help="Deals on which the gain is measured. [10000]")
@click.option("--seed", type=NUMBER, metavar="N", help="Same seed, same result. [1]")
@click.option("--name", metavar="NAME", help="Of the entrant that comes out. [such as greedy-tuned-2p]")
@click.option("--out", type=PATH, metavar="FOLDER", help="Where to write. [runs/tune-...]")
@click.option("--dry-run", is_flag=True, help="Print the plan and what it would take, and stop.")
@playing_options
def tune(
    what: str,
    players: int | None,
    variant: str | None,
    against: tuple[str, ...],
    parameters: tuple[str, ...],
    population: int | None,
    generations: int | None,
    games: int | None,
    minutes: float | None,
    deals: int | None,
    fresh: int | None,
    seed: int | None,
    name: str | None,
    out: Path | None,
    dry_run: bool,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Search for parameters with which a bot wins more, by CMA-ES, and measure what they are worth.

    The bot given is where the search begins. All candidates of a generation play the same deals, each against every
    opponent in every seat. Then the last few settings play fresh deals, and the best of them and the start others
    again: only these tell the gain, for what won the search was lucky on its deals. The entrant found is written to
    `tuned.toml` in the folder, which any command takes where it takes a bot. Given the folder of a tuning, it goes on
    or tells what was found. It needs the package `cma`
    (the extra `tune`).

    \b
    Examples:
      yaniv tune greedy --parameter call_at:0-7 --parameter take_at_most:0-9 --minutes 1 --out runs/tune-greedy
      yaniv tune tactician --players 4 --against greedy --against tactician --against counter
      yaniv tune runs/tune-greedy/tuned.toml --seed 2 --dry-run
      yaniv tune runs/tune-greedy
      yaniv compare runs/tune-greedy/tuned.toml greedy
    """
    from pipelines.tuning.folder import create_tuning, refuse_taken, reopen_tuning
    from pipelines.tuning.options import Options
    from sim.bots import NAMES
    from sim.stopping import stop_on_signals

    budget = {"--generations": generations, "--games": games, "--minutes": minutes}
    options = Options(variant, players, against, parameters, population, generations, deals, fresh, seed, name)
    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        if what not in NAMES and Path(what).is_dir():
            path = Path(what)
            _refuse_beside(path, options, budget | {"--out": out, "--dry-run": dry_run or None})
            opened = reopen_tuning(path)
        else:
            if out is not None:
                refuse_taken(out)
            plan = _planned(what, options, budget, n_threads, stop, quiet=quiet and not dry_run, err=not dry_run)
            if dry_run:
                return
            path = out or Path("runs") / _default_name(plan)
            opened = create_tuning(path, plan)
        with _failures_end(path), opened as folder:
            found = _search(folder, n_threads, stop, quiet)
            _tell_result(folder, found, as_json)


def _refuse_beside(path: Path, options: Options, more: dict[str, object]) -> None:
    given: dict[str, object] = {
        f"--{name}": value if value != () else None for name, value in options._asdict().items()
    }
    given["--parameter"] = given.pop("--parameters")
    for option, value in (given | more).items():
        if value is not None:
            raise InputError(f"{option}: {path} is a tuning that was begun and says it already; leave one out")


def _planned(
    what: str,
    options: Options,
    budget: dict[str, int | float | None],
    threads: int,
    stop: StopRequest,
    *,
    quiet: bool,
    err: bool,
) -> TuningPlan:
    """Make the plan and tell it, with the time it takes by a short try."""
    from dataclasses import replace

    from pipelines.tuning.options import generations_for, tuning_plan
    from pipelines.tuning.search import load_cma
    from pipelines.tuning.told import plan_lines
    from sim.entrant_file import find_bot
    from sim.tournaments.time_needed import seconds_a_game
    from sim.tournaments.told import time_line

    load_cma()
    chosen = [option for option, value in budget.items() if value is not None]
    if len(chosen) > 1:
        raise InputError(f"{chosen[1]}: {chosen[0]} says already how long; leave one out")
    plan = tuning_plan(find_bot(what), options)
    games, minutes = budget["--games"], budget["--minutes"]
    if minutes is not None and not 0 < minutes < 1e6:
        raise InputError(f"--minutes: {minutes:g} is not above 0 and below a million")
    if games is not None:
        plan = replace(plan, generations=generations_for(int(games), plan, "--games"))
    needed = None
    if not quiet or minutes is not None:
        needed = seconds_a_game(plan.table_plan(), stop, _silent if quiet else lambda line: click.echo(line, err=True))
        if needed is None:
            click.echo("stopped before anything was written", err=True)
            leave(stop.exit_status)
    if minutes is not None and needed is not None:
        affordable = int(60 * minutes * threads / needed.seconds)
        plan = replace(plan, generations=generations_for(affordable, plan, f"--minutes: {minutes:g}, which is about"))
    if not quiet and needed is not None:
        for line in (*plan_lines(plan), time_line(plan.games, needed, threads)):
            click.echo(line, err=err)
    return plan


def _silent(_line: str) -> None:
    """Say nothing."""


def _default_name(plan: TuningPlan) -> str:
    parts = ("tune", plan.start.family, plan.variant.name, f"{plan.players}p", f"seed{plan.seed}")
    return folder_name(parts, plan.table_plan())


@contextlib.contextmanager
def _failures_end(path: Path) -> Iterator[None]:
    """Turn what broke a tuning into one error and say how to go on."""
    from pipelines.tuning.folder import tune_command
    from sim.atomic_files import WriteFailed, way_out
    from sim.runner import RunFailed

    try:
        yield
    except (WriteFailed, RunFailed) as error:
        cause = way_out(error.__cause__)
        raise CheckFailed(f"{error}{cause}\nWhat was found is kept; go on with: {tune_command(path)}") from error


def _search(folder: TuningFolder, threads: int, stop: StopRequest, quiet: bool) -> Found:
    """Go the way of the tuning to its end, or to a signal."""
    from pipelines.tuning.folder import tune_command
    from pipelines.tuning.playing import GamePlayer
    from pipelines.tuning.told import generation_line
    from pipelines.tuning.tuner import Tuner, done_games
    from sim.engine import Stopped
    from sim.progress import Progress

    plan = folder.plan
    progress = Progress(plan.games, done_games(plan, folder.state), quiet=quiet)
    play = GamePlayer(plan, threads, stop, progress)
    tuner = Tuner(
        plan,
        folder.state,
        play,
        folder.save,
        lambda told: progress.say(generation_line(plan, told, progress.rates())),
        progress.skip,
    )
    try:
        return tuner.run()
    except Stopped:
        done = len(folder.state["generations"])
        text = f"stopped: {done} of {plan.generations} generations are kept; go on with: {tune_command(folder.path)}"
    finally:
        progress.close()
    click.echo(text, err=True)
    leave(stop.exit_status)
    raise AssertionError


def _tell_result(folder: TuningFolder, found: Found, as_json: bool) -> None:
    from pipelines.tuning.gain import gains
    from pipelines.tuning.told import facts, result_lines, result_text

    plan = folder.plan
    gained = gains(plan, found)
    folder.write_result(result_text(plan, found, gained, folder.state["libraries"]))
    if as_json:
        print_json({"folder": str(folder.path), "file": str(folder.result), **facts(plan, found, gained)})
        return
    for line in result_lines(plan, found, gained):
        click.echo(line)
    click.echo(str(folder.result))

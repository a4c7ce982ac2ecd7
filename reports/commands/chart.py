"""`yaniv chart`: when to call."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, print_json
from sim.commands.playing import count_threads, failures_end, folder_name, play_or_leave, playing_options
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from sim.plan import Plan
    from sim.run_folder import RunFolder

PAGE_FOLDER: Final = "chart"
DEFAULT_GAMES: Final = 100_000
DEFAULT_PLAYERS: Final = "2-4"
DEFAULT_LEVEL: Final = "eager"


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", required=False, type=click.Path(path_type=Path))
@click.option("--variant", "variants", multiple=True, metavar="NAME|FILE", help="Once a chart. [standard]")
@click.option("--players", metavar="N-M", help="Tables that are played, such as 3, 2-4 or 2,4. [2-4]")
@click.option("--level", metavar="LEVEL|BOT", help="Who plays: eager, tactician, counter, or a bot. [eager]")
@click.option("--games", type=NUMBER, metavar="N", help="Games of each table, such as 1e5. [100000]")
@click.option("--seed", type=NUMBER, metavar="N", help="Same seed, same games. [1]")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Folder. [RUN/chart, or runs/chart-...]")
@playing_options
def chart(
    run: Path | None,
    variants: tuple[str, ...],
    players: str | None,
    level: str | None,
    games: int | None,
    seed: int | None,
    out: Path | None,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make the chart of when to call: call, wait or toss-up by total, opponents and their smallest hand.

    Without RUN the games are played first, into --out, and the page stands in its folder `chart`. With RUN, a finished
    run with --forks, the chart is made of that. One page for each variant and bot, to be printed on A4; chart.json and
    chart.csv beside it hold the numbers.

    \b
    Examples:
      yaniv chart
      yaniv chart --variant standard --variant yaniv9 --players 2-5 --level counter --games 2e4 --out runs/when
      yaniv chart runs/forks
    """
    given = {"--variant": variants or None, "--players": players, "--level": level, "--games": games, "--seed": seed}
    if run is None:
        run = _played(variants, players, level, games, seed, out, count_threads(threads), quiet)
        folder = run / PAGE_FOLDER
    else:
        for option, value in (given | {"--threads": threads, "--quiet": quiet or None}).items():
            if value is not None:
                raise InputError(f"{option}: belongs to a chart whose games are still to be played; leave RUN out")
        folder = run / PAGE_FOLDER if out is None else out
    _write(run, folder, as_json=as_json)


def _played(
    variants: tuple[str, ...],
    players: str | None,
    level: str | None,
    games: int | None,
    seed: int | None,
    out: Path | None,
    threads: int,
    quiet: bool,
) -> Path:
    """Play what is missing, and give the folder of the run."""
    from pipelines.call_chart.plan import bot_of, chart_plan, players_of
    from sim.plan import MAX_SEED, entrant_name
    from sim.plan_file import DEFAULT_SEED, DEFAULT_VARIANT, MAX_GAMES, whole
    from sim.rules import load_variant

    rules = [load_variant(name) for name in dict.fromkeys(variants or (DEFAULT_VARIANT,))]
    tables = DEFAULT_PLAYERS if players is None else players
    bot = bot_of(DEFAULT_LEVEL if level is None else level)
    wanted = DEFAULT_GAMES if games is None else whole(games, "--games", 1, MAX_GAMES)
    plan = chart_plan(
        rules, players_of(tables), bot, DEFAULT_SEED if seed is None else whole(seed, "--seed", 0, MAX_SEED)
    )
    names = [variant.name for variant in rules]
    path = out or Path("runs") / folder_name(
        ("chart", *names, tables, entrant_name(bot), f"{wanted}", f"seed{plan.seed}"), plan
    )
    _play(path, plan, plan.deals_for(wanted), threads, quiet=quiet)
    return path


def _play(path: Path, plan: Plan, deals: tuple[int, ...], threads: int, *, quiet: bool) -> None:
    from sim.plan import differences
    from sim.run_session import wanted_run
    from sim.shell_commands import resume_command
    from sim.stopping import stop_on_signals

    def refuse(there: RunFolder) -> None:
        before, now = ({**one.as_mapping(), "deals": list(n)} for one, n in ((there.plan, there.deals), (plan, deals)))
        if before != now:
            changed = "; ".join(differences(before, now)[:3])
            raise InputError(f"{path}: holds another run: {changed}; give another folder with --out")

    with stop_on_signals() as stop:
        session = wanted_run(path, plan, deals, refuse)
        if session is not None:
            with failures_end(path), session as folder:
                play_or_leave(folder, threads, stop, f"{resume_command(path)}, then ask again", quiet=quiet)


def _write(run: Path, folder: Path, *, as_json: bool) -> None:
    from pipelines.call_chart.data import build_charts
    from pipelines.run import open_run
    from reports.commands.report import page_folder
    from reports.pages.call_chart import NUMBERS, write_chart
    from sim.atomic_files import WriteFailed, way_out

    data = build_charts(open_run(run))
    try:
        page = write_chart(data, page_folder(folder, NUMBERS))
    except WriteFailed as error:
        raise CheckFailed(f"{error}{way_out(error.__cause__)}; or give another folder with --out") from error
    if as_json:
        print_json(data | {"page": str(page)})
        return
    for warning in data["warnings"]:
        click.echo(f"note: {warning}", err=True)
    for one in data["charts"]:
        click.echo(f"{one['variant']}, {one['entrant']}: {' '.join(one['sentences'])}")
    click.echo(str(page))

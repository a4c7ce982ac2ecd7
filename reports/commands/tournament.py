"""`yaniv tournament`: play everybody against everybody, and rate them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, print_json
from sim.commands.playing import (
    count_threads,
    failures_end,
    folder_name,
    leave,
    play_or_leave,
    playing_options,
)
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest
    from sim.tournaments.plan import Tournament


@click.command(context_settings=HELP_SETTINGS)
@click.argument("what", metavar="[PLAN.toml|RUN]", required=False, type=PATH)
@click.option("--entrant", "entrants", multiple=True, metavar="BOT", help="Who plays; once for each.")
@click.option("--players", type=NUMBER, metavar="N", help="Seats at a table, 2 to 8. [4]")
@click.option("--gauntlet", metavar="BOT", help="Only tables at which this entrant sits.")
@click.option("--variant", metavar="NAME|FILE", help="A name from `yaniv variants` or a TOML file. [standard]")
@click.option("--deals", type=NUMBER, metavar="N", help="Deals of each table, each in all orders and seats. [2000]")
@click.option("--seed", type=NUMBER, metavar="N", help="Same seed, same games. [1]")
@click.option("--chunk", type=NUMBER, metavar="N", help="Deals a file, a power of two. [8192]")
@click.option("--out", type=PATH, metavar="FOLDER", help="Where to write. [runs/tournament-...]")
@click.option("--dry-run", is_flag=True, help="Print the plan and what it would take, and stop.")
@playing_options
def tournament(
    what: Path | None,
    entrants: tuple[str, ...],
    players: int | None,
    gauntlet: str | None,
    variant: str | None,
    deals: int | None,
    seed: int | None,
    chunk: int | None,
    out: Path | None,
    dry_run: bool,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play all entrants against each other, rate them, and make tables and a page in the run's folder.

    Every set of entrants that fits a table plays every deal, in every circular order (from six seats on in orders
    in which everybody follows everybody equally often) and in every seat. The plan is printed first. Given the folder
    of a run, its missing games are played and its results made anew.

    \b
    Examples:
      yaniv tournament --entrant greedy --entrant greedy:call_at=3 --entrant random --players 2
      yaniv tournament plan.toml --deals 1e4 --out runs/ladder
      yaniv tournament plan.toml --dry-run
      yaniv tournament runs/ladder

    \b
    A plan file (--deals, --seed and --chunk go before what it says):
      players = 4
      field = ["greedy", "careful", "random", "york-novice"]    # all [entrants] without it
      gauntlet = "careful"             # or tables = [["greedy", "careful"], ...]
      deals = 5000                     # also title, variant, seed, chunk, [variants.NAME]
      [entrants.careful]               # a name for a bot and its parameters
      family = "greedy"
      call_at = 3
    """
    from sim.stopping import stop_on_signals

    given = {
        "--entrant": entrants or None,
        "--players": players,
        "--gauntlet": gauntlet,
        "--variant": variant,
    }
    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        if what is not None and what.is_dir():
            _refuse_beside(what, given | {"--deals": deals, "--seed": seed, "--chunk": chunk, "--out": out})
            if dry_run:
                raise InputError(f"--dry-run: {what} is a run, whose plan is in its run.json; leave one out")
            path = what
            _go_on(path, n_threads, stop, quiet)
        else:
            wanted = _wanted(what, given, deals, seed, chunk)
            _tell_plan(wanted, n_threads, stop, quiet=quiet and not dry_run, err=not dry_run)
            if dry_run:
                return
            path = out or Path("runs") / _default_name(wanted)
            _begin(path, wanted, n_threads, stop, quiet)
    _results(path, quiet, as_json)


def _refuse_beside(what: Path, given: dict[str, Any]) -> None:
    for option, value in given.items():
        if value is not None:
            raise InputError(f"{option}: {what} says it already; leave one out")


def _wanted(
    what: Path | None, given: dict[str, Any], deals: int | None, seed: int | None, chunk: int | None
) -> Tournament:
    from sim.tournaments.plan import Settings, Wish, from_file, from_options

    settings = Settings(deals, seed, chunk)
    if what is None:
        wish = Wish(given["--variant"], given["--players"], given["--entrant"] or (), given["--gauntlet"])
        return from_options(wish, settings)
    _refuse_beside(what, given)
    return from_file(what, settings)


def _default_name(wanted: Tournament) -> str:
    cell = wanted.plan.cells[0]
    parts = ("tournament", cell.variant.name, f"{cell.players}p", *wanted.entrants)
    return folder_name((*parts, f"{wanted.deals}", f"seed{wanted.plan.seed}"), wanted.plan)


def _tell_plan(wanted: Tournament, threads: int, stop: StopRequest, *, quiet: bool, err: bool) -> None:
    """Print what will be played, and how long it takes by a short try."""
    from sim.tournaments.time_needed import seconds_a_game
    from sim.tournaments.told import plan_lines, time_line

    if quiet:
        return
    for line in plan_lines(wanted):
        click.echo(line, err=err)
    needed = seconds_a_game(wanted.plan, stop, lambda line: click.echo(line, err=True))
    if needed is None:
        click.echo("stopped before anything was written", err=True)
        leave(stop.exit_status)
    else:
        click.echo(time_line(wanted.games, needed, threads), err=err)


def _begin(path: Path, wanted: Tournament, threads: int, stop: StopRequest, quiet: bool) -> None:
    from sim.run_session import create_run
    from sim.shell_commands import tournament_command

    with failures_end(path, tournament_command), create_run(path, wanted.plan, wanted.cell_deals) as folder:
        _play(folder, threads, stop, quiet)


def _go_on(path: Path, threads: int, stop: StopRequest, quiet: bool) -> None:
    from sim.run_folder import RunFolder
    from sim.run_session import reopen_run
    from sim.shell_commands import tournament_command

    if RunFolder.open(path).is_complete:
        return
    with failures_end(path, tournament_command), reopen_run(path) as folder:
        _play(folder, threads, stop, quiet)


def _play(folder: RunFolder, threads: int, stop: StopRequest, quiet: bool) -> None:
    from sim.shell_commands import tournament_command

    play_or_leave(folder, threads, stop, tournament_command(folder.path), quiet=quiet, also=folder.plan.families)


def _results(path: Path, quiet: bool, as_json: bool) -> None:
    """Make the tables and the page from what was played."""
    from pipelines.run import open_run
    from pipelines.tournament.data import build_tournament
    from reports.pages.tournament import FOLDER, foreign_page, write_tournament
    from sim.atomic_files import WriteFailed, way_out
    from sim.shell_commands import tournament_command

    folder = path / FOLDER
    foreign = foreign_page(folder)
    if foreign is not None:
        raise InputError(f"{foreign}: is not of a tournament; move it away")
    try:
        data = build_tournament(open_run(path), _counting(quiet))
        page = write_tournament(data, folder)
    except WriteFailed as error:
        raise CheckFailed(f"{error}{way_out(error.__cause__)}") from error
    except KeyboardInterrupt:
        click.echo(f"all games are kept; make their results with: {tournament_command(path)}", err=True)
        raise
    if as_json:
        print_json(data | {"page": str(page)})
    else:
        click.echo("\n".join(_text(data)))
        click.echo(str(page))


def _counting(quiet: bool) -> Any:
    """Tell the progress of counting now and then."""
    import time

    from sim.progress import duration

    begin = last = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if not quiet and now - last > 5 and done < total:
            last = now
            left = duration((now - begin) * (total - done) / done)
            click.echo(f"counted {done:,} of {total:,} orders, {left} left", err=True)

    return tell


def _text(data: dict[str, Any]) -> Iterator[str]:
    from reports.tables import key_text, view
    from sim.commands.text_table import format_table

    standings = view(data["tables"]["standings"])
    heads = standings.heads
    if standings.rows and heads[1:] == [key_text(row, "entrant") for row in data["tables"]["standings"]["rows"]]:
        lines = [list(column) for column in zip(*standings.rows, strict=True)]
        heads = [standings.heads[0] or "entrant", *(line[0].text for line in standings.rows)]
        body = [
            [head, *(cell.text for cell in line)] for head, line in zip(standings.heads[1:], lines[1:], strict=True)
        ]
    else:
        body = [[" ".join(filter(None, (cell.text, cell.small))) for cell in row] for row in standings.rows]
    yield format_table(heads, body, 0)
    yield ""
    yield from data["sentences"]
    yield from (f"mind: {warning}" for warning in data["warnings"])

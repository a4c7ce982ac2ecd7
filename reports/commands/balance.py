"""`yaniv balance`: how fair variants are, how long they take, and what their rules do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, print_json
from sim.commands.playing import count_threads, folder_name, playing_options
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from pipelines.balance.asked import Asked
    from pipelines.balance.found import FoundRuns
    from pipelines.balance.levels import FoundLevels
    from pipelines.balance.wish import Wish
    from reports.commands.balance_runs import Playing

LONGEST_TURN, USUAL_TURN = 3600, 12


@click.command(context_settings=HELP_SETTINGS)
@click.option("--variants", metavar="NAME|FILE,...", help="Names from `yaniv variants`, or TOML files. [standard]")
@click.option("--vary", multiple=True, metavar="FIELD=VALUES", help="Each variant with these values; may be repeated.")
@click.option("--players", metavar="N-M|N,M", help="Numbers of players. [2-4]")
@click.option("--levels", metavar="LEVEL,...", help="Levels of play, also counter. [eager,limited,tactician]")
@click.option("--within", type=float, metavar="X", help="Points in 100 to which a seat's share of wins is wanted.")
@click.option("--games", type=NUMBER, metavar="N", help="Games of equal players, instead of --within. [50000]")
@click.option("--limits-at", metavar="LEVEL,...", help="Levels at which fixed call limits are tried. [all levels]")
@click.option("--forks", type=float, metavar="X", help="Share of chances to call that are played both ways. [0.1]")
@click.option("--guest-games", is_flag=True, help="Count games of a bot among others, where its deals are counted.")
@click.option("--threshold-steps", type=NUMBER, metavar="N", help="How far F11 moves the threshold. [2]")
@click.option("--seconds-per-turn", "seconds", type=float, default=USUAL_TURN, show_default=True, metavar="S",
              help="What a turn takes at a table; turns become minutes by it.")  # fmt: skip
@click.option("--seed", type=NUMBER, metavar="N", help="Same seed, same games. [1]")
@click.option("--out", type=PATH, metavar="FOLDER", help="Where to write. [runs/balance-...]")
@click.option("--dry-run", is_flag=True, help="Print what would be played and how long it takes, and stop.")
@playing_options
def balance(
    variants: str | None,
    vary: tuple[str, ...],
    players: str | None,
    levels: str | None,
    within: float | None,
    games: int | None,
    limits_at: str | None,
    forks: float | None,
    guest_games: bool,
    threshold_steps: int | None,
    seconds: float,
    seed: int | None,
    out: Path | None,
    dry_run: bool,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play variants at several numbers of players and levels of play, and say how fair and how long each is.

    All cells play the same deals. Rows are variants with numbers of players and levels of play: eager calls whenever
    it may, limited at its best fixed limit, tactician and counter by their own judgement. A table for which the deck
    is too small is left out and named. --within and --games speak of tables of equal players; what else is needed
    takes a twelfth of that or less. The same command again goes on where it stopped, and at last makes the report.

    A long balance can spare games where intervals are narrow anyhow. --limits-at eager,limited tries no call limits of
    slower bots, --forks 0.03 plays fewer calls both ways. A bot alone among others plays each deal once in every seat;
    with --guest-games it plays so many fewer deals. --threshold-steps 1 plays no thresholds further off.

    \b
    Examples:
      yaniv balance --variants standard,yaniv5,yaniv9 --players 2-4
      yaniv balance --vary threshold=3-12 --players 2,4 --within 0.2 --out runs/thresholds
      yaniv balance --variants house.toml,standard --vary jokers=0,2,4 --levels tactician --games 2e4
    """
    from pipelines.balance.asked import Asked, wish_of

    if not 0 < seconds <= LONGEST_TURN:
        raise InputError(f"--seconds-per-turn: {seconds:g} is not above 0 and at most {LONGEST_TURN}")
    asked = Asked(variants, vary, players, levels, games, within, seed, limits_at, forks, guest_games, threshold_steps)
    wish = wish_of(asked)
    path = out or Path("runs") / _default_name(asked, wish)
    from reports.commands.balance_runs import Playing, play_balances
    from sim.shell_commands import balance_command

    playing = Playing(
        path, balance_command(_options(asked) + _pace(seconds), path), count_threads(threads), quiet, dry_run
    )
    runs = play_balances([wish], playing)
    if runs is not None:
        _results(wish, runs, playing, seconds, as_json)


def _options(asked: Asked) -> list[str]:
    """Write the options again, those that decide what is played."""
    given = {
        "--variants": asked.variants,
        "--players": asked.players,
        "--levels": asked.levels,
        "--within": asked.within,
        "--games": asked.games,
        "--seed": asked.seed,
        "--limits-at": asked.limits_at,
        "--forks": asked.forks,
        "--threshold-steps": asked.threshold_steps,
    }
    words = [word for name, value in given.items() if value is not None for word in (name, f"{value}")]
    flags = ["--guest-games"] if asked.guest_games else []
    return [*words, *flags, *(word for text in asked.sweeps for word in ("--vary", text))]


def _pace(seconds: float) -> list[str]:
    return [] if seconds == USUAL_TURN else ["--seconds-per-turn", f"{seconds:g}"]


def _default_name(asked: Asked, wish: Wish) -> str:
    words = [word for word in _options(asked) if not word.startswith("--")]
    return folder_name(("balance", *words), wish)


def _results(wish: Wish, runs: tuple[FoundRuns, FoundLevels], playing: Playing, seconds: float, as_json: bool) -> None:
    """Measure, and write the report."""
    from pipelines.balance.data import build_balance
    from pipelines.balance.measuring import measure_all
    from reports.commands.balance_runs import measuring
    from reports.pages.balance import FOLDER, write_balance
    from reports.pages.run_report import foreign_file
    from sim.atomic_files import WriteFailed, way_out

    folder = playing.folder / FOLDER
    if folder.exists() and (foreign := foreign_file(folder)) is not None:
        raise InputError(f"{foreign}: is not of a report; move it away")
    pace = int(seconds) if seconds.is_integer() else seconds
    try:
        data = build_balance(measure_all(wish, *runs, measuring(len(wish.places), playing)), playing.go_on, pace)
        page = write_balance(data, folder)
    except WriteFailed as error:
        raise CheckFailed(f"{error}{way_out(error.__cause__)}") from error
    except KeyboardInterrupt:
        click.echo(f"all games are kept; make the report with: {playing.go_on}", err=True)
        raise
    if as_json:
        print_json({"page": str(page), "sentences": data["sentences"], "warnings": data["warnings"]})
    else:
        for line in (*data["sentences"], *(f"mind: {warning}" for warning in data["warnings"])):
            click.echo(line)
        click.echo(str(page))

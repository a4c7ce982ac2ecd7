"""`yaniv compare`: which of two entrants is better."""

from __future__ import annotations

import contextlib
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, print_json
from sim.commands.playing import count_threads, failures_end, folder_name, leave, play_missing, playing_options, so_far
from sim.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipelines.comparing import Estimate, Look
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest
    from sim.tournaments.comparison import Comparison


@click.command(context_settings=HELP_SETTINGS)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--players", type=NUMBER, metavar="N", help="Seats at the table, 2 to 8. [2]")
@click.option("--by", type=float, metavar="X", help="Stop when it is decided; points in 100 that matter, such as 0.5.")
@click.option("--deals", type=NUMBER, metavar="N", help="Deals at most. [20000; with --by 1000000]")
@click.option("--variant", metavar="NAME|FILE", help="A name from `yaniv variants` or a TOML file. [standard]")
@click.option("--seed", type=NUMBER, metavar="N", help="Same seed, same games. [1]")
@click.option("--chunk", type=NUMBER, metavar="N", help="Deals a file, a power of two; looks fall on its ends. [512]")
@click.option("--out", type=PATH, metavar="FOLDER", help="Where to write. [runs/compare-...]")
@playing_options
def compare(
    first: str,
    second: str,
    players: int | None,
    by: float | None,
    deals: int | None,
    variant: str | None,
    seed: int | None,
    chunk: int | None,
    out: Path | None,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Compare two bots on the same deals, in every placement of the two at the table.

    At each look the difference is printed with an interval that holds at all looks together, so one may stop at any.
    With --by X it stops at the first look that decides: one is better, or they differ by less than X points in 100 of
    the games won. A decision is false with a chance of at most 5 %. The same command again goes on where it stopped.

    \b
    Examples:
      yaniv compare greedy:call_at=3 greedy
      yaniv compare greedy:call_at=3 greedy:call_at=2 --players 4 --by 0.5 --out runs/limits
    """
    import pipelines.comparing  # noqa: F401  (before signals are ours to answer: it takes its time)
    from sim.chosen import chosen_bot, chosen_table
    from sim.stopping import stop_on_signals
    from sim.tournaments.comparison import DEFAULT_PLAYERS, Options, comparison

    if by is not None and not 0 < by < 100:
        raise InputError(f"--by: {by:g} is not above 0 and below 100; it counts points in 100, such as 0.5")
    rules, seats = chosen_table(variant, players, DEFAULT_PLAYERS)
    one, other = (chosen_bot(*one).at(rules.threshold, seats) for one in ((first, "A"), (second, "B")))
    if one == other:
        _tell_same(str(one), as_json)
        return
    with stop_on_signals() as stop:
        n_threads = count_threads(threads)
        options = Options(variant, players, deals, seed, chunk)
        wanted = comparison(one, other, options, until_decided=by is not None)
        path = out or Path("runs") / _default_name(wanted)
        player = _Player(wanted, path, _command(path, first, second, options, by), n_threads, stop, quiet)
        with failures_end(path, lambda _: player.command):
            looks, why = player.play(None if by is None else by / 100)
    if as_json:
        print_json(_facts(wanted, path, looks, why, by))
    else:
        click.echo("\n".join(_result(wanted, looks[-1], why, by)))


def _tell_same(name: str, as_json: bool) -> None:
    told = f"both are {name}, the same bot with the same parameters: they play the same, the difference is exactly 0"
    if as_json:
        print_json({"entrants": [name, name], "decision": "identical", "difference": 0, "looks": [], "why": told})
    else:
        click.echo(told)


def _default_name(wanted: Comparison) -> str:
    cell = wanted.plan.cells[0]
    parts = ("compare", cell.variant.name, f"{cell.players}p", *wanted.names, f"seed{wanted.plan.seed}")
    return folder_name(parts, wanted.plan)


def _command(path: Path, first: str, second: str, options: Any, by: float | None) -> str:
    """Write the command that goes on."""
    given = {f"--{name}": value for name, value in options._asdict().items()} | {"--by": by, "--out": path}
    words = [text for option, value in given.items() if value is not None for text in (option, f"{value}")]
    return shlex.join(["yaniv", "compare", first, second, *words])


class _Player:
    """Plays a comparison from look to look."""

    def __init__(
        self, wanted: Comparison, path: Path, command: str, threads: int, stop: StopRequest, quiet: bool
    ) -> None:
        self.command = command
        self._wanted = wanted
        self._path = path
        self._threads = threads
        self._stop = stop
        self._quiet = quiet
        self._seconds, self._games = 0.0, 0  # spent, and played in them, in this process

    def play(self, by: float | None) -> tuple[list[Look], str]:
        """Play until it is decided, or all deals are played; gives the looks and what was decided."""
        from pipelines.comparing import IDENTICAL, Scorer
        from pipelines.run import Run
        from sim.tournaments.comparison import look_deals

        looks: list[Look] = []
        plan, most = self._wanted.plan, self._wanted.deals
        scorer, decision = None, ""
        with self._opened(next(look_deals(plan.chunk_deals, most))) as folder:
            for deals in look_deals(plan.chunk_deals, most):
                folder = self._until(folder, deals)
                run = Run(folder)
                scorer = scorer or Scorer(run.cells)
                begin = time.monotonic()
                if not scorer.add(run, deals, lambda: self._stop.is_set):
                    self._leave("all games are kept")
                look = scorer.look()
                looks.append(look)
                self._seconds += time.monotonic() - begin
                self._tell(look)
                decision = scorer.decision(by or 0.0)
                if decision and by is not None:
                    break
        return looks, IDENTICAL if looks[-1].identical else decision

    @contextlib.contextmanager
    def _opened(self, deals: int) -> Iterator[RunFolder]:
        """Begin the run, or go on with it."""
        from sim.plan import differences
        from sim.run_description import RUN_FILE
        from sim.run_folder import RunFolder
        from sim.run_session import create_run, reopen_run

        if not (self._path / RUN_FILE).exists():
            with create_run(self._path, self._wanted.plan, self._wanted.cell_deals(deals)) as folder:
                yield folder
            return
        there = RunFolder.open(self._path).plan
        changes = differences(there.as_mapping(), self._wanted.plan.as_mapping())
        if changes:
            more = f"; and {len(changes) - 2} more" if len(changes) > 2 else ""
            raise InputError(f"--out: {self._path} holds another plan: {'; '.join(changes[:2])}{more}; choose another")
        with reopen_run(self._path) as folder:
            yield folder

    def _until(self, folder: RunFolder, deals: int) -> RunFolder:
        """Play at least so many deals."""
        wanted = self._wanted.cell_deals(deals)
        if min(folder.deals) < deals:
            folder = folder.extended(wanted)
            folder.prepare()
        have, played = play_missing(folder, self._threads, self._stop, quiet=self._quiet, also=folder.plan.families)
        self._seconds, self._games = self._seconds + played.seconds, self._games + played.games
        if self._stop.signal is not None:
            self._leave(f"{so_far(folder, have, played)} until the next look")
        return type(folder).open(folder.path)

    def _leave(self, kept: str) -> NoReturn:
        click.echo(f"stopped: {kept}; go on with: {self.command}", err=True)
        leave(self._stop.exit_status)
        raise AssertionError

    def _tell(self, look: Look) -> None:
        """Print the running estimate, the speed and the time left at most."""
        from sim.progress import duration

        if self._quiet:
            return
        speed = ""
        if self._games:
            missing = (self._wanted.deals - look.deals) * self._wanted.repeats
            left = duration(self._seconds * missing / self._games)
            speed = f"  [{self._games / self._seconds:,.0f} games/s, at most {left} left]"
        click.echo(f"{look.deals:,} deals: {_points(look)}{speed}", err=True)


def _points(look: Look) -> str:
    """Write a difference in points in 100."""
    if look.identical:
        return "0 exactly: the same play so far"
    value, low, high = (100 * one for one in look.difference)
    return f"{value:+.2f} points in 100 ({low:+.2f} to {high:+.2f})"


def _share(estimate: Estimate) -> str:
    value, low, high = (100 * one for one in estimate)
    if low == high:
        return f"{value:.4g} %"
    return f"{value:.2f} % ({low:.2f} to {high:.2f} %)"


def _result(wanted: Comparison, look: Look, why: str, by: float | None) -> Iterator[str]:
    """Tell what came out, and why it stopped."""
    first, second = wanted.names
    cell = wanted.plan.cells[0]
    yield (
        f"{first} against {second}: {cell.variant.name}, {cell.players} players, {look.deals:,} deals in all"
        f" {wanted.repeats} placements, {look.games:,} games"
    )
    if look.stopped_games:
        yield f"{look.stopped_games:,} of them were stopped and have no winner"
    yield f"difference from an even share: {_points(look)}"
    for held, share in look.by_seats.items():
        seats = f"{held} of {cell.players} seats" if cell.players > 2 else "each seat in turn"
        yield f"  with {seats} {first} wins {_share(share)} a seat held; even: {100 / cell.players:.4g} %"
    if not look.identical:
        yield "each interval holds at all looks together (95 %)"
    yield _why(wanted, look, why, by)


def _why(wanted: Comparison, look: Look, why: str, by: float | None) -> str:
    from pipelines.comparing import verdict

    first, second = wanted.names
    told = verdict(why, first, second, by)
    if by is None or not why:
        return f"stopped after all {look.deals:,} deals: {told}"
    return f"stopped because it is decided: {told}"


def _facts(wanted: Comparison, path: Path, looks: list[Look], why: str, by: float | None) -> dict[str, Any]:
    cell = wanted.plan.cells[0]
    return {
        "run": str(path),
        "plan": wanted.plan.hash,
        "entrants": list(wanted.names),
        "variant": cell.variant.name,
        "players": cell.players,
        "placements": wanted.repeats,
        "decision": why or "undecided",
        "why": _why(wanted, looks[-1], why, by),
        "looks": [
            {
                "deals": look.deals,
                "games": look.games,
                "difference": look.difference._asdict(),
                "by_seats": {str(held): share._asdict() for held, share in look.by_seats.items()},
                "identical": look.identical,
                "different_deals": look.different_deals,
                "stopped_games": look.stopped_games,
            }
            for look in looks
        ],
    }

"""What `yaniv balance` plays: its runs one after the other, told beforehand with the time they will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sim.commands.playing import failures_end, leave, play_or_leave
from sim.errors import InputError

if TYPE_CHECKING:
    from pipelines.balance.arms import Part
    from pipelines.balance.found import FoundRuns
    from pipelines.balance.levels import FoundLevels
    from pipelines.balance.wish import Wish
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest


class Playing(NamedTuple):
    """How a balance is played, none of which its results depend on.

    Attributes
    ----------
    folder
        Of the balance; its runs lie in it.
    go_on
        The command that goes on.
    """

    folder: Path
    go_on: str
    threads: int
    quiet: bool
    dry_run: bool

    def tell(self, line: str) -> None:
        """Say something on the way."""
        if not self.quiet:
            click.echo(line, err=True)


def play_balances(wishes: Sequence[Wish], playing: Playing) -> tuple[FoundRuns, FoundLevels] | None:
    """Tell what is played and how long it takes, then play what is missing; None where only the telling was asked for.

    Parameters
    ----------
    wishes
        Of one seed. They share their runs, so that what several of them ask for is played once.

    Raises
    ------
    InputError
        When the folder holds something else.
    """
    from pipelines.balance.arms import later_parts, limits_part
    from pipelines.balance.base import LIMITS
    from pipelines.balance.found import FoundRuns
    from pipelines.balance.levels import FoundLevels
    from pipelines.balance.wish import WISH_FILE, keep_wishes
    from pipelines.run import open_run
    from sim.run_session import make_folder
    from sim.stopping import stop_on_signals

    with stop_on_signals() as stop:
        is_new = not (playing.folder / WISH_FILE).exists()
        if not playing.dry_run:
            make_folder(playing.folder, WISH_FILE)  # a folder that cannot be used is refused before anything takes time
        if playing.dry_run or is_new:
            _tell_plan(wishes, playing, stop)
            if playing.dry_run:
                return None
        keep_wishes(playing.folder, wishes)
        limits = limits_part(wishes)
        runs = {}
        if limits is not None:
            _play(LIMITS, limits, playing, stop)
            runs[LIMITS] = open_run(playing.folder / LIMITS)
        levels = FoundLevels(FoundRuns(runs))
        for name, part in later_parts(wishes, levels).items():
            _play(name, part, playing, stop)
            runs[name] = open_run(playing.folder / name)
    return FoundRuns(runs), levels


def _play(name: str, part: Part, playing: Playing, stop: StopRequest) -> None:
    from pipelines.balance.arms import families
    from sim.run_session import wanted_run

    path = playing.folder / name

    def refuse(there: RunFolder) -> None:
        if (there.plan, there.deals) != (part.plan, part.deals):
            raise InputError(
                f"{path}: was begun by another version, which plays other cells; finish it with that one, or choose"
                " another --out"
            )

    session = wanted_run(path, part.plan, part.deals, refuse)
    if session is not None:
        with failures_end(path, lambda _: playing.go_on), session as folder:
            playing.tell(f"{name}: {len(part.plan.cells):,} cells, {part.games:,} games")
            play_or_leave(folder, playing.threads, stop, playing.go_on, quiet=playing.quiet, also=families(name))


def _tell_plan(wishes: Sequence[Wish], playing: Playing, stop: StopRequest) -> None:
    """Print what will be played, and how long it takes by a short try."""
    from pipelines.balance.arms import later_parts, limits_part
    from pipelines.balance.base import LIMITS
    from pipelines.balance.levels import AssumedLevels

    if playing.quiet and not playing.dry_run:
        return
    limits = limits_part(wishes)
    parts = ({} if limits is None else {LIMITS: limits}) | later_parts(wishes, AssumedLevels(limits is not None))
    for line in _plan_lines(wishes, parts):
        click.echo(line, err=not playing.dry_run)
    seconds = 0.0
    for name, part in parts.items():
        needed = _seconds(name, part, stop)
        if needed is None:
            click.echo("stopped before anything was written", err=True)
            leave(stop.exit_status)
        else:
            seconds += needed
    click.echo(_time_line(seconds, playing.threads), err=not playing.dry_run)


def _plan_lines(wishes: Sequence[Wish], parts: dict[str, Any]) -> Iterator[str]:
    for wish in wishes:
        variants, players = (len(set(found)) for found in zip(*wish.tables, strict=True))
        yield (
            f"{len(wish.places):,} rows: {variants} variants, {players} numbers of players where the deck allows it,"
            f" {len(wish.levels)} levels of play"
        )
    games = sum(part.games for part in parts.values())
    cells = sum(len(part.plan.cells) for part in parts.values())
    yield f"{cells:,} cells, {games:,} games"
    yield from (f"left out: {line}" for wish in wishes for line in wish.left_out)


def _seconds(name: str, part: Part, stop: StopRequest) -> float | None:
    """Guess what a run takes on one thread, from a few deals of a few cells of each kind."""
    from dataclasses import replace

    from pipelines.balance.arms import families, kinds, tried
    from sim.tournaments.time_needed import seconds_a_game

    total = 0.0
    for kind in kinds(part):
        some = replace(kind.plan, cells=tuple(tried(kind)))
        needed = seconds_a_game(some, stop, lambda line: click.echo(line, err=True), families(name))
        if needed is None:
            return None
        total += needed.seconds * kind.games
    return total


def _time_line(seconds: float, threads: int) -> str:
    from sim.progress import duration

    return f"about {duration(seconds / threads)} on {threads} {'thread' if threads == 1 else 'threads'}"


def measuring(total: int, playing: Playing) -> Callable[[int], None]:
    """Tell the progress of measuring now and then."""
    last = time.monotonic()

    def tell(done: int) -> None:
        nonlocal last
        if time.monotonic() - last > 5 and done < total:
            last = time.monotonic()
            playing.tell(f"measured {done:,} of {total:,} rows")

    return tell

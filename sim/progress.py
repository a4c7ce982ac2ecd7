"""What a run tells while it plays, on standard error: a bar on a terminal, else now and then a line."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final, Protocol

from sim.shown import counted

if TYPE_CHECKING:
    from rich.progress import Progress as RichBar

_PLAIN_SECONDS: Final = 30.0
_BAR_SECONDS: Final = 0.2


class Progress:
    """Counts what is played and shows it.

    Parameters
    ----------
    total_games
        Games of the whole run.
    done_games
        Games that were there before.
    quiet
        Show nothing.
    """

    def __init__(self, total_games: int, done_games: int, *, quiet: bool = False) -> None:
        self._total = total_games
        self._before = done_games
        self._games = 0
        self._rounds = 0
        self._begin = self._shown = time.monotonic()
        self._seconds = 0.0
        self._display = _choose_display(total_games, quiet)

    def add(self, games: int, rounds: int) -> None:
        """Count what was played."""
        self._games += games
        self._rounds += rounds

    def skip(self, games: int) -> None:
        """Count what need not be played."""
        self._before += games

    def tick(self, seconds: float | None = None) -> None:
        """Show the state when it is time to.

        Parameters
        ----------
        seconds
            What counts for the speed, such as without compiling; all since the beginning where not given.
        """
        now = time.monotonic()
        self._seconds = now - self._begin if seconds is None else seconds
        pause = now - self._shown
        if pause >= self._display.seconds:
            self._shown += pause
            self._display.show(self._before + self._games, self._total, self.rates())

    def say(self, text: str) -> None:
        """Show a message."""
        self._display.say(text)

    def close(self) -> None:
        """End the moving line."""
        self._display.close()

    def rates(self) -> str:
        """Write the speed, and the time left once it can be told."""
        seconds = self._seconds
        if not self._games or seconds < 1:
            return ""
        left = (self._total - self._before - self._games) * seconds / self._games
        speed = f"{self._games / seconds:,.0f} games/s, {self._rounds / seconds:,.0f} rounds/s"
        return f"{speed}, {duration(left)} left"


def duration(seconds: float) -> str:
    """Write seconds for people: 0.4 s, 12 s, 3 min 5 s, 2 h 4 min."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class _Display(Protocol):
    """Where progress goes."""

    seconds: float

    def show(self, done: int, total: int, rates: str) -> None:
        """Show the state."""

    def say(self, text: str) -> None:
        """Show a message."""

    def close(self) -> None:
        """End."""


def _choose_display(total: int, quiet: bool) -> _Display:
    if quiet or sys.stderr is None:  # None: closed by whoever started this
        return _Silence()
    return _Bar(total) if sys.stderr.isatty() else _Lines()


class _Silence:
    seconds = float("inf")

    def show(self, done: int, total: int, rates: str) -> None:
        pass

    def say(self, text: str) -> None:
        pass

    def close(self) -> None:
        pass


class _Lines:
    """Plain lines; a reader that went away stops nothing."""

    seconds = _PLAIN_SECONDS

    def show(self, done: int, total: int, rates: str) -> None:
        self.say(f"{done:,} of {counted(total, 'game')} ({done / total:.1%}) {rates}".rstrip())

    def say(self, text: str) -> None:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        pass


class _Bar:
    """A bar that moves."""

    seconds = _BAR_SECONDS

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"))
        self._bar: RichBar = Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True)
        self._task = self._bar.add_task("", total=total)
        self._bar.start()

    def show(self, done: int, total: int, rates: str) -> None:
        self._bar.update(self._task, completed=done, description=rates, refresh=True)

    def say(self, text: str) -> None:
        self._bar.console.print(text, markup=False, highlight=False)

    def close(self) -> None:
        self._bar.stop()

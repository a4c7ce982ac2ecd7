"""Commands that messages name as the way out, ready to be pasted into a shell."""

from __future__ import annotations

import shlex
from pathlib import Path


def resume_command(folder: Path) -> str:
    """Write the command that finishes a run."""
    return f"yaniv resume {shlex.quote(str(folder))}"


def extend_command(folder: Path, games: int | str) -> str:
    """Write the command that wants so many games; a letter stands for a number that the user has to choose."""
    return f"yaniv extend {shlex.quote(str(folder))} --games {games}"


def repair_command(folder: Path) -> str:
    """Write the command that looks for damage that only reading every byte shows, and mends it."""
    return f"yaniv verify {shlex.quote(str(folder))} --repair"


def replay_command(folder: Path, cell: int, game: int) -> str:
    """Write the command that tells one game."""
    return f"yaniv replay {shlex.quote(str(folder))} --cell {cell} --game {game}"


def report_command(folder: Path) -> str:
    """Write the command that makes the page about a run."""
    return f"yaniv report {shlex.quote(str(folder))}"


def tables_command(folder: Path) -> str:
    """Write the command that lists the tables of a run."""
    return f"yaniv tables {shlex.quote(str(folder))}"


def chart_command(folder: Path) -> str:
    """Write the command that makes the call chart of a run."""
    return f"yaniv chart {shlex.quote(str(folder))}"


def tournament_command(folder: Path) -> str:
    """Write the command that finishes a tournament and tells its results."""
    return f"yaniv tournament {shlex.quote(str(folder))}"


def advice_command(folder: Path, deals: int, seed: int) -> str:
    """Write the command that plays what the test of the page's advice needs, and makes its page."""
    return f"yaniv report --advice {shlex.quote(str(folder))} --deals {deals} --seed {seed}"


def balance_command(options: list[str], folder: Path) -> str:
    """Write the command that finishes a balance and makes its report: the same that began it."""
    return shlex.join(["yaniv", "balance", *options, "--out", str(folder)])

"""`yaniv replay`: play one game of a run again and tell it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from sim.replay import Replay
    from sim.replay_checks import Check
    from sim.run_folder import RunFolder


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", type=PATH)
@click.option("--game", type=NUMBER, metavar="N", required=True, help="Number of the game in its cell, from 0.")
@click.option("--cell", type=NUMBER, metavar="C", default=0, help="Cell of the run, from 0. [0]")
@click.option("--round", "number", type=NUMBER, metavar="R", help="Tell this round alone, counted from 1.")
@click.option("--record", is_flag=True, help="Write the game as JSON Lines; checks go to standard error.")
@click.option("--color/--plain", "styled", default=None, help="Suit symbols and colours, or letters. [by terminal]")
def replay(run: Path, game: int, cell: int, number: int | None, record: bool, styled: bool | None) -> None:
    """Play one game of a run again, all hands open, and tell it.

    A second program plays it, in plain Python, from the seed alone. The game is compared with the stored rows where
    the run has them, and checked by the rules; a difference is an error. A game that is still to be played can be
    told as well.

    \b
    Examples:
      yaniv replay runs/first --game 17
      yaniv replay runs/first --game 17 --round 3
      yaniv replay runs/first --game 17 --color | less -R
      yaniv replay runs/thresholds --cell 2 --game 0 --record > game.jsonl
    """
    from sim.replay import find_game, play_again
    from sim.run_folder import RunFolder

    if record and number is not None:
        raise InputError("--round: a record tells one whole game; leave --round or --record out")
    folder = RunFolder.open(run)
    played = play_again(find_game(folder, cell, game))
    if record:
        click.echo("\n".join(played.record))
    else:
        _tell(folder, played, number, styled)
    if played.fault:
        raise CheckFailed(f"cell {cell}, game {game}, {played.fault}")
    checks = list(_checks(folder, played))
    for check in checks:
        if not check.failed:
            click.echo(check.text, err=record)
    faults = [check.text for check in checks if check.failed]
    if faults:
        raise CheckFailed(f"cell {cell}, game {game}: {'; '.join(faults)}")


def _tell(folder: RunFolder, played: Replay, number: int | None, styled: bool | None) -> None:
    """Print the telling and, where checks are to follow, an empty line."""
    from sim.looks import Look, wants_style
    from sim.replay import check_round
    from sim.telling import tell

    if number is not None:
        check_round(played, number)
    styled = wants_style() if styled is None else styled
    width = shutil.get_terminal_size((80, 24)).columns
    lines = tell(played, _title(folder, played), Look(styled=styled), width, number)
    click.echo("\n".join(lines) + "\n", color=styled)


def _title(folder: RunFolder, played: Replay) -> str:
    from sim.shown import printable

    n_cells = len(folder.plan.cells)
    cell = f"cell {played.address.cell_number} of {n_cells}, " if n_cells > 1 else ""
    return f"{printable(str(folder.path))}: {cell}game {played.address.number}"


def _checks(folder: RunFolder, played: Replay) -> Iterator[Check]:
    from sim.replay_checks import ask_referee, compare_with_stored

    yield compare_with_stored(folder, played)
    yield ask_referee(played)

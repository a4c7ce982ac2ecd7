"""`yaniv referee`: check game records by the rules alone."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sim.commands.options import HELP_SETTINGS, PATH, json_option

if TYPE_CHECKING:
    from sim.referee import Verdict

GOOD, BROKEN, NO_RECORD = 0, 1, 2
STANDARD_INPUT = Path("-")


@click.command(context_settings=HELP_SETTINGS)
@click.argument("files", type=PATH, nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def referee(context: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Check records of games, whoever wrote them, by the rules alone.

    A record is JSON Lines: a header, then deals, turns, calls and scores as they happened, with all cards open. The
    first line that breaks a rule is named with the rule's code. A record may end early, and its score lines may be
    missing: the referee works them out. The name - stands for standard input.

    The exit status is 0 when every record keeps the rules, 1 when one breaks them and 2 when a file is no record.
    With --json every file gives one object on one line.

    \b
    Example:
      yaniv referee game.jsonl
      yaniv replay runs/first --game 17 --record | yaniv referee -
    """
    from sim.errors import InputError

    if files.count(STANDARD_INPUT) > 1:
        raise InputError("- is named twice, but standard input can be read once; name it once")
    status = GOOD
    for path in files:
        try:
            verdict = _check(path)
        except InputError as fault:  # no record, or no file; the others are checked all the same
            click.echo(f"yaniv: error: {fault}", err=True)
            status = NO_RECORD
            continue
        told = json.dumps({"file": _name(path), **verdict.as_json()}) if as_json else _sentence(path, verdict)
        click.echo(told)
        if not verdict.ok:
            status = max(status, BROKEN)
    context.exit(status)


def _check(path: Path) -> Verdict:
    from sim.errors import InputError
    from sim.referee import NoRecord, check_file

    try:
        if path == STANDARD_INPUT and sys.stdin is None:
            raise InputError("standard input is closed; pipe a record into it, or name a file")
        if path == STANDARD_INPUT:
            return check_file(sys.stdin.buffer)
        with path.open("rb") as file:
            return check_file(file)
    except NoRecord as fault:
        raise InputError(f"{_name(path)}: {fault}") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; name a file with a record, or -") from None


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else str(path)


def _sentence(path: Path, verdict: Verdict) -> str:
    from sim.shown import counted, printable

    name = printable(_name(path))
    if not verdict.ok:
        return f"{name}: line {verdict.line} breaks {verdict.rule}: {verdict.message}"
    rounds = counted(len(verdict.rounds), "round")
    if verdict.result is None:
        return f"{name}: keeps the rules; {rounds}, unfinished"
    winners = verdict.result["winners"]
    seats = " and ".join(filter(None, (", ".join(map(str, winners[:-1])), *map(str, winners[-1:]))))
    won = f"seat {seats} wins" if len(winners) == 1 else f"seats {seats} share the win" if winners else "nobody wins"
    return f"{name}: keeps the rules; {rounds}, {won}"

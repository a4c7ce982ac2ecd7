"""What `yaniv report --advice` does: plays what is missing of its two runs, then makes the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from sim.commands.options import print_json
from sim.commands.playing import failures_end, play_or_leave
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from sim.plan import Plan
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest

DEFAULT_FOLDER: Final = Path("runs/advice")
DEFAULT_DEALS: Final = 20_000
DEFAULT_SEED: Final = 1


class Asked(NamedTuple):
    """What is to be played; None where an option was not given."""

    folder: Path
    deals: int | None
    seed: int | None


def make_advice(asked: Asked, page: Path, threads: int, *, quiet: bool, as_json: bool) -> Path:
    """Play what is missing, test every statement and write the page; gives its path.

    Raises
    ------
    InputError
        When the folder holds other runs than these.
    """
    from pipelines.advice import statements
    from pipelines.advice.data import build_advice
    from pipelines.advice.plans import folders, plans
    from pipelines.run import open_run
    from reports.pages.advice import verdict_text, write_advice
    from sim.atomic_files import WriteFailed, way_out
    from sim.shell_commands import advice_command
    from sim.stopping import stop_on_signals

    deals, seed = _settings(asked)
    go_on = advice_command(asked.folder, deals, seed)
    with stop_on_signals() as stop:
        for name, plan in plans(seed, statements.STATEMENTS).items():
            _play(asked.folder / name, plan, deals, go_on, threads, stop, quiet)
    data = build_advice({name: open_run(path) for name, path in folders(asked.folder).items()}, statements.STATEMENTS)
    try:
        written = write_advice(data, page)
    except WriteFailed as error:
        raise CheckFailed(f"{error}{way_out(error.__cause__)}; or give another folder with --out") from error
    if as_json:
        print_json(data | {"page": str(written)})
    else:
        width = max(len(verdict_text(one)) for one in data["statements"])
        for one in data["statements"]:
            click.echo(f"{verdict_text(one):{width}}  {one['text']}")
        click.echo(str(written))
    return written


def _settings(asked: Asked) -> tuple[int, int]:
    """Take deals and seed from what was asked for, else from the runs that are there, else the defaults."""
    from pipelines.advice.plans import folders
    from sim.plan import MAX_SEED
    from sim.plan_file import MAX_GAMES, whole
    from sim.rules import MAX_PLAYERS
    from sim.run_description import RUN_FILE
    from sim.run_folder import RunFolder

    deals, seed = DEFAULT_DEALS, DEFAULT_SEED
    for path in folders(asked.folder).values():
        if (path / RUN_FILE).exists():
            there = RunFolder.open(path)
            deals, seed = there.deals[0], there.plan.seed
            break
    if asked.deals is not None:
        deals = whole(asked.deals, "--deals", 1, MAX_GAMES // MAX_PLAYERS)
    if asked.seed is not None:
        seed = whole(asked.seed, "--seed", 0, MAX_SEED)
    return deals, seed


def _play(path: Path, plan: Plan, deals: int, go_on: str, threads: int, stop: StopRequest, quiet: bool) -> None:
    from sim.run_session import wanted_run

    wanted = (deals,) * len(plan.cells)

    def refuse(there: RunFolder) -> None:
        if (there.plan.cells, there.plan.detail) != (plan.cells, plan.detail):
            raise InputError(f"{path}: is another run, or of another version's advice; give another folder")
        if (there.plan.seed, there.deals) != (plan.seed, wanted):
            raise InputError(
                f"{path}: has {there.deals[0]:,} deals of seed {there.plan.seed}; ask for these, or give another folder"
            )

    session = wanted_run(path, plan, wanted, refuse)
    if session is not None:
        with failures_end(path, lambda _: go_on), session as folder:
            play_or_leave(folder, threads, stop, go_on, quiet=quiet)

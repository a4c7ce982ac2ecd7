"""Begin, go on with or extend a run: the one process that holds the lock of its folder may."""

from __future__ import annotations

import contextlib
import os
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from sim.atomic_files import TEMPORARY
from sim.errors import InputError
from sim.plan import Plan, differences
from sim.plan_file import MAX_GAMES, check_chunk_count, whole
from sim.run_description import RUN_FILE
from sim.run_folder import RunFolder
from sim.run_lock import LOCK_NAME, run_lock
from sim.run_versions import refuse_other_engine
from sim.shell_commands import extend_command, report_command, resume_command, tables_command
from sim.shown import counted

DEFAULT_ROOT: Final = Path("runs")
"""The one parent folder that is made where it is missing; any other missing one may be a slip of the pen."""

_SHOWN_DIFFERENCES: Final = 4


@contextlib.contextmanager
def create_run(path: Path, plan: Plan, deals: tuple[int, ...]) -> Iterator[RunFolder]:
    """Begin a run in a new or empty folder.

    Raises
    ------
    InputError
        When the folder cannot be made, holds something, or is in use.
    """
    make_folder(path)
    with run_lock(path):
        if _holds_run(path):
            _refuse_existing(RunFolder.open(path), plan, deals)
        yield RunFolder.write_new(path, plan, deals)


@contextlib.contextmanager
def reopen_run(path: Path, games: int | None = None) -> Iterator[RunFolder]:
    """Go on with a run that was begun.

    Parameters
    ----------
    path
        Of its folder.
    games
        How many of each cell are wanted in all from now on; as many as before where not given.

    Raises
    ------
    InputError
        When there is none, it is in use, it was begun by another engine, or it has more games already.
    """
    RunFolder.open(path)  # before the lock, which would leave a file in a folder that is no run
    with run_lock(path):
        folder = RunFolder.open(path)
        refuse_other_engine(folder)
        if games is not None:
            folder = _extended(folder, games)
        folder.prepare()
        yield folder


def wanted_run(
    path: Path, plan: Plan, deals: tuple[int, ...], refuse: Callable[[RunFolder], None]
) -> contextlib.AbstractContextManager[RunFolder] | None:
    """Begin a run, or go on with the one that is there; None where that is finished.

    Parameters
    ----------
    refuse
        Raises when the run that is there is not the one that is wanted.
    """
    if not (path / RUN_FILE).exists():
        return create_run(path, plan, deals)
    there = RunFolder.open(path)
    refuse(there)
    return None if there.is_complete else reopen_run(path)


def _extended(folder: RunFolder, games: int) -> RunFolder:
    whole(games, "--games", 1, MAX_GAMES)
    check_chunk_count(folder.plan, games, "--games")
    deals = folder.plan.deals_for(games)
    if deals == folder.deals:
        return folder
    if any(new < old for new, old in zip(deals, folder.deals, strict=True)):
        have = max(cell.rotations * n for cell, n in zip(folder.plan.cells, folder.deals, strict=True))
        raise InputError(
            f"--games: {games} is fewer than the {have} games of {folder.path};"
            " give the total that is wanted, or begin a smaller run with another --out"
        )
    return folder.extended(deals)


def make_folder(path: Path, file: str = RUN_FILE) -> None:
    """Make the folder of a new run, or find it empty or one that holds this file already.

    Raises
    ------
    InputError
        When it cannot be made, holds something else or lies in a run.
    """
    _refuse_inside_run(path)
    if path.parent == DEFAULT_ROOT and not path.parent.is_symlink():
        with _refusals(path.parent):
            path.parent.mkdir(exist_ok=True)
    with _refusals(path):
        if not path.parent.is_dir() and not path.parent.exists():
            command = f"mkdir -p {shlex.quote(str(path.parent))}"
            raise InputError(f"--out: {path}: there is no folder {path.parent}; make it with `{command}`")
        path.mkdir(exist_ok=True)
        others = [entry.name for entry in path.iterdir() if not _is_ours(entry.name, file)]
    if others and file not in others:
        raise InputError(f"--out: {path} is not empty ('{min(others)}') and holds no run; choose another --out")


def _refuse_inside_run(path: Path) -> None:
    """Keep runs apart: a query over the files of the outer one would find those of the inner."""
    for parent in Path(os.path.realpath(path)).parents:
        if os.path.isfile(parent / RUN_FILE):  # it raises nothing for a name too long for a file
            raise InputError(f"--out: {path} lies in the folder of a run, {parent}; choose a folder outside of it")


@contextlib.contextmanager
def _refusals(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise InputError(f"--out: {path} is a file; name a folder") from None
    except OSError as error:
        raise InputError(f"--out: {path} cannot be made or read: {error.strerror}; choose another --out") from None


def _is_ours(name: str, file: str) -> bool:
    """Whether a file can be left from a run that was killed before it had begun."""
    return name == LOCK_NAME or (name.startswith(f"{file}.") and name.endswith(TEMPORARY))


def _holds_run(path: Path) -> bool:
    return (path / RUN_FILE).exists()


def _refuse_existing(folder: RunFolder, plan: Plan, deals: tuple[int, ...]) -> None:
    """Say what is there and which command was meant."""
    path = folder.path
    changes = differences(folder.plan.as_mapping(), plan.as_mapping())
    if changes:
        more = len(changes) - _SHOWN_DIFFERENCES
        shown = "; ".join(changes[:_SHOWN_DIFFERENCES]) + (f"; and {more} more" if more > 0 else "")
        raise InputError(f"--out: {path} holds another plan: {shown}; choose another --out")
    if deals != folder.deals:
        have, wanted = _games(plan, folder.deals), _games(plan, deals)
        raise InputError(
            f"--out: {path} holds this plan with {have} of each cell instead of {wanted}; "
            f"`{extend_command(path, 'N')}` adds games"
        )
    if folder.is_complete:
        look = report_command if plan.tells_rounds else tables_command
        raise InputError(
            f"--out: {path} holds this run already, finished; look at it with `{look(path)}` or choose another --out"
        )
    raise InputError(f"--out: {path} holds this run, unfinished; go on with `{resume_command(path)}`")


def _games(plan: Plan, deals: tuple[int, ...]) -> str:
    """Count the games that every cell has; rotations may give some cells a few more."""
    return counted(min(cell.rotations * n for cell, n in zip(plan.cells, deals, strict=True)), "game")

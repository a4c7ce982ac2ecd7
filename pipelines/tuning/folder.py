"""Where a tuning is kept: its plan and state in one file, what it found in another."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pipelines.tuning.plan import TuningPlan
from pipelines.tuning.search import libraries
from pipelines.tuning.tuner import new_state
from sim.atomic_files import TEMPORARY, read_json, unseal, write_sealed, write_whole
from sim.engine import ENGINE_VERSION
from sim.errors import InputError
from sim.rng import STREAM_VERSION
from sim.run_lock import run_lock
from sim.run_session import make_folder

STATE_FILE: Final = "tuning.json"
RESULT_FILE: Final = "tuned.toml"
_FORMAT: Final = 1
_VERSIONS: Final = {"format": _FORMAT, "engine": ENGINE_VERSION, "stream": STREAM_VERSION}


def tune_command(path: Path) -> str:
    """Write the command that goes on with a tuning, or tells what it found."""
    return f"yaniv tune {shlex.quote(str(path))}"


class TuningFolder:
    """A tuning on the disk; nothing in it tells when, where or on how many threads it was made.

    Parameters
    ----------
    path
        Of the folder.
    plan
        What is wanted.
    state
        What was found so far; see `Tuner`.
    """

    def __init__(self, path: Path, plan: TuningPlan, state: dict[str, Any]) -> None:
        self.path = path
        self.plan = plan
        self.state = state

    @property
    def result(self) -> Path:
        """Path of the file with the entrant that was found."""
        return self.path / RESULT_FILE

    def save(self) -> None:
        """Write the state as it is now."""
        write_sealed(self.path / STATE_FILE, {**_VERSIONS, "plan": self.plan.as_mapping(), **self.state})

    def write_result(self, text: str) -> None:
        """Write the entrant that was found."""
        write_whole(self.result, text.encode())


@contextlib.contextmanager
def create_tuning(path: Path, plan: TuningPlan) -> Iterator[TuningFolder]:
    """Begin a tuning in a new or empty folder.

    Raises
    ------
    InputError
        When the folder cannot be made, holds something, or is in use.
    """
    make_folder(path, STATE_FILE)
    with run_lock(path):
        refuse_taken(path)
        folder = TuningFolder(path, plan, new_state(libraries()))
        folder.save()
        yield folder


def refuse_taken(path: Path) -> None:
    """Refuse a folder that holds a tuning, with the command that was meant."""
    if (path / STATE_FILE).exists():
        command = tune_command(path)
        raise InputError(
            f"--out: {path} holds a tuning; `{command}` goes on with it or tells what it found; choose another --out"
        )


@contextlib.contextmanager
def reopen_tuning(path: Path) -> Iterator[TuningFolder]:
    """Go on with a tuning.

    Raises
    ------
    InputError
        When there is none, it is in use, or it was begun by another engine.
    """
    _read(path)  # before the lock, which would leave a file in a folder that is no tuning
    with run_lock(path):
        for name in (STATE_FILE, RESULT_FILE):  # of one that was killed
            for left in path.glob(f"{name}.*{TEMPORARY}"):
                left.unlink()
        yield _read(path)


def _read(path: Path) -> TuningFolder:
    file = path / STATE_FILE
    try:
        state = unseal(read_json(file))
    except FileNotFoundError:
        raise InputError(f"{path}: is no tuning: it has no {STATE_FILE}; name a bot or the folder of one") from None
    except ValueError as error:
        raise InputError(f"{file}: {error}; begin anew with another --out") from None
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}") from None
    for name, version in _VERSIONS.items():
        if state.get(name) != version:
            raise InputError(
                f"{file}: was begun with {name} {state.get(name)}, and this is {version}; go on with the program that"
                " began it, or begin anew with another --out"
            )
    kept = {name: state[name] for name in new_state({})}
    return TuningFolder(path, TuningPlan.from_mapping(state["plan"], str(file)), kept)

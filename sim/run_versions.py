"""Versions in `run.json`: of what decides the games of a run and the bytes of its files, then and now."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sim.errors import InputError

if TYPE_CHECKING:
    from sim.run_folder import RunFolder

_LIBRARIES: Final = ("numba", "numpy", "pyarrow")


def program_version() -> str:
    """Give the version of this program, as `run.json` holds it."""
    return version("yaniv-sim")


def versions() -> dict[str, Any]:
    """Give the versions of what decides the games and the bytes of the files, as `run.json` holds them."""
    from sim.engine import ENGINE_VERSION
    from sim.jit import source_hash
    from sim.rng import STREAM_VERSION

    return {
        "engine": ENGINE_VERSION,
        "stream": STREAM_VERSION,
        "source": source_hash(),
        "libraries": {name: version(name) for name in ("yaniv-sim", *_LIBRARIES)},
    }


class OtherEngine(NamedTuple):
    """A run that was begun with other rules of play or random numbers than this program's."""

    fault: str
    program: str  # version of yaniv-sim that began it


def other_engine(folder: RunFolder) -> OtherEngine | None:
    """Compare the engine and stream versions of a run with this program's."""
    now = versions()
    for name in ("engine", "stream"):
        if folder.description[name] != now[name]:
            fault = f"was begun with {name} version {folder.description[name]}, this is {now[name]}"
            return OtherEngine(fault, folder.description["libraries"]["yaniv-sim"])
    return None


def refuse_other_engine(folder: RunFolder) -> None:
    """Refuse to go on with rules of play or random numbers that are not those of the run's beginning."""
    if other := other_engine(folder):
        way_out = f"go on with yaniv-sim {other.program}, or begin anew with another --out"
        raise InputError(f"{folder.path}: {other.fault}; {way_out}")


def changed_libraries(folder: RunFolder) -> list[str]:
    """Name what changed since the run began: rows stay the same, the bytes of the files may not."""
    now, then = versions(), folder.description
    changes = [
        f"{name} {then['libraries'].get(name)} is now {current}"
        for name, current in now["libraries"].items()
        if then["libraries"].get(name) != current
    ]
    if then["source"] != now["source"]:
        changes.append("the engine's sources were changed")
    return changes

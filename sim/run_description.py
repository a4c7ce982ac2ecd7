"""What `run.json` holds: the frozen plan, its hash, how much is wanted, and the versions that play it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sim.atomic_files import read_json, unseal
from sim.errors import InputError
from sim.manifest import DamagedRun, plan_chunks
from sim.plan import Plan, mapping_hash
from sim.run_versions import versions

FORMAT_VERSION: Final = 2
RUN_FILE: Final = "run.json"
_KEYS: Final = (
    "format",
    "engine",
    "stream",
    "source",
    "libraries",
    "plan_hash",
    "deals",
    "games",
    "chunks",
    "plan",
)


def describe(plan: Plan, deals: tuple[int, ...]) -> dict[str, Any]:
    """Describe a run that begins now, with this program."""
    return {
        "format": FORMAT_VERSION,
        **versions(),
        "plan_hash": plan.hash,
        **run_counts(plan, deals),
        "plan": plan.as_mapping(),
    }


def run_counts(plan: Plan, deals: tuple[int, ...]) -> dict[str, Any]:
    """Count deals, games and chunks by cell, as `run.json` holds them."""
    chunks = [0] * len(deals)
    for chunk in plan_chunks(plan, deals):
        chunks[chunk.cell] += 1
    games = [cell.rotations * n for cell, n in zip(plan.cells, deals, strict=True)]
    return {"deals": list(deals), "games": games, "chunks": chunks}


def read_description(path: Path) -> dict[str, Any]:
    """Read and check the `run.json` of a folder.

    Raises
    ------
    InputError
        When there is no run, or another format.
    DamagedRun
        When it is not as it was written.
    """
    file = path / RUN_FILE
    try:
        with _missing_files(file):
            sealed = read_json(file)
        written = sealed.get("format")
        if isinstance(written, int) and written != FORMAT_VERSION:
            way_out = "use a newer yaniv-sim" if written > FORMAT_VERSION else _reader_of(sealed)
            raise InputError(f"{file}: written by format {written}, this reads format {FORMAT_VERSION}; {way_out}")
        description = unseal(sealed)
        if missing := [key for key in _KEYS if key not in description]:
            raise ValueError(f"lacks '{missing[0]}'")
        if mapping_hash(description["plan"]) != description["plan_hash"]:
            raise ValueError("holds a plan that is not the one of its hash")
    except InputError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise DamagedRun(f"{file}: {error}; restore it from a copy, or begin anew with another --out") from None
    return description


def _reader_of(description: dict[str, Any]) -> str:
    """Say how to go on with a run of an older format."""
    libraries, source = description.get("libraries"), description.get("source")
    program = libraries.get("yaniv-sim") if isinstance(libraries, dict) else None
    return (
        f"read it with the yaniv-sim that wrote it (version {program}, sources {source}),"
        " or play its plan again with another --out"
    )


@contextlib.contextmanager
def _missing_files(path: Path) -> Iterator[None]:
    """Turn a refused read into a clear error."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(
            f"{path.parent}: there is no run here (no {path.name}); begin one with `yaniv simulate`"
        ) from None
    except NotADirectoryError:
        raise InputError(f"{path.parent}: is no run folder but a file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None

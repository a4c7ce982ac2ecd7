"""Single bits flipped in the files of a run, and what `yaniv verify` says to that."""

from __future__ import annotations

import random
from pathlib import Path

from sim.errors import InputError
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify.run_check import check_run
from tests.run_helpers import finished_run


def tiny_run(path: Path) -> Path:
    """Two chunks of two deals each."""
    variant = ("--variant", "short", "--players", 2)
    return finished_run(path, *variant, "--games", 4, "--chunk", 2)


def run_files(run: Path) -> list[Path]:
    """All files of a run."""
    return sorted(path for path in run.rglob("*") if path.is_file())


def flip(run: Path, choices: random.Random, path: Path | None = None, bit: int | None = None) -> tuple[Path, int]:
    """Flip a bit, one of all those of all files unless it is given; say which."""
    if path is None or bit is None:
        files = run_files(run)
        path = choices.choices(files, [file.stat().st_size for file in files])[0]
        bit = choices.randrange(8 * path.stat().st_size)
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    return path, bit


def verdict(run: Path) -> int:
    """The exit status of the check: 0 in order, 1 faults, 2 refused."""
    try:
        folder = RunFolder.open(run)
    except InputError:
        return 2
    return 0 if check_run(folder, 1, StopRequest(), Progress(1, 0, quiet=True)).ok else 1

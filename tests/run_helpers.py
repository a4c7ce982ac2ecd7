"""What tests of runs share: the command line in this process, and whole folders as values."""

from __future__ import annotations

import hashlib
from pathlib import Path

from reports.cli import run
from sim.atomic_files import read_json, unseal, write_sealed

SMALL = ("--players", 3, "--games", 44, "--chunk", 16)
"""Three chunks, the last of them short."""


def small(*changes: object) -> tuple[object, ...]:
    """Give the options of the small run with some changed or added: an option may stand only once."""
    options = dict(zip(SMALL[::2], SMALL[1::2], strict=True)) | dict(zip(changes[::2], changes[1::2], strict=True))
    return tuple(part for option in options.items() for part in option)


def yaniv(*arguments: object) -> int:
    """Run the command line here and give its exit status."""
    return run([str(argument) for argument in arguments])


def contents(folder: Path) -> dict[str, str]:
    """Every file below a folder by name, with the hash of its bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def one_line(text: str) -> str:
    """Check that a command complained in one or two lines and without a traceback."""
    assert "Traceback" not in text
    lines = text.strip().splitlines()
    assert 1 <= len(lines) <= 2, text
    assert lines[0].startswith("yaniv: error: "), text
    return text


def refused(capsys, *arguments: object) -> str:
    """Run a command that must be refused as wrong use; give what it says."""
    capsys.readouterr()
    assert yaniv(*arguments) == 2
    return one_line(capsys.readouterr().err)


def finished_run(path: Path, *arguments: object) -> Path:
    """Play a run to its end."""
    assert yaniv("simulate", *arguments, "--out", path, "--quiet") == 0
    return path


def reseal(path: Path, **changes: object) -> None:
    """Change a sealed file as its writer would have written it."""
    write_sealed(path, unseal(read_json(path)) | changes)

"""The folder for compiled code: one file a kernel and kind of arguments, which proves by a sum that it is whole.

The folder is named by a hash of all sources that end up in a kernel, of numba's version, of the processor and of the
options, so that an old engine does not play on after a change. It lies outside the project: ``$YANIV_CACHE_DIR``, else
``$XDG_CACHE_HOME/yaniv-sim``, else ``~/.cache/yaniv-sim``.

A file is written under another name and renamed when it is whole, and begins with the SHA-256 of the rest: reading
needs no lock, and machine code with a flipped bit does not run. A lock a kind sees to it that two processes which want
the same code do not both compile it; other kinds go on meanwhile.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

_SUM_BYTES: Final = 32


class Code(NamedTuple):
    """Machine code and what is needed to call it."""

    facts: dict[str, Any]  # JSON
    machine: bytes  # an object file


def cache_root() -> Path:
    """Where everything lies that is kept from one process to the next."""
    if base := os.environ.get("YANIV_CACHE_DIR"):
        return Path(base).expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "yaniv-sim"


@cache
def writable(folder: Path) -> Path:
    """Make the folder, once a process; a private temporary one, with a warning, where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        warnings.warn(
            f"cannot keep compiled code in {folder} ({error.strerror}); compiling for this run only",
            RuntimeWarning,
            stacklevel=2,
        )
    import atexit

    private = Path(tempfile.mkdtemp(prefix="yaniv-compiled-"))
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


@contextlib.contextmanager
def lock(folder: Path, name: str) -> Iterator[None]:
    """Wait until nobody else, process or thread, compiles this kind; a process that dies lets go."""
    with (folder / f"{name}.lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def is_kept(folder: Path, name: str) -> bool:
    """Whether there is a file of code, sound or not."""
    return (folder / f"{name}.code").exists()


def read(folder: Path, name: str) -> Code | None:
    """Code that was kept; None where there is none or, with a warning, where it is not as it was written."""
    try:
        content = (folder / f"{name}.code").read_bytes()
    except OSError:
        return None
    found, rest = content[:_SUM_BYTES], content[_SUM_BYTES:]
    if hashlib.sha256(rest).digest() == found:
        line, _, machine = rest.partition(b"\n")
        facts = json.loads(line)
        if facts["name"] == name:
            return Code(facts, machine)
    message = f"the compiled code in {folder} was damaged; compiling again"
    warnings.warn(message, RuntimeWarning, stacklevel=2)
    with contextlib.suppress(OSError):
        (folder / f"{name}.code").unlink()
    return None


def write(folder: Path, name: str, code: Code) -> None:
    """Keep code; a disk that refuses costs a warning."""
    rest = json.dumps(code.facts | {"name": name}).encode() + b"\n" + code.machine
    temporary = folder / f"{name}.{os.getpid()}.new"
    try:
        temporary.write_bytes(hashlib.sha256(rest).digest() + rest)
        temporary.replace(folder / f"{name}.code")
    except OSError as error:
        message = f"cannot keep compiled code in {folder} ({error.strerror}); it serves this run only"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
        with contextlib.suppress(OSError):
            temporary.unlink()

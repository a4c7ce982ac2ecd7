"""One process at a time writes a run folder.

The lock is `flock`'s: the system drops it when its process ends, however that happens, so no process id has
to be trusted. The file says who holds it. It is removed at the end: a run folder does not tell who wrote it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sim.atomic_files import way_out, write_errors
from sim.errors import InputError

LOCK_NAME: Final = "run.lock"


@contextlib.contextmanager
def run_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a run folder that exists.

    Raises
    ------
    InputError
        Names process and host of the run that writes there, or a folder that cannot be written.
    WriteFailed
        When the disk takes no more.
    """
    path = folder / LOCK_NAME
    descriptor = _acquire(path)
    try:
        with write_errors(path):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, (json.dumps(_self()) + "\n").encode(), 0)
        yield
    finally:
        with contextlib.suppress(OSError):
            if _is_named(descriptor, path):  # else somebody removed ours, and this is another's
                path.unlink()
        os.close(descriptor)


def _acquire(path: Path) -> int:
    """Open and lock the file; once more when its last holder removed it meanwhile."""
    while True:
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
        except OSError as error:
            fault = f"the lock of the run cannot be written: {error.strerror}"
            raise InputError(f"{path}: {fault}{way_out(error)}") from None
        try:
            _take(descriptor, path)
            if _is_named(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _take(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = _holder(descriptor)
        who = f"process {holder.get('pid', '?')} on {holder.get('host', '?')}" if holder else "another process"
        raise InputError(
            f"{path.parent}: {who} is writing this run; wait for it or stop it, or choose another --out"
        ) from None
    except OSError as error:
        raise InputError(f"{path}: this file system has no locks ({error.strerror}); choose another --out") from None
    holder, own = _holder(descriptor), _self()
    # Another machine's lock on a shared disk may not reach this kernel, so only its owner can know.
    if holder and holder.get("host") != own["host"] and holder.get("boot") != own["boot"]:
        raise InputError(
            f"{path.parent}: process {holder.get('pid', '?')} on {holder.get('host', '?')} was writing"
            f" this run; if it no longer runs there, remove {path}"
        )


def _is_named(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.lstat())
    except FileNotFoundError:
        return False


def _holder(descriptor: int) -> dict[str, Any]:
    try:
        holder = json.loads(os.pread(descriptor, 4096, 0))
    except (OSError, ValueError):  # OSError: a pipe of that name, say
        return {}
    return holder if isinstance(holder, dict) else {}


def _self() -> dict[str, Any]:
    """Who we are; containers on one kernel share its boot id and its locks whatever their host names."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        boot = socket.gethostname()
    return {"pid": os.getpid(), "host": socket.gethostname(), "boot": boot}

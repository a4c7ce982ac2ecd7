"""The one place with numba options, and the folder for compiled code.

numba notices a changed file only for the function it caches, not for the helpers that were compiled into it, so an old
engine could play on after a change. The folder of the compiled code is therefore named by a hash of all sources that
end up in a kernel, of numba's version, of the processor and of the options. It lies outside the project:
``$YANIV_CACHE_DIR``, else ``$XDG_CACHE_HOME/yaniv-sim``, else ``~/.cache/yaniv-sim``.

A list of SHA-256 sums lies beside the compiled files. Whatever differs from it is thrown away and compiled again with
one warning: machine code with a flipped bit must not run.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import numba
from numba import njit

JIT_ENABLED: Final = not numba.config.DISABLE_JIT
BOUNDS_CHECKED: Final = bool(numba.config.BOUNDSCHECK)
_SUMS: Final = "sha256.json"

_PLAIN: Final = {"error_model": "numpy", "_nrt": False}
# The kernels allocate nothing, so numba's run-time for reference counts is left out: counting the arrays that travel in
# named tuples made a turn four times as slow.

inline = njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **_PLAIN)
"""For helpers of a kernel; cannot be called from Python. Forced: without it a turn takes a third longer, and caching
meets "dynamic globals". No wrappers: they take a third of the compile time."""

kernel = njit(nogil=True, **_PLAIN)
"""For the outermost functions only: releases the GIL; :func:`compile_or_load` keeps its machine code on disk."""


@cache
def source_hash() -> str:
    """Hex hash of every source file that is compiled into a kernel."""
    here = Path(__file__).parent
    files = [here / name for name in ("cards.py", "rng.py", "exact_parts.py", "jit.py")]
    files += sorted((here / "kernels").glob("*.py")) + sorted((here / "bots").glob("*.py"))
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        digest.update(f"{file.relative_to(here)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _machine() -> str:
    from llvmlite import binding

    features = ",".join(sorted(k for k, v in binding.get_host_cpu_features().items() if v))
    parts = (
        numba.__version__,
        sys.version.split()[0],
        platform.machine(),
        binding.get_host_cpu_name(),
        features,
    )
    return "|".join((*parts, f"bounds={BOUNDS_CHECKED}"))


def cache_folder() -> Path:
    """Where the compiled code of exactly these sources on exactly this machine belongs."""
    base = os.environ.get("YANIV_CACHE_DIR")
    root = (
        Path(base).expanduser()
        if base
        else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "yaniv-sim"
    )
    key = hashlib.blake2b(f"{source_hash()}|{_machine()}".encode(), digest_size=8).hexdigest()
    return root / key


@cache
def prepare_cache() -> Path:
    """Point numba at the cache folder, once a process; a private temporary folder where it cannot be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        warnings.warn(
            f"cannot keep compiled code in {folder} ({error.strerror}); compiling for this run only",
            RuntimeWarning,
            stacklevel=2,
        )
        folder = Path(tempfile.mkdtemp(prefix="yaniv-compiled-"))
        import atexit

        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    numba.config.CACHE_DIR = str(folder)
    return folder


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _sums(folder: Path) -> dict[str, str]:
    files = sorted(p for p in folder.rglob("*") if p.suffix in (".nbi", ".nbc"))
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def _is_sound(folder: Path) -> bool:
    found = _sums(folder)
    try:
        return bool(json.loads((folder / _SUMS).read_text()) == found)
    except FileNotFoundError:
        return not found
    except ValueError:
        return False


def _clear(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != "lock":
            path.unlink(missing_ok=True)


def compile_or_load(run: Any, arguments: tuple[Any, ...], announce: Callable[[str], None] | None = None) -> None:
    """Make a kernel ready for these arguments: load it from the cache or compile it.

    Parameters
    ----------
    run
        A function decorated with :data:`kernel`.
    arguments
        Arguments of the types it will be called with; nothing is played.
    announce
        Called with a message before a cold compile, which takes seconds.
    """
    if not JIT_ENABLED:
        return
    signature = tuple(numba.typeof(a) for a in arguments)
    if signature in run.overloads:
        return
    folder = prepare_cache()
    with _locked(folder):
        if not _is_sound(folder):
            warnings.warn(f"the compiled code in {folder} was damaged; compiling again", RuntimeWarning, stacklevel=2)
            _clear(folder)
        run.enable_caching()  # only now: the decorator would choose a folder beside the sources
        if announce is not None and not _has(run, signature):
            announce("compiling the engine for this line-up (once; some seconds) ...")
        try:
            run.compile(signature)
            _write_sums(folder)
        except OSError as error:
            if signature not in run.overloads:
                raise
            message = f"cannot keep compiled code in {folder} ({error.strerror}); it serves this run only"
            warnings.warn(message, RuntimeWarning, stacklevel=2)


def _write_sums(folder: Path) -> None:
    temporary = folder / f"{_SUMS}.{os.getpid()}"
    temporary.write_text(json.dumps(_sums(folder), indent=1))
    temporary.replace(folder / _SUMS)


def _has(run: Any, signature: tuple[Any, ...]) -> bool:
    """Whether the index of the cache names this signature (the load itself may still miss)."""
    cached = run._cache._cache_file._load_index()
    target = run.targetctx.codegen()
    return run._cache._index_key(signature, target) in cached

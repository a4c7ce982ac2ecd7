"""The one place with numba options: marks what is compiled, and gets kernels ready from the kept code or by compiling.

numba is imported when something must be compiled, and not before: a run whose kernels are kept starts without it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from sim import compiled_files
from sim.native import Native, compile_kernel, kind_of


def _is_set(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


JIT_ENABLED: Final = not _is_set("NUMBA_DISABLE_JIT")
BOUNDS_CHECKED: Final = _is_set("NUMBA_BOUNDSCHECK")

_PLAIN: Final = {"error_model": "numpy", "_nrt": False}
# The kernels allocate nothing, so numba's run-time for reference counts is left out: counting the arrays that travel in
# named tuples made a turn four times as slow.

_BARE: Final = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_PLAIN}
# No wrappers: they take a third of the compile time.


class _Helper:
    """A helper of kernels, shown to numba when a kernel is compiled that calls it; cannot be called from Python."""

    def __init__(self, function: Callable[..., Any], *, forced: bool) -> None:
        self.py_func = function
        self.forced = forced
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__

    @cached_property
    def dispatcher(self) -> Any:
        """What numba knows it by. Forced: without it a turn takes a third longer."""
        return _numba().njit(forceinline=self.forced, **_BARE)(self.py_func)


class _WordOperation:
    """A portable LLVM intrinsic on 64 bits, to be called by kernels only; its result is uint64."""

    def __init__(self, name: str, *flags: bool) -> None:
        self.name = name
        self.flags = flags

    @cached_property
    def intrinsic(self) -> Any:
        """What numba knows it by."""
        from llvmlite import ir
        from numba.core import types
        from numba.extending import intrinsic

        name, flags = self.name, self.flags

        @intrinsic
        def call(_context: Any, _value: Any) -> Any:
            def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
                word = ir.IntType(64)
                flag_types = [ir.IntType(1)] * len(flags)
                declared = ir.FunctionType(word, [word, *flag_types])
                function = builder.module.globals.get(name) or ir.Function(builder.module, declared, name)
                return builder.call(function, [args[0], *(ir.Constant(ir.IntType(1), flag) for flag in flags)])

            return types.uint64(types.uint64), generate

        return call


@cache
def _numba() -> Any:
    """Import numba and teach it what stands for functions here."""
    import numba
    from numba.core.registry import cpu_target
    from numba.extending import typeof_impl

    @typeof_impl.register(_Helper)
    def _type_of_helper(helper: _Helper, _context: Any) -> Any:
        return numba.types.Dispatcher(helper.dispatcher)

    @typeof_impl.register(_WordOperation)
    def _type_of_operation(operation: _WordOperation, _context: Any) -> Any:
        typing = cpu_target.typing_context
        made = operation.intrinsic
        typing.refresh()
        return typing.resolve_value_type(made)

    return numba


class Kernel:
    """An outermost function, called from Python; releases the GIL.

    :func:`compile_or_load` gets it ready for the types of its arguments; for others it is compiled by the first call
    with them, for this process only.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.ready: dict[str, Native] = {}
        self.n_loaded = self.n_compiled = 0

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        native = self.ready.get(kind_of(arguments)) if self.ready else None
        return (native or self._dispatcher)(*arguments)

    def load(self, code: compiled_files.Code, kind: str) -> None:
        """Call this code for arguments of this kind from now on."""
        self.ready[kind] = Native(code, self.py_func.__globals__)

    def compile(self, arguments: tuple[Any, ...]) -> compiled_files.Code:
        """Machine code for arguments of these types."""
        return compile_kernel(_numba().njit(nogil=True, **_BARE)(self.py_func), arguments)

    @cached_property
    def _dispatcher(self) -> Any:
        return _numba().njit(nogil=True, **_PLAIN)(self.py_func)


def inline(function: Callable[..., Any]) -> Any:
    """Mark a helper of kernels."""
    return _Helper(function, forced=True) if JIT_ENABLED else function


def outline(function: Callable[..., Any]) -> Any:
    """Mark a helper of kernels that is called in several places and too long to be copied into each."""
    return _Helper(function, forced=False) if JIT_ENABLED else function


def word_operation(name: str, *flags: bool) -> Any:
    """Name an LLVM intrinsic on 64 bits for kernels; ``flags`` are its further arguments."""
    return _WordOperation(name, *flags)


def kernel(function: Callable[..., Any]) -> Any:
    """Mark an outermost function."""
    return Kernel(function) if JIT_ENABLED else function


@cache
def source_hash() -> str:
    """Hex hash of every source file that is compiled into a kernel or decides how."""
    here = Path(__file__).parent
    files = [
        here / name for name in ("cards.py", "rng.py", "exact_parts.py", "jit.py", "native.py", "parquet/kernels.py")
    ]
    files += sorted((here / "kernels").glob("*.py")) + sorted((here / "bots").glob("*.py"))
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        digest.update(f"{file.relative_to(here)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


@cache
def _machine() -> str:
    from llvmlite import binding

    features = ",".join(sorted(k for k, v in binding.get_host_cpu_features().items() if v))
    settings = [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_")]
    versions = (version("numba"), version("llvmlite"), version("numpy"), sys.version.split()[0])
    return "|".join((*versions, platform.machine(), binding.get_host_cpu_name(), features, *settings))


def cache_folder() -> Path:
    """Where the compiled code of exactly these sources on exactly this machine belongs."""
    key = f"{source_hash()}|{_machine()}|bounds={BOUNDS_CHECKED}"
    return compiled_files.cache_root() / hashlib.blake2b(key.encode(), digest_size=8).hexdigest()


def _name(run: Kernel, kind: str) -> str:
    """Name of the file with the code: the function, its own source (a test may have one) and the kind."""
    source = Path(run.py_func.__code__.co_filename).read_bytes()
    key = f"{hashlib.sha256(source).hexdigest()}|{run.py_func.__qualname__}|{kind}"
    return f"{run.py_func.__name__}-{hashlib.blake2b(key.encode(), digest_size=12).hexdigest()}"


def wanting(run: Any, arguments: tuple[Any, ...]) -> str | None:
    """Name of the code that must be compiled before a kernel takes these arguments; None where it is ready or kept.

    Parameters
    ----------
    run, arguments
        As for :func:`compile_or_load`.
    """
    if not JIT_ENABLED or (kind := kind_of(arguments)) in run.ready:
        return None
    name = _name(run, kind)
    return None if compiled_files.is_kept(compiled_files.writable(cache_folder()), name) else name


def keeps_code() -> bool:
    """Whether another process will find what this one compiles."""
    return compiled_files.writable(cache_folder()) == cache_folder()


def compile_or_load(run: Any, arguments: tuple[Any, ...], announce: Callable[[str], None] | None = None) -> None:
    """Make a kernel ready for these arguments: load it from the cache or compile it.

    Two who want the same kind at the same time compile it once; other kinds do not wait.

    Parameters
    ----------
    run
        A function decorated with :func:`kernel`.
    arguments
        Arguments of the types it will be called with; nothing is played.
    announce
        Called with a message before a cold compile, which takes seconds.
    """
    if not JIT_ENABLED:
        return
    kind = kind_of(arguments)
    if kind in run.ready:
        return
    folder, name = compiled_files.writable(cache_folder()), _name(run, kind)
    code = compiled_files.read(folder, name)
    if code is None:
        with compiled_files.lock(folder, name):
            code = compiled_files.read(folder, name)  # whoever held the lock may have made it
            if code is None:
                if announce is not None:
                    announce("compiling the engine for this line-up (once; some seconds) ...")
                code = run.compile(arguments)
                run.n_compiled += 1
                compiled_files.write(folder, name, code)
                run.load(code, kind)
                return
    run.load(code, kind)
    run.n_loaded += 1

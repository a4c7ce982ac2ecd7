"""Machine code from a kernel, and calls of it without numba, whose import takes longer than many a run.

numba passes every member of a named tuple and every field of an array as an argument of its own; so does
:func:`_add_words`, and :func:`compile_kernel` compares the two, so that another numba cannot lead to a wrong call.
"""

from __future__ import annotations

import ctypes
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from sim.compiled_files import Code

_OK, _NONE = 0, -2  # what numba's code returns; anything else is an exception
_C_TYPES: Final = {
    "p": ctypes.c_void_p,
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "d": ctypes.c_double,
    "?": ctypes.c_uint8,
}
_LLVM_TYPES: Final = {"p": "ptr", "q": "i64", "Q": "i64", "d": "double", "?": "i8"}
_RESULTS: Final = {"int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "float64": ctypes.c_double}


def kind_of(value: Any) -> str:
    """Text that is equal for values which one compiled kernel takes."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        order = "C" if value.flags.c_contiguous else "F" if value.flags.f_contiguous else "A"
        frozen = (
            "" if value.flags.writeable and value.flags.aligned else f",{value.flags.writeable},{value.flags.aligned}"
        )
        return f"{value.dtype.str}[{value.ndim}{order}{frozen}]"
    if isinstance(value, tuple):
        name = f"{type(value).__module__}.{type(value).__qualname__}"
        return f"{name}({','.join(kind_of(member) for member in value)})"
    return type(value).__name__


def _add_words(value: Any, letters: list[str], words: list[Any]) -> None:
    """Append the arguments that one value becomes, and a letter each for its type."""
    if isinstance(value, tuple):
        for member in value:
            _add_words(member, letters, words)
    elif isinstance(value, np.ndarray):
        # reference count, parent, number and size of items, address, shape, strides
        letters += "ppqqp" + "q" * (2 * value.ndim)
        words += (None, None, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
    else:
        if value is None:
            letter = "p"
        elif isinstance(value, bool | np.bool_):
            letter = "?"
        elif isinstance(value, int | np.int64):
            letter, value = "q", int(value)
        elif isinstance(value, np.uint64):
            letter, value = "Q", int(value)
        elif isinstance(value, float):
            letter, value = "d", float(value)
        else:
            raise TypeError(f"a kernel takes no {type(value).__name__}")
        letters.append(letter)
        words.append(value)


def compile_kernel(dispatcher: Any, arguments: tuple[Any, ...]) -> Code:
    """Machine code of a numba function for arguments of these types.

    Raises
    ------
    TypeError
        When it cannot be called by :class:`Native`: other arguments or results, or another numba.
    """
    import numba

    signature = tuple(numba.typeof(argument) for argument in arguments)
    letters: list[str] = []
    _add_words(arguments, letters, [])
    dispatcher.compile(signature)
    compiled = dispatcher.overloads[signature]
    symbol = compiled.fndesc.llvm_func_name
    taken = [str(argument.type) for argument in compiled.library.get_function(symbol).arguments]
    expected = ["ptr", "ptr", *(_LLVM_TYPES[letter] for letter in letters)]
    if taken != expected:
        raise TypeError(f"numba {numba.__version__} passes arguments in another way than this program knows")
    result = compiled.signature.return_type
    is_tuple = hasattr(result, "instance_class")
    results = [] if result == numba.types.none else [str(t) for t in (result.types if is_tuple else [result])]
    if not set(results) <= set(_RESULTS):
        raise TypeError(f"a kernel cannot return {result}")
    facts = {
        "symbol": symbol,
        "results": results,
        "tuple": result.instance_class.__name__ if is_tuple else None,
    }
    return Code(facts, compiled.library._get_compiled_object())


@cache
def _target() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple()


class Native:
    """A function made of machine code.

    Parameters
    ----------
    code
        What :func:`compile_kernel` gave.
    names
        Where the class of a named tuple that it returns is found by its name.
    """

    def __init__(self, code: Code, names: dict[str, Any]) -> None:
        from llvmlite import binding

        machine = _target().create_target_machine(jit=True, codemodel="jitdefault")
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code.machine))
        self._engine.finalize_object()
        self._address = self._engine.get_function_address(code.facts["symbol"])
        self._results = type("Results", (ctypes.Structure,), {
            "_fields_": [(f"r{n}", _RESULTS[kind]) for n, kind in enumerate(code.facts["results"])]
        })  # fmt: skip
        self._n_results = len(code.facts["results"])
        self._tuple: Callable[..., Any] | None = names[code.facts["tuple"]] if code.facts["tuple"] else None
        self._function: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Call it with arguments of the types it was compiled for, the GIL released meanwhile."""
        letters: list[str] = []
        words: list[Any] = []
        _add_words(arguments, letters, words)
        if self._function is None:
            pointers = (ctypes.c_void_p, ctypes.c_void_p)
            kind = ctypes.CFUNCTYPE(ctypes.c_int32, *pointers, *(_C_TYPES[letter] for letter in letters))
            self._function = kind(self._address)
        results, fault = self._results(), ctypes.c_void_p()
        status = self._function(ctypes.addressof(results), ctypes.addressof(fault), *words)
        if status == _NONE:
            return None
        if status != _OK:
            raise _exception(fault.value)
        values = [getattr(results, f"r{n}") for n in range(self._n_results)]
        if self._tuple is not None:
            return self._tuple(*values)
        return values[0] if values else None


class _Fault(ctypes.Structure):
    """How numba tells of an exception: a pickle of class, arguments and place."""

    _fields_ = (("pickle", ctypes.c_void_p), ("size", ctypes.c_int32))


def _exception(address: int | None) -> BaseException:
    if address is None:
        return RuntimeError("a kernel failed without a reason")
    fault = _Fault.from_address(address)
    told = pickle.loads(ctypes.string_at(fault.pickle, fault.size))  # noqa: S301  (of our own compiled code)
    kind, arguments = told[0], told[1] or ()
    error: BaseException = kind(*arguments)
    return error

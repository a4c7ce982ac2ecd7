"""Reading TOML that a user wrote: every fault is named with its file and, where there is one, its line."""

import re
import stat
import tomllib
from bisect import bisect_left
from pathlib import Path
from typing import Any

from sim.errors import InputError

_PLACE = re.compile(r"^(?P<fault>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a whole TOML file, with or without a byte order mark.

    Raises
    ------
    InputError
        For a file that is missing, a folder, unreadable, without an end, not UTF-8 or not TOML.
    """
    try:
        _refuse_endless(Path(path))
        data = Path(path).read_bytes()
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name a TOML file in it") from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return parse_toml(data, str(path))


def _refuse_endless(path: Path) -> None:
    """Refuse what may never end: a device, or a pipe that nobody may be writing to; the shell's own are under /dev."""
    mode = path.stat().st_mode
    is_of_shell = stat.S_ISFIFO(mode) and path.is_relative_to("/dev")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or is_of_shell):
        raise InputError(f"{path}: is a pipe or a device; write the text into a file")


def parse_toml(data: bytes, where: str) -> dict[str, Any]:
    """Parse the bytes of a TOML file that error messages call `where`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{where}: line {line} is not UTF-8; save the file as UTF-8 text") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: {_describe(error, text)}") from None
    except RecursionError:
        raise InputError(f"{where}: line {_line_of(RecursionError, text)}: brackets are nested too deep") from None
    except ValueError:
        raise InputError(f"{where}: line {_line_of(ValueError, text)}: a number has too many digits") from None


def _line_of(fault: type[Exception], text: str) -> int:
    """Find the line with a fault that the parser gives no place for: the first that a text must hold to have it."""
    lines = text.split("\n")

    def has_fault(n_lines: int) -> bool:
        try:
            tomllib.loads("\n".join(lines[:n_lines]))
        except Exception as error:
            return type(error) is fault
        return False

    return bisect_left(range(1, len(lines)), True, key=has_fault) + 1


def _describe(error: tomllib.TOMLDecodeError, text: str) -> str:
    """Put the place in front of the fault; the parser names it at the end of its message only."""
    found = _PLACE.match(str(error))
    if found is None:
        return f"is not TOML: {error}"
    if found["line"] is None:
        return f"line {len(text.splitlines()) or 1} (the last): {found['fault']}"
    return f"line {found['line']}, column {found['column']}: {found['fault']}"

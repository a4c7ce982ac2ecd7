"""How error messages show what a user wrote: readable, harmless to a terminal, and never longer than a line."""

import datetime
from collections.abc import Mapping
from typing import Final

_MOST: Final = 40


def shown(value: object) -> str:
    """Write a value as TOML would, text in quotes, cut to a readable length."""
    try:
        return cut(_as_toml(value))
    except ValueError:  # Python writes no whole number of so many digits, and a list may hold one
        return "a number of thousands of digits"
    except RecursionError:
        return "a value with thousands of levels"


def cut(text: str, most: int = _MOST) -> str:
    """Cut a text to a readable length, control characters escaped."""
    text = printable(text[: most + 1])
    return text if len(text) <= most else f"{text[: most - 1]}…"


def printable(text: str) -> str:
    """Escape what moves the cursor, colours the terminal or breaks the line."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


def counted(number: int, noun: str) -> str:
    """Write a number of things: "1 game", "2,000 games"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _as_toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} = {_as_toml(item)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_as_toml, value))}]"
    return repr(value)

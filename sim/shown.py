"""How error messages show what a user wrote: readable, and never longer than a line."""

from typing import Final

_MOST: Final = 40


def shown(value: object) -> str:
    """Write a value as TOML would, text in quotes, cut to a readable length."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return cut(repr(value))
    except ValueError:  # Python writes no whole number of so many digits, and a list may hold one
        return "a number of thousands of digits"
    except RecursionError:
        return "a value with thousands of levels"


def cut(text: str, most: int = _MOST) -> str:
    """Cut a text to a readable length."""
    return text if len(text) <= most else f"{text[: most - 1]}…"

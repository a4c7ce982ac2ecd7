"""How a rule field is declared: its default, its limits, its rule's code and what it means."""

from typing import Any, NamedTuple, get_args

from pydantic import Field
from pydantic.config import JsonDict
from pydantic.fields import FieldInfo

MAX_NAME = 60


class FieldNote(NamedTuple):
    """What a reader needs to know of a field."""

    rule: str  # code in the rules text, such as T1
    meaning: str
    allowed: str  # completes "it must be ..."


def noted(default: Any, rule: str, meaning: str, allowed: str, **limits: Any) -> Any:
    """Declare a field; the other functions here write `allowed` for the usual kinds."""
    notes: JsonDict = {"rule": rule, "allowed": allowed}
    return Field(default, description=meaning, json_schema_extra=notes, **limits)


def whole(default: int, low: int, high: int, rule: str, meaning: str) -> Any:
    """Declare a whole number."""
    return noted(default, rule, meaning, f"a whole number from {low} to {high:,}", ge=low, le=high)


def whole_or_zero(default: int, low: int, high: int, rule: str, meaning: str) -> Any:
    """Declare a whole number that 0 switches off; the model itself refuses what lies between 0 and `low`."""
    return noted(default, rule, meaning, f"0 or a whole number from {low} to {high}", ge=0, le=high)


def switch(default: bool, rule: str, meaning: str) -> Any:
    """Declare a yes or no."""
    return noted(default, rule, meaning, "true or false")


def choice(literal: Any, rule: str, meaning: str) -> Any:
    """Declare a choice among the values of a Literal, the first of them the default."""
    values = get_args(literal)
    *firsts, last = (f'"{value}"' for value in values)
    return noted(values[0], rule, meaning, f"{', '.join(firsts)} or {last}")


def note_of(info: FieldInfo) -> FieldNote:
    """Read back what a declaration noted; `name` and `source`, which are no rules, have only limits."""
    notes = info.json_schema_extra
    if not isinstance(notes, dict):
        return FieldNote("", "", "text")
    return FieldNote(str(notes["rule"]), str(info.description), str(notes["allowed"]))


def check_label(text: str) -> str:
    """Keep a name to one printable line that can never be a path.

    Raises
    ------
    ValueError
        Says what a name must be.
    """
    if not text.isprintable() or text != text.strip() or not 1 <= len(text) <= MAX_NAME:
        raise ValueError(f"must be 1 to {MAX_NAME} printable characters without spaces around them")
    if "/" in text or "\\" in text or text in (".", ".."):
        raise ValueError("must hold no / or \\ and be no path")
    return text

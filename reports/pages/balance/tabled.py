"""Small tables for the figures of a balance, in the form that figures take everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from reports.pages.blocks import Data


def table(title: str, keys: Sequence[tuple[str, str]], measures: Sequence[Data], rows: Sequence[Data]) -> Data:
    """Put keys (name, label), measures and rows together; a key with one value everywhere says nothing and goes."""
    told = [key for key in keys if len({row.get(key[0]) for row in rows}) > 1] or list(keys[:1])
    return {
        "title": title,
        "meaning": "",
        "per": measures[0]["per"] if measures else "row",
        "keys": [{"name": name, "label": label, "unit": ""} for name, label in told],
        "measures": list(measures),
        "rows": list(rows),
    }


def measure(name: str, label: str, line: Data) -> Data:
    """Describe a measure; `line` tells its unit, what n counts, and whether it has a sign."""
    return {
        "name": name,
        "label": label,
        "unit": line["unit"],
        "per": line["per"],
        "meaning": line.get("meaning", ""),
        "signed": line.get("signed", False),
    }


def slug(*parts: object) -> str:
    """Make an id of words."""
    text = "-".join(str(part) for part in parts).lower()
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in text)

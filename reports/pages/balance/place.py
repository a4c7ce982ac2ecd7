"""What one row of a balance shows when it is opened: its verdicts and the table of every measure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from reports.charts import Measure, points
from reports.pages.balance.tabled import measure, slug
from reports.pages.blocks import Data, Figure, make_figure, text_key

ELSEWHERE: Final = {("F3", 3)}
"""Codes and numbers of keys of rows that are not told here: there are a hundred, and the call chart shows them."""


def place_points(data: Data, place: Data) -> list[tuple[str, str]]:
    """Give the title and sentence of every verdict."""
    return [
        (data["measures"][code]["title"], one["verdict"]["sentence"])
        for code, one in place["measures"].items()
        if one["verdict"]
    ]


def place_figures(data: Data, place: Data) -> list[Figure]:
    """Make the tables of every measure, with a chart where its rows have one key."""
    return [figure for code in place["measures"] for figure in _measure(data, place, code)]


def _measure(data: Data, place: Data, code: str) -> Iterator[Figure]:
    """Make a figure for each set of keys: rows about everything do not stand among those about one value."""
    about = data["measures"][code]
    by_keys: dict[tuple[str, ...], list[Data]] = {}
    for row in place["measures"][code]["rows"]:
        names = tuple(key["name"] for key in about["keys"] if row.get(key["name"]) is not None)
        if (code, len(names)) not in ELSEWHERE:
            by_keys.setdefault(names, []).append(row)
    for names, rows in by_keys.items():
        used = [kind for kind in about["numbers"] if any(row.get(kind["name"]) for row in rows)]
        if used:
            yield _figure(about, slug("row", place["id"], code, *names), (names, rows, used))


def _figure(about: Data, name: str, found: tuple[tuple[str, ...], list[Data], list[Data]]) -> Figure:
    names, rows, used = found
    keys = [key for key in about["keys"] if key["name"] in names]
    table = {
        "title": about["title"],
        "meaning": "",
        "per": used[0]["per"],
        "keys": keys,
        "measures": [measure(kind["name"], kind["label"], kind) for kind in used],
        "rows": rows,
    }
    spec = None
    if names and len({row[names[0]] for row in rows}) == len(rows) > 1:
        spec = points(
            text_key(rows, names[0], keys[0]["label"]), Measure(used[0]["name"], used[0]["label"], used[0]["unit"])
        )
    by = f", by {keys[0]['label']}" if keys else ""
    title, subtitle = f"{about['title']}{by}", _first_sentence(about)
    made = make_figure(name, table, spec, title=title, subtitle=subtitle, wide=not spec)
    return made if spec else replace(made, csv="")


def _first_sentence(about: Data) -> str:
    return str(about["meaning"]).partition(". ")[0].rstrip(".") + "."

"""When to call: what chances that were played both ways say, by own total, opponents and their smallest hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipelines.call_chart.squares import WORDS
from reports.charts import Key, line_height, words
from reports.pages.balance.headlines import main_variants
from reports.pages.balance.lines import front_level
from reports.pages.balance.tabled import measure, slug, table
from reports.pages.blocks import Data, Figure, Section, make_figure

LIVE: Final = "F3"


def call_sections(data: Data) -> Iterator[Section]:
    """Make a call chart a variant at the front level, of the largest table: the others are played out at it, too."""
    if LIVE not in data["measures"]:
        return
    level, main = front_level(data), main_variants(data)
    largest = {
        place["variant"]: place for place in data["places"] if place["level"] == level and place["variant"] in main
    }
    figures = [figure for place in largest.values() for figure in _figure(data, place)]
    if figures:
        told = [
            f"Each chance was played both ways with the same cards: called, and played on as level {level} would."
            " Square by square: the own total against the number of opponents and the smallest of their hands. A square"
            " says call or wait only where that is more than chance, corrected over the squares of its chart"
            " (Benjamini and Hochberg); the tables hold the points at stake, below 0 for the call, and how many chances"
            " they rest on."
            " The command yaniv chart prints such a sheet with more chances."
        ]
        yield Section("calls", "When to call?", told, figures)


def _figure(data: Data, place: Data) -> Iterator[Figure]:
    rows = [
        {
            "line": f"{_count(row['opponents'], 'opponent')}, {_count(row['least_cards'], 'card')}",
            "total": row["total"],
            "word": row["word"],
            "tau": row["tau"],
            "at": (row["opponents"], row["least_cards"], row["total"]),
        }
        for row in place["measures"].get(LIVE, {"rows": []})["rows"]
        if row.get("word")
    ]
    rows.sort(key=lambda row: row["at"])
    told = [{name: row[name] for name in ("line", "total", "word", "tau")} for row in rows]
    if told:
        kind = next(one for one in data["measures"][LIVE]["numbers"] if one["name"] == "tau")
        keys = [("line", "against"), ("total", "own total"), ("word", "verdict")]
        yield make_figure(
            slug("calls", place["variant"]),
            table("When to call", keys, [measure("tau", kind["label"], kind)], told),
            words(Key("total", "own total", "total"), Key("line", "", "line"), Key("word", "", "word"), tuple(WORDS)),
            title=f"{place['variant']}, {place['players']} players",
            subtitle=f"Level {place['level']}, by opponents and the smallest of their hands.",
            height=line_height(len({row["line"] for row in told})),
        )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"

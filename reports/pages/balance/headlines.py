"""The headline numbers of a measure over all variants and levels, one figure a number of players."""

from __future__ import annotations

from typing import Final

from reports.charts import ANY, Key, Measure, dots, intervals, titled
from reports.pages.balance.tabled import measure, slug, table
from reports.pages.blocks import Data, Figure, make_figure

VARIANT = Key("variant", "", "variant")
LEVEL = Key("level", "", "level")
MOST_VARIANTS: Final = 12
ROW, TOP, LEAST = 15, 26, 120
"""Pixels for one estimate, for the space between variants, and for the lowest chart."""


def labels_of(data: Data, code: str) -> list[str]:
    """Name the headline numbers of a measure in their order."""
    found = [
        line["label"]
        for place in data["places"]
        for line in place["headlines"]
        if line["code"] == code and not line["is_minutes"]
    ]
    return list(dict.fromkeys(found))


def main_variants(data: Data) -> set[str]:
    """Name the variants of main figures: where there are many, those that are varied have a section of their own."""
    names = {one["name"] for one in data["variants"]}
    if len(names) <= MOST_VARIANTS:
        return names
    varied = {name for one in data["series"] for name in one["variants"]}
    return {one["name"] for one in data["variants"] if one["is_named"] or one["name"] not in varied}


def headline_rows(data: Data, code: str, label: str, players: int) -> tuple[list[Data], Data | None]:
    """Give a number at all variants and levels of one size of table, and what the number is."""
    rows, kind = [], None
    for place in data["places"]:
        for line in place["headlines"]:
            if (line["code"], line["label"], place["players"]) == (code, label, players):
                kind = line
                rows.append({"variant": place["variant"], "level": place["level"], "value": line["number"]})
    return rows, kind


def headline_figures(data: Data, code: str) -> list[Figure]:
    """Make one figure for each headline number and number of players."""
    return [
        figure
        for label in labels_of(data, code)
        for players in data["players"]
        if (figure := _figure(data, code, label, players)) is not None
    ]


def _figure(data: Data, code: str, label: str, players: int) -> Figure | None:
    rows, kind = headline_rows(data, code, label, players)
    main = main_variants(data)
    rows = [row for row in rows if row["variant"] in main]
    if kind is None:
        return None
    if not any(row["value"]["value"] for row in rows):
        return None
    one = measure("value", label, kind)
    drawn = Measure("value", ANY, kind["unit"])
    levels = {row["level"] for row in rows}
    spec = None
    if any(row["value"]["value"] is not None for row in rows):
        spec = titled(dots(VARIANT, drawn, LEVEL) if len(levels) > 1 else intervals(VARIANT, drawn), label)
    variants = len({row["variant"] for row in rows})
    return make_figure(
        slug(code, label, players),
        table(label, [("variant", "variant"), ("level", "level")], [one], rows),
        spec,
        title=f"{label[:1].upper()}{label[1:]}",
        subtitle=f"{data['measures'][code]['title']} ({code}): dot: the estimate, line: its 95 % interval.",
        height=max(LEAST, variants * (TOP + ROW * len(levels))),
        players=players,
    )

"""Measures that have a line a value, such as Assaf by the caller's total: one figure a number of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reports.charts import Key, Measure, points
from reports.pages.balance.headlines import main_variants
from reports.pages.balance.tabled import measure, slug, table
from reports.pages.blocks import Data, Figure, make_figure

MOST_SERIES: Final = 7
"""More lines than there are colours and shapes cannot be told apart."""

SHOWN: Final = {
    "F1": ("edge", "round_edge"),
    "F2": ("assaf_rate", "gain", "loss", "net"),
    "F3": ("tau",),
    "F10": (),
    "F11": (),
}
"""Numbers that have a figure, of measures that have many; the rest are in the tables of each row."""

DETERMINED: Final = ("F1",)
"""Measures whose first key tells the others, too: a place in the order of play is a seat."""

VARIANT = Key("variant", "", "variant")


def front_level(data: Data) -> str:
    """Give the level that main figures show where there is room for one: the strongest that was played."""
    return str(data["levels"][-1])


def line_figures(data: Data, code: str) -> list[Figure]:
    """Make a figure for each number of players and number of a measure whose rows its first key tells apart."""
    if not data["measures"][code]["keys"]:
        return []
    return [
        figure
        for kind in data["measures"][code]["numbers"]
        if kind["name"] in SHOWN.get(code, (kind["name"],))
        for players in data["players"]
        for figure in _figure(data, code, kind, players)
    ]


def _figure(data: Data, code: str, kind: Data, players: int) -> Iterator[Figure]:
    key, level, name = data["measures"][code]["keys"][0], front_level(data), kind["name"]
    main = main_variants(data)
    others = [one["name"] for one in data["measures"][code]["keys"][1:] if code not in DETERMINED]
    rows = [
        {"variant": place["variant"], key["name"]: row[key["name"]], name: row[name]}
        for place in data["places"]
        if (place["players"], place["level"]) == (players, level)
        and code in place["measures"]
        and place["variant"] in main
        for row in place["measures"][code]["rows"]
        if row.get(key["name"]) is not None and row.get(name) and not any(row.get(one) is not None for one in others)
    ]
    if len(rows) < 2 or len({(row["variant"], row[key["name"]]) for row in rows}) < len(rows):
        return
    variants = {row["variant"] for row in rows}
    one = measure(name, kind["label"], kind)
    spec = points(
        Key(key["name"], key["label"], key["name"]),
        Measure(name, kind["label"], kind["unit"]),
        VARIANT if 1 < len(variants) <= MOST_SERIES else None,
    )
    yield make_figure(
        slug(code, name, players, "by", key["name"]),
        table(kind["label"], [("variant", "variant"), (key["name"], key["label"])], [one], rows),
        spec if len(variants) <= MOST_SERIES else None,
        title=f"{kind['label'][:1].upper()}{kind['label'][1:]} by {key['label']}",
        subtitle=f"{_sentence(kind['meaning'] or data['measures'][code]['title'])}; level {level}.",
        players=players,
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

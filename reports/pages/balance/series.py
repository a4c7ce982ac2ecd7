"""Numbers over a field that is varied, such as the threshold, with the values marked at which calling is a decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reports.charts import ANY, Key, Measure, line_height, points, titled, words
from reports.pages.balance.headlines import headline_rows, labels_of
from reports.pages.balance.tabled import measure, slug, table
from reports.pages.blocks import Data, Figure, Section, make_figure

LEVEL = Key("level", "", "level")
LIVE: Final = "F3"


def series_sections(data: Data) -> Iterator[Section]:
    """Make a section for each field that is varied."""
    for one in data["series"]:
        field = one["field"].replace("_", " ")
        words = [f"All else as in {data['effects']['base']}; the same deals at every value."]
        figures = list(_verdicts(data, one))
        if one == whole_series(data):
            words.append(f"All variants differ in the {field} alone: the sections above show every number by it.")
        else:
            figures += [figure for code in data["measures"] for figure in series_figures(data, one, code)]
        if figures:
            yield Section(slug("by", field), f"What does the {field} do?", words, figures)


def _values(one: Data) -> dict[str, int]:
    return dict(zip(one["variants"], one["values"], strict=True))


def _verdicts(data: Data, one: Data) -> Iterator[Figure]:
    """Mark every verdict over the field: for F3 the values at which calling is a decision."""
    values, field = _values(one), one["field"].replace("_", " ")
    for code, about in data["measures"].items():
        rows = [
            {"line": f"{place['players']} players, {place['level']}", "value": values[place["variant"]],
             "verdict": place["measures"][code]["verdict"]["word"], "at": (place["players"], place["level"])}
            for place in data["places"]
            if place["variant"] in values and code in place["measures"] and place["measures"][code]["verdict"]
        ]  # fmt: skip
        rows.sort(key=lambda row: (row["at"][0], data["levels"].index(row["at"][1]), row["value"]))
        told = [{name: row[name] for name in ("line", "value", "verdict")} for row in rows]
        if len({row["verdict"] for row in told}) > 1 or (told and code == LIVE):
            keys = [("line", "table"), ("value", field), ("verdict", "verdict")]
            yield make_figure(
                slug(one["field"], code, "verdicts"),
                table(about["title"], keys, [], told),
                words(Key("value", field, "value"), Key("line", "", "line"), Key("verdict", "", "verdict")),
                title=f"{about['title']} ({code})",
                subtitle=f"Verdict at each {field}, by number of players and level of play.",
                height=line_height(len({row["line"] for row in told})),
                wide=True,
            )


def whole_series(data: Data) -> Data | None:
    """Give the one field that all variants of the report are varied in, if there is one."""
    names = {one["name"] for one in data["variants"]}
    return next((one for one in data["series"] if set(one["variants"]) == names), None)


def series_figures(data: Data, one: Data, code: str) -> Iterator[Figure]:
    """Make a figure over the field for each headline number of a measure and number of players."""
    values, field = _values(one), one["field"].replace("_", " ")
    for label in labels_of(data, code):
        for players in data["players"]:
            rows, kind = headline_rows(data, code, label, players)
            here = [row | {"at": values[row["variant"]]} for row in rows if row["variant"] in values]
            here.sort(key=lambda row: (data["levels"].index(row["level"]), row["at"]))
            if kind is None or len({row["at"] for row in here}) < 2 or not any(row["value"]["value"] for row in here):
                continue
            yield make_figure(
                slug(one["field"], code, label, players),
                table(label, [("level", "level"), ("at", field)], [measure("value", label, kind)], here),
                titled(points(Key("at", field, "at"), Measure("value", ANY, kind["unit"]), LEVEL), label),
                title=f"{label[:1].upper()}{label[1:]}",
                subtitle=f"By {field} and level of play ({code}).",
                players=players,
            )

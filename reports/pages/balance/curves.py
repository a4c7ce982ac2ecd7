"""Standard tables that every row has, with a line a variant or a level: survival, and Assaf over the turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from reports.charts import Key, Measure, Spec, points, steps
from reports.pages.balance.headlines import LEVEL, main_variants
from reports.pages.balance.lines import MOST_SERIES, VARIANT, front_level
from reports.pages.balance.tabled import slug, table
from reports.pages.blocks import Data, Figure, make_figure, text_key


class Curve(NamedTuple):
    """A table with its one key, and the number that is drawn."""

    table: str
    key: str
    number: str
    title: str


CURVES: Final = {
    "length": Curve("game_survival", "rounds", "running", "Games still running"),
    "assaf": Curve("assaf_by_turn", "turn", "assaf_rate", "Assaf by when the call came"),
}
"""By the section that shows them."""


def curve_figures(data: Data, section: str) -> Iterator[Figure]:
    """Make two figures a number of players: variants at the front level, and levels of the variant compared with."""
    if section not in CURVES:
        return
    level, base, main = front_level(data), data["effects"]["base"], main_variants(data)
    for players in data["players"]:
        here = [place for place in data["places"] if place["players"] == players]
        of_level = [place for place in here if place["level"] == level and place["variant"] in main]
        of_base = [place for place in here if place["variant"] == base]
        yield from _figure(CURVES[section], of_level, VARIANT, f"level {level}")
        if len(of_base) > 1:
            yield from _figure(CURVES[section], of_base, LEVEL, base)


def _figure(curve: Curve, places: Sequence[Data], series: Key, told: str) -> Iterator[Figure]:
    """Draw places of one number of players that differ in the series."""
    found = [place["tables"][curve.table] for place in places]
    if not found:
        return
    kind = next(one for one in found[0]["measures"] if one["name"] == curve.number)
    key = next(one for one in found[0]["keys"] if one["name"] == curve.key)
    rows = [
        {series.name: place[series.name]}
        | {
            name: row[name]
            for name in (curve.key, f"{curve.key}_to", f"{curve.key}_label", curve.number)
            if name in row
        }
        for place in places
        for row in place["tables"][curve.table]["rows"]
    ]
    if not rows:
        return
    players = places[0]["players"]
    by_level = series == LEVEL
    yield make_figure(
        slug(curve.table, *(["levels"] if by_level else []), players),
        table(curve.title, [(curve.key, key["label"]), (series.name, series.name)], [kind], rows),
        _spec(curve, rows, key, kind, series) if len(places) <= MOST_SERIES else None,
        title=f"{curve.title}{', by level of play' if by_level else ''}",
        subtitle=f"{kind['meaning'][:1].upper()}{kind['meaning'][1:]}; {told}.",
        players=players,
    )


def _spec(curve: Curve, rows: list[Data], key: Data, kind: Data, series: Key) -> Spec:
    shown = Measure(curve.number, kind["label"], kind["unit"])
    if curve.table == "game_survival":
        return steps(Key(curve.key, "after so many rounds", curve.key), shown, series)
    return points(text_key(rows, curve.key, key["label"]), shown, series)

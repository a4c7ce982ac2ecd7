"""Standard tables that every row has, with a line a variant: survival, and Assaf over the turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from reports.charts import Key, Measure, Spec, points, steps
from reports.pages.balance.headlines import main_variants
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
    """Make a figure a number of players, at the front level."""
    if section in CURVES:
        for players in data["players"]:
            yield from _figure(data, CURVES[section], players)


def _figure(data: Data, curve: Curve, players: int) -> Iterator[Figure]:
    level, main = front_level(data), main_variants(data)
    places = [
        place
        for place in data["places"]
        if (place["players"], place["level"]) == (players, level) and place["variant"] in main
    ]
    found = [place["tables"][curve.table] for place in places]
    if not found:
        return
    kind = next(one for one in found[0]["measures"] if one["name"] == curve.number)
    key = next(one for one in found[0]["keys"] if one["name"] == curve.key)
    rows = [
        {"variant": place["variant"]}
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
    yield make_figure(
        slug(curve.table, players),
        table(curve.title, [(curve.key, key["label"]), ("variant", "variant")], [kind], rows),
        _spec(curve, rows, key, kind) if len(places) <= MOST_SERIES else None,
        title=f"{curve.title}",
        subtitle=f"{kind['meaning'][:1].upper()}{kind['meaning'][1:]}; level {level}.",
        players=players,
    )


def _spec(curve: Curve, rows: list[Data], key: Data, kind: Data) -> Spec:
    shown = Measure(curve.number, kind["label"], kind["unit"])
    if curve.table == "game_survival":
        return steps(Key(curve.key, key["label"], curve.key), shown, VARIANT)
    return points(text_key(rows, curve.key, key["label"]), shown, VARIANT)

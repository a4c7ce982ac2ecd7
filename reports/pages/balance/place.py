"""What one row of a balance shows when it is opened: its verdicts and the table of every measure."""

from __future__ import annotations

from collections.abc import Iterator

from reports.charts import Key, Measure, curves, points
from reports.pages.balance.tabled import measure, slug
from reports.pages.blocks import Data, Figure, make_figure, text_key


def place_points(data: Data, place: Data) -> list[tuple[str, str]]:
    """Give the title and sentence of every verdict."""
    return [
        (data["measures"][code]["title"], one["verdict"]["sentence"])
        for code, one in place["measures"].items()
        if one["verdict"]
    ]


def place_figures(data: Data, place: Data) -> list[Figure]:
    """Make the table of every measure, with a chart where it has one key, and the survival curves."""
    return [*_survival(place), *(figure for code in place["measures"] for figure in _measure(data, place, code))]


def _survival(place: Data) -> Iterator[Figure]:
    found = place["tables"]["game_survival"]
    if found["rows"]:
        measures = Measure("running", "games running", "share"), Measure("seats_in", "seats in", "share")
        yield make_figure(
            slug("row", place["id"], "survival"),
            found,
            curves(Key("rounds", "rounds", "rounds"), measures, steps=True),
            title="Still running",
            subtitle="Share of games still running, and of seats still in, after so many rounds.",
        )


def _measure(data: Data, place: Data, code: str) -> Iterator[Figure]:
    """Make a figure for each set of keys: rows about everything do not stand among those about one value."""
    about = data["measures"][code]
    by_keys: dict[tuple[str, ...], list[Data]] = {}
    for row in place["measures"][code]["rows"]:
        names = tuple(key["name"] for key in about["keys"] if row.get(key["name"]) is not None)
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
    return make_figure(name, table, spec, title=f"{about['title']}{by}", subtitle=_first_sentence(about), wide=not spec)


def _first_sentence(about: Data) -> str:
    return str(about["meaning"]).partition(". ")[0].rstrip(".") + "."

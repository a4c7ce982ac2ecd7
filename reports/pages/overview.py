"""Many cells at once: a matrix of variant by players, and each measure over all cells."""

from typing import NamedTuple

from reports.charts import Key, Measure, intervals, line_height
from reports.pages.blocks import Data, Figure, make_figure
from reports.words import Written, write

CELL = Key("cell", "", "cell")

# Shares far below one per cent: their tooltips need more digits.
RARE = {"opening": "rare share", "stopped": "rare share"}

TITLES = {
    "turns": ("Turns a round", "Mean turns from the deal to the call; every round weighs the same."),
    "rounds": ("Rounds a game", "Mean rounds a game; every game weighs the same."),
    "minutes": ("Minutes a game", "Mean playing time."),
    "assaf_rate": ("Calls that meet Assaf", "Rounds with Assaf / rounds with a call."),
    "edge_first": ("Edge of the first to play, round", "Players × P(win) − 1; 0 is an even share."),
    "opening": ("A call allowed before anyone has moved", "Share of rounds."),
    "stopped": ("Stopped rounds", "Share of rounds stopped by the guard; they count in every table."),
}


class Entry(NamedTuple):
    """One cell in one place of the matrix."""

    anchor: str
    values: dict[str, Written]


class Matrix(NamedTuple):
    """Variants (and line-ups) down, numbers of players across."""

    measures: list[tuple[str, str]]  # id, title
    players: list[int]
    rows: list[tuple[str, str, dict[int, list[Entry]]]]  # variant, entrants, cells by players


def matrix(cells: list[Data]) -> Matrix:
    """Lay the cells out by variant and entrants, and by players."""
    rows: dict[tuple[str, str], dict[int, list[Entry]]] = {}
    for cell in cells:
        name = (cell["variant"], ", ".join(cell["entrants"]))
        values = {head["id"]: write(head["number"], head["unit"]) for head in cell["headline"]}
        entry = Entry(anchor(cell), values)
        rows.setdefault(name, {}).setdefault(cell["players"], []).append(entry)
    measures = [(name, TITLES[name][0]) for name in _measures(cells) if name != "minutes"]
    players = sorted({cell["players"] for cell in cells})
    return Matrix(measures, players, [(variant, entrants, row) for (variant, entrants), row in rows.items()])


def anchor(cell: Data) -> str:
    """Name the place on the page where a cell's details are."""
    return f"cell-{cell['id']}"


def named(cells: list[Data]) -> list[tuple[Data, str]]:
    """Pair each cell with its name; equal names get their number."""
    names = [cell["label"] for cell in cells]
    return [
        (cell, name if names.count(name) == 1 else f"{name} (cell {cell['id']})")
        for cell, name in zip(cells, names, strict=True)
    ]


def comparison_figures(cells: list[Data]) -> list[Figure]:
    """Show every headline measure over all cells."""
    return [_comparison(cells, measure) for measure in _measures(cells)]


def _comparison(cells: list[Data], measure: str) -> Figure:
    heads = [(name, cell, _head(cell, measure)) for cell, name in named(cells)]
    found = [(name, cell, head) for name, cell, head in heads if head]
    _, cell, first = found[0]
    title, subtitle = TITLES.get(measure, (first["label"], ""))
    axis = title[:1].lower() + title[1:]
    table = {
        "name": measure,
        "title": title,
        "per": cell["tables"][first["table"]]["per"],
        "meaning": subtitle,
        "keys": [{"name": "cell", "label": "cell", "unit": ""}],
        "measures": [{"name": measure, "label": axis, "unit": first["unit"], "per": "", "meaning": ""}],
        "rows": [{"cell": name, measure: head["number"]} for name, _, head in found],
    }
    even = 0.0 if first["unit"] == "edge" else None
    spec = intervals(CELL, Measure(measure, axis, RARE.get(measure) or first["unit"]), reference=even)
    height = line_height(len(found))
    return make_figure(f"all-{measure}", table, spec, title=title, subtitle=subtitle, height=height)


def seat_figure(cells: list[Data]) -> list[Figure]:
    """Show each cell's largest edge of a seat in the game, with its verdict."""
    found = [
        (name, verdict)
        for cell, name in named(cells)
        for verdict in cell["verdicts"]
        if verdict["code"] == "F1" and verdict["largest"]
    ]
    if not found:
        return []
    title = "The seat in the game"
    table = {
        "name": "largest",
        "title": title,
        "per": "game",
        "meaning": "Size of the largest edge of a seat, up or down; its interval holds for all seats.",
        "keys": [
            {"name": "cell", "label": "cell", "unit": ""},
            {"name": "verdict", "label": "verdict", "unit": ""},
        ],
        "measures": [{"name": "edge", "label": "largest edge", "unit": "size", "per": "game", "meaning": ""}],
        "rows": [{"cell": name, "verdict": _verdict(v), "edge": v["largest"]} for name, v in found],
    }
    margin = found[0][1]["margin"]
    spec = intervals(CELL, Measure("edge", "size of the largest edge", "size"), (0.0, margin))
    subtitle = f"Size of the largest edge, with an interval for all seats at once. Shaded: up to {margin:g}."
    untested = [(name, v["reason"]) for cell, name in named(cells) for v in cell["verdicts"] if v["reason"]]
    if untested:
        subtitle += f" Not tested: {'; '.join(f'{name} ({reason})' for name, reason in untested)}."
    return [make_figure("all-seat", table, spec, title=title, subtitle=subtitle, height=line_height(len(found)))]


def _measures(cells: list[Data]) -> list[str]:
    """List the headline measures in the order in which cells bring them."""
    return list(dict.fromkeys(head["id"] for cell in cells for head in cell["headline"]))


def _head(cell: Data, measure: str) -> Data | None:
    return next((head for head in cell["headline"] if head["id"] == measure), None)


def _verdict(verdict: Data) -> str:
    more = verdict["more_games"]
    return str(verdict["verdict"]) + (f"; about {more:,} more games would decide" if more else "")

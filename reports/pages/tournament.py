"""The page about a tournament: the data of `pipelines.tournament.data` in, one self-contained HTML file out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from reports.charts import Key, Measure, Spec, intervals, line_height
from reports.csv_links import csv_text, data_link, text_columns
from reports.pages.blocks import Data, Figure, Section, make_figure, select
from reports.pages.run_report import collect_specs, render_page
from reports.pages.writing import MARK, numbers_text, write_together
from reports.tables import Cell, TableView
from reports.words import PERCENT, count, write

FOLDER: Final = "tournament"
PAGE: Final = "index.html"
NUMBERS: Final = "tournament.json"
ALMOST: Final = 0.9999
ENTRANT: Final = Key("entrant", "entrant", "entrant")


def write_tournament(data: Data, folder: Path) -> Path:
    """Write the page, its data and a CSV a table into a folder; gives the path of the page.

    Raises
    ------
    WriteFailed
        When one cannot be written; those that were there before stay.
    """
    texts = {folder / f"{name}.csv": csv_text(table) for name, table in data["tables"].items()}
    texts[folder / NUMBERS] = numbers_text(data)
    texts[folder / PAGE] = render(data)
    write_together(texts)
    return folder / PAGE


def foreign_page(folder: Path) -> Path | None:
    """Name what has the page's name in a folder but was not made by this program, or None."""
    path = folder / PAGE
    if not path.exists():
        return None
    if path.is_file():
        with path.open("rb") as file:
            if MARK in file.read(4096):
                return None
    return path


def render(data: Data) -> str:
    """Make the page."""
    sections = list(_sections(data))
    specs: list[Spec] = []
    collect_specs(specs, sections)
    return render_page("tournament.html.j2", data, sections, specs, _plan(data))


def _sections(data: Data) -> Iterator[Section]:
    tables: dict[str, Data] = data["tables"]
    yield Section("standings", "Who is best?", [], list(_standings(tables["standings"], data["run"]["players"])))
    yield Section(
        "superiority",
        "Who is better than whom?",
        ["Read a line from left to right: the chance that this entrant is better than the one above the column."],
        [_better(data)],
    )
    yield Section(
        "opponents",
        "Who finishes ahead of whom?",
        ["Games in which both sat at the table; a tie counts half."],
        [_ahead(data)],
    )
    yield Section("habits", "How do they play?", [], list(_habits(tables["habits"])))
    if "neighbours" in tables:
        yield Section(
            "neighbours",
            "Who sits well beside whom?",
            [
                "What an entrant wins beside a neighbour, less what it wins against this one over all orders, on the"
                " same deals. Everybody meets every neighbour equally often, so none of this is in the ratings."
            ],
            [_beside(data, side, words) for side, words in _SIDES.items()],
        )
    yield Section("chance", "What decides a game?", [], list(_chance(tables)))


_SIDES: Final = {"before": "plays just before it", "after": "plays just after it"}


def _standings(table: Data, players: int) -> Iterator[Figure]:
    n = len(table["rows"])
    if any(row["rating"]["value"] is not None for row in table["rows"]):
        yield make_figure(
            "rating",
            select(table, lambda row: True, ("rating",)),
            intervals(ENTRANT, Measure("rating", "rating", "")),
            title="Rating",
            subtitle="Plackett-Luce, from places; line: 95 % interval. Better by 0.69: ahead twice as often as behind.",
            height=line_height(n),
        )
    yield make_figure(
        "wins",
        select(table, lambda row: True, ("win",)),
        intervals(ENTRANT, Measure("win", "games won, a seat held", "share"), reference=1 / players),
        title="Games won",
        subtitle="For each seat held; dashed: an even share.",
        height=line_height(n),
    )
    yield make_figure(
        "standings", table, None, title="Standings", subtitle="Best first. A place of 1 is best, few points are good.",
        wide=True,
    )  # fmt: skip


def _habits(table: Data) -> Iterator[Figure]:
    if any(row["suffered"]["value"] is not None for row in table["rows"]):
        yield make_figure(
            "suffered",
            select(table, lambda row: True, ("suffered",)),
            intervals(ENTRANT, Measure("suffered", "own calls that met Assaf", "share")),
            title="Calls that met Assaf",
            subtitle="Of an entrant's own calls.",
            height=line_height(len(table["rows"])),
        )
        yield make_figure(
            "calls",
            select(table, lambda row: True, ("calls",)),
            intervals(ENTRANT, Measure("calls", "rounds ended by a call", "share")),
            title="Calls",
            subtitle="Of the rounds it played, those that it ended.",
            height=line_height(len(table["rows"])),
        )
    yield make_figure("habits", table, None, title="All habits", subtitle="Rates by entrant.", wide=True)


def _chance(tables: dict[str, Data]) -> Iterator[Figure]:
    variance = tables["variance"]
    if any(row["wins"]["value"] is not None for row in variance["rows"]):
        yield make_figure(
            "variance",
            variance,
            intervals(Key("source", "", "source_label"), Measure("wins", "share of the variance of winning", "share")),
            title="Shares of variance",
            subtitle="Of one seat's result at a table, won or not.",
            height=line_height(4),
        )
    yield make_figure(
        "seats",
        tables["seats"],
        intervals(Key("seat", "seat", "seat"), Measure("win", "games won", "share")),
        title="Games won by seat",
        subtitle="Over all entrants; seat 0 deals the first round.",
        height=line_height(len(tables["seats"]["rows"])),
    )


def _better(data: Data) -> Figure:
    def cell(row: Data) -> Cell:
        apart = write(row["difference"], "difference", signed=True)
        if row["identical"]:
            return Cell("same play", "0")
        chance = row["superiority"]["value"]
        if row["difference"]["value"] is None:
            return Cell("always" if chance else "never")
        if chance is None:
            return Cell("–", apart.estimate)
        return Cell(_percent(chance), apart.estimate)

    note = "Below the chance: the difference of ratings; its interval is in the CSV. 95 % is no proof among many pairs."
    return _matrix(data, "superiority", "Chance to be the better one", note, cell)


def _percent(chance: float) -> str:
    if chance > ALMOST:
        return f"> {100 * ALMOST:.2f}{PERCENT}"
    if chance < 1 - ALMOST:
        return f"< {100 * (1 - ALMOST):.2f}{PERCENT}"
    return f"{100 * chance:.{2 if min(chance, 1 - chance) < 0.01 else 1}f}{PERCENT}"


def _ahead(data: Data) -> Figure:
    def cell(row: Data) -> Cell:
        written = write(row["ahead"], "share")
        return Cell(written.estimate, written.interval)

    note = "Share of games in which the entrant of the line finished ahead of that of the column; 95 % interval."
    return _matrix(data, "opponents", "Finishes ahead", note, cell)


def _beside(data: Data, side: str, words: str) -> Figure:
    def cell(row: Data) -> Cell:
        written = write(row["effect"], "share", signed=True)
        return Cell(written.estimate, written.interval)

    note = f"The entrant of the column {words}. In points of a hundred, with the 95 % interval."
    keep = f"neighbours-{side}"
    return _matrix(data, "neighbours", f"When this one {words}", note, cell, lambda row: row["side"] == words, keep)


def _matrix(
    data: Data,
    name: str,
    title: str,
    note: str,
    cell: Callable[[Data], Cell],
    keep: Callable[[Data], bool] = lambda row: True,
    figure: str = "",
) -> Figure:
    """Lay a table of pairs out with a line and a column an entrant, best first."""
    table = select(data["tables"][name], keep)
    names = [row["entrant"] for row in data["tables"]["standings"]["rows"]]
    found = {(row["entrant"], row["opponent"]): cell(row) for row in table["rows"]}
    body = [[Cell(one), *(found.get((one, other), Cell("")) for other in names)] for one in names]
    return Figure(
        id=(figure or name).replace("_", "-"),
        title=title,
        subtitle=note,
        table=TableView(title, "", ["", *names], body),
        csv=data_link(csv_text(table)),
        wide=True,
        text_columns=text_columns(table),
    )


def _plan(data: Data) -> TableView:
    run = data["run"]
    orders = run["cells"] // len(run["tables"])
    note = f"{count(orders)} circular orders a table and every rotation of each." if run["players"] > 2 else ""
    return TableView(
        "What was played",
        f"{note} Every table plays the same {count(run['deals'])} deals.".strip(),
        ["table", "entrants"],
        [[Cell(str(number)), Cell(", ".join(table))] for number, table in enumerate(run["tables"], start=1)],
        text_columns=frozenset({1}),
    )

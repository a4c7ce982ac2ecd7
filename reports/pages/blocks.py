"""What a page is made of: sections with figures, and a figure is a chart with its table and its CSV."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from reports.charts import HEIGHT, Key, Spec
from reports.csv_links import csv_text, data_link, text_columns
from reports.tables import TableView, view

Data = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A chart (or none), what it shows in words, and the same numbers as a table and as CSV.

    With `players` it is shown when that number of players is chosen on the page.
    """

    id: str
    title: str
    subtitle: str
    table: TableView
    csv: str
    spec: Spec | None = None
    height: int = HEIGHT
    wide: bool = False
    text_columns: list[str] = field(default_factory=list)
    players: int | None = None


@dataclass(frozen=True)
class Section:
    """One question: what was found in words, then figures, which `packed` holds instead on a page with very many."""

    id: str
    title: str
    paragraphs: list[str]
    figures: list[Figure]
    packed: str = ""


class Maker:
    """Makes the figures of one cell; `prefix` keeps their ids apart on a page with many cells."""

    def __init__(self, cell: Data, prefix: str = "") -> None:
        self.cell = cell
        self.prefix = prefix
        self.tables: dict[str, Data] = cell["tables"]

    def rows(self, name: str) -> list[Data]:
        """Give the rows of a table; none where the run has no such table."""
        rows: list[Data] = self.tables.get(name, {}).get("rows", [])
        return rows

    def figure(
        self,
        name: str,
        spec: Spec | None,
        *,
        subtitle: str,
        title: str = "",
        keep: Callable[[Data], bool] = lambda row: True,
        measures: tuple[str, ...] = (),
        **more: Any,
    ) -> list[Figure]:
        """Make one figure from a table, or none where the table has no rows to show."""
        if not any(keep(row) for row in self.rows(name)):
            return []
        table = select(self.tables[name], keep, measures)
        return [make_figure(self.prefix + name, table, spec, title=title, subtitle=subtitle, **more)]


def make_figure(name: str, table: Data, spec: Spec | None, *, title: str, subtitle: str, **more: Any) -> Figure:
    """Put a chart beside the table it draws."""
    return Figure(
        id=name.replace("_", "-"),
        title=title or table["title"],
        subtitle=subtitle,
        table=view(table, meanings=more.get("wide", False)),
        csv=data_link(csv_text(table)),
        spec=spec,
        text_columns=text_columns(table),
        **more,
    )


def select(table: Data, keep: Callable[[Data], bool], measures: tuple[str, ...] = ()) -> Data:
    """Keep some rows and measures; a key that is `all` in every row kept says nothing and goes."""
    rows = [row for row in table["rows"] if keep(row)]
    keys = [key for key in table["keys"] if any(row.get(key["name"]) is not None for row in rows)]
    kept = [m for m in table["measures"] if not measures or m["name"] in measures]
    return {**table, "keys": keys, "measures": kept, "rows": rows}


def text_key(rows: list[Data], name: str, title: str) -> Key:
    """Describe a key for a chart, by its texts where the rows have them."""
    labelled = any(row.get(f"{name}_label") is not None for row in rows)
    return Key(name, title, f"{name}_label" if labelled else name)

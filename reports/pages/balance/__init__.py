"""The page about a balance: the data of `pipelines.balance.data` in, one self-contained HTML file out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from reports.charts import Spec
from reports.pages.balance.calls import call_sections
from reports.pages.balance.curves import curve_figures
from reports.pages.balance.forest import forest_section
from reports.pages.balance.headlines import headline_figures
from reports.pages.balance.lines import line_figures
from reports.pages.balance.markdown import markdown
from reports.pages.balance.matrix import anchor, matrix
from reports.pages.balance.place import place_figures, place_points
from reports.pages.balance.series import series_figures, series_sections, whole_series
from reports.pages.blocks import Data, Section
from reports.pages.packing import pack
from reports.pages.plan import changes_text
from reports.pages.run_report import collect_specs, page_environment, render_page
from reports.pages.writing import numbers_text, write_together
from reports.tables import Cell, TableView
from reports.words import count

FOLDER: Final = "report"
PAGE: Final = "index.html"
NUMBERS: Final = "report.json"
TEXT: Final = "report.md"

QUESTIONS: Final = (
    ("length", "How long does it take?", ("F9",)),
    ("assaf", "When does a call meet Assaf?", ("F2",)),
    ("decision", "Is calling a decision?", ("F3", "F10")),
    ("seats", "Does the seat matter?", ("F1", "F4")),
    ("skill", "Does skill pay?", ("F5", "F6")),
    ("drama", "Is a game open to the end?", ("F7", "F8")),
    ("sensitivity", "How much hangs on the threshold?", ("F11",)),
)
"""Sections with the measures in them; one whose measures found nothing is left out."""


def write_balance(data: Data, folder: Path) -> Path:
    """Write the page, its data and a text for a repository; gives the path of the page.

    Raises
    ------
    WriteFailed
        When one cannot be written; those that were there before stay.
    """
    texts = {
        folder / NUMBERS: numbers_text(data),
        folder / TEXT: "\n".join(markdown(data)) + "\n",
        folder / PAGE: render(data),
    }
    write_together(texts)
    return folder / PAGE


def render(data: Data) -> str:
    """Make the page."""
    sections = list(_sections(data))
    specs: list[Spec] = []
    collect_specs(specs, sections)
    sections = [_packed(section, specs) for section in sections]
    details = [_detail(data, place, specs) for place in data["places"]]
    return render_page("balance.html.j2", data, sections, specs, _plan(data), matrix=matrix(data), details=details)


def _sections(data: Data) -> Iterator[Section]:
    whole = whole_series(data)
    for name, title, codes in QUESTIONS:
        here = [code for code in codes if code in data["measures"]]
        figures = [
            figure
            for code in here
            for figure in (
                *(series_figures(data, whole, code) if whole else headline_figures(data, code)),
                *line_figures(data, code),
            )
        ]
        figures += curve_figures(data, name)
        if figures:
            yield Section(name, title, [_about(data, code) for code in here], figures)
        if name == "decision":
            yield from call_sections(data)
    yield from series_sections(data)
    if data["effects"]["rows"]:
        yield forest_section(data)


def _about(data: Data, code: str) -> str:
    measure = data["measures"][code]
    return f"{measure['title']} ({code}). {measure['meaning']}"


def _detail(data: Data, place: Data, specs: list[Spec]) -> dict[str, str]:
    """Make what a folded row shows, packed as those of a run's cells are."""
    figures = place_figures(data, place)
    collect_specs(specs, [Section("", "", [], figures)])
    template = page_environment().get_template("cell.html.j2")
    html = template.render(
        points=place_points(data, place), cards=[], figures=figures, specs=specs, command=place["replay"]
    )
    return {"id": anchor(place), "label": place["label"], "packed": pack(html)}


def _packed(section: Section, specs: list[Spec]) -> Section:
    """Pack the figures of a section: a hundred rows would be megabytes otherwise."""
    html = page_environment().get_template("figures.html.j2").render(figures=section.figures, specs=specs)
    return replace(section, figures=[], packed=pack(html))


def _plan(data: Data) -> TableView:
    """Write one line a row of the balance: who played, how much, and how to see a game of it."""
    variants = {one["name"]: one for one in data["variants"]}
    rows = [
        [
            Cell(f"{place['variant']}{changes_text(variants[place['variant']]['changes'])}"),
            Cell(str(place["players"])),
            Cell(place["level"]),
            Cell(place["bot"]),
            Cell(count(place["games"])),
            Cell(place["replay"]),
        ]
        for place in data["places"]
    ]
    heads = ["variant", "players", "level", "bot on all chairs", "games", "an example game"]
    note = "Every row is a table of equal bots; all rows play the same deals."
    return TableView("What was played", note, heads, rows, text_columns=frozenset({2, 3, 5}))

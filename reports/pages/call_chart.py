"""The page of call charts: the data of `pipelines.call_chart` in, one printable HTML file out."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any, Final

from pipelines.spreadsheet import harmless
from reports.csv_links import data_link
from reports.pages.blocks import Data
from reports.pages.run_report import own_text, page_environment
from reports.pages.writing import numbers_text, write_together
from reports.words import count, write

PAGE: Final = "index.html"
NUMBERS: Final = "chart.json"
TABLE: Final = "chart.csv"

_SIGNS: Final = {"call": "●", "wait": "○", "toss-up": "", "too few": ""}
_CLASSES: Final = {"call": "call", "wait": "wait", "toss-up": "toss", "too few": "few"}


def write_chart(data: Data, folder: Path) -> Path:
    """Write the page, its data and a CSV; gives the path of the page.

    Raises
    ------
    WriteFailed
        When one cannot be written; those that were there before stay.
    """
    texts = {
        folder / NUMBERS: numbers_text(data),
        folder / TABLE: csv_of(data),
        folder / PAGE: render(data),
    }
    write_together(texts)
    return folder / PAGE


def csv_of(data: Data) -> str:
    """Write one line a square."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["variant", "entrant", "opponents", "least_cards", "total", "word", "tau", "tau_low", "tau_high", "n", "method"]
    )
    for chart in data["charts"]:
        for square in chart["squares"]:
            least = "any" if square["least_cards"] is None else square["least_cards"]
            key = [harmless(chart["variant"]), harmless(chart["entrant"]), square["opponents"], least, square["total"]]
            tau = [square["tau"][part] for part in ("value", "low", "high", "n", "method")]
            writer.writerow([*key, square["word"], *tau])
    return out.getvalue()


def render(data: Data) -> str:
    """Make the page."""
    charts = [
        {**chart, "id": f"chart-{number}", "tables": list(map(_table, *_by_opponents(chart)))}
        for number, chart in enumerate(data["charts"])
    ]
    return (
        page_environment()
        .get_template("call_chart.html.j2")
        .render(
            data=data,
            run=data["run"],
            charts=charts,
            signs=_SIGNS,
            classes=_CLASSES,
            csv=data_link(csv_of(data)),
            styles=own_text("page.css"),
            own_styles=own_text("call_chart.css"),
        )
    )


def _by_opponents(chart: Data) -> tuple[list[int], list[list[Data]]]:
    numbers = sorted({square["opponents"] for square in chart["squares"]})
    return numbers, [[one for one in chart["squares"] if one["opponents"] == n] for n in numbers]


def _table(opponents: int, squares: list[Data]) -> Data:
    """Lay the squares of one number of opponents out: totals down, their smallest hand across, all of them first."""
    at = {(one["total"], one["least_cards"]): _words(one) for one in squares}
    columns = [None, *sorted({least for _, least in at if least is not None})]
    totals = sorted({total for total, _ in at})
    return {
        "title": "1 opponent" if opponents == 1 else f"{opponents} opponents",
        "columns": columns,
        "rows": [(total, [at.get((total, least)) for least in columns]) for total in totals],
    }


def _words(square: Data) -> dict[str, Any]:
    tau = square["tau"]
    written = write(tau, "points", signed=True)
    return {
        "word": square["word"],
        "stake": _tenths(tau["value"]),
        "estimate": written.estimate,
        "interval": written.interval,
        "n": _short(tau["n"]),
        "all": count(tau["n"]),
    }


def _tenths(points: float) -> str:
    """Write points as finely as anybody plays by; the tool tip has what is known."""
    text = f"{points:+.1f}"
    return "0.0" if float(text) == 0 else text.replace("-", "−")


def _short(n: int) -> str:
    """Write a count in the room of a square: `842`, `4.2k`, `61k`, `1.3M`."""
    if n < 1000:
        return str(n)
    for size, letter in ((10**6, "M"), (1000, "k")):
        if n >= size:
            return f"{n / size:.1f}{letter}" if n < 9.95 * size else f"{n / size:.0f}{letter}"
    raise AssertionError(n)

"""A table as CSV inside a link: what a reader can download and what the chart beside it draws."""

import csv
import io
from typing import Any
from urllib.parse import quote

from pipelines.spreadsheet import harmless

Table = dict[str, Any]


def csv_text(table: Table) -> str:
    """Write a table with one column a key and, for each measure, value, interval, n and method.

    The names are those of report.json; shares are 0 to 1. Text that a spreadsheet would run gets an
    apostrophe in front. A column that is the same for all measures of the table (n, method) stands once.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    measures = [measure["name"] for measure in table["measures"]]
    rows = table["rows"]
    keys = key_columns(table)
    parts = {part: _shared(rows, measures, part) for part in ("n", "method")}
    header = list(keys)
    for measure in measures:
        header += [measure, f"{measure}_low", f"{measure}_high"]
        header += [f"{measure}_{part}" for part, shared in parts.items() if not shared]
    header += [part for part, shared in parts.items() if shared]
    writer.writerow(header)
    for row in rows:
        cells: list[Any] = [_key(row, key) for key in keys]
        for measure in measures:
            number = row.get(measure) or {}
            cells += [number.get("value"), number.get("low"), number.get("high")]
            cells += [number.get(part) for part, shared in parts.items() if not shared]
        present = [row[measure] for measure in measures if row.get(measure)]
        cells += [present[0][part] if present else None for part, shared in parts.items() if shared]
        writer.writerow(cells)
    return out.getvalue()


def key_columns(table: Table) -> list[str]:
    """Name a table's key columns, each with its text and its upper end where rows have them."""
    names = [key["name"] for key in table["keys"]]
    found = {column for row in table["rows"] for column in row}
    return [name + tail for name in names for tail in ("", "_to", "_label") if not tail or name + tail in found]


def text_columns(table: Table) -> list[str]:
    """Name the columns that hold words; a reader takes all others for numbers."""
    keys = [key for key in key_columns(table) if any(isinstance(_key(row, key), str) for row in table["rows"])]
    measures = [measure["name"] for measure in table["measures"]]
    return [*keys, "method", *(f"{measure}_method" for measure in measures)]


def data_link(text: str) -> str:
    """Turn CSV text into a link that needs no network."""
    return "data:text/csv;charset=utf-8," + quote(text, safe=",:;()*!~'=+@/?")


def harmless_cell(cell: Any) -> Any:
    """Stop a text cell from being read as a formula; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    return harmless(cell).replace("\r", " ")  # a lone carriage return would end a line for some readers


def _key(row: dict[str, Any], key: str) -> Any:
    """Write a key; a null key stands for everything, a null upper end for no end."""
    value = row.get(key)
    return "all" if value is None and not key.endswith(("_to", "_label")) else harmless_cell(value)


def _shared(rows: list[dict[str, Any]], measures: list[str], part: str) -> bool:
    """Tell whether every measure of a row has the same n (or method)."""
    return all(len({row[m][part] for m in measures if row.get(m)}) <= 1 for row in rows)

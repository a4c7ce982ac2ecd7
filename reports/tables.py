"""Tables for reading: a table of the data becomes headings and cells, and a template writes the HTML.

Long tables keep their rows; tables with many measures and few rows are turned round, one measure a line.
Each estimate stands with its interval; n has a column of its own, or stands in the note where it never
changes.
"""

from dataclasses import dataclass, field
from typing import Any

from reports.words import Written, count, things, write

Table = dict[str, Any]
Row = dict[str, Any]

METHOD_WORDS = {
    "batch t": "from batches of deals (t)",
    "wilson": "after Wilson where events are few",
    "clopper-pearson": "after Clopper and Pearson where they are a gate",
    "woodruff": "of quantiles after Woodruff",
    "jackknife": "of standard deviations by the jackknife over batches",
    "bonferroni": "simultaneous over the seats (Bonferroni)",
    "exact": "not needed: exact arithmetic",
    "too few batches": "missing: fewer than 64 batches",
    "too few": "missing: too few events, or nothing that varies",
    "no data": "missing: nothing of the kind was seen",
    "unbounded": "missing: one side finished ahead in every game",
}


@dataclass(frozen=True)
class Cell:
    """One cell: a text, and what stands small behind it: mostly its interval."""

    text: str
    small: str = ""


@dataclass(frozen=True)
class TableView:
    """What the template writes: title, note, headings, and rows whose first cells are their headings."""

    title: str
    note: str
    heads: list[str]
    rows: list[list[Cell]]
    n_heads: int = 1  # how many leading cells of a row are headings
    text_columns: frozenset[int] = field(default_factory=frozenset)


def view(table: Table, meanings: bool = True) -> TableView:
    """Lay a table out for reading; a line a measure has room for its meaning."""
    rows = table["rows"]
    measures = [m for m in table["measures"] if any(row.get(m["name"]) for row in rows)]
    if not table["keys"] or (len(measures) > 4 and len(rows) <= 9):
        return _turned(table, rows, measures, meanings)
    return _upright(table, rows, measures)


def key_text(row: Row, key: str) -> str:
    """Write a row's key: its text where it has one, `all` where it stands for everything."""
    if row.get(f"{key}_label") is not None:
        return str(row[f"{key}_label"])
    value = row.get(key)
    if value is None:
        return "all"
    if row.get(f"{key}_to", value) != value:
        return f"{value} to {row[f'{key}_to']}" if row[f"{key}_to"] is not None else f"{value} or more"
    return str(value)


def _upright(table: Table, rows: list[Row], measures: list[Row]) -> TableView:
    keys = [key["name"] for key in table["keys"]]
    counted, fixed = _n_columns(rows, measures, table["per"])
    heads = [key["label"] for key in table["keys"]] + [m["label"] for m in measures]
    heads += [title for title, _ in counted]
    body = []
    for row in rows:
        cells = [Cell(key_text(row, key)) for key in keys]
        cells += [_estimate(row, measure) for measure in measures]
        cells += [Cell(_n(row, measure)) for _, measure in counted]
        body.append(cells)
    return TableView(table["title"], _note(table, fixed, rows, measures), heads, body, n_heads=len(keys))


def _turned(table: Table, rows: list[Row], measures: list[Row], meanings: bool) -> TableView:
    keys = [key["name"] for key in table["keys"]]
    if not keys:
        body = [
            [
                Cell(m["label"]),
                _estimate(rows[0], m),
                Cell(f"{_n(rows[0], m)} {things(_n(rows[0], m), m.get('per') or table['per'])}"),
                Cell(m["meaning"]),
            ]
            for m in measures
        ]
        heads = ["", "estimate", "n", "meaning"]
        if not meanings:
            heads, body = heads[:3], [cells[:3] for cells in body]
        return TableView(
            table["title"],
            _note(table, "", rows, measures),
            heads,
            body,
            text_columns=frozenset({3}),
        )
    label = ", ".join(key["label"] for key in table["keys"])
    heads = [label] + [", ".join(key_text(row, key) for key in keys) for row in rows]
    body = [[Cell(m["label"]), *(_estimate(row, m) for row in rows)] for m in measures]
    counted, fixed = _n_columns(rows, measures, table["per"])
    body += [[Cell(title), *(Cell(_n(row, m)) for row in rows)] for title, m in counted]
    return TableView(table["title"], _note(table, fixed, rows, measures), heads, body)


def _n_columns(rows: list[Row], measures: list[Row], per: str) -> tuple[list[tuple[str, Row]], str]:
    """Choose the columns of n: one for all measures that agree in every row; constants go to the note."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for measure in measures:
        groups.setdefault(tuple(_n(row, measure) for row in rows), []).append(measure)
    columns, fixed = [], []
    for counts, members in groups.items():
        names = "" if len(groups) == 1 else " of " + ", ".join(member["label"] for member in members)
        if len(rows) > 1 and len(set(counts)) == 1:
            fixed.append(f"n{names} = {counts[0]} {_things(counts[0], members, per)}.")
        else:
            columns.append((f"n{names}", members[0]))
    return columns, " ".join(fixed)


def _things(n: str, members: list[Row], per: str) -> str:
    kinds = {member.get("per") or per for member in members}
    return " and ".join(sorted(things(n, kind) for kind in kinds))


def _note(table: Table, fixed: str, rows: list[Row], measures: list[Row]) -> str:
    methods = {row[m["name"]]["method"] for row in rows for m in measures if row.get(m["name"])}
    words = [METHOD_WORDS[method] for method in METHOD_WORDS if method in methods]
    words += sorted(methods - METHOD_WORDS.keys())
    intervals = f"95 % intervals {'; '.join(words)}." if words else ""
    stopped = table.get("stopped_rounds")
    stops = "" if stopped is None else f"Stopped rounds: {count(stopped)}."
    return " ".join(part for part in (_as_sentence(table["meaning"]), fixed, stops, intervals) if part)


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if not text or text.endswith(".") else ".")


def _estimate(row: Row, measure: Row) -> Cell:
    number = row.get(measure["name"])
    if not number:
        return Cell("–")
    written: Written = write(number, measure["unit"], signed=measure.get("signed", False))
    return Cell(written.estimate, written.interval)


def _n(row: Row, measure: Row) -> str:
    number = row.get(measure["name"])
    return count(number["n"]) if number else "–"

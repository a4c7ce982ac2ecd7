"""Verdicts and main numbers of all rows of a balance, variants down and numbers of players across."""

from __future__ import annotations

from collections.abc import Iterator

from pipelines.findings.numbers import to_digits
from pipelines.findings.verdicts import REPORTED
from reports.pages.blocks import Data
from reports.pages.overview import Entry, Matrix
from reports.words import Written, count, write


def anchor(place: Data) -> str:
    """Name the place on the page where a row's details are."""
    return f"row-{place['id']}"


def matrix(data: Data) -> Matrix:
    """Lay the rows out by variant and level, and by players; verdicts first, then the headline numbers."""
    rows: dict[tuple[str, str], dict[int, list[Entry]]] = {}
    chosen: dict[str, str] = {}
    for place in data["places"]:
        values = {}
        for name, title, written in (*_verdicts(data, place), *_numbers(place)):
            chosen.setdefault(name, title)
            values[name] = written
        entry = Entry(anchor(place), values)
        rows.setdefault((place["variant"], place["level"]), {}).setdefault(place["players"], []).append(entry)
    ordered = sorted(chosen.items(), key=lambda item: not item[0].startswith("verdict-"))
    return Matrix(ordered, data["players"], [(*names, row) for names, row in rows.items()])


def _verdicts(data: Data, place: Data) -> Iterator[tuple[str, str, Written]]:
    """Give each verdict, and below it how many more games would decide an open one."""
    for code, measured in place["measures"].items():
        verdict = measured["verdict"]
        if verdict is None or verdict["word"] == REPORTED:
            continue
        more = verdict["more_games"]
        told = "" if more is None else f"about {to_digits(more, 2)} more games would decide"
        yield f"verdict-{code}", data["measures"][code]["title"], Written(verdict["word"], told, count(place["games"]))


def _numbers(place: Data) -> Iterator[tuple[str, str, Written]]:
    """Give the first number of each measure, and minutes; all of them have charts below."""
    said = set()
    for line in place["headlines"]:
        if line["code"] in said and not line["is_minutes"]:
            continue
        said.add(line["code"])
        yield f"{line['code']}-{line['label']}", line["label"], write(line["number"], line["unit"], line["signed"])

"""The page about the advice: the data of `pipelines.advice.data` in, one self-contained HTML file out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from reports.charts import Key, Measure, Spec, intervals, line_height
from reports.csv_links import csv_text
from reports.pages.blocks import Data, Figure, Section, make_figure
from reports.pages.run_report import collect_specs, render_page
from reports.pages.writing import numbers_text, write_together
from reports.tables import Cell, TableView
from reports.words import count

PAGE: Final = "index.html"
NUMBERS: Final = "advice.json"
TEXT: Final = "advice.md"


def write_advice(data: Data, folder: Path) -> Path:
    """Write the page, its data, a text for a repository and a CSV an experiment; gives the path of the page.

    Raises
    ------
    WriteFailed
        When one cannot be written; those that were there before stay.
    """
    experiments = [one for statement in data["statements"] for one in statement["experiments"]]
    texts = {folder / f"{one['id']}.csv": csv_text(_table(one)) for one in experiments}
    texts[folder / NUMBERS] = numbers_text(data)
    texts[folder / TEXT] = "\n".join(markdown(data)) + "\n"
    texts[folder / PAGE] = render(data)
    write_together(texts)
    return folder / PAGE


def render(data: Data) -> str:
    """Make the page."""
    sections = [_overview(data), *(_section(statement) for statement in data["statements"])]
    specs: list[Spec] = []
    collect_specs(specs, sections)
    return render_page("advice.html.j2", data, sections, specs, _plan(data))


def verdict_text(judged: Data) -> str:
    """Write a verdict: `depends on the level of play`."""
    return f"{judged['verdict']} on {judged['on']}" if judged["on"] else judged["verdict"]


def markdown(data: Data) -> Iterator[str]:
    """Write verdicts and effects as Markdown."""
    from reports.words import write

    yield f"# {data['run']['title']}"
    yield ""
    yield " ".join(data["sentences"])
    yield ""
    yield f"{count(data['run']['deals'])} deals, seed {data['run']['seed']}: `{data['run']['commands'][0]}`"
    for statement in data["statements"]:
        yield ""
        yield f"## {statement['text']}"
        yield ""
        yield f"**{_capital(verdict_text(statement))}.**"
        for one in statement["experiments"]:
            yield ""
            yield f"{one['text']} ({one['measure']}): {verdict_text(one)}."
            yield ""
            yield "| level of play | where | difference | 95 % interval | n | finding |"
            yield "|---|---|---|---|---|---|"
            for row in one["rows"]:
                w = write(row["effect"], one["unit"], signed=True)
                yield f"| {row['level']} | {row['where']} | {w.estimate} | {w.interval} | {w.n} | {row['finding']} |"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _overview(data: Data) -> Section:
    rows = [[Cell(one["text"]), Cell(_capital(verdict_text(one)))] for one in data["statements"]]
    table = {
        "title": "Verdicts", "per": "", "meaning": "", "measures": [],
        "keys": [{"name": n, "label": n, "unit": ""} for n in ("statement", "verdict")],
        "rows": [{"statement": one["text"], "verdict": verdict_text(one)} for one in data["statements"]],
    }  # fmt: skip
    figure = make_figure("verdicts", table, None, title="Verdicts", subtitle="What the page says, and what came out.")
    view = TableView("Verdicts", "", ["the page says", "verdict"], rows, text_columns=frozenset({1}))
    return Section("overview", "What came out?", [], [_with(figure, view)])


def _with(figure: Figure, table: TableView) -> Figure:
    from dataclasses import replace

    return replace(figure, table=table, wide=True)


def _section(statement: Data) -> Section:
    lines = [f"{_capital(verdict_text(statement))}."]
    return Section(
        statement["id"].replace("_", "-"), statement["text"], lines, [_figure(one) for one in statement["experiments"]]
    )


def _figure(experiment: Data) -> Figure:
    table = _table(experiment)
    spec = None
    if any(row["effect"]["value"] is not None for row in table["rows"]):
        measure = Measure("effect", f"{experiment['measure']}, difference", experiment["unit"])
        spec = intervals(Key("line", "", "line"), measure, reference=0.0)
    role = "" if experiment["is_main"] else " More about it; the verdict above does not rest on this."
    return make_figure(
        f"effect-{experiment['id']}",
        table,
        spec,
        title=experiment["text"],
        subtitle=f"{_capital(verdict_text(experiment))}. To the right of 0 speaks for the page.{role}",
        height=line_height(len(table["rows"])),
        wide=True,
    )


def _table(experiment: Data) -> Data:
    unit = experiment["unit"]
    name = experiment["measure"]
    measures = [
        {"name": "effect", "label": "difference", "unit": unit, "per": "game", "meaning": name, "signed": True},
        {"name": "with", "label": "first", "unit": unit, "per": "game", "meaning": f"{name}, the first of the two"},
    ]
    if any(row["without"] for row in experiment["rows"]):
        second = {"name": "without", "label": "second", "unit": unit, "per": "game"}
        measures.append({**second, "meaning": f"{name}, the second of the two"})
    keys = [("line", "table"), ("finding", "finding")]
    return {
        "name": experiment["id"],
        "title": experiment["text"],
        "per": "game",
        "meaning": f"{name}: first less second",
        "keys": [{"name": key, "label": label, "unit": ""} for key, label in keys],
        "measures": measures,
        "rows": experiment["rows"],
    }


def _plan(data: Data) -> TableView:
    run = data["run"]
    note = (
        f"{count(run['cells'])} tables, {count(run['deals'])} deals each and {count(run['games'])} games in all; a"
        " guest sits in every seat, and all tables play the same deals."
    )
    body = [[Cell(one["text"]), Cell(str(len(one["rows"])))] for s in data["statements"] for one in s["experiments"]]
    return TableView("What was played", note, ["experiment", "lines"], body)

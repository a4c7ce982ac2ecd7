"""The page about one run: the data of `pipelines.report_data` in, one self-contained HTML file out."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports import words
from reports.chart_themes import THEMES
from reports.charts import Spec
from reports.pages import assaf, length, overview, seats
from reports.pages.blocks import Data, Maker, Section
from reports.pages.cards import cards
from reports.pages.differences import difference_figures
from reports.pages.packing import pack
from reports.pages.plan import plan_table
from reports.pages.writing import MARK, numbers_text, write_together
from reports.tables import TableView
from reports.vega_library import packed_library
from sim.atomic_files import read_json

PAGE, NUMBERS = "index.html", "report.json"
# In the head of every page; earlier pages had only the title.
MARKS = (MARK, " – Yaniv report</title>".encode())


def write_report(data: Data, folder: Path) -> tuple[Path, Path]:
    """Write the page and its data into a folder: both appear there when both are complete, or neither."""
    page = render(data)
    numbers = numbers_text(data)
    page_path, data_path = folder / PAGE, folder / NUMBERS
    write_together({data_path: numbers, page_path: page})
    return page_path, data_path


def foreign_file(folder: Path, numbers: str = NUMBERS) -> Path | None:
    """Name what has one of our two names in a folder but is not of a report, or None."""
    for name, is_ours in ((PAGE, _is_page), (numbers, _is_data)):
        path = folder / name
        if path.exists() and not (path.is_file() and is_ours(path)):
            return path
    return None


def _is_page(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(4096)
    return any(mark in head for mark in MARKS)


def _is_data(path: Path) -> bool:
    try:
        data = read_json(path)
    except ValueError:
        return False
    return {"format", "run"} <= data.keys()


def render(data: Data) -> str:
    """Make the page."""
    cells: list[Data] = data["cells"]
    specs: list[Spec] = []
    one = len(cells) == 1
    sections = cell_sections(cells[0]) if one else _comparisons(cells, data["comparisons"])
    details = [] if one else [_detail(cell, name, specs) for cell, name in overview.named(cells)]
    collect_specs(specs, sections)
    return render_page(
        "page.html.j2",
        data,
        sections,
        specs,
        plan_table(cells),
        title=data["run"]["title"] or (cells[0]["label"] if one else f"{len(cells)} cells"),
        cards=cards(cells[0]) if one else [],
        matrix=None if one else overview.matrix(cells),
        details=details,
    )


def render_page(
    template: str, data: Data, sections: list[Section], specs: list[Spec], plan: TableView, **more: Any
) -> str:
    """Fill a template of a page with its data, its sections and the charts in them."""
    parcel: dict[str, Any] = {"specs": specs, "themes": THEMES}
    if any(section.packed for section in sections):
        parcel = {"packed": pack(json.dumps(parcel))}
    frame = {"title": data["run"]["title"], "cards": [], "matrix": None, "details": []}
    return page_environment().get_template(template).render(
        **frame | more,
        run=data["run"],
        data=data,
        sections=sections,
        plan=plan,
        parcel=parcel,
        styles=own_text("page.css"),
        script=own_text("page.js"),
        library=packed_library(),
    )  # fmt: skip


def cell_sections(cell: Data, prefix: str = "") -> list[Section]:
    """Make the sections about one cell, each a question."""
    make = Maker(cell, prefix)
    verdicts = {v["table"]: v["sentence"] for v in cell["verdicts"]}
    sections = [
        Section("rounds", "How long is a round?", length.round_words(cell), length.round_figures(make)),
        Section("games", "How long is a game?", length.game_words(cell), length.game_figures(make)),
        Section("endings", "How do rounds end?", [], length.ending_figures(make)),
        Section("assaf", "When does a call meet Assaf?", assaf.assaf_words(cell), assaf.assaf_figures(make)),
        Section(
            "seats",
            "Does the seat matter?",
            [verdicts[name] for name in ("seat_game", "seat_round") if name in verdicts],
            seats.seat_figures(make),
        ),
        Section("opportunity", "Who may call first?", seats.opening_words(cell), seats.opportunity_figures(make)),
        Section("entrants", "Who wins?", [], seats.entrant_figures(make)),
    ]
    return [section for section in sections if section.figures or section.paragraphs]


def _comparisons(cells: list[Data], paired: Data | None) -> list[Section]:
    """Make the sections that show every headline measure over all cells, and its paired differences."""
    side_by_side = Section(
        "compared",
        "Cell beside cell",
        ["Each line is one cell; dot: the estimate, line: its 95 % interval."],
        overview.comparison_figures(cells) + overview.seat_figure(cells),
    )
    if not paired or not paired["rows"]:
        return [side_by_side]
    differences = Section(
        "differences",
        "Differences on the same deals",
        [
            f"{paired['meaning']} Dashed: no difference to {paired['base_label']}.",
            "The variance ratio in the tables says what playing the same deals has saved: at 0.5, separate "
            "deals would have taken twice the games for an interval as narrow. Identical play means that "
            "everything counted agrees in every batch; a 0 without an interval only happens to be 0.",
            *_fewer_deals(cells, paired),
        ],
        difference_figures(paired),
    )
    return [side_by_side, differences]


def _fewer_deals(cells: list[Data], paired: Data) -> list[str]:
    """Say which cells are compared on a part of what was played."""
    deals = {cell["id"]: cell["deals"] for cell in cells}
    names = {cell["id"]: name for cell, name in overview.named(cells)}
    parts = [
        f"{names[row['cell']]} on the first {words.count(row['deals'])}"
        for row in paired["rows"]
        if row["deals"] < max(deals[row["cell"]], deals[paired["base"]])
    ]
    if not parts:
        return []
    return [
        f"Line-ups with different numbers of rotations play different numbers of deals ({paired['base_label']}: "
        f"{words.count(deals[paired['base']])}), and are compared on deals that both played: {'; '.join(parts)}."
    ]


def _detail(cell: Data, name: str, specs: list[Spec]) -> dict[str, str]:
    """Make what a folded cell shows, packed: forty cells would be megabytes otherwise."""
    sections = cell_sections(cell, f"{overview.anchor(cell)}-")
    collect_specs(specs, sections)
    html = (
        page_environment()
        .get_template("cell.html.j2")
        .render(
            sentences=cell["sentences"],
            cards=cards(cell),
            figures=[figure for section in sections for figure in section.figures],
            specs=specs,
        )
    )
    return {"id": overview.anchor(cell), "label": name, "packed": pack(html)}


def collect_specs(specs: list[Spec], sections: list[Section]) -> None:
    """Keep each specification once: charts of one kind share it, whatever cell they draw."""
    for section in sections:
        for figure in section.figures:
            if figure.spec is not None and figure.spec not in specs:
                specs.append(figure.spec)


@cache
def page_environment() -> Environment:
    """Give what the templates are rendered with."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["count"] = words.count
    return environment


@cache
def own_text(name: str) -> Markup:
    """Read one of our own files that goes into the page as it is."""
    return Markup(files("reports").joinpath("templates", name).read_text(encoding="utf-8"))  # noqa: S704

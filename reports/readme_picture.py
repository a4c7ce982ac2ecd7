"""Draw the picture of the README from a run: `python -m reports.readme_picture RUN docs/round-length.svg`."""

import sys
from pathlib import Path
from typing import Any

from reports.chart_themes import SANS, THEMES
from reports.charts import Key, Measure, Spec, histogram
from reports.pages.blocks import Data
from reports.words import count, sentence

WIDTH, HEIGHT = 760, 270


def picture_spec(data: Data) -> Spec:
    """Make the chart of turns a round of the first cell, with title and rows: a specification by itself."""
    cell = data["cells"][0]
    table = cell["tables"]["round_turns"]
    rows = [_flat(row) for row in table["rows"] if row["players_in"] is None]
    number = next(head["number"] for head in cell["headline"] if head["id"] == "turns")
    spec = histogram(Key("turns", "turns in the round", "turns_label"), Measure("share", "share of rounds", "share"))
    return {
        **spec,
        "width": WIDTH,
        "height": HEIGHT,
        "autosize": "pad",
        "datasets": {**spec.get("datasets", {}), "rows": rows},
        "title": {
            "text": f"A round of Yaniv takes {sentence(number, 'turns', with_n=False)} turns on average",
            "subtitle": f"{cell['label']}: {count(cell['rounds'])} rounds in {count(cell['games'])} games, "
            f"seed {data['run']['seed']}; the pale bar holds all longer rounds",
            "anchor": "start",
            "offset": 16,
        },
        "config": _config(),
    }


def _config() -> dict[str, Any]:
    """Take the light theme with its card, which is readable on a dark page too."""
    light = THEMES["light"]
    ink, soft = light["legend"]["labelColor"], light["axis"]["labelColor"]
    title = {"color": ink, "fontSize": 18, "subtitleColor": soft, "subtitleFontSize": 13, "subtitlePadding": 6}
    return {**light, "padding": 18, "title": {**title, "font": SANS, "subtitleFont": SANS, "fontWeight": 600}}


def _flat(row: Data) -> Data:
    share = row["share"]
    keys = {key: row[key] for key in ("turns", "turns_to", "turns_label")}
    return {**keys, "share": share["value"], "share_low": share["low"], "share_high": share["high"], "n": share["n"]}


def main() -> None:
    """Draw one run's picture into an SVG file."""
    import vl_convert

    from pipelines.report_data import build
    from pipelines.run import open_run

    if len(sys.argv) != 3:
        sys.exit("usage: python -m reports.readme_picture RUN PICTURE.svg")
    run, target = map(Path, sys.argv[1:])
    target.parent.mkdir(parents=True, exist_ok=True)
    svg = vl_convert.vegalite_to_svg(picture_spec(build(open_run(run))))
    target.write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

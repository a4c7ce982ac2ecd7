"""What sets cells apart when they play the same deals: differences to the first cell, paired by batch."""

from reports.charts import Key, Measure, intervals, line_height
from reports.pages.blocks import Data, Figure, make_figure

CELL = Key("cell", "", "cell")


def difference_figures(paired: Data) -> list[Figure]:
    """Show the difference of each cell to the first, a figure a measure."""
    return [_figure(paired, measure) for measure in paired["measures"]]


def _figure(paired: Data, measure: Data) -> Figure:
    name, unit = measure["name"], measure["unit"]
    title = measure["label"][:1].upper() + measure["label"][1:]
    table = {
        "name": name,
        "title": title,
        "per": "round",
        "meaning": f"Difference to {paired['base_label']}.",
        "keys": [
            {"name": "cell", "label": "cell", "unit": ""},
            {"name": "variance_ratio", "label": "variance ratio", "unit": ""},
        ],
        "measures": [
            {
                "name": "difference",
                "label": "difference",
                "unit": unit,
                "signed": True,
                "per": "",
                "meaning": "",
            }
        ],
        "rows": [
            {
                "cell": row["label"],
                "variance_ratio": _ratio(row, name),
                "difference": row["measures"][name]["difference"],
            }
            for row in paired["rows"]
            if name in row["measures"]
        ],
    }
    axis = Measure("difference", "difference", "share difference" if unit == "share" else "difference")
    return make_figure(
        f"difference-{name}",
        table,
        intervals(CELL, axis, reference=0.0),
        title=title,
        subtitle=f"Difference to {paired['base_label']}, same deals.",
        height=line_height(len(table["rows"])),
    )


def _ratio(row: Data, measure: str) -> str:
    if measure in row["identical"]:
        return "identical play"
    ratio = row["measures"][measure]["variance_ratio"]
    return "–" if ratio is None else f"{ratio:.2f}"

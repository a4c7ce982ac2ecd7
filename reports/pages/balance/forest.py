"""What each rule change does: paired differences against the base variant, the largest first."""

from __future__ import annotations

from collections.abc import Iterator

from reports.charts import ANY, Measure, dots, intervals, titled
from reports.pages.balance.headlines import LEAST, LEVEL, ROW, TOP, VARIANT
from reports.pages.balance.tabled import measure, slug, table
from reports.pages.blocks import Data, Figure, Section, make_figure


def forest_section(data: Data) -> Section:
    """Make the section: a figure for each number and number of players, with all levels of play."""
    rows = data["effects"]["rows"]
    changed = sum(row["is_change"] for row in rows)
    words = [
        f"Each dot is a variant less {data['effects']['base']}, at the same number of players and level of play and on"
        " the same deals, paired by batch; the variants with the largest differences stand at the top. Dashed: no"
        " difference.",
        f"Of {len(rows):,} differences {changed:,} are changes at a false discovery rate of"
        f" {100 * data['effects']['rate']:g} % over the whole report (Benjamini-Hochberg); the tables say which.",
    ]
    return Section("changes", "What does each rule change do?", words, list(_figures(data)))


def _figures(data: Data) -> Iterator[Figure]:
    rows = [row for row in data["effects"]["rows"] if row["difference"]["value"] is not None]
    for label in dict.fromkeys(row["label"] for row in rows):
        for players in data["players"]:
            here = [row for row in rows if (row["label"], row["players"]) == (label, players)]
            if here:
                yield _figure(data, label, here)


def _figure(data: Data, label: str, rows: list[Data]) -> Figure:
    sizes: dict[str, float] = {}
    for row in rows:
        sizes[row["variant"]] = max(sizes.get(row["variant"], 0.0), abs(row["difference"]["value"]))
    lines = [
        {"variant": row["variant"], "level": row["level"], "difference": row["difference"],
         "verdict": "a change" if row["is_change"] else "not told from chance"}
        for row in sorted(rows, key=lambda row: (-sizes[row["variant"]], data["levels"].index(row["level"])))
    ]  # fmt: skip
    unit, players = rows[0]["unit"], rows[0]["players"]
    kind = {"unit": unit, "per": rows[0]["per"], "signed": True}
    drawn = Measure("difference", f"{ANY}, difference", "share difference" if unit == "share" else "difference")
    n_levels = len({line["level"] for line in lines})
    keys = [("variant", "variant"), ("level", "level"), ("verdict", "verdict")]
    return make_figure(
        slug("change", label, players),
        table(label, keys, [measure("difference", "difference", kind)], lines),
        titled(dots(VARIANT, drawn, LEVEL, 0.0) if n_levels > 1 else intervals(VARIANT, drawn, reference=0.0), label),
        title=f"{label[:1].upper()}{label[1:]}",
        subtitle=f"Difference to {data['effects']['base']}, sorted by size.",
        height=max(LEAST, len(sizes) * (TOP + ROW * n_levels)),
        players=players,
    )

"""Cells of one run beside the first one: the same deals, so differences are paired by batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pipelines.findings.headline import HEADLINES, Headline
from pipelines.findings.numbers import Data, number, rounded, scaled
from pipelines.findings.results import Results
from pipelines.run import RunCell
from pipelines.stats.exact import Integers
from pipelines.stats.paired import paired_difference


class Compared(NamedTuple):
    """What is kept of a cell for comparisons: the batch sums of its headline."""

    cell: RunCell
    sums: dict[str, tuple[Integers, Integers, int]]


def comparable(results: Results) -> Compared:
    """Keep the batch sums of a cell's headline."""
    found = {line.id: results.parts(line.at(results)) for line in HEADLINES}
    return Compared(results.cell, {name: parts for name, parts in found.items() if parts is not None})


def comparison_data(cells: Sequence[Compared], seconds_per_turn: float) -> Data | None:
    """Compare every cell with the first; None for a single cell."""
    if len(cells) < 2:
        return None
    base, *others = cells
    return {
        "base": base.cell.number,
        "base_label": base.cell.label,
        "meaning": (
            "Difference to the first cell on the same deals, paired by batch. The variance ratio is the"
            " variance of the difference over what it would be on different deals: below 1 the pairing saved"
            " games."
        ),
        "measures": [
            {"name": line.id, "label": line.label, "unit": line.unit, "per": "", "meaning": ""} for line in HEADLINES
        ],
        "rows": [_row(base, other, seconds_per_turn) for other in others if other.cell.deals == base.cell.deals],
    }


def _row(base: Compared, other: Compared, seconds_per_turn: float) -> Data:
    measures, identical = {}, []
    for line in HEADLINES:
        if line.id in base.sums and line.id in other.sums:
            measures[line.id] = _difference(line, base, other, seconds_per_turn)
            if measures[line.id].pop("identical"):
                identical.append(line.id)
    return {
        "cell": other.cell.number,
        "label": other.cell.label,
        "identical": identical,
        "measures": measures,
    }


def _difference(line: Headline, base: Compared, other: Compared, seconds_per_turn: float) -> Data:
    a1, c1, scale = base.sums[line.id]
    a2, c2, _ = other.sums[line.id]
    found = paired_difference((a1, c1), (a2, c2), scale, of_rates=line.unit == "share")
    return {
        "difference": number(scaled(found.difference, line.factor(seconds_per_turn))),
        "variance_ratio": rounded(found.variance_ratio),
        "identical": found.identical,
    }

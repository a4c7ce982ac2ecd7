"""Cells of one run beside the first one: the same deals, so differences are paired by batch."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.findings.fingerprints import same_play
from pipelines.findings.headline import HEADLINES, Headline
from pipelines.findings.numbers import Data, number, rounded, scaled
from pipelines.findings.results import Results
from pipelines.stats.batches import in_shared, shared_batches
from pipelines.stats.paired import PairedDifference, paired_difference


def comparison_data(cells: Sequence[Results], seconds_per_turn: float) -> Data | None:
    """Compare every cell with the first by its headline; None for a single cell.

    Cells with other numbers of rotations play other numbers of deals: they are compared on the first ones,
    which both played.
    """
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
        "rows": [_row(base, other, seconds_per_turn) for other in others],
    }


def _row(base: Results, other: Results, seconds_per_turn: float) -> Data:
    found = {line: _difference(line, base, other) for line in HEADLINES}
    return {
        "cell": other.cell.number,
        "label": other.cell.label,
        "deals": _shared_deals(base, other),
        "identical": [line.id for line, pair in found.items() if pair is not None and pair.identical],
        "measures": {
            line.id: {
                "difference": number(scaled(pair.difference, line.factor(seconds_per_turn))),
                "variance_ratio": rounded(pair.variance_ratio),
            }
            for line, pair in found.items()
            if pair is not None
        },
    }


def _difference(line: Headline, base: Results, other: Results) -> PairedDifference | None:
    first, second = base.sums.get(line.at(base.cell)), other.sums.get(line.at(other.cell))
    if first is None or second is None:
        return None
    size, batches = shared_batches(base.cell.deals, other.cell.deals)
    return paired_difference(
        (
            in_shared(first.above, base.cell.deals, size, batches),
            in_shared(first.below, base.cell.deals, size, batches),
        ),
        (
            in_shared(second.above, other.cell.deals, size, batches),
            in_shared(second.below, other.cell.deals, size, batches),
        ),
        scale=first.scale,
        of_rates=line.unit == "share",
        same_play=same_play(base.fingerprint, other.fingerprint, allowed=line.place.table == "opening"),
    )


def _shared_deals(base: Results, other: Results) -> int:
    size, batches = shared_batches(base.cell.deals, other.cell.deals)
    return min(base.cell.deals, other.cell.deals, size * batches)

"""Exact chances beside what was counted."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from pipelines.exact import opening_chance
from pipelines.findings.numbers import Data, rounded
from pipelines.findings.results import Tables
from pipelines.stats.estimate import MIN_EVENTS, Estimate
from pipelines.stats.intervals import least_effect


def opening_data(results: Tables) -> Data:
    """Give the exact chance of a call before anyone has moved, and how far the measured rate lies from it."""
    cell = results.cell
    variant, chance = cell.cell.variant, opening_chance(cell.cell.variant, cell.players)
    return {
        "fraction": str(chance),
        "value": rounded(float(chance)),
        "z": rounded(distance(results.get("opening", "opening"), chance, cell.cell.rotations)),
        "text": (
            f"P({variant.hand_size} cards total at most {variant.threshold}), deck of {variant.deck_size(cell.players)}"
        ),
    }


def distance(measured: Estimate, chance: Fraction, repeats: int) -> float | None:
    """Give the distance of a measured rate from an exact one, in standard errors; None where there is none.

    With fewer than 100 events it is the error that the exact chance implies, widened by the design effect.
    """
    exact = float(chance)
    if measured.value is None or measured.variance is None or measured.events is None or not 0 < exact < 1:
        return None
    variance = measured.variance
    if measured.events < MIN_EVENTS:
        effect = least_effect(measured.events, measured.n, variance, repeats)
        variance = exact * (1 - exact) / measured.n * effect
    return (measured.value - exact) / sqrt(variance)

"""Whose the guard is that stops a round: ours, against accidents, or the variant's, as a rule."""

from __future__ import annotations

from typing import Final

from pipelines.findings.numbers import so_many
from pipelines.findings.results import Tables
from sim.rules import Variant

USUAL_GUARD: Final[int] = Variant.model_fields["max_turns"].default
"""Turns that only accidents take; a variant that has fewer means it, as the published studies do."""


def own_guard(results: Tables) -> str:
    """Say that the variant itself ends rounds sooner than the guard against accidents does, where it does."""
    turns = results.cell.cell.variant.max_turns
    return f", since this variant ends a round after {so_many(turns, 'turns')}" if turns < USUAL_GUARD else ""

"""The York study: two bots, one round of two players on variant ``york``, the same one always first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

import numpy as np

from sim.bots import parse_entrant
from sim.kernels.state import END_ASSAF, END_STOPPED, NOBODY
from sim.plan import Cell
from sim.rules import named_variants
from tests.verification.checks import Check, Section
from tests.verification.others import HEADS, LIMIT, QUICK_LIMIT, Figure, Sums, compare

SEED: Final = 71
ROUNDS, OTHER_ROUNDS, QUICK_ROUNDS = 1_000_000, 250_000, 50_000
BOTS: Final = ("random", "novice", "intermediate")

PUBLISHED: Final = {
    ("intermediate", "intermediate"): {
        "starter %": Figure(52.06, 10_000),
        "second %": Figure(47.94, 10_000),
        "assaf %": Figure(17.13, 10_000),
        "actions": Figure(34.27, 10_000, 0.12),
    },
    ("random", "intermediate"): {
        "starter %": Figure(1.11, 10_000),
        "second %": Figure(98.45, 10_000),
        "draw %": Figure(0.44, 10_000),
        "assaf %": Figure(0.54, 10_000),
        "actions": Figure(42.73, 10_000, 0.17),
    },
    ("random", "random"): {
        "starter %": Figure(6.55, 10_000),
        "second %": Figure(6.42, 10_000),
        "draw %": Figure(87.03, 10_000),
        "assaf %": Figure(0.01, 10_000),
        "actions": Figure(96.47, 10_000, 0.12),
    },
}
"""By starter and second, the authors' numbers."""

REFERENCE: Final = {
    ("intermediate", "intermediate"): {
        "starter %": Figure(52.72, 150_000),
        "second %": Figure(47.28, 150_000),
        "assaf %": Figure(16.89, 150_000),
        "actions": Figure(34.51, 150_000, 0.03),
    },
    ("random", "intermediate"): {
        "starter %": Figure(1.04, 100_000),
        "second %": Figure(98.46, 100_000),
        "draw %": Figure(0.50, 100_000),
        "assaf %": Figure(0.57, 100_000),
        "actions": Figure(42.82, 100_000, 0.06),
    },
}
STARTER, SECOND = 1, 0
"""Seats: seat 0 deals, the next one plays first."""


def checks(quick: bool) -> Iterator[Check]:
    """Every pair of the study's bots in both orders; those without figures only for the table."""
    for pair in combinations_with_replacement(BOTS, 2):
        settings = {(starter, second) for starter in pair for second in pair if {starter, second} == set(pair)}
        with_figures = bool(settings & PUBLISHED.keys())
        if not quick:
            yield from _play(pair, ROUNDS if with_figures else OTHER_ROUNDS, LIMIT)
        elif with_figures:
            yield from _play(pair, QUICK_ROUNDS, QUICK_LIMIT)


def _play(pair: tuple[str, str], rounds: int, limit: float) -> Iterator[Check]:
    lineup = tuple(parse_entrant(f"york-{name}") for name in reversed(pair))
    sums = Sums(Cell(named_variants()["york"], 2, lineup), rounds).play(SEED, _count)
    for rotation in range(sums.cell.rotations):
        starter, second = pair if rotation == 0 else pair[::-1]
        games = f"games {rotation}"
        ours = {
            name: sums.share(f"{name} {rotation}", games) for name in ("starter %", "second %", "draw %", "assaf %")
        }
        ours["actions"] = sums.mean(f"actions {rotation}", games)
        published, reference = (figures.get((starter, second), {}) for figures in (PUBLISHED, REFERENCE))
        for measure, value in ours.items():
            setting = f"{starter} - {second}"
            yield compare(setting, measure, value, published.get(measure), reference.get(measure), limit)


def _count(sums: Sums, rows: dict[str, np.ndarray]) -> None:
    for rotation in range(sums.cell.rotations):
        mine = rows["rotation"] == rotation
        deal, end, winner = rows["deal"][mine], rows["end"][mine], rows["winner"][mine]
        for name, values in {
            "games": np.ones(len(deal)),
            "starter %": winner == STARTER,
            "second %": winner == SECOND,
            "draw %": winner == NOBODY,
            "assaf %": end == END_ASSAF,
            "actions": 2 * rows["turns"][mine].astype(np.int64) + (end != END_STOPPED),  # lay and take; the call
        }.items():
            sums.add(f"{name} {rotation}", deal, values)


SECTION: Final = Section(
    "york",
    "The York study (starter - second): published [95 %], reference [95 %], ours [95 %]; ok is |z| < 3",
    HEADS,
    checks,
)

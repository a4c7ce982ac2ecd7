"""Dealt hands of whole simulations against exact chances: fixed seed, |z| < 4.5.

With a threshold of 50 and no Assaf the first player calls at once, and the scores tell what everybody was dealt.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from sim.bots import parse_entrant
from sim.engine import CellPlayer
from sim.plan import Cell
from sim.rules import Variant
from tests.exact_hands import AT_LEAST_ONE, exact_totals

N_DEALS = 500_000
LIMIT = 4.5


def rounds_of(variant: Variant, players: int, n_deals: int, *columns: str) -> list[np.ndarray]:
    """Some columns of all rounds of so many games of ``greedy``."""
    cell = Cell(variant, players, (parse_entrant("greedy"),) * players)
    pieces = [
        [rows.rounds[name].copy() for name in columns]
        for rows in CellPlayer(cell, seed=2024).play(0, n_deals, np.zeros(1, np.uint8))
    ]
    return [np.concatenate(parts) for parts in zip(*pieces, strict=True)]


@cache
def dealt(players: int, jokers: int) -> np.ndarray:
    """Hand totals as dealt, ``(n, players)``."""
    rules = {"threshold": 50, "assaf": False, "score_limit": 0, "jokers": jokers}
    variant = Variant.from_mapping({"name": "everybody shows", **rules})
    score, ender, ender_total, turns = rounds_of(variant, players, N_DEALS, "score", "ender", "ender_total", "turns")
    assert not turns.any()
    totals = score.astype(np.int64)
    totals[np.arange(len(totals)), ender] = ender_total
    return totals


def z_of(events: int, n: int, chance: Fraction) -> float:
    """How far a number of events is from its mean, in standard deviations."""
    p = float(chance)
    return (events - n * p) / sqrt(n * p * (1 - p))


@pytest.mark.parametrize(("jokers", "total", "chances"), AT_LEAST_ONE)
def test_dealt_hands__are_low_as_often_as_they_must(jokers: int, total: int, chances: list[str]) -> None:
    totals = dealt(5, jokers)
    for n, chance in enumerate(map(Fraction, chances), start=1):
        events = int((totals[:, :n] <= total).any(axis=1).sum())
        assert abs(z_of(events, len(totals), chance)) < LIMIT, f"{events} of {len(totals)}, n = {n}"


@pytest.mark.parametrize("seat", range(5))
def test_dealt_hands__have_the_exact_distribution_at_every_seat(seat: int) -> None:
    """All totals from 5 to 50; the rarer ones together."""
    counts = np.bincount(dealt(5, 2)[:, seat], minlength=51)
    exact = np.array(exact_totals(1, 2), float)
    counts, exact = np.array([counts[:6].sum(), *counts[6:]]), np.array([exact[:6].sum(), *exact[6:]])
    expected = exact / exact.sum() * counts.sum()
    assert expected.min() > 5
    assert chisquare(counts, expected).pvalue > 1e-5


def test_dealt_hands__have_the_exact_mean_and_variance() -> None:
    """The standard error of a variance comes from the exact fourth moment."""
    totals, exact = dealt(5, 2), exact_totals(1, 2)
    mean, variance = float(Fraction("850/27")), float(Fraction("1982050/38637"))
    fourth = sum((total - mean) ** 4 * n for total, n in enumerate(exact)) / sum(exact)
    for seat in range(5):
        hands = totals[:, seat]
        n = len(hands)
        assert abs(hands.mean() - mean) < LIMIT * sqrt(variance / n)
        assert abs(((hands - mean) ** 2).mean() - variance) < LIMIT * sqrt((fourth - variance**2) / n)


# Chance of the first player to be allowed a call before anybody has moved.
@pytest.mark.parametrize(
    ("players", "changes", "chance"),
    [
        (2, {"threshold": 7}, "73/316251"),
        (4, {"threshold": 10}, "836/527085"),
        (3, {"threshold": 9, "jokers": 4}, "1198/477477"),
        (6, {"threshold": 7}, "379/1071819"),
    ],
)
def test_opening_allowed__is_as_frequent_as_the_chance_of_a_low_hand(
    players: int, changes: dict[str, Any], chance: str
) -> None:
    variant = Variant.from_mapping({"name": "one turn", "score_limit": 0, "max_turns": 1, **changes})
    (allowed,) = rounds_of(variant, players, N_DEALS, "opening_allowed")
    assert len(allowed) == N_DEALS
    assert abs(z_of(int(allowed.sum()), N_DEALS, Fraction(chance))) < LIMIT


def test_opening_allowed__is_as_frequent_in_the_rounds_of_whole_games() -> None:
    variant = Variant.from_mapping({"name": "open", "threshold": 10, "jokers": 4})
    (allowed,) = rounds_of(variant, 4, 4000, "opening_allowed")
    assert len(allowed) > 50_000
    assert abs(z_of(int(allowed.sum()), len(allowed), Fraction("97/24486"))) < LIMIT

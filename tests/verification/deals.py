"""Dealt hands against exact chances: totals, melds, low hands, calls before anyone has moved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, sqrt
from typing import Any, Final

import numpy as np
from scipy.stats import binomtest

from sim.bots import parse_entrant
from sim.engine import CellPlayer
from sim.plan import Cell
from sim.rules import Variant
from tests.all_hands import EVENTS
from tests.exact_hands import AT_LEAST_ONE, DECKS, MELDS, NO_JOKER, TWO_DECKS, Deck, exact_totals
from tests.verification.checks import HEADS, Check, Section, by_p, by_z
from tests.verification.counting import CHUNK, chi_square, chunks
from tests.verification.dealing import dealt, new_dealer

SEED: Final = 41
OPENING_SEED: Final = 42

# Chance of the first player to be allowed a call before anybody has moved: players, rules, chance.
OPENINGS: Final[list[tuple[int, dict[str, Any], str]]] = [
    (2, {"threshold": 5}, "11/316251"),
    (2, {"threshold": 7}, "73/316251"),
    (3, {"threshold": 9}, "1426/1581255"),
    (4, {"threshold": 10}, "836/527085"),
    (2, {"threshold": 7, "jokers": 4}, "415/477477"),
    (3, {"threshold": 9, "jokers": 4}, "1198/477477"),
    (5, {"threshold": 10, "jokers": 4}, "97/24486"),
    (4, {"threshold": 7, "jokers": 0}, "2/162435"),
    (6, {"threshold": 7}, "379/1071819"),
]


def rate(name: str, events: int, n: int, chance: Fraction) -> Check:
    """Compare a count with its exact chance by the exact binomial test."""
    p = float(chance)
    z = (events - n * p) / sqrt(n * p * (1 - p))
    found = binomtest(events, n, p)
    return by_p(name, f"{p:.6g}", f"{events / n:.6g}", f"z = {z:+.2f}, {events:,} of {n:,}", found.pvalue)


def hands(deck: Deck, players: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Deal n times; totals by seat, (n, players), and events of one hand a deal."""
    dealer = new_dealer(SEED, players, jokers=deck.jokers // deck.n_decks)
    parts = [dealt(dealer, first, size) for first, size in chunks(n)]
    totals, events = zip(*parts, strict=True)
    return np.concatenate(totals), np.concatenate(events)


def totals_checks(deck: Deck, totals: np.ndarray) -> Iterator[Check]:
    """Compare the totals of one hand a deal, so that hands are independent, and their whole distribution by seat."""
    n, players = totals.shape
    one = totals[np.arange(n), np.arange(n) % players].astype(np.int64)
    mean, variance = float(Fraction(deck.mean)), float(Fraction(deck.variance))
    exact = np.array(exact_totals(deck.n_decks, deck.jokers), float)
    exact /= exact.sum()
    fourth = float(((np.arange(51) - mean) ** 4 * exact).sum())
    who = f"{deck.size} cards"
    yield by_z(f"{who}: mean total", mean, one.mean(), sqrt(variance / n))
    yield by_z(f"{who}: variance of it", variance, ((one - mean) ** 2).mean(), sqrt((fourth - variance**2) / n))
    for low, chance in deck.low.items():
        yield rate(f"{who}: total at most {low}", int((one <= low).sum()), n, Fraction(chance))
    for seat in range(players):
        yield distribution(f"{who}: distribution of totals, seat {seat}", totals[:, seat], n * exact)


def distribution(name: str, totals: np.ndarray, expected: np.ndarray) -> Check:
    """Compare all totals; the lowest ones together, so that at least 10 are expected."""
    counts = np.bincount(totals, minlength=len(expected))
    first = int(np.argmax(np.cumsum(expected) >= 10)) + 1
    counts = np.array([counts[:first].sum(), *counts[first:]])
    expected = np.array([expected[:first].sum(), *expected[first:]])
    return chi_square(name, counts, expected, len(counts) - 1)


def meld_checks(deck: Deck, events: np.ndarray) -> Iterator[Check]:
    """Compare how often events hold in a hand."""
    column = 1 if deck.jokers == 2 else 2
    for line in MELDS:
        names: tuple[str, ...] = line[0]
        bits = sum(1 << EVENTS.index(name) for name in names)
        found = int(((events & bits) != 0).sum())
        chance = Fraction(int(line[column]), comb(deck.size, 5))
        yield rate(f"{deck.size} cards: {' or '.join(names)}", found, len(events), chance)


def at_least_one(n: int) -> Iterator[Check]:
    """Compare how often somebody of n players is dealt a low hand."""
    for jokers in (2, 4):
        for players in range(2, 6):
            deck = DECKS[1] if jokers == 2 else DECKS[2]
            lowest = hands(deck, players, n)[0].min(axis=1)
            for cards, low, chances in AT_LEAST_ONE:
                if cards == jokers:
                    name = f"{deck.size} cards: one of {players} players at most {low}"
                    yield rate(name, int((lowest <= low).sum()), n, Fraction(chances[players - 1]))


def opening(players: int, changes: dict[str, Any], chance: str, n: int) -> Check:
    """Compare how often the first player may call at once, in rounds of one turn."""
    variant = Variant.from_mapping({"name": "one turn", "score_limit": 0, "max_turns": 1, **changes})
    allowed = opening_column(variant, players, n)
    rules = ", ".join(f"{name} {value}" for name, value in changes.items())
    return rate(f"opening call, {players} players, {rules}", int(allowed.sum()), n, Fraction(chance))


def opening_column(variant: Variant, players: int, n_deals: int) -> np.ndarray:
    """Give `opening_allowed` of all rounds of so many games of ``greedy``."""
    cell = Cell(variant, players, (parse_entrant("greedy"),) * players)
    played = CellPlayer(cell, OPENING_SEED).play(0, n_deals, np.zeros(1, np.uint8))
    return np.concatenate([rows.rounds["opening_allowed"].copy() for rows in played])


def whole_games(n_games: int) -> Check:
    """Compare the same over all rounds of whole games, with seats that drop out."""
    variant = Variant.from_mapping({"name": "open", "threshold": 10, "jokers": 4})
    allowed = opening_column(variant, 4, n_games)
    name = "opening call in whole games, 4 players, threshold 10, jokers 4"
    return rate(name, int(allowed.sum()), len(allowed), Fraction("97/24486"))


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of deals."""
    n = CHUNK if quick else 5_000_000
    for deck in DECKS:
        totals, events = hands(deck, 6 if deck is TWO_DECKS else 5, n)
        yield from totals_checks(deck, totals)
        if deck not in (NO_JOKER, TWO_DECKS):
            yield from meld_checks(deck, events)
    yield from at_least_one(n)
    for players, changes, chance in OPENINGS:
        yield opening(players, changes, chance, n // 2)
    yield whole_games(2_000 if quick else 60_000)


SECTION: Final = Section("deals", f"Dealt hands and exact chances (seeds {SEED}, {OPENING_SEED})", HEADS, checks)

"""Shuffles are uniform: places by cards, whole orders of a small deck, pairs of places, reshuffles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial
from typing import Final

import numpy as np
from scipy.stats import chi2

from sim.cards import JOKER, full_deck
from tests.verification.checks import HEADS, Check, Section, by_p
from tests.verification.counting import chunks, even, place_counts, places
from tests.verification.dealing import piles, whole_decks

SEED: Final = 31
CARDS: Final = 54
PILE: Final = 42
MARKED: Final = np.arange(CARDS, dtype=np.uint8)
"""A deck whose jokers can be told apart."""


def marked_decks(n: int) -> Check:
    """Count all 54 cards at all 54 places."""
    counts = place_counts(lambda first, size: whole_decks(SEED, first, size, MARKED), n, CARDS)
    return places(f"54 cards at 54 places, {n:,} shuffles", counts, np.ones(CARDS))


def two_decks(n: int) -> Check:
    """Count the 53 kinds of card of two decks with two jokers each at 108 places."""
    fresh = np.array(full_deck(2, 2), np.uint8)
    codes, copies = np.unique(fresh, return_counts=True)
    kind = np.zeros(JOKER + 1, np.uint8)
    kind[codes] = np.arange(len(codes))
    counts = place_counts(lambda first, size: kind[whole_decks(SEED + 1, first, size, fresh)], n, len(codes))
    return places(f"53 kinds of 108 cards at 108 places, {n:,} shuffles", counts, copies)


def orders_of_six(n: int) -> Check:
    """Count all 720 orders of six cards."""
    counts = np.zeros(6**6, np.int64)
    powers = 6 ** np.arange(6)
    for first, size in chunks(n):
        counts += np.bincount(whole_decks(SEED + 2, first, size, MARKED[:6]) @ powers, minlength=6**6)
    met = counts[counts > 0]
    if len(met) < factorial(6):
        return Check(("all 720 orders of 6 cards", "720", str(len(met)), "orders met"), ok=False)
    return even(f"all 720 orders of 6 cards, {n:,} shuffles", met)


def pairs_of_places(n: int) -> Check:
    """Count the cards at every two places, 54 * 53 pairs of cards each; the worst of 1,431 pairs of places."""
    pairs = list(combinations(range(CARDS), 2))
    counts = np.zeros((len(pairs), CARDS * CARDS), np.int64)
    for first, size in chunks(n):
        columns = np.ascontiguousarray(whole_decks(SEED + 3, first, size, MARKED).T).astype(np.int64)
        for i, (a, b) in enumerate(pairs):
            counts[i] += np.bincount(columns[a] * CARDS + columns[b], minlength=CARDS * CARDS)
    expected = n / (CARDS * (CARDS - 1))
    apart = ~np.eye(CARDS, dtype=bool).ravel()
    statistics = ((counts[:, apart] - expected) ** 2 / expected).sum(1)
    degrees = int(apart.sum()) - 1
    worst = int(statistics.argmax())
    p = min(1.0, len(pairs) * float(chi2.sf(statistics[worst], degrees)))
    name = f"2 cards at 2 places, the worst of 1,431 pairs, {n:,} shuffles"
    seen = f"chi-square {statistics[worst]:,.1f} at {pairs[worst]}"
    return by_p(name, f"{degrees:,} +- {(2 * degrees) ** 0.5:.0f}", seen, f"df {degrees:,}", p)


def reshuffles(n: int) -> Iterator[Check]:
    """Count the cards of piles of 42 at their places; the first by the next reshuffle's and by the deal."""
    for number in (1, 2):
        counts = place_counts(lambda first, size, at=number: piles(SEED + 4, first, size, at)[0], n, PILE)
        name = f"reshuffle {number}: 42 cards at 42 places, {n:,} piles"
        yield places(name, counts, np.ones(PILE))
    tops, after_deal = np.zeros(PILE * PILE, np.int64), np.zeros(PILE * 64, np.int64)
    for first, size in chunks(n):
        (one, upcards), (two, _) = piles(SEED + 5, first, size, 1), piles(SEED + 5, first, size, 2)
        tops += np.bincount(one[:, 0].astype(np.int64) * PILE + two[:, 0], minlength=PILE * PILE)
        after_deal += np.bincount(upcards.astype(np.int64) * PILE + one[:, 0], minlength=PILE * 64)
    yield even("first card of two reshuffles of one round", tops)
    yield even("card turned up by the deal, first card of its reshuffle", after_deal[after_deal > 0])


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of shuffles."""
    n = 100_000 if quick else 5_000_000
    yield marked_decks(n)
    yield two_decks(n // 5)
    yield orders_of_six(n)
    yield pairs_of_places(n // 5)
    yield from reshuffles(n // 5)


SECTION: Final = Section("shuffles", f"Shuffles and reshuffles (seeds {SEED} to {SEED + 5})", HEADS, checks)

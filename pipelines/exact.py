"""Exact chances of the deal, to set beside what was counted."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sim.rules import Variant

_PIPS = 10
"""Ace to ten count what they show."""


def opening_chance(variant: Variant, players: int) -> Fraction:
    """Give the probability that a hand as dealt totals at most the threshold.

    The first player may then call before anyone has moved. Counted over all hands: cards of equal points
    are taken together, and the number of ways to reach (cards, total) is built up class by class.
    """
    threshold, size = variant.threshold, variant.hand_size
    ways = {(0, 0): 1}
    for points, cards in _cards_by_points(variant, players).items():
        ways = _with_class(ways, points, cards, size, threshold)
    low = sum(n for (cards, _), n in ways.items() if cards == size)
    return Fraction(low, comb(variant.deck_size(players), size))


def _with_class(
    ways: dict[tuple[int, int], int], points: int, cards: int, size: int, threshold: int
) -> dict[tuple[int, int], int]:
    """Add 0 to `cards` cards of equal points to every hand so far; hands that grow too large are dropped."""
    grown: dict[tuple[int, int], int] = {}
    for (held, total), n in ways.items():
        for more in range(min(cards, size - held) + 1):
            key = held + more, total + more * points
            if key[1] > threshold:
                break
            grown[key] = grown.get(key, 0) + n * comb(cards, more)
    return grown


def _cards_by_points(variant: Variant, players: int) -> dict[int, int]:
    """Count the cards of the deck by their points (C1, C2, D1)."""
    decks = variant.n_decks(players)
    faces = (10, 10, 10) if variant.face_points == "ten" else (11, 12, 13)
    cards = {0: variant.jokers * decks}
    for points in (*range(1, _PIPS + 1), *faces):
        cards[points] = cards.get(points, 0) + 4 * decks
    return cards

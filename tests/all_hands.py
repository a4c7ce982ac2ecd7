"""Goes through all five-card hands of a deck with the kernels' own points and melds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from sim.cards import JOKER, NATURALS
from sim.jit import inline, kernel
from sim.kernels.bits import NATURAL, ONE, TWO, ZERO, add_card, jokers_in, n_cards, points, popcount, u64
from sim.kernels.melds import fold_lays, is_run
from sim.kernels.state import kernel_rules
from sim.rules import Variant

EVENTS = (
    "a joker", "two jokers",
    "natural pair", "natural three", "natural four",
    "wild pair", "wild three",
    "natural run of 3", "natural run of 4", "natural run of 5",
    "wild run of 3", "wild run of 4", "wild run of 5",
    "two paired ranks",
)  # fmt: skip
(
    A_JOKER, TWO_JOKERS,
    PAIR, THREE_ALIKE, FOUR_ALIKE,
    WILD_PAIR, WILD_THREE,
    RUN_3, RUN_4, RUN_5,
    WILD_RUN_3, WILD_RUN_4, WILD_RUN_5,
    TWO_PAIRED_RANKS,
) = (u64(1 << bit) for bit in range(len(EVENTS)))  # fmt: skip
HIGHEST_TOTAL = 5 * 13


class Tally(NamedTuple):
    """What holds over all hands; every hand of card copies counts once, so equal texts may count several times."""

    totals: list[int]
    """Number of hands by total."""
    lays: int
    """Number of legal lays, summed over the hands."""
    by_events: dict[int, int]
    """Number of hands by the events that hold in them, as bits in the order of ``EVENTS``."""

    @property
    def hands(self) -> int:
        """Number of hands."""
        return sum(self.totals)

    @property
    def mean(self) -> Fraction:
        """Mean of the hand total."""
        return Fraction(sum(total * n for total, n in enumerate(self.totals)), self.hands)

    @property
    def variance(self) -> Fraction:
        """Variance of the hand total."""
        return Fraction(sum(total**2 * n for total, n in enumerate(self.totals)), self.hands) - self.mean**2

    def at_most(self, total: int) -> Fraction:
        """Chance of a total of at most this."""
        return Fraction(sum(self.totals[: total + 1]), self.hands)

    def hands_with(self, *events: str) -> int:
        """Number of hands in which one of the events holds."""
        bits = sum(1 << EVENTS.index(event) for event in events)
        return sum(n for held, n in self.by_events.items() if held & bits)


@inline
def _count(found, _ones, _twos, _context):  # type: ignore[no-untyped-def]
    return found + ONE


@inline
def _note(found, ones, twos, _context):  # type: ignore[no-untyped-def]
    """Add the events that a lay proves, and the ranks of natural pairs from bit 32 on."""
    naturals, size = ones & NATURAL, n_cards(ones, twos)
    natural = jokers_in(ones) == ZERO
    if naturals == ZERO or size < TWO:
        return found
    if is_run(ones):
        found |= WILD_RUN_3 | (RUN_3 if natural else ZERO)
        if size >= u64(4):
            found |= WILD_RUN_4 | (RUN_4 if natural else ZERO)
        if size >= u64(5):
            found |= WILD_RUN_5 | (RUN_5 if natural else ZERO)
        return found
    found |= WILD_PAIR | (PAIR if natural else ZERO)
    if size >= u64(3):
        found |= WILD_THREE | (THREE_ALIKE if natural else ZERO)
    if size >= u64(4) and natural:
        found |= FOUR_ALIKE
    if natural:
        ranks = naturals | (naturals >> u64(32))
        found |= ((ranks | (ranks >> u64(16))) & u64(0x1FFF)) << u64(32)
    return found


@inline
def hand_events(ones, twos, rules):  # type: ignore[no-untyped-def]
    """Events that hold in a hand, as bits in the order of ``EVENTS``."""
    noted = fold_lays(ones, twos, rules, _note, ZERO, None)
    events = noted & u64(0xFFFFFFFF)
    if popcount(noted >> u64(32)) >= TWO:
        events |= TWO_PAIRED_RANKS
    if jokers_in(ones) >= ONE:
        events |= A_JOKER
    if jokers_in(ones) >= TWO:
        events |= TWO_JOKERS
    return events


@kernel
def _go_through_hands(cards, ways, rules, totals, by_events) -> int:  # type: ignore[no-untyped-def]
    """Every five of the cards (``uint64[n]``); ``ways[i, k]`` tells in how many ways k copies of card i can be held."""
    n, lays = cards.size, 0
    for a in range(n):
        for b in range(a, n):
            for c in range(b, n):
                for d in range(c, n):
                    for e in range(d, n):
                        hand = (a, b, c, d, e)
                        weight, copies = 1, 1
                        for i in range(1, 5):
                            if hand[i] == hand[i - 1]:
                                copies += 1
                            else:
                                weight *= ways[hand[i - 1], copies]
                                copies = 1
                        weight *= ways[e, copies]
                        if weight == 0:
                            continue
                        ones, twos = ZERO, ZERO
                        for i in range(5):
                            ones, twos = add_card(ones, twos, cards[hand[i]])
                        totals[points(ones, twos, rules)] += weight
                        lays += weight * np.int64(fold_lays(ones, twos, rules, _count, ZERO, None))
                        by_events[hand_events(ones, twos, rules)] += weight
    return lays


@cache
def tally_hands(
    n_decks: int, jokers: int, max_set: int = 0, joker_at_run_ends: bool = True, face_points: str = "ten"
) -> Tally:
    """Go through all five-card hands of so many decks with so many jokers in all."""
    changes = {"max_set": max_set, "joker_at_run_ends": joker_at_run_ends, "face_points": face_points}
    rules = kernel_rules(Variant.from_mapping({"name": "tally", **changes}), players=2)
    cards = np.array([1 << code for code in (*NATURALS, JOKER)], np.uint64)
    ways = np.array([[comb(n_decks, k) for k in range(6)]] * 52 + [[comb(jokers, k) for k in range(6)]])
    totals, by_events = np.zeros(HIGHEST_TOTAL + 1, np.int64), np.zeros(1 << len(EVENTS), np.int64)
    lays = _go_through_hands(cards, ways, rules, totals, by_events)
    held: Any = {int(bits): int(by_events[bits]) for bits in np.flatnonzero(by_events)}
    return Tally(totals.tolist(), int(lays), held)

"""Hands as bit masks.

A *mask* is a 64-bit integer: bit ``16 * suit + rank`` for each natural card, the number of jokers in bits 61 to 63.
Adding a card is ``mask + (1 << code)``, a joker included, and comparing two masks compares hands in card order.
Where two decks are in play a second mask, *twos*, holds the natural cards of which both copies are meant; with one deck
it is the constant 0 and everything about it vanishes when the helpers are inlined.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.jit import JIT_ENABLED, inline, word_operation

u64 = np.uint64

ZERO = u64(0)
ONE = u64(1)
TWO = u64(2)
SIXTEEN = u64(16)
THIRTY_TWO = u64(32)
FORTY_EIGHT = u64(48)
RANK_BITS = u64(15)

NATURAL = u64(0x1FFF1FFF1FFF1FFF)
LANES = u64(0x0001000100010001)
"""The four cards of rank ace: shifted left by a rank, the four cards of that rank."""
LANE = u64(0x1FFF)
JOKER_SHIFT = u64(61)
JOKER_BIT = u64(1 << 61)

if JIT_ENABLED:
    popcount = word_operation("llvm.ctpop.i64")
    count_trailing_zeros = word_operation("llvm.cttz.i64", True)
    count_leading_zeros = word_operation("llvm.ctlz.i64", True)
else:

    def popcount(x: Any) -> Any:
        """Number of bits set."""
        return u64(int(x).bit_count())

    def count_trailing_zeros(x: Any) -> Any:
        """Index of the lowest bit set; x is not 0."""
        return u64((int(x) & -int(x)).bit_length() - 1)

    def count_leading_zeros(x: Any) -> Any:
        """63 less the index of the highest bit set; x is not 0."""
        return u64(64 - int(x).bit_length())


@inline
def lowest(x):
    """Lowest bit set, as a mask; x is not 0."""
    return ONE << count_trailing_zeros(x)


@inline
def highest(x):
    """Highest bit set, as a mask; x is not 0."""
    return u64(1 << 63) >> count_leading_zeros(x)


@inline
def rotate(x, k):
    """Rotate left: by 16, 32, 48 the cards of one rank change places."""
    return (x << k) | (x >> (u64(64) - k))


@inline
def jokers_in(mask):
    """Number of jokers."""
    return mask >> JOKER_SHIFT


@inline
def n_cards(ones, twos):
    """Number of cards."""
    return popcount(ones & NATURAL) + popcount(twos) + jokers_in(ones)


@inline
def has_one_rank(naturals):
    """Whether the natural cards are all of one rank (true for none)."""
    lanes = naturals | (naturals >> THIRTY_TWO)
    lanes = (lanes | (lanes >> SIXTEEN)) & LANE
    return lanes & (lanes - u64(lanes != ZERO)) == ZERO


@inline
def points(ones, twos, rules):
    """Points of the cards (C2): the four binary digits of a rank's points, counted by mask."""
    total = popcount(ones & rules.points_1) + (popcount(ones & rules.points_2) << ONE)
    total += (popcount(ones & rules.points_4) << TWO) + (popcount(ones & rules.points_8) << u64(3))
    if twos != ZERO:
        total += popcount(twos & rules.points_1) + (popcount(twos & rules.points_2) << ONE)
        total += (popcount(twos & rules.points_4) << TWO) + (popcount(twos & rules.points_8) << u64(3))
    return np.int64(total)


@inline
def add_card(ones, twos, card):
    """Add one card, given as a mask of one bit; the second copy of a natural card goes to ``twos``."""
    second = ones & card & NATURAL
    return ones + (card ^ second), twos | second


@inline
def remove(ones, twos, ones_less, twos_less):
    """Take away cards that are all there."""
    if twos == ZERO:
        return ones - ones_less, ZERO
    jokers = (jokers_in(ones) - jokers_in(ones_less)) << JOKER_SHIFT
    naturals = (ones & ~ones_less) | (twos & ~twos_less)
    return (naturals & NATURAL) | jokers, twos & ~ones_less


@inline
def is_higher(ones, twos, ones_b, twos_b):
    """Whether the first cards come after the second in card order: from the highest card down, longer wins."""
    differ = (ones ^ ones_b) | (twos ^ twos_b)
    if twos | twos_b == ZERO or differ >> JOKER_SHIFT != ZERO:
        return ones > ones_b
    if differ == ZERO:
        return False
    top = highest(differ)
    return u64(ones & top != ZERO) + u64(twos & top != ZERO) > u64(ones_b & top != ZERO) + u64(twos_b & top != ZERO)

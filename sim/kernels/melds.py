"""Legal lays (T2 to T4) and what the next player may take of them (T5, T6), by bit tricks.

A *lay* is a multiset of cards: ``ones`` with jokers counted in its top bits, and ``twos`` (see ``bits``). A run with
jokers that fill no gap has several *readings*: how many of those jokers stand at the low end.
"""

from __future__ import annotations

from sim.jit import inline
from sim.kernels.bits import (
    FORTY_EIGHT,
    JOKER_BIT,
    JOKER_SHIFT,
    LANE,
    LANES,
    NATURAL,
    ONE,
    RANK_BITS,
    SIXTEEN,
    THIRTY_TWO,
    TWO,
    ZERO,
    count_leading_zeros,
    count_trailing_zeros,
    has_one_rank,
    highest,
    jokers_in,
    lowest,
    popcount,
    rotate,
    u64,
)  # fmt: skip
from sim.kernels.state import PICKUP_ANY, PICKUP_ENDS

THREE = u64(3)
THIRTEEN = u64(13)


@inline
def fold_lays(ones, twos, rules, visit, found, context):
    """``found = visit(found, lay_ones, lay_twos, context)`` for every legal lay of a hand, each once, in no order."""
    found = fold_singles(ones, visit, found, context)
    found = fold_sets(ones, twos, rules, visit, found, context)
    return fold_runs(ones, rules, visit, found, context)


@inline
def fold_singles(ones, visit, found, context):
    """Every distinct card alone."""
    cards = ones & NATURAL
    while cards != ZERO:
        found = visit(found, lowest(cards), ZERO, context)
        cards &= cards - ONE
    if jokers_in(ones) != ZERO:
        found = visit(found, JOKER_BIT, ZERO, context)
    return found


@inline
def fold_sets(ones, twos, rules, visit, found, context):
    """Two or more cards of one rank, jokers among them, or jokers only (T3)."""
    naturals = ones & NATURAL
    jokers = jokers_in(ones)
    cap = u64(rules.max_set)
    if jokers == ZERO:  # only ranks held twice can make a set
        mates = rotate(naturals, SIXTEEN) | rotate(naturals, THIRTY_TWO) | rotate(naturals, FORTY_EIGHT)
        ranks = naturals & (mates | twos)
    else:
        ranks = naturals
    while ranks != ZERO:
        rank = LANES << (count_trailing_zeros(ranks) & RANK_BITS)
        same = naturals & rank
        ranks &= ~rank
        part = same
        while part != ZERO:
            doubles = twos & part
            double = doubles
            while True:
                size = popcount(part) + popcount(double)
                wild = ZERO
                while wild <= jokers and size + wild <= cap:
                    if size + wild >= TWO:
                        found = visit(found, part | (wild << JOKER_SHIFT), double, context)
                    wild += ONE
                if double == ZERO:
                    break
                double = (double - ONE) & doubles
            part = (part - ONE) & same
    wild = TWO
    while wild <= jokers and wild <= cap:
        found = visit(found, wild << JOKER_SHIFT, ZERO, context)
        wild += ONE
    return found


@inline
def fold_runs(ones, rules, visit, found, context):
    """Three or more cards of one suit in rank order, jokers in gaps and, where allowed, at the ends (T4)."""
    naturals = ones & NATURAL
    jokers = jokers_in(ones)
    if jokers == ZERO:
        starts = naturals & (naturals >> ONE) & (naturals >> TWO)
        shape, length = u64(7), THREE
        while starts != ZERO:
            start = starts
            while start != ZERO:
                found = visit(found, lowest(start) * shape, ZERO, context)
                start &= start - ONE
            starts &= naturals >> length
            shape = (shape << ONE) | ONE
            length += ONE
        return found
    lows = naturals
    while lows != ZERO:
        low = lowest(lows)
        lows ^= low
        suit = LANE << (count_trailing_zeros(low) & u64(48))
        highs = lows & suit
        while highs != ZERO:
            high = lowest(highs)
            highs ^= high
            span = count_trailing_zeros(high) - count_trailing_zeros(low) + ONE
            between = naturals & (high - ONE) & ~(low | (low - ONE))
            if span > TWO + popcount(between) + jokers:
                break  # wider pairs have wider gaps
            inside = between
            while True:
                size = TWO + popcount(inside)
                gaps = span - size
                most = (jokers if rules.joker_at_run_ends != 0 else gaps) if gaps <= jokers else ZERO
                wild = gaps
                while wild <= most and size + wild <= THIRTEEN:
                    if size + wild >= THREE:
                        found = visit(found, low | high | inside | (wild << JOKER_SHIFT), ZERO, context)
                    wild += ONE
                if inside == ZERO:
                    break
                inside = (inside - ONE) & between
    return found


@inline
def is_run(ones):
    """Whether a legal lay is a run: natural cards of more than one rank."""
    return not has_one_rank(ones & NATURAL)


@inline
def run_room(ones):
    """Of a run: jokers that fill no gap, and how many of them fit above and below the natural cards."""
    naturals = ones & NATURAL
    low, high = count_trailing_zeros(naturals), u64(63) - count_leading_zeros(naturals)
    spare = jokers_in(ones) + popcount(naturals) - (high - low + ONE)
    return spare, u64(12) - (high & RANK_BITS), low & RANK_BITS


@inline
def spare_jokers_low(ones):
    """Of a run: how many jokers stand at the low end when spare ones go to the high end first."""
    spare, above, _below = run_room(ones)
    return spare - above if spare > above else ZERO


@inline
def takable(ones, twos, jokers_low, rules):
    """Distinct cards of a lay that the next player may take: naturals, and ``JOKER_BIT`` if a joker is among them."""
    naturals = ones & NATURAL
    jokers = jokers_in(ones)
    if naturals & (naturals - u64(naturals != ZERO)) == ZERO and jokers | twos == ZERO:
        return naturals
    first, last = ends_as_laid(ones, twos, jokers_low, rules)
    if is_run(ones):
        return first | last if rules.run_pickup == PICKUP_ENDS else last
    if rules.set_pickup == PICKUP_ANY:
        return naturals | (JOKER_BIT if jokers != ZERO else ZERO)
    return first | last if rules.set_pickup == PICKUP_ENDS else last


@inline
def ends_as_laid(ones, twos, jokers_low, rules):
    """First and last card of a lay on the pile, as masks of one card.

    Runs lie upwards. Sets lie as natural cards in card order, then jokers; but where only the ends may be taken, the
    jokers of a set of three or more stand behind its first natural card, and before a lonely one.
    """
    naturals = ones & NATURAL
    jokers = jokers_in(ones)
    if naturals == ZERO:
        return JOKER_BIT, JOKER_BIT
    low, high = lowest(naturals), highest(naturals)
    if is_run(ones):
        spare, _above, _below = run_room(ones)
        return (JOKER_BIT if jokers_low > ZERO else low), (JOKER_BIT if spare > jokers_low else high)
    if jokers == ZERO:
        return low, high
    n_naturals = popcount(naturals) + popcount(twos)
    if rules.set_pickup == PICKUP_ENDS and n_naturals + jokers > TWO:
        return (JOKER_BIT if n_naturals == ONE else low), high
    return low, JOKER_BIT

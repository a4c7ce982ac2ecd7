"""Checks what a bot wants to do against the rules (T2 to T6), so that a faulty bot cannot falsify a row.

The check costs a turn a twentieth of its time or less. What it finds is noted for the engine, which tells the game.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.jit import inline
from sim.kernels.bits import (
    JOKER_BIT,
    NATURAL,
    ONE,
    RANK_BITS,
    TWO,
    ZERO,
    count_leading_zeros,
    count_trailing_zeros,
    has_one_rank,
    jokers_in,
    n_cards,
    popcount,
    u64,
)  # fmt: skip

LEGAL, NOT_HELD, NO_LAY, NOT_TAKABLE = (u64(code) for code in range(4))

BELOW_JOKERS = u64((1 << 61) - 1)
THREE = u64(3)
THIRTEEN_LESS_ONE = u64(12)
SUIT_SHIFT = u64(4)

# Places in a thread's note: where it plays, and what a bot did wrong there.
NOTE_SIZE: Final = 11
(
    NOTE_GAME, NOTE_ROUND, NOTE_FAULT, NOTE_TURN, NOTE_SEAT, NOTE_HAND, NOTE_TWOS, NOTE_LAY, NOTE_LAY_TWOS, NOTE_TAKE,
    NOTE_OFFER,
) = (u64(place) for place in range(NOTE_SIZE))  # fmt: skip


def new_note() -> np.ndarray:
    """Memory for the note of a thread."""
    return np.zeros(NOTE_SIZE, np.uint64)


@inline
def fault_of(view, play):
    """LEGAL, or what is wrong with a play: cards not held (T2), no lay (T3, T4), a card not takable (T6)."""
    ones, twos = play.ones, play.twos
    strange = (ones & BELOW_JOKERS & ~view.hand) | (twos & ~(view.twos & ones))
    if strange != ZERO or jokers_in(ones) > jokers_in(view.hand):
        return NOT_HELD
    if ones == ZERO:
        return NO_LAY
    is_single = ones & (ones - ONE) == ZERO and twos == ZERO and ones <= JOKER_BIT
    if not is_single and not is_set_or_run(ones, twos, play.jokers_low, view.rules):
        return NO_LAY
    if play.take & ~view.offer != ZERO or play.take & (play.take - u64(play.take != ZERO)) != ZERO:
        return NOT_TAKABLE
    return LEGAL


@inline
def is_set_or_run(ones, twos, jokers_low, rules):
    """T3 to T5, of more than one card; ``jokers_low`` of a run's spare jokers stand at its low end."""
    naturals, jokers = ones & NATURAL, jokers_in(ones)
    size = n_cards(ones, twos)
    if has_one_rank(naturals):
        return size >= TWO and size <= u64(rules.max_set)
    low, high = count_trailing_zeros(naturals), u64(63) - count_leading_zeros(naturals)
    gaps = high - low + ONE - popcount(naturals)
    if twos != ZERO or size < THREE or low >> SUIT_SHIFT != high >> SUIT_SHIFT or gaps > jokers:
        return False
    spare = jokers - gaps
    if spare != ZERO and rules.joker_at_run_ends == 0:
        return False
    fits_below, fits_above = low & RANK_BITS, THIRTEEN_LESS_ONE - (high & RANK_BITS)
    return jokers_low <= spare and jokers_low <= fits_below and spare - jokers_low <= fits_above


@inline
def note_fault(note, fault, view, play):
    """Write down who did what."""
    note[NOTE_FAULT] = fault
    note[NOTE_TURN], note[NOTE_SEAT] = u64(view.turn), u64(view.seat)
    note[NOTE_HAND], note[NOTE_TWOS], note[NOTE_OFFER] = view.hand, view.twos, view.offer
    note[NOTE_LAY], note[NOTE_LAY_TWOS], note[NOTE_TAKE] = play.ones, play.twos, play.take

"""A list of lays in card order, for bots that draw one of them: ones at even places of the scratch, twos at odd ones.

Kernel functions only; the twin's forms sort tuples.
"""

from __future__ import annotations

from sim.jit import inline
from sim.kernels.bits import ONE, TWO, ZERO, is_higher


@inline
def append(n_lays, ones, twos, lays):
    """Put a lay behind ``n_lays`` others, for ``fold_lays``; gives their new number."""
    lays[TWO * n_lays], lays[TWO * n_lays + ONE] = ones, twos
    return n_lays + ONE


@inline
def insert(n_lays, ones, twos, lays):
    """Put a lay in its place among ``n_lays`` others that are in order; gives their new number."""
    place = n_lays
    while place > ZERO and is_higher(lays[TWO * place - TWO], lays[TWO * place - ONE], ones, twos):
        lays[TWO * place] = lays[TWO * place - TWO]
        lays[TWO * place + ONE] = lays[TWO * place - ONE]
        place -= ONE
    lays[TWO * place], lays[TWO * place + ONE] = ones, twos
    return n_lays + ONE


@inline
def lay_at(place, lays):
    """Ones and twos of the lay at a place."""
    return lays[TWO * place], lays[TWO * place + ONE]

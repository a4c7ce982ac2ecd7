"""Philox4x32-10 and bounded integers for kernels; the addresses are those of ``sim.rng``.

A stream is a ``uint64`` array: key, counter words 1 to 3 (round and index, deal low, deal high), next block, words
left, and the four words of the last block in the order in which they are given out from the end.
"""

from __future__ import annotations

import numpy as np

from sim import rng
from sim.jit import inline
from sim.kernels.bits import ONE, THIRTY_TWO, ZERO, u64

M0, M1 = u64(rng.MULTIPLIERS[0]), u64(rng.MULTIPLIERS[1])
W0, W1 = u64(rng.WEYL[0]), u64(rng.WEYL[1])
MASK32 = u64(rng.MASK32)

KEY, ROUND, DEAL_LOW, DEAL_HIGH, BLOCK, LEFT, WORDS = u64(0), u64(1), u64(2), u64(3), u64(4), u64(5), u64(6)
STREAM_WORDS = 10


def new_stream() -> np.ndarray:
    """Memory for one stream."""
    return np.zeros(STREAM_WORDS, np.uint64)


@inline
def philox(c0, c1, c2, c3, k0, k1):
    """Four random words for a counter and a key, each in the low half of a uint64."""
    for _ in range(10):
        p0, p1 = M0 * c0, M1 * c2
        c0, c1 = (p1 >> THIRTY_TWO) ^ c1 ^ k0, p1 & MASK32
        c2, c3 = (p0 >> THIRTY_TWO) ^ c3 ^ k1, p0 & MASK32
        k0, k1 = (k0 + W0) & MASK32, (k1 + W1) & MASK32
    return c0, c1, c2, c3


@inline
def open_stream(stream, key, deal, round_number, index, block):
    """Point the stream at an address."""
    stream[KEY] = key
    stream[ROUND] = u64(round_number) + (u64(index) << u64(16))
    stream[DEAL_LOW] = deal & MASK32
    stream[DEAL_HIGH] = deal >> THIRTY_TWO
    stream[BLOCK] = u64(block)
    stream[LEFT] = ZERO


@inline
def next_word(stream):
    """Next random word."""
    left = stream[LEFT]
    if left == ZERO:
        key = stream[KEY]
        w0, w1, w2, w3 = philox(
            stream[BLOCK], stream[ROUND], stream[DEAL_LOW], stream[DEAL_HIGH], key & MASK32, key >> THIRTY_TWO
        )
        stream[WORDS], stream[WORDS + ONE], stream[WORDS + u64(2)], stream[WORDS + u64(3)] = w3, w2, w1, w0
        stream[BLOCK] += ONE
        left = u64(4)
    left -= ONE
    stream[LEFT] = left
    return stream[WORDS + left]


@inline
def below(stream, n):
    """Uniform integer from 0 to n - 1, by Lemire's method with rejection; n and the result are uint64."""
    product = next_word(stream) * n
    if product & MASK32 < n:
        unfair = (ONE << THIRTY_TWO) % n
        while product & MASK32 < unfair:
            product = next_word(stream) * n
    return product >> THIRTY_TWO

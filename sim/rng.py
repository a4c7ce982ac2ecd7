"""Addressed randomness: every random number of the project has an address instead of a place in a stream.

The generator is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
It turns a counter of four 32-bit words and a key of two into four random words. Here

* the **key** is made from the stream version, the seed of the run and the *purpose* of the numbers, and
* the **counter** says which numbers: ``(block, round + 65536 * index, deal id low, deal id high)``.

``index`` is 0 for a deal, the number of the reshuffle (from 1) for a reshuffle and the seat for a bot. So a game is a
pure function of seed and deal id: it can be played again alone, and chunks, threads and machines cannot matter. The
stream of a deal knows neither variant nor entrants nor rotation, so a deal id means the same deck order in every cell.

This module is the plain-Python form, used by the twin and to make the keys; ``sim.kernels.philox`` is the fast form.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Final

STREAM_VERSION: Final = 1
"""Changes whenever the same seed would give other numbers; written into every output."""

DEAL: Final = "deal"
RESHUFFLE: Final = "reshuffle"
BOT: Final = "bot"
FORK: Final = "fork"

MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
WEYL: Final = (0x9E3779B9, 0xBB67AE85)
MASK32: Final = 0xFFFFFFFF

# The numbers of a bot: block = turn * 1024 + question * 256 + number of the block within the answer.
ASK_CALL: Final = 0
ASK_LAY: Final = 1
ASK_TAKE: Final = 2
ASK_SLAP: Final = 3
BLOCKS_PER_TURN: Final = 1024
BLOCKS_PER_QUESTION: Final = 256

# The numbers that choose the chances to call which are forked: block = turn * 4, of index 0.
BLOCKS_PER_CHANCE: Final = 4
FORK_WINS_ONE_IN: Final = 50
"""Of the chances that are forked, one in so many is played both ways to the end of the game."""


def stream_key(seed: int, purpose: str) -> int:
    """64-bit key of all numbers of one purpose in a run with this seed."""
    text = f"yaniv stream {STREAM_VERSION} seed {seed} purpose {purpose}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


@lru_cache(maxsize=64)
def _round_keys(key: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(((key[0] + i * WEYL[0]) & MASK32, (key[1] + i * WEYL[1]) & MASK32) for i in range(10))


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Four random 32-bit words for a counter and a key: ten rounds of Philox4x32."""
    c0, c1, c2, c3 = counter
    for k0, k1 in _round_keys(key):
        p0, p1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & MASK32, (p0 >> 32) ^ c3 ^ k1, p0 & MASK32
    return c0, c1, c2, c3


class Stream:
    """The random words at one address, read one after another.

    Parameters
    ----------
    key
        From :func:`stream_key`.
    deal
        Deal id, 0 to 2**64 - 1.
    round_number
        Round of the game, from 1.
    index
        0 for a deal, number of the reshuffle, or seat.
    block
        First block of the address.
    """

    def __init__(self, key: int, deal: int, round_number: int, index: int = 0, block: int = 0) -> None:
        self._key = (key & MASK32, key >> 32)
        self._tail = (round_number + 65536 * index, deal & MASK32, deal >> 32)
        self._block = block
        self._words: list[int] = []

    def word(self) -> int:
        """Next random word, 0 to 2**32 - 1."""
        if not self._words:
            self._words = list(reversed(philox((self._block, *self._tail), self._key)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """Uniform integer from 0 to n - 1, without bias (Lemire: "Fast random integer generation", 2019)."""
        product = self.word() * n
        if product & MASK32 < n:
            unfair = (1 << 32) % n  # so many low products would favour some results
            while product & MASK32 < unfair:
                product = self.word() * n
        return product >> 32

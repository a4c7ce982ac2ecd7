"""Addressed randomness: known answers, fair integers, and no address that meets another."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from sim import rng
from sim.jit import kernel
from sim.kernels import philox as fast
from sim.rng import Stream, philox, stream_key

# Test vectors of Random123, the authors' own library: counter, key, answer.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]

# By seed and purpose; the last three of seed 1 are what `b2sum -l 64` says of
# "yaniv stream 1 seed 1 purpose deal" and so on, read from its last byte on.
KEYS = {
    (0, "deal"): 0x8614BAD55783189D,
    (0, "reshuffle"): 0xC5E43F0203150F13,
    (0, "bot"): 0x8A3EE98C0B919A30,
    (1, "deal"): 0xDB89058D9B03641E,
    (1, "reshuffle"): 0xB2C42483E95C1147,
    (1, "bot"): 0xB115B50840B4542F,
    (2**64 - 1, "deal"): 0x8A3E273F91E566D1,
    (2**64 - 1, "reshuffle"): 0x62E5215B7555AE94,
    (2**64 - 1, "bot"): 0x51D7D1CA05787A6A,
}

TWO_THIRDS = 2**33 // 3
"""Next to this n a third of all words is turned down."""


def words_of(text: str) -> list[int]:
    return [int(word, 16) for word in text.split()]


@kernel
def fast_philox(counter: Any, key: Any, out: Any) -> None:
    """The kernels' Philox for one counter and key, all ``uint64``."""
    out[0], out[1], out[2], out[3] = fast.philox(counter[0], counter[1], counter[2], counter[3], key[0], key[1])


@kernel
def fast_below(stream: Any, address: Any, limits: Any, out: Any) -> None:
    """The kernels' integers below each of the limits from one address; a limit of 0 asks for a plain word."""
    fast.open_stream(stream, address[0], address[1], address[2], address[3], address[4])
    for i in range(limits.size):
        out[i] = fast.next_word(stream) if limits[i] == 0 else fast.below(stream, limits[i])


def fast_numbers(address: tuple[int, ...], limits: list[int]) -> list[int]:
    out = np.zeros(len(limits), np.uint64)
    fast_below(fast.new_stream(), np.array(address, np.uint64), np.array(limits, np.uint64), out)
    return [int(number) for number in out]


def plain_numbers(address: tuple[int, ...], limits: list[int]) -> list[int]:
    stream = Stream(*address)
    return [stream.below(n) if n else stream.word() for n in limits]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox__gives_the_known_answers(counter: str, key: str, answer: str) -> None:
    c0, c1, c2, c3 = words_of(counter)
    k0, k1 = words_of(key)
    assert list(philox((c0, c1, c2, c3), (k0, k1))) == words_of(answer)


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox__gives_the_known_answers_in_the_kernels(counter: str, key: str, answer: str) -> None:
    out = np.zeros(4, np.uint64)
    fast_philox(np.array(words_of(counter), np.uint64), np.array(words_of(key), np.uint64), out)
    assert out.tolist() == words_of(answer)


def test_stream__reads_the_blocks_at_its_address_in_order() -> None:
    """Key low and high; counter: block, round + 65536 * index, deal low, deal high."""
    key, deal = 0x0123456789ABCDEF, 0xFEDCBA9876543210
    stream = Stream(key, deal, round_number=7, index=3, block=9)
    expected: list[int] = []
    for block in (9, 10):
        expected += philox((block, 7 + 3 * 65536, 0x76543210, 0xFEDCBA98), (0x89ABCDEF, 0x01234567))
    assert [stream.word() for _ in range(8)] == expected


@pytest.mark.nojit
@pytest.mark.boundscheck
def test_stream__is_the_same_in_the_kernels() -> None:
    limits = [0, 52, 0, 0, 1, 54, TWO_THIRDS, 0, 2**32, 108, 3, 2**31 + 1, 100]
    for address in [
        (0, 0, 1, 0, 0),
        (stream_key(1, rng.DEAL), 5, 1, 0, 0),
        (2**64 - 1, 2**64 - 1, 60_000, 65_535, 2**32 - 8),
        (stream_key(9, rng.BOT), 2**33 + 1, 17, 7, 60_000 * rng.BLOCKS_PER_TURN + 3 * rng.BLOCKS_PER_QUESTION),
    ]:
        assert fast_numbers(address, limits) == plain_numbers(address, limits)


@pytest.mark.parametrize("n", [1, 2, 3, 52, 54, 108, 2**16 + 1, TWO_THIRDS, TWO_THIRDS + 1, 2**32 - 1, 2**32])
def test_below__is_the_same_in_the_kernels(n: int) -> None:
    address, limits = (stream_key(3, rng.DEAL), n, 2, 1, 0), [n] * 3000
    got = fast_numbers(address, limits)
    assert got == plain_numbers(address, limits)
    assert max(got) < n


def test_below__turns_down_the_words_that_would_favour_some_results() -> None:
    """Of the words w the fair ones have low(w * n) at or above 2**32 mod n; the result is high(w * n)."""
    n = TWO_THIRDS
    words = Stream(stream_key(4, rng.DEAL), 0, 1)
    fair = [word * n >> 32 for word in (words.word() for _ in range(3000)) if word * n % 2**32 >= 2**32 % n]
    assert 1900 < len(fair) < 2100, "a third should have been turned down"
    numbers = Stream(stream_key(4, rng.DEAL), 0, 1)
    assert [numbers.below(n) for _ in fair] == fair


@pytest.mark.parametrize(("n", "bins"), [(2, 2), (6, 6), (54, 54), (100, 100), (TWO_THIRDS, 12), (2**32, 64)])
def test_below__is_uniform(n: int, bins: int) -> None:
    numbers = fast_numbers((stream_key(5, rng.DEAL), 1, 1, 0, 0), [n] * 60_000)
    counts = np.bincount([number * bins // n for number in numbers], minlength=bins)
    assert chisquare(counts).pvalue > 1e-5


def test_first_words__are_uniform_over_neighbouring_deals() -> None:
    """A game reads few words of many addresses, so these must be as good as many words of one."""
    key = stream_key(6, rng.DEAL)
    firsts = [Stream(key, deal, 1).below(54) for deal in range(20_000)]
    assert chisquare(np.bincount(firsts, minlength=54)).pvalue > 1e-5
    pairs = np.bincount([a // 9 * 6 + b // 9 for a, b in zip(firsts, firsts[1:], strict=False)], minlength=36)
    assert chisquare(pairs).pvalue > 1e-5


def test_addresses__next_to_each_other_share_no_words() -> None:
    keys = [stream_key(seed, purpose) for seed in (0, 1, 2) for purpose in (rng.DEAL, rng.RESHUFFLE, rng.BOT)]
    deals, rounds, indices, blocks = (0, 1, 2**32, 2**32 + 1), (1, 2), (0, 1, 2), (0, 1, 256, 1024)
    words = []
    for key, deal, number, index, block in product(keys, deals, rounds, indices, blocks):
        stream = Stream(key, deal, number, index, block)
        words.append(tuple(stream.word() for _ in range(4)))
    assert len(set(words)) == len(words)


def test_questions__have_room_for_their_answers() -> None:
    """The numbers for one question end before those for the next begin, for the longest round there may be."""
    questions = (rng.ASK_CALL, rng.ASK_LAY, rng.ASK_TAKE, rng.ASK_SLAP)
    assert len(set(questions)) == 4
    assert (max(questions) + 1) * rng.BLOCKS_PER_QUESTION <= rng.BLOCKS_PER_TURN
    assert (60_000 + 1) * rng.BLOCKS_PER_TURN < 2**32


@pytest.mark.parametrize(("seed", "purpose"), KEYS)
def test_stream_key__stays_what_it_was(seed: int, purpose: str) -> None:
    """Another key means other games for every seed: then STREAM_VERSION must change, and these numbers with it."""
    assert rng.STREAM_VERSION == 1
    assert stream_key(seed, purpose) == KEYS[seed, purpose]


def test_stream_key__changes_with_the_stream_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = stream_key(1, rng.DEAL)
    monkeypatch.setattr(rng, "STREAM_VERSION", 2)
    assert stream_key(1, rng.DEAL) != before

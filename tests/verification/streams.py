"""Random words at neighbouring addresses have nothing to do with each other, and bounded ones are even."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from scipy.stats import chi2, chisquare

from sim import rng
from sim.bots import parse_entrant
from sim.engine import CellPlayer
from sim.plan import Cell
from sim.rules import named_variants
from tests.verification.checks import HEADS, Check, Section, by_p
from tests.verification.counting import both_tails, even
from tests.verification.dealing import Address, bounded, words

SEED: Final = 51
N_WORDS: Final = 4
FACES: Final = 54
"""Of the first draw from a deck."""

D, R, B = (Address(SEED, purpose) for purpose in (rng.DEAL, rng.RESHUFFLE, rng.BOT))
TURN = rng.BLOCKS_PER_TURN
CALL, LAY, TAKE, SLAP = (TURN + question * rng.BLOCKS_PER_QUESTION for question in range(4))

LAGS: Final = (1, 2, 3, 4, 5, 8, 16, 64, 512, 2**16, 2**32, 2**63)
"""Between deals whose words are compared."""

PAIRS: Final = [
    *((f"rounds {a} and {b}", D._replace(round_number=a), D._replace(round_number=b))
      for a, b in ((1, 2), (2, 3), (1, 3), (1, 256), (1, 60_000))),
    ("deal and reshuffle 1", D, R._replace(index=1)),
    ("deal and reshuffle at one address", D, R),
    ("deal and bot at one address", D, B),
    ("reshuffle and bot at one address", R._replace(index=1), B._replace(index=1)),
    ("reshuffles 1 and 2", R._replace(index=1), R._replace(index=2)),
    ("reshuffle 1 of rounds 1 and 2", R._replace(index=1), R._replace(index=1, round_number=2)),
    *((f"bots at seats {a} and {b}", B._replace(index=a, block=TURN), B._replace(index=b, block=TURN))
      for a, b in ((0, 1), (1, 2), (0, 7))),
    *((f"a bot's turns {a} and {b}", B._replace(block=a * TURN), B._replace(block=b * TURN))
      for a, b in ((1, 2), (1, 3), (1, 1000))),
    ("a bot's call and its lay", B._replace(block=CALL), B._replace(block=LAY)),
    ("a bot's lay and its take", B._replace(block=LAY), B._replace(block=TAKE)),
    ("a bot's take and its slap", B._replace(block=TAKE), B._replace(block=SLAP)),
    ("one block and the next", D, D._replace(block=1)),
    *((f"seeds {a} and {b}", D._replace(seed=a), D._replace(seed=b))
      for a, b in ((0, 1), (1, 2), (51, 52), (1, 2**32 + 1))),
]  # fmt: skip
"""Addresses whose words are compared over many deals."""


def pair(name: str, first: np.ndarray, second: np.ndarray) -> Check:
    """Compare words of two addresses, uint64[n, words], in three ways; the worst p value counts three times.

    The first draws together, all 54 * 54 of them; the correlations of any word of one with any of the other;
    how often each bit agrees.
    """
    n, n_words = first.shape
    draws = (first[:, 0] * FACES >> 32) * FACES + (second[:, 0] * FACES >> 32)
    together = chisquare(np.bincount(draws.astype(np.int64), minlength=FACES**2))
    a, b = (part.astype(float) / 2**32 - 0.5 for part in (first, second))
    correlations = 12 * (a.T @ b) / n  # of uniform numbers: their variance is 1/12
    agreeing = n - np.unpackbits((first ^ second).astype("<u4").view(np.uint8), axis=1).sum(0, dtype=np.int64)
    bits = float(((2 * agreeing - n) ** 2 / n).sum())
    p_values = (
        both_tails(together.statistic, FACES**2 - 1),
        float(chi2.sf(n * (correlations**2).sum(), n_words**2)),
        float(chi2.sf(bits, 32 * n_words)),
    )
    largest = correlations.ravel()[np.abs(correlations).argmax()]
    seen = f"chi-squares {together.statistic:,.0f}, {n * (correlations**2).sum():.0f}, {bits:.0f}"
    return by_p(
        name, f"2,915, {n_words**2}, {32 * n_words}", seen, f"largest r {largest:+.5f}", min(1.0, 3 * min(p_values))
    )


def address_pairs(n: int) -> Iterator[Check]:
    """Compare words of neighbouring deals, and of the addresses in `PAIRS`."""
    deals = np.arange(n, dtype=np.uint64)
    first = words(D, deals, N_WORDS)
    for lag in LAGS:
        yield pair(f"deals d and d + {lag:,}", first, words(D, deals + np.uint64(lag), N_WORDS))
    for name, one, other in PAIRS:
        yield pair(name, words(one, deals, N_WORDS), words(other, deals, N_WORDS))


def within_a_stream(n: int) -> Iterator[Check]:
    """Compare the first words of a stream with each other."""
    found = words(D._replace(round_number=7), np.arange(n, dtype=np.uint64), N_WORDS + 1)
    for i, j in ((0, 1), (1, 2), (2, 3), (3, 4), (0, 2), (1, 3), (0, 3)):
        yield pair(f"words {i} and {j} of a stream", found[:, i : i + 1], found[:, j : j + 1])


def small_limits(n: int) -> Iterator[Check]:
    """Draw below 2 to 112, as many as two decks have with four jokers each."""
    limits = range(2, 113)
    statistics = []
    for limit in limits:
        counts = np.bincount(bounded(SEED, limit * n, n, limit).astype(np.int64), minlength=limit)
        statistics.append((float(chisquare(counts).statistic), limit - 1))
    total, degrees = (sum(column) for column in zip(*statistics, strict=True))
    seen = f"chi-square {total:,.1f}"
    yield by_p(f"below 2 to 112, {n:,} draws each", f"{degrees:,}", seen, f"df {degrees:,}", both_tails(total, degrees))
    p_values = [both_tails(*one) for one in statistics]
    worst = int(np.argmin(p_values))
    p = min(1.0, len(p_values) * p_values[worst])
    seen = f"chi-square {statistics[worst][0]:.1f} below {limits[worst]}"
    yield by_p("the worst of these", f"{statistics[worst][1]}", seen, f"df {statistics[worst][1]}", p)


def large_limits(n: int) -> Iterator[Check]:
    """Draw below numbers so large that an unfair method is unfair by half; and show that."""
    for factor, power in ((3, 30), (5, 29), (7, 29)):
        limit = factor << power
        name = f"below {factor} * 2^{power}, modulo {factor}"
        found = bounded(SEED, 0, n, limit) % np.uint64(factor)
        yield even(name, np.bincount(found.astype(np.int64), minlength=factor))
        unfair = (words(D, np.arange(n, dtype=np.uint64))[:, 0] * np.uint64(limit) >> 32) % np.uint64(factor)
        yield must_fail(even(f"{name}, without rejection", np.bincount(unfair.astype(np.int64), minlength=factor)))


def must_fail(check: Check) -> Check:
    """Turn a check by p value into one that is right when it fails: it shows that the kind of check can."""
    assert check.p is not None
    return Check(check.cells, None, check.p < 1e-6, "fails, as it must")


def games(n: int) -> Iterator[Check]:
    """Compare whole games of neighbouring deals, and of two seeds on the same deals."""
    first, second = (outcomes(seed, n) for seed in (SEED, SEED + 1))
    for name, one, other in zip(("rounds a game", "turns a game"), first[:2], second[:2], strict=True):
        for lag in (1, 2, 3, 4):
            yield correlation(f"{name}: deals d and d + {lag}", one[:-lag], one[lag:])
        yield correlation(f"{name}: seeds {SEED} and {SEED + 1}", one, other)
    winners = first[2].astype(np.int64)
    kinds = winners[:-1] * 4 + winners[1:]
    counts, shares = np.bincount(kinds, minlength=16).reshape(4, 4), np.bincount(winners) / len(winners)
    statistic = float(chisquare(counts.ravel(), np.outer(shares, shares).ravel() * counts.sum()).statistic)
    yield by_p("winner: deals d and d + 1", "9", f"chi-square {statistic:.1f}", "df 9", both_tails(statistic, 9))


def outcomes(seed: int, n: int) -> list[np.ndarray]:
    """Give rounds, turns and the first winner of games of four ``greedy`` bots."""
    cell = Cell(named_variants()["standard"], 4, (parse_entrant("greedy"),) * 4)
    played = CellPlayer(cell, seed).play(0, n, np.zeros(1, np.uint8))
    parts = [[rows.games[name].astype(float) for name in ("rounds", "turns", "winner")] for rows in played]
    return [np.concatenate(column) for column in zip(*parts, strict=True)]


def correlation(name: str, first: np.ndarray, second: np.ndarray) -> Check:
    """Compare a correlation with none."""
    r, n = float(np.corrcoef(first, second)[0, 1]), len(first)
    z = r * n**0.5
    return by_p(name, "0", f"{r:+.5f}", f"z = {z:+.2f}, {n:,} games", float(chi2.sf(z * z, 1)))


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of streams."""
    n = 50_000 if quick else 1_000_000
    yield from address_pairs(n)
    yield from within_a_stream(n)
    yield from small_limits(n // 5)
    yield from large_limits(n)
    yield from games(5_000 if quick else 200_000)


SECTION: Final = Section("streams", f"Random words and whole games (seeds {SEED}, {SEED + 1})", HEADS, checks)

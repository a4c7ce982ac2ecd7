"""Shares of variance against planted effects and a decomposition by hand."""

import numpy as np
import pytest

from pipelines.stats.estimate import FEW_BATCHES
from pipelines.stats.variance_shares import SOURCES, TableSums, variance_shares


def table(entrant, seat, cards, rest, random, deals, per_batch=1, repeats=1):
    """Play a table of n, each deal in every rotation `repeats` times; effects are multiplied by 1,000."""
    n = len(entrant)
    by_cards = cards * random.standard_normal((deals, n))
    y = np.zeros((deals, n, n * repeats), np.int64)  # deal, seat, game
    who = np.zeros((n, n * repeats), int)
    for game in range(n * repeats):
        who[:, game] = (np.arange(n) - game) % n
    for s in range(n):
        noise = rest * random.standard_normal((deals, n * repeats))
        y[:, s] = np.rint(1000 * (np.array(entrant)[who[s]] + seat[s] + by_cards[:, [s]] + noise))
    batches = deals // per_batch
    cut = y.reshape(batches, per_batch, n, n * repeats)
    by_entrant = np.stack([(cut * (who == e)).sum(axis=(1, 2, 3)) for e in range(n)])
    return y, TableSums(
        n * repeats,
        np.ones(n, np.int64),
        np.full(batches, per_batch),
        (cut**2).sum(axis=(1, 2, 3)),
        by_entrant,
        cut.sum(axis=(1, 3)).T,
        (cut.sum(axis=3) ** 2).sum(axis=(1, 2)),
    )


def test_variance_shares__planted():
    random = np.random.default_rng(1)
    entrant, seat = (0.5, 0.1, -0.6), (0.3, 0.0, -0.3)
    _, sums = table(entrant, seat, 0.6, 1.0, random, 4_000, per_batch=8)
    got = variance_shares([sums])
    parts = {"entrant": np.var(entrant), "seat": np.var(seat), "deal": 0.36, "rest": 1.0}
    for source in SOURCES:
        expected = parts[source] / sum(parts.values())
        assert got[source].low < expected < got[source].high
        assert got[source].high - got[source].low < 0.03
    assert sum(estimate.value for estimate in got.values()) == pytest.approx(1)


def test_variance_shares__nothing_but_noise_is_all_rest():
    _, sums = table((0, 0, 0), (0, 0, 0), 0.0, 1.0, np.random.default_rng(2), 3_000, per_batch=8)
    got = variance_shares([sums])
    for source in ("entrant", "seat", "deal"):
        assert abs(got[source].value) < 0.02
        assert got[source].low < 0 < got[source].high


def test_variance_shares__are_those_of_the_analysis_of_variance_by_hand():
    """Sums of squares from the residuals of each step, not from sums of squares of sums."""
    y, sums = table((0.4, -0.4), (0.2, -0.2), 0.5, 1.0, np.random.default_rng(3), 100)
    y = y / 1.0
    deals, n, games = y.shape
    who = (np.arange(n)[:, None] - np.arange(games)) % n
    grand = y.mean()
    entrant = np.array([y[:, who == e].mean() for e in range(n)])
    seat = y.mean(axis=(0, 2))
    cell = y.mean(axis=2)
    residual = y - entrant[who] - cell[:, :, None] + grand
    rest = (residual**2).sum() / (y.size - 1 - (n - 1) - (n - 1) - (deals - 1) * n)
    deal = games * ((cell - seat) ** 2).sum() / ((deals - 1) * n)
    expected = np.array([
        np.mean((entrant - grand) ** 2) - (n - 1) * rest / y.size,
        np.mean((seat - grand) ** 2) - (n - 1) * deal / y.size,
        (deal - rest) / games,
        rest,
    ])  # fmt: skip
    got = variance_shares([sums])
    assert [got[source].value for source in SOURCES] == pytest.approx(expected / expected.sum(), rel=1e-9)


def test_variance_shares__few_batches_have_no_interval_and_nothing_has_no_share():
    _, sums = table((0.4, -0.4), (0, 0), 0.5, 1.0, np.random.default_rng(4), 20)
    assert {estimate.method for estimate in variance_shares([sums]).values()} == {FEW_BATCHES}
    _, flat = table((0, 0), (0, 0), 0.0, 0.0, np.random.default_rng(4), 80)
    assert variance_shares([flat]) == {}

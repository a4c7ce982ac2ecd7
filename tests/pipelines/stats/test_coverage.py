"""Intervals of 95 % hold the truth 95 times in 100, on games of 9 to 20 rounds that depend on each other.

The short form: 2,000 replicates, whose share lies within .9335 to .9655 in 999 of 1,000 cases when the
procedure is right. Seeds are fixed, so the tests do not flicker.
"""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from pipelines.stats.clustered import mean, rate, spread
from pipelines.stats.intervals import normal_quantile
from pipelines.stats.paired import paired_difference
from pipelines.stats.quantiles import woodruff

REPLICATES = 2_000
BAND = (0.9335, 0.9655)
N_BATCHES, GAMES = 100, 8  # games a batch


def games(seed, mean_rate=0.2, correlation=0.1):
    """Draw rounds and events a game, shape (REPLICATES, N_BATCHES, GAMES), each game with a rate of its own."""
    generator = np.random.default_rng(seed)
    shape = (REPLICATES, N_BATCHES, GAMES)
    strength = (1 - correlation) / correlation
    rates = generator.beta(mean_rate * strength, (1 - mean_rate) * strength, shape)
    rounds = generator.integers(9, 21, shape)
    return rounds, generator.binomial(rounds, rates)


def coverage(estimates, truth):
    return np.mean([e.low <= truth <= e.high for e in estimates])


def test_rate__covers():
    rounds, events = games(11)
    got = [rate(a, c) for a, c in zip(events.sum(2), rounds.sum(2), strict=True)]
    assert {e.method for e in got} == {"batch t"}
    assert BAND[0] <= coverage(got, 0.2) <= BAND[1]


def test_rate__taking_rounds_as_independent_does_not_cover():
    # the reason for batches: this is what a naive interval would do
    rounds, events = games(11)
    n, k = rounds.sum((1, 2)), events.sum((1, 2))
    half = normal_quantile() * np.sqrt(k / n * (1 - k / n) / n)
    assert np.mean(abs(k / n - 0.2) <= half) < 0.9


def test_rate__rare_events_reach_the_lower_bound():
    rounds, events = games(12, mean_rate=0.002, correlation=0.02)
    got = [rate(a, c) for a, c in zip(events.sum(2), rounds.sum(2), strict=True)]
    assert {e.method for e in got} == {"wilson"}
    assert coverage(got, 0.002) >= BAND[0]


def test_mean_and_spread__cover():
    generator = np.random.default_rng(13)
    level = generator.gamma(9, 1, (REPLICATES, N_BATCHES, GAMES, 1))
    turns = generator.poisson(np.broadcast_to(level, (REPLICATES, N_BATCHES, GAMES, 9)))
    turns = turns.reshape(REPLICATES, N_BATCHES, -1)
    counts = np.full(N_BATCHES, GAMES * 9)
    means = [mean(t.sum(1), counts) for t in turns]
    assert BAND[0] <= coverage(means, 9.0) <= BAND[1]
    # a Poisson number about a gamma level: variance 9 + 9
    spreads = [spread((t**2).sum(1), t.sum(1), counts) for t in turns]
    assert BAND[0] <= coverage(spreads, sqrt(18)) <= BAND[1]


@pytest.mark.parametrize("share", [Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)])
def test_woodruff__covers_at_least(share):
    # geometric lengths, cut at 60, each batch with a rate of its own; more than 95 % since whole numbers
    # are coarse
    def draw(seed, shape):
        generator = np.random.default_rng(seed)
        rates = generator.uniform(0.08, 0.16, (*shape, 1))
        return np.minimum(generator.geometric(np.broadcast_to(rates, (*shape, 20))), 60)

    four_million = np.sort(draw(15, (200_000,)).ravel())
    truth = four_million[int(len(four_million) * share)]
    got = []
    for lengths in draw(14, (REPLICATES, N_BATCHES)):
        counts = np.zeros((60, N_BATCHES), int)
        np.add.at(counts, (lengths - 1, np.arange(N_BATCHES)[:, None]), 1)
        got.append(woodruff(np.arange(1, 61), counts, share))
    assert coverage(got, truth) >= BAND[0]


def test_paired_difference__rejects_an_equal_pair_as_often_as_it_says():
    # an A/A comparison: two independent seeds of the same thing, 5 % rejected (.0345 to .0665)
    (rounds1, events1), (rounds2, events2) = games(16), games(17)
    rejected = 0
    for a1, c1, a2, c2 in zip(events1.sum(2), rounds1.sum(2), events2.sum(2), rounds2.sum(2), strict=True):
        d = paired_difference((a1, c1), (a2, c2)).difference
        rejected += not d.low <= 0 <= d.high
    assert 0.0345 <= rejected / REPLICATES <= 0.0665

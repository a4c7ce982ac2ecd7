"""Confidence sequences by betting: against products by hand, and wrong no more often than they say."""

from math import inf, log

import numpy as np
import pytest
from scipy.stats import norm

from pipelines.stats.betting import (
    ALIKE,
    ALPHA,
    BETTER,
    FRACTIONS,
    WORSE,
    Scores,
    decisions,
    interval,
    log_wealth_above,
    log_wealth_below,
)
from sim.tournaments.comparison import look_deals


def scores_of(values, low=-0.5, high=0.5):
    kinds, counts = np.unique(values, return_counts=True)
    return Scores(kinds, counts, low, high)


def test_wealth__is_the_mean_over_bets_of_the_products_one_score_after_another():
    values = np.random.default_rng(1).choice([-0.5, -0.1, 0.0, 0.3, 0.5], 40)
    for mean in (-0.2, 0.0, 0.1):
        bets = FRACTIONS / (mean + 0.5)
        expected = np.prod(1 + bets[:, None] * (values - mean), axis=1).mean()
        assert log_wealth_above(scores_of(values), mean) == pytest.approx(log(expected), rel=1e-9)
        bets = FRACTIONS / (0.5 - mean)
        expected = np.prod(1 - bets[:, None] * (values - mean), axis=1).mean()
        assert log_wealth_below(scores_of(values), mean) == pytest.approx(log(expected), rel=1e-9)


def test_wealth__is_fair_if_the_mean_is_right():
    """One score of every kind, weighted with its chance: the expected factor of each bet is 1."""
    values, chances = np.array([-0.5, 0.1, 0.5]), np.array([0.3, 0.5, 0.2])
    mean = float(values @ chances)
    for wealth in (log_wealth_above, log_wealth_below):
        found = [np.exp(wealth(Scores(np.array([v]), np.array([1]), -0.5, 0.5), mean)) for v in values]
        assert chances @ found == pytest.approx(1, rel=1e-12)


def test_wealth__at_the_ends():
    scores = scores_of([0.1, -0.5])
    assert log_wealth_above(scores, -0.5) == inf
    assert log_wealth_above(scores_of([-0.5, -0.5]), -0.5) == 0
    assert log_wealth_below(scores, 0.5) == inf


def test_interval__ends_are_where_the_wealth_reaches_its_limit():
    scores = scores_of(np.random.default_rng(2).choice([-0.5, 0.0, 0.5], 3_000, p=[0.2, 0.5, 0.3]))
    low, high = interval(scores)
    assert low < scores.mean < high
    assert log_wealth_above(scores, low) == pytest.approx(log(2 / ALPHA), abs=1e-3)
    assert log_wealth_below(scores, high) == pytest.approx(log(2 / ALPHA), abs=1e-3)


def test_interval__is_not_much_wider_than_one_look_would_need():
    """Twice the normal interval of one look is what looking for ever costs, over a factor of 1,000 in deals."""
    random = np.random.default_rng(3)
    for n in (1_000, 30_000, 1_000_000):
        scores = Scores(np.array([-0.5, 0.0, 0.5]), random.multinomial(n, [0.2, 0.58, 0.22]), -0.5, 0.5)
        low, high = interval(scores)
        spread = np.sqrt(scores.counts @ scores.values**2 / n - scores.mean**2)
        assert (high - low) / 2 < 2 * norm.ppf(0.975) * spread / np.sqrt(n)


def test_interval__scores_that_never_vary():
    low, high = interval(scores_of(np.zeros(512)))
    assert -0.01 < low < 0 < high < 0.01
    assert interval(scores_of([0.5] * 400))[1] == 0.5
    assert interval(scores_of([-0.5] * 400))[0] == -0.5


def test_interval__few_scores_say_little():
    low, high = interval(scores_of([0.5, 0.0]))
    assert low < -0.4
    assert high == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("chances", "by", "expected"), [
    ([0.1, 0.6, 0.3], 0.01, BETTER), ([0.3, 0.6, 0.1], 0.01, WORSE), ([0.01, 0.98, 0.01], 0.02, ALIKE),
    ([0.2, 0.6, 0.2], 0.001, ""),
])  # fmt: skip
def test_decisions__are_those_of_the_interval(chances, by, expected):
    counts = np.rint(5_000 * np.array(chances)).astype(int)
    scores = Scores(np.array([-0.5, 0.0, 0.5]), counts, -0.5, 0.5)
    low, high = interval(scores)
    told = BETTER if low > 0 else WORSE if high < 0 else ALIKE if -by < low and high < by else ""
    assert str(decisions(scores, by)) == told == expected


def test_decisions__without_a_margin_never_call_two_alike():
    scores = Scores(np.array([-0.5, 0.0, 0.5]), np.array([[5, 10**9, 5], [0, 10**9, 0]]), -0.5, 0.5)
    assert decisions(scores, 0.0).tolist() == ["", ""]


def test_interval__holds_at_every_look_in_95_of_100_experiments():
    """Looked at after every fifth of deals more, 1,000 skewed experiments: any look that fails is a failure."""
    random, n = np.random.default_rng(4), 1_000
    values, chances = np.array([-0.25, 0.0, 0.75]), np.array([0.6, 0.2, 0.2])
    counts, before = np.zeros((n, 3), int), 0
    failed = np.zeros(n, bool)
    for look in look_deals(16, 2**15):
        counts += random.multinomial(look - before, chances, size=n)
        before = look
        scores = Scores(values, counts, -0.25, 0.75)
        failed |= (log_wealth_above(scores, 0.0) > log(2 / ALPHA)) | (log_wealth_below(scores, 0.0) > log(2 / ALPHA))
    assert failed.mean() <= ALPHA
    assert failed.any()  # the limit is not out of reach

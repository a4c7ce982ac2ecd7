import numpy as np
import pytest

from pipelines.stats.clustered import ratio
from pipelines.stats.paired import paired_difference


def test_paired_difference__equal_chances_is_the_paired_t_test():
    from scipy.stats import ttest_rel

    generator = np.random.default_rng(5)
    first = generator.integers(20, 60, 100)
    second = first + generator.integers(-3, 5, 100)
    chances = np.full(100, 100)
    got = paired_difference((first, chances), (second, chances))
    expected = ttest_rel(second / 100, first / 100).confidence_interval(0.95)
    assert got.difference.value == pytest.approx((second - first).mean() / 100)
    assert (got.difference.low, got.difference.high) == pytest.approx((expected.low, expected.high), rel=1e-10)
    assert not got.identical


def test_paired_difference__pairing_saves_what_the_covariance_says():
    generator = np.random.default_rng(6)
    first = generator.integers(20, 60, 400)
    second = generator.integers(20, 60, 400) + first
    chances = np.full(400, 100)
    a, b = first / 100, second / 100
    expected = np.var(b - a) / (np.var(a) + np.var(b))
    got = paired_difference((first, chances), (second, chances))
    assert got.variance_ratio == pytest.approx(expected, rel=1e-10)
    apart = ratio(first, chances).variance + ratio(second, chances).variance
    assert got.difference.variance == pytest.approx(expected * apart, rel=1e-10)


def test_paired_difference__identical_play_is_no_test():
    sums = (np.arange(100), np.full(100, 200))
    got = paired_difference(sums, sums, same_play=True)
    assert got.identical
    assert (got.difference.value, got.difference.low, got.difference.high) == (0.0, 0.0, 0.0)
    assert got.variance_ratio is None


@pytest.mark.parametrize("of_rates", [False, True])
def test_paired_difference__equal_sums_alone_are_not_identical_play(of_rates):
    """No stopped round here nor there, one round a game here and there: nothing that varied."""
    for sums in ((np.zeros(100, int), np.full(100, 200)), (np.full(100, 200), np.full(100, 200))):
        got = paired_difference(sums, sums, of_rates=of_rates)
        assert not got.identical
        assert (got.difference.value, got.difference.low, got.difference.method) == (0.0, None, "too few")


def test_paired_difference__the_same_play_may_be_allowed_otherwise():
    first, second = (np.arange(100), np.full(100, 200)), (np.arange(100) + 1, np.full(100, 200))
    assert not paired_difference(first, second, same_play=True).identical


def test_paired_difference__too_few_batches():
    got = paired_difference((np.arange(10), np.full(10, 20)), (np.arange(10) + 1, np.full(10, 20)))
    assert got.difference.value == pytest.approx(0.05)
    assert (got.difference.low, got.difference.method) == (None, "too few batches")


def test_paired_difference__other_batches_are_refused():
    with pytest.raises(ValueError, match="same batches"):
        paired_difference((np.arange(10), np.arange(10)), (np.arange(9), np.arange(9)))


def test_paired_difference__of_rare_rates_has_no_interval():
    chances = np.full(100, 1000)
    few = np.zeros(100, int)
    few[:50] = 1
    many = np.full(100, 30)
    got = paired_difference((few, chances), (many, chances), of_rates=True)
    assert got.difference.value == pytest.approx(0.03 - 0.0005)
    assert (got.difference.low, got.difference.method) == (None, "too few")
    assert paired_difference((few, chances), (many, chances)).difference.low is not None


@pytest.mark.parametrize("empty", [0, 1])
def test_paired_difference__of_something_and_nothing_is_none(empty):
    sums = [(np.arange(100), np.full(100, 200))] * 2
    sums[empty] = (np.zeros(100, int), np.zeros(100, int))
    got = paired_difference(*sums)
    assert (got.difference.value, got.difference.method, got.identical) == (None, "no data", False)

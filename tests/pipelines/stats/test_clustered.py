from math import sqrt

import numpy as np
import pytest
import statsmodels.api as sm

from pipelines.stats.clustered import mean, rate, ratio, spread
from pipelines.stats.intervals import t_quantile


def batches(seed=3, n_batches=80):
    generator = np.random.default_rng(seed)
    sizes = generator.integers(5, 40, n_batches)
    level = generator.normal(10, 2, n_batches)
    values = [generator.poisson(max(level[b], 0.1), size) for b, size in enumerate(sizes)]
    return sizes, values


def test_ratio__by_hand():
    # A = 1 2 3, C = 2 2 4: r = 3/4, residuals -1/2 1/2 0, variance 3/2 * 1/2 / 64
    r = ratio(np.array([1, 2, 3]), np.array([2, 2, 4]))
    assert r.value == 0.75
    assert r.variance == pytest.approx(1.5 * 0.5 / 64, rel=1e-15)


def test_ratio__batches_without_chances_count_as_batches():
    r = ratio(np.array([1, 2, 3, 0]), np.array([2, 2, 4, 0]))
    assert r.variance == pytest.approx(4 / 3 * 0.5 / 64, rel=1e-15)


def test_ratio__scale_divides_out():
    plain = ratio(np.array([1, 2, 3]), np.array([2, 2, 4]))
    scaled = ratio(np.array([840, 1680, 2520]), np.array([2, 2, 4]), scale=840)
    assert (scaled.value, scaled.variance) == pytest.approx((plain.value, plain.variance), rel=1e-15)


def test_ratio__sums_beyond_64_bits_stay_exact():
    # shift every value by a large constant: the variance must not change at all
    a, c = np.array([1, 2, 3, 4]), np.array([5, 5, 5, 5])
    shift = 10**15
    assert ratio(a + 5 * shift, c).variance == ratio(a, c).variance


def test_mean__as_cluster_robust_regression():
    sizes, values = batches()
    flat, groups = np.concatenate(values), np.repeat(np.arange(len(sizes)), sizes)
    fit = sm.OLS(flat, np.ones(len(flat))).fit(cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    g = len(sizes)
    expected = fit.cov_params()[0, 0] * g / (g - 1)
    got = mean(np.array([v.sum() for v in values]), sizes)
    assert got.value == pytest.approx(flat.mean(), rel=1e-12)
    assert got.variance == pytest.approx(expected, rel=1e-10)
    assert got.high - got.value == pytest.approx(t_quantile(g - 1) * sqrt(expected), rel=1e-10)
    assert (got.method, got.n) == ("batch t", len(flat))


@pytest.mark.parametrize("events", [[3, 7], [-1, 3]])
def test_rate__of_more_than_all_is_refused(events):
    with pytest.raises(ValueError, match="more than all"):
        rate(np.array(events), np.array([5, 6]))


def test_rate__counts_shared_events_in_parts():
    events, chances = np.full(64, 420 * 3), np.full(64, 6)
    got = rate(events, chances, scale=840)
    assert (got.value, got.n, got.events) == (0.25, 384, 64 * 1260)
    assert got.method == "wilson"  # 96 events


def test_rate__nothing_counted():
    got = rate(np.zeros(64, int), np.zeros(64, int))
    assert (got.value, got.low, got.high, got.n, got.method) == (None, None, None, 0, "no data")


def test_rate__too_few_batches_has_no_interval():
    got = rate(np.full(63, 50), np.full(63, 100))
    assert (got.value, got.low, got.high, got.method) == (0.5, None, None, "too few batches")


def test_rate__one_batch():
    got = rate(np.array([1]), np.array([3]))
    assert (got.value, got.method) == (1 / 3, "too few batches")


def test_mean__too_few_batches_has_no_interval():
    got = mean(np.full(63, 100), np.full(63, 50))
    assert (got.value, got.low, got.high, got.method) == (2.0, None, None, "too few batches")
    assert mean(np.arange(64), np.full(64, 50)).method == "batch t"


def test_mean__of_few_has_no_interval():
    counts = np.zeros(100, int)
    counts[:20] = 10
    got = mean(counts * 3, counts)
    assert (got.value, got.low, got.method) == (3.0, None, "too few")


def test_spread__value_and_error_as_the_jackknife():
    sizes, values = batches(n_batches=200)
    sums = np.array([[int((v**p).sum()) for v in values] for p in (2, 1)])
    got = spread(sums[0], sums[1], sizes)
    flat = np.concatenate(values)
    assert got.value == pytest.approx(flat.std(), rel=1e-12)
    left_out = [np.concatenate(values[:b] + values[b + 1 :]).var() for b in range(len(values))]
    jackknife = np.var(left_out) * (len(values) - 1)
    assert (got.method, got.variance) == ("jackknife", pytest.approx(jackknife / 4 / flat.var(), rel=1e-9))


def test_spread__interval_solves_the_equation_of_hall():
    sizes, values = batches(n_batches=100)
    values[0] = values[0] * 5  # a batch of long rounds: skewed
    sums = np.array([[int((v**p).sum()) for v in values] for p in (2, 1)])
    got = spread(sums[0], sums[1], sizes)
    flat = np.concatenate(values)
    left_out = np.array([np.concatenate(values[:b] + values[b + 1 :]).var() for b in range(len(values))])
    error = np.sqrt(np.var(left_out) * 99)
    a = -np.mean((left_out - left_out.mean()) ** 3) / np.var(left_out) ** 1.5 / 10
    assert a > 0.5
    for end, x in ((got.low, t_quantile(99)), (got.high, -t_quantile(99))):
        t = (flat.var() - end**2) / error
        assert t + a * t**2 / 3 + a**2 * t**3 / 27 + a / 6 == pytest.approx(x, rel=1e-6)


def test_spread__interval_without_skewness_is_the_plain_one():
    # batches of two values 10 apart about 0, and as many without: changes of the variance are symmetric
    counts = np.full(64, 20)
    got = spread(np.array([20 * 4, 20 * 16] * 32), np.zeros(64, int), counts)
    assert got.value == pytest.approx(sqrt(10))
    half = got.high**2 - 10
    assert got.low**2 == pytest.approx(10 - half, rel=1e-3)
    assert half == pytest.approx(t_quantile(63) * 6 / sqrt(63), rel=0.02)


def test_spread__in_parts_of_a_whole_is_so_much_smaller():
    sizes, values = batches()
    sums = np.array([[int((v**p).sum()) for v in values] for p in (2, 1)])
    whole, parts = spread(sums[0], sums[1], sizes), spread(sums[0] * 840**2, sums[1] * 840, sizes, scale=840)
    assert parts[:3] == pytest.approx(whole[:3], rel=1e-12)


def test_spread__seen_in_one_batch_only_has_a_wide_interval():
    squares, totals, counts = np.full(64, 90), np.full(64, 30), np.full(64, 10)
    squares[0], totals[0] = 190, 40
    got = spread(squares, totals, counts)
    assert 0 <= got.low < got.value < got.high


def test_spread__of_a_constant():
    got = spread(np.full(64, 90), np.full(64, 30), np.full(64, 10))
    assert (got.value, got.low) == (0.0, None)


def test_rate__repeats_widen_what_batches_cannot_show():
    # nothing seen in 1,000 rounds that are 250 deals played four times: as good as nothing in 250
    once = rate(np.zeros(100, int), np.array([3, 2] * 50))
    four_times = rate(np.zeros(100, int), np.array([12, 8] * 50), repeats=4)
    assert four_times.high == pytest.approx(once.high)


def test_mean__of_nothing_but_zeros_has_no_interval():
    got = mean(np.zeros(100, int), np.full(100, 50))
    assert (got.value, got.low, got.method) == (0.0, None, "too few")

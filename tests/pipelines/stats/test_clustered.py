from math import sqrt

import numpy as np
import pytest
import statsmodels.api as sm

from pipelines.stats.clustered import mean, rate, ratio, spread
from pipelines.stats.intervals import t_quantile, wilson


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


def test_mean__of_few_has_no_interval():
    counts = np.zeros(100, int)
    counts[:20] = 10
    got = mean(counts * 3, counts)
    assert (got.value, got.low, got.method) == (3.0, None, "too few")


def test_spread__value_and_standard_error_as_the_jackknife():
    sizes, values = batches(n_batches=200)
    sums = np.array([[int((v**p).sum()) for v in values] for p in (2, 1)])
    got = spread(sums[0], sums[1], sizes)
    flat = np.concatenate(values)
    assert got.value == pytest.approx(flat.std(), rel=1e-12)
    left_out = [np.concatenate(values[:b] + values[b + 1 :]).std() for b in range(len(values))]
    jackknife = np.var(left_out) * (len(values) - 1)
    assert got.variance == pytest.approx(jackknife, rel=0.03)


def test_spread__of_a_constant():
    got = spread(np.full(64, 90), np.full(64, 30), np.full(64, 10))
    assert (got.value, got.low) == (0.0, None)


def test_rate__repeats_widen_what_batches_cannot_show():
    # nothing seen in 1,000 rounds that are 250 deals played four times: as good as 250 rounds
    chances = np.full(100, 10)
    got = rate(np.zeros(100, int), chances, repeats=4)
    assert got.high == pytest.approx(wilson(0, 250)[1])


def test_mean__of_nothing_but_zeros_has_no_interval():
    got = mean(np.zeros(100, int), np.full(100, 50))
    assert (got.value, got.low, got.method) == (0.0, None, "too few")

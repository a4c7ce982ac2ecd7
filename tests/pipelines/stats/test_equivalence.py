import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from pipelines.stats.equivalence import NOT_DECIDED, OUTSIDE, WITHIN, fairness, more_for_gate, more_needed, verdict
from pipelines.stats.estimate import Estimate


def deviation(value, error, n_batches=400, n=1000):
    return Estimate(value, None, None, n, "batch t", None, error**2, n_batches)


def judge(deviations, margin=0.02):
    got = fairness(deviations, margin)
    return verdict(got.p_within, got.p_outside)


def test_fairness__one_seat_as_statsmodels():
    sample = np.random.default_rng(1).normal(0.004, 0.1, 400)
    expected, _, _ = DescrStatsW(sample).ttost_mean(-0.02, 0.02)
    got = fairness([deviation(sample.mean(), sample.std(ddof=1) / 20)], 0.02)
    assert got.p_within == pytest.approx(expected, rel=1e-9)


def test_fairness__every_seat_must_be_within():
    good, bad = deviation(0.0, 0.002), deviation(0.019, 0.002)
    assert judge([good, good]) == WITHIN
    assert judge([good, bad]) == NOT_DECIDED
    assert fairness([good, bad], 0.02).p_within == fairness([bad], 0.02).p_within


def test_fairness__outside_needs_an_interval_beyond_the_margin():
    assert judge([deviation(0.03, 0.002), deviation(-0.03, 0.002)]) == OUTSIDE
    assert judge([deviation(-0.03, 0.008)]) == NOT_DECIDED


def test_fairness__outside_is_corrected_for_the_number_of_seats():
    one = fairness([deviation(0.026, 0.0029)], 0.02)
    four = fairness([deviation(0.026, 0.0029)] + [deviation(0.0, 0.0029)] * 3, 0.02)
    assert four.p_outside == pytest.approx(4 * one.p_outside)
    assert (verdict(1, one.p_outside), verdict(1, four.p_outside)) == (OUTSIDE, NOT_DECIDED)


def test_fairness__largest_deviation_has_a_simultaneous_interval():
    from scipy.stats import t

    got = fairness([deviation(0.01, 0.002), deviation(-0.015, 0.002)], 0.02)
    half = t.ppf(1 - 0.05 / 4, 399) * 0.002
    assert got.worst == 1
    assert (got.largest.low, got.largest.value, got.largest.high) == pytest.approx((0.015 - half, 0.015, 0.015 + half))


def test_fairness__without_any_variance():
    assert judge([deviation(0.0, 0.0)]) == WITHIN
    assert judge([deviation(1.0, 0.0), deviation(-1.0, 0.0)]) == OUTSIDE


def test_more_needed__is_just_enough():
    seats = [deviation(0.01, 0.008), deviation(-0.004, 0.008)]
    assert judge(seats) == NOT_DECIDED
    more = more_needed(seats, 1000, 0.02)
    shrink = lambda factor: [deviation(d.value, 0.008 / np.sqrt(factor)) for d in seats]  # noqa: E731
    assert judge(shrink((1000 + more) / 1000)) == WITHIN
    assert judge(shrink((1000 + more - 2) / 1000)) == NOT_DECIDED


def test_more_needed__towards_outside():
    seats = [deviation(0.03, 0.008), deviation(-0.03, 0.008)]
    more = more_needed(seats, 1000, 0.02)
    shrunk = [deviation(d.value, 0.008 / np.sqrt((1000 + more) / 1000)) for d in seats]
    assert judge(shrunk) == OUTSIDE


def test_more_needed__on_the_margin_nothing_decides():
    assert more_needed([deviation(0.02, 0.008)], 1000, 0.02) is None


@pytest.mark.parametrize(("events", "trials", "limit"), [(0, 4_000, 1e-4), (3, 50_000, 1e-4), (14, 90_000, 1e-4)])
def test_more_for_gate__so_many_more_decide_and_one_less_does_not(events, trials, limit):
    """By the interval of statsmodels: none of n is below 1 in 10,000 from 36,888 on, for 0.9999^36888 is .025."""
    more = more_for_gate(events, trials, trials, limit)
    assert events or trials + more == 36_888
    for n, decided in ((trials + more, True), (trials + more - 2, False)):
        low, high = proportion_confint(events / trials * n, n, alpha=0.05, method="beta")
        assert (high <= limit or low > limit) == decided


def test_more_for_gate__a_rate_at_the_limit_is_never_decided():
    assert more_for_gate(5, 50_000, 50_000, 1e-4) is None
    assert more_for_gate(0, 0, 0, 1e-4) is None

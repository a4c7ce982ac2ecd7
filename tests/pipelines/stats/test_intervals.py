import pytest
from scipy.stats import binomtest, norm, t

from pipelines.stats.intervals import (
    clopper_pearson,
    design_effect,
    effective_trials,
    normal_quantile,
    rate_interval,
    t_quantile,
    wilson,
)

CASES = [(0, 12), (1, 12), (12, 12), (7, 4000), (230, 1000), (999, 1000)]


def test_quantiles__as_scipy():
    assert t_quantile(63) == pytest.approx(t.ppf(0.975, 63), rel=1e-12)
    assert normal_quantile(0.9) == pytest.approx(norm.ppf(0.95), rel=1e-12)


@pytest.mark.parametrize(("events", "n"), CASES)
def test_wilson__as_scipy(events, n):
    expected = binomtest(events, n).proportion_ci(method="wilson")
    assert wilson(events / n, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson__ends_are_exact_and_not_up_to_rounding():
    assert {wilson(1.0, n)[1] for n in range(1, 400)} == {1.0}
    assert {wilson(0.0, n)[0] for n in range(1, 400)} == {0.0}


@pytest.mark.parametrize(("events", "n"), CASES)
def test_clopper_pearson__as_scipy(events, n):
    expected = binomtest(events, n).proportion_ci(method="exact")
    assert clopper_pearson(events, n) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_wilson__by_hand():
    # 1 of 10 at z = 1.959964: centre (.1 + .19207) / 1.38415, half-width sqrt(.009 + .0096036) * 1.959964 /
    # 1.38415
    assert wilson(0.1, 10) == pytest.approx((0.0178762, 0.4041500), abs=1e-6)


def test_design_effect__doubled_variance():
    assert design_effect(2 * 0.25 / 400, 0.5, 400) == pytest.approx(2)
    assert design_effect(0.0, 0.0, 400) == 1.0


def test_rate_interval__batch_t_with_enough_of_both():
    low, high, method = rate_interval(100, 400, 0.0004, 100)
    assert method == "batch t"
    assert (low, high) == pytest.approx((0.25 - t_quantile(99) * 0.02, 0.25 + t_quantile(99) * 0.02))


def student(trials, degrees):
    """Independent trials that tell as much when a variance is estimated with so many degrees of freedom."""
    return trials * (norm.ppf(0.975) / t.ppf(0.975, degrees)) ** 2


def test_effective_trials__loses_to_the_design_effect_and_to_its_own_uncertainty():
    # 50 events of a design effect of 4 are as good as 12 clusters: 11 degrees of freedom
    assert effective_trials(50, 500, 4 * 0.1 * 0.9 / 500, 100) == pytest.approx(student(125, 11))


def test_effective_trials__has_no_more_degrees_than_batches():
    assert effective_trials(90, 500, 0.0, 64) == pytest.approx(student(500, 63))


def test_effective_trials__of_a_handful_of_events_has_nine_degrees():
    assert effective_trials(1, 500, 0.0, 64, repeats=4) == pytest.approx(student(125, 9))


def test_rate_interval__wilson_on_effective_trials():
    low, high, method = rate_interval(50, 500, 4 * 0.1 * 0.9 / 500, 100)
    assert method == "wilson"
    assert (low, high) == pytest.approx(wilson(0.1, student(125, 11)))


def test_rate_interval__a_lucky_variance_never_narrows_wilson():
    assert rate_interval(50, 500, 1e-9, 100)[:2] == pytest.approx(wilson(0.1, student(500, 49)))


def test_rate_interval__few_non_events_are_as_bad_as_few_events():
    assert rate_interval(450, 500, 1e-4, 100)[2] == "wilson"


def test_rate_interval__no_event_still_has_an_upper_end():
    low, high, method = rate_interval(0, 1000, 0.0, 100)
    assert (low, method) == (0.0, "wilson")
    assert high == pytest.approx(wilson(0, student(1000, 9))[1])


def test_rate_interval__too_few_batches():
    assert rate_interval(500, 1000, 1e-4, 63) is None

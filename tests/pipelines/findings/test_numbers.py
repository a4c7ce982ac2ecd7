import pytest

from pipelines.findings.numbers import (
    edge,
    how_often,
    number,
    one_in,
    percent,
    rounded,
    scaled,
    so_many,
    to_digits,
    whole,
    with_interval,
)
from pipelines.stats.estimate import NOTHING, Estimate


def estimate(value, low=None, high=None, n=1000, method="batch t"):
    return Estimate(value, low, high, n, method)


@pytest.mark.parametrize(
    ("value", "expected"), [(1 / 3, 0.333333), (123456.7, 123457), (-2e-9 / 3, -6.66667e-10), (None, None), (0.0, 0.0)]
)
def test_rounded__six_significant_digits(value, expected):
    assert rounded(value) == expected


def test_number__is_plain_data():
    assert number(estimate(1 / 3, 0.3, 0.4)) == {
        "value": 0.333333,
        "low": 0.3,
        "high": 0.4,
        "n": 1000,
        "method": "batch t",
    }


def test_scaled__stretches_the_interval_too():
    got = scaled(Estimate(10, 8, 12, 5, "batch t", 50, 4.0), 0.2)
    assert (got.value, got.low, got.high, got.n) == pytest.approx((2, 1.6, 2.4, 5))
    assert got.variance == pytest.approx(0.16)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (estimate(15.052, 15.033, 15.071), "15.05 (15.03 to 15.07)"),
        (estimate(1234.5, 1220.0, 1249.0), "1,234 (1,220 to 1,249)"),
        (estimate(3.0, 3.0, 3.0), "3"),
        (estimate(0.0, 0.0, 0.0019), "0 (at most 0.0019)"),
        (estimate(2.5, method="too few batches"), "2.5 (no interval: too few deals)"),
        (estimate(2.5, method="too few"), "2.5 (no interval)"),
        (NOTHING, "nothing counted"),
    ],
)
def test_with_interval__as_many_decimals_as_the_interval_bears(given, expected):
    assert with_interval(given) == expected


def test_with_interval__with_n():
    assert with_interval(estimate(15.052, 15.033, 15.071), "rounds") == "15.05 (15.03 to 15.07; 1,000 rounds)"
    assert with_interval(estimate(3.0, 3.0, 3.0), "games") == "3 (1,000 games)"
    assert with_interval(estimate(0.0, 0.0, 0.0019), "games") == "0 (at most 0.0019; 1,000 games)"
    assert with_interval(estimate(2.5, method="too few"), "games") == "2.5 (no interval; 1,000 games)"
    assert percent(estimate(0.2, 0.19, 0.21), "calls") == "20 % (19 to 21 %; 1,000 calls)"
    assert edge(estimate(-0.1, -0.2, 0.0), "games") == "−0.100 (−0.200 to +0.000; 1,000 games)"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (estimate(14.0, 14.0, 15.0), "14 (14 to 15)"),
        (estimate(14.0, 14.0, 14.0), "14 (14 to 14)"),
        (estimate(14.0, method="too few batches"), "14 (no interval: too few deals)"),
        (NOTHING, "nothing counted"),
    ],
)
def test_whole__a_quantile_tells_its_interval(given, expected):
    assert whole(given) == expected


def test_percent__of_a_share():
    assert percent(estimate(0.23076, 0.22936, 0.23216)) == "23.1 % (22.9 to 23.2 %)"


def test_edge__has_a_sign_and_three_decimals():
    assert edge(estimate(0.2436, 0.2368, 0.2503)) == "+0.244 (+0.237 to +0.250)"


@pytest.mark.parametrize(("value", "text"), [(-0.2, "−0.200"), (0.0212, "+0.021"), (1.0, "+1.000")])
def test_edge__without_an_interval_has_the_same_form(value, text):
    assert edge(estimate(value, method="too few batches")) == f"{text} (no interval: too few deals)"
    assert edge(estimate(value, method="too few"), "games") == f"{text} (no interval; 1,000 games)"
    assert edge(NOTHING) == "nothing counted"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (estimate(1 / 4734, 1 / 5888, 1 / 3806), "1 in 4,730 of 1,000 rounds (3,810 to 5,890)"),
        (estimate(0.0, 0.0, 1 / 1302), "none of 1,000 rounds (at most 1 in 1,300)"),
        (estimate(0.2, 0.19, 0.21), "20 % (19 to 21 %) of the 1,000 rounds"),
        (NOTHING, "no rounds"),
        (estimate(1 / 4734, method="too few batches"), "1 in 4,730 of 1,000 rounds (no interval: too few deals)"),
        (estimate(0.0, method="too few batches"), "none of 1,000 rounds (no interval: too few deals)"),
    ],
)
def test_how_often__of_rare_things(given, expected):
    assert how_often(given, "rounds") == expected


def test_so_many__one_is_singular():
    assert (so_many(1, "rounds"), so_many(0, "games"), so_many(1234, "deals")) == ("1 round", "0 games", "1,234 deals")
    assert how_often(estimate(1.0, n=1, method="too few"), "rounds") == "100 % (no interval) of the 1 round"
    assert how_often(estimate(0.0, n=1, method="too few"), "games") == "none of 1 game (no interval)"
    assert edge(estimate(1.0, n=1, method="too few"), "games") == "+1.000 (no interval; 1 game)"


@pytest.mark.parametrize(
    ("share", "expected"), [(1 / 4734, "1 in 4,734"), (0.1, "1 in 10"), (0.1234, "12.3 %"), (1.0, "100 %")]
)
def test_one_in__in_per_cent_where_it_is_often(share, expected):
    assert one_in(share) == expected


@pytest.mark.parametrize(
    ("value", "digits", "expected"), [(319137, 2, "320,000"), (999.6, 3, "1,000"), (12, 3, "12"), (1.0, 3, "1")]
)
def test_to_digits__rounds_large_numbers(value, digits, expected):
    assert to_digits(value, digits) == expected

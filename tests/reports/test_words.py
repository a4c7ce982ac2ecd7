"""Numbers as words; what is expected was written by hand."""

import pytest

from reports.words import sentence, things, write


def number(value, low, high, n=1000, method="batch t"):
    return {"value": value, "low": low, "high": high, "n": n, "method": method}


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "expected"),
    [
        (0.2234, 0.2184, 0.2284, "share", ("22.3\N{NO-BREAK SPACE}%", "21.8 to 22.8\N{NO-BREAK SPACE}%")),
        (19.4962, 19.4802, 19.5122, "turns", ("19.496", "19.480 to 19.512")),
        (0.183, 0.178, 0.188, "edge", ("+0.183", "+0.178 to +0.188")),
        (-0.031, -0.107, 0.043, "edge", ("−0.03", "−0.11 to +0.04")),
        (0.0, 0.0, 9.1e-7, "share", ("0\N{NO-BREAK SPACE}%", "0 to 0.00009\N{NO-BREAK SPACE}%")),
        (37.0, 37.0, 37.0, "turns", ("37", "37 to 37")),
        (24.0, 24.0, 25.0, "rounds", ("24", "24 to 25")),
        (12345.6, 12300.0, 12391.2, "points", ("12,346", "12,300 to 12,391")),
    ],
)
def test_write__shows_what_the_interval_is_worth(value, low, high, unit, expected):
    assert write(number(value, low, high), unit)[:2] == expected


@pytest.mark.parametrize(("n", "words"), [("1", "game"), ("0", "games"), ("2", "games"), ("1,001", "games")])
def test_things__one_is_singular(n, words):
    assert things(n, "game") == words


def test_write__no_number():
    assert write(number(None, None, None, n=0), "share") == ("–", "none", "0")


def test_write__no_interval():
    assert write(number(12.5, None, None), "turns") == ("12.5", "none", "1,000")


def test_write__a_rounded_zero_has_no_sign():
    assert write(number(-0.0001, -0.06, 0.06), "edge").estimate == "0.00"


def test_write__differences_carry_a_sign():
    written = write(number(0.0123, 0.0073, 0.0173), "share", signed=True)
    assert written[:2] == ("+1.2\N{NO-BREAK SPACE}%", "+0.7 to +1.7\N{NO-BREAK SPACE}%")


@pytest.mark.parametrize(
    ("value", "low", "high", "expected"),
    [
        (2.296, 2.236, 2.356, "2.30 (2.24 to 2.36; n\xa0=\xa01,000)"),
        (15.0, 15.0, 15.0, "15 (n\xa0=\xa01,000)"),
        (15.5, None, None, "15.5 (no interval; n\xa0=\xa01,000)"),
    ],
)
def test_sentence__puts_interval_and_n_in_brackets(value, low, high, expected):
    assert sentence(number(value, low, high), "rounds") == expected


def test_sentence__n_may_stand_elsewhere():
    assert sentence(number(2.296, 2.236, 2.356), "rounds", with_n=False) == "2.30 (2.24 to 2.36)"
    assert sentence(number(15.0, 15.0, 15.0), "rounds", with_n=False) == "15"

"""Values in error messages."""

import pytest

from sim.shown import cut, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (7, "7"),
        ("seven", "'seven'"),
        ("a\nb", "'a\\nb'"),
        ("x" * 38, "'" + "x" * 38 + "'"),
        ("x" * 39, "'" + "x" * 38 + "…"),
        (10**50, "1" + "0" * 38 + "…"),
        (10**5000, "a number of thousands of digits"),
        ([10**5000], "a number of thousands of digits"),
    ],
    ids=range(9),
)
def test_shown__is_readable_and_short(value, text):
    assert shown(value) == text


def test_shown__deep_nesting():
    value = []
    for _ in range(100_000):
        value = [value]
    assert shown(value) == "a value with thousands of levels"


def test_cut__leaves_what_is_short():
    assert (cut("abcd", 4), cut("abcde", 4)) == ("abcd", "abc…")

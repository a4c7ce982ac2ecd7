"""Values in error messages."""

import datetime

import pytest

from sim.errors import InputError
from sim.shown import counted, cut, shown


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
        (datetime.date(2020, 1, 1), "2020-01-01"),
        ([{"a": True, "b": "x"}], "[{ a = true, b = 'x' }]"),
        ({}, "{}"),
    ],
    ids=range(12),
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


def test_control_characters__are_escaped():
    assert cut("gre\x1b[31medy\n") == "gre\\x1b[31medy\\n"
    assert str(InputError("a\nb\x9b\u202e")) == "a\\nb\\x9b\\u202e"


def test_counted__one_is_singular():
    assert (counted(1, "game"), counted(0, "game"), counted(2000, "game")) == ("1 game", "0 games", "2,000 games")

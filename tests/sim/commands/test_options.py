"""Numbers as people write them."""

import click
import pytest

from sim.commands.options import NUMBER


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("1000000", 1_000_000),
        ("1_000_000", 1_000_000),
        ("1e6", 1_000_000),
        ("2.5E3", 2_500),
        (" 12 ", 12),
        ("-3", -3),
        ("18446744073709551615", 2**64 - 1),
        ("1e15", 10**15),
    ],
)
def test_number__is_read_exactly(text, number):
    assert NUMBER.convert(text, None, None) == number


@pytest.mark.parametrize("text", ["", "ten", "1,000", "1e-3", "0.5", "nan", "inf", "1e400", "1e16", "0x10", "9" * 5000])
def test_number__anything_else_is_refused(text):
    with pytest.raises(click.BadParameter, match="number"):
        NUMBER.convert(text, None, None)


def test_number__default_that_is_a_number_stays():
    assert NUMBER.convert(7, None, None) == 7

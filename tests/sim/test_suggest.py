"""The nearest right name."""

import pytest

from sim.suggest import hint, nearest

NAMES = ["greedy", "random", "york-novice"]


@pytest.mark.parametrize(
    ("word", "name"),
    [("gredy", "greedy"), ("Random", "random"), ("york-novise", "york-novice"), ("xyz", None), ("", None)],
)
def test_nearest__name_or_none(word, name):
    assert nearest(word, NAMES) == name


def test_nearest__without_names_is_none():
    assert nearest("greedy", []) is None


def test_hint__ends_a_message():
    assert hint("gredy", NAMES) == "; did you mean 'greedy'?"
    assert hint("xyz", NAMES) == ""
    assert hint("xyz", NAMES, "see the list") == "; see the list"

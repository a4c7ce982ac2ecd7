"""Exact chances of the deal, against counts over all hands that were made elsewhere."""

from fractions import Fraction
from itertools import combinations

import pytest

from pipelines.exact import opening_chance
from sim.rules import Variant


def variant(**fields):
    return Variant(name="test", source="a test", **fields)


@pytest.mark.parametrize(
    ("fields", "players", "expected"),
    [
        ({"jokers": 0, "threshold": 7}, 4, Fraction(2, 162435)),
        ({"threshold": 5}, 4, Fraction(11, 316251)),
        ({"threshold": 7}, 4, Fraction(73, 316251)),
        ({"threshold": 9}, 2, Fraction(1426, 1581255)),
        ({"threshold": 10}, 5, Fraction(836, 527085)),
        ({"jokers": 4, "threshold": 5}, 4, Fraction(2, 9009)),
        ({"jokers": 4, "threshold": 7}, 4, Fraction(415, 477477)),
        ({"jokers": 4, "threshold": 9}, 4, Fraction(1198, 477477)),
        ({"jokers": 4, "threshold": 10}, 4, Fraction(97, 24486)),
        # two decks from six players on: 108 cards
        ({"threshold": 7}, 6, Fraction(379, 1071819)),
        ({"threshold": 50}, 4, Fraction(1)),
        ({"jokers": 0, "threshold": 0}, 4, Fraction(0)),
    ],
)
def test_opening_chance__as_enumerated(fields, players, expected):
    assert opening_chance(variant(**fields), players) == expected


@pytest.mark.parametrize(("face_points", "faces"), [("ten", (10, 10, 10)), ("rank", (11, 12, 13))])
def test_opening_chance__as_counting_every_hand_of_three(face_points, faces):
    deck = [p for p in (*range(1, 11), *faces) for _ in range(4)] + [0]
    hands = list(combinations(deck, 3))
    expected = Fraction(sum(sum(hand) <= 31 for hand in hands), len(hands))
    rules = variant(face_points=face_points, jokers=1, hand_size=3, threshold=31)
    assert opening_chance(rules, 3) == expected

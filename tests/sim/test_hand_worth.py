"""What a hand is worth and what its best lay sheds: both forms, against counts by hand and against each other."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.bots.hand_worth import (
    MEANINGS,
    Weights,
    hand_worth,
    most_shed,
    plain_hand_worth,
    plain_most_shed,
    weights_at,
)
from sim.cards import card_points, full_deck, parse_cards
from sim.jit import kernel
from sim.kernels.state import kernel_rules
from sim.moves import Cards
from sim.rules import Variant
from tests.kernel_melds import masks_of

pytestmark = pytest.mark.nojit

RULES: dict[str, dict[str, Any]] = {
    "standard": {},
    "ranks": {"face_points": "rank", "max_set": 2, "jokers": 0},
    "strict": {"max_set": 3, "joker_at_run_ends": False, "jokers": 4},
    "two decks": {"second_deck_from": 2, "jokers": 4},
    "two decks, pairs": {"second_deck_from": 2, "max_set": 2},
}


def variant(name: str) -> Variant:
    return Variant.from_mapping({"name": "house", **RULES[name]})


def view(name: str) -> Any:
    """What the plain forms look at."""
    rules = variant(name)
    return SimpleNamespace(variant=rules, points=lambda card: card_points(card, rules.face_points))


@kernel
def both(ones, twos, params, rules, out):  # type: ignore[no-untyped-def]
    """Put worth and most shed into ``out``."""
    out[0] = hand_worth(ones, twos, weights_at(params, 0), rules)
    out[1] = most_shed(ones, twos, rules)


def by_kernel(hand: Cards, weights: Weights, name: str) -> tuple[int, int]:
    out = np.zeros(2, np.int64)
    both(*masks_of(hand), np.array(weights, np.int64), kernel_rules(variant(name), 2), out)
    return int(out[0]), int(out[1])


def only(**weights: int) -> Weights:
    """These weights alone."""
    return Weights(*(weights.get(key, 0) for key, _ in MEANINGS))


@pytest.mark.parametrize(
    ("weights", "hand", "worth"),
    [
        (only(), "KC 5D * AS", -16 * 16),
        (only(pair=1), "7C 7D 7S 4C 4H", -29 * 16 + 7 + 7 + 4),
        (only(pair_less=1), "7C 7D 7S 4C 4H", -29 * 16 - 3),
        (only(pair=1), "* * AS", -16),
        (only(near=1), "4C 5C 7C JD KD", -36 * 16 + 5 + 7 + 10),
        (only(near=1), "4C 5D 8C AD KD", -28 * 16),
        (only(run=1), "4C 5C 6C 8C", -23 * 16 + 15),
        (only(run=1), "4C 5C 6C 7C 8D", -30 * 16 + 22),
        (only(run=1), "4C 5C * 7C", -16 * 16),
        (only(joker=3, card=1), "AC * *", -16 + 6 - 3),
        (only(ten=1), "TC JD QS KH 9C", -49 * 16 - 4),
    ],
)
def test_worth__counts_each_feature(weights: Weights, hand: str, worth: int) -> None:
    cards = tuple(sorted(parse_cards(hand)))
    assert by_kernel(cards, weights, "standard")[0] == worth
    assert plain_hand_worth(cards, weights, view("standard")) == worth


@pytest.mark.parametrize(
    ("name", "hand", "points"),
    [
        ("standard", "", 0),
        ("standard", "* *", 0),
        ("standard", "KC 5D 5H", 10),
        ("standard", "9C 6D 6H", 12),
        ("standard", "KC 4D 4H 4S", 12),
        ("standard", "TC 3C 3D 3H 3S", 12),
        ("standard", "4C 5C 6C TD", 15),
        ("standard", "4C 6C * TD", 10),
        ("standard", "5C 6C * TD", 11),
        ("standard", "5C 8C * * TD", 13),
        ("ranks", "KC QC JC 9D 9S", 36),
        ("ranks", "4C 4D 4S", 8),  # pairs only
        ("strict", "3C 3D 3H 3S", 9),
        ("strict", "7C 8C * 9D", 9),  # a joker only between two
        ("strict", "6C 8C * 9D", 14),
        ("two decks", "6C 6C 6D 6D 9S", 24),
        ("two decks, pairs", "6C 6C 6D 6D 9S", 12),
    ],
)
def test_most_shed__is_the_lay_of_the_most_points(name: str, hand: str, points: int) -> None:
    cards = tuple(sorted(parse_cards(hand)))
    assert by_kernel(cards, only(), name)[1] == points
    assert plain_most_shed(cards, view(name)) == points


@pytest.mark.parametrize("name", RULES)
def test_kernels__equal_the_plain_forms_for_random_hands(name: str) -> None:
    chance = random.Random(name)  # noqa: S311
    rules = variant(name)
    deck = full_deck(rules.n_decks(2), rules.jokers)
    for _ in range(400):
        hand = tuple(sorted(chance.sample(deck, chance.randint(1, 7))))
        weights = Weights(*(chance.randint(-50, 50) for _ in MEANINGS))
        plain = plain_hand_worth(hand, weights, view(name)), plain_most_shed(hand, view(name))
        assert by_kernel(hand, weights, name) == plain

"""The kernels' check of a play (T2 to T6) against the twin's move generator."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from sim.cards import JOKER, parse_cards
from sim.kernels.legality import LEGAL, NO_LAY, NOT_HELD, NOT_TAKABLE
from sim.kernels.state import kernel_rules
from sim.moves import Cards, legal_lays, lies_as_run, run_readings
from sim.rules import Variant
from tests.kernel_melds import fault_in
from tests.sim.test_melds import SETTINGS, house, sample, sample_close

pytestmark = pytest.mark.nojit
HIGH = 1 << JOKER
DEALS = [(1, 2, 5), (2, 2, 7), (1, 4, 6)]


def parts_of(hand: Cards) -> list[Cards]:
    """Every multiset of cards of a hand but the empty one."""
    return sorted({part for n in range(1, len(hand) + 1) for part in combinations(hand, n)})


def jokers_low_of(lay: Cards, variant: Variant) -> set[int]:
    """In how many ways a lay may lie, by jokers at its low end; nothing for what is no lay."""
    if lay not in legal_lays(lay, variant):
        return set()
    if not lies_as_run(lay):
        return set(range(5))  # where there is no run nobody asks
    return {next(i for i, card in enumerate(order) if card != JOKER) for order in run_readings(lay)}


@pytest.mark.parametrize("changes", SETTINGS, ids=str)
@pytest.mark.parametrize(("n_decks", "jokers", "size"), DEALS)
def test_play__is_legal_where_the_twin_says_so(changes: dict[str, Any], n_decks: int, jokers: int, size: int) -> None:
    variant = house(jokers=jokers, **changes)
    rules = kernel_rules(variant, 2)
    hands = sample(6, n_decks, jokers, size, seed=1) + sample_close(14, n_decks, jokers, size, seed=2)
    n_legal = 0
    for hand in hands:
        for lay in parts_of(hand):
            allowed = jokers_low_of(lay, variant)
            for jokers_low in range(5):
                expected = LEGAL if jokers_low in allowed else NO_LAY
                n_legal += expected == LEGAL
                assert fault_in(hand, lay, jokers_low, 0, 0, rules) == expected, (hand, lay, jokers_low)
    assert n_legal > 100


@pytest.mark.parametrize(
    ("hand", "lay"),
    [
        ("5C 5D", "5H"),
        ("5C 5D", "5C *"),
        ("5C *", "* *"),
        ("5C 5D", "5C 5C"),
        ("5C 5C 5D", "5C 5D 5D"),
        ("* * *", "* * * *"),
    ],
)
def test_lay__out_of_other_cards_is_found(hand: str, lay: str) -> None:
    rules = kernel_rules(house(), 2)
    assert fault_in(tuple(parse_cards(hand)), tuple(parse_cards(lay)), 0, 0, 0, rules) == NOT_HELD


def test_lay__of_nothing_is_none() -> None:
    assert fault_in((1, 2), (), 0, 0, 0, kernel_rules(house(), 2)) == NO_LAY


@pytest.mark.parametrize(
    ("take", "expected"),
    [
        (0, LEGAL),
        (1 << 5, LEGAL),
        (1 << 7, LEGAL),
        (HIGH, LEGAL),
        (1 << 6, NOT_TAKABLE),
        (1 << 5 | 1 << 7, NOT_TAKABLE),
    ],
)
def test_take__is_the_stock_or_one_card_of_the_offer(take: int, expected: int) -> None:
    offer = 1 << 5 | 1 << 7 | HIGH
    assert fault_in((1, 2), (1,), 0, take, offer, kernel_rules(house(), 2)) == expected

"""Legal lays and what may be taken of them (T2 to T6): the kernels and the twin agree, hand by hand."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from sim.cards import JOKER, cards_text, full_deck, parse_cards
from sim.kernels.state import kernel_rules
from sim.moves import Cards, legal_lays, lies_as_run, readings, takable
from sim.rules import Variant
from tests.kernel_melds import lays_of_masks, offer_of, room_of

SETTINGS: list[dict[str, Any]] = [
    {},
    {"max_set": 4},
    {"joker_at_run_ends": False},
    {"max_set": 4, "joker_at_run_ends": False},
    {"max_set": 3},
    {"max_set": 2, "joker_at_run_ends": False},
]
PICKUPS: list[dict[str, Any]] = [
    {"set_pickup": s, "run_pickup": r} for s, r in product(("any", "ends", "last"), ("ends", "last"))
]  # fmt: skip


def house(**changes: Any) -> Variant:
    """The standard rules with changes."""
    return Variant.from_mapping({"name": "house", **changes})


def cards(text: str) -> Cards:
    return tuple(parse_cards(text))


def sorted_cards(text: str) -> Cards:
    return tuple(sorted(parse_cards(text)))


def sample(n_hands: int, n_decks: int, jokers: int, size: int, seed: int) -> list[Cards]:
    """Hands dealt at random."""
    deck, chance = full_deck(n_decks, jokers), random.Random(seed)  # noqa: S311
    return [tuple(sorted(chance.sample(deck, size))) for _ in range(n_hands)]


def sample_close(n_hands: int, n_decks: int, jokers: int, size: int, seed: int) -> list[Cards]:
    """Hands of few ranks and suits, which are full of melds."""
    chance = random.Random(seed)  # noqa: S311
    deck = full_deck(n_decks, jokers)
    hands = []
    for _ in range(n_hands):
        low = chance.randrange(9)
        few = [card for card in deck if card == JOKER or (card >> 4 < 2 and low <= card & 15 <= low + 4)]
        hands.append(tuple(sorted(chance.sample(few, size))))
    return hands


ODD_HANDS: dict[str, list[Cards]] = {
    "7 cards": sample(2000, 1, 2, 7, seed=1),
    "7 cards, 4 jokers": sample_close(1500, 1, 4, 7, seed=2),
    "two decks": sample(2000, 2, 2, 5, seed=3),
    "two decks, 7 close cards": sample_close(1500, 2, 4, 7, seed=4),
    "3 cards": sample(500, 1, 2, 3, seed=5),
    "one card": [(card,) for card in full_deck(1, 1)],
    "jokers only": [(JOKER,) * n for n in (2, 3, 4, 5, 6, 7)],
    "one rank": [sorted_cards("7C 7C 7D 7D 7H 7H 7S"), sorted_cards("KC KD KH KS * * *")],
    "one suit": [sorted_cards("AC 2C 3C 4C 5C 6C 7C"), sorted_cards("7S 8S 9S TS JS QS KS")],
    "ends of the suits": [sorted_cards("QC KC AD 2D QD KD AH"), sorted_cards("KC AD * * * KS AS")],
}


def assert_same_lays(hands: list[Cards], variant: Variant) -> None:
    rules = kernel_rules(variant, players=2)
    for hand in hands:
        kernel = lays_of_masks(hand, rules)
        twin = legal_lays(hand, variant)
        assert sorted(kernel) == sorted(twin), f"{cards_text(hand)} under {variant.changes()}"


@pytest.mark.parametrize(("number", "changes"), list(enumerate(SETTINGS[:4])))
def test_lays__are_the_same_in_kernels_and_twin(number: int, changes: dict[str, Any]) -> None:
    assert_same_lays(sample(5000, 1, 2, 5, seed=100 + number), house(**changes))


@pytest.mark.parametrize("kind", ODD_HANDS)
@pytest.mark.parametrize("changes", SETTINGS, ids=str)
def test_lays__are_the_same_for_odd_hands(kind: str, changes: dict[str, Any]) -> None:
    assert_same_lays(ODD_HANDS[kind], house(**changes))


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("changes", SETTINGS, ids=str)
def test_lays__are_the_same_for_a_few_hands(changes: dict[str, Any]) -> None:
    for kind in ODD_HANDS:
        assert_same_lays(ODD_HANDS[kind][:40], house(**changes))


# By hand. T3: a set needs one natural card or jokers only; T4: a run needs two natural cards of a suit.
@pytest.mark.parametrize(
    ("hand", "changes", "melds"),
    [
        ("5C 5D 9H", {}, ["5C 5D"]),
        ("5C *", {}, ["5C *"]),
        ("* *", {}, ["* *"]),
        ("* *", {"max_set": 2}, ["* *"]),
        ("* * *", {"max_set": 2}, ["* *"]),
        ("5C 5D 5H", {"max_set": 2}, ["5C 5D", "5C 5H", "5D 5H"]),
        ("4S 5S 6S", {}, ["4S 5S 6S"]),
        ("4S 5S", {}, []),
        ("4S 6S *", {}, ["4S *", "6S *", "4S 6S *"]),
        ("4S 5S *", {}, ["4S *", "5S *", "4S 5S *"]),
        ("4S 5S *", {"joker_at_run_ends": False}, ["4S *", "5S *"]),
        ("QS KS *", {}, ["QS *", "KS *", "QS KS *"]),
        ("AS KS *", {}, ["AS *", "KS *"]),
        ("QS KS AS", {}, []),
        ("AS 2S 3S", {}, ["AS 2S 3S"]),
        ("4S 7S *", {}, ["4S *", "7S *"]),
        ("4S 7S * *", {}, ["4S *", "7S *", "4S * *", "7S * *", "* *", "4S 7S * *"]),
        ("4S 5D 6S", {}, []),
        ("4S 5S 5S 6S", {}, ["5S 5S", "4S 5S 6S"]),
        ("KC AD 2D", {}, []),
    ],
)
def test_legal_lays__of_hands_worked_by_hand(hand: str, changes: dict[str, Any], melds: list[str]) -> None:
    singles = {(card,) for card in sorted_cards(hand)}
    expected = singles | {sorted_cards(meld) for meld in melds}
    got = legal_lays(sorted_cards(hand), house(**changes))
    assert set(got) == expected
    assert len(got) == len(expected)


def test_lays__do_not_depend_on_the_names_of_the_suits() -> None:
    chance = random.Random(6)  # noqa: S311
    rules = {name: kernel_rules(house(**changes), 2) for name, changes in enumerate(SETTINGS)}
    hands = sample(400, 1, 2, 7, 7) + sample_close(400, 2, 4, 7, 8)
    for i, hand in enumerate(hands):
        suits = chance.sample(range(4), 4)

        def renamed(cards: Cards, suits: list[int] = suits) -> Cards:
            return tuple(sorted(c if c == JOKER else suits[c >> 4] * 16 + (c & 15) for c in cards))

        setting = i % len(SETTINGS)
        for lays in (
            lambda cards: lays_of_masks(cards, rules[setting]),  # noqa: B023
            lambda cards: legal_lays(cards, house(**SETTINGS[setting])),  # noqa: B023
        ):
            assert sorted(lays(renamed(hand))) == sorted(map(renamed, lays(hand)))


def assert_same_offers(hands: list[Cards], pickup: dict[str, Any]) -> None:
    variant = house(**pickup)
    rules = kernel_rules(variant, players=2)
    for lay in {lay for hand in hands for lay in legal_lays(hand, variant)}:
        orders = readings(lay, variant)
        assert len({frozenset(enumerate(order)) for order in orders}) == len(orders)
        for order in orders:
            run = lies_as_run(lay)
            jokers_low = next(i for i, card in enumerate(order) if card != JOKER) if run else 0
            offer, first, last = offer_of(lay, jokers_low, rules)
            where = f"{cards_text(order)} under {pickup}"
            assert (first, last) == (order[0], order[-1]), where
            assert offer == tuple(sorted(takable(order, variant, run=run))), where


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("pickup", PICKUPS, ids=str)
def test_offer__of_a_few_lays_is_the_same_in_kernels_and_twin(pickup: dict[str, Any]) -> None:
    assert_same_offers([hand for hands in ODD_HANDS.values() for hand in hands[:20]], pickup)


@pytest.mark.parametrize("pickup", PICKUPS, ids=str)
def test_offer__is_the_same_in_kernels_and_twin(pickup: dict[str, Any]) -> None:
    hands = sample_close(250, 1, 4, 7, 9) + sample_close(250, 2, 2, 7, 10) + sample(250, 1, 2, 5, 11)
    assert_same_offers(hands, pickup)


@pytest.mark.nojit
@pytest.mark.boundscheck
def test_readings__are_the_places_that_the_kernels_allow() -> None:
    """T5: so many of the spare jokers may stand low, from as few as the high end leaves over."""
    variant = house()
    for lay in {lay for hand in sample_close(150, 1, 4, 7, 12) for lay in legal_lays(hand, variant)}:
        room = room_of(lay)
        assert (room is not None) == lies_as_run(lay)
        if room is not None:
            lows = [next(i for i, card in enumerate(order) if card != JOKER) for order in readings(lay, variant)]
            assert lows == list(range(max(0, room.spare - room.above), min(room.spare, room.below) + 1))
            assert lows[0] == room.low


# By hand from T6; cards in the order in which they lie.
@pytest.mark.parametrize(
    ("laid", "pickup", "offer"),
    [
        ("TD", {"set_pickup": "last", "run_pickup": "last"}, "TD"),
        ("*", {}, "*"),
        ("4S 5S 6S 7S", {}, "4S 7S"),
        ("4S 5S 6S 7S", {"run_pickup": "last"}, "7S"),
        ("7S 6S 5S 4S", {"run_pickup": "last"}, "4S"),
        ("* 5S 6S *", {}, "*"),
        ("* 5S 6S", {}, "* 6S"),
        ("5S 6S *", {"set_pickup": "last"}, "5S *"),
        ("5S * 7S", {"set_pickup": "any"}, "5S 7S"),
        ("9C 9D 9H", {}, "9C 9D 9H"),
        ("9C 9D 9H", {"set_pickup": "ends"}, "9C 9H"),
        ("9C 9D 9H", {"set_pickup": "last"}, "9H"),
        ("9C * 9H", {"set_pickup": "ends"}, "9C 9H"),
        ("9C 9C 9H", {"set_pickup": "ends", "run_pickup": "last"}, "9C 9H"),
        ("9C 9C", {}, "9C"),
        ("* *", {}, "*"),
    ],
)
def test_takable__of_lays_worked_by_hand(laid: str, pickup: dict[str, Any], offer: str) -> None:
    lay = cards(laid)
    got = takable(lay, house(**pickup), run=lies_as_run(lay))
    assert sorted(got) == sorted(cards(offer))
    assert len(set(got)) == len(got)

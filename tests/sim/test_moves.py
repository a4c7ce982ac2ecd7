"""Legal lays and their readings, against a definition that tries every way a card may be meant.

The twin's move generator reasons about ranks and spans; here a lay is legal when some assignment of its jokers makes it
so, and a reading is an order in which every place has its card.
"""

from __future__ import annotations

from itertools import permutations, product

from hypothesis import given
from hypothesis import strategies as st

from sim.cards import JOKER, RANKS, SUITS, full_deck
from sim.moves import (
    Cards,
    as_laid,
    highest_first,
    is_run,
    is_set,
    legal_lays,
    lies_as_run,
    readings,
    set_order,
    takable,
    without,
)
from sim.rules import Variant

VARIANTS = [
    Variant.from_mapping({"name": f"{cap} {ends} {pickup}", "max_set": cap, "joker_at_run_ends": ends} | pickup)
    for cap in (0, 2, 3, 4)
    for ends in (True, False)
    for pickup in ({"set_pickup": "any"}, {"set_pickup": "ends"}, {"set_pickup": "last", "run_pickup": "last"})
]


def hands(deck: list[int]) -> st.SearchStrategy[Cards]:
    """One to seven cards of a deck."""
    places = st.lists(st.integers(0, len(deck) - 1), min_size=1, max_size=7, unique=True)
    return places.map(lambda chosen: tuple(sorted(deck[place] for place in chosen)))


def close_cards(low: int) -> list[int]:
    """Two decks with eight jokers, but of two suits and five ranks only: full of melds."""
    return [c for c in full_deck(2, 4) if c == JOKER or (c >> 4 < 2 and low <= c & 15 < low + 5)]


HANDS = hands(full_deck(1, 2)) | st.integers(0, 8).flatmap(lambda low: hands(close_cards(low)))


def parts(hand: Cards) -> set[Cards]:
    """Every multiset of cards of a hand but the empty one."""
    kinds = sorted(set(hand))
    counts = product(*(range(hand.count(card) + 1) for card in kinds))
    found = {tuple(card for card, n in zip(kinds, chosen, strict=True) for _ in range(n)) for chosen in counts}
    return found - {()}


def means_a_set(lay: Cards, max_set: int) -> bool:
    """T3: some rank that every card is or stands for."""
    fits = any(all(card == JOKER or card & 15 == rank for card in lay) for rank in range(13))
    return len(lay) >= 2 and fits and (max_set == 0 or len(lay) <= max_set)


def run_orders(lay: Cards, joker_at_run_ends: bool) -> set[Cards]:
    """T4, T5: for every suit and lowest rank, the lay as the cards of that run in order, if it can be that run."""
    orders = set()
    naturals = [card for card in lay if card != JOKER]
    if len(lay) < 3 or len(naturals) < 2:
        return set()
    for suit, low in product(range(len(SUITS)), range(len(RANKS) - len(lay) + 1)):
        run = [16 * suit + rank for rank in range(low, low + len(lay))]
        order = tuple(card if card in naturals else JOKER for card in run)
        ends_are_natural = JOKER not in (order[0], order[-1])
        if sorted(order) == sorted(lay) and (joker_at_run_ends or ends_are_natural):
            orders.add(order)
    return orders


@given(HANDS, st.sampled_from(VARIANTS))
def test_legal_lays__are_those_that_can_mean_a_single_set_or_run(hand: Cards, variant: Variant) -> None:
    expected = {
        lay
        for lay in parts(hand)
        if len(lay) == 1 or means_a_set(lay, variant.max_set) or run_orders(lay, variant.joker_at_run_ends)
    }
    lays = legal_lays(hand, variant)
    assert len(set(lays)) == len(lays)
    assert set(lays) == expected


@given(HANDS, st.sampled_from(VARIANTS))
def test_melds__are_sets_or_runs_and_never_both(hand: Cards, variant: Variant) -> None:
    for lay in legal_lays(hand, variant):
        if len(lay) > 1:
            run = is_run(lay, variant.joker_at_run_ends)
            assert is_set(lay, variant.max_set) != run
            assert lies_as_run(lay) == run


@given(HANDS, st.sampled_from(VARIANTS))
def test_readings__of_a_run_are_all_its_orders_upwards(hand: Cards, variant: Variant) -> None:
    for lay in legal_lays(hand, variant):
        orders = readings(lay, variant)
        if lies_as_run(lay):
            assert len(set(orders)) == len(orders)
            assert set(orders) == run_orders(lay, variant.joker_at_run_ends)
            assert orders[0] == as_laid(lay, variant) == min(orders, key=joker_places)
        else:
            assert len(orders) == 1
            assert sorted(orders[0]) == list(lay)


def joker_places(order: Cards) -> tuple[int, ...]:
    """Smallest where the jokers stand as high as they can."""
    return tuple(-place for place, card in reversed(list(enumerate(order))) if card == JOKER)


@given(HANDS, st.sampled_from(VARIANTS))
def test_set_order__keeps_jokers_off_the_ends_wherever_that_can_be(hand: Cards, variant: Variant) -> None:
    for lay in legal_lays(hand, variant):
        if len(lay) > 1 and not lies_as_run(lay):
            order = set_order(lay, "ends")
            jokers_at_ends = (order[0], order[-1]).count(JOKER)
            fewest = min((o[0], o[-1]).count(JOKER) for o in set(permutations(lay)))
            assert jokers_at_ends == fewest
            assert set_order(lay, "any") == tuple(sorted(lay))


@given(HANDS, st.sampled_from(VARIANTS))
def test_takable__is_some_of_what_lies_there(hand: Cards, variant: Variant) -> None:
    for lay in legal_lays(hand, variant):
        for order in readings(lay, variant):
            offer = takable(order, variant, run=lies_as_run(lay))
            assert order[-1] in offer
            assert set(offer) <= set(lay)
            assert len(set(offer)) == len(offer)


@given(HANDS, st.data())
def test_without__gives_back_the_rest_of_the_hand(hand: Cards, data: st.DataObject) -> None:
    lay = data.draw(st.sampled_from(sorted(parts(hand))))
    assert sorted((*without(hand, lay), *lay)) == list(hand)


@given(HANDS, HANDS)
def test_highest_first__orders_lays_from_the_highest_card_down(one: Cards, other: Cards) -> None:
    """The higher card at the first place that differs wins; where one runs out, the longer."""
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            assert (highest_first(one) > highest_first(other)) == (a > b)
            return
    assert (highest_first(one) > highest_first(other)) == (len(one) > len(other))

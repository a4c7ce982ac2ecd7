"""Exact facts about all five-card hands, from the kernels' own points and melds.

The expected numbers come from exhaustive enumeration and exact arithmetic by other programs.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.all_hands import EVENTS, tally_hands
from tests.exact_hands import DECKS, MELDS, Deck


@pytest.mark.parametrize("deck", DECKS)
def test_totals__have_their_exact_mean_and_variance(deck: Deck) -> None:
    tally = tally_hands(deck.n_decks, deck.jokers)
    assert (tally.hands, tally.mean, tally.variance) == (deck.hands, Fraction(deck.mean), Fraction(deck.variance))


@pytest.mark.parametrize("deck", DECKS)
def test_totals__are_low_with_their_exact_chance(deck: Deck) -> None:
    tally = tally_hands(deck.n_decks, deck.jokers)
    assert {total: tally.at_most(total) for total in deck.low} == {t: Fraction(p) for t, p in deck.low.items()}


def test_totals__from_0_to_10_are_counted_exactly() -> None:
    assert tally_hands(1, 2).totals[:11] == [0, 0, 0, 4, 26, 80, 200, 420, 782, 1340, 2164]
    assert tally_hands(1, 4).totals[:11] == [0, 4, 28, 92, 240, 484, 920, 1552, 2492, 3772, 5548]


@pytest.mark.parametrize(("events", "two_jokers", "four_jokers"), MELDS)
def test_melds__are_found_in_so_many_hands(events: tuple[str, ...], two_jokers: int, four_jokers: int) -> None:
    assert tally_hands(1, 2).hands_with(*events) == two_jokers
    assert tally_hands(1, 4).hands_with(*events) == four_jokers


@pytest.mark.parametrize(
    ("max_set", "joker_at_run_ends", "lays"),
    [(0, True, 20_413_366), (4, True, 20_413_288), (0, False, 20_284_206), (4, False, 20_284_128)],
)
def test_lays__sum_over_all_hands_to_the_exact_number(max_set: int, joker_at_run_ends: bool, lays: int) -> None:
    assert tally_hands(1, 2, max_set, joker_at_run_ends).lays == lays


def test_rank_points__raise_the_mean_by_the_exact_amount() -> None:
    """Twelve of 54 cards count 1, 2 or 3 more: 24 points more in the deck, 5/54 of them in a hand."""
    more = tally_hands(1, 2, face_points="rank").mean - tally_hands(1, 2).mean
    assert more == Fraction(5 * 24, 54)


def test_melds__have_an_exact_number_for_every_event() -> None:
    assert {name for events, *_counts in MELDS for name in events} == set(EVENTS)

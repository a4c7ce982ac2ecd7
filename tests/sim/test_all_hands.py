"""Exact facts about all five-card hands, from the kernels' own points and melds.

The expected numbers come from exhaustive enumeration and exact arithmetic by other programs.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.all_hands import EVENTS, tally_hands

# Number of decks and of jokers in all.
NO_JOKER, TWO_JOKERS, FOUR_JOKERS, TWO_DECKS = (1, 0), (1, 2), (1, 4), (2, 4)


@pytest.mark.parametrize(
    ("deck", "hands", "mean", "variance"),
    [
        (NO_JOKER, 2_598_960, "425/13", "131600/2873"),
        (TWO_JOKERS, 3_162_510, "850/27", "1982050/38637"),
        (FOUR_JOKERS, 3_819_816, "425/14", "10965/196"),
        (TWO_DECKS, 111_469_176, "850/27", "4166350/78003"),
    ],
)
def test_totals__have_their_exact_mean_and_variance(
    deck: tuple[int, int], hands: int, mean: str, variance: str
) -> None:
    tally = tally_hands(*deck)
    assert (tally.hands, tally.mean, tally.variance) == (hands, Fraction(mean), Fraction(variance))


@pytest.mark.parametrize(
    ("deck", "total", "chance"),
    [
        (NO_JOKER, 7, "2/162435"),
        (TWO_JOKERS, 5, "11/316251"),
        (TWO_JOKERS, 7, "73/316251"),
        (TWO_JOKERS, 9, "1426/1581255"),
        (TWO_JOKERS, 10, "836/527085"),
        (FOUR_JOKERS, 5, "2/9009"),
        (FOUR_JOKERS, 7, "415/477477"),
        (FOUR_JOKERS, 9, "1198/477477"),
        (FOUR_JOKERS, 10, "97/24486"),
        (TWO_DECKS, 7, "379/1071819"),
    ],
)
def test_totals__are_low_with_their_exact_chance(deck: tuple[int, int], total: int, chance: str) -> None:
    assert tally_hands(*deck).at_most(total) == Fraction(chance)


def test_totals__from_0_to_10_are_counted_exactly() -> None:
    assert tally_hands(*TWO_JOKERS).totals[:11] == [0, 0, 0, 4, 26, 80, 200, 420, 782, 1340, 2164]
    assert tally_hands(*FOUR_JOKERS).totals[:11] == [0, 4, 28, 92, 240, 484, 920, 1552, 2492, 3772, 5548]


# Two jokers and any natural card are the run of three with a single natural card.
RUN_WITH_ONE_NATURAL = ("wild run of 3", "two jokers")


MELDS = [
    (("a joker",), 563_550, 1_220_856),
    (("two jokers",), 22_100, 137_956),
    (("natural pair",), 1_460_238, 1_654_900),
    (("natural three",), 64_350, 69_628),
    (("natural four",), 650, 676),
    (("two paired ranks",), 132_912, 138_528),
    (("wild pair",), 1_844_622, 2_501_928),
    (("wild three",), 256_750, 547_976),
    (("natural run of 3",), 54_100, 58_552),
    (("natural run of 4",), 1_964, 2_044),
    (("natural run of 5",), 36, 36),
    (RUN_WITH_ONE_NATURAL, 270_384, 584_700),
    (("wild run of 3",), 254_436, 484_328),
    (("wild run of 4",), 19_668, 62_732),
    (("wild run of 5",), 564, 2_692),
    (("natural pair", "wild run of 3"), 1_636_254, 1_998_804),
]


@pytest.mark.parametrize(("events", "two_jokers", "four_jokers"), MELDS)
def test_melds__are_found_in_so_many_hands(events: tuple[str, ...], two_jokers: int, four_jokers: int) -> None:
    assert tally_hands(*TWO_JOKERS).hands_with(*events) == two_jokers
    assert tally_hands(*FOUR_JOKERS).hands_with(*events) == four_jokers


@pytest.mark.parametrize(
    ("max_set", "joker_at_run_ends", "lays"),
    [(0, True, 20_413_366), (4, True, 20_413_288), (0, False, 20_284_206), (4, False, 20_284_128)],
)
def test_lays__sum_over_all_hands_to_the_exact_number(max_set: int, joker_at_run_ends: bool, lays: int) -> None:
    assert tally_hands(*TWO_JOKERS, max_set, joker_at_run_ends).lays == lays


def test_rank_points__raise_the_mean_by_the_exact_amount() -> None:
    """Twelve of 54 cards count 1, 2 or 3 more: 24 points more in the deck, 5/54 of them in a hand."""
    more = tally_hands(*TWO_JOKERS, face_points="rank").mean - tally_hands(*TWO_JOKERS).mean
    assert more == Fraction(5 * 24, 54)


def test_melds__have_an_exact_number_for_every_event() -> None:
    assert {name for events, *_counts in MELDS for name in events} == set(EVENTS)

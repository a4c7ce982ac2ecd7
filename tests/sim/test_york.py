"""The York study's bots: entries, lotteries and views, worked by hand, in both forms."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from scipy.stats import chisquare

from sim.cards import parse_cards
from tests.decisions import FORMS, Decision, decide_by_kernel, decide_plainly, situation

ALL = ("york-random", "york-novice", "york-intermediate")
YORK = {"jokers": 0, "set_pickup": "ends", "score_limit": 0, "max_turns": 50}
N_DEALS = 2000
LIKELY = 1e-5
"""The deals are always the same, so these tests pass or fail for ever: a right bot fails one in 100,000 of them."""


@cache
def decisions(name: str, hand: str, offer: str = "KS", cards: int = 5, known: str = "") -> tuple[Decision, ...]:
    """What the kernels' bot does in the same situation in many deals."""
    seen = situation(hand, offer, **YORK)._replace(other_cards=cards, other_known=tuple(sorted(parse_cards(known))))
    return tuple(decide_by_kernel(name, seen._replace(deal=deal)) for deal in range(N_DEALS))


def check_chances(found: Counter[Any], weights: dict[Any, int]) -> None:
    """As likely as the weights say, and nothing else."""
    assert set(found) == set(weights)
    total = sum(weights.values())
    expected = [weights[key] * found.total() / total for key in weights]
    if len(weights) > 1:
        assert chisquare([found[key] for key in weights], expected).pvalue > LIKELY


def lays(name: str, hand: str) -> Counter[str]:
    return Counter(d.lay for d in decisions(name, hand))


def takes(name: str, hand: str, offer: str) -> Counter[str]:
    return Counter(d.take for d in decisions(name, hand, offer))


# Entries

THREE_OF_A_RANK = "5C 5D 5H 9S KD"
FOUR_OF_A_RANK = "AC AD AH AS 2S"
RUN_OF_FIVE = "3H 4H 5H 6H 7H"


@pytest.mark.parametrize(
    ("name", "hand", "weights"),
    [
        (
            "york-random",
            THREE_OF_A_RANK,
            dict.fromkeys(["5C", "5D", "5H", "9S", "KD", "5C 5D", "5C 5H", "5D 5H"], 1) | {"5C 5D 5H": 3},
        ),
        (
            "york-random",
            FOUR_OF_A_RANK,
            dict.fromkeys(
                ["AC", "AD", "AH", "AS", "2S", "AC AD", "AC AH", "AC AS", "AD AH", "AD AS", "AH AS"], 1
            )
            | dict.fromkeys(["AC AD AH", "AC AD AS", "AC AH AS", "AD AH AS"], 3)
            | {"AC AD AH AS": 6},
        ),
        (
            "york-random",
            RUN_OF_FIVE,
            dict.fromkeys(["3H", "4H", "5H", "6H", "7H", "3H 4H 5H", "4H 5H 6H", "5H 6H 7H"], 1)
            | dict.fromkeys(["3H 4H 5H 6H", "4H 5H 6H 7H", "3H 4H 5H 6H 7H"], 1),
        ),
        ("york-novice", THREE_OF_A_RANK, {"5C 5D 5H": 1}),
        ("york-novice", "TC TD JH 2S 3S", {"TC TD": 1}),
        ("york-novice", "TC JD QH 2S 3S", {"TC": 1, "JD": 1, "QH": 1}),
        ("york-novice", "2C 3C 4C 9D KD", {"KD": 1}),  # the run counts 9
        ("york-novice", "2C 3C 4C 5C 7D", {"2C 3C 4C 5C": 1}),
        ("york-novice", "TC 5C 5D 2H 3H", {"TC": 1, "5C 5D": 1}),
        ("york-novice", "2C 2D 2H AC AD", {"2C 2D 2H": 1}),
        ("york-novice", "2C 2D 2H 6S", {"2C 2D 2H": 3, "6S": 1}),
        ("york-intermediate", "TC JD QH 2S 3S", {"TC": 1, "JD": 1, "QH": 1}),
        ("york-intermediate", "KC KD 2H 2S 9S", {"KC KD": 1, "2H 2S": 1}),
        ("york-intermediate", "2C 3C 4C 9D KD", {"2C 3C 4C": 1}),
        ("york-intermediate", "AC AD AS 2S 3S", {"AC AD AS": 3, "AS 2S 3S": 1}),
    ],
)  # fmt: skip
def test_entries__count_arrangements(name: str, hand: str, weights: dict[str, int]) -> None:
    check_chances(lays(name, hand), weights)


@pytest.mark.parametrize(
    ("name", "hand", "n_entries"),
    [
        ("york-random", "AC AD AH 2S", 4 + 3 + 3),
        ("york-random", "AC 2C 3C", 4),
        ("york-novice", "AC AD AH 2S", 3),
        ("york-novice", "2C 2D 2H 6S", 4),
        ("york-novice", "AC 2D", 1),
        ("york-intermediate", "AC AD AH AS 2S", 6),
        ("york-intermediate", "2C 2D 3H", 1),
    ],
)
def test_call__is_one_more_entry(name: str, hand: str, n_entries: int) -> None:
    calls = Counter(d.call for d in decisions(name, hand))
    check_chances(calls, {True: 1, False: n_entries})


@pytest.mark.parametrize(
    ("cards", "known", "willing"),
    [
        (5, "", True),
        (5, "AC AD AH", True),  # two cards are hidden
        (2, "2C", False),  # 3 is not below 2
        (2, "3C", False),
        (2, "4C", True),
        (2, "2C 2D", True),
        (2, "AC 2C", False),
        (1, "", False),  # its only card is all but known
        (1, "4C", True),
        (5, "AC AD AH AS", True),
    ],
)
def test_novice__minds_known_cards(cards: int, known: str, willing: bool) -> None:
    """With AS 2S, 3 points."""
    assert any(d.call for d in decisions("york-novice", "AS 2S", "KS", cards, known)[:200]) is willing


# Views


@pytest.mark.parametrize(
    ("name", "hand", "offer", "weights"),
    [
        ("york-random", "4H 8S", "2C 9C", {"stock": 1, "2C": 1, "9C": 1}),
        ("york-random", "4H 8S", "2C", {"stock": 1, "2C": 2}),
        ("york-novice", "4H 8S", "2C 4C", {"stock": 1, "4C": 1}),  # the low view is cheap; it takes the last
        ("york-novice", "4H 8S", "9C 2D", {"stock": 1, "9C": 1}),  # the high view is cheap; it takes the first
        ("york-novice", "4H 8S", "2C 2D", {"stock": 1, "2D": 1}),
        ("york-novice", "4H 8S", "3C 5C", {"stock": 1}),
        ("york-novice", "4H 8S", "2C", {"stock": 1, "2C": 1}),
        ("york-intermediate", "9H KS", "3C 5C", {"stock": 1}),
        ("york-intermediate", "9H KS", "AC 3C", {"3C": 1}),  # cheap alone
        ("york-intermediate", "9H KS", "9C JC", {"JC": 1}),  # the low view pairs, and takes the last
        ("york-intermediate", "9H KS", "7C 9C", {"7C": 1}),  # the high view pairs, and takes the first
        ("york-intermediate", "9H KS", "9C 9D", {"9C": 1, "9D": 1}),
        ("york-intermediate", "AH KS", "AC 3C", {"3C": 1}),
        ("york-intermediate", "AH KS", "AC AD", {"AC": 1, "AD": 2}),  # the low view once more, for being cheap
        ("york-intermediate", "AH KS", "4C AD", {"4C": 1}),
        ("york-intermediate", "AC AD KS KD", "4C 6C", {"4C": 1, "6C": 1}),  # a pair that was there before counts
        ("york-intermediate", "AC AD KS KD", "2C 6C", {"2C": 1, "6C": 2}),
        ("york-intermediate", "4H 5H KS", "6H 8H", {"8H": 1}),  # the run of the low view
        ("york-intermediate", "4H 6H KS", "3H 5H", {"3H": 1}),  # the run of the high view, by its middle
        ("york-intermediate", "QH KH KS", "JC AC", {"JC": 1}),
    ],
)  # fmt: skip
def test_take__decides_by_views_and_takes_crosswise(name: str, hand: str, offer: str, weights: dict[str, int]) -> None:
    if hand == "AC AD KS KD":  # one of two pairs is laid; either stays
        assert {d.lay for d in decisions(name, hand, offer)} == {"AC AD", "KD KS"}
    check_chances(takes(name, hand, offer), weights)


# Both forms, also where the study has no rules


@pytest.mark.parametrize("name", ALL)
def test_york__decides_alike_in_both_forms(name: str) -> None:
    house: list[dict[str, Any]] = [YORK, {}, {"second_deck_from": 2}, {"joker_at_run_ends": False, "max_set": 2}]
    hands = ("5C 5D 6C * *", "QS KS * * *", "4C 5C 6C 7C 8C 9C TC", "5C 5C 5D 5D", "*", "* *", "2H *", "AC AD AS 2S 3S")
    for changes in house:
        for hand in hands:
            for offer in ("AC 9D", "2C", "*", "2C *", "5C 5D"):
                for deal in range(4):
                    seen = situation(hand, offer, deal=deal, turn=99 + deal, **changes)
                    assert decide_by_kernel(name, seen) == decide_plainly(name, seen), (hand, offer, changes)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ALL)
def test_york__never_turns_from_the_pile(name: str, form: str) -> None:
    late = [FORMS[form](name, situation("AH AD 3S KS", "AC", turn=400, deal=deal, **YORK)) for deal in range(40)]
    assert "AC" in {d.take for d in late}
    assert all(d.slap for d in late)

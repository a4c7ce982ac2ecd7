"""The Dhumbal study's bots: calls, lays and takes worked by hand, in both forms."""

from __future__ import annotations

from typing import Any

import pytest
from scipy.stats import binomtest

from tests.decisions import FORMS, decide_by_kernel, decide_plainly, situation

ALL = ("dhumbal-aggressive", "dhumbal-conservative", "dhumbal-balanced", "dhumbal-opportunistic")
DHUMBAL = {"jokers": 0, "threshold": 10, "face_points": "rank", "set_pickup": "last", "run_pickup": "last"}
N_DEALS = 4000
LIKELY = 1e-5
"""The deals are always the same, so these tests pass or fail for ever: a right bot fails one in 100,000 of them."""

TOTALS = {5: "5C", 6: "6C", 7: "7C", 8: "8C", 9: "9C", 10: "TC", 11: "JC"}


def calls(entrant: str, total: int, turn: int) -> int:
    """In how many of the deals it calls."""
    seen = situation(TOTALS[total], turn=turn, **DHUMBAL)
    return sum(decide_by_kernel(entrant, seen._replace(deal=deal)).call for deal in range(N_DEALS))


@pytest.mark.parametrize(
    ("entrant", "turn", "percents"),
    [
        ("dhumbal-aggressive", 1, {5: 100, 7: 100, 8: 100, 10: 100, 11: 0}),
        ("dhumbal-conservative", 1, {5: 100, 7: 100, 8: 0, 10: 0, 11: 0}),
        ("dhumbal-balanced", 1, {5: 100, 6: 70, 7: 70, 8: 70, 9: 40, 10: 40, 11: 0}),
        ("dhumbal-opportunistic", 20, {6: 100, 7: 100, 8: 90, 9: 85, 10: 80, 11: 0}),
        ("dhumbal-opportunistic", 21, {7: 100, 8: 100, 9: 100, 10: 95, 11: 0}),
        ("dhumbal-opportunistic:call_percent=30", 20, {7: 100, 8: 40, 9: 35, 10: 30, 11: 0}),
        ("dhumbal-opportunistic:call_percent=30", 21, {7: 100, 8: 55, 9: 50, 10: 45, 11: 0}),
        ("dhumbal-opportunistic:call_percent=0", 1, {7: 100, 8: 10, 9: 5, 10: 0, 11: 0}),
    ],
)
def test_call__is_as_likely_as_described(entrant: str, turn: int, percents: dict[int, int]) -> None:
    for total, percent in percents.items():
        found = calls(entrant, total, turn)
        if percent in (0, 100):
            assert found == N_DEALS * percent // 100, total
        else:
            assert binomtest(found, N_DEALS, percent / 100).pvalue > LIKELY, total


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("name", "hand", "lay"),
    [
        # T = 47: pair 26 P 47 + 1880 + 2600, run 21 P 47 + 2820 + 1410 + 2100: equal at P = 7.87
        ("dhumbal-aggressive", "KC KD 6H 7H 8H", "KC KD"),
        ("dhumbal-opportunistic", "KC KD 6H 7H 8H", "KC KD"),
        ("dhumbal-balanced", "KC KD 6H 7H 8H", "KC KD"),
        ("dhumbal-conservative", "KC KD 6H 7H 8H", "6H 7H 8H"),
        # T = 40: 12,600 each at P = 10, and sets come before runs
        ("dhumbal-aggressive", "JC JD 5H 6H 7H", "JC JD"),
        # 10 are left by the king: 1794 + 11,500 + 1300 against 1380 + 920 + 1000
        ("dhumbal-conservative", "KC 5D 5H", "KC"),
        # 11 would be left: 1872 + 1300 against 1440 + 960 + 1000
        ("dhumbal-conservative", "AS KC 5D 5H", "5D 5H"),
        ("dhumbal-aggressive", "9C 9D 9H 9S KD", "9C 9D 9H 9S"),
        ("dhumbal-aggressive", "4C 5C 6C 7C KD", "4C 5C 6C 7C"),
        ("dhumbal-aggressive", "QC JD 9H 8S 2S", "QC"),
        # T = 29: 9 are left by the pair
        ("dhumbal-conservative", "TC TD 2H 3H 4H", "TC TD"),
    ],
)
def test_lay__from_a_high_hand(name: str, hand: str, lay: str, form: str) -> None:
    assert FORMS[form](name, situation(hand, **DHUMBAL)).lay == lay


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("hand", "lay"),
    [
        ("TC JD QH", "TC"),
        ("TH TD QC QS", "QC QS"),  # the first rank that the hand shows in card order
        ("TD TH TS QC QD QH", "QC QD QH"),
        ("9D 9H 9S 2C", "9D 9H 9S"),
        ("TC * *", "TC"),
        ("4C 5C 6C 8H * ", "4C 5C 6C"),
    ],
)
def test_lay__of_equals_the_first(hand: str, lay: str, form: str) -> None:
    """Where court cards have ten points, and jokers make nothing."""
    assert FORMS[form]("dhumbal-aggressive", situation(hand, threshold=10)).lay == lay


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("hand", "lay"),
    [
        ("4C 3D 2H", "4C"),
        ("5D 5H", "5D"),
        ("4C 4D 2S", "4C 4D"),  # no single card has 5 points
        ("AC 2C 2D 2H 2S", "2C 2D"),  # 4 are enough at 9
        ("AC 2C 2D 2H 3S", "2C 2D 2H"),  # 5 are needed at 10, a pair has 4
        ("AC AD AH 3S 4S", "AC"),  # nothing has 5
        ("AH AD 2C 2S 4S", "AD"),
        ("2C 3C 4C AD", "AD"),  # no run is looked at
        ("AD AC", "AC"),
        ("AC AD 4S *", "4S"),
        ("2C 2D *", "2C"),
        ("*", "*"),
        ("2C 3D 4H AS *", "*"),  # the lowest single card
    ],
)
def test_lay__from_a_low_hand(hand: str, lay: str, form: str) -> None:
    for name in ALL:
        assert FORMS[form](name, situation(hand, **DHUMBAL | {"jokers": 2})).lay == lay


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("hand", "base_4_takes"),
    [
        ("KC 9D 7H", 6),  # 16 are left
        ("KC 8D 7H", 4),  # 15
        ("KC 7D 6H", 4),  # 13
        ("KC 7D 5H", 3),  # 12
        ("4C", 3),
    ],
)
def test_take__goes_by_the_hand_that_is_left(hand: str, base_4_takes: int, form: str) -> None:
    ranks = "A23456789TJQK"
    for name in ALL:
        most = base_4_takes - (name == "dhumbal-conservative")
        for points in range(1, 14):
            card = ranks[points - 1] + "S"
            take = FORMS[form](name, situation(hand, card, turn=150, **DHUMBAL)).take
            assert take == (card if points <= most else "stock")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("offer", "take"), [("3C 2D 2H", "2D"), ("AC *", "*"), ("KC 2H", "2H"), ("8C 9D", "stock"), ("*", "*")]
)
def test_take__looks_at_the_cheapest(offer: str, take: str, form: str) -> None:
    assert FORMS[form]("dhumbal-balanced", situation("KC 7D 5H", offer)).take == take


@pytest.mark.parametrize("name", ALL)
def test_dhumbal__decides_alike_in_both_forms(name: str) -> None:
    house: list[dict[str, Any]] = [DHUMBAL, {}, {"second_deck_from": 2}, {"second_deck_from": 2, "max_set": 2}]
    hands = (
        "5C 5C 5D 5H 5H", "4C 4C 4D 2S 2S", "4C 5C 5C 6C 7C 9C TC", "2C 2C 2D AH AH", "AC AC AD AD AS 2S 2S", "* * 2C",
        "TC TC TD TH QC QD QS", "9H TH JH QH KH 7H 6H", "2S 3S 4S 6S 7S 8S *", "KC KD QC QD QH 2C 2D",
    )  # fmt: skip
    for changes in house:
        for hand in hands:
            for offer in ("AC 9D", "6C", "*"):
                for deal in range(4):
                    seen = situation(hand, offer, deal=deal, turn=19 + deal, **changes)
                    assert decide_by_kernel(name, seen) == decide_plainly(name, seen), (hand, offer, changes)

"""Which deal or turn breaks which rule: small records worked by hand, each legal up to one line."""

from __future__ import annotations

from typing import Any

import pytest

from sim.record import Line
from sim.referee.melds import RUN, SET, SINGLE, kind_of
from sim.rules import Variant
from tests.scripted import call, deal, turn
from tests.sim.referee.records import DEAL, HIGH, OTHER, broken, judge


def first_turn(lay: str, hand: str = "", rules: Any = "standard", **more: Any) -> tuple[int, str] | None:
    """Line and rule of a first turn by seat 1 out of a hand; None where it is legal."""
    n_cards = len((hand or OTHER).split())
    own = rules if isinstance(rules, dict) else {"base": rules}
    other = " ".join("AC 2C 3C 4S 5S 6S JC".split()[:n_cards])
    verdict = judge(
        own | {"hand_size": n_cards}, 2, deal(other, hand or OTHER, up="KS", number=1), turn(1, lay, **more)
    )
    return None if verdict.ok else broken(verdict)


# D: the deal


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"deal": 2}, "D3"),
        ({"dealer": 1, "first": 0}, "D3"),
        ({"dealer": 7}, "D3"),
        ({"first": 0}, "D4"),
        ({"hands": ["9C 9D TC TD", OTHER]}, "D2"),
        ({"hands": ["9C 9D TC TD 3H 4H", OTHER]}, "D2"),
        ({"hands": ["", OTHER]}, "D2"),
        ({"hands": [None, OTHER]}, "D2"),
        ({"hands": [HIGH, OTHER, "AC 2C 3C 4S 5S"]}, "D2"),
        ({"hands": [HIGH, "9C 8H * 4C 5D"]}, "C1"),  # the nine of clubs is in two hands
        ({"upcard": "3H"}, "C1"),
        ({"hands": ["* * * TD 3H", OTHER]}, "C1"),  # two jokers in the deck
    ],
)
def test_deal__is_checked(changes: dict[str, Any], rule: str) -> None:
    assert broken(judge("standard", 2, {**DEAL, **changes})) == (2, rule)


def test_deal__two_decks_hold_every_card_twice() -> None:
    rules = {"second_deck_from": 2}
    twice = deal("9C 9C TC * 3H", "9D 9D * * 5D", up="TC", number=1)
    assert judge(rules, 2, twice, turn(1, "9D 9D", "*")).ok
    assert broken(judge(rules, 2, {**twice, "upcard": "9C"})) == (2, "C1")
    assert broken(judge(rules, 2, twice, turn(1, "9D 9D", "9C"))) == (3, "C1")


def test_deal__cards_of_a_deck_without_jokers() -> None:
    assert broken(judge("york", 2, DEAL)) == (2, "C1")


# T2 to T5: the lay


@pytest.mark.parametrize(
    ("lay", "hand"),
    [
        ("7H", ""),
        ("9C 9D", "9C 9D 9H"),
        ("9H 9C 9D", "9C 9D 9H"),
        ("9C *", "9C 9D *"),
        ("* 9C 9D", "9C 9D *"),
        ("* *", "9C * *"),
        ("* 9C *", "9C * *"),
        ("7H 8H 9H", "7H 8H 9H"),
        ("9H 8H 7H", "7H 8H 9H"),
        ("7H * 9H", "7H 9H *"),
        ("* 7H 8H", "7H 8H *"),
        ("8H 7H *", "7H 8H *"),
        ("* 3H 2H", "2H 3H *"),
        ("3H 2H *", "2H 3H *"),
        ("* 2H 3H", "2H 3H *"),
        ("* * QH KH", "QH KH * *"),
        ("KH QH * *", "QH KH * *"),
        ("AH * * 4H", "AH 4H * *"),
    ],
)
def test_lay__is_legal(lay: str, hand: str) -> None:
    assert first_turn(lay, hand, card="QD") is None


@pytest.mark.parametrize(
    ("lay", "hand", "rule"),
    [
        ("9H", "", "T2"),  # not in hand
        ("7H 7H", "", "T2"),
        ("* *", "", "T2"),
        ("7H 4C", "", "T3"),
        ("7H 8H", "", "T3"),  # two cards are no run
        ("7H 8D 9H", "7H 8D 9H", "T3"),
        ("7H 9H 8H", "7H 8H 9H", "T3"),  # out of order
        ("7H 8H 8H", "7H 8H 8H", "C1"),  # one deck has it once
        ("QH KH *", "QH KH *", "T3"),
        ("* KH QH", "QH KH *", "T3"),
        ("2H AH *", "AH 2H *", "T3"),
        ("* AH 2H", "AH 2H *", "T3"),
        ("QH KH AH", "QH KH AH", "T3"),
        ("KH AH 2H", "KH AH 2H", "T3"),
        ("7H * 8H", "7H 8H *", "T3"),
        ("6H * 9H", "6H 9H *", "T3"),  # two are missing
        ("6H * * 8H", "6H 8H * *", "T3"),
        ("", "", "T2"),
    ],
)
def test_lay__is_illegal(lay: str, hand: str, rule: str) -> None:
    line = 2 if rule == "C1" else 3
    assert first_turn(lay, hand, card="QD") == (line, rule)


def test_lay__a_run_holds_no_card_twice_in_two_decks() -> None:
    rules = {"second_deck_from": 2}
    assert first_turn("7H 7H 8H", "7H 7H 8H 9H", rules, card="QD") == (3, "T3")
    assert first_turn("7H 7H", "7H 7H 8H 9H", rules, card="QD") is None


@pytest.mark.parametrize(
    ("lay", "rule"), [("* 7H 8H", "T4"), ("7H 8H *", "T4"), ("8H 7H *", "T4"), ("7H * 9H", None), ("9H *", None)]
)
def test_lay__jokers_at_the_ends_of_runs_by_the_letter(lay: str, rule: str | None) -> None:
    got = first_turn(lay, "7H 8H 9H *", {"joker_at_run_ends": False}, card="QD")
    assert got == (rule and (3, rule))


@pytest.mark.parametrize(("cap", "lay", "rule"), [(2, "9C 9D 9H", "T3"), (3, "9C 9D 9H", None), (2, "* 9C 9D", "T3")])
def test_lay__a_set_has_a_cap(cap: int, lay: str, rule: str | None) -> None:
    assert first_turn(lay, "9C 9D 9H *", {"max_set": cap}, card="QD") == (rule and (3, rule))


@pytest.mark.parametrize(
    ("lay", "kind"),
    [("5H", SINGLE), ("*", SINGLE), ("5H 5D", SET), ("* *", SET), ("5H *", SET), ("5H 6H 7H", RUN), ("* 5H 6H", RUN)],
)
def test_lay__is_a_single_a_set_or_a_run(lay: str, kind: str) -> None:
    assert kind_of(tuple(lay.split()), Variant.from_mapping({})) == kind


def test_turn__is_one_lay_and_one_take() -> None:
    for line in ({"turn": 1, "take": "stock", "card": "QD"}, {"turn": 1, "lay": "7H"}):
        assert broken(judge("standard", 2, DEAL, line)) == (3, "T2")
    assert broken(judge("standard", 2, DEAL, {"turn": 1, "lay": "7H", "take": "pile"})) == (3, "T2")


# T6: the take

SETS = "9C 9D 9H 9S *"


@pytest.mark.parametrize(
    ("rules", "lay", "takable"),
    [
        ({}, "9C 9D 9H 9S", "9C 9D 9H 9S"),
        ({}, "9C * 9H", "9C * 9H"),
        ({"set_pickup": "ends"}, "9D 9C 9H 9S", "9D 9S"),
        ({"set_pickup": "ends"}, "* 9C 9H", "* 9H"),
        ({"set_pickup": "last"}, "9D 9C 9H 9S", "9S"),
        ({"set_pickup": "last"}, "9H *", "*"),
    ],
)
def test_take__from_a_set(rules: dict[str, Any], lay: str, takable: str) -> None:
    for card in SETS.split():
        verdict = judge(rules, 2, deal("AC 2D 3C 4S 5S", SETS, number=1), turn(1, lay, "QD"), turn(0, "AC", pile=card))
        assert verdict.ok == (card in takable.split()), card
        if not verdict.ok:
            assert broken(verdict) == (4, "T6")


@pytest.mark.parametrize(
    ("pickup", "lay", "takable"),
    [
        ("ends", "6H 7H 8H", "6H 8H"),
        ("ends", "8H 7H 6H", "6H 8H"),
        ("ends", "* 7H 8H", "* 8H"),
        ("ends", "7H * 9H", "7H 9H"),
        ("last", "6H 7H 8H", "8H"),
        ("last", "8H 7H 6H", "6H"),
        ("last", "7H 8H *", "*"),
    ],
)
def test_take__from_a_run(pickup: str, lay: str, takable: str) -> None:
    hand = "6H 7H 8H 9H *"
    for card in hand.split():
        verdict = judge(
            {"run_pickup": pickup}, 2, deal("AC 2D 3C 4S 5S", hand, number=1), turn(1, lay, "QD"),
            turn(0, "AC", pile=card),
        )  # fmt: skip
        assert verdict.ok == (card in takable.split()), card


def test_take__the_upcard_is_gone_after_the_first_turn() -> None:
    assert broken(judge("standard", 2, DEAL, turn(1, "7H", "QD"), turn(0, "9C", pile="KS"))) == (4, "T6")
    assert judge("standard", 2, DEAL, turn(1, "7H", "QD"), turn(0, "9C", pile="7H")).ok


def test_draw__a_card_that_lies_elsewhere_is_impossible() -> None:
    for card in ("KS", "9C", "4C", "8H"):  # on the pile, with the other, in the own hand, just laid
        assert broken(judge("standard", 2, DEAL, turn(1, "8H", card))) == (3, "C1"), card


def test_turn__out_of_turn() -> None:
    assert broken(judge("standard", 2, DEAL, turn(0, "9C", "QD"))) == (3, "D4")
    assert broken(judge("standard", 2, DEAL, turn(1, "7H", "QD"), turn(1, "8H", "QC"))) == (4, "D4")
    assert broken(judge("standard", 2, DEAL, call(0))) == (3, "D4")
    assert broken(judge("standard", 2, DEAL, turn(5, "7H", "QD"))) == (3, "D4")


# T8: the stock runs out


def few_cards() -> list[Line]:
    """Seven players with seven cards of 54: a stock of four, drawn by seats 1 to 4."""
    cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["*", "*"]
    hands = [" ".join(cards[seat::7][:7]) for seat in range(7)]
    up, *stock = cards[49:]
    turns = [turn(seat, hands[seat].split()[-1], card) for seat, card in zip(range(1, 5), stock, strict=True)]
    return [deal(*hands, up=up, number=1), *turns]


FEW = {"hand_size": 7, "second_deck_from": 0}


@pytest.mark.parametrize("count", [None, 4, 6])
def test_reshuffle__is_counted(count: int | None) -> None:
    lines = few_cards()
    laid = lines[0]["hands"][5].split()[0]
    up, others = lines[0]["upcard"], [line["lay"] for line in lines[1:]]
    right = turn(5, laid, up, reshuffled=5)  # the upcard and four lays; its own stays
    assert judge(FEW, 7, *lines, right).ok
    assert judge(FEW, 7, *lines, {**right, "card": others[-1]}).ok
    assert broken(judge(FEW, 7, *lines, {**right, "card": laid})) == (7, "C1")
    wrong = {key: value for key, value in {**right, "reshuffled": count}.items() if value is not None}
    assert broken(judge(FEW, 7, *lines, wrong)) == (7, "T8")


def test_reshuffle__only_when_the_stock_is_empty() -> None:
    lines = few_cards()
    lines[4]["reshuffled"] = 4
    assert broken(judge(FEW, 7, *lines)) == (6, "T8")
    lines = few_cards()
    pile = turn(5, lines[0]["hands"][5].split()[0], pile=lines[4]["lay"])
    assert judge(FEW, 7, *lines, pile).ok
    assert broken(judge(FEW, 7, *lines, {**pile, "reshuffled": 5})) == (7, "T8")

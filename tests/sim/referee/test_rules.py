"""Which line breaks which rule: small records worked by hand, each legal up to one line."""

from __future__ import annotations

from typing import Any

import pytest

from sim.record import Line
from sim.referee.melds import RUN, SET, SINGLE, kind_of
from sim.rules import Variant
from tests.scripted import call, deal, score, slap, slapdown, stopped, turn
from tests.sim.referee.records import broken, judge, scored

HAND = "9C 9D TC TD 3H"
OTHER = "7H 8H * 4C 5D"
DEAL: Line = deal(HAND, OTHER, up="KS", number=1)


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
        ({"hands": [HAND, OTHER, "AC 2C 3C 4S 5S"]}, "D2"),
        ({"hands": [HAND, "9C 8H * 4C 5D"]}, "C1"),  # the nine of clubs is in two hands
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


# E: ends

SEVEN = "AC AD AH 2C 2D"


def test_call__needs_the_threshold() -> None:
    lines = deal("9C 9D TC TD 3H", SEVEN, number=1), call(1)
    assert scored(judge("standard", 2, *lines)) == [("yaniv", 1, [41, 0], [41, 0], [])]
    assert broken(judge("yaniv5", 2, *lines)) == (3, "T1")


def test_call__ties_of_three() -> None:
    """Seats 0, 2 and 3 hold 7 as the caller does: all tied ones at the lowest score 0."""
    hands = "AC 2C 4C * *", "AD 2D 4D * *", "AH 2H 4H * *", "AS 2S 4S * *"
    rules = {"second_deck_from": 2, "jokers": 4, "assaf_extra": 20}
    verdict = judge(rules, 4, deal(*hands, number=1), call(1))
    assert scored(verdict) == [("assaf", 1, [0, 77, 0, 0], [0, 77, 0, 0], [])]


def test_slapdown__is_a_joker_on_a_hand_of_nothing() -> None:
    run = "2D 3D 4D 5D 6D"
    lines = deal(HAND, run, number=1), turn(1, run, "*")
    assert scored(judge("slapdown", 2, *lines, slapdown(1))) == [("slapdown", 1, [41, 0], [41, 0], [])]
    assert broken(judge("standard", 2, *lines, slapdown(1))) == (4, "E4")
    assert broken(judge("slapdown", 2, *lines, slapdown(0))) == (4, "E4")
    assert broken(judge("slapdown", 2, lines[0], turn(1, run, "AS"), slapdown(1))) == (4, "E4")
    assert broken(judge("slapdown", 2, *lines, turn(0, "9C", "QD"), slapdown(1))) == (5, "E4")
    assert broken(judge("slapdown", 2, *lines, slapdown(1), slapdown(1))) == (5, "E5")


MATCHING = {"slapdown": "matching", "set_pickup": "ends"}
NINES = deal("2H 3S 4H 5S 6H", "9C 9D * TC JC", up="9H", number=1)


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ([turn(1, "9C", "9S"), slap(1, "9S")], None),
        ([turn(1, "9C *", "9S"), slap(1, "9S"), turn(0, "6H", pile="9S")], None),
        ([turn(1, "9C *", "9S"), slap(1, "9S"), turn(0, "6H", pile="9C")], None),
        ([turn(1, "9C *", "9S"), slap(1, "9S"), turn(0, "6H", pile="*")], "T6"),
        ([turn(1, "9C", "TH"), slap(1, "TH")], "E4"),
        ([turn(1, "9C", "9S"), slap(1, "9D")], "E4"),  # not the card drawn
        ([turn(1, "9C", pile="9H"), slap(1, "9H")], "E4"),
        ([turn(1, "9C", "*"), slap(1, "*")], "E4"),
        ([turn(1, "*", "9S"), slap(1, "9S")], "E4"),
        ([turn(1, "9C TC JC", "9S"), slap(1, "9S")], "E4"),
        ([turn(1, "9C", "9S"), slap(1, "9S"), slap(1, "9S")], "E4"),
        ([turn(1, "9C", "9S"), slap(0, "9S")], "E4"),
        ([turn(1, "9C", "9S"), turn(0, "6H", "QD"), slap(1, "9S")], "E4"),
        ([slap(1, "9C")], "E4"),
        ([turn(1, "9C", "9S"), slapdown(1)], "E4"),
    ],
)
def test_slap__matches_the_lay(lines: list[Line], rule: str | None) -> None:
    verdict = judge(MATCHING, 2, NINES, *lines)
    assert (None if verdict.ok else broken(verdict)) == (rule and (len(lines) + 2, rule))


def test_slap__is_unknown_elsewhere() -> None:
    assert broken(judge("slapdown", 2, NINES, turn(1, "9C", "9S"), slap(1, "9S"))) == (4, "E4")


def test_slap__leaves_a_player_without_cards_who_must_call() -> None:
    rules = {"slapdown": "matching", "hand_size": 3, "threshold": 0}
    lines = [deal("2H 3S 4H", "9C 9D 9H", number=1), turn(1, "9C 9D 9H", "9S"), slap(1, "9S"), turn(0, "4H", "KD")]
    assert scored(judge(rules, 2, *lines, call(1))) == [("yaniv", 1, [15, 0], [15, 0], [])]
    assert broken(judge(rules, 2, *lines, turn(1, "QD", "QC"))) == (6, "T1")


OUT: dict[str, Any] = {"going_out": True, "hand_size": 3}
RUN_OF_THREE = deal("9C 9D TC", "4H 5H 6H", number=1)


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ({"hand_size": 3}, turn(1, "4H 5H 6H")),
        (OUT, turn(1, "4H")),
        (OUT, turn(1, "4H 5H 6H", "QD")),
        (OUT, turn(1, "4H 5H 6H", pile="KS")),
    ],
)
def test_going_out__wrongly(rules: dict[str, Any], line: Line) -> None:
    assert broken(judge(rules, 2, RUN_OF_THREE, line)) == (3, "E6")


def test_going_out__may_be_answered_by_jokers() -> None:
    lines = deal("* * TC", "4H 5H 6H", "* * *", number=1), turn(1, "4H 5H 6H")
    assert scored(judge(OUT | {"jokers": 4, "second_deck_from": 2}, 3, *lines)) == [
        ("assaf", 1, [10, 30, 0], [10, 30, 0], [])
    ]
    assert scored(judge(OUT, 2, RUN_OF_THREE, turn(1, "4H 5H 6H"))) == [("out", 1, [28, 0], [28, 0], [])]


def test_guard__stops_a_round() -> None:
    rules = {"max_turns": 2}
    lines = [deal(HAND, SEVEN, number=1), turn(1, "2D", "QD"), turn(0, "9C", "QH")]
    assert scored(judge(rules, 2, *lines, stopped())) == [("stopped", None, [0, 0], [0, 0], [])]
    assert broken(judge(rules, 2, *lines, call(1))) == (5, "E5")
    assert broken(judge(rules, 2, *lines, turn(1, "AC", "QS"))) == (5, "E5")
    assert broken(judge(rules, 2, *lines, call(0))) == (5, "E5")  # whoever calls: there is no turn left
    assert broken(judge(rules, 2, *lines[:2], stopped())) == (4, "E5")
    assert judge(rules, 2, *lines).finished is False


# S: totals over several rounds


def settled(number: int, dealer: int, *hands: str | None, caller: int) -> list[Line]:
    """A round in which the first player calls at once."""
    line = deal(*hands, up="KS", number=number, dealer=dealer)
    assert line["first"] == caller
    return [line, call(caller)]


FIFTY = "TC TD TH TS JC"
LOW = "AC AD * 2H 2D"


def two_rounds() -> list[Line]:
    return [
        *settled(1, 0, FIFTY, LOW, caller=1),
        score(50, 0, totals=(25, 0)),
        *settled(2, 1, LOW, FIFTY, caller=0),
        score(0, 50, totals=(25, 25)),
    ]


def test_totals__landing_on_fifty() -> None:
    verdict = judge("standard", 2, *two_rounds())
    assert [each[3] for each in scored(verdict)] == [[25, 0], [25, 25]]


@pytest.mark.parametrize(
    ("line", "changes", "rule"),
    [
        (3, {"score": [50, 1]}, "E2"),
        (3, {"score": [49, 0]}, "E2"),
        (3, {"score": [50, None]}, "E2"),
        (3, {"totals": [50, 0]}, "S2"),
        (3, {"totals": [25, 1]}, "S1"),
        (3, {"totals": [25]}, "S1"),
        (3, {"out": [0]}, "S4"),
        (3, {"out": [7]}, "S4"),
        (6, {"totals": [0, 25]}, "S1"),
    ],
)
def test_score_line__is_checked(line: int, changes: dict[str, Any], rule: str) -> None:
    lines = two_rounds()
    lines[line - 1].update(changes)
    assert broken(judge("standard", 2, *lines)) == (line + 1, rule)


def test_totals__resting_on_a_milestone() -> None:
    """Seat 0 comes from 100 down to 50 and then scores 0: it stays at 50, for nobody lands with 0."""
    rules = {"opening": "round_winner"}
    lines = [
        deal("9C 9D TC TD 3H", LOW, number=1), call(1),  # 41
        deal("TC TD TH 9C TS", LOW, number=2, dealer=1, first=1), call(1),  # 49: 90
        deal("2C 3D * 3C 2S", LOW, number=3, first=1), call(1),  # 10: 100, so 50
        deal("2C AS * 3C AC", FIFTY, number=4, dealer=1, first=1), turn(1, "JC", "QC"), call(0),
    ]  # fmt: skip
    verdict = judge(rules, 2, *lines)
    assert [each[3] for each in scored(verdict)] == [[41, 0], [90, 0], [50, 0], [50, 25]]
    assert broken(judge(rules, 2, *lines, score(0, 50, totals=(25, 25)))) == (len(lines) + 2, "S2")
    assert judge(rules, 2, *lines, score(0, 50, totals=(50, 25))).ok


def test_totals__a_steal_for_every_lander() -> None:
    """Seats 0 and 2 land on 50; the leader, seat 1, adds 30 for each."""
    rules = {"base": "milestone-steal"}
    lines = settled(1, 0, FIFTY, LOW, "QC QD QH QS JD", caller=1)
    good = score(50, 0, 50, totals=(25, 60, 25))
    assert scored(judge(rules, 3, *lines, good)) == [("yaniv", 1, [50, 0, 50], [25, 60, 25], [])]
    assert broken(judge(rules, 3, *lines, score(50, 0, 50, totals=(25, 30, 25)))) == (4, "S3")
    assert broken(judge(rules, 3, *lines, score(50, 0, 50, totals=(25, 0, 25)))) == (4, "S3")
    assert broken(judge(rules, 3, *lines, score(50, 0, 50, totals=(50, 60, 25)))) == (4, "S2")


def test_elimination__the_deal_and_the_first_turn_pass_over_seats_that_are_out() -> None:
    """Seat 1 would deal round 2 and is out: seat 2 deals, and seat 3 plays first."""
    rules = {"score_limit": 40, "milestones": {}}
    one = settled(1, 0, "9C 9D 2S 3S 4S", LOW, "8C 8D 3C 4C 5C", "AS 2C 3D 4D 5D", caller=1)
    lines = [*one, score(27, 0, 28, 15, totals=(27, 0, 28, 15))]
    two = settled(2, 1, "9C 9D 2S 3S 4S", FIFTY, LOW, "AS 2C 3D 4D 5D", caller=2)
    lines += [*two, score(27, 50, 0, 15, totals=(54, 50, 28, 30), out=(0, 1))]
    three = deal(None, None, "9C 9D 2S 3S 4S", "AS 2C 3D 4D 5D", number=3, dealer=2)
    assert judge(rules, 4, *lines, three).ok
    assert broken(judge(rules, 4, *lines, {**three, "first": 2})) == (8, "D4")
    assert broken(judge(rules, 4, *lines, {**three, "dealer": 3, "first": 2})) == (8, "D3")
    dealt_in = ["6C 7C 6D 7D 8H", None, *three["hands"][2:]]
    assert broken(judge(rules, 4, *lines, {**three, "hands": dealt_in})) == (8, "D2")
    assert broken(judge(rules, 4, *lines[:-1], {**lines[-1], "out": [1]})) == (7, "S4")
    assert broken(judge(rules, 4, *lines[:-1], {**lines[-1], "score": [27, 50, 0, None]})) == (7, "E2")


def result(**values: Any) -> Line:
    return {"result": values}


def test_result__is_checked() -> None:
    lines = settled(1, 0, FIFTY, LOW, caller=1)
    assert judge("nepal10", 2, *lines, result(winners=[1], places=[2, 1], rounds=1)).finished
    for wrong in (
        result(winners=[0], places=[2, 1], rounds=1),
        result(winners=[], places=[2, 1], rounds=1),
        result(winners=[1], places=[1, 2], rounds=1),
        result(winners=[1], places=[2, 1], rounds=2),
    ):
        assert broken(judge("nepal10", 2, *lines, wrong)) == (4, "S6")
    assert broken(judge("standard", 2, *lines, result(winners=[1], places=[2, 1], rounds=1))) == (4, "S5")


def test_result__goes_upwards_and_is_shared() -> None:
    rules = {"score_limit": 0, "second_deck_from": 2}
    lines = settled(1, 0, LOW, "AH AS 2C 2S *", LOW, caller=1)
    good = result(winners=[0, 2], places=[1, 3, 1], rounds=1)
    assert judge(rules, 3, *lines, good).finished
    assert broken(judge(rules, 3, *lines, result(winners=[2, 0], places=[1, 3, 1], rounds=1))) == (4, "S6")


# E5: lines out of place

ENDED = settled(1, 0, FIFTY, LOW, caller=1)
SCORED = [*ENDED, score(50, 0, totals=(50, 0))]
DONE = [*SCORED, result(winners=[1], places=[2, 1], rounds=1)]


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("nepal10", [turn(1, "7H", "QD")]),
        ("nepal10", [call(1)]),
        ("nepal10", [stopped()]),
        ("nepal10", [score(0, 0, totals=(0, 0))]),
        ("nepal10", [DEAL, DEAL]),
        ("nepal10", [DEAL, score(0, 0, totals=(0, 0))]),
        ("nepal10", [DEAL, result(winners=[1], places=[2, 1], rounds=1)]),
        ("nepal10", [*ENDED, call(0)]),
        ("nepal10", [*ENDED, turn(0, "TC", "QD")]),
        ("nepal10", [*SCORED, score(50, 0, totals=(50, 0))]),
        ("nepal10", [*SCORED, deal(FIFTY, LOW, number=2, dealer=1)]),
        ("nepal10", [*DONE, result(winners=[1], places=[2, 1], rounds=1)]),
        ("nepal10", [*DONE, DEAL]),
        ("nepal10", [*DONE, stopped()]),
        ("nepal10", [*DONE, {"yaniv": 1, "variant": "short", "players": 2}]),
        ("standard", [*ENDED, slapdown(1)]),
    ],
)
def test_line__out_of_place(rules: str, lines: list[Line]) -> None:
    assert broken(judge(rules, 2, *lines)) == (len(lines) + 1, "E5")


# What is said


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([stopped()], "a stop out of place: the next deal may follow"),
        ([DEAL, DEAL], "a deal out of place: the round's next move may follow"),
        ([*SCORED, DEAL], "a deal out of place: the game is over: only its score and result may follow"),
        ([*DONE, stopped()], "a stop out of place: nothing may follow"),
        ([*ENDED, score(50, None, totals=(50, 0))], "points 50 -; after a call without Assaf they are 50 0"),
        ([*ENDED, result(winners=[0], places=[2, 1], rounds=1)], "winners: 0; right: 1"),
        ([DEAL, turn(1, "4C 5D *", "QD")], "4C 5D * is no set (other ranks) and no run (other suits)"),
    ],
)
def test_message__says_what_is_wrong_and_what_is_right(lines: list[Line], told: str) -> None:
    assert judge("nepal10", 2, *lines).message == told

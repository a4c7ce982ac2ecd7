"""How rounds end and what they score, line by line: small records worked by hand, each legal up to one line."""

from __future__ import annotations

from typing import Any

import pytest

from sim.record import Line
from tests.scripted import call, deal, score, slap, slapdown, stopped, turn
from tests.sim.referee.records import DEAL, HIGH, broken, judge, scored

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
    lines = deal(HIGH, run, number=1), turn(1, run, "*")
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
    lines = [deal(HIGH, SEVEN, number=1), turn(1, "2D", "QD"), turn(0, "9C", "QH")]
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

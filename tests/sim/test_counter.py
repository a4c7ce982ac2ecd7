"""``counter``, clause by clause: calls and turns worked by hand from its description, in both forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.cards import parse_cards
from tests.decisions import FORMS, Decision, Situation, situation

pytestmark = pytest.mark.nojit

SETTINGS = (
    "risk_one=220,risk_two=270,risk_more=410,late_lap=12,late_risk=25,risk_cards=0,tilt=0,presumed=-1,patience=16,"
    "pair=13,pair_less=24,near=2,run=9,joker=26,card=11,ten=-14,left=16,low_hand=54,low_at=5,low_many=3,stock=106,"
    "reveal=0,feed_joker=12,feed_known=0,milestone=6,low_draw=0,call_at=50,from_pile=1,memory=1"
)

Decider = Callable[[str, Situation], Decision]


@pytest.fixture(params=FORMS)
def decide(request: pytest.FixtureRequest) -> Decider:
    form: Decider = FORMS[request.param]
    return form


def counter(**changes: int) -> str:
    """The bot with these settings, whatever its defaults."""
    settings = dict(pair.split("=") for pair in SETTINGS.split(","))
    settings |= {key: str(value) for key, value in changes.items()}
    return "counter:" + ",".join(f"{key}={value}" for key, value in settings.items())


def seen(hand: str, offer: str = "KS", pile: str = "KS", **changes: Any) -> Situation:
    """A situation; cards are given as text."""
    texts = {key: tuple(parse_cards(changes.pop(key))) for key in ("other_known", "own_known") if key in changes}
    rules = changes.pop("rules", {})
    return situation(hand, offer, **rules)._replace(pile=tuple(parse_cards(pile)), **texts, **changes)


ONE = {"other_cards": 1}


@pytest.mark.parametrize(
    ("changes", "hand", "facts", "calls"),
    [
        # Everything is known: three points, at or below the own total or not.
        ({"risk_one": 1000}, "3C", {"other_cards": 2, "other_known": "AH 2H"}, False),
        ({"risk_one": 1001}, "3C", {"other_cards": 2, "other_known": "AH 2H"}, True),
        ({"risk_one": 1}, "2C", {"other_cards": 2, "other_known": "AH 2H"}, True),
        ({"risk_one": 0}, "2C", {"other_cards": 2, "other_known": "AH 2H"}, False),
        # One unknown card, one of 52 unseen ones is a joker: 19.2 thousandths.
        ({"risk_one": 19}, "*", ONE, False),
        ({"risk_one": 20}, "*", ONE, True),
        ({"risk_one": 1}, "*", ONE | {"pile": "KS *"}, True),  # the other joker has been seen
        # An ace in hand, two jokers and three aces of 52: 96.2 thousandths.
        ({"risk_one": 96}, "AC", ONE, False),
        ({"risk_one": 97}, "AC", ONE, True),
        # One of them on the pile, four of 51: 78.4.
        ({"risk_one": 78}, "AC", ONE | {"pile": "KS AD"}, False),
        ({"risk_one": 79}, "AC", ONE | {"pile": "KS AD"}, True),
        # Known to hold a ten: nothing can be at or below.
        ({"risk_one": 1}, "7C", {"other_cards": 3, "other_known": "TC"}, True),
        # Who kept its card after a turn and would have called at 7: after laying 1 it holds neither an ace nor a joker.
        ({"risk_one": 1, "presumed": 7, "patience": 0}, "AC", ONE | {"other_shed": 1}, True),
        ({"risk_one": 96, "presumed": 7, "patience": 0}, "AC", ONE | {"other_shed": 8}, False),
        # It has just drawn that card: what it held before tells nothing about it.
        ({"risk_one": 97, "presumed": 7, "patience": 0}, "AC", ONE | {"other_shed": 8, "other_drew": True}, True),
        ({"risk_one": 96, "presumed": 7, "patience": 0}, "AC", ONE | {"other_shed": 8, "other_drew": True}, False),
        # Five cards with no points there cannot be.
        ({"risk_one": 0, "risk_cards": 1}, "*", {"other_cards": 5}, True),
        ({"risk_one": 0, "risk_cards": 1}, "*", {"other_cards": 3, "pile": "KS *"}, False),
        ({"risk_one": 1, "risk_cards": 1}, "*", {"other_cards": 2, "pile": "KS *"}, False),
        # After lap 12 more risk is taken.
        ({"risk_one": 0}, "*", ONE | {"turn": 25}, False),
        ({"risk_one": 0}, "*", ONE | {"turn": 27}, True),
        ({"risk_one": 0, "late_risk": 9}, "*", ONE | {"turn": 27}, False),
        ({"risk_one": 0, "late_risk": 10}, "*", ONE | {"turn": 29}, True),
        ({"risk_one": 0, "late_lap": 13}, "*", ONE | {"turn": 27}, False),
        # Where nobody can answer there is no risk.
        ({"risk_one": 0}, "7C", ONE | {"rules": {"assaf": False}}, True),
        # Never above its limit, whatever the chance.
        ({"risk_one": 1001, "call_at": 7}, "7C", ONE, True),
        ({"risk_one": 1001, "call_at": 6}, "7C", ONE, False),
        ({"risk_one": 0, "call_at": 6}, "7C", ONE | {"rules": {"assaf": False}}, False),
        # Without memory: 53 unseen cards, two jokers and three aces, 94.3 thousandths, whatever lies on the pile,
        ({"risk_one": 94, "memory": 0}, "AC", ONE | {"pile": "KS AD *"}, False),
        ({"risk_one": 95, "memory": 0}, "AC", ONE | {"pile": "KS AD *"}, True),
        # was taken from it,
        ({"risk_one": 94, "memory": 0}, "AC", ONE | {"other_known": "TC"}, False),
        ({"risk_one": 95, "memory": 0}, "AC", ONE | {"other_known": "2C"}, True),
        # or was laid and drawn on the opponent's last turn.
        ({"risk_one": 94, "memory": 0, "presumed": 7, "patience": 0}, "AC", ONE | {"other_shed": 1}, False),
        (
            {"risk_one": 95, "memory": 0, "presumed": 7, "patience": 0, "tilt": 200},
            "AC",
            ONE | {"other_drew": True},
            True,
        ),
    ],
)
def test_call__below_a_chance_of_assaf(
    decide: Decider, changes: dict[str, int], hand: str, facts: dict[str, Any], calls: bool
) -> None:
    assert decide(counter(**changes), seen(hand, **facts)).call is calls


def test_call__low_cards_are_likelier_the_later_it_is(decide: Decider) -> None:
    """At lap 5 a ten weighs a 32nd of a joker."""
    low_risk = counter(risk_one=100, tilt=68)
    assert decide(low_risk, seen("AC", turn=1, other_cards=1)).call
    assert not decide(low_risk, seen("AC", turn=11, other_cards=1)).call


@pytest.mark.parametrize(
    ("changes", "hand", "facts", "lay"),
    [
        # Pair kept: 224 + 22 - 67 = 179; king kept: 160 + 11 - 14 = 157.
        ({}, "7C 7D KS", {}, "7C 7D"),
        ({"pair": 15}, "7C 7D KS", {}, "7C 7D"),  # 165
        ({"pair": 17}, "7C 7D KS", {}, "KS"),  # 151
        ({"ten": 10}, "7C 7D KS", {}, "KS"),  # 181
        # 9 kept: 155; ten kept: 157. The next player goes with the ten.
        ({}, "9C TD", {}, "TD"),
        ({"feed_known": 2}, "9C TD", {"other_known": "TH"}, "TD"),  # 157 either way, and TD is the higher card
        ({"feed_known": 3}, "9C TD", {"other_known": "TH"}, "9C"),
        ({"feed_known": 3}, "9C TD", {"other_known": "JD QD"}, "9C"),
        ({"feed_known": 3, "memory": 0}, "9C TD", {"other_known": "JD QD"}, "TD"),
        ({"feed_known": 3}, "9C TD", {"other_known": "JD KD *"}, "TD"),
        # Joker kept: 32 + 22 less its worth; laid: 43, and 12 for feeding it.
        ({"joker": 0}, "KC * 2D", {}, "KC"),
        ({"joker": -2}, "KC * 2D", {}, "KC *"),
        ({"joker": -2, "feed_joker": 14}, "KC * 2D", {}, "KC"),
    ],
)
def test_lay__leaves_the_hand_of_the_highest_worth(
    decide: Decider, changes: dict[str, int], hand: str, facts: dict[str, Any], lay: str
) -> None:
    """The queen that may be taken goes with nothing."""
    decision = decide(counter(**changes), seen(hand, "QH", "QH", **facts))
    assert (decision.lay, decision.take) == (lay, "stock")


@pytest.mark.parametrize(
    ("changes", "hand", "facts", "take"),
    [
        # 2C and 3H: 80 + 22, two left by the next lay 32, a low hand 54: 80. 2C and a draw: 43 + 106.
        ({}, "2C KS", {}, "3H"),
        ({"low_hand": -15}, "2C KS", {}, "stock"),  # 149 either way
        ({"low_hand": -14}, "2C KS", {}, "3H"),
        ({"low_at": 4}, "2C KS", {}, "3H"),  # 134
        ({"low_at": 4, "stock": 80}, "2C KS", {}, "stock"),
        ({"low_at": 4, "stock": 80}, "2C KS", {"total": 45}, "3H"),  # lands on 50
        ({"low_at": 4, "stock": 80, "milestone": 0}, "2C KS", {"total": 45}, "stock"),
        ({"stock": 36}, "2C KS", {}, "stock"),
        ({"stock": 38}, "2C KS", {}, "3H"),
        ({"stock": 38}, "2C KS", {"turn": 100}, "stock"),
        # A draw of a joker or up to a three would make a low hand, too: four kinds.
        ({"low_draw": 17}, "2C KS", {}, "3H"),
        ({"low_draw": 18}, "2C KS", {}, "stock"),
        # The opponents would know the three.
        ({"reveal": 68}, "2C KS", {}, "3H"),
        ({"reveal": 69}, "2C KS", {}, "stock"),
        ({"reveal": 34}, "2C KS", {"own_known": "2C KS"}, "3H"),  # they know the two however it goes on
        ({"reveal": 69, "memory": 0}, "2C KS", {"own_known": "2C KS"}, "stock"),
        ({"from_pile": 0}, "2C KS", {}, "stock"),
        # 2C 7D and 3H: 192 + 33 and five left; 2C 7D and a draw: 144 + 22 + 106 and two left.
        ({}, "2C 7D KS", {}, "stock"),
        ({"left": 15}, "2C 7D KS", {}, "3H"),
    ],
)
def test_take__is_weighed_with_the_lay(
    decide: Decider, changes: dict[str, int], hand: str, facts: dict[str, Any], take: str
) -> None:
    """The king is laid each time."""
    decision = decide(counter(**changes), seen(hand, "3H", "3H", **facts))
    assert (decision.lay, decision.take) == ("KS", take)


def test_last_card__costs_no_draw_where_it_goes_out(decide: Decider) -> None:
    decision = decide(counter(stock=900), seen("9C 9D", "AS", "AS", rules={"going_out": True}))
    assert (decision.lay, decision.take) == ("9C 9D", "stock")


def test_slap__whenever_it_may(decide: Decider) -> None:
    assert decide(counter(), seen("7C")).slap

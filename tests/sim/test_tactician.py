"""``tactician``, clause by clause: turns worked by hand from its description, in both forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.decisions import FORMS, Decision, Situation, situation

pytestmark = pytest.mark.nojit

PLAYS = "call_at=7,call_at_three=5,call_at_two=3,call_at_one=1,after_pile=1,late_lap=12"
WEIGHS = "pair=13,pair_less=12,near=1,run=9,joker=45,card=19,ten=0,stock=92,feed_joker=12,milestone=6,take_at_most=13"

Decider = Callable[[str, Situation], Decision]


@pytest.fixture(params=FORMS)
def decide(request: pytest.FixtureRequest) -> Decider:
    form: Decider = FORMS[request.param]
    return form


def tactician(**changes: int) -> str:
    """The bot with these settings, whatever its defaults."""
    settings = dict(pair.split("=") for pair in f"{PLAYS},{WEIGHS}".split(","))
    settings |= {key: str(value) for key, value in changes.items()}
    return "tactician:" + ",".join(f"{key}={value}" for key, value in settings.items())


@pytest.mark.parametrize(
    ("changes", "hand", "seen", "calls"),
    [
        ({}, "7C", {}, True),
        ({"call_at": 6}, "7C", {}, False),
        ({"call_at": -1}, "*", {}, False),
        ({}, "3C", {"other_cards": 2}, True),
        ({}, "4C", {"other_cards": 2}, False),
        ({}, "5C", {"other_cards": 3}, True),
        ({}, "6C", {"other_cards": 3}, False),
        ({}, "6C", {"other_cards": 4}, True),
        ({"call_at_two": 50}, "7C", {"other_cards": 2}, True),  # blind to it; no more than call_at
        ({"call_at_two": 50}, "8C", {"other_cards": 2}, False),
        ({}, "AC", {"other_cards": 1}, True),
        ({}, "2C", {"other_cards": 1}, False),
        ({}, "7C", {"other_took": True}, False),
        ({}, "6C", {"other_took": True}, True),
        ({"after_pile": 0}, "7C", {"other_took": True}, True),
        ({"after_pile": 51}, "*", {"other_took": True}, False),  # never
        ({}, "8C", {"turn": 28}, False),  # lap 13 of two players
        ({}, "8C", {"turn": 29}, True),  # two laps after the twelfth: one more
        ({}, "9C", {"turn": 32}, False),
        ({}, "9C", {"turn": 33}, True),
        ({"late_lap": 14}, "8C", {"turn": 29}, False),
    ],
)
def test_call__at_limits_by_what_is_seen(
    decide: Decider, changes: dict[str, int], hand: str, seen: dict[str, Any], calls: bool
) -> None:
    assert decide(tactician(**changes), situation(hand)._replace(**seen)).call is calls


def test_call__is_always_right_where_nobody_answers(decide: Decider) -> None:
    seen = situation("7C", assaf=False)._replace(other_cards=1, other_took=True)
    assert decide(tactician(), seen).call


@pytest.mark.parametrize(
    ("changes", "hand", "lay"),
    [
        # 7D 7C kept: 2 x 19 + 14 x 16 = 262, less 13 x 7 - 12 = 79: 183; KS kept: 179.
        ({}, "7C 7D KS", "7C 7D"),
        ({"pair": 14}, "7C 7D KS", "KS"),  # 176
        ({"pair_less": 9}, "7C 7D KS", "7C 7D"),  # 180
        ({"pair_less": 8}, "7C 7D KS", "KS"),  # 179 either way, and KS is the highest card
        # A joker kept for 38 less 38 less its worth, or laid with the king: 51 left and 12 for feeding it.
        ({"joker": 6}, "KC * 2D", "KC *"),
        ({"joker": 8}, "KC * 2D", "KC"),
        ({"joker": 8, "feed_joker": 8}, "KC * 2D", "KC *"),
        # 8C 9C kept: 310 less 9 for the nine above the eight; 8C KD: 326.
        ({}, "8C 9C KD", "KD"),
        ({"near": -1}, "8C 9C KD", "KD"),  # 319
        ({"near": -2}, "8C 9C KD", "9C"),  # 328
        # 4C 5C 6C kept: 297 less 11 and less 9 x 15; KD kept: 179.
        ({}, "4C 5C 6C KD", "KD"),
        ({"run": 8}, "4C 5C 6C KD", "KD"),  # 166
        ({"run": 7}, "4C 5C 6C KD", "4C 5C 6C"),  # 181
        # 3C 3D kept: 134 less 27; 7S kept: 131.
        ({}, "3C 3D 7S", "7S"),
        ({"card": 43}, "3C 3D 7S", "7S"),  # 155 either way, and 7S is the highest card
        ({"card": 44}, "3C 3D 7S", "3C 3D"),
        # 9D 9H kept: 326 less 105; TC kept: 179.
        ({}, "9D 9H TC", "9D 9H"),
        ({"ten": 42}, "9D 9H TC", "9D 9H"),  # 221 either way, and 9H is the highest card
        ({"ten": 43}, "9D 9H TC", "TC"),
        ({"ten": 1000}, "9D 9H 9C KC AC", "KC"),
    ],
)
def test_lay__leaves_the_hand_of_the_highest_worth(
    decide: Decider, changes: dict[str, int], hand: str, lay: str
) -> None:
    """Everything is drawn from the stock: the queen of hearts goes with nothing and costs 179."""
    decision = decide(tactician(**changes), situation(hand, "QH"))
    assert (decision.lay, decision.take) == (lay, "stock")


@pytest.mark.parametrize(
    ("changes", "hand", "offer", "seen", "take"),
    [
        # A two and a five: 7 x 16 + 2 x 19 = 150; the two alone 51, and 92 for the stock.
        ({}, "2C KD", "5H", {}, "stock"),
        ({"stock": 99}, "2C KD", "5H", {}, "stock"),  # 150 either way
        ({"stock": 100}, "2C KD", "5H", {}, "5H"),
        ({"stock": 100}, "2C KD", "5H", {"turn": 99}, "5H"),
        ({"stock": 100}, "2C KD", "5H", {"turn": 100}, "stock"),
        ({}, "2C KD", "4H", {}, "4H"),  # 134
        ({}, "2C KD", "4H 4S", {}, "4H"),  # the lower card
        ({}, "2C KD", "AS 4S", {}, "AS"),
        # To land on 50 or 100 saves 25 or 50 points.
        ({}, "2C KD", "5H", {"total": 43}, "5H"),
        ({"milestone": 0}, "2C KD", "5H", {"total": 43}, "stock"),
        ({}, "2C KD", "5H", {"total": 42}, "stock"),
        ({}, "2C KD", "5H", {"total": 93}, "5H"),
        ({}, "2C KD", "5H", {"total": 143}, "stock"),
        # Cards of more points only where they make something.
        ({"stock": 100, "take_at_most": 4}, "2C KD", "5H", {}, "stock"),
        ({"stock": 100, "take_at_most": 5}, "2C KD", "5H", {}, "5H"),
        ({"stock": 200, "take_at_most": 4}, "2C 5D KD", "5H", {}, "5H"),
        ({"stock": 300, "take_at_most": 4}, "4S 5S KD", "6S", {}, "6S"),
        ({"stock": 300, "take_at_most": 4}, "4S 5D KD", "6S", {}, "stock"),
        ({"take_at_most": -1}, "2C KD", "*", {}, "stock"),
        ({"take_at_most": 0}, "2C KD", "*", {}, "*"),
        ({"stock": 300, "take_at_most": -1}, "4S 5S KD", "6S", {}, "6S"),
        ({"stock": 300, "take_at_most": -2}, "4S 5S KD", "6S", {}, "stock"),
        ({"stock": 300, "take_at_most": -2}, "2C KD", "*", {}, "stock"),
    ],
)
def test_take__is_weighed_with_the_lay(
    decide: Decider, changes: dict[str, int], hand: str, offer: str, seen: dict[str, Any], take: str
) -> None:
    """The king is laid each time."""
    decision = decide(tactician(**changes), situation(hand, offer)._replace(**seen))
    assert (decision.lay, decision.take) == ("KD", take)


def test_milestone__is_none_where_a_game_is_one_round(decide: Decider) -> None:
    seen = situation("2C KD", "5H", score_limit=0)._replace(total=43)
    assert decide(tactician(), seen).take == "stock"


def test_last_card__costs_no_draw_where_it_goes_out(decide: Decider) -> None:
    """Going out with the pair leaves nothing; any other turn leaves something."""
    seen = situation("9C 9D", "AS", going_out=True)
    decision = decide(tactician(stock=900), seen)
    assert (decision.lay, decision.take) == ("9C 9D", "stock")


def test_slap__whenever_it_may(decide: Decider) -> None:
    assert decide(tactician(), situation("7C")).slap

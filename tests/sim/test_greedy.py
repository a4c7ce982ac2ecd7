"""``greedy``, clause by clause: hands worked by hand from its description, for the twin's form and the kernels'."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.decisions import FORMS, Decision, Situation, situation

pytestmark = pytest.mark.nojit


@pytest.fixture(params=FORMS)
def decide(request: pytest.FixtureRequest) -> Callable[[str, Situation], Decision]:
    form: Callable[[str, Situation], Decision] = FORMS[request.param]
    return form


Decider = Callable[[str, Situation], Decision]

# Clause 2. The value is 16 a point and 1 a card, and what is kept in hand.
LAYS: list[tuple[str, dict[str, Any], str, str]] = [
    ("greedy", {}, "KC 9D 2C 3H 4S", "KC"),  # 161
    ("greedy", {}, "KC 5D 5H 2S 3C", "5D 5H"),  # 162 against 161
    ("greedy", {}, "4C 4D 4H KS", "4C 4D 4H"),  # 195
    ("greedy", {}, "2S 3S 4S 9H", "2S 3S 4S"),  # 147 against 145
    ("greedy", {}, "2S 3S 4S TH", "TH"),  # 161 against 147
    ("greedy", {}, "KC * 2D", "KC *"),  # 162 against 161: the joker is one card more
    ("greedy", {"jokers": 0, "face_points": "rank"}, "KC QD TD", "KC"),  # 13 points
    ("greedy", {}, "KC QD TD", "QD"),  # equal values, so the higher card
    # Ties: compared from the highest card down.
    ("greedy", {}, "KC QD JH 2S", "JH"),
    ("greedy", {}, "TC TD JC JD", "JC JD"),
    ("greedy", {}, "TC TS JC JD", "TC TS"),
    ("greedy", {}, "9C 9D 9H 2S", "9C 9D 9H"),
    ("greedy", {"max_set": 2}, "9C 9D 9H 2S", "9D 9H"),
    # Three aces, a pair kept is worth 17: 17 + 17 for one ace, 34 for two. Where one runs out, the longer wins.
    ("greedy:keep_pair=17", {"max_set": 2}, "AD AH AS", "AH AS"),
    ("greedy:keep_pair=18", {"max_set": 2}, "AD AH AS", "AS"),
    # A joker kept is worth 1: 162 either way, and the joker is the highest card.
    ("greedy:keep_joker=1", {}, "KC * 2D", "KC *"),
    ("greedy:keep_joker=2", {}, "KC * 2D", "KC"),
    ("greedy:keep_joker=40", {}, "KC KD * * 2D", "KC KD"),
    ("greedy:keep_joker=-1000", {}, "KC KD * * 2D", "KC KD * *"),
    # Pairs: 9H with the pair of tens kept is 145 + 200, the pair itself 322. Three of a kind are three pairs.
    ("greedy:keep_pair=200", {}, "TC TD 9H", "9H"),
    ("greedy:keep_pair=176", {}, "TC TD 9H", "TC TD"),
    ("greedy:keep_pair=177", {}, "TC TD 9H", "9H"),  # 322 either way, and 9H is the highest card
    ("greedy:keep_pair=59", {"max_set": 2}, "TC TD TS 9H", "TD TS"),  # 322 against 145 + 177: TS is higher
    ("greedy:keep_pair=60", {"max_set": 2}, "TC TD TS 9H", "9H"),  # 322 against 145 + 180
    ("greedy:keep_pair=1000", {"second_deck_from": 2}, "9C 9C TD", "TD"),  # two of the same card are a pair
    ("greedy:keep_pair=1000", {}, "9C * TD", "TD *"),  # a joker makes no pair
    # Near: one or two ranks apart in a suit; three apart, another suit or the same card are not.
    ("greedy:keep_run=31", {}, "9C TC 8D", "TC"),  # 161 against 129 + 31
    ("greedy:keep_run=32", {}, "9C TC 8D", "8D"),
    ("greedy:keep_run=32", {}, "9C JC 8D", "8D"),
    ("greedy:keep_run=1000", {}, "9C QC 8D", "QC"),
    ("greedy:keep_run=1000", {}, "9C TS 8D", "TS"),
    ("greedy:keep_run=1000", {}, "KC AD 2C", "KC"),
    ("greedy:keep_run=17", {"second_deck_from": 2}, "9C 9C 8D", "9C 9C"),
]


@pytest.mark.parametrize(("entrant", "changes", "hand", "lay"), LAYS)
def test_greedy__lays_what_is_worth_most(
    decide: Decider, entrant: str, changes: dict[str, Any], hand: str, lay: str
) -> None:
    assert decide(entrant, situation(hand, **changes)).lay == lay


# Clauses 2 and 4. How the cards lie.
@pytest.mark.parametrize(
    ("changes", "hand", "lay"),
    [
        ({}, "8S 9S *", "8S 9S *"),  # a spare joker goes to the high end
        ({}, "QS KS *", "* QS KS"),  # where there is none, to the low
        ({}, "JS QS * *", "* JS QS *"),
        ({}, "QS KS * *", "* * QS KS"),
        ({}, "7S 9S *", "7S * 9S"),
        ({}, "7S 9S * *", "7S * 9S *"),
        ({}, "JS KS * *", "* JS * KS"),
        ({}, "5C 5D *", "5C 5D *"),
        ({"set_pickup": "last"}, "5C 5D *", "5C 5D *"),
        ({"set_pickup": "ends"}, "5C 5D *", "5C * 5D"),
        ({"set_pickup": "ends"}, "5C 5D 5S * *", "5C * * 5D 5S"),
        ({"set_pickup": "ends"}, "5C * *", "* * 5C"),
        ({"set_pickup": "ends"}, "5C *", "5C *"),
        ({"set_pickup": "ends"}, "5S 5D 5C", "5C 5D 5S"),
        ({"set_pickup": "ends"}, "* * *", "* * *"),
        ({"set_pickup": "ends", "second_deck_from": 2}, "5C 5C *", "5C * 5C"),
    ],
)
def test_greedy__lays_sets_and_runs_in_this_order(
    decide: Decider, changes: dict[str, Any], hand: str, lay: str
) -> None:
    assert decide("greedy", situation(hand, **changes)).lay == lay


# Clause 3. The king of spades is laid each time; the rest and the offer decide.
TAKES = [
    # A pair with the rest.
    ("greedy", "7D 2C", "7H", "7H"),
    ("greedy", "7D 2C", "9H", "stock"),
    ("greedy", "7D 2C", "2H 7H", "7H"),  # the one with the most points
    ("greedy", "7D 2C", "7C 7H 7S", "7S"),  # equal points: the higher card
    ("greedy", "7D 2C", "AC 7H", "7H"),  # before anything cheap
    # Three in a row of a suit.
    ("greedy", "4C 5C", "6C", "6C"),
    ("greedy", "4C 5C", "3C 6C", "6C"),
    ("greedy", "4C 6C", "5C", "5C"),
    ("greedy", "5C 6C", "4C", "4C"),
    ("greedy", "4C 5C", "7C", "stock"),
    ("greedy", "4C 5C", "6D", "stock"),
    ("greedy", "4C 5D", "6C", "stock"),
    ("greedy", "TC JC", "QC", "QC"),
    ("greedy:take_at_most=-1", "QC AD", "AS KC", "AS"),  # only the pair of aces
    ("greedy:take_at_most=-1", "AD 2D", "3D", "3D"),
    # Natural cards only, in the rest and on the pile.
    ("greedy", "4C 8H", "6C *", "*"),
    ("greedy:take_at_most=-1", "4C 8H", "*", "stock"),
    # Else the cheapest up to the limit.
    ("greedy", "7D 9C", "3H", "3H"),
    ("greedy", "7D 9C", "4H", "stock"),
    ("greedy:take_at_most=4", "7D 9C", "4H", "4H"),
    ("greedy", "7D 9C", "AC 3D", "AC"),
    ("greedy", "7D 9C", "2H 2S", "2S"),  # equal points: the higher card
    ("greedy", "7D 9C", "AH *", "*"),  # a joker has no points
    ("greedy:take_at_most=0", "7D 9C", "AH *", "*"),
    ("greedy:take_at_most=0", "7D 9C", "AH", "stock"),
    ("greedy:take_at_most=10", "7D 9C", "QH", "QH"),
    # Nothing at all.
    ("greedy:take_at_most=-2", "7D 2C", "7H", "stock"),
    ("greedy:take_at_most=-2", "4C 5C", "6C", "stock"),
    ("greedy:take_at_most=-2", "7D 9C", "AH *", "stock"),
]


@pytest.mark.parametrize(("entrant", "rest", "offer", "take"), TAKES)
def test_greedy__takes_what_fits_or_is_cheap(decide: Decider, entrant: str, rest: str, offer: str, take: str) -> None:
    decision = decide(entrant, situation(f"{rest} KH", offer))
    assert (decision.lay, decision.take) == ("KH", take)


def test_greedy__knows_no_run_beyond_the_king(decide: Decider) -> None:
    for offer in ("AC", "AD"):
        decision = decide("greedy:take_at_most=-1", situation("TH TS QC KC", offer))
        assert (decision.lay, decision.take) == ("TH TS", "stock")


def test_greedy__does_not_count_what_it_lays(decide: Decider) -> None:
    assert decide("greedy", situation("9C 2D", "9H")).take == "stock"
    assert decide("greedy", situation("9C 9D 2S", "9H")).take == "stock"


def test_greedy__does_not_count_a_joker_that_it_keeps(decide: Decider) -> None:
    assert decide("greedy:keep_joker=1000", situation("KH 4C *", "5C")).take == "stock"


def test_greedy__counts_points_as_the_variant_does(decide: Decider) -> None:
    assert decide("greedy:take_at_most=10", situation("KC KD 2S", "JH", face_points="ten")).take == "JH"
    assert decide("greedy:take_at_most=10", situation("KC KD 2S", "JH", face_points="rank")).take == "stock"
    assert decide("greedy:take_at_most=11", situation("KC KD 2S", "JH QH", face_points="rank")).take == "JH"


def test_greedy__takes_from_the_stock_from_turn_100_on(decide: Decider) -> None:
    """Clause 5."""
    for offer in ("7H", "*"):
        assert decide("greedy", situation("KH 7D", offer, turn=99)).take == offer
        assert decide("greedy", situation("KH 7D", offer, turn=100)).take == "stock"
        assert decide("greedy", situation("KH 7D", offer, turn=60_000)).take == "stock"


def test_greedy__calls_at_its_limit(decide: Decider) -> None:
    """Clause 1; it is asked only where the variant allows the call."""
    assert decide("greedy", situation("KC KD KH KS QC")).call
    assert decide("greedy:call_at=5", situation("2C 3C")).call
    assert not decide("greedy:call_at=5", situation("2C 4C")).call
    assert decide("greedy:call_at=0", situation("* *")).call
    assert not decide("greedy:call_at=-1", situation("* *")).call


def test_greedy__slaps_whenever_it_may(decide: Decider) -> None:
    assert decide("greedy", situation("2C 3C")).slap
    assert decide("greedy:call_at=-1,take_at_most=-1", situation("KC 3C")).slap

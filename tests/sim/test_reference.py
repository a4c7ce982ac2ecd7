"""Deals and turns of the twin, worked by hand beside the rules (D1 to D4, T1 to T8).

How rounds end is in ``test_endings.py``, how they are scored in ``test_scoring.py``.
"""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

import sim.reference
from sim.bots import parse_entrant
from sim.cards import cards_text, full_deck
from sim.events import Deal
from sim.reference import PlainGame
from sim.rules import Variant
from tests.scripted import Broken, Line, Played, call, deal, play_record, turn

HIGH = "9C 9D TC TD KH"  # 48
CARDS = "7H 8H * 4C 5D"  # 24
SEVEN = "AC AD AH 2C 2D"


def house(**changes: Any) -> Variant:
    """The standard rules with changes."""
    return Variant.from_mapping({"name": "house", **changes})


def play(*lines: Line, players: int = 2, **changes: Any) -> Played:
    """Play a record under the standard rules with changes."""
    return play_record(house(**changes), players, list(lines))


class Ascending:
    """A stock in card order."""

    def __init__(self, cards: list[int]) -> None:
        self.cards = list(cards)

    def draw(self) -> int:
        return self.cards.pop(0)


class Idle:
    """Leaves the table when it is asked."""

    def call(self, _view: object) -> bool:
        raise StopIteration

    play = call


def dealt_in_order(players: int, active: list[int] | None = None, **changes: Any) -> tuple[Deal, Ascending]:
    """The first deal from a deck in card order, and the stock after it."""
    game = PlainGame(house(**changes), [parse_entrant("greedy")] * players, seed=0, deal=0)
    game.bots = [Idle()] * players  # type: ignore[list-item]
    game.active = game.active if active is None else active
    stocks: list[Ascending] = []

    def new_stock(cards: list[int], _stream: object) -> Ascending:
        stocks.append(Ascending(cards))
        return stocks[-1]

    with patch.object(sim.reference, "Stock", new_stock), pytest.raises(StopIteration):
        game.play()
    (event,) = game.events
    assert isinstance(event, Deal)
    return event, stocks[0]


def texts(hands: tuple[Any, ...]) -> list[str]:
    return [cards_text(hand) for hand in hands]


# The deal


def test_d2__cards_are_dealt_one_at_a_time_from_the_seat_after_the_dealer() -> None:
    event, _game = dealt_in_order(3)
    assert (event.round_number, event.dealer, event.first) == (1, 0, 1)
    assert texts(event.hands) == ["3C 6C 9C QC 2D", "AC 4C 7C TC KC", "2C 5C 8C JC AD"]
    assert cards_text([event.upcard]) == "3D"


def test_d2__seats_that_are_out_get_no_card() -> None:
    event, _left = dealt_in_order(4, active=[0, 2, 3])
    assert (event.dealer, event.first) == (0, 2)
    assert event.hands[1] is None
    assert texts(tuple(filter(None, event.hands))) == ["3C 6C 9C QC 2D", "AC 4C 7C TC KC", "2C 5C 8C JC AD"]
    assert cards_text([event.upcard]) == "3D"


@pytest.mark.parametrize(
    ("players", "changes", "stock"),
    [
        (2, {}, 54 - 11),
        (5, {}, 54 - 26),
        (6, {}, 108 - 31),
        (8, {"jokers": 4}, 112 - 41),
        (3, {"second_deck_from": 3, "hand_size": 7, "jokers": 0}, 104 - 22),
        (7, {"second_deck_from": 0, "hand_size": 7}, 54 - 50),
    ],
)
def test_d1__a_second_deck_comes_in_from_so_many_players(players: int, changes: dict[str, Any], stock: int) -> None:
    _event, left = dealt_in_order(players, **changes)
    assert len(left.cards) == stock


def test_d1__the_second_deck_stays_when_players_are_out() -> None:
    """Six players use two decks; with three left there are still 108 cards, of which 16 are on the table."""
    low, middle = "AC AC AD AD AH", ("2C 2C 2D 2D 2H", "3C 3C 3D 3D 3H")
    high = ("JC JC JD JD JH", "QC QC QD QD QH", "KC KC KD KD KH")
    played = play(
        deal(*middle, low, *high),
        turn(1, "3C 3C 3D 3D 3H", "9C"),
        call(2),
        deal(*middle, low, None, None, None, dealer=1),
        turn(2, "AC AC AD AD AH", "4C"),
        players=6, score_limit=45, milestones={},
    )  # fmt: skip
    assert played.scores[0].out == (3, 4, 5)
    assert [seen.stock for seen in played.seen] == [108 - 31, 108 - 16, 108 - 17]


# The turn


def test_t1__the_threshold_is_the_highest_total_that_may_call() -> None:
    assert play(deal(HIGH, SEVEN), call(1)).scores[0].end == "yaniv"
    with pytest.raises(Broken, match="T1"):
        play(deal(HIGH, SEVEN.replace("2D", "3D")), call(1))
    assert play(deal(HIGH, SEVEN.replace("2D", "3D")), call(1), threshold=8).scores[0].end == "yaniv"
    with pytest.raises(Broken, match="T1"):
        play(deal(HIGH, SEVEN), call(1), threshold=6)


def test_t1__who_may_call_need_not() -> None:
    played = play(deal(HIGH, SEVEN), turn(1, "2C 2D", "AS"), turn(0, "KH", "2H"), call(1))
    assert played.scores[0].score == (40, 0)
    assert played.game.rounds[0].first_allowed == 1
    assert played.game.rounds[0].opening_allowed


def test_t1__the_first_who_may_call_is_kept() -> None:
    """Seat 0 holds 6 at its first turn, seat 1 comes to 7 later and calls."""
    played = play(
        deal("AS 3H * * 2S", "8C AD AH 2C 2D"),
        turn(1, "8C", "4C"),
        turn(0, "2S", "QH"),
        turn(1, "4C", "AC"),
        turn(0, "QH", "KH"),
        call(1),
    )
    facts = played.game.rounds[0]
    assert facts.first_allowed == 0
    assert not facts.opening_allowed


def test_t2__one_lay_then_one_card() -> None:
    """Singles, sets and runs of any size; the hand shrinks by all but one of the cards laid."""
    played = play(
        deal("9C 9D TC TD *", "4S 5S 6S 7S 8S"),
        turn(1, "4S 5S 6S 7S 8S", "KC"),
        turn(0, "9C 9D *", "KD"),
        turn(1, "KC", "2C"),
        turn(0, "TC TD", "2D"),
        turn(1, "2C", "9H"),
    )
    assert played.seen[-1].n_cards == {0: 2, 1: 1}


@pytest.mark.parametrize("lay", ["9H", "9C 9C", "TC TD KH 9C 9D *"])
def test_t2__only_cards_in_hand(lay: str) -> None:
    with pytest.raises(Broken, match="T2"):
        play(deal(CARDS, HIGH), turn(1, lay, "AS"))


@pytest.mark.parametrize("lay", ["9C TC", "9C 9D TC", "9C 9D TC TD", "9C 9D TC TD KH"])
def test_t3_t4__only_singles_sets_and_runs(lay: str) -> None:
    with pytest.raises(Broken, match="T3"):
        play(deal(CARDS, HIGH), turn(1, lay, "AS"))


@pytest.mark.parametrize(
    ("hand", "lay", "right"),
    [
        ("4S 5S * KC KD", "4S 5S *", True),
        ("4S 5S * KC KD", "* 4S 5S", True),
        ("4S 5S * KC KD", "* 5S 4S", True),
        ("4S 5S * KC KD", "5S 4S *", True),
        ("4S 5S * KC KD", "4S * 5S", False),
        ("4S 6S * KC KD", "4S * 6S", True),
        ("4S 6S * KC KD", "4S 6S *", False),
        ("QS KS * 2C 2D", "QS KS *", False),
        ("QS KS * 2C 2D", "* QS KS", True),
        ("AS 2S * KC KD", "* AS 2S", False),
        ("AS 2S * KC KD", "AS 2S *", True),
        ("9C 9D * 2C 2D", "9C * 9D", True),
    ],
)
def test_t5__the_cards_of_a_run_lie_in_order(hand: str, lay: str, right: bool) -> None:
    lines = deal("3C 3D 3H 8C 8D", hand, up="KH"), turn(1, lay, "AH")
    if right:
        play(*lines)
    else:
        with pytest.raises(Broken, match="T4"):
            play(*lines)


def test_t6__the_upcard_is_the_previous_discard_of_the_first_turn() -> None:
    played = play(deal(HIGH, CARDS, up="2S"), turn(1, "7H 8H *", pile="2S"), turn(0, "KH", "3S"))
    assert texts(tuple(seen.offer for seen in played.seen[:2])) == ["2S", "7H *"]


def test_t6__the_lay_before_the_previous_one_is_out_of_reach() -> None:
    with pytest.raises(Broken, match="T6"):
        play(deal(HIGH, CARDS, up="2S"), turn(1, "4C", "3S"), turn(0, "KH", pile="2S"))


def test_t6__a_card_taken_is_no_longer_on_the_pile() -> None:
    turns = turn(1, "7H 8H *", pile="2S"), turn(0, "KH", pile="*"), turn(1, "4C", "3S")
    played = play(deal(HIGH, CARDS, up="2S"), *turns)
    assert [cards_text(seen.pile) for seen in played.seen[:3]] == ["2S", "7H 8H *", "7H 8H KH"]
    assert [cards_text(seen.offer) for seen in played.seen[:3]] == ["2S", "7H *", "KH"]


@pytest.mark.parametrize(
    ("changes", "lay", "offer"),
    [
        ({}, "9C 9D 9H", "9C 9D 9H"),
        ({"set_pickup": "ends"}, "9D 9C 9H", "9D 9H"),
        ({"set_pickup": "last"}, "9D 9H 9C", "9C"),
        ({}, "TC JC QC", "TC QC"),
        ({"run_pickup": "last"}, "TC JC QC", "QC"),
        ({"run_pickup": "last"}, "QC JC TC", "TC"),
    ],
)
def test_t6__what_may_be_taken_of_a_lay(changes: dict[str, Any], lay: str, offer: str) -> None:
    hand = f"{lay} 2C 2D"
    played = play(deal("3C 3D 3H 8C 8D", hand), turn(1, lay, "AH"), **changes)
    assert cards_text(played.seen[1].offer) == offer
    assert cards_text(played.seen[1].discard) == lay


def test_t7__cards_from_the_pile_are_known_until_they_are_laid() -> None:
    played = play(
        deal(HIGH, CARDS, up="2S"),
        turn(1, "7H 8H *", pile="2S"),
        turn(0, "KH", pile="*"),
        turn(1, "2S", "3S"),
        turn(0, "9C 9D", "3D"),
    )
    last = played.seen[-1]
    assert {seat: cards_text(cards) for seat, cards in last.known.items()} == {0: "*", 1: ""}
    assert last.n_cards == {0: 4, 1: 3}
    assert last.took == frozenset()
    assert played.seen[2].took == {0, 1}
    assert {seat: cards_text(cards) for seat, cards in played.seen[2].known.items()} == {0: "*", 1: "2S"}


# The reshuffle: eight players with six cards of 52 leave three in the stock.

DECK = cards_text(full_deck(1, 0)).split()
SMALL_STOCK = {"jokers": 0, "hand_size": 6, "second_deck_from": 0, "threshold": 0}
"""Seat s holds cards 6s to 6s + 5 of the deck in card order; TS is turned up, JS QS KS are the stock."""


def full_table(*turns: Line) -> Played:
    hands = [" ".join(DECK[6 * seat : 6 * seat + 6]) for seat in range(8)]
    return play(deal(*hands, up=DECK[48]), *turns, players=8, **SMALL_STOCK)


THREE_TURNS = (turn(1, "7C", "JS"), turn(2, "KC", "QS"), turn(3, "6D", "KS"))


def test_t8__all_discards_but_the_own_lay_become_the_stock() -> None:
    """TS, 7C, KC and 6D, the previous discard too; the queen that seat 4 lays stays."""
    played = full_table(*THREE_TURNS, turn(4, "QD", "6D", reshuffled=4), turn(5, "5H", pile="QD"))
    assert [seen.stock for seen in played.seen] == [3, 2, 1, 0, 3, 3]
    assert cards_text(played.seen[3].offer) == "6D"
    assert cards_text(played.seen[4].pile) == "QD"
    assert cards_text(played.seen[4].offer) == "QD"


def test_t8__a_card_taken_before_is_not_reshuffled() -> None:
    turns = (turn(1, "7C", pile="TS"), turn(2, "KC", "JS"), turn(3, "6D", "QS"), turn(4, "QD", "KS"))
    played = full_table(*turns, turn(5, "5H", pile="QD"), turn(6, "JH", "KC", reshuffled=4))
    assert cards_text(played.seen[-1].pile) == "JH"


def test_t8__no_reshuffle_while_the_pile_is_taken_from() -> None:
    played = full_table(*THREE_TURNS, turn(4, "QD", pile="6D"), turn(5, "5H", pile="QD"))
    assert played.seen[-1].stock == 0
    assert cards_text(played.seen[-1].pile) == "7C KC 5H TS"


def test_t8__the_stock_may_run_out_again() -> None:
    played = full_table(
        *THREE_TURNS,
        turn(4, "QD", "TS", reshuffled=4),
        turn(5, "5H", "7C"),
        turn(6, "JH", "KC"),
        turn(7, "4S", "6D"),
        turn(0, "AC", "JH", reshuffled=4),
    )
    assert played.seen[-1].stock == 3
    assert cards_text(played.seen[-1].pile) == "AC"


def test_t8__a_set_just_laid_stays_whole() -> None:
    """Seat 4 holds QD KD AH 2H 3H 4H and lays the three hearts: all three stay."""
    played = full_table(*THREE_TURNS, turn(4, "2H 3H 4H", "7C", reshuffled=4), turn(5, "5H", "KC"))
    assert cards_text(played.seen[4].pile) == "2H 3H 4H"
    assert cards_text(played.seen[4].offer) == "2H 4H"

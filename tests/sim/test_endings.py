"""How rounds end on the twin, worked by hand beside the rules (E1 to E7), and the facts that are kept of them."""

from __future__ import annotations

from typing import Any

import pytest

from sim.cards import cards_text, parse_cards
from sim.rules import Variant
from tests.scripted import (
    Line,
    Played,
    call,
    deal,
    must_call,
    play_record,
    result,
    score,
    slap,
    slapdown,
    stopped,
    turn,
)

HIGH = "9C 9D TC TD KH"  # 48
SEVEN = "AC AD AH 2C 2D"
RUN = "2H 3H 4H 5H 6H"  # 20, laid at once


def play(*lines: Line, players: int = 2, **changes: Any) -> Played:
    """Play a record under the standard rules with changes."""
    return play_record(Variant.from_mapping({"name": "house", **changes}), players, list(lines))


# E1 to E3: calls


def test_e1_e3__equal_totals_are_assaf() -> None:
    """Both hold 6; the caller scores 30 and 6."""
    lines = deal("AS AH 2H 2S *", "AC AD 2C 2D *"), call(1), score(0, 36, totals=(0, 36))
    assert play(*lines).scores[0].winners == (0,)


def test_e2__without_assaf_the_caller_wins_whatever_the_others_hold() -> None:
    lines = deal("AS 3H * * 2S", SEVEN), call(1), score(6, 0, totals=(6, 0))
    assert play(*lines, assaf=False).scores[0].winners == (1,)


def test_facts__of_a_call() -> None:
    played = play(
        deal("4S 5S * TD KH", SEVEN, "9C 9D TC KC KD", up="8S"),
        turn(1, "AH", "9S"),
        turn(2, "KC KD", pile="AH"),
        turn(0, "4S 5S *", pile="KC"),
        turn(1, "9S", "AS"),
        turn(2, "9C 9D", pile="9S"),
        turn(0, "TD", "QH"),
        call(1),
        players=3,
    )
    facts = played.game.rounds[0]
    assert facts.turns == 6
    assert (facts.ender_total, facts.lowest_other) == (7, 20)
    assert facts.assafs == 0
    assert facts.first_allowed == 1
    assert facts.opening_allowed
    assert facts.least_cards == 3
    assert facts.pile_taken is True  # seat 2 did on its last turn, seat 0 did not
    assert facts.reshuffles == 0


def test_facts__whoever_took_from_the_pile_but_the_caller_counts() -> None:
    lines = [deal(HIGH, "8C AD AH 2C 2D", up="AC"), turn(1, "8C", pile="AC"), turn(0, "KH", "3S"), call(1)]
    facts = play(*lines).game.rounds[0]
    assert facts.pile_taken is False
    assert not facts.opening_allowed
    assert facts.first_allowed == 1


# E4 `zero`: a hand of 0 ends the round.

ZERO: dict[str, Any] = {"slapdown": "zero"}


def test_e4_zero__the_whole_hand_laid_and_a_joker_drawn() -> None:
    played = play(deal(HIGH, RUN), turn(1, RUN, "*"), slapdown(1), score(48, 0, totals=(48, 0)), **ZERO)
    assert played.scores[0].winners == (1,)


def test_e4_zero__the_joker_may_come_from_the_pile() -> None:
    play(deal(HIGH, RUN, up="*"), turn(1, RUN, pile="*"), slapdown(1), score(48, 0, totals=(48, 0)), **ZERO)


def test_e4_zero__a_hand_that_totalled_0_before_counts_too() -> None:
    play(
        deal(HIGH, "3H 4H 5H 6H *"),
        turn(1, "3H 4H 5H 6H", "*"),
        slapdown(1),
        score(48, 0, totals=(48, 0)),
        **ZERO,
    )


def test_e4_zero__nobody_answers() -> None:
    """Seat 0 had two jokers and did not slap down; it scores 0 as well, but does not win."""
    played = play(
        deal("2S 3S 4S 5S *", "2H 3H 4H 5H 9D"),
        turn(1, "9D", "6H"),
        turn(0, "2S 3S 4S 5S", "*"),
        turn(1, "2H 3H 4H 5H 6H", "*"),
        slapdown(1),
        score(0, 0, totals=(0, 0)),
        jokers=4, **ZERO,
    )  # fmt: skip
    assert (played.scores[0].end, played.scores[0].winners) == ("slapdown", (1,))


def test_e4_zero__who_may_slap_down_need_not() -> None:
    """It may call in its next turn, and then be answered."""
    lines = deal(HIGH, RUN), turn(1, RUN, "*"), turn(0, "9C 9D", "AS"), call(1), score(31, 0, totals=(31, 0))
    assert play(*lines, **ZERO).scores[0].end == "yaniv"


def test_e4_zero__no_slapdown_where_the_rules_have_none() -> None:
    with pytest.raises(AssertionError):
        play(deal(HIGH, RUN), turn(1, RUN, "*"), slapdown(1))


def test_e4_zero__any_other_hand_is_not_asked() -> None:
    for lay, card in (("3H 4H 5H 6H", "AS"), ("3H 4H 5H", "*")):
        with pytest.raises(AssertionError):
            play(deal(HIGH, "3H 4H 5H 6H *"), turn(1, lay, card), slapdown(1), **ZERO)


# E4 `matching`: a drawn card of the rank just laid follows it.

MATCHING: dict[str, Any] = {"slapdown": "matching"}


@pytest.mark.parametrize(
    ("lay", "card", "changes", "offer"),
    [
        ("9C", "9H", {}, "9C 9H"),
        ("9C", "9H", {"set_pickup": "ends"}, "9C 9H"),
        ("9C", "9H", {"set_pickup": "last"}, "9H"),
        ("9C 9D", "9H", {}, "9C 9D 9H"),
        ("9C 9D", "9H", {"set_pickup": "ends"}, "9C 9H"),
        ("9C 9D", "9H", {"set_pickup": "last"}, "9H"),
        ("9C 9D", "9H", {"max_set": 2}, "9C 9D 9H"),
        ("9C 9D *", "9H", {"max_set": 3, "set_pickup": "ends"}, "9C 9H"),
        ("9D *", "9H", {"set_pickup": "ends"}, "9D 9H"),
    ],
)
def test_e4_matching__the_card_joins_the_previous_discard(
    lay: str, card: str, changes: dict[str, Any], offer: str
) -> None:
    played = play(
        deal("2H 3S 4H 5S 6H", "9C 9D * TC KD"), turn(1, lay, card), slap(1, card), turn(0, "6H", "AS"),
        **MATCHING, **changes,
    )  # fmt: skip
    seen = played.seen[1]
    assert cards_text(seen.discard) == f"{lay} {card}"
    assert cards_text(sorted(seen.offer)) == offer
    assert cards_text(seen.pile) == cards_text(sorted(parse_cards(f"{lay} {card} KS")))
    assert seen.n_cards[1] == 5 - len(lay.split())


def test_e4_matching__the_card_may_be_taken_at_once() -> None:
    played = play(
        deal("2H 3S 4H 5S 6H", "9C 9D * TC KD"),
        turn(1, "9C", "9H"),
        slap(1, "9H"),
        turn(0, "6H", pile="9H"),
        turn(1, "TC", "AS"),
        **MATCHING,
    )
    assert cards_text(played.seen[2].pile) == "9C 6H KS"


def test_e4_matching__who_may_slap_need_not() -> None:
    played = play(deal("2H 3S 4H 5S 6H", "9C 9D * TC KD"), turn(1, "9C", "9H"), turn(0, "6H", "AS"), **MATCHING)
    assert played.seen[1].n_cards[1] == 5
    assert cards_text(played.seen[1].offer) == "9C"


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([turn(1, "9C", "TH"), slap(1, "TH")], "another rank"),
        ([turn(1, "9C", pile="9H"), slap(1, "9H")], "from the pile"),
        ([turn(1, "9C", "*"), slap(1, "*")], "a joker never matches"),
        ([turn(1, "*", "9S"), slap(1, "9S")], "jokers alone have no rank"),
        ([turn(1, "9C TC JC", "9S"), slap(1, "9S")], "a run"),
        ([turn(1, "9C", "9S"), slap(1, "9S"), slap(1, "9D")], "two slaps"),
    ],
)
def test_e4_matching__is_not_offered(lines: list[Line], why: str) -> None:
    with pytest.raises(AssertionError):
        play(deal("2H 3S 4H 5S 6H", "9C 9D * TC JC", up="9H"), *lines, turn(0, "6H", "AS"), **MATCHING)


def test_e4_matching__a_player_without_cards_must_call() -> None:
    """Three nines laid, the fourth drawn and slapped: no card is left, and the call with 0 comes in the next turn."""
    played = play(
        deal("2H 3S 4H", "9C 9D 9H"),
        turn(1, "9C 9D 9H", "9S"),
        slap(1, "9S"),
        turn(0, "4H", "KD"),
        must_call(1),
        score(15, 0, totals=(15, 0)),
        hand_size=3, threshold=0, **MATCHING,
    )  # fmt: skip
    assert played.game.rounds[0].ender_total == 0
    assert played.game.rounds[0].turns == 2


def test_e4_matching__the_forced_call_may_be_answered() -> None:
    play(
        deal("* * 4H", "9C 9D 9H"),
        turn(1, "9C 9D 9H", "9S"),
        slap(1, "9S"),
        turn(0, "4H", "*"),
        must_call(1),
        score(0, 30, totals=(0, 30)),
        hand_size=3, jokers=4, **MATCHING,
    )  # fmt: skip


# E5: the guards

GUARD: dict[str, Any] = {"max_turns": 3}


def test_e5__the_round_is_stopped_after_so_many_turns() -> None:
    """Seat 0 could call next; nobody may, everybody scores 0, nobody wins."""
    played = play(
        deal("AS 2H * * 3C", HIGH), turn(1, "KH", "KD"), turn(0, "3C", "3S"), turn(1, "KD", "8S"), stopped(),
        score(0, 0, totals=(0, 0)), **GUARD,
    )  # fmt: skip
    assert played.scores[0].winners == ()
    facts = played.game.rounds[0]
    assert (facts.turns, facts.ender_total, facts.lowest_other) == (3, None, None)
    assert (facts.least_cards, facts.pile_taken) == (None, None)
    assert facts.first_allowed == 0


def test_e5__a_call_before_the_last_turn_counts() -> None:
    played = play(deal("AS 2H * * 3C", HIGH), turn(1, "KH", "KD"), call(0), max_turns=1 + 1)
    assert played.scores[0].end == "yaniv"
    with pytest.raises(AssertionError):
        play(deal("AS 2H * * 3C", HIGH), turn(1, "KH", "KD"), call(0), max_turns=1)


def test_e5__a_slap_belongs_to_the_last_turn() -> None:
    lines = deal("2H 3S 4H 5S 6H", "9C 9D * TC KD"), turn(1, "9C", "9H"), slap(1, "9H"), stopped()
    assert play(*lines, max_turns=1, **MATCHING).scores[0].end == "stopped"
    lines = deal(HIGH, RUN), turn(1, RUN, "*"), slapdown(1), score(48, 0, totals=(48, 0))
    assert play(*lines, max_turns=1, **ZERO).scores[0].end == "slapdown"


def test_e5__a_player_without_cards_does_not_call_after_the_last_turn() -> None:
    lines = deal("2H 3S 4H", "9C 9D 9H"), turn(1, "9C 9D 9H", "9S"), slap(1, "9S"), turn(0, "4H", "KD"), stopped()
    play(*lines, hand_size=3, max_turns=2, threshold=0, **MATCHING)


def test_e5__a_game_is_stopped_after_so_many_rounds() -> None:
    played = play(
        deal(HIGH, SEVEN),
        call(1),
        score(48, 0, totals=(48, 0)),
        deal(SEVEN, HIGH, dealer=1),
        call(0),
        score(0, 48, totals=(48, 48)),
        result(winners=(), places=(1, 1), rounds=2),
        max_rounds=2,
    )
    assert played.finished
    assert played.game.stopped


# E6: going out

OUT: dict[str, Any] = {"going_out": True}


def test_e6__who_lays_the_last_card_takes_none() -> None:
    played = play(deal(HIGH, RUN), turn(1, RUN), score(48, 0, totals=(48, 0)), **OUT)
    facts = played.game.rounds[0]
    assert (facts.turns, facts.ender_total) == (1, 0)
    assert played.scores[0].end == "out"
    assert played.game.seats[1].calls == 1  # it counts as one


def test_e6__is_answered_as_a_call_with_0() -> None:
    played = play(
        deal("2S 3S 4S 5S *", "2H 3H 4H 5H 9D"),
        turn(1, "9D", "6H"),
        turn(0, "2S 3S 4S 5S", "*"),
        turn(1, "2H 3H 4H 5H 6H"),
        score(0, 30, totals=(0, 30)),
        **OUT,
    )
    assert (played.scores[0].end, played.scores[0].winners) == ("assaf", (0,))
    assert played.game.seats[1].assafs_suffered == 1
    assert played.game.rounds[0].assafs == 1


def test_e6__without_it_the_last_card_is_followed_by_a_draw() -> None:
    played = play(deal(HIGH, RUN), turn(1, RUN, "8S"), turn(0, "KH", "QH"))
    assert played.seen[1].n_cards == {0: 5, 1: 1}

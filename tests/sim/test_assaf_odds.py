"""The chance of Assaf against sums over all hands that opponents may hold, made here in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, prod
from types import SimpleNamespace
from typing import Any

import pytest

from sim.bots.assaf_odds import CERTAIN, KINDS, PlainOdds, plain_assaf_chance, tilt_table
from sim.cards import JOKER, full_deck, parse_cards
from sim.moves import Cards
from sim.rules import Variant, named_variants

UNTILTED = PlainOdds(tilt=0, presumed=-1, patience=16)
NEAR = Fraction(1, 10_000)
"""Chances come in steps of 1/65,536 and are cut off below at each step."""


def cards(text: str) -> Cards:
    return tuple(parse_cards(text))


def few_unseen(unseen: str) -> Cards:
    """A pile of all cards but these."""
    left = full_deck(1, 2)
    for card in cards(unseen):
        left.remove(card)
    return tuple(left)


def view(hand: str, others: list[dict[str, Any]], unseen: str, turn: int = 1) -> SimpleNamespace:
    """What seat 0 sees of a table at which these cards are neither on the pile nor in its hand nor known."""
    pile = list(few_unseen(unseen))
    for card in (*cards(hand), *(card for other in others for card in cards(other.get("known", "")))):
        pile.remove(card)
    seats = dict(enumerate(others, start=1))
    return SimpleNamespace(
        variant=named_variants()["standard"], seat=0, turn=turn, hand=cards(hand), pile=tuple(pile),
        hand_total=sum(map(worth, cards(hand))), points=worth, totals=(0,) * (len(others) + 1),
        n_cards={0: len(cards(hand))} | {seat: other["cards"] for seat, other in seats.items()},
        known={0: ()} | {seat: cards(other.get("known", "")) for seat, other in seats.items()},
        drew=frozenset(seat for seat, other in seats.items() if other.get("drew")),
        shed={seat: other["shed"] for seat, other in seats.items() if "shed" in other},
    )  # fmt: skip


def worth(card: int) -> int:
    """Points under the standard rules."""
    return 0 if card == JOKER else min((card & 15) + 1, 10)


def chance(seen: SimpleNamespace, odds: PlainOdds) -> Fraction:
    """What the bot works out."""
    return Fraction(plain_assaf_chance(seen, odds), CERTAIN)  # type: ignore[arg-type]


def exactly(seen: SimpleNamespace, unseen: Cards, odds: PlainOdds) -> Fraction:
    """The same by listing every hand of every opponent with its weight."""
    safe = Fraction(1)
    laps = min((seen.turn - 1) // len(seen.n_cards), 5)
    tilt = tilt_table(odds.tilt)[laps * KINDS :]
    for seat in seen.shed.keys() | set(seen.n_cards) - {0}:
        known = sum(map(worth, seen.known[seat]))
        drew = seat in seen.drew
        kept = seen.n_cards[seat] - len(seen.known[seat]) - drew
        all_weight = low_weight = Fraction(0)
        for hand in combinations(unseen, kept):
            weight = Fraction(prod(tilt[worth(card)] for card in hand))
            total = known + sum(map(worth, hand))
            if total + seen.shed.get(seat, 1000) <= odds.presumed:
                weight *= Fraction(odds.patience, 16)
            all_weight += weight
            fits = [total + worth(card) <= seen.hand_total for card in unseen] if drew else [total <= seen.hand_total]
            low_weight += weight * Fraction(sum(fits), len(fits))
        safe *= 1 - (low_weight / all_weight if all_weight else 0)
    return 1 - safe


SOME = "AC AD 2C 3H 3S 4D 5C 5H 6S 7D 8C 9H TD JD QS KC * *"


@pytest.mark.parametrize("odds", [UNTILTED, PlainOdds(68, 5, 3), PlainOdds(300, 7, 0), PlainOdds(500, 3, 16)])
@pytest.mark.parametrize("turn", [1, 8, 40])
@pytest.mark.parametrize(
    ("hand", "others"),
    [
        ("2D 4C", [{"cards": 2}]),
        ("2D 4C", [{"cards": 3, "known": "AH", "shed": 10, "drew": True}]),
        ("3C", [{"cards": 1, "drew": True, "shed": 2}]),
        ("2D 5D", [{"cards": 4, "shed": 1}, {"cards": 2, "known": "AH 2H", "shed": 4}]),
        ("2D 5D", [{"cards": 3, "known": "2H", "shed": -1}, {"cards": 2, "drew": True, "shed": 3}, {"cards": 5}]),
        ("*", [{"cards": 1, "known": "", "shed": 0}]),
    ],
)
def test_chance__is_that_of_all_hands_listed(
    hand: str, others: list[dict[str, Any]], turn: int, odds: PlainOdds
) -> None:
    taken = [*cards(hand), *(card for other in others for card in cards(other.get("known", "")))]
    unseen = list(cards(SOME))
    for card in taken:
        if card in unseen:
            unseen.remove(card)
    text = SOME if JOKER not in taken else SOME.removesuffix(" *")
    seen = view(hand, others, text, turn)
    assert abs(chance(seen, odds) - exactly(seen, tuple(unseen), odds)) < NEAR


def test_chance__without_tilt_is_hypergeometric() -> None:
    """Five cards of 52 unseen ones: at or below 5 are those hands of EXACT.md's kind, counted here by their points."""
    seen = view("5C", [{"cards": 2}], " ".join(text for text in ALL_CARDS if text != "5C"))
    # Two cards of 53 with at most 5 points: 2 jokers, 4 aces, 4 twos, 4 threes, 4 fours, 3 fives.
    zero, one, two, three, four, five = 2, 4, 4, 4, 4, 3
    low = comb(zero, 2) + zero * (one + two + three + four + five)
    low += comb(one, 2) + one * (two + three + four) + comb(two, 2) + two * three
    assert abs(chance(seen, UNTILTED) - Fraction(low, comb(53, 2))) < NEAR


ALL_CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] + ["*", "*"]


def test_chance__of_known_cards_is_certain() -> None:
    """Nothing may be unseen at all."""
    assert chance(view("3C", [{"cards": 2, "known": "AH 2H"}], ""), UNTILTED) == 1
    assert chance(view("2C", [{"cards": 2, "known": "AH 2H"}], ""), UNTILTED) == 0
    assert chance(view("2C", [{"cards": 1, "known": "9H"}, {"cards": 1, "known": "*"}], ""), UNTILTED) == 1


def test_chance__falls_for_who_would_have_called() -> None:
    """A hand of at most 7 before the last turn would have called: it can only be low by what it shed."""
    other = {"cards": 2, "shed": 1}
    open_mind = chance(view("5D", [other], SOME), UNTILTED)
    assert chance(view("5D", [other], SOME), PlainOdds(0, 7, 8)) < open_mind
    assert chance(view("5D", [other], SOME), PlainOdds(0, 7, 0)) == 0
    assert chance(view("5D", [{"cards": 2, "shed": 8}], SOME), PlainOdds(0, 7, 0)) == open_mind


def test_tilt__weighs_high_cards_less_each_lap() -> None:
    table = tilt_table(68)
    assert len(table) == 6 * KINDS
    assert set(table[:KINDS]) == {65_536}  # nobody has had a turn
    for laps in range(6):
        row = table[laps * KINDS :][:KINDS]
        assert row[0] == 65_536
        assert row[10] == int(65_536 * Fraction(932, 1000) ** (10 * laps))
    assert min(tilt_table(500)) == 1


def test_variant__of_a_low_threshold_presumes_no_more() -> None:
    low = Variant.from_mapping({"name": "low", "threshold": 2})
    seen = view("5D", [{"cards": 2, "shed": 1}], SOME)
    seen.variant = low
    assert chance(seen, PlainOdds(0, 7, 0)) == chance(seen, PlainOdds(0, 2, 0)) > 0

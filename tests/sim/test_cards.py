"""Cards: their text, points and order, and what a deck is (rules C1 to C3, D1)."""

from __future__ import annotations

import pytest

from sim.cards import (
    JOKER,
    NATURALS,
    RANKS,
    SUITS,
    card_points,
    card_text,
    cards_text,
    full_deck,
    parse_card,
    parse_cards,
)  # fmt: skip

# Written out from the notation of the rules, in card order.
CLUBS = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
ALL = " ".join(CLUBS.replace("C", suit) for suit in "CDHS")


def test_card_text__names_all_cards_in_card_order() -> None:
    assert cards_text(NATURALS) == ALL
    assert cards_text([JOKER]) == "*"


def test_card_order__is_the_order_of_the_codes() -> None:
    assert list(NATURALS) == sorted(set(NATURALS))
    assert len(NATURALS) == 52
    assert JOKER > max(NATURALS)


def test_card_codes__leave_a_gap_between_the_suits() -> None:
    """So that king and ace of two suits are never next to each other."""
    assert parse_card("AD") - parse_card("KC") == 4
    assert [parse_card("A" + suit) for suit in SUITS] == [0, 16, 32, 48]


def test_parse_card__reads_what_card_text_writes() -> None:
    assert [parse_card(card_text(code)) for code in (*NATURALS, JOKER)] == [*NATURALS, JOKER]


def test_parse_cards__keeps_the_order_and_the_copies() -> None:
    assert cards_text(parse_cards("  KS * 2H\t2H * AC ")) == "KS * 2H 2H * AC"
    assert parse_cards("") == []


@pytest.mark.parametrize("text", ["1C", "10C", "tc", "TX", "T", "", "**", "C2", "T C", "ＡＣ"])
def test_parse_card__refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(
        ValueError, match="is no card; write a rank of A23456789TJQK and a suit of CDHS, or \\*"
    ) as fault:
        parse_card(text)
    assert repr(text) in str(fault.value)


def test_parse_cards__names_the_one_that_is_wrong() -> None:
    with pytest.raises(ValueError, match="'11D' is no card"):
        parse_cards("AC 11D KD")


@pytest.mark.parametrize(
    ("face_points", "by_rank"),
    [
        ("ten", dict(zip("A23456789TJQK*", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 0], strict=True))),
        ("rank", dict(zip("A23456789TJQK*", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0], strict=True))),
    ],
)
def test_card_points__follow_the_rank_in_every_suit(face_points: str, by_rank: dict[str, int]) -> None:
    for code in (*NATURALS, JOKER):
        assert card_points(code, face_points) == by_rank[card_text(code)[0]]


@pytest.mark.parametrize(
    ("n_decks", "jokers", "size"), [(1, 0, 52), (1, 2, 54), (1, 4, 56), (2, 0, 104), (2, 2, 108), (2, 4, 112)]
)
def test_full_deck__holds_every_card_as_often_as_there_are_decks(n_decks: int, jokers: int, size: int) -> None:
    deck = full_deck(n_decks, jokers)
    assert len(deck) == size
    assert deck == sorted(deck)
    assert [deck.count(code) for code in NATURALS] == [n_decks] * 52
    assert deck.count(JOKER) == n_decks * jokers


def test_notation__has_thirteen_ranks_and_four_suits() -> None:
    assert (len(RANKS), len(SUITS)) == (13, 4)
    assert len({rank + suit for rank in RANKS for suit in SUITS}) == 52

"""Cards as small integers, their points and their text (rules C1 to C3).

A card is its *code*: ``16 * suit + rank`` with suits C D H S = 0..3 and ranks A..K = 0..12, so that a hand fits
into 64 bits with three spare bits between the suits. Every joker has the code ``JOKER`` = 61. The numeric order of the
codes is the card order of the whole project: AC..KC, AD..KD, AH..KH, AS..KS, jokers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
JOKER: Final = 61
JOKER_TEXT: Final = "*"

NATURALS: Final = tuple(16 * suit + rank for suit in range(4) for rank in range(13))
"""Codes of the 52 natural cards in card order."""

RANK_POINTS: Final = {
    "ten": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10),
    "rank": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
}
"""Points of the ranks A..K for each value of ``face_points`` (C2)."""

_TEXT_BY_CODE: Final = {16 * s + r: RANKS[r] + SUITS[s] for s in range(4) for r in range(13)} | {JOKER: JOKER_TEXT}
_CODE_BY_TEXT: Final = {text: code for code, text in _TEXT_BY_CODE.items()}


def card_points(code: int, face_points: str) -> int:
    """Points of one card (C2); a joker has 0."""
    return 0 if code == JOKER else RANK_POINTS[face_points][code & 15]


def card_text(code: int) -> str:
    """``TD`` for the ten of diamonds, ``*`` for a joker (C3)."""
    return _TEXT_BY_CODE[code]


def cards_text(codes: Iterable[int]) -> str:
    """Several cards as one string with spaces, in the order given."""
    return " ".join(map(card_text, codes))


def parse_card(text: str) -> int:
    """Code of a card's text; raises ``ValueError`` for anything else."""
    try:
        return _CODE_BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is no card; write a rank of {RANKS} and a suit of {SUITS}, or *") from None


def parse_cards(text: str) -> list[int]:
    """Codes of several cards, in the order given."""
    return [parse_card(part) for part in text.split()]


def full_deck(n_decks: int, jokers_per_deck: int) -> list[int]:
    """All cards in play in card order; the copies of a card stand side by side, jokers last (C1, D1)."""
    return [code for code in NATURALS for _ in range(n_decks)] + [JOKER] * (n_decks * jokers_per_deck)

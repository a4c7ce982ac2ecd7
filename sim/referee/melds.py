"""Singles, sets and runs as they lie on the table, and what may be taken of them (T3 to T6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sim.referee.values import JOKER, RANKS, Cards, told
from sim.referee.verdict import Broken

if TYPE_CHECKING:
    from sim.rules import Variant

SINGLE, SET, RUN = "single", "set", "run"
_KING: Final = len(RANKS) - 1


def rank(card: str) -> int:
    """Rank of a natural card: 0 for the ace, 12 for the king."""
    return RANKS.index(card[0])


def points(card: str, variant: Variant) -> int:
    """C2."""
    if card == JOKER:
        return 0
    if card[0] in "TJQK" and variant.face_points == "ten":
        return 10
    return rank(card) + 1


def kind_of(lay: Cards, variant: Variant) -> str:
    """What the cards are in the order laid; raises :class:`Broken` where they are nothing (T2 to T5)."""
    if not lay:
        raise Broken("T2", "nothing is laid; one single card, set or run must be")
    if len(lay) == 1:
        return SINGLE
    naturals = [card for card in lay if card != JOKER]
    if len({card[0] for card in naturals}) <= 1:
        if variant.max_set and len(lay) > variant.max_set:
            raise Broken("T3", f"{told(lay)} is a set of {len(lay)}; at most {variant.max_set} cards are allowed")
        return SET
    _check_run(lay, naturals, variant)
    return RUN


def _check_run(lay: Cards, naturals: list[str], variant: Variant) -> None:
    """T4, T5: one suit, consecutive ranks up or down, every joker standing for a card that there is."""
    if len({card[1] for card in naturals}) > 1:
        raise Broken("T3", f"{told(lay)} is no set (other ranks) and no run (other suits)")
    if len(lay) < 3:
        raise Broken("T3", f"{told(lay)} is no set, and a run has three or more cards")
    if not any(_climbs(lay, step) for step in (1, -1)):
        raise Broken("T3", f"{told(lay)} does not lie in consecutive rank order, and the ace is low only")
    if not variant.joker_at_run_ends and JOKER in (lay[0], lay[-1]):
        raise Broken("T4", f"{told(lay)} has a joker at an end; here both ends of a run are natural cards")


def _climbs(lay: Cards, step: int) -> bool:
    """Whether each card, jokers included, is one rank above (or below) the one before, from ace to king."""
    place, card = next((place, card) for place, card in enumerate(lay) if card != JOKER)
    start = rank(card) - step * place
    stands_for = [start + step * i for i in range(len(lay))]
    if not all(0 <= r <= _KING for r in stands_for):
        return False
    return all(is_card in (JOKER, RANKS[r] + card[1]) for is_card, r in zip(lay, stands_for, strict=True))


def takable(lay: Cards, kind: str, variant: Variant) -> Cards:
    """T6: which cards of the previous discard may be taken."""
    if kind == SINGLE:
        return lay
    pickup = variant.run_pickup if kind == RUN else variant.set_pickup
    if pickup == "any":
        return lay
    return lay[-1:] if pickup == "last" else (lay[0], lay[-1])

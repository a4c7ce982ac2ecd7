"""Moves in plain Python: which lays are legal and what may be taken of them (rules T2 to T6).

Written to be read beside the rules, for the twin and for whoever checks records. The kernels have their own, faster
way; this one tries every part of the cards of a rank or a suit. Hands and lays are sorted
tuples of card codes (``sim.cards``).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from sim.cards import JOKER

if TYPE_CHECKING:
    from sim.rules import Variant

Cards = tuple[int, ...]


def without(cards: Cards, less: Cards) -> Cards:
    """Cards that are left when some are taken away."""
    rest = list(cards)
    for card in less:
        rest.remove(card)
    return tuple(rest)


def highest_first(lay: Cards) -> Cards:
    """Sort key of lays: compared from the highest card down, the longer wins where one runs out."""
    return tuple(sorted(lay, reverse=True))


def is_set(lay: Cards, max_set: int) -> bool:
    """T3: two or more cards of one rank, with jokers or of jokers only."""
    ranks = {card & 15 for card in lay if card != JOKER}
    return len(lay) >= 2 and len(ranks) <= 1 and (max_set == 0 or len(lay) <= max_set)


def is_run(lay: Cards, joker_at_run_ends: bool) -> bool:
    """T4: three or more cards of a suit in rank order; jokers fill the gaps, and lengthen it where that is allowed."""
    naturals = sorted(card for card in lay if card != JOKER)
    if len(lay) < 3 or len(naturals) < 2 or len(lay) > 13:
        return False
    low, high = naturals[0], naturals[-1]
    one_suit = low >> 4 == high >> 4
    no_card_twice = len(set(naturals)) == len(naturals)
    span = high - low + 1
    return one_suit and no_card_twice and (span == len(lay) or (joker_at_run_ends and span < len(lay)))


@lru_cache(maxsize=1 << 21)
def lays_of(hand: Cards, max_set: int, joker_at_run_ends: bool) -> tuple[Cards, ...]:
    """Every legal lay of a hand once, as sorted cards (T2 to T4)."""
    lays: dict[Cards, None] = dict.fromkeys((card,) for card in hand)
    naturals = [card for card in hand if card != JOKER]
    jokers = [JOKER] * (len(hand) - len(naturals))
    for rank in {card & 15 for card in naturals}:
        pool = [card for card in naturals if card & 15 == rank] + jokers
        for size in range(2, len(pool) + 1):
            lays |= dict.fromkeys(lay for lay in combinations(pool, size) if is_set(lay, max_set))
    for size in range(2, len(jokers) + 1):
        if is_set((JOKER,) * size, max_set):
            lays[(JOKER,) * size] = None
    for suit in {card >> 4 for card in naturals}:
        pool = [card for card in naturals if card >> 4 == suit] + jokers
        for size in range(3, len(pool) + 1):
            lays |= dict.fromkeys(lay for lay in combinations(pool, size) if is_run(lay, joker_at_run_ends))
    return tuple(lays)


def legal_lays(hand: Cards, variant: Variant) -> tuple[Cards, ...]:
    """Every legal lay of a hand under a variant, see :func:`lays_of`."""
    return lays_of(hand, variant.max_set, variant.joker_at_run_ends)


def run_readings(lay: Cards) -> list[Cards]:
    """T5: the orders in which a run may lie upwards, by the number of spare jokers at its low end."""
    naturals = sorted(card for card in lay if card != JOKER)
    low, high = naturals[0], naturals[-1]
    filled = tuple(card if card in naturals else JOKER for card in range(low, high + 1))
    spare = len(lay) - len(filled)
    fits_low, fits_high = low & 15, 12 - (high & 15)
    return [
        (JOKER,) * below + filled + (JOKER,) * (spare - below)
        for below in range(spare + 1)
        if below <= fits_low and spare - below <= fits_high
    ]


def lies_in_order(laid: Cards) -> bool:
    """T5: whether a legal lay lies as it may; a run upwards or downwards, anything else in any order."""
    lay = tuple(sorted(laid))
    return len(lay) == 1 or not lies_as_run(lay) or not {laid, laid[::-1]}.isdisjoint(run_readings(lay))


def set_order(lay: Cards, set_pickup: str) -> Cards:
    """How the bots lay a set: natural cards, then jokers; jokers are kept off the ends where only ends may be taken."""
    naturals = tuple(sorted(card for card in lay if card != JOKER))
    jokers = (JOKER,) * (len(lay) - len(naturals))
    if set_pickup == "ends" and len(lay) >= 3:
        if len(naturals) == 1:
            return jokers + naturals
        return naturals[:1] + jokers + naturals[1:]
    return naturals + jokers


def lies_as_run(lay: Cards) -> bool:
    """Whether a legal lay is a run: natural cards of more than one rank."""
    return len({card & 15 for card in lay if card != JOKER}) > 1


def readings(lay: Cards, variant: Variant) -> list[Cards]:
    """All orders in which a bot may lay these cards; runs upwards, sets in one order."""
    if len(lay) == 1:
        return [lay]
    return run_readings(lay) if lies_as_run(lay) else [set_order(lay, variant.set_pickup)]


def as_laid(lay: Cards, variant: Variant) -> Cards:
    """The order that most bots choose: a run's spare jokers go to the high end first."""
    return readings(lay, variant)[0]


def takable(laid: Cards, variant: Variant, *, run: bool) -> Cards:
    """T6: cards of the previous discard, in the order in which it lies, that may be taken; each card once."""
    if len(laid) == 1:
        return laid
    pickup = variant.run_pickup if run else variant.set_pickup
    if pickup == "any":
        cards: Cards = laid
    elif pickup == "ends":
        cards = (laid[0], laid[-1])
    else:
        cards = laid[-1:]
    return tuple(dict.fromkeys(cards))

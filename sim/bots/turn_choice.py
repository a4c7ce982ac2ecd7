"""The best turn by worth: lay and take chosen together, for bots that say what a lay and the hand after it are worth.

Every legal lay is weighed with the stock and with each card that may be taken; the highest worth is played. Ties: lays
are compared as multisets from their highest card down, the higher wins (the longer where one runs out); with one lay
the stock goes before a card of the pile and a lower card before a higher one. Runs lie upwards, jokers that no gap
needs at the high end first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sim.bots.lay_list import append, lay_at
from sim.jit import inline
from sim.kernels.bits import ONE, ZERO, add_card, is_higher, lowest, remove
from sim.kernels.melds import fold_lays, is_run, spare_jokers_low
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import FIRST_STOCK_TURN, Play, may_take_from_pile

if TYPE_CHECKING:
    from collections.abc import Callable

    from sim.moves import Cards
    from sim.reference import Choice, PlainView

NOTHING_WEIGHED = np.int64(-1 << 40)


class Held(NamedTuple):
    """A hand as a turn would leave it, but for a card that is still unseen."""

    ones: np.uint64
    twos: np.uint64
    rest: np.uint64  # the hand after the lay
    rest_twos: np.uint64
    take: np.uint64  # ZERO: from the stock, or nothing where the lay goes out


@inline
def best_turn(view, context, lay_worth, held_worth):
    """The turn of the highest worth.

    It is ``lay_worth(ones, twos, jokers_low, view, context)`` and ``held_worth(held, view, context)``.
    """
    lays = view.luck.scratch
    n_lays = fold_lays(view.hand, view.twos, view.rules, append, ZERO, lays)
    offer = view.offer if may_take_from_pile(view) else ZERO
    best, best_ones, best_twos, best_low, best_take = NOTHING_WEIGHED, ZERO, ZERO, ZERO, TAKE_STOCK
    place = ZERO
    while place < n_lays:
        ones, twos = lay_at(place, lays)
        place += ONE
        jokers_low = spare_jokers_low(ones) if is_run(ones) else ZERO
        rest, rest_twos = remove(view.hand, view.twos, ones, twos)
        laid = lay_worth(ones, twos, jokers_low, view, context)
        left = ZERO if goes_out(rest, view.rules) else offer
        take = TAKE_STOCK
        while True:
            hand, hand_twos = add_card(rest, rest_twos, take)
            worth = laid + held_worth(Held(hand, hand_twos, rest, rest_twos, take), view, context)
            if worth > best or (worth == best and is_higher(ones, twos, best_ones, best_twos)):
                best, best_ones, best_twos, best_low, best_take = worth, ones, twos, jokers_low, take
            if left == ZERO:
                break
            take = lowest(left)
            left ^= take
    return Play(best_ones, best_twos, best_low, best_take)


@inline
def goes_out(rest, rules):
    """Whether a lay that leaves this ends the round (E6)."""
    return rules.going_out != 0 and rest == ZERO


class PlainHeld(NamedTuple):
    """The twin's :class:`Held`."""

    hand: Cards
    rest: Cards
    take: int | None


def plain_best_turn(
    view: PlainView, lay_worth: Callable[[Cards], int], held_worth: Callable[[PlainHeld], int]
) -> Choice:
    """See :func:`best_turn`; ``lay_worth`` gets the lay as it will lie."""
    return plain_turns(view, lay_worth, held_worth)[0]


def plain_turns(
    view: PlainView, lay_worth: Callable[[Cards], int], held_worth: Callable[[PlainHeld], int]
) -> list[Choice]:
    """All turns, the best first."""
    from sim.moves import as_laid, highest_first, legal_lays, without

    takes: list[int | None] = [None]
    if view.turn < FIRST_STOCK_TURN:
        takes += sorted(set(view.takable))
    choices: list[tuple[tuple[Any, ...], Choice]] = []
    for lay in legal_lays(view.hand, view.variant):
        rest, laid = without(view.hand, lay), as_laid(lay, view.variant)
        for order, take in enumerate(takes if rest or not view.variant.going_out else [None]):
            hand = tuple(sorted(rest if take is None else (*rest, take)))
            worth = lay_worth(laid) + held_worth(PlainHeld(hand, rest, take))
            choices.append(((worth, highest_first(lay), -order), (laid, take)))
    return [choice for _key, choice in sorted(choices, reverse=True)]


def plain_offer(laid: Cards, view: PlainView) -> Cards:
    """What the next player may take of a lay."""
    from sim.moves import lies_as_run, takable

    return takable(laid, view.variant, run=lies_as_run(laid))

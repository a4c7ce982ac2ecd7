"""The kernels' melds for one hand or lay, in the words of the twin."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.cards import JOKER
from sim.jit import inline, kernel
from sim.kernels.bits import ONE, TWO, ZERO, u64
from sim.kernels.legality import fault_of
from sim.kernels.melds import ends_as_laid, fold_lays, is_run, run_room, spare_jokers_low, takable
from sim.kernels.state import Rules
from sim.kernels.view import Play
from sim.moves import Cards
from tests.equality import cards_of


class Asked(NamedTuple):
    """What the check of a play looks at in a bot's view."""

    hand: np.uint64
    twos: np.uint64
    offer: np.uint64
    rules: Rules


class RunRoom(NamedTuple):
    """Of a run: jokers that fill no gap, free places above and below, and jokers low as most bots lay it."""

    spare: int
    above: int
    below: int
    low: int


def masks_of(cards: Cards) -> tuple[np.uint64, np.uint64]:
    """Ones and twos of some cards."""
    ones = sum(1 << card for card in set(cards) if card != JOKER) + cards.count(JOKER) * (1 << JOKER)
    twos = sum(1 << card for card in set(cards) if card != JOKER and cards.count(card) == 2)
    return u64(ones), u64(twos)


@inline
def _note(n_found, ones, twos, out):  # type: ignore[no-untyped-def]
    out[TWO * n_found], out[TWO * n_found + ONE] = ones, twos
    return n_found + ONE


@kernel
def _list_lays(ones, twos, rules, out):  # type: ignore[no-untyped-def]
    return fold_lays(ones, twos, rules, _note, ZERO, out)


@kernel
def _offer(ones, twos, jokers_low, rules, out):  # type: ignore[no-untyped-def]
    out[0] = takable(ones, twos, jokers_low, rules)
    out[1], out[2] = ends_as_laid(ones, twos, jokers_low, rules)


@kernel
def _fault(asked, play):  # type: ignore[no-untyped-def]
    return fault_of(asked, play)


@kernel
def _room(ones, out):  # type: ignore[no-untyped-def]
    run = is_run(ones)
    if run:
        out[0], out[1], out[2] = run_room(ones)
        out[3] = spare_jokers_low(ones)
    return run


def lays_of_masks(hand: Cards, rules: Rules) -> list[Cards]:
    """All lays that the kernels find, in the order found."""
    out = np.zeros(512, np.uint64)
    n_found = int(_list_lays(*masks_of(hand), rules, out))
    found = out[: 2 * n_found].tolist()
    return [cards_of(ones, twos) for ones, twos in zip(found[::2], found[1::2], strict=True)]


def offer_of(lay: Cards, jokers_low: int, rules: Rules) -> tuple[Cards, int, int]:
    """What may be taken of a lay, and its first and last card as it lies."""
    out = np.zeros(3, np.uint64)
    _offer(*masks_of(lay), u64(jokers_low), rules, out)
    cards, first, last = out.tolist()
    return cards_of(cards), cards_of(first)[0], cards_of(last)[0]


def room_of(lay: Cards) -> RunRoom | None:
    """Where the jokers of a run may stand; None for a lay that is no run."""
    ones, _twos = masks_of(lay)
    out = np.zeros(4, np.uint64)
    return RunRoom(*out.tolist()) if _room(ones, out) else None


def fault_in(hand: Cards, lay: Cards, jokers_low: int, take: int, offer: int, rules: Rules) -> int:
    """What the kernels find wrong with a play (0: nothing); ``take`` and ``offer`` are masks."""
    play = Play(*masks_of(lay), u64(jokers_low), u64(take))
    return int(_fault(Asked(*masks_of(hand), u64(offer), rules), play))

"""A small Dhumbal table outside the engine, which can also play with the faults of the published program.

It shares the bots' plain forms with the twin and nothing else: cards come from a generator of the standard library, the
round is a loop of its own. With all faults off it must agree with the engine; switched on one after the other, they
show what each of them does to the published table.
"""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from sim.bots import Entrant, family_module
from sim.bots.family import USUAL_THRESHOLD
from sim.cards import NATURALS, RANK_POINTS
from sim.moves import Cards, without
from sim.reference import PlainBot
from sim.rules import named_variants

DHUMBAL: Final = named_variants()["dhumbal"]
POINTS: Final = {card: RANK_POINTS["rank"][card & 15] for card in NATURALS}


class Faults(NamedTuple):
    """What the published program does otherwise."""

    one_starter: bool = False
    """The bot of seat 0 plays first in every round; else every seat in turn."""
    own_card: bool = False
    """The lay comes on the pile before its top is looked at: only the own last card can be taken, back at once."""
    low_seat: bool = False
    """Of opponents tied at the lowest total the lowest seat alone wins."""


def shares(entrants: tuple[Entrant, ...], faults: Faults, n_rounds: int, seed: int) -> tuple[float, ...]:
    """Share of the rounds that each seat wins."""
    bots = [family_module(entrant.family).Plain(entrant.values(USUAL_THRESHOLD, len(entrants))) for entrant in entrants]
    chance = random.Random(seed)  # noqa: S311
    won = [0.0] * len(bots)
    for number in range(n_rounds):
        first = 0 if faults.one_starter else number % len(bots)
        winners = _play_round(bots, first, faults, chance)
        for seat in winners:
            won[seat] += 1 / len(winners)
    return tuple(each / n_rounds for each in won)


def _play_round(bots: list[PlainBot], first: int, faults: Faults, chance: random.Random) -> list[int]:
    """Winners of one round; nobody wins a stopped one."""
    cards = list(NATURALS)
    chance.shuffle(cards)
    hands = [tuple(sorted(cards.pop() for _ in range(5))) for _ in bots]
    pile, stock = [cards.pop()], cards
    luck = SimpleNamespace(below=chance.randrange)
    seat = first
    for turn in range(1, DHUMBAL.max_turns + 1):
        hand = hands[seat]
        total = sum(map(POINTS.__getitem__, hand))
        view: Any = SimpleNamespace(
            variant=DHUMBAL, points=POINTS.__getitem__, turn=turn, hand=hand, hand_total=total,
            takable=(pile[-1],), luck=lambda _question: luck,
        )  # fmt: skip
        if total <= DHUMBAL.threshold and bots[seat].call(view):
            return winners_of(seat, hands, faults)
        lay, taken = bots[seat].play(view)
        if len(lay) == len(hand):
            return [seat]
        if faults.own_card:
            pile += lay
            view.takable = (pile[-1],)
            _lay, taken = bots[seat].play(view)
        if taken is not None:
            pile.remove(taken)
        else:
            if not stock:
                stock = [card for card in pile if card not in lay]
                chance.shuffle(stock)
                pile = [card for card in pile if card in lay]
            taken = stock.pop()
        if not faults.own_card:
            pile += lay
        hands[seat] = tuple(sorted((*without(hand, lay), taken)))
        seat = (seat + 1) % len(bots)
    return []


def winners_of(caller: int, hands: list[Cards], faults: Faults) -> list[int]:
    """Who wins when this seat calls."""
    totals = [sum(map(POINTS.__getitem__, hand)) for hand in hands]
    others = [seat for seat in range(len(hands)) if seat != caller]
    lowest = min(totals[seat] for seat in others)
    if lowest > totals[caller]:
        return [caller]
    winners = [seat for seat in others if totals[seat] == lowest]
    return winners[:1] if faults.low_seat else winners

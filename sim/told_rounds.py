"""A game's events, round by round, with what everybody holds after each step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sim.cards import card_points
from sim.events import Call, Deal, Event, Result, RoundStopped, Score, Slap, Slapdown, Turn
from sim.moves import Cards, without

if TYPE_CHECKING:
    from sim.rules import Variant

Closing = Call | Slapdown | RoundStopped


class Step(NamedTuple):
    """One turn, or the slap after it."""

    turn: int
    """From 1; 0 for a slap."""
    seat: int
    lay: Cards
    take: str
    """``stock``, ``pile``, ``none`` or, for a slap, ``slap``."""
    card: int | None
    reshuffled: int
    hand: Cards
    """What the seat holds then."""


class ToldRound:
    """One round; ``score`` is None where the game was broken off in it."""

    def __init__(self, deal: Deal, totals: tuple[int, ...]) -> None:
        self.deal = deal
        self.before = totals
        """Totals before the round, by seat."""
        self.hands = {seat: hand for seat, hand in enumerate(deal.hands) if hand is not None}
        """What the active seats hold at the end."""
        self.steps: list[Step] = []
        self.closing: Closing | None = None
        self.score: Score | None = None

    @property
    def turns(self) -> int:
        """Turns played."""
        return sum(step.turn > 0 for step in self.steps)

    def add(self, event: Turn | Slap) -> None:
        """Follow a turn or a slap."""
        lay = event.lay if isinstance(event, Turn) else (event.card,)
        hand = without(self.hands[event.seat], lay)
        if isinstance(event, Slap):
            step = Step(0, event.seat, lay, "slap", None, 0, hand)
        else:
            hand = tuple(sorted((*hand, event.card))) if event.card is not None else hand
            step = Step(self.turns + 1, event.seat, lay, event.take, event.card, event.reshuffled, hand)
        self.hands[event.seat] = hand
        self.steps.append(step)


def follow(events: Iterable[Event]) -> tuple[list[ToldRound], Result | None]:
    """All rounds of a game, and its result where it came to one."""
    rounds: list[ToldRound] = []
    totals: tuple[int, ...] = ()
    for event in events:
        match event:
            case Deal():
                rounds.append(ToldRound(event, totals or (0,) * len(event.hands)))
            case Turn() | Slap():
                rounds[-1].add(event)
            case Call() | Slapdown() | RoundStopped():
                rounds[-1].closing = event
            case Score():
                rounds[-1].score = event
                totals = event.totals
            case Result():
                return rounds, event
    return rounds, None


def total_of(cards: Cards, variant: Variant) -> int:
    """Points of some cards (C2)."""
    return sum(card_points(card, variant.face_points) for card in cards)

"""What happens in a game, as the twin tells it: the events in order, and what a row holds besides them."""

from __future__ import annotations

from typing import NamedTuple

from sim.moves import Cards


class Deal(NamedTuple):
    """A round begins (D2)."""

    round_number: int
    dealer: int
    first: int
    hands: tuple[Cards | None, ...]
    """By seat; None for a seat that is out."""
    upcard: int


class Turn(NamedTuple):
    """One turn (T2, T6)."""

    seat: int
    lay: Cards
    take: str
    """``stock``, ``pile`` or, when the last card was laid under E6, ``none``."""
    card: int | None
    reshuffled: int
    """Cards in the new stock where T8 applied, else 0."""


class Slap(NamedTuple):
    """A matching card is laid after the own turn (E4)."""

    seat: int
    card: int


class Slapdown(NamedTuple):
    """A hand of 0 ends the round (E4)."""

    seat: int


class Call(NamedTuple):
    """Yaniv (T1)."""

    seat: int


class RoundStopped(NamedTuple):
    """The guard on turns (E5)."""


class Score(NamedTuple):
    """A round is over (E1 to E7, S1 to S4)."""

    end: str
    """``yaniv``, ``assaf``, ``out``, ``slapdown`` or ``stopped``."""
    ender: int | None
    winners: tuple[int, ...]
    score: tuple[int | None, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]


class Result(NamedTuple):
    """The game is over (S5, S6)."""

    winners: tuple[int, ...]
    places: tuple[int, ...]
    rounds: int


Event = Deal | Turn | Slap | Slapdown | Call | RoundStopped | Score | Result


class RoundFacts(NamedTuple):
    """What the columns of ``rounds`` hold besides the events."""

    turns: int
    ender_total: int | None
    lowest_other: int | None
    assafs: int
    reshuffles: int
    first_allowed: int | None
    opening_allowed: bool
    least_cards: int | None
    pile_taken: bool | None


class SeatFacts(NamedTuple):
    """What the columns of ``seats`` hold besides the result."""

    rounds_in: int
    calls: int
    assafs_suffered: int
    assafs_made: int
    milestones: int

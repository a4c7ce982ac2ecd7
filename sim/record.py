"""Records: one game, told completely as JSON Lines, hidden cards included, for readers and for checkers of the rules.

The first line is the header, the others are the events of the twin in order:

    header    yaniv (1), variant, players, entrants, seed, game
    deal      deal (the round's number, from 1), dealer, first, hands, upcard
    turn      turn (the seat), lay, take (stock, pile or none), card, reshuffled
    slap      slap (the seat), card
    slapdown  slapdown (the seat)
    call      call (the seat)
    stopped   stopped (true)
    score     score, totals, out
    result    result: winners, places, rounds

Cards are text, several are one string with spaces, and lie as they were laid. Seats count from 0; whatever is given by
seat has null for a seat that is out, but for ``totals``, where it keeps its last one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sim.cards import card_text, cards_text
from sim.events import Call, Deal, Event, Result, RoundStopped, Score, Slap, Slapdown, Turn
from sim.rules import named_variants

if TYPE_CHECKING:
    from sim.bots import Entrant
    from sim.rules import Variant

Line = dict[str, Any]

RECORD_VERSION: Final = 1


def record_lines(
    variant: Variant, entrants: Sequence[Entrant], seed: int, game: int, events: Iterable[Event]
) -> Iterator[Line]:
    """All lines of a game's record.

    Parameters
    ----------
    variant
        The rules.
    entrants
        Who sits where.
    seed
        Seed of the run.
    game
        Number of the game in its cell.
    events
        What happened; an unfinished game makes an unfinished record.
    """
    yield record_header(variant, entrants, seed, game)
    yield from map(event_line, events)


def record_header(variant: Variant, entrants: Sequence[Entrant], seed: int, game: int) -> Line:
    """What is played: enough to check the game, and to find it again."""
    return {
        "yaniv": RECORD_VERSION,
        "variant": variant_value(variant),
        "players": len(entrants),
        "entrants": [str(entrant) for entrant in entrants],
        "seed": seed,
        "game": game,
    }


def variant_value(variant: Variant) -> str | Line:
    """The name where everybody has these rules by that name, else what differs from ``standard``.

    The name and source of own rules are left out: they are no rules, and a checker need not know them.
    """
    named = named_variants().get(variant.name)
    if named is not None and named.plays_like(variant):
        return variant.name
    values = variant.as_mapping()
    return {"base": "standard"} | {field: values[field] for field in variant.changes()}


def event_line(event: Event) -> Line:
    """One event as a line."""
    match event:
        case Deal():
            hands = [None if hand is None else cards_text(hand) for hand in event.hands]
            start = {"deal": event.round_number, "dealer": event.dealer, "first": event.first}
            return start | {"hands": hands, "upcard": card_text(event.upcard)}
        case Turn():
            line = {"turn": event.seat, "lay": cards_text(event.lay), "take": event.take}
            line |= {} if event.card is None else {"card": card_text(event.card)}
            return line | ({"reshuffled": event.reshuffled} if event.reshuffled else {})
        case Slap():
            return {"slap": event.seat, "card": card_text(event.card)}
        case Slapdown():
            return {"slapdown": event.seat}
        case Call():
            return {"call": event.seat}
        case RoundStopped():
            return {"stopped": True}
        case Score():
            return {"score": list(event.score), "totals": list(event.totals), "out": list(event.out)}
        case Result():
            result = {"winners": list(event.winners), "places": list(event.places), "rounds": event.rounds}
            return {"result": result}


def dump_line(line: Line) -> str:
    """One line as JSON, without the line's end."""
    return json.dumps(line, ensure_ascii=False, allow_nan=False)

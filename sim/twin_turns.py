"""Rows of turns from what the twin tells: each event with the hand before it and the stock after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sim.cards import JOKER
from sim.events import Deal, Slap, Slapdown, Turn
from sim.moves import Cards, lies_as_run, without

if TYPE_CHECKING:
    from sim.reference import PlainGame


def turn_rows(game: PlainGame, number: int) -> list[dict[str, Any]]:
    """Give a row a turn of a game that the twin has played, as a reader of the files sees it.

    Parameters
    ----------
    game
        The twin after `play`.
    number
        Number of the game in its cell.
    """
    rows: list[dict[str, Any]] = []
    deck_size = game.variant.deck_size(game.players)
    hands: dict[int, Cards] = {}
    round_number = turn = stock = 0
    for event in game.events:
        match event:
            case Deal():
                hands = {seat: hand for seat, hand in enumerate(event.hands) if hand is not None}
                round_number, turn = event.round_number, 0
                stock = deck_size - sum(map(len, hands.values())) - 1
            case Turn():
                turn += 1
                before = hands[event.seat]
                taken = () if event.card is None else (event.card,)
                hands[event.seat] = (*without(before, event.lay), *taken)
                if event.take == "stock":
                    stock = (event.reshuffled or stock) - 1
                rows.append(
                    {
                        "game": number,
                        "round": round_number,
                        "turn": turn,
                        "seat": event.seat,
                        "hand_total": sum(map(game.points, before)),
                        "hand_cards": len(before),
                        **_lay(event.lay),
                        "lay_points": sum(map(game.points, event.lay)),
                        "jokers_low": _jokers_low(event.lay),
                        "from_pile": None if event.card is None else event.take == "pile",
                        "card": event.card,
                        "stock": stock,
                        "reshuffled": event.reshuffled,
                        "slapped": False,
                    }
                )
            case Slap():
                hands[event.seat] = without(hands[event.seat], (event.card,))
                rows[-1]["slapped"] = True
            case Slapdown():
                rows[-1]["slapped"] = True
            case _:
                pass  # told by the rows of rounds
    return rows


def _lay(lay: Cards) -> dict[str, int]:
    """The masks of a lay and its size."""
    once = set(lay) - {JOKER}
    twice = {card for card in once if lay.count(card) == 2}
    return {
        "lay": sum(1 << card for card in once) + (lay.count(JOKER) << JOKER),
        "lay_twos": sum(1 << card for card in twice),
        "lay_cards": len(lay),
    }


def _jokers_low(lay: Cards) -> int:
    """Jokers below the lowest natural card of a run; 0 for other lays."""
    return _leading_jokers(lay) if lies_as_run(lay) else 0


def _leading_jokers(lay: Iterable[int]) -> int:
    n = 0
    for card in lay:
        if card != JOKER:
            return n
        n += 1
    return n

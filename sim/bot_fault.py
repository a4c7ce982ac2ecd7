"""What a bot did wrong, told so that a person can look at the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.cards import JOKER, card_text, cards_text
from sim.errors import BotFault
from sim.kernels.legality import (
    NO_LAY,
    NOT_HELD,
    NOTE_FAULT,
    NOTE_GAME,
    NOTE_HAND,
    NOTE_LAY,
    NOTE_LAY_TWOS,
    NOTE_OFFER,
    NOTE_ROUND,
    NOTE_SEAT,
    NOTE_TAKE,
    NOTE_TURN,
    NOTE_TWOS,
)

if TYPE_CHECKING:
    import numpy as np

    from sim.plan import Cell


def illegal_play(note: np.ndarray, cell: Cell) -> BotFault | None:
    """What the kernels noted, if they noted a fault (see ``sim.kernels.legality``)."""
    if not note[NOTE_FAULT]:
        return None
    game, seat = int(note[NOTE_GAME]), int(note[NOTE_SEAT])
    entrant = cell.seat_entrants(game % cell.rotations)[seat]
    hand = _cards(note[NOTE_HAND], note[NOTE_TWOS])
    lay = _cards(note[NOTE_LAY], note[NOTE_LAY_TWOS])
    if note[NOTE_FAULT] == NOT_HELD:
        fault = f"lays {lay} out of {hand} (T2)"
    elif note[NOTE_FAULT] == NO_LAY:
        fault = f"lays {lay}, which is no single card, set or run (T3, T4)"
    else:
        fault = f"takes {_cards(note[NOTE_TAKE])}, but may take {_cards(note[NOTE_OFFER])} (T6)"
    where = f"round {note[NOTE_ROUND]}, turn {note[NOTE_TURN]}"
    return BotFault(game, f"{where}: seat {seat} ({entrant}) {fault}")


def raised(note: np.ndarray, error: Exception) -> BotFault:
    """A bot that raised an error, with the last round that was begun."""
    game, where = int(note[NOTE_GAME]), f"round {note[NOTE_ROUND]}"
    return BotFault(game, f"{where}: a bot raised {type(error).__name__}: {error}")


def _cards(ones: Any, twos: Any = 0) -> str:
    """Text of a mask, also one that no bot should make."""
    ones, twos = int(ones), int(twos)
    codes = [code for code in range(JOKER) for mask in (ones, twos) if mask >> code & 1]
    strange = [code for code in codes if code & 15 > 12]
    if strange:
        return f"{card_text(JOKER)}?"
    return cards_text([*codes, *[JOKER] * (ones >> JOKER)]) or "nothing"

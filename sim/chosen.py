"""What the options of a command choose, each with a default: numbers, a table, bots; every fault names the option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.errors import InputError
from sim.plan_file import DEFAULT_VARIANT, whole
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, Variant, check_table, load_variant

if TYPE_CHECKING:
    from sim.bots import Entrant


def chosen_number(value: int | None, default: int, option: str, low: int, high: int) -> int:
    """Give a whole number within its limits.

    Raises
    ------
    InputError
        Where it is none.
    """
    return whole(default if value is None else value, option, low, high)


def chosen_table(variant: str | None, players: int | None, usual_players: int) -> tuple[Variant, int]:
    """Give the variant of ``--variant`` and the number of players of ``--players``, which go together.

    Raises
    ------
    InputError
        Where there is no such variant or number, or the cards are too few for so many.
    """
    seats = chosen_number(players, usual_players, "--players", MIN_PLAYERS, MAX_PLAYERS)
    rules = load_variant(DEFAULT_VARIANT if variant is None else variant)
    check_table(rules, seats)
    return rules, seats


def chosen_bot(text: str, option: str) -> Entrant:
    """Read a bot as `find_bot` does.

    Raises
    ------
    InputError
        Names the option too.
    """
    from sim.entrant_file import find_bot

    try:
        return find_bot(text)
    except InputError as error:
        raise InputError(f"{option}: {error}") from None

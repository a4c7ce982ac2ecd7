"""What a call chart needs played: mirror tables of one bot, whose chances to call are played both ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pipelines.balance.base import COUNTER, EAGER, LIMITED, TACTICIAN
from sim.errors import InputError
from sim.plan import DEFAULT_CHUNK, Cell, Plan
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, check_table
from sim.shown import cut

if TYPE_CHECKING:
    from sim.bots import Entrant
    from sim.rules import Variant

FORKS: Final = 300
"""Of 1,000 chances: more would cost more than as many games more, for chances of one game tell less than of several."""
LEVELS: Final = {EAGER: "greedy", TACTICIAN: "tactician", COUNTER: "counter"}
"""Bots of the levels of play that need no other run."""


def chart_plan(variants: Sequence[Variant], players: Sequence[int], bot: Entrant, seed: int) -> Plan:
    """Give every variant at every table.

    Raises
    ------
    InputError
        Where the cards of a variant are too few.
    """
    for variant in variants:
        for n in players:
            check_table(variant, n)
    cells = tuple(Cell(variant, n, (bot,) * n, FORKS) for variant in variants for n in players)
    return Plan(seed, cells, DEFAULT_CHUNK, "Call chart", "tallies")


def players_of(text: str) -> tuple[int, ...]:
    """Read `2-4`, `3` or `2,4`.

    Raises
    ------
    InputError
        Names what is wrong.
    """
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", part, re.ASCII)
        low, high = (int(ends[1]), int(ends[2] or ends[1])) if ends else (0, 0)
        if not MIN_PLAYERS <= low <= high <= MAX_PLAYERS:
            raise InputError(
                f"--players: '{cut(text)}' is not allowed; write numbers from {MIN_PLAYERS} to {MAX_PLAYERS} such as"
                " 2-4 or 2,4"
            )
        found += range(low, high + 1)
    return tuple(dict.fromkeys(found))


def bot_of(level: str) -> Entrant:
    """Give the bot of a level of play, or one that is named.

    Raises
    ------
    InputError
        Where there is none, or it needs another run first.
    """
    from sim.chosen import chosen_bot

    if level == LIMITED:
        raise InputError("--level: the call limit of limited comes from games of its own; name it: greedy:call_at=3")
    return chosen_bot(LEVELS.get(level, level), "--level")

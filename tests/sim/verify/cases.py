"""A registry of doctored rows: what is changed in games that were played, and which invariant must notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.sim.verify.doctor import Doctor

NULL = 255
YANIV, ASSAF, OUT, SLAPDOWN, STOPPED = range(5)
DHUMBAL = {"jokers": 0, "threshold": 10, "going_out": True, "score_limit": 0, "max_turns": 100}
SINGLE = {"score_limit": 0}
MATCHING = {"slapdown": "matching", "hand_size": 3}
ZERO = {"slapdown": "zero", "jokers": 4}
TWO_DECKS = {"players": 8}
FEW_TURNS = {"max_turns": 12, "max_rounds": 4}
WINNER_OPENS = {"opening": "round_winner"}
STEAL = {"milestone_steal": 30, "milestones": {str(key): key // 2 for key in range(20, 200, 3)}}


class Case(NamedTuple):
    invariant: str
    change: Callable[[Doctor], Any]
    table: dict[str, Any]


CASES: dict[str, Case] = {}


def breaks(*invariants: str, **table: Any) -> Callable[[Callable[[Doctor], Any]], Callable[[Doctor], Any]]:
    """Register a change that these invariants must notice, at a table of these rules."""

    def register(change: Callable[[Doctor], Any]) -> Callable[[Doctor], Any]:
        for name in invariants:
            CASES[f"{name}-{change.__name__}"] = Case(name, change, table)
        return change

    return register

"""What must hold in every row: a registry of checks, each with its rule and its words.

A check is a function of :class:`sim.verify.play.Play`; its docstring is what a message says. It is registered by one of

- `equals(table, rule, column)`: gives what the column must be, as an array of its shape, or a pair of arrays
  (what is there, what must be);
- `holds(table, rule, *columns)`: gives where it holds, one value a row; the message shows the columns.

`details` says at which levels of detail a run is checked by it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from sim.columns import COLUMNS, ENDS
from sim.detail import DEFAULT_DETAIL
from sim.verify.play import NO_SCORE, NULL, Array

if TYPE_CHECKING:
    from sim.verify.play import Play

Check = Callable[["Play"], Any]


class Broken(NamedTuple):
    """An invariant that does not hold somewhere in a piece."""

    invariant: Invariant
    rows: int  # rounds or turns, or games where the table is games or seats
    game: int  # the first
    message: str


class Invariant(NamedTuple):
    """A registered check."""

    name: str
    table: str  # rounds or turns; games or seats: one value a game, for seats one a seat
    rule: str
    meaning: str
    columns: tuple[str, ...]
    check: Check
    is_equality: bool
    details: tuple[str, ...]

    def broken(self, play: Play) -> Broken | None:
        """Look at all rows; None when it holds everywhere."""
        if self.is_equality:
            found, expected = self._sides(play)
            bad = found != expected
            bad = bad.any(axis=0) if bad.ndim == 2 else bad
        else:
            bad = ~self.check(play)
        n_bad = int(np.count_nonzero(bad))
        if n_bad == 0:
            return None
        at = int(np.argmax(bad))
        ids = {"rounds": play.rounds, "turns": play.turns}.get(self.table, play.games)
        names = {"rounds": ("game", "round"), "turns": ("game", "round", "turn")}.get(self.table, ("game",))
        where = ", ".join(f"{name} {ids[name][at]}" for name in names)
        if self.is_equality:
            column = self.columns[0]
            values = f"{column} is {_text(column, found, at)} instead of {_text(column, expected, at)}"
        else:
            stored = self._stored(play)
            values = ", ".join(f"{column} is {_text(column, stored[column], at)}" for column in self.columns)
        return Broken(self, n_bad, int(ids["game"][at]), f"{where}: {values} ({self.rule}: {self.meaning})")

    def _sides(self, play: Play) -> tuple[Array, Array]:
        got = self.check(play)
        return got if isinstance(got, tuple) else (self._stored(play)[self.columns[0]], got)

    def _stored(self, play: Play) -> dict[str, Array]:
        if self.table != "rounds":
            return {"games": play.games, "seats": play.seats, "turns": play.turns}[self.table]
        return play.rounds | {name: play.rounds[name].T for name in ("score", "total")}


INVARIANTS: Final[list[Invariant]] = []


WITH_ROUNDS: Final = ("turns", "rounds")
WITH_TURNS: Final = ("turns",)
GAMES_ALONE: Final = ("games",)
"""Levels of detail: at which a run is checked by what its rounds say, by its turns too, or by games and seats alone."""


def equals(table: str, rule: str, column: str, *, details: tuple[str, ...] = WITH_ROUNDS) -> Callable[[Check], Check]:
    """Register a check that gives what a column must be."""
    return _register(table, rule, (column,), details, is_equality=True)


def holds(table: str, rule: str, *columns: str, details: tuple[str, ...] = WITH_ROUNDS) -> Callable[[Check], Check]:
    """Register a check that says where it holds."""
    return _register(table, rule, columns, details, is_equality=False)


def _register(
    table: str, rule: str, columns: tuple[str, ...], details: tuple[str, ...], *, is_equality: bool
) -> Callable[[Check], Check]:
    def register(check: Check) -> Check:
        meaning = (check.__doc__ or "").strip().rstrip(".")
        meaning = meaning[:1].lower() + meaning[1:]
        INVARIANTS.append(Invariant(check.__name__, table, rule, meaning, columns, check, is_equality, details))
        return check

    return register


def all_invariants(detail: str = DEFAULT_DETAIL) -> list[Invariant]:
    """Give every check of a run that keeps so much."""
    from sim.verify import (  # noqa: F401  (they register)
        card_rules,
        game_rules,
        games_alone,
        hand_rules,
        score_rules,
        turn_rules,
    )

    return [invariant for invariant in INVARIANTS if detail in invariant.details]


_NULLS: Final = {
    column.name: NO_SCORE if column.type == "seats" else NULL
    for columns in COLUMNS.values()
    for column in columns
    if column.nullable or column.type == "seats"
}


def _text(column: str, values: Array, at: int) -> str:
    """Write a value, or a list of them by seat."""
    value = values[..., at].tolist()
    if isinstance(value, list):
        return f"[{', '.join(_one(column, each) for each in value)}]"
    return _one(column, value)


def _one(column: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if value == _NULLS.get(column):
        return "null"
    return ENDS[value] if column == "end" and value < len(ENDS) else str(value)

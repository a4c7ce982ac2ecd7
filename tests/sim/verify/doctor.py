"""Rows as the engine wrote them, to be changed by tests, and which invariants notice."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from sim.bots import parse_entrant
from sim.columns import ENDS
from sim.detail import DETAILS
from sim.engine import CellPlayer
from sim.plan import Cell
from sim.rules import Variant
from sim.verify.invariants import Broken, all_invariants
from sim.verify.play import NO_SCORE, Play
from sim.verify.whole_games import Piece

GREEDY, CAREFUL = parse_entrant("greedy"), parse_entrant("greedy:call_at=3")


@cache
def _played(changes: str, players: int, entrants: int, detail: str) -> tuple[Cell, Piece]:
    variant = Variant.from_mapping({"base": "standard", "name": "doctored", **json.loads(changes)})
    lineup = tuple((GREEDY, CAREFUL)[seat % entrants] for seat in range(players))
    cell = Cell(variant, players, lineup)
    n_deals = 2000 if variant.score_limit == 0 else 100
    rows = next(CellPlayer(cell, 1, turns=detail == "turns").play(0, n_deals, np.zeros(1, np.uint8)))
    kept = {table: {name: values.copy() for name, values in getattr(rows, table).items()} for table in DETAILS[detail]}
    return cell, Piece(**dict.fromkeys(Piece._fields, {}) | kept)


class Doctor:
    """Columns of real games that may be written; columns of `seats` by game and seat."""

    def __init__(self, players: int = 4, entrants: int = 1, detail: str = "rounds", **changes: Any) -> None:
        self.detail = detail
        self.cell, piece = _played(json.dumps(changes), players, entrants, detail)
        self._piece = Piece(*({name: values.copy() for name, values in table.items()} for table in piece))
        self.rounds, self.games, self.turns = self._piece.rounds, self._piece.games, self._piece.turns
        self.seats = {name: values.reshape(-1, players) for name, values in self._piece.seats.items()}

    def cut_rounds(self, n: int) -> None:
        """Drop the last rounds."""
        self._piece = self._piece._replace(rounds={name: values[:-n] for name, values in self.rounds.items()})

    def make_second_round(self, game: int) -> None:
        """Make the one round of a game the second of the game before."""
        rounds, games, seats, turns = self._piece
        rounds["game"][game], rounds["round"][game] = game - 1, 2
        fewer = {name: np.delete(values, game, axis=0) for name, values in games.items()}
        gone = slice(game * self.cell.players, (game + 1) * self.cell.players)
        left = {name: np.delete(values, gone, axis=0) for name, values in seats.items()}
        self._piece = Piece(rounds, fewer, left, turns)

    def check_as(self, **changes: Any) -> None:
        """Take the rows for games of a variant that they were not played by."""
        rules = {**self.cell.variant.as_mapping(), **changes, "name": "another"}
        self.cell = replace(self.cell, variant=Variant.from_mapping(rules))

    def broken(self) -> dict[str, Broken]:
        """The invariants that do not hold, by name."""
        play = Play(self._piece, self.cell)
        found = ((invariant.name, invariant.broken(play)) for invariant in all_invariants(self.detail))
        return {name: broken for name, broken in found if broken is not None}

    def row(self, end: str | None = None, *conditions: Any) -> int:
        """First round that ended so and for which all conditions are true."""
        right = np.ones(len(self.rounds["game"]), bool)
        if end is not None:
            right &= self.rounds["end"] == ENDS.index(end)
        for condition in conditions:
            right &= condition
        assert right.any(), "no such round"
        return int(np.argmax(right))

    @property
    def someone_out(self) -> np.ndarray:
        """Rounds in which a seat is out."""
        return (self.rounds["score"] == NO_SCORE).any(axis=1)

    def opponent(self, row: int) -> int:
        """An active seat that did not end the round, the one with the highest score."""
        scores = self.rounds["score"][row].astype(int)
        scores[scores == NO_SCORE] = -1
        if self.rounds["ender"][row] != 255:
            scores[self.rounds["ender"][row]] = -1
        return int(np.argmax(scores))

    def out_seat(self, row: int) -> int:
        """A seat that is out."""
        return int(np.argmax(self.rounds["score"][row] == NO_SCORE))

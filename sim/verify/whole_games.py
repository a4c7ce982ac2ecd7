"""The three tables of a chunk side by side: pieces of whole games, whose ids are without gap or double."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sim.content_hash import Columns
from sim.manifest import Chunk


class WrongIds(Exception):  # noqa: N818  (a fault of the data)
    """Games, rounds or seats are missing, doubled or not in order; `sim.verify.ids` finds out which."""


class Piece(NamedTuple):
    """Rows of consecutive whole games."""

    rounds: Columns
    games: Columns
    seats: Columns


def whole_games(
    chunk: Chunk, players: int, rounds: Iterator[Columns], games: Iterator[Columns], seats: Iterator[Columns]
) -> Iterator[Piece]:
    """Put the tables side by side.

    Parameters
    ----------
    chunk, players
        Whose games, and how many seats each of them has.
    rounds, games, seats
        The rows of each table, in pieces of any size.

    Raises
    ------
    WrongIds
        When the ids are not those of the chunk.
    """
    game_rows, seat_rows = _Cursor(games), _Cursor(seats)
    number, end = chunk.first_game, chunk.first_game + chunk.n_games
    for rows in _cut_at_games(rounds):
        ids = _games_in_order(rows, number, end)
        piece = Piece(rows, game_rows.take(len(ids)), seat_rows.take(len(ids) * players))
        _check(piece.games["game"], ids)
        _check(piece.seats["game"], np.repeat(ids, players))
        _check(piece.seats["seat"], np.tile(np.arange(players, dtype=np.uint8), len(ids)))
        number += len(ids)
        yield piece
    if number != end or not game_rows.is_empty() or not seat_rows.is_empty():
        raise WrongIds


def _cut_at_games(rounds: Iterator[Columns]) -> Iterator[Columns]:
    """Cut rows where games begin: the last game of a piece may go on in the next one."""
    rest: Columns | None = None
    for piece in rounds:
        rows = piece if rest is None else _joined(rest, piece)
        if len(rows["game"]) == 0:
            continue
        cut = int(np.searchsorted(rows["game"], rows["game"][-1]))
        if cut:
            yield _rows(rows, 0, cut)
        rest = _rows(rows, cut, len(rows["game"]))
    if rest is not None:
        yield rest


def _games_in_order(rows: Columns, number: int, end: int) -> np.ndarray:
    """Check the ids of rounds: games from `number` on, rounds from 1 in each; give the games."""
    game = rows["game"]
    begins = np.concatenate(([0], np.flatnonzero(game[1:] != game[:-1]) + 1))
    ids = np.arange(number, number + len(begins), dtype=np.uint64)
    if number + len(begins) > end:
        raise WrongIds
    _check(game[begins], ids)
    lengths = np.diff(np.append(begins, len(game)))
    _check(rows["round"], np.arange(1, len(game) + 1) - np.repeat(begins, lengths))
    return ids


def _check(found: np.ndarray, expected: np.ndarray) -> None:
    if not np.array_equal(found, expected):
        raise WrongIds


class _Cursor:
    """Hands out rows in the numbers that are asked for."""

    def __init__(self, pieces: Iterator[Columns]) -> None:
        self._pieces = pieces
        self._rest: Columns | None = None

    def take(self, n: int) -> Columns:
        """Give the next n rows."""
        while self._rest is None or len(self._rest["game"]) < n:
            piece = next(self._pieces, None)
            if piece is None:
                raise WrongIds
            self._rest = piece if self._rest is None else _joined(self._rest, piece)
        rows, self._rest = _rows(self._rest, 0, n), _rows(self._rest, n, len(self._rest["game"]))
        return rows

    def is_empty(self) -> bool:
        """Whether nothing is left."""
        pieces = [self._rest] if self._rest is not None else []
        return not any(len(rows["game"]) for rows in (*pieces, *self._pieces))


def _joined(first: Columns, second: Columns) -> Columns:
    return {name: np.concatenate((values, second[name])) for name, values in first.items()}


def _rows(columns: Columns, begin: int, end: int) -> Columns:
    return {name: values[begin:end] for name, values in columns.items()}

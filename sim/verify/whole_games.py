"""The tables of a chunk side by side: pieces of whole games, whose ids are without gap or double."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from sim.content_hash import Columns
from sim.manifest import Chunk

MOST_TURNS: Final = 1 << 17
"""Turns after which a piece ends where they are kept, at the next game: what is worked out of them takes memory."""


class WrongIds(Exception):  # noqa: N818  (a fault of the data)
    """Games, rounds, seats or turns are missing, doubled or not in order; `sim.verify.ids` finds out which."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class Piece(NamedTuple):
    """Rows of consecutive whole games; no columns of a table that the run does not keep."""

    rounds: Columns
    games: Columns
    seats: Columns
    turns: Columns


def whole_games(chunk: Chunk, players: int, tables: Mapping[str, Iterator[Columns]]) -> Iterator[Piece]:
    """Put the tables side by side.

    Parameters
    ----------
    chunk, players
        Whose games, and how many seats each of them has.
    tables
        The rows of each table that the run keeps, in pieces of any size.

    Raises
    ------
    WrongIds
        When the ids are not those of the chunk.
    """
    leading = "rounds" if "rounds" in tables else "games"
    others = {table: _Cursor(table, pieces) for table, pieces in tables.items() if table != leading}
    number, end = chunk.first_game, chunk.first_game + chunk.n_games
    pieces = _cut_at_games(tables[leading])
    if "turns" in tables:
        pieces = (smaller for rows in pieces for smaller in _cut_by_turns(rows))
    for rows in pieces:
        ids = _games_in_order(leading, rows, number, end)
        games = others["games"].take(len(ids)) if leading == "rounds" else rows
        piece = Piece(rows if leading == "rounds" else {}, games, others["seats"].take(len(ids) * players), {})
        _check("games", piece.games["game"], ids)
        _check("seats", piece.seats["game"], np.repeat(ids, players))
        _check("seats", piece.seats["seat"], np.tile(np.arange(players, dtype=np.uint8), len(ids)))
        if "turns" in others:
            piece = piece._replace(turns=_turns_in_order(piece.rounds, others["turns"]))
        number += len(ids)
        yield piece
    if number != end:
        raise WrongIds(leading)
    for table, cursor in others.items():
        if not cursor.is_empty():
            raise WrongIds(table)


def _turns_in_order(rounds: Columns, turns: _Cursor) -> Columns:
    """Take as many turns as the rounds have, numbered from 1 in each."""
    lengths = rounds["turns"].astype(np.int64)
    rows = turns.take(int(lengths.sum()))
    begins = np.cumsum(lengths) - lengths
    for name in ("game", "round"):
        _check("turns", rows[name], np.repeat(rounds[name], lengths))
    _check("turns", rows["turn"], np.arange(1, len(rows["turn"]) + 1) - np.repeat(begins, lengths))
    return rows


def _cut_at_games(pieces: Iterator[Columns]) -> Iterator[Columns]:
    """Cut rows where games begin: the last game of a piece may go on in the next one."""
    rest: Columns | None = None
    for piece in pieces:
        rows = piece if rest is None else _joined(rest, piece)
        if len(rows["game"]) == 0:
            continue
        cut = int(np.searchsorted(rows["game"], rows["game"][-1]))
        if cut:
            yield _rows(rows, 0, cut)
        rest = _rows(rows, cut, len(rows["game"]))
    if rest is not None:
        yield rest


def _cut_by_turns(rounds: Columns) -> Iterator[Columns]:
    """Cut whole games into pieces of about as many turns."""
    game, turns = rounds["game"], rounds["turns"].astype(np.int64)
    begins = np.concatenate(([0], np.flatnonzero(game[1:] != game[:-1]) + 1))
    piece = (np.cumsum(turns) - turns)[begins] // MOST_TURNS
    cuts = begins[np.flatnonzero(np.diff(piece)) + 1].tolist()
    for begin, end in pairwise([0, *cuts, len(game)]):
        yield _rows(rounds, begin, end)


def _games_in_order(table: str, rows: Columns, number: int, end: int) -> np.ndarray:
    """Check the ids of rounds or games: games from `number` on, rounds from 1 in each; give the games."""
    game = rows["game"]
    begins = np.concatenate(([0], np.flatnonzero(game[1:] != game[:-1]) + 1))
    ids = np.arange(number, number + len(begins), dtype=np.uint64)
    if number + len(begins) > end:
        raise WrongIds(table)
    _check(table, game[begins], ids)
    lengths = np.diff(np.append(begins, len(game)))
    numbers = np.arange(1, len(game) + 1) - np.repeat(begins, lengths)
    _check(table, rows["round"] if table == "rounds" else np.ones_like(game), numbers)
    return ids


def _check(table: str, found: np.ndarray, expected: np.ndarray) -> None:
    if not np.array_equal(found, expected):
        raise WrongIds(table)


class _Cursor:
    """Hands out rows in the numbers that are asked for."""

    def __init__(self, table: str, pieces: Iterator[Columns]) -> None:
        self._table = table
        self._pieces = pieces
        self._rest: Columns | None = None

    def take(self, n: int) -> Columns:
        """Give the next n rows."""
        while self._rest is None or len(self._rest["game"]) < n:
            piece = next(self._pieces, None)
            if piece is None:
                raise WrongIds(self._table)
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

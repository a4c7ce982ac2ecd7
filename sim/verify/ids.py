"""Which games of a chunk are missing, doubled, out of place or out of order, as ranges.

Only called when something is wrong, so it may take its time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from sim.content_hash import Columns
from sim.manifest import Chunk
from sim.shown import counted

ID_COLUMNS: Final = {
    "rounds": ("game", "round"),
    "games": ("game",),
    "seats": ("game", "seat"),
    "turns": ("game", "round", "turn"),
}
"""Columns that name a row of each table."""

MOST_RANGES: Final = 12
_REST_BITS: Final = 32


def id_faults(chunk: Chunk, players: int, ids: dict[str, Columns], suspect: str) -> Iterator[tuple[str, str]]:
    """Say table by table what is wrong with the ids.

    Parameters
    ----------
    chunk, players
        Whose games, and how many seats each of them has.
    ids
        The columns `ID_COLUMNS` of each table that the run keeps, whole.
    suspect
        The table that does not go with the others, where each by itself is in order.

    Yields
    ------
    Table and fault, at least one.
    """
    found = False
    for table, columns in ids.items():
        for fault in _table_faults(chunk, players, table, columns):
            found = True
            yield table, fault
    if not found:
        yield suspect, f"does not hold the {suspect} of its games in one order with the other tables"


def _table_faults(chunk: Chunk, players: int, table: str, ids: Columns) -> Iterator[str]:
    begin, end = chunk.first_game, chunk.first_game + chunk.n_games
    game = ids["game"].astype(np.int64)
    second = np.zeros(len(game), np.int64)  # the rest of the id as one number
    for name in ID_COLUMNS[table][1:]:
        second = second << 16 | ids[name]
    inside = (game >= begin) & (game < end)
    if not inside.all():
        yield f"holds {game_ranges(game[~inside])} of another chunk or of none"
    game, second = game[inside], second[inside]
    missing = np.setdiff1d(np.arange(begin, end), game)
    if missing.size:
        yield f"lacks {game_ranges(missing)}"
    all_keys = game - begin << _REST_BITS | second
    keys, counts = np.unique(all_keys, return_counts=True)
    if doubled := _games_text(begin + (keys[counts > 1] >> _REST_BITS)):
        yield f"holds rows of {doubled} twice or more"
    if gaps := _games_text(begin + _with_gaps(table, players, keys)):
        yield f"lacks {table} of {gaps}"
    if (np.diff(all_keys) < 0).any():
        yield "does not hold its rows in order"


def _with_gaps(table: str, players: int, keys: np.ndarray) -> np.ndarray:
    """Games that are there, but not with rounds or turns from 1 on or with all seats; keys are sorted and distinct."""
    if table == "games" or not keys.size:
        return keys[:0]
    bits = 16 if table == "turns" else _REST_BITS  # turns are counted by round, the others by game
    groups, first = np.unique(keys >> bits, return_index=True)
    counts = np.diff(np.append(first, len(keys)))
    low, high = (of.reduceat(keys & (1 << bits) - 1, first) for of in (np.minimum, np.maximum))
    if table == "seats":
        return groups[(low != 0) | (high != players - 1) | (counts != players)]
    return groups[(low != 1) | (high != counts)] >> _REST_BITS - bits


def _games_text(games: np.ndarray) -> str:
    return game_ranges(games) if games.size else ""


def game_ranges(games: np.ndarray) -> str:
    """Write games as ranges: "game 7", "games 3 to 5, 9"; many ranges are cut."""
    games = np.unique(games)
    cuts = np.flatnonzero(np.diff(games) != 1)
    lows, highs = games[np.concatenate(([0], cuts + 1))], games[np.append(cuts, len(games) - 1)]
    ranges = ranges_text(list(zip(lows.tolist(), highs.tolist(), strict=True)))
    return f"{'game' if len(games) == 1 else 'games'} {ranges}"


def ranges_text(ranges: Sequence[tuple[int, int]]) -> str:
    """Write ranges of a first and a last number: "3 to 5, 9"; many are cut."""
    texts = [str(low) if low == high else f"{low} to {high}" for low, high in ranges[:MOST_RANGES]]
    more = len(ranges) - MOST_RANGES
    return ", ".join(texts) + (f" and {counted(more, 'more range')}" if more > 0 else "")

"""Rows of one game, from the twin and from the files of a run, in one form that can be compared.

The form is what a reader of the files sees: whole numbers, text, booleans, and None where there is no value; but
what has a column for each seat is one list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sim.columns import CELL, COLUMNS, seat_column
from sim.events import Deal, Result, RoundFacts, Score
from sim.manifest import Chunk, DamagedRun, chunk_with
from sim.plan import entrant_name
from sim.shell_commands import repair_command
from sim.shown import counted
from sim.twin_turns import turn_rows

if TYPE_CHECKING:
    from sim.plan import Cell
    from sim.reference import PlainGame
    from sim.run_folder import RunFolder

Row = dict[str, Any]


class GameRows(NamedTuple):
    """Rows of one game or of several, by table; none of a table that a run does not keep."""

    rounds: list[Row]
    games: list[Row]
    seats: list[Row]
    turns: list[Row]


def twin_rows(cell: Cell, game: PlainGame, number: int, rotation: int) -> GameRows:
    """Give the rows of a game that the twin has played to its end.

    Parameters
    ----------
    cell
        What was played.
    game
        The twin after `play`.
    number
        Number of the game in its cell.
    rotation
        How far the line-up was turned.
    """
    deals = [event for event in game.events if isinstance(event, Deal)]
    scores = [event for event in game.events if isinstance(event, Score)]
    rounds = [{"game": number, **_round_row(*facts)} for facts in zip(deals, game.rounds, scores, strict=True)]
    games, seats = [_game_row(game, number, rotation)], _seat_rows(cell, game, number, rotation)
    return GameRows(rounds, games, seats, turn_rows(game, number))


def _round_row(start: Deal, facts: RoundFacts, score: Score) -> Row:
    active = [hand is not None for hand in start.hands]
    return {
        "round": start.round_number,
        "dealer": start.dealer,
        "first": start.first,
        "players_in": sum(active),
        "turns": facts.turns,
        "end": score.end,
        "ender": score.ender,
        "ender_total": facts.ender_total,
        "lowest_other": facts.lowest_other,
        "assafs": facts.assafs,
        "reshuffles": facts.reshuffles,
        "score": list(score.score),
        "total": [total if is_in else None for total, is_in in zip(score.totals, active, strict=True)],
        "first_allowed": facts.first_allowed,
        "opening_allowed": facts.opening_allowed,
        "least_cards": facts.least_cards,
        "pile_taken": facts.pile_taken,
    }


def _result(game: PlainGame) -> Result:
    last = game.events[-1] if game.events else None
    if not isinstance(last, Result):
        raise ValueError("the twin's game is not over")
    return last


def _game_row(game: PlainGame, number: int, rotation: int) -> Row:
    result = _result(game)
    return {
        "game": number,
        "deal": game.deal,
        "rotation": rotation,
        "rounds": result.rounds,
        "turns": sum(facts.turns for facts in game.rounds),
        "winner": min(result.winners, default=None),
        "winners": len(result.winners),
        "stopped": game.stopped,
    }


def _seat_rows(cell: Cell, game: PlainGame, number: int, rotation: int) -> list[Row]:
    places = _result(game).places
    return [
        {
            "game": number,
            "seat": seat,
            "entrant": entrant_name(entrant),
            "place": places[seat],
            "total": game.totals[seat],
            **game.seats[seat]._asdict(),
        }
        for seat, entrant in enumerate(cell.seat_entrants(rotation))
    ]


def no_rows() -> GameRows:
    """Give room for rows."""
    return GameRows([], [], [], [])


def stored_rows(folder: RunFolder, cell: int, game: int) -> GameRows | None:
    """Read the rows of one game of a run; None when its chunk is not finished.

    Parameters
    ----------
    folder
        The run.
    cell
        Number of the cell.
    game
        Number of the game in its cell, below the number of games of the plan.

    Raises
    ------
    DamagedRun
        When the manifest entry or a file of the chunk is damaged; the message names it.
    """
    chunk = chunk_with(folder.plan, folder.deals, cell, game)
    if folder.manifest.read(chunk) is None:
        return None
    kept = {table: rows_of_games(folder, chunk, table, (game,)) for table in folder.plan.tables}
    return no_rows()._replace(**kept)


def rows_of_games(folder: RunFolder, chunk: Chunk, table: str, games: Sequence[int]) -> list[Row]:
    """Read the rows of some games from one file of a run, page checksums checked, in the order of the file.

    Raises
    ------
    DamagedRun
        When it cannot be read.
    """
    import pyarrow as pa

    from sim.parts import open_part

    name = chunk.part(table)
    rows: list[Row] = []
    try:
        with open_part(folder.path / name) as file:
            columns = [column for column in file.schema_arrow.names if column != CELL.name]
            players = folder.plan.cells[chunk.cell].players
            for number in range(file.num_row_groups):
                if _may_hold(file.metadata.row_group(number), games):
                    group = file.read_row_group(number, columns=columns, use_threads=False)
                    found = group.take(_places(group, games)).to_pylist()
                    rows += (with_lists(row, table, players) for row in found)
    except (OSError, pa.ArrowException, KeyError) as error:
        fault = f"cannot be read: {error}"
        raise DamagedRun(
            f"{folder.path / name} {fault}; `{repair_command(folder.path)}` plays its chunk again"
        ) from None
    return rows


def with_lists(stored: Row, table: str, players: int) -> Row:
    """Put the columns of a stored row that are by seat together."""
    return {
        column.name: [stored[seat_column(column.name, seat)] for seat in range(players)]
        if column.type == "seats"
        else stored[column.name]
        for column in COLUMNS[table]
    }


def _may_hold(group: Any, games: Sequence[int]) -> bool:
    """Whether a row group can hold one of the games, by its statistics."""
    for number in range(group.num_columns):
        column = group.column(number)
        if column.path_in_schema == "game" and column.statistics is not None and column.statistics.has_min_max:
            return any(column.statistics.min <= game <= column.statistics.max for game in games)
    return True


def _places(table: Any, games: Sequence[int]) -> Any:
    """Numbers of the rows of these games."""
    import pyarrow as pa

    numbers = np.from_dlpack(table["game"].combine_chunks())  # `to_numpy` would import pandas where it is installed
    found = np.flatnonzero(np.isin(numbers, np.array(games, np.uint64)))
    return pa.Array.from_buffers(pa.int64(), len(found), [None, pa.py_buffer(found.astype(np.int64))])


class Difference(NamedTuple):
    """A value, or a number of rows, in which the rows of a game differ."""

    table: str
    told: str  # table, column, round or seat, both values

    def __str__(self) -> str:
        return self.told


def differences(stored: GameRows, replayed: GameRows, tables: Sequence[str]) -> Iterator[Difference]:
    """Name every value in which the rows of these tables differ."""
    for table in tables:
        old, new = getattr(stored, table), getattr(replayed, table)
        if len(old) != len(new):
            yield Difference(table, f"{table} has {counted(len(old), 'row')} stored and {len(new)} replayed")
        for before, after in zip(old, new, strict=False):
            for name in dict.fromkeys([*before, *after]):
                if before.get(name) != after.get(name):
                    there, here = _shown(before, name), _shown(after, name)
                    told = f"{table}.{name}{_place(table, after)} is {there} stored and {here} replayed"
                    yield Difference(table, told)


def _place(table: str, row: Row) -> str:
    places = {"rounds": ("round",), "seats": ("seat",), "turns": ("round", "turn")}.get(table, ())
    told = ", ".join(f"{name} {row.get(name)}" for name in places)
    return f" of {told}" if told else ""


def _shown(row: Row, name: str) -> Any:
    value = row.get(name, "absent")
    return "null" if value is None else value

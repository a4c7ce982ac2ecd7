"""Some games of a run played again by the twin, and every column compared with what is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sim.columns import TABLES
from sim.errors import InputError
from sim.manifest import Chunk, chunk_with, replay_command
from sim.reference import PlainGame
from sim.run_folder import other_engine
from sim.twin_rows import GameRows, rows_of_games, twin_rows
from sim.verify.findings import Fault, Findings, Mend

if TYPE_CHECKING:
    from sim.progress import Progress
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest


def refuse_other_engine_sample(folder: RunFolder) -> None:
    """Refuse to compare with games that follow other rules of play or other random numbers.

    Raises
    ------
    InputError
        Names both versions.
    """
    if other := other_engine(folder):
        way_out = f"use yaniv-sim {other.program}, or leave --sample out"
        raise InputError(f"--sample: {folder.path} {other.fault}; {way_out}")


def choose_games(plan_hash: str, games: tuple[int, ...], n: int) -> list[tuple[int, int]]:
    """Choose n games, as evenly over the cells and over each cell's games as can be.

    Cells get equal numbers (the largest ones one more where it does not come out even, small cells no more than they
    have). A cell's games are cut into as many pieces of equal length as it gets; of each piece that game is taken
    whose place in it is BLAKE2b of "plan hash, cell, piece" modulo its length. So the same run and n give the same
    games.

    Parameters
    ----------
    plan_hash
        Hash of the plan.
    games
        Number of games of each cell.
    n
        How many are wanted.

    Returns
    -------
    Cell and game, in order.
    """
    return [
        (cell, game)
        for cell, wanted in enumerate(_share(games, n))
        for game in _in_pieces(plan_hash, cell, games[cell], wanted)
    ]


def _share(games: tuple[int, ...], n: int) -> list[int]:
    """Deal n out to the cells, none more than it has games: the smallest cell first takes its even share."""
    wanted = [0] * len(games)
    left = min(n, sum(games))
    for place, cell in enumerate(sorted(range(len(games)), key=games.__getitem__)):
        wanted[cell] = min(games[cell], left // (len(games) - place))
        left -= wanted[cell]
    return wanted


def _in_pieces(plan_hash: str, cell: int, games: int, wanted: int) -> Iterator[int]:
    for piece in range(wanted):
        begin, end = piece * games // wanted, (piece + 1) * games // wanted
        digest = hashlib.blake2b(f"{plan_hash} {cell} {piece}".encode(), digest_size=8).digest()
        yield begin + int.from_bytes(digest, "little") % (end - begin)


def check_sample(folder: RunFolder, n: int, findings: Findings, stop: StopRequest, progress: Progress) -> None:
    """Play games again and add what differs to the findings; games of chunks that are not sound are left out."""
    chosen = choose_games(folder.plan.hash, tuple(folder.description["games"]), n)

    def chunk_of(place: tuple[int, int]) -> Chunk:
        return chunk_with(folder.plan, folder.deals, *place)

    for chunk, places in groupby(chosen, chunk_of):
        games = [game for _, game in places]
        if (chunk.cell, chunk.number) in findings.unsound:
            findings.checked.sample_skipped += len(games)
            continue
        for game, stored in zip(games, _stored(folder, chunk, games), strict=True):
            if stop.is_set:
                findings.stopped = True
                return
            if fault := _compare(folder, chunk, game, stored):
                findings.add(fault)
                findings.unsound.add((chunk.cell, chunk.number))
            findings.checked.sampled += 1
            progress.add(1, len(stored.rounds))
            progress.tick()


def _stored(folder: RunFolder, chunk: Chunk, games: list[int]) -> list[GameRows]:
    """Read the rows of some games of a chunk at once."""
    rows = {game: GameRows([], [], []) for game in games}
    for number, table in enumerate(TABLES):
        for row in rows_of_games(folder, chunk.part(table), games):
            rows[row["game"]][number].append(row)
    return list(rows.values())


def _compare(folder: RunFolder, chunk: Chunk, game: int, stored: GameRows) -> Fault | None:
    """Play a game with the twin; give the first difference."""
    cell = folder.plan.cells[chunk.cell]
    deal, rotation = divmod(game, chunk.rotations)
    twin = PlainGame(cell.variant, cell.seat_entrants(rotation), folder.plan.seed, deal).play()
    for table, found, expected in zip(TABLES, stored, twin_rows(cell, twin, game, rotation), strict=True):
        if found != expected:
            told = f"cell {chunk.cell}, game {game}: {_first_difference(table, found, expected)}"
            message = f"{told}; `{replay_command(folder.path, chunk.cell, game)}` tells the game"
            return Fault("sample", chunk.part(table), message, Mend.NONE, chunk.cell, (game, game))
    return None


def _first_difference(table: str, found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> str:
    for one, other in zip(found, expected, strict=False):
        for column, value in one.items():
            if value != other[column]:
                row = next((f", {name} {one[name]}" for name in ("round", "seat") if name in one), "")
                return f"{table}{row}: {column} is {value} and was {other[column]} when played again by the twin"
    return f"{len(found)} rows of {table}, and {len(expected)} when played again by the twin"

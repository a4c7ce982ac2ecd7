"""Some games of a run played again by the twin, and every column compared with what is stored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final

from sim.errors import InputError
from sim.manifest import Chunk, DamagedRun, chunk_with
from sim.replay import GameAddress, play_again
from sim.run_versions import other_engine
from sim.shell_commands import replay_command
from sim.shown import printable
from sim.twin_rows import GameRows, differences, no_rows, rows_of_games, twin_rows
from sim.verify.findings import Fault, Findings, Mend

if TYPE_CHECKING:
    from sim.progress import Progress
    from sim.run_folder import RunFolder
    from sim.stopping import StopRequest


_READ_AT_ONCE: Final = 256  # games of a chunk, so that memory does not grow with their number


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


def choose_games(plan_hash: str, games: tuple[int, ...], n: int) -> Iterator[tuple[int, int]]:
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

    Yields
    ------
    Cell and game, in order.
    """
    for cell, wanted in enumerate(_share(games, n)):
        for game in _in_pieces(plan_hash, cell, games[cell], wanted):
            yield cell, game


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
        games = (game for _, game in places)
        if (chunk.cell, chunk.number) in findings.unsound:
            findings.checked.sample_skipped += sum(1 for _ in games)
            continue
        try:
            for game, stored in _stored(folder, chunk, games):
                if stop.is_set:
                    findings.stopped = True
                    return
                if fault := _compare(folder, chunk, game, stored):
                    findings.add(fault)
                findings.checked.sampled += 1
                progress.add(1, sum(row["rounds"] for row in stored.games))
                progress.tick()
        except DamagedRun as error:  # it was sound a moment ago
            findings.add(_fault_of_file(folder, chunk, error))


def _stored(folder: RunFolder, chunk: Chunk, games: Iterator[int]) -> Iterator[tuple[int, GameRows]]:
    """Read the rows of some games of a chunk, a number of games at once."""
    while some := list(islice(games, _READ_AT_ONCE)):
        rows = {game: no_rows() for game in some}
        for table in folder.plan.tables:
            for row in rows_of_games(folder, chunk, table, some):
                getattr(rows[row["game"]], table).append(row)
        yield from rows.items()


def _fault_of_file(folder: RunFolder, chunk: Chunk, error: DamagedRun) -> Fault:
    name, _, told = str(error).removeprefix(printable(f"{folder.path}/")).partition(" ")
    return Fault("sample", name, told, Mend.NONE, chunk.cell, (chunk.first_game, chunk.first_game + chunk.n_games - 1))


def _compare(folder: RunFolder, chunk: Chunk, game: int, stored: GameRows) -> Fault | None:
    """Play a game with the twin; give the first difference, or what a bot did that ended it."""
    address = GameAddress(folder.plan.seed, chunk.cell, folder.plan.cells[chunk.cell], game)
    replay = play_again(address)
    if replay.fault:
        return _fault(folder, chunk, game, folder.plan.tables[0], f"played again by the twin, {replay.fault}")
    replayed = twin_rows(address.cell, replay.game, game, address.rotation)
    first = next(differences(stored, replayed, folder.plan.tables), None)
    return _fault(folder, chunk, game, *first) if first is not None else None


def _fault(folder: RunFolder, chunk: Chunk, game: int, table: str, told: str) -> Fault:
    look = f"`{replay_command(folder.path, chunk.cell, game)}` tells the game"
    message = f"cell {chunk.cell}, game {game}: {told}; {look}"
    return Fault("sample", chunk.part(table), message, Mend.NONE, chunk.cell, (game, game))

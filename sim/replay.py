"""Plays one game of a run again with the twin: the same seed and deal, the same seats, the same cards."""

from __future__ import annotations

from typing import NamedTuple

from sim.errors import BotFault, InputError
from sim.events import Deal, Event
from sim.judged_bots import judge_bots
from sim.plan import Cell, entrant_name
from sim.record import dump_line, record_lines
from sim.reference import PlainGame
from sim.run_folder import RunFolder
from sim.run_versions import refuse_other_engine
from sim.shown import counted


class GameAddress(NamedTuple):
    """Where a game is found again."""

    seed: int
    cell_number: int
    cell: Cell
    number: int

    @property
    def deal(self) -> int:
        """Deal id: which cards."""
        return self.number // self.cell.rotations

    @property
    def rotation(self) -> int:
        """How far the line-up is turned: who sits where."""
        return self.number % self.cell.rotations

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by the names of the run's outputs."""
        return tuple(map(entrant_name, self.cell.seat_entrants(self.rotation)))


class Replay(NamedTuple):
    """A game as the twin played it."""

    address: GameAddress
    game: PlainGame
    fault: str
    """What a bot did that ended the game; empty when it was played to its end."""

    @property
    def events(self) -> list[Event]:
        """What happened, in order."""
        return self.game.events

    @property
    def record(self) -> list[str]:
        """The lines of its record, of an unfinished one where there is a fault."""
        address = self.address
        entrants = address.cell.seat_entrants(address.rotation)
        lines = record_lines(address.cell.variant, entrants, address.seed, address.number, self.events)
        return [dump_line(line) for line in lines]


def find_game(folder: RunFolder, cell: int, game: int) -> GameAddress:
    """Look a game up in the plan of a run, whether its chunk is played or not.

    Raises
    ------
    InputError
        When the run has no such cell or game, or belongs to another engine, which would tell another game.
    """
    refuse_other_engine(folder)
    cells = folder.plan.cells
    if not 0 <= cell < len(cells):
        raise InputError(f"--cell: {cell} is not there; {folder.path} has {_numbered('cell', len(cells), 0)}")
    n_games = folder.deals[cell] * cells[cell].rotations
    if not 0 <= game < n_games:
        has = _numbered("game", n_games, 0)
        raise InputError(f"--game: {game} is not there; cell {cell} of {folder.path} has {has}")
    return GameAddress(folder.plan.seed, cell, cells[cell], game)


def play_again(address: GameAddress) -> Replay:
    """Play a game with the twin, up to a fault of a bot if there is one."""
    entrants = address.cell.seat_entrants(address.rotation)
    game = PlainGame(address.cell.variant, entrants, address.seed, address.deal)
    judge_bots(game, address.number, address.names)
    try:
        game.play()
    except BotFault as fault:
        return Replay(address, game, fault.text)
    return Replay(address, game, "")


def check_round(replay: Replay, number: int) -> None:
    """Refuse a round that the game does not have.

    Raises
    ------
    InputError
        Says which rounds there are.
    """
    n_rounds = sum(isinstance(event, Deal) for event in replay.events)
    if not 1 <= number <= n_rounds:
        has = _numbered("round", n_rounds, 1)
        raise InputError(f"--round: {number} is not there; game {replay.address.number} has {has}")


def _numbered(noun: str, number: int, first: int) -> str:
    """Count things that have numbers: "3 cells, 0 to 2"."""
    last = first + number - 1
    return (
        f"{counted(number, noun)}, number {first}" if first == last else f"{counted(number, noun)}, {first} to {last}"
    )

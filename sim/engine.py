"""Plays deals of a cell with the kernels and hands out columns: the only way from Python into the fast engine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from sim import rng
from sim.bot_fault import illegal_play, raised
from sim.bots import NAMES, family, family_module
from sim.errors import BotFault, TooManyTurns
from sim.forking import CHANCES_A_PIECE, begin, branch_words, new_forks, turned_round, with_room, with_wins
from sim.jit import compile_or_load, wanting
from sim.kernels.dispatch import N_PLACES
from sim.kernels.games import Columns, Job, Played, Setup, play_games
from sim.kernels.legality import new_note
from sim.kernels.state import (
    GameColumns,
    Keys,
    RoundColumns,
    SeatColumns,
    TurnColumns,
    kernel_rules,
    new_public,
    new_table,
)

if TYPE_CHECKING:
    from sim.plan import Cell

ENGINE_VERSION: Final = 1
"""Changes whenever a game would be played, scored or recorded differently; written into every run."""

ROUNDS_A_PIECE: Final = 1 << 17
"""Room for more than the longest game that the rules allow: 60,000 rounds (E5)."""
GAMES_A_PIECE: Final = 1 << 15
TURNS_A_PIECE: Final = 1 << 17
"""Room for more than the longest round: 60,000 turns (E5). A game of more turns than fit is played into more room."""
MOST_TURNS: Final = 1 << 24
"""Turns of one game that are kept at most: 650 MB."""


class Rows(NamedTuple):
    """NumPy columns of consecutive whole games; ``sim.columns`` tells what they mean."""

    rounds: dict[str, np.ndarray]
    games: dict[str, np.ndarray]
    seats: dict[str, np.ndarray]
    turns: dict[str, np.ndarray]  # empty where they are not kept
    forks: Mapping[str, np.ndarray] = MappingProxyType({})  # empty where nothing is forked


class Stopped(Exception):  # noqa: N818  (not an error: somebody asked for it)
    """Raised by :meth:`CellPlayer.play` after its ``stop`` was set."""


def _memory(n: int, **types: Any) -> dict[str, np.ndarray]:
    return {name: np.zeros(n, dtype) for name, dtype in types.items()}


def new_turns(n: int) -> TurnColumns:
    """Memory for so many rows of turns."""
    u8, u16, u64 = np.uint8, np.uint16, np.uint64
    columns = _memory(
        n, game=u64, round=u16, turn=u16, seat=u8, hand_total=u8, hand_cards=u8, lay=u64, lay_twos=u64, lay_cards=u8,
        lay_points=u8, jokers_low=u8, from_pile=u8, card=u8, stock=u8, reshuffled=u8, slapped=u8,
    )  # fmt: skip
    return TurnColumns(**columns)


def new_columns(n_rounds: int, n_games: int, players: int, n_turns: int | None = None) -> Columns:
    """Memory for so many rows; None where turns are not kept."""
    u8, u16, u32, u64 = np.uint8, np.uint16, np.uint32, np.uint64
    rounds = _memory(
        n_rounds, game=u64, round=u16, dealer=u8, first=u8, players_in=u8, turns=u16, end=u8, ender=u8, ender_total=u8,
        lowest_other=u8, assafs=u8, reshuffles=u16, first_allowed=u8, opening_allowed=u8, least_cards=u8, pile_taken=u8,
    )  # fmt: skip
    rounds |= {name: np.zeros((n_rounds, players), u16) for name in ("score", "total")}
    games = _memory(n_games, game=u64, deal=u64, rotation=u8, rounds=u16, turns=u32, winner=u8, winners=u8, stopped=u8)
    seats = _memory(
        n_games * players, game=u64, seat=u8, entrant=u8, place=u8, total=u16, rounds_in=u16, calls=u16,
        assafs_suffered=u16, assafs_made=u16, milestones=u16,
    )  # fmt: skip
    turns = None if n_turns is None else new_turns(n_turns)
    return Columns(RoundColumns(**rounds), GameColumns(**games), SeatColumns(**seats), turns)


def copied(rows: Rows) -> Rows:
    """Give rows of games and seats a memory of their own."""
    games, seats = ({name: column.copy() for name, column in table.items()} for table in (rows.games, rows.seats))
    return Rows({}, games, seats, {})


def _bot_arguments(cell: Cell, also: Collection[str]) -> list[np.ndarray | None]:
    """One argument a family: None, or its kernel parameters by place in the line-up (zeros for one of `also`)."""
    arguments: list[np.ndarray | None] = [None] * N_PLACES
    for place, entrant in enumerate(cell.lineup):
        module = family_module(entrant.family)
        prepare: Callable[..., tuple[int, ...]] = getattr(module, "prepare", lambda values, _variant: values)
        values = prepare(entrant.values(cell.variant.threshold, cell.players), cell.variant)
        number = NAMES.index(entrant.family)
        table = arguments[number]
        if table is None:
            table = arguments[number] = np.zeros((len(cell.lineup), len(values)), np.int64)
        table[place] = values
    for number in map(NAMES.index, also):
        if arguments[number] is None:
            arguments[number] = np.zeros((len(cell.lineup), 1), np.int64)
    return arguments


class CellPlayer:
    """Plays games of one cell; owns the memory it plays in, so one a thread.

    Parameters
    ----------
    cell
        What is played; where it says so, with forks.
    seed
        Seed of the run.
    trace
        See ``sim.kernels.trace``; for tests.
    watched
        Keep the public facts even if no bot asks for them; for tests.
    turns
        Give the rows of `turns`, too.
    also
        Families that the kernel knows beside those of the cell. The games are the same; cells of several line-ups
        share one kernel, which is compiled once.
    """

    def __init__(
        self,
        cell: Cell,
        seed: int,
        trace: np.ndarray | None = None,
        *,
        watched: bool = False,
        turns: bool = False,
        also: Collection[str] = (),
    ) -> None:
        self.cell = cell
        players = cell.players
        names = [entrant.family for entrant in cell.lineup]
        needs_public = watched or any(family(name).needs_public for name in (*names, *also))
        self._setup = Setup(
            rules=kernel_rules(cell.variant, players),
            keys=Keys(*(np.uint64(rng.stream_key(seed, purpose)) for purpose in (rng.DEAL, rng.RESHUFFLE, rng.BOT))),
            table=new_table(cell.variant, players),
            families=np.array([NAMES.index(name) for name in names]),
            entrants=np.array([cell.entrants.index(entrant) for entrant in cell.lineup]),
            scratch=np.zeros(max(family(name).scratch_words for name in names), np.uint64),
            note=new_note(),
        )
        two_decks = True if cell.variant.n_decks(players) == 2 else None
        self._before_forks = (new_public() if needs_public else None, two_decks, trace)
        self._bots = _bot_arguments(cell, also)
        self._forks = new_forks(cell, seed) if cell.forks else None
        if turns and cell.forks:
            raise ValueError("a branch has no place in the rows of turns")
        self._keeps_turns = turns
        self._columns = new_columns(1, 1, players, 1 if turns else None)

    def ready(self, announce: Callable[[str], None] | None = None) -> None:
        """Load or compile the kernel for this line-up; ``announce`` is called before a compile that takes seconds."""
        compile_or_load(play_games, self._some_arguments(), announce)

    def wanting(self) -> str | None:
        """Name of the kernel when :meth:`ready` would have to compile it; the same for line-ups that can share it."""
        return wanting(play_games, self._some_arguments())

    def _some_arguments(self) -> tuple[Any, ...]:
        return self._arguments(self._columns, 0, 0, np.zeros(1, np.uint8))

    def _arguments(self, columns: Columns, first_game: int, n_games: int, stop: np.ndarray) -> tuple[Any, ...]:
        job = Job(first_game, n_games, self.cell.rotations, self.cell.players)
        return (self._setup, job, columns, stop, *self._before_forks, self._forks, *self._bots)

    def play(self, first_deal: int, n_deals: int, stop: np.ndarray) -> Iterator[Rows]:
        """Play deals in all their rotations, in order of the game number.

        Parameters
        ----------
        first_deal, n_deals
            Which deals.
        stop
            ``uint8[1]``; set to 1 by another thread, it ends the play within a round with :class:`Stopped`.

        Yields
        ------
        Rows
            Pieces whose boundaries depend on nothing but the games played. They share memory with the player: use one
            before asking for the next.

        Raises
        ------
        Stopped
            When ``stop`` was set.
        BotFault
            When a bot raised an error or broke a rule; the pieces before it are whole.
        TooManyTurns
            When turns are kept and a game has more of them than memory is given for.
        """
        self.ready()
        rotations = self.cell.rotations
        game, end = first_deal * rotations, (first_deal + n_deals) * rotations
        self._reserve(min(GAMES_A_PIECE, end - game))
        while game < end:
            columns, played = self._play_piece(game, min(GAMES_A_PIECE, end - game), stop)
            if stop[0]:
                raise Stopped
            rows = self._rows(columns, played)
            yield rows if self._forks is None else rows._replace(forks=self._forked(rows, played.forks, stop))
            game += played.games

    def _play_piece(self, first_game: int, n_games: int, stop: np.ndarray) -> tuple[Columns, Played]:
        """Play as many games as there is room for; one with too many turns becomes a piece of its own."""
        columns = self._columns
        if self._forks is not None:
            self._forks = begin(with_room(self._forks, CHANCES_A_PIECE))
        played = self._play_games(columns, first_game, n_games, stop)
        while played.games == 0 and (columns.turns is not None or self._forks is not None) and not stop[0]:
            used = columns.turns.game if columns.turns is not None else self._forks.rows.game  # type: ignore[union-attr]
            if 2 * used.size > MOST_TURNS:
                raise TooManyTurns(first_game, MOST_TURNS)
            if self._forks is not None:
                self._forks = begin(with_room(self._forks, 2 * used.size))
            else:
                columns = columns._replace(turns=new_turns(2 * used.size))
            played = self._play_games(columns, first_game, 1, stop)
        return columns, played

    def _forked(self, rows: Rows, n_rows: int, stop: np.ndarray) -> dict[str, np.ndarray]:
        """Give the forks of games just played; where the chance to win is asked, play the other games."""
        assert self._forks is not None  # noqa: S101  (asked for above)
        forks = {name: column[:n_rows] for name, column in self._forks.rows._asdict().items()}
        return with_wins(forks, (rows.games, rows.seats), partial(self._turned_games, stop))

    def _turned_games(self, stop: np.ndarray, chances: dict[str, np.ndarray]) -> tuple[Any, Any]:
        """Play the games of some chances, each with that one decision turned round; their `games` and `seats`."""
        assert self._forks is not None  # noqa: S101
        n = len(chances["game"])
        columns = new_columns(ROUNDS_A_PIECE, n, self.cell.players)
        kept, self._forks = self._forks, turned_round(self._forks, chances)
        pieces = []
        done = 0
        try:
            while done < n:
                played = self._play_games(columns, done, n - done, stop)
                if stop[0]:
                    raise Stopped
                pieces.append(copied(self._rows(columns, played)))
                done += played.games
        finally:
            self._forks = kept
        games, seats = (
            {name: np.concatenate([getattr(piece, table)[name] for piece in pieces]) for name in getattr(rows, table)}
            for table, rows in (("games", pieces[0]), ("seats", pieces[0]))
        )
        return games, seats

    def _play_games(self, columns: Columns, first_game: int, n_games: int, stop: np.ndarray) -> Played:
        note = self._setup.note
        note[:] = 0
        try:
            played: Played = play_games(*self._arguments(columns, first_game, n_games, stop))
        except MemoryError:
            raise
        except Exception as error:
            raise self._within(raised(note, error)) from error
        fault = illegal_play(note, self.cell)
        if fault is not None:
            raise self._within(fault)
        return played

    def _within(self, fault: BotFault) -> BotFault:
        """Say so where it happened in a branch, which a replay of the game does not show."""
        return fault if self._forks is None else BotFault(fault.game, fault.text + branch_words(self._forks))

    def _reserve(self, n_games: int) -> None:
        """Always the same room for rounds and turns, for it decides where pieces end."""
        have = self._columns
        if have.rounds.game.size != ROUNDS_A_PIECE or have.games.game.size < n_games:
            n_turns = TURNS_A_PIECE if self._keeps_turns else None
            self._columns = new_columns(ROUNDS_A_PIECE, n_games, self.cell.players, n_turns)

    def _rows(self, columns: Columns, played: Played) -> Rows:
        def cut(columns: Any, n: int) -> dict[str, np.ndarray]:
            return {name: column[:n] for name, column in columns._asdict().items()}

        return Rows(
            cut(columns.rounds, played.rounds),
            cut(columns.games, played.games),
            cut(columns.seats, played.games * self.cell.players),
            cut(columns.turns, played.turns) if columns.turns is not None else {},
        )

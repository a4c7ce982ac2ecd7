"""A cell's counters: rows of the engine in, sums by batch out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from sim.exact_parts import WHOLE
from sim.jit import compile_or_load, wanting
from sim.kernels.tally import Counted, Counting, Reached, count_games
from sim.kernels.tally_forks import N_TURN_BINS, Forked
from sim.kernels.tally_rows import N_COLUMNS, N_ENDS, Counters, Levels, Sizes, Tables
from sim.tallies.declared import DECLARED, TURN_BINS, VIEWS
from sim.tallies.sums import Integers, Sums, add_all, no_sums, summed

if TYPE_CHECKING:
    from sim.engine import Rows
    from sim.plan import Cell
    from sim.rules import Variant

LONGEST: Final = 1 << 16
"""Turns from which a game has no counter of its own but a row of `longer`."""

_LONGER, _LONGER_ALSO = "longer", "game_turns"  # the table, and the tally that it belongs to

_NOTHING: Final = Counting(0, 0, 0, 0, 0, 0, 0)
_TOTALS: Final = 256  # an ender's total is a byte
_ROOM: Final = 1024  # rows of a table at first; it grows where that is too few
_ROUNDS: Final = (
    "first", "players_in", "turns", "end", "ender", "ender_total", "assafs", "reshuffles", "score", "first_allowed",
    "opening_allowed", "least_cards", "pile_taken",
)  # fmt: skip
_GAMES: Final = {"game_rounds": "rounds", "game_turns": "turns", "winners": "winners", "stopped": "stopped"}
_SEATS: Final = (
    "entrant", "place", "total", "rounds_in", "calls", "assafs_suffered", "assafs_made", "milestones",
)  # fmt: skip


class CellCounter:
    """Counts the games of one cell; owns its counters, so one a thread.

    Parameters
    ----------
    cell
        What is played.
    batch_deals
        Deals a batch.
    """

    def __init__(self, cell: Cell, batch_deals: int) -> None:
        n, variant = cell.players, cell.variant
        self._sizes = Sizes(
            players=n,
            entrants=len(cell.entrants),
            turns=variant.max_turns + 1,
            cards=variant.hand_size + 1,
            batch_games=batch_deals * cell.rotations,
            totals=variant.threshold + 1 if cell.forks else 0,
        )
        self._levels = _new_levels(self._sizes)
        self._counters = _new_counters(self._sizes, variant, len(self._levels.number))
        self._tables = _new_tables()
        self._no_forks = _forked({})
        no_rows = Counted(*(np.zeros(1, dtype) for dtype in _dtypes()))
        self._no_rows = no_rows._replace(score=np.zeros((1, n), np.uint16))

    def ready(self, announce: Callable[[str], None] | None = None) -> None:
        """Load or compile the kernel; one compile serves every cell."""
        compile_or_load(count_games, self._arguments(self._no_rows, self._no_forks, _NOTHING), announce)

    def wanting(self) -> str | None:
        """Name of the kernel when :meth:`ready` would have to compile it."""
        return wanting(count_games, self._arguments(self._no_rows, self._no_forks, _NOTHING))

    def add(self, rows: Rows) -> None:
        """Count whole games, which follow those before."""
        games = rows.games["game"]
        if len(games):
            forks = _forked(rows.forks)
            n_forks = len(rows.forks["game"]) if rows.forks else 0
            self._count(_counted(rows), forks, Counting(int(games[0]), 0, len(games), 0, 0, 0, n_forks))

    def take(self) -> dict[str, Sums]:
        """Give the sums of all games since the last time, and begin anew."""
        self._count(self._no_rows, self._no_forks, _NOTHING._replace(end_batch=1))
        made = {name: self._taken(name, len(tally.keys)) for name, tally in DECLARED.items()}
        longer = self._taken(_LONGER, len(DECLARED[_LONGER_ALSO].keys))
        self._tables.used[:] = 0
        if len(longer.keys):
            made = add_all([made, no_sums() | {_LONGER_ALSO: summed(*longer)}])
        return made

    def _arguments(self, rows: Counted, forks: Forked, counting: Counting) -> tuple[Any, ...]:
        return self._counters, self._levels, rows, forks, self._sizes, self._tables, counting

    def _count(self, rows: Counted, forks: Forked, counting: Counting) -> None:
        """Call the kernel until it is done, with more room each time."""
        while True:
            reached: Reached = count_games(*self._arguments(rows, forks, counting))
            if reached.is_over:
                return
            counting = counting._replace(game=reached.game, row=reached.row, fork=reached.fork)
            self._tables = _with_more_room(self._tables)

    def _taken(self, name: str, n_keys: int) -> Sums:
        table, used = getattr(self._tables, name), self._tables.used[Tables._fields.index(name) - 2]
        keys, values = table[: 1 + n_keys, :used], table[1 + n_keys :, :used]
        return Sums(keys.copy().T, values.copy().T)


def _dtypes() -> Iterator[Any]:
    from sim.engine import new_columns

    columns = new_columns(1, 1, 2)
    for name in _ROUNDS:
        yield getattr(columns.rounds, name).dtype
    for name in _GAMES.values():
        yield getattr(columns.games, name).dtype
    for name in _SEATS:
        yield getattr(columns.seats, name).dtype


def _counted(rows: Rows) -> Counted:
    return Counted(
        *(rows.rounds[name] for name in _ROUNDS),
        *(rows.games[name] for name in _GAMES.values()),
        *(rows.seats[name] for name in _SEATS),
    )


def _forked(columns: Mapping[str, np.ndarray]) -> Forked:
    """Columns of forks; where there are none, of the same types."""
    if columns:
        return Forked(*(columns[name] for name in Forked._fields))
    from sim.forking import new_fork_columns

    found = new_fork_columns(1)._asdict() | {name: np.zeros(1, np.int64) for name in ("wins_call", "wins_wait")}
    return Forked(*(found[name] for name in Forked._fields))


def _new_counters(sizes: Sizes, variant: Variant, n_levels: int) -> Counters:
    def sums(*shape: int) -> Integers:
        return np.zeros(shape, np.int64)

    def bits(n: int) -> npt.NDArray[np.uint64]:
        return np.zeros(-(-n // 64), np.uint64)

    n = sizes.players
    n_hands = max(1, sizes.entrants * sizes.totals * n * sizes.cards)
    n_hand_turns = max(1, sizes.entrants * sizes.totals * N_TURN_BINS)
    n_turns, n_rounds = (n + 1) * N_ENDS * sizes.turns, variant.max_rounds + 1
    return Counters(
        batch=sums(2),
        turns=sums(n_turns, N_COLUMNS),
        turns_seen=bits(n_turns),
        views=sums(n_levels, N_COLUMNS),
        by_cards=sums(sizes.entrants * sizes.cards * 2, N_COLUMNS),
        players_in=sums(n + 1, 4),
        order=sums((n + 1) * n, 2),
        game=sums(8),
        game_rounds=sums(n_rounds),
        game_rounds_seen=bits(n_rounds),
        game_turns=sums(LONGEST),
        game_turns_seen=bits(LONGEST),
        seats=sums(n * sizes.entrants, len(DECLARED["seats"].sums)),
        seat_rounds=sums(n_rounds),
        seat_rounds_seen=bits(n_rounds),
        forks=sums(n_hands, N_COLUMNS),
        forks_seen=bits(n_hands),
        forks_turn=sums(n_hand_turns, N_COLUMNS),
        forks_turn_seen=bits(n_hand_turns),
    )


def _new_levels(sizes: Sizes) -> Levels:
    levels = {
        "all": range(1),
        "total": range(_TOTALS),
        "opponents": range(sizes.players),
        "turn": TURN_BINS,
        "least_cards": range(sizes.cards),
        "pile_taken": range(2),
        "entrant": range(sizes.entrants),
    }
    turn_bin = np.searchsorted(TURN_BINS, np.arange(TURN_BINS[-1] + 1), side="right") - 1
    lengths = [len(levels[view]) for view in VIEWS]
    return Levels(
        number=np.repeat(np.arange(len(VIEWS)), lengths),
        level=np.concatenate([levels[view] for view in VIEWS]),
        starts=np.cumsum([0, *lengths[:-1]]),
        turn_bin=turn_bin,
        shares=np.array([0, *(WHOLE // k for k in range(1, sizes.players + 1))]),
    )


def _new_tables() -> Tables:
    tables = {name: 1 + len(tally.keys) + len(tally.sums) for name, tally in DECLARED.items()}
    tables[_LONGER] = tables[_LONGER_ALSO]
    room = {name: np.empty((columns, _ROOM), np.int64) for name, columns in tables.items()}
    used, needed = np.zeros((2, len(tables)), np.int64)
    return Tables(used=used, needed=needed, **room)


def _with_more_room(tables: Tables) -> Tables:
    """Twice the room for the tables that need it."""
    made = []
    for table, used, needed in zip(tables[2:], tables.used, tables.needed, strict=True):
        room = table.shape[1]
        while room < needed:
            room *= 2
        larger = table
        if room > table.shape[1]:
            larger = np.empty((table.shape[0], room), np.int64)
            larger[:, :used] = table[:, :used]
        made.append(larger)
    return Tables(tables.used, tables.needed, *made)

"""A cell's counters: rows of the engine in, sums by batch out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.jit import compile_or_load, wanting
from sim.kernels import tally as kernel
from sim.kernels.state import END_NAMES
from sim.kernels.tally import Counted, Counters, Sizes, count_games
from sim.tallies.declared import DECLARED, TURN_BINS, VIEWS
from sim.tallies.sums import Integers, Sums, add_all

if TYPE_CHECKING:
    from sim.engine import Rows
    from sim.plan import Cell
    from sim.tallies.sums import CellSums

LONGEST: Final = 1 << 16
"""Turns from which a game has no counter of its own but is put on a list."""

_TOTALS: Final = 256  # an ender's total is a byte
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
        self._batch_games = batch_deals * cell.rotations
        self._n = n
        self._sizes = Sizes(
            players=n,
            entrants=len(cell.entrants),
            turns=variant.max_turns + 1,
            totals=_TOTALS,
            cards=variant.hand_size + 1,
        )
        self._counters = _new_counters(self._sizes, variant.max_rounds)
        self._batch = -1
        self._done: list[CellSums] = []

    def ready(self, announce: Callable[[str], None] | None = None) -> None:
        """Load or compile the kernel; one compile serves every cell."""
        compile_or_load(count_games, self._some_arguments(), announce)

    def wanting(self) -> str | None:
        """Name of the kernel when :meth:`ready` would have to compile it."""
        return wanting(count_games, self._some_arguments())

    def _some_arguments(self) -> tuple[Any, ...]:
        rows = Counted(*(np.zeros(1, dtype) for dtype in _dtypes()))._replace(score=np.zeros((1, self._n), np.uint16))
        return (self._counters, rows, self._sizes, 0, 0, 0)

    def add(self, rows: Rows) -> None:
        """Count whole games that follow each other."""
        games = rows.games["game"]
        if not len(games):
            return
        counted = _counted(rows)
        at = row = 0
        first = int(games[0])
        while at < len(games):
            batch = (first + at) // self._batch_games
            if batch != self._batch:
                self._end_batch()
                self._batch = batch
            n_games = min(len(games) - at, (batch + 1) * self._batch_games - (first + at))
            self._make_room(n_games)
            row = count_games(self._counters, counted, self._sizes, at, n_games, row)
            at += n_games

    def take(self) -> dict[str, Sums]:
        """Give the sums of all games since the last time, and begin anew."""
        self._end_batch()
        self._batch = -1
        done, self._done = self._done, []
        return add_all(done)

    def _make_room(self, n_games: int) -> None:
        """Have room on the list of long games for that many more."""
        longer = self._counters.longer
        used = int(longer[0])
        if used + n_games >= longer.size:
            self._counters = self._counters._replace(longer=_grown(longer, used + n_games + 1))

    def _end_batch(self) -> None:
        """Take what the counters hold, and set them to 0."""
        if self._batch < 0:
            return
        c = self._counters
        pins = _take(c.players_in)
        calls = [_take(c.by_total), _take(c.by_cards), _take(c.by_turn)]
        game = _take(c.game)[1]
        found = {
            "turns": _turns(_take(c.turns), self._sizes),
            "calls": _calls(calls, self._sizes),
            "order": _order(pins, _take_whole(c.order), self._sizes),
            "openings": Sums(pins[0][:, None], pins[1][:, [0, 2, 3]]),
            "game_rounds": _by_index(_take(c.game_rounds)),
            "game_turns": _with_longer(_by_index(_take(c.game_turns)), c.longer),
            "game_sums": Sums(_no_keys(game), game[:, :5]),
            "game_assafs": Sums(_no_keys(game), game[:, [0, 5, 6, 7]]),
            "seats": _seats(_take(c.seats), self._sizes),
            "seat_rounds": _by_index(_take(c.seat_rounds)),
        }
        self._done.append({name: _in_batch(self._batch, found[name]) for name in DECLARED})


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


def _new_counters(sizes: Sizes, max_rounds: int) -> Counters:
    def sums(n_keys: int, tally: str) -> Integers:
        return np.zeros((n_keys, len(DECLARED[tally].sums)), np.int64)

    n = sizes.players
    turn_bin = np.searchsorted(TURN_BINS, np.arange(TURN_BINS[-1] + 1), side="right") - 1
    return Counters(
        turns=sums((n + 1) * kernel.N_ENDS * sizes.turns, "turns"),
        by_total=sums(n * sizes.totals, "calls"),
        by_cards=sums(sizes.entrants * sizes.cards * 2, "calls"),
        by_turn=sums(len(TURN_BINS), "calls"),
        turn_bin=turn_bin.astype(np.int64),
        players_in=np.zeros((n + 1, 4), np.int64),
        order=np.zeros(((n + 1) * n, 2), np.int64),
        game=np.zeros((1, 8), np.int64),
        game_rounds=np.zeros((max_rounds + 1, 1), np.int64),
        game_turns=np.zeros((LONGEST, 1), np.int64),
        longer=np.zeros(1024, np.int64),
        seats=sums(n * sizes.entrants, "seats"),
        seat_rounds=np.zeros((max_rounds + 1, 1), np.int64),
    )


def _grown(longer: Integers, size: int) -> Integers:
    return np.concatenate([longer, np.zeros(size, np.int64)])


def _take(counter: Integers) -> tuple[Integers, Integers]:
    """Give the keys that were counted and their sums, and set them to 0."""
    is_counted = counter[:, 0] != 0
    if counter.shape[1] == kernel.N_CALL_SUMS:
        is_counted |= counter[:, int(kernel.MET)] != 0
    keys = np.flatnonzero(is_counted)
    values = counter[keys]
    counter[keys] = 0
    return keys, values


def _take_whole(counter: Integers) -> Integers:
    values = counter.copy()
    counter[:] = 0
    return values


def _in_batch(batch: int, sums: Sums) -> Sums:
    return Sums(np.column_stack([np.full(len(sums.keys), batch, np.int64), sums.keys]), sums.values)


def _no_keys(values: Integers) -> Integers:
    return np.zeros((len(values), 0), np.int64)


def _by_index(counted: tuple[Integers, Integers]) -> Sums:
    return Sums(counted[0][:, None], counted[1])


def _with_longer(sums: Sums, longer: Integers) -> Sums:
    n = int(longer[0])
    if not n:
        return sums
    turns, games = np.unique(longer[1 : n + 1], return_counts=True)
    longer[0] = 0
    return Sums(np.concatenate([sums.keys, turns[:, None]]), np.concatenate([sums.values, games[:, None]]))


def _turns(counted: tuple[Integers, Integers], sizes: Sizes) -> Sums:
    keys, values = counted
    rest, turns = np.divmod(keys, sizes.turns)
    return Sums(np.column_stack([*np.divmod(rest, len(END_NAMES)), turns]), values)


def _calls(counted: list[tuple[Integers, Integers]], sizes: Sizes) -> Sums:
    """Give each view: what the counters tell apart together is added up for one thing at a time."""
    by_total, by_cards, by_turn = counted
    opponents, total = np.divmod(by_total[0], sizes.totals)
    rest, pile_taken = np.divmod(by_cards[0], 2)
    entrant, least_cards = np.divmod(rest, sizes.cards)
    levels = {
        "all": (np.zeros_like(by_turn[0]), by_turn[1]),
        "total": (total, by_total[1]),
        "opponents": (opponents, by_total[1]),
        "turn": (np.array(TURN_BINS)[by_turn[0]], by_turn[1]),
        "least_cards": (least_cards, by_cards[1]),
        "pile_taken": (pile_taken, by_cards[1]),
        "entrant": (entrant, by_cards[1]),
    }
    keys, values = [], []
    for number, view in enumerate(VIEWS):
        level, sums = levels[view]
        keys.append(np.column_stack([np.full(len(level), number, np.int64), level]))
        values.append(sums)
    raw = np.concatenate(values)
    unmet, won, met, answers, penalty, lost = raw.T
    return Sums(np.concatenate(keys), np.column_stack([unmet + met, met, answers, penalty, won, lost]))


def _order(pins: tuple[Integers, Integers], order: Integers, sizes: Sizes) -> Sums:
    keys, values = [], []
    for players_in, (rounds, undecided, *_) in zip(*pins, strict=True):
        for position in range(players_in):
            wins, first_allowed = order[players_in * sizes.players + position]
            keys.append((players_in, position + 1))
            values.append((rounds, rounds - undecided, wins, first_allowed))
    return Sums(np.array(keys, np.int64).reshape(-1, 2), np.array(values, np.int64).reshape(-1, 4))


def _seats(counted: tuple[Integers, Integers], sizes: Sizes) -> Sums:
    return Sums(np.column_stack(np.divmod(counted[0], sizes.entrants)), counted[1])

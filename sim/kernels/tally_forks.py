"""Counts chances to call that were played both ways (`sim.kernels.forks`), and writes their sums as rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.jit import inline
from sim.kernels.bits import ONE, ZERO, count_trailing_zeros, u64
from sim.kernels.tally_rows import T_FORKS, T_FORKS_TURN, TURN, mark, write_row

FORKS, CALLED, VALUE_CALL, VALUE_WAIT, FOR_WINS, WINS_CALL, WINS_WAIT = (u64(place) for place in range(7))
"""Columns of the counters of forks."""
N_FORK_SUMS = 7
N_TURN_BINS = 8


class Forked(NamedTuple):
    """The columns of forks; see `sim.kernels.forks`."""

    game: np.ndarray
    turn: np.ndarray
    entrant: np.ndarray
    total: np.ndarray
    opponents: np.ndarray
    least_cards: np.ndarray
    called: np.ndarray
    for_wins: np.ndarray
    call: np.ndarray
    wait: np.ndarray
    wins_call: np.ndarray
    wins_wait: np.ndarray


@inline
def count_fork(counters, levels, forked, sizes, f):
    """Count one chance that was played both ways."""
    rest = np.int64(forked.entrant[f]) * sizes.totals + np.int64(forked.total[f])
    a_bin = levels.turn_bin[u64(min(np.int64(forked.turn[f]) - 1, levels.turn_bin.size - 1))]
    by_turn = u64(rest * N_TURN_BINS + a_bin)
    by_hands = u64(
        (rest * sizes.players + np.int64(forked.opponents[f])) * sizes.cards + np.int64(forked.least_cards[f])
    )  # fmt: skip
    mark(counters.forks_seen, by_hands)
    mark(counters.forks_turn_seen, by_turn)
    add_fork(counters.forks, by_hands, forked, f)
    add_fork(counters.forks_turn, by_turn, forked, f)


@inline
def add_fork(sums, key, forked, f):
    """One chance in one view."""
    sums[key, FORKS] += 1
    sums[key, CALLED] += np.int64(forked.called[f])
    sums[key, VALUE_CALL] += forked.call[f]
    sums[key, VALUE_WAIT] += forked.wait[f]
    sums[key, FOR_WINS] += np.int64(forked.for_wins[f])
    sums[key, WINS_CALL] += forked.wins_call[f]
    sums[key, WINS_WAIT] += forked.wins_wait[f]


@inline
def write_forks(counters, levels, tables, sizes):
    """Write forks by the hand and the opponents', and by the hand and the turn."""
    batch, used = counters.batch[u64(0)], tables.used
    for word in range(counters.forks_seen.size):
        bits = counters.forks_seen[u64(word)]
        while bits != ZERO:
            key = word * 64 + np.int64(count_trailing_zeros(bits))
            bits &= bits - ONE
            rest, cards = key // sizes.cards, key % sizes.cards
            rest, opponents = rest // sizes.players, rest % sizes.players
            at = u64(used[u64(T_FORKS)])
            write_row(tables.forks, used, T_FORKS, (batch, rest // sizes.totals, rest % sizes.totals, opponents, cards))
            _move_sums(counters.forks, u64(key), tables.forks, at, 5)
        counters.forks_seen[u64(word)] = ZERO
    for word in range(counters.forks_turn_seen.size):
        bits = counters.forks_turn_seen[u64(word)]
        while bits != ZERO:
            key = word * 64 + np.int64(count_trailing_zeros(bits))
            bits &= bits - ONE
            rest, a_bin = key // N_TURN_BINS, key % N_TURN_BINS
            turn = levels.level[u64(levels.starts[TURN] + a_bin)]
            at = u64(used[u64(T_FORKS_TURN)])
            write_row(tables.forks_turn, used, T_FORKS_TURN, (batch, rest // sizes.totals, rest % sizes.totals, turn))
            _move_sums(counters.forks_turn, u64(key), tables.forks_turn, at, 4)
        counters.forks_turn_seen[u64(word)] = ZERO


@inline
def _move_sums(sums, key, table, at, n_keys):
    """Write the sums of forks behind the keys of a row."""
    for column in range(N_FORK_SUMS):
        table[u64(column + n_keys), at] = sums[key, u64(column)]
        sums[key, u64(column)] = 0

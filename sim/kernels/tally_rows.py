"""What the counters of a batch hold, written as rows of the tallies in rising order; the counters are 0 again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.jit import inline
from sim.kernels.bits import ONE, ZERO, count_trailing_zeros, popcount, u64
from sim.kernels.state import END_ASSAF, END_NAMES, END_OUT, END_YANIV

N_ENDS = len(END_NAMES)

ROUNDS, RESHUFFLED, RESHUFFLES, MET, ANSWERS, PENALTY, WON, LOST = (u64(place) for place in range(8))
CALLS = ROUNDS
"""Columns of the counters of rounds and of calls; the second and third are unused in those of calls alone.

So a row is a line of the processor's cache.
"""
N_COLUMNS = 8

(
    GAMES, GAME_ROUNDS, GAME_TURNS, GAME_TURNS_A_ROUND, GAME_STOPPED, GAME_WITH_CALL, GAME_ASSAFS, GAME_ASSAF_A_CALL,
) = (u64(place) for place in range(8))  # fmt: skip

(
    T_TURNS, T_CALLS, T_ORDER, T_OPENINGS, T_GAME_ROUNDS, T_GAME_TURNS, T_GAME_SUMS, T_GAME_ASSAFS, T_SEATS,
    T_SEAT_ROUNDS, T_FORKS, T_FORKS_TURN, LONGER,
) = range(13)  # fmt: skip
"""Places of the tables' numbers of rows: the tallies in the order in which they are declared, then `longer`."""


class Counters(NamedTuple):
    """Sums of one batch, int64, and which of them were counted, uint64, a bit each."""

    batch: np.ndarray  # number of the batch, and of the first game after it; (any, 0) when nothing is counted
    turns: np.ndarray  # [players in, end, turns] x N_COLUMNS
    turns_seen: np.ndarray
    views: np.ndarray  # [level] x N_COLUMNS: calls by one thing at a time, see Levels; most are added up at the end
    by_cards: np.ndarray  # [entrant, least cards, pile taken] x N_COLUMNS
    players_in: np.ndarray  # [players in] x (rounds, undecided, opening allowed, never allowed); rounds at the end
    order: np.ndarray  # [players in, position] x (wins, first allowed)
    game: np.ndarray  # (games, rounds, turns, turns a round, stopped, with call, assafs, assaf a call)
    game_rounds: np.ndarray  # games by [rounds]
    game_rounds_seen: np.ndarray
    game_turns: np.ndarray  # games by [turns]
    game_turns_seen: np.ndarray
    seats: np.ndarray  # [seat, entrant] x the sums of seats
    seat_rounds: np.ndarray  # seats by [rounds in]
    seat_rounds_seen: np.ndarray
    forks: np.ndarray  # [entrant, total, opponents, least cards] x N_COLUMNS, the sums of forks; one row without any
    forks_seen: np.ndarray
    forks_turn: np.ndarray  # [entrant, total, bin of turns] x N_COLUMNS
    forks_turn_seen: np.ndarray


class Levels(NamedTuple):
    """Constants. What calls are told apart by has a row of `Counters.views` a level, each view's in one piece."""

    number: np.ndarray  # number of the view by [row]
    level: np.ndarray  # as it is written, by [row]
    starts: np.ndarray  # first row by [view]: all, total, opponents, turn, least cards, pile taken, entrant
    turn_bin: np.ndarray  # bin by number of turns; the last is for all above
    shares: np.ndarray  # WHOLE / k by [k], and 0 for none


ALL, TOTAL, OPPONENTS, TURN, LEAST_CARDS, PILE_TAKEN, ENTRANT = (u64(place) for place in range(7))
"""Places of `Levels.starts`."""


class Sizes(NamedTuple):
    """Lengths of the axes."""

    players: int
    entrants: int
    turns: int
    cards: int
    batch_games: int
    totals: int  # at which a call is allowed


class Tables(NamedTuple):
    """Rows of the tallies, int64: a table's batch, keys and sums by [column, row], so that a column is in one piece."""

    used: np.ndarray  # rows of each
    needed: np.ndarray  # rows that each should have room for before more can be written
    turns: np.ndarray
    calls: np.ndarray
    order: np.ndarray
    openings: np.ndarray
    game_rounds: np.ndarray
    game_turns: np.ndarray
    game_sums: np.ndarray
    game_assafs: np.ndarray
    seats: np.ndarray
    seat_rounds: np.ndarray
    forks: np.ndarray
    forks_turn: np.ndarray
    longer: np.ndarray  # games too long for a counter of their own, as in `game_turns`, one a row


@inline
def mark(bits, at):
    """Set a bit."""
    bits[at >> u64(6)] |= ONE << (at & u64(63))


@inline
def write_row(table, used, place, values):
    """Append a row."""
    at = u64(used[u64(place)])
    for column in range(len(values)):
        table[u64(column), at] = values[column]
    used[u64(place)] += 1


@inline
def n_set(bits):
    """Number of bits set."""
    n = ZERO
    for word in range(bits.size):
        n += popcount(bits[u64(word)])
    return np.int64(n)


@inline
def fits(table, tables, place, n_rows):
    """Whether a table has room for so many rows; notes how much it needs."""
    needed = tables.used[u64(place)] + n_rows
    tables.needed[u64(place)] = needed
    return needed <= table.shape[1]


@inline
def has_room(counters, tables, sizes):
    """Whether the tables have room for what is counted."""
    n = sizes.players
    return (
        fits(tables.turns, tables, T_TURNS, n_set(counters.turns_seen))
        & fits(tables.calls, tables, T_CALLS, counters.views.shape[0])
        & fits(tables.order, tables, T_ORDER, (n + 1) * n)
        & fits(tables.openings, tables, T_OPENINGS, n + 1)
        & fits(tables.game_rounds, tables, T_GAME_ROUNDS, n_set(counters.game_rounds_seen))
        & fits(tables.game_turns, tables, T_GAME_TURNS, n_set(counters.game_turns_seen))
        & fits(tables.game_sums, tables, T_GAME_SUMS, 1)
        & fits(tables.game_assafs, tables, T_GAME_ASSAFS, 1)
        & fits(tables.seats, tables, T_SEATS, counters.seats.shape[0])
        & fits(tables.seat_rounds, tables, T_SEAT_ROUNDS, n_set(counters.seat_rounds_seen))
        & fits(tables.forks, tables, T_FORKS, n_set(counters.forks_seen))
        & fits(tables.forks_turn, tables, T_FORKS_TURN, n_set(counters.forks_turn_seen))
    )


@inline
def add_calls(views, row, sums, k):
    """Add the calls of one counter up to those of a level."""
    to = u64(row)
    views[to, CALLS] += sums[k, CALLS]
    views[to, MET] += sums[k, MET]
    views[to, ANSWERS] += sums[k, ANSWERS]
    views[to, PENALTY] += sums[k, PENALTY]
    views[to, WON] += sums[k, WON]
    views[to, LOST] += sums[k, LOST]


@inline
def write_turns(sums, seen, counters, levels, tables, sizes, batch):
    """Write rounds by their turns; add up rounds by players in, and calls by opponents and by turns."""
    views, used = counters.views, tables.used
    for word in range(seen.size):
        bits = seen[u64(word)]
        while bits != ZERO:
            key = word * 64 + np.int64(count_trailing_zeros(bits))
            bits &= bits - ONE
            k = u64(key)
            turns, rest = key % sizes.turns, key // sizes.turns
            end, players_in = rest % N_ENDS, rest // N_ENDS
            rounds = sums[k, ROUNDS]
            counters.players_in[u64(players_in), u64(0)] += rounds
            values = (batch, players_in, end, turns, rounds, sums[k, RESHUFFLED], sums[k, RESHUFFLES])
            write_row(tables.turns, used, T_TURNS, values)
            if end == END_YANIV or end == END_ASSAF or end == END_OUT:
                a_bin = levels.turn_bin[u64(min(turns, levels.turn_bin.size - 1))]
                add_calls(views, levels.starts[OPPONENTS] + players_in - 1, sums, k)
                add_calls(views, levels.starts[TURN] + a_bin, sums, k)
            for column in range(N_COLUMNS):
                sums[k, u64(column)] = 0
        seen[u64(word)] = ZERO


@inline
def write_order(counts, order, tables, sizes, batch):
    """Write rounds by players in: who won by position, and when a call was allowed."""
    for players_in in range(sizes.players + 1):
        pin = u64(players_in)
        rounds, undecided = counts[pin, u64(0)], counts[pin, u64(1)]
        if rounds == 0:
            continue
        values = (batch, players_in, rounds, counts[pin, u64(2)], counts[pin, u64(3)])
        write_row(tables.openings, tables.used, T_OPENINGS, values)
        for position in range(players_in):
            at = u64(players_in * sizes.players + position)
            sums = (batch, players_in, position + 1, rounds, rounds - undecided, order[at, u64(0)], order[at, u64(1)])
            write_row(tables.order, tables.used, T_ORDER, sums)
    counts[:] = 0
    order[:] = 0


@inline
def write_calls(views, by_cards, levels, tables, sizes, batch):
    """Write calls, told apart by one thing at a time."""
    starts = levels.starts
    for key in range(sizes.entrants * sizes.cards * 2):
        rest, taken = key // 2, key % 2
        add_calls(views, starts[ALL], by_cards, u64(key))
        add_calls(views, starts[LEAST_CARDS] + rest % sizes.cards, by_cards, u64(key))
        add_calls(views, starts[PILE_TAKEN] + taken, by_cards, u64(key))
        add_calls(views, starts[ENTRANT] + rest // sizes.cards, by_cards, u64(key))
    by_cards[:] = 0
    for row in range(views.shape[0]):
        r = u64(row)
        calls = views[r, CALLS]
        if calls != 0:
            sums = (calls, views[r, MET], views[r, ANSWERS], views[r, PENALTY], views[r, WON], views[r, LOST])
            write_row(tables.calls, tables.used, T_CALLS, (batch, levels.number[r], levels.level[r], *sums))
            for column in range(N_COLUMNS):
                views[r, u64(column)] = 0


@inline
def write_counts(counts, seen, table, used, place, batch):
    """Write counts by one number."""
    for word in range(seen.size):
        bits = seen[u64(word)]
        while bits != ZERO:
            key = word * 64 + np.int64(count_trailing_zeros(bits))
            bits &= bits - ONE
            write_row(table, used, place, (batch, key, counts[u64(key)]))
            counts[u64(key)] = 0
        seen[u64(word)] = ZERO


@inline
def write_games(game, tables, batch):
    """Write sums over games."""
    sums = (
        batch, game[GAMES], game[GAME_ROUNDS], game[GAME_TURNS], game[GAME_TURNS_A_ROUND], game[GAME_STOPPED],
    )  # fmt: skip
    write_row(tables.game_sums, tables.used, T_GAME_SUMS, sums)
    assafs = (batch, game[GAMES], game[GAME_WITH_CALL], game[GAME_ASSAFS], game[GAME_ASSAF_A_CALL])
    write_row(tables.game_assafs, tables.used, T_GAME_ASSAFS, assafs)
    game[:] = 0


@inline
def write_seats(sums, table, used, sizes, batch):
    """Write seats by place at the table and entrant."""
    for key in range(sizes.players * sizes.entrants):
        k = u64(key)
        if sums[k, u64(0)] != 0:
            at = u64(used[u64(T_SEATS)])
            write_row(table, used, T_SEATS, (batch, key // sizes.entrants, key % sizes.entrants))
            for column in range(sums.shape[1]):
                table[u64(column + 3), at] = sums[k, u64(column)]
                sums[k, u64(column)] = 0


@inline
def write_batch(counters, levels, tables, sizes):
    """Write the sums of the batch, if any game was counted; the tables have room."""
    if counters.game[GAMES] == 0:
        return
    batch, used = counters.batch[u64(0)], tables.used
    write_turns(counters.turns, counters.turns_seen, counters, levels, tables, sizes, batch)
    write_order(counters.players_in, counters.order, tables, sizes, batch)
    write_calls(counters.views, counters.by_cards, levels, tables, sizes, batch)
    write_counts(counters.game_rounds, counters.game_rounds_seen, tables.game_rounds, used, T_GAME_ROUNDS, batch)
    write_counts(counters.game_turns, counters.game_turns_seen, tables.game_turns, used, T_GAME_TURNS, batch)
    write_games(counters.game, tables, batch)
    write_seats(counters.seats, tables.seats, used, sizes, batch)
    write_counts(counters.seat_rounds, counters.seat_rounds_seen, tables.seat_rounds, used, T_SEAT_ROUNDS, batch)

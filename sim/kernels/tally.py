"""Counts finished games into plain counters: the integer sums of `sim.tallies`, a batch at a time.

It reads the columns that the engine has just filled. So one compile serves every line-up, and no bot's kernel grows by
it. What a batch left in the counters becomes rows in `sim.kernels.tally_rows`; what they mean is in
`sim.tallies.declared`. A thing that is told apart by much has a bit for each of its counters, set when it is counted:
so the end of a batch finds the few that were.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.exact_parts import BILLION, MILLION, WHOLE
from sim.jit import inline, kernel
from sim.kernels.bits import ONE, ZERO, lowest, popcount, u64
from sim.kernels.state import END_ASSAF, END_OUT, END_YANIV, NO_SCORE, NOBODY
from sim.kernels.tally_forks import count_fork, write_forks
from sim.kernels.tally_rows import (
    ANSWERS,
    CALLS,
    GAME_ASSAF_A_CALL,
    GAME_ASSAFS,
    GAME_ROUNDS,
    GAME_STOPPED,
    GAME_TURNS,
    GAME_TURNS_A_ROUND,
    GAME_WITH_CALL,
    GAMES,
    LONGER,
    LOST,
    MET,
    N_ENDS,
    PENALTY,
    RESHUFFLED,
    RESHUFFLES,
    ROUNDS,
    TOTAL,
    WON,
    fits,
    has_room,
    mark,
    write_batch,
    write_row,
)


class Counted(NamedTuple):
    """The columns that are looked at; see `sim.columns`."""

    first: np.ndarray
    players_in: np.ndarray
    turns: np.ndarray
    end: np.ndarray
    ender: np.ndarray
    ender_total: np.ndarray
    assafs: np.ndarray
    reshuffles: np.ndarray
    score: np.ndarray
    first_allowed: np.ndarray
    opening_allowed: np.ndarray
    least_cards: np.ndarray
    pile_taken: np.ndarray
    game_rounds: np.ndarray
    game_turns: np.ndarray
    winners: np.ndarray
    stopped: np.ndarray
    entrant: np.ndarray
    place: np.ndarray
    total: np.ndarray
    rounds_in: np.ndarray
    calls: np.ndarray
    assafs_suffered: np.ndarray
    assafs_made: np.ndarray
    milestones: np.ndarray


class Counting(NamedTuple):
    """Which games to count, and where these stand."""

    first_number: int  # number of the first row's game in its cell
    game: int  # row of the first game to be counted
    n_games: int  # rows of games
    row: int  # of that game's first round
    end_batch: int  # whether the batch is over when they are counted
    fork: int  # row of that game's first fork
    n_forks: int  # rows of forks


class Reached(NamedTuple):
    """How far the kernel came: up to the last game, unless the tables have no room for a batch."""

    game: int
    row: int
    fork: int
    is_over: int  # whether all is done that was asked for


@inline
def parts(above, below, whole):
    """A ratio to the nearest whole-th."""
    return (above * whole + below // 2) // below


@inline
def add_call(sums, key, call):
    """One call in one view, the number of calls apart."""
    sums[key, MET] += call[0]
    sums[key, ANSWERS] += call[1]
    sums[key, PENALTY] += call[2]
    sums[key, WON] += call[3]
    sums[key, LOST] += call[4]


@inline
def count_round(counters, levels, rows, sizes, r, first_seat_row):
    """Count one round; returns whether it was called and whether Assaf was."""
    n = sizes.players
    players_in, turns, end, ender = (
        np.int64(rows.players_in[r]), np.int64(rows.turns[r]), np.int64(rows.end[r]), np.int64(rows.ender[r]),
    )  # fmt: skip
    at = u64((players_in * N_ENDS + end) * sizes.turns + turns)
    mark(counters.turns_seen, at)
    counters.turns[at, ROUNDS] += 1
    reshuffles = np.int64(rows.reshuffles[r])
    if reshuffles != 0:
        counters.turns[at, RESHUFFLED] += 1
        counters.turns[at, RESHUFFLES] += reshuffles

    answers = np.int64(rows.assafs[r])
    in_bits, zero_bits, all_scores = ZERO, ZERO, 0
    for seat in range(n):
        score = np.int64(rows.score[r, u64(seat)])
        is_in = score != NO_SCORE
        in_bits |= u64(is_in) << u64(seat)
        zero_bits |= u64(score == 0) << u64(seat)
        all_scores += score if is_in else 0
    ender_bit = ONE << u64(ender) if ender != NOBODY else ZERO
    won_bits = zero_bits & ~ender_bit if answers != 0 else ender_bit  # E7

    pin = u64(players_in)
    if won_bits == ZERO:
        counters.players_in[pin, u64(1)] += 1
    counters.players_in[pin, u64(2)] += 1 if rows.opening_allowed[r] != 0 else 0
    n_before = np.int64(popcount(in_bits & ((ONE << u64(rows.first[r])) - ONE)))
    row = players_in * n
    share = levels.shares[popcount(won_bits)]
    while won_bits != ZERO:
        winner = lowest(won_bits)
        won_bits ^= winner
        counters.order[u64(row + position_of(in_bits, winner, n_before, players_in)), u64(0)] += share
    first_allowed = np.int64(rows.first_allowed[r])
    if first_allowed == NOBODY:
        counters.players_in[pin, u64(3)] += 1
    else:
        counters.order[u64(row + position_of(in_bits, ONE << u64(first_allowed), n_before, players_in)), u64(1)] += 1

    called = end == END_YANIV or end == END_ASSAF or end == END_OUT
    met = answers != 0
    if called:
        own = np.int64(rows.score[r, u64(ender)])
        # What the caller won against the mean of the others, in parts of a whole.
        margin = (all_scores - own) * levels.shares[u64(players_in - 1)] - own * WHOLE
        call = (1 if met else 0, answers, own if met else 0, 0 if met else margin, -margin if met else 0)
        add_call(counters.turns, at, call)
        total = u64(levels.starts[TOTAL] + np.int64(rows.ender_total[r]))
        counters.views[total, CALLS] += 1
        add_call(counters.views, total, call)
        entrant = np.int64(rows.entrant[u64(first_seat_row + ender)])
        cards = u64((entrant * sizes.cards + np.int64(rows.least_cards[r])) * 2 + np.int64(rows.pile_taken[r]))
        counters.by_cards[cards, CALLS] += 1
        add_call(counters.by_cards, cards, call)
    return called, met


@inline
def position_of(in_bits, bit, n_before, players_in):
    """How many seats that are in play before the seat of `bit`, when as many have lower numbers than who plays first.

    Without a branch: who won is a matter of chance, which the processor cannot guess.
    """
    ahead = np.int64(popcount(in_bits & (bit - ONE))) - n_before
    return ahead + players_in if ahead < 0 else ahead


@inline
def count_seats(counters, levels, rows, sizes, game, stopped):
    """Count the seats of one game."""
    n = sizes.players
    win = levels.shares[u64(rows.winners[u64(game)])]
    rounds = np.int64(rows.game_rounds[u64(game)])
    for seat in range(n):
        s = u64(game * n + seat)
        key = u64(seat * sizes.entrants + np.int64(rows.entrant[s]))
        rounds_in, place = np.int64(rows.rounds_in[s]), np.int64(rows.place[s])
        sums = counters.seats
        sums[key, u64(0)] += 1
        if not stopped:
            sums[key, u64(1)] += 1
            sums[key, u64(2)] += win if place == 1 else 0
        sums[key, u64(3)] += place
        sums[key, u64(4)] += np.int64(rows.total[s])
        sums[key, u64(5)] += rounds_in
        sums[key, u64(6)] += rounds - rounds_in
        sums[key, u64(7)] += np.int64(rows.calls[s])
        sums[key, u64(8)] += np.int64(rows.assafs_suffered[s])
        sums[key, u64(9)] += np.int64(rows.assafs_made[s])
        sums[key, u64(10)] += np.int64(rows.milestones[s])
        counters.seat_rounds[u64(rounds_in)] += 1
        mark(counters.seat_rounds_seen, u64(rounds_in))


@inline
def count_game(counters, levels, rows, sizes, tables, game, row):
    """Count one game; returns the row after its last round."""
    g = u64(game)
    rounds, turns = np.int64(rows.game_rounds[g]), np.int64(rows.game_turns[g])
    calls, assafs = 0, 0
    for r in range(row, row + rounds):
        called, met = count_round(counters, levels, rows, sizes, u64(r), game * sizes.players)
        calls += 1 if called else 0
        assafs += 1 if met else 0
    stopped = rows.stopped[g] != 0
    sums = counters.game
    sums[GAMES] += 1
    sums[GAME_ROUNDS] += rounds
    sums[GAME_TURNS] += turns
    sums[GAME_TURNS_A_ROUND] += parts(turns, rounds, MILLION)
    sums[GAME_STOPPED] += 1 if stopped else 0
    sums[GAME_WITH_CALL] += 1 if calls > 0 else 0
    sums[GAME_ASSAFS] += assafs
    sums[GAME_ASSAF_A_CALL] += parts(assafs, max(calls, 1), BILLION)
    counters.game_rounds[u64(rounds)] += 1
    mark(counters.game_rounds_seen, u64(rounds))
    if turns < counters.game_turns.size:
        counters.game_turns[u64(turns)] += 1
        mark(counters.game_turns_seen, u64(turns))
    else:
        write_row(tables.longer, tables.used, LONGER, (counters.batch[u64(0)], turns, 1))
    count_seats(counters, levels, rows, sizes, game, stopped)
    return row + rounds


@kernel
def count_games(counters, levels, rows, forked, sizes, tables, counting):
    """Count whole games, and write the sums of every batch that is over.

    Parameters
    ----------
    counters, levels, sizes, tables
        See `sim.kernels.tally_rows`.
    rows, forked, counting
        See :class:`Counted`, `Forked` of `sim.kernels.tally_forks`, and :class:`Counting`; seats and forks lie in the
        order of the games, `players` seats a game.

    Returns
    -------
    Reached
        Where to go on, with more room in the tables, when it is not over.
    """
    game, row, fork = counting.game, counting.row, counting.fork
    while game < counting.n_games:
        number = counting.first_number + game
        if number >= counters.batch[u64(1)]:
            if not has_room(counters, tables, sizes):
                return Reached(game, row, fork, 0)
            write_batch(counters, levels, tables, sizes)
            write_forks(counters, levels, tables, sizes)
            counters.batch[u64(0)] = number // sizes.batch_games
            counters.batch[u64(1)] = (number // sizes.batch_games + 1) * sizes.batch_games
        if not fits(tables.longer, tables, LONGER, 1):
            return Reached(game, row, fork, 0)
        row = count_game(counters, levels, rows, sizes, tables, game, row)
        while fork < counting.n_forks and np.int64(forked.game[u64(fork)]) == number:
            count_fork(counters, levels, forked, sizes, u64(fork))
            fork += 1
        game += 1
    if counting.end_batch != 0:
        if not has_room(counters, tables, sizes):
            return Reached(game, row, fork, 0)
        write_batch(counters, levels, tables, sizes)
        write_forks(counters, levels, tables, sizes)
        counters.batch[u64(1)] = 0
    return Reached(game, row, fork, 1)

"""Counts finished games into plain counters: the integer sums of `sim.tallies`, a batch at a time.

It reads the columns that the engine has just filled and that are still in the processor's cache. So one compile serves
every line-up, and no bot's kernel grows by it. What the counters mean is in `sim.tallies.declared`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.exact_parts import BILLION, MILLION, WHOLE
from sim.jit import inline, kernel
from sim.kernels.bits import ONE, ZERO, popcount, u64
from sim.kernels.state import END_ASSAF, END_NAMES, END_OUT, END_YANIV, NO_SCORE, NOBODY

N_ENDS = len(END_NAMES)
N_CALL_SUMS = 6
UNMET, WON, MET, ANSWERS, PENALTY, LOST = (u64(place) for place in range(N_CALL_SUMS))


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


class Counters(NamedTuple):
    """Sums of one batch, all int64: a row a key and a column a sum, so that one round touches few lines of memory."""

    turns: np.ndarray  # [players in, end, turns] x (rounds, reshuffled, reshuffles)
    by_total: np.ndarray  # [opponents, ender's total] x the sums of calls
    by_cards: np.ndarray  # [entrant, least cards, pile taken] x the sums of calls
    by_turn: np.ndarray  # [bin of turns] x the sums of calls
    turn_bin: np.ndarray  # bin by number of turns; the last is for all above
    players_in: np.ndarray  # [players in] x (rounds, undecided, opening allowed, never allowed)
    order: np.ndarray  # [players in, position] x (wins, first allowed)
    game: np.ndarray  # (games, rounds, turns, turns a round, stopped, with call, assafs, assaf a call)
    game_rounds: np.ndarray  # [rounds] x (games,)
    game_turns: np.ndarray  # [turns] x (games,)
    longer: np.ndarray  # turns of the games that are longer; the first tells how many
    seats: np.ndarray  # [seat, entrant] x the sums of seats
    seat_rounds: np.ndarray  # [rounds in] x (seats,)


class Sizes(NamedTuple):
    """Lengths of the axes."""

    players: int
    entrants: int
    turns: int
    totals: int
    cards: int


@inline
def parts(above, below, whole):
    """A ratio to the nearest whole-th."""
    return (above * whole + below // 2) // below


@inline
def add_call(sums, key, answers, own, margin):
    """One call in one view; `margin` is what the caller won against the mean of the others, in parts of a whole."""
    k = u64(key)
    if answers == 0:
        sums[k, UNMET] += 1
        sums[k, WON] += margin
    else:
        sums[k, MET] += 1
        sums[k, ANSWERS] += answers
        sums[k, PENALTY] += own
        sums[k, LOST] -= margin


@inline
def count_round(counters, rows, sizes, r, first_seat_row):
    """Count one round; returns whether it was called and whether Assaf was."""
    n = sizes.players
    players_in, turns, end, ender = (
        np.int64(rows.players_in[r]), np.int64(rows.turns[r]), np.int64(rows.end[r]), np.int64(rows.ender[r]),
    )  # fmt: skip
    at = u64((players_in * N_ENDS + end) * sizes.turns + turns)
    counters.turns[at, u64(0)] += 1
    reshuffles = np.int64(rows.reshuffles[r])
    if reshuffles != 0:
        counters.turns[at, u64(1)] += 1
        counters.turns[at, u64(2)] += reshuffles

    answers = np.int64(rows.assafs[r])
    in_bits, zero_bits, all_scores = ZERO, ZERO, 0
    for seat in range(n):
        score = np.int64(rows.score[r, u64(seat)])
        bit = ONE << u64(seat)
        if score != NO_SCORE:
            in_bits |= bit
            all_scores += score
            zero_bits |= bit if score == 0 else ZERO
    ender_bit = ONE << u64(ender) if ender != NOBODY else ZERO
    won_bits = zero_bits & ~ender_bit if answers != 0 else ender_bit  # E7

    pin = u64(players_in)
    counters.players_in[pin, u64(0)] += 1
    if won_bits == ZERO:
        counters.players_in[pin, u64(1)] += 1
    if rows.opening_allowed[r] != 0:
        counters.players_in[pin, u64(2)] += 1
    first = np.int64(rows.first[r])
    row = players_in * n
    n_won = np.int64(popcount(won_bits))
    while won_bits != ZERO:
        lowest = won_bits & (~won_bits + ONE)
        won_bits ^= lowest
        counters.order[u64(row + position_of(in_bits, lowest, first)), u64(0)] += WHOLE // n_won
    first_allowed = np.int64(rows.first_allowed[r])
    if first_allowed == NOBODY:
        counters.players_in[pin, u64(3)] += 1
    else:
        counters.order[u64(row + position_of(in_bits, ONE << u64(first_allowed), first)), u64(1)] += 1

    called = end == END_YANIV or end == END_ASSAF or end == END_OUT
    if called:
        opponents = players_in - 1
        own = np.int64(rows.score[r, u64(ender)])
        margin = (all_scores - own) * (WHOLE // opponents) - own * WHOLE
        entrant = np.int64(rows.entrant[u64(first_seat_row + ender)])
        cards = (entrant * sizes.cards + np.int64(rows.least_cards[r])) * 2 + np.int64(rows.pile_taken[r])
        add_call(counters.by_total, opponents * sizes.totals + np.int64(rows.ender_total[r]), answers, own, margin)
        add_call(counters.by_cards, cards, answers, own, margin)
        last = counters.turn_bin.size - 1
        add_call(counters.by_turn, counters.turn_bin[u64(min(turns, last))], answers, own, margin)
    return called, answers != 0


@inline
def position_of(in_bits, bit, first):
    """How many seats that are in play before the seat of `bit`, when `first` plays first."""
    before_first = (ONE << u64(first)) - ONE
    before = in_bits & (bit - ONE)
    if bit > before_first:  # from the first player up to the seat
        return np.int64(popcount(before & ~before_first))
    return np.int64(popcount(in_bits & ~before_first) + popcount(before))


@inline
def count_seats(counters, rows, sizes, game, stopped):
    """Count the seats of one game."""
    n = sizes.players
    for seat in range(n):
        s = u64(game * n + seat)
        key = u64(seat * sizes.entrants + np.int64(rows.entrant[s]))
        rounds_in = np.int64(rows.rounds_in[s])
        sums = counters.seats
        sums[key, u64(0)] += 1
        if not stopped:
            sums[key, u64(1)] += 1
            if rows.place[s] == 1:
                sums[key, u64(2)] += WHOLE // np.int64(rows.winners[u64(game)])
        sums[key, u64(3)] += np.int64(rows.place[s])
        sums[key, u64(4)] += np.int64(rows.total[s])
        sums[key, u64(5)] += rounds_in
        sums[key, u64(6)] += np.int64(rows.game_rounds[u64(game)]) - rounds_in
        sums[key, u64(7)] += np.int64(rows.calls[s])
        sums[key, u64(8)] += np.int64(rows.assafs_suffered[s])
        sums[key, u64(9)] += np.int64(rows.assafs_made[s])
        sums[key, u64(10)] += np.int64(rows.milestones[s])
        counters.seat_rounds[u64(rounds_in), u64(0)] += 1


@kernel
def count_games(counters, rows, sizes, first_game, n_games, first_round):
    """Count whole games.

    Parameters
    ----------
    counters, rows, sizes
        See :class:`Counters`, :class:`Counted`, :class:`Sizes`.
    first_game, n_games
        Which rows of games; their seats lie in the same order, `players` a game.
    first_round
        Row of the first game's first round.

    Returns
    -------
    int
        Row after the last round counted.
    """
    row = first_round
    for game in range(first_game, first_game + n_games):
        g = u64(game)
        rounds, turns = np.int64(rows.game_rounds[g]), np.int64(rows.game_turns[g])
        calls, assafs = 0, 0
        for _ in range(rounds):
            called, met = count_round(counters, rows, sizes, u64(row), game * sizes.players)
            calls += 1 if called else 0
            assafs += 1 if met else 0
            row += 1
        sums = counters.game
        sums[u64(0), u64(0)] += 1
        sums[u64(0), u64(1)] += rounds
        sums[u64(0), u64(2)] += turns
        sums[u64(0), u64(3)] += parts(turns, rounds, MILLION)
        stopped = rows.stopped[g] != 0
        sums[u64(0), u64(4)] += 1 if stopped else 0
        sums[u64(0), u64(5)] += 1 if calls > 0 else 0
        sums[u64(0), u64(6)] += assafs
        sums[u64(0), u64(7)] += parts(assafs, max(calls, 1), BILLION)
        counters.game_rounds[u64(rounds), u64(0)] += 1
        if turns < counters.game_turns.shape[0]:
            counters.game_turns[u64(turns), u64(0)] += 1
        else:
            counters.longer[u64(0)] += 1
            counters.longer[u64(counters.longer[u64(0)])] = turns
        count_seats(counters, rows, sizes, game, stopped)
    return row

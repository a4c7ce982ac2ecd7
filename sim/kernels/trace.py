"""Tells every event of a game in numbers, for the tests that compare the kernels with the twin.

A trace is ``uint64[n, WIDTH]``; its row 0 counts the rows used. Every function takes ``trace`` = None in earnest, and
numba then drops its body.
"""

from __future__ import annotations

import numpy as np

from sim.jit import inline
from sim.kernels.bits import ONE, u64

WIDTH = 24
DEAL, TURN, SLAP, END = range(1, 5)


def new_trace(n_events: int) -> np.ndarray:
    """Memory for so many events."""
    return np.zeros((n_events + 1, WIDTH), np.uint64)


@inline
def _next_row(trace, kind):
    row = trace[0, 0] + ONE
    if row >= u64(trace.shape[0]):
        row = ONE  # full: the tests see that the count is too high
    trace[0, 0] += ONE
    trace[row, 0] = u64(kind)
    return row


@inline
def trace_deal(trace, table, start, upcard):
    """Kind, round, dealer, first, upcard; from column 8 on the hands, from 16 on the cards held twice."""
    if trace is not None:
        row = _next_row(trace, DEAL)
        trace[row, 1], trace[row, 2] = u64(start.round_number), u64(start.dealer)
        trace[row, 3], trace[row, 4] = u64(start.first), upcard
        for seat in range(start.players):
            trace[row, 8 + seat], trace[row, 16 + seat] = table.hand[u64(seat)], table.twos[u64(seat)]


@inline
def trace_turn(trace, seat, play, card, reshuffled, offer, took, left, public):
    """Kind, seat, lay (ones, twos, jokers low), take, card, reshuffled, offer, took, stock; from 16 on public facts."""
    if trace is not None:
        row = _next_row(trace, TURN)
        trace[row, 1], trace[row, 2], trace[row, 3] = seat, play.ones, play.twos
        trace[row, 4], trace[row, 5], trace[row, 6] = play.jokers_low, play.take, card
        trace[row, 7], trace[row, 8], trace[row, 9], trace[row, 10] = reshuffled, offer, took, left
        if public is not None:
            trace[row, 16], trace[row, 17], trace[row, 18] = public.pile[0], public.pile[1], public.pile[2]
            trace[row, 19], trace[row, 20] = public.known[seat], public.known_twos[seat]
            trace[row, 21] = u64(public.cards[seat])


@inline
def trace_slap(trace, seat, card, offer):
    """Kind, seat, card, offer."""
    if trace is not None:
        row = _next_row(trace, SLAP)
        trace[row, 1], trace[row, 2], trace[row, 3] = seat, card, offer


@inline
def trace_end(trace, table, players, end, ender):
    """Kind, end, ender; from column 8 on the scores, from 16 on the totals."""
    if trace is not None:
        row = _next_row(trace, END)
        trace[row, 1], trace[row, 2] = u64(end), u64(ender)
        for seat in range(players):
            trace[row, 8 + seat], trace[row, 16 + seat] = u64(table.score[u64(seat)]), u64(table.total[u64(seat)])

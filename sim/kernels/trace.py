"""Tells every event of a game in numbers, for the tests that compare the kernels with the twin.

A trace is ``uint64[n, WIDTH]``; its row 0 counts the rows used. It needs the public facts to be kept.
Every function takes ``trace`` = None in earnest, and numba then drops its body.
"""

from __future__ import annotations

import numpy as np

from sim.jit import inline
from sim.kernels.bits import ONE, u64

WIDTH = 54
DEAL, VIEW, TURN, SLAP, END, BRANCH, BRANCH_END = range(1, 8)
SHIFT = 100
"""Added to what may be negative."""


def new_trace(n_events: int) -> np.ndarray:
    """Memory for so many events."""
    return np.zeros((n_events + 1, WIDTH), np.uint64)


@inline
def _next_row(trace, kind):
    row = trace[0, 0] + ONE
    if row >= u64(trace.shape[0]):
        row = ONE  # full: the tests see that the count is too high
    trace[0, 0] += ONE
    trace[row] = u64(0)
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
            if table.active[u64(seat)] != 0:
                trace[row, 8 + seat], trace[row, 16 + seat] = table.hand[u64(seat)], table.twos[u64(seat)]


@inline
def trace_view(trace, seat, view):
    """Kind, seat, turn, hand, twos, total, offer, stock, took, pile (3); by seat cards, known, twos; then see there."""
    if trace is not None:
        row = _next_row(trace, VIEW)
        trace[row, 1], trace[row, 2] = seat, u64(view.turn)
        trace[row, 3], trace[row, 4] = view.hand, view.twos
        trace[row, 5], trace[row, 6] = u64(view.hand_total), view.offer
        trace[row, 7], trace[row, 8] = u64(view.stock), u64(view.took)
        trace[row, 36], trace[row, 37] = view.discard, view.discard_twos
        for i in range(3):
            trace[row, 9 + i] = view.public.pile[i]
        for i in range(8):
            trace[row, 12 + i] = u64(view.public.cards[i])
            trace[row, 20 + i] = view.public.known[i]
            trace[row, 28 + i] = view.public.known_twos[i]
            trace[row, 38 + i] = u64(view.public.shed[i] + SHIFT)
            trace[row, 46 + i] = u64(view.public.drew[i])


@inline
def trace_turn(trace, seat, play, card, reshuffled):
    """Kind, seat, lay (ones, twos, jokers low), take, card, reshuffled."""
    if trace is not None:
        row = _next_row(trace, TURN)
        trace[row, 1], trace[row, 2], trace[row, 3] = seat, play.ones, play.twos
        trace[row, 4], trace[row, 6], trace[row, 7] = play.jokers_low, card, reshuffled
        trace[row, 5] = play.take if card != u64(0) else u64(0)


@inline
def trace_slap(trace, seat, card):
    """Kind, seat, card."""
    if trace is not None:
        row = _next_row(trace, SLAP)
        trace[row, 1], trace[row, 2] = seat, card


@inline
def trace_end(trace, table, players, end, ender):
    """Kind, end, ender; by seat from column 8 the scores, from 16 the totals."""
    if trace is not None:
        row = _next_row(trace, END)
        trace[row, 1], trace[row, 2] = u64(end), u64(ender)
        for seat in range(players):
            s = u64(seat)
            trace[row, 8 + seat] = u64(table.score[s]) if table.active[s] != 0 else u64(0)
            trace[row, 16 + seat] = u64(table.total[s])


@inline
def trace_branch(trace, stand):
    """Kind, seat, turn: a round that was called is played on (see ``forks``)."""
    if trace is not None:
        row = _next_row(trace, BRANCH)
        trace[row, 1], trace[row, 2] = stand.seat, u64(stand.turn + 1)


@inline
def trace_branch_end(trace, table, start, ending):
    """Kind, end (Assaf not decided), ender; by seat from column 8 the hand totals."""
    if trace is not None:
        row = _next_row(trace, BRANCH_END)
        trace[row, 1], trace[row, 2] = u64(ending.end), u64(ending.ender)
        for seat in range(start.players):
            if table.active[u64(seat)] != 0:
                trace[row, 8 + seat] = u64(table.hand_total[u64(seat)])

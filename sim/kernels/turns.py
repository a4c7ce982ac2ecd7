"""Writes a row a turn, where turns are kept.

Every function takes ``turns`` = None where they are not, and numba then drops its body.
"""

from __future__ import annotations

from sim.jit import inline
from sim.kernels.bits import NATURAL, ZERO, count_trailing_zeros, has_one_rank, n_cards, points, u64
from sim.kernels.state import NOBODY, TAKE_STOCK


@inline
def has_room(turns, used, rules):
    """Whether the longest round fits behind the rows used."""
    if turns is not None:
        return used + rules.max_turns <= turns.game.size
    return True


@inline
def write_lay(turns, start, turn, seat, hand, twos, total, play, rules):
    """Begin the row of a turn: the hand before it, and what is laid."""
    if turns is not None:
        row = u64(start.turn_row + turn - 1)
        turns.game[row] = start.game
        turns.round[row] = start.round_number
        turns.turn[row] = turn
        turns.seat[row] = seat
        turns.hand_total[row] = total
        turns.hand_cards[row] = n_cards(hand, twos)
        turns.lay[row] = play.ones
        turns.lay_twos[row] = play.twos
        turns.lay_cards[row] = n_cards(play.ones, play.twos)
        turns.lay_points[row] = points(play.ones, play.twos, rules)
        turns.jokers_low[row] = ZERO if has_one_rank(play.ones & NATURAL) else play.jokers_low
        turns.slapped[row] = 0


@inline
def write_take(turns, start, turn, take, card, left, reshuffled):
    """Go on with the row: where the card came from (``take``), which it was (ZERO: none was taken), the stock."""
    if turns is not None:
        row = u64(start.turn_row + turn - 1)
        if card == ZERO:
            turns.from_pile[row] = NOBODY
            turns.card[row] = NOBODY
        else:
            turns.from_pile[row] = 1 if take != TAKE_STOCK else 0
            turns.card[row] = count_trailing_zeros(card)
        turns.stock[row] = left
        turns.reshuffled[row] = reshuffled


@inline
def write_slap(turns, start, turn):
    """End the row of a turn whose card was laid at once (E4)."""
    if turns is not None:
        turns.slapped[u64(start.turn_row + turn - 1)] = 1

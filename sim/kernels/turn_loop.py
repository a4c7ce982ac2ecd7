"""The turns of a round, one after the other until it ends (T1 to T8, E4 to E6).

The loop is compiled in two places: for the rounds of a game, where the bots of the line-up are asked, and within a bot
that plays rounds out in thought.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.jit import inline
from sim.kernels import trace as tr
from sim.kernels.bits import (
    JOKER_BIT,
    NATURAL,
    ONE,
    ZERO,
    add_card,
    count_trailing_zeros,
    has_one_rank,
    points,
    remove,
    u64,
)  # fmt: skip
from sim.kernels.legality import LEGAL, fault_of, note_fault
from sim.kernels.melds import ends_as_laid, takable
from sim.kernels.philox import open_stream
from sim.kernels.public import public_draw, public_lay, public_reshuffle, public_slap, public_take
from sim.kernels.state import (
    END_FAULT,
    END_OUT,
    END_SLAPDOWN,
    END_STOPPED,
    END_YANIV,
    NOBODY,
    PICKUP_ANY,
    PICKUP_ENDS,
    SLAPDOWN_MATCHING,
    SLAPDOWN_ZERO,
    TAKE_STOCK,
)  # fmt: skip
from sim.kernels.stock import draw, reshuffle
from sim.kernels.turns import write_lay, write_slap, write_take
from sim.kernels.view import Luck, View


class Start(NamedTuple):
    """Where and when a round begins."""

    players: int
    players_in: int
    dealer: int
    first: int
    deal_id: np.uint64
    round_number: int
    game: np.uint64
    turn_row: int  # of the first turn in the columns of turns, where they are kept


class Stand(NamedTuple):
    """Where a round stands before a turn."""

    seat: np.uint64
    turn: int  # turns that were played
    discard: np.uint64
    discard_twos: np.uint64
    offer: np.uint64
    left: np.uint64  # cards in the stock
    took: np.uint64  # bit s: seat s took from the pile on its last turn
    last_turn: int  # after this one the round is stopped (E5)
    reshuffles: int


class Ending(NamedTuple):
    """How a round ended, before it is scored."""

    end: int  # END_YANIV, END_OUT, END_SLAPDOWN, END_STOPPED, or END_FAULT, which is in no row
    ender: int  # seat or NOBODY
    turns: int
    reshuffles: int
    first_allowed: int  # first seat that was allowed to call, or NOBODY
    took: np.uint64  # bit s: seat s took from the pile on its last turn
    opening_total: int  # hand total of the first player before anyone moved


@inline
def held_twice(table, seat, two_decks):
    """Cards of which a seat holds both copies; a constant with one deck, so that everything about it vanishes."""
    if two_decks is None:
        return ZERO
    return table.twos[seat]


@inline
def may_slap(rules, play, card, total):
    """E4: a hand of 0 may end the round; a matching card from the stock may be laid."""
    if rules.slapdown == SLAPDOWN_ZERO:
        return total == 0
    if rules.slapdown == SLAPDOWN_MATCHING:
        return play.take == TAKE_STOCK and matches(play.ones, card)
    return False


@inline
def matches(ones, card):
    """E4 `matching`: the lay is a single or a set with a rank, and the drawn natural card has that rank."""
    naturals = ones & NATURAL
    return card != JOKER_BIT and naturals != ZERO and has_one_rank(naturals | card)


@inline
def slapped_offer(offer, ones, twos, card, rules):
    """What may be taken after a slap: the slapped card is the last of a set."""
    if rules.set_pickup == PICKUP_ANY:
        return offer | card
    if rules.set_pickup == PICKUP_ENDS:
        first, _last = ends_as_laid(ones, twos, ZERO, rules)
        return first | card
    return card


def play_turns(
    setup, start, stand, turns, public, two_decks, trace, forks, decided, ask_call, ask_play, ask_slap,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
):  # fmt: skip
    """Play turns at ``setup.table`` until the round ends; the hands stay as they are at its end.

    ``ask_call``, ``ask_play`` and ``ask_slap`` are the functions of ``sim.kernels.dispatch`` or others like them,
    ``decided`` that of ``sim.kernels.forks``, or any other where ``forks`` is None. This function is not marked: who
    uses it marks it anew, for numba cannot compile one helper within itself.
    """
    rules, table, keys = setup.rules, setup.table, setup.keys
    luck = Luck(table.luck, keys.bot, start.deal_id, start.round_number, setup.scratch)
    seat, turn, left, took = stand.seat, stand.turn, stand.left, stand.took
    discard, discard_twos, offer = stand.discard, stand.discard_twos, stand.offer
    reshuffles = stand.reshuffles
    first_allowed = NOBODY
    opening_total = table.hand_total[seat]
    while True:
        hand, twos, total = table.hand[seat], held_twice(table, seat, two_decks), table.hand_total[seat]
        entrant = u64(table.entrant[seat])
        family = setup.families[entrant]
        seat_number = np.int64(seat)
        view = View(
            rules, seat_number, turn + 1, hand, twos, total, discard, discard_twos, offer, np.int64(left),
            np.int64(took), table.total, table.active, table.next_active, public, luck,
        )  # fmt: skip
        if total <= rules.threshold:
            if first_allowed == NOBODY:
                first_allowed = seat_number
            calls = hand == ZERO or ask_call(
                family, entrant, view, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15
            )
            if forks is not None:
                calls = decided(forks, calls, setup, start, view, reshuffles)
            if calls:
                return Ending(END_YANIV, seat_number, turn, reshuffles, first_allowed, took, opening_total)

        tr.trace_view(trace, seat, view)
        play = ask_play(family, entrant, view, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15)
        turn += 1
        fault = fault_of(view, play)
        if fault != LEGAL:
            note_fault(setup.note, fault, view, play)
            return Ending(END_FAULT, seat_number, turn, reshuffles, first_allowed, took, opening_total)
        write_lay(turns, start, turn, seat, hand, twos, total, play, rules)
        hand, twos = remove(hand, twos, play.ones, play.twos)
        laid_points = points(play.ones, play.twos, rules)
        total -= laid_points
        public_lay(public, seat, play.ones, play.twos, laid_points)
        if rules.going_out != 0 and hand == ZERO:
            table.hand[seat], table.twos[seat], table.hand_total[seat] = hand, twos, total
            tr.trace_turn(trace, seat, play, ZERO, ZERO)
            write_take(turns, start, turn, play.take, ZERO, left, ZERO)
            return Ending(END_OUT, seat_number, turn, reshuffles, first_allowed, took, opening_total)

        card = play.take
        reshuffled = ZERO
        if card == TAKE_STOCK:
            if left == ZERO:
                table.hand[seat], table.twos[seat] = hand, twos
                left = reshuffled = reshuffle(table, start.players, play.ones, play.twos, two_decks)
                reshuffles += 1
                open_stream(table.stream, keys.reshuffle, start.deal_id, start.round_number, reshuffles, 0)
                public_reshuffle(public, play.ones, play.twos)
            card = draw(table, left)
            left -= ONE
            took &= ~(ONE << seat)
            public_draw(public, seat)
        else:
            took |= ONE << seat
            public_take(public, seat, card, table.card_points[count_trailing_zeros(card)])
        if two_decks is None:
            hand += card
        else:
            hand, twos = add_card(hand, twos, card)
        total += table.card_points[count_trailing_zeros(card)]
        table.hand[seat], table.hand_total[seat] = hand, total
        if two_decks is not None:
            table.twos[seat] = twos
        discard, discard_twos = play.ones, play.twos
        offer = takable(discard, discard_twos, play.jokers_low, rules)
        tr.trace_turn(trace, seat, play, card, reshuffled)
        write_take(turns, start, turn, play.take, card, left, reshuffled)

        if may_slap(rules, play, card, total):
            after = View(
                rules, seat_number, turn, hand, twos, total, discard, discard_twos, offer, np.int64(left),
                np.int64(took), table.total, table.active, table.next_active, public, luck,
            )  # fmt: skip
            tr.trace_view(trace, seat, after)
            if ask_slap(
                family, entrant, after, card, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15
            ):
                write_slap(turns, start, turn)
                if rules.slapdown == SLAPDOWN_ZERO:
                    return Ending(END_SLAPDOWN, seat_number, turn, reshuffles, first_allowed, took, opening_total)
                hand, twos = remove(hand, twos, card, ZERO)
                table.hand[seat], table.twos[seat] = hand, twos
                table.hand_total[seat] = total - table.card_points[count_trailing_zeros(card)]
                offer = slapped_offer(offer, discard, discard_twos, card, rules)
                discard, discard_twos = add_card(discard, discard_twos, card)
                public_slap(public, seat, card)
                tr.trace_slap(trace, seat, card)
        if turn == stand.last_turn:
            return Ending(END_STOPPED, NOBODY, turn, reshuffles, first_allowed, took, opening_total)
        seat = u64(table.next_active[seat])

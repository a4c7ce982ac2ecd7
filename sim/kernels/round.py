"""One round: from the deal to its end (D2, T1 to T8, E4 to E6), and the branches of its forks."""

from __future__ import annotations

from sim.jit import inline
from sim.kernels import trace as tr
from sim.kernels.bits import ZERO, u64
from sim.kernels.dispatch import ask_call, ask_play, ask_slap
from sim.kernels.forks import BRANCH_TURN, CALL_CHOSEN, begin_branch, begin_round, decided, end_branch
from sim.kernels.public import public_deal
from sim.kernels.state import END_FAULT, NOBODY
from sim.kernels.stock import deal
from sim.kernels.turn_loop import Ending, Stand, play_turns

turns_of_game = inline(play_turns)


@inline
def play_round(
    setup, start, turns, public, two_decks, trace, forks,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
):  # fmt: skip
    """Play one round at ``setup.table``; the hands stay as they are at its end."""
    rules, table, keys = setup.rules, setup.table, setup.keys
    offer, left = deal(
        table, rules, start.dealer, start.players_in, keys.deal, start.deal_id, start.round_number, two_decks
    )
    public_deal(public, table, start.players, rules.hand_size, offer)
    tr.trace_deal(trace, table, start, offer)
    begin_round(forks)
    stand = Stand(u64(start.first), 0, offer, ZERO, offer, left, ZERO, rules.max_turns, 0)
    of_game = Ending(END_FAULT, NOBODY, 0, 0, NOBODY, ZERO, 0)
    while True:  # a second time for a branch, in the same place: what is written twice is compiled twice
        ending = turns_of_game(
            setup, start, stand, turns, public, two_decks, trace, forks, decided, ask_call, ask_play, ask_slap,
            b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
        )  # fmt: skip
        if forks is None:
            return ending
        if ending.end == END_FAULT:
            return ending
        if forks.state[BRANCH_TURN] != 0:
            tr.trace_branch_end(trace, table, start, ending)
            end_branch(forks, setup, start, ending, of_game.ender)
            return of_game
        of_game = ending
        if forks.state[CALL_CHOSEN] == 0:
            return of_game
        stand = begin_branch(forks, table, ending.ender, rules)
        tr.trace_branch(trace, stand)

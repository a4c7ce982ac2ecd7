"""Forks: what a call is worth against going on one more turn, from the same position with the same cards.

A chance to call is chosen by a random number of its own, whatever the bot then decides. Of its two branches the game
itself plays one. The other is settled here: a call by the hands as they lie; a turn without the call by playing the
round on from the position in which it was called, when that round is over. So the game cannot be disturbed: all that a
branch changes is the hands, and those are put back before the round is scored.

Every function takes ``forks`` = None where there are none, and numba then drops its body.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sim.exact_parts import WHOLE
from sim.jit import inline
from sim.kernels.bits import ZERO, n_cards, u64
from sim.kernels.philox import below, open_stream
from sim.kernels.scoring import score_round
from sim.kernels.state import END_YANIV, MAX_PLAYERS, Table
from sim.kernels.turn_loop import Stand
from sim.rng import BLOCKS_PER_CHANCE, FORK_WINS_ONE_IN

THOUSAND = u64(1000)
WINS_ONE_IN = u64(FORK_WINS_ONE_IN)

# Places of `Forks.state`.
USED, FIRST, CALL_CHOSEN, BRANCH_TURN, N_TURNED, NOW_TURNED = (u64(i) for i in range(6))
STATE_SIZE: Final = 6

# Places of `Forks.place`: where a round stood when a chosen chance was taken.
(
    PLACE_LEFT, PLACE_TOOK, PLACE_DISCARD, PLACE_DISCARD_TWOS, PLACE_OFFER, PLACE_RESHUFFLES, PLACE_TURN,
) = (u64(i) for i in range(7))  # fmt: skip
PLACE_SIZE: Final = 7


class ForkColumns(NamedTuple):
    """One row a chance to call that was chosen; values are own score less the mean of the others', in 840ths."""

    game: np.ndarray
    round: np.ndarray
    turn: np.ndarray  # number of the turn, from 1
    seat: np.ndarray
    entrant: np.ndarray  # number of the cell's distinct entrant
    total: np.ndarray  # of the hand
    opponents: np.ndarray  # still in
    least_cards: np.ndarray  # smallest hand of theirs
    called: np.ndarray  # what the bot did
    for_wins: np.ndarray  # whether the game is played both ways to its end, too
    call: np.ndarray  # value of calling
    wait: np.ndarray  # value of playing on


class Forks(NamedTuple):
    """What forks need; see the top of this file."""

    share: np.uint64  # chances that are chosen, in 1,000
    key: np.uint64
    stream: np.ndarray
    state: np.ndarray  # int64[STATE_SIZE]
    place: np.ndarray  # uint64[PLACE_SIZE]
    kept: np.ndarray  # uint64[3, 8]: the hands of the game while a branch is played
    table: Table  # where branches are scored
    turned: np.ndarray  # int64[n, 3]: games to be played with one decision turned round: game, round, turn
    rows: ForkColumns


@inline
def has_room_for_chances(forks, rules):
    """Whether the chances of the longest round fit behind the rows used."""
    if forks is not None:
        return forks.state[USED] + rules.max_turns <= forks.rows.game.size
    return True


@inline
def begin_round(forks):
    """Nothing is chosen yet."""
    if forks is not None:
        forks.state[FIRST], forks.state[CALL_CHOSEN], forks.state[BRANCH_TURN] = forks.state[USED], 0, 0


@inline
def decided(forks, calls, setup, start, view, reshuffles):
    """Whether the call is made that the bot decided on; a chosen chance is noted, in the game itself."""
    if forks is not None:
        state = forks.state
        if view.hand == ZERO:  # T1: who has no cards has no choice
            return calls
        if state[N_TURNED] != 0:
            turned, number = forks.turned, u64(state[NOW_TURNED])
            is_it = turned[number, u64(1)] == start.round_number and turned[number, u64(2)] == view.turn
            return calls != is_it
        if state[BRANCH_TURN] != 0:
            return calls and view.turn != state[BRANCH_TURN]
        open_stream(
            forks.stream, forks.key, start.deal_id, start.round_number, 0, view.turn * BLOCKS_PER_CHANCE
        )  # fmt: skip
        if below(forks.stream, THOUSAND) < forks.share:
            _note_chance(forks, calls, setup, start, view)
            if calls:
                state[CALL_CHOSEN] = 1
                place = forks.place
                place[PLACE_LEFT], place[PLACE_TOOK], place[PLACE_OFFER] = u64(view.stock), u64(view.took), view.offer
                place[PLACE_DISCARD], place[PLACE_DISCARD_TWOS] = view.discard, view.discard_twos
                place[PLACE_RESHUFFLES], place[PLACE_TURN] = u64(reshuffles), u64(view.turn)
            else:
                row = u64(state[USED] - 1)
                forks.rows.call[row] = _value(forks, setup, start, END_YANIV, view.seat, view.seat)
    return calls


@inline
def _note_chance(forks, calls, setup, start, view):
    table, rows = setup.table, forks.rows
    at = u64(forks.state[USED])
    forks.state[USED] += 1
    opponents, least = 0, 1000
    for seat in range(start.players):
        s = u64(seat)
        if table.active[s] != 0 and seat != view.seat:
            opponents += 1
            least = min(least, np.int64(n_cards(table.hand[s], table.twos[s])))
    rows.game[at], rows.round[at], rows.turn[at], rows.seat[at] = start.game, start.round_number, view.turn, view.seat
    rows.entrant[at] = setup.entrants[u64(table.entrant[u64(view.seat)])]
    rows.total[at], rows.opponents[at], rows.least_cards[at] = view.hand_total, opponents, least
    rows.called[at] = 1 if calls else 0
    rows.for_wins[at] = 1 if below(forks.stream, WINS_ONE_IN) == ZERO else 0
    rows.call[at] = rows.wait[at] = 0


@inline
def _value(forks, setup, start, end, ender, seat):
    """Value of a round that ended so, with the hands as they lie, for a seat; the table is not touched."""
    own = forks.table
    for place in range(start.players):
        s = u64(place)
        own.hand_total[s], own.active[s] = setup.table.hand_total[s], setup.table.active[s]
    score_round(own, start.players, end, ender, setup.rules)
    return margin(own, start, seat)


@inline
def margin(table, start, seat):
    """Own score less the mean of the others', in 840ths: 1 to 7 opponents divide it."""
    others = 0
    for place in range(start.players):
        s = u64(place)
        if table.active[s] != 0 and place != seat:
            others += table.score[s]
    return table.score[u64(seat)] * WHOLE - others * (WHOLE // (start.players_in - 1))


@inline
def begin_branch(forks, table, ender, rules):
    """Keep the hands, and give where the round stood: whoever called is to play that turn."""
    for seat in range(MAX_PLAYERS):
        s = u64(seat)
        forks.kept[u64(0), s], forks.kept[u64(1), s] = table.hand[s], table.twos[s]
        forks.kept[u64(2), s] = u64(table.hand_total[s])
    place = forks.place
    turn = np.int64(place[PLACE_TURN])
    forks.state[BRANCH_TURN] = turn
    return Stand(
        u64(ender), turn - 1, place[PLACE_DISCARD], place[PLACE_DISCARD_TWOS], place[PLACE_OFFER], place[PLACE_LEFT],
        place[PLACE_TOOK], rules.max_turns, np.int64(place[PLACE_RESHUFFLES]),
    )  # fmt: skip


@inline
def end_branch(forks, setup, start, ending, seat):
    """Note what the branch was worth to who had called, and put the hands back."""
    forks.rows.wait[u64(forks.state[USED] - 1)] = _value(forks, setup, start, ending.end, ending.ender, seat)
    table = setup.table
    for place in range(MAX_PLAYERS):
        s = u64(place)
        table.hand[s], table.twos[s] = forks.kept[u64(0), s], forks.kept[u64(1), s]
        table.hand_total[s] = np.int64(forks.kept[u64(2), s])
    forks.state[CALL_CHOSEN] = forks.state[BRANCH_TURN] = 0


@inline
def end_round(forks, table, start):
    """Note what the round came to for every chance chosen in it: the branch that the game itself took."""
    if forks is not None:
        rows = forks.rows
        for row in range(forks.state[FIRST], forks.state[USED]):
            at = u64(row)
            value = margin(table, start, np.int64(rows.seat[at]))
            if rows.called[at] != 0:
                rows.call[at] = value
            else:
                rows.wait[at] = value

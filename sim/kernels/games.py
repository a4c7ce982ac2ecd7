"""The outermost kernel: plays consecutive games of one cell and fills the columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sim.jit import inline, kernel
from sim.kernels.bits import ONE, ZERO, n_cards, u64
from sim.kernels.forks import N_TURNED, NOW_TURNED, USED, end_round, has_room_for_chances
from sim.kernels.legality import NOTE_GAME, NOTE_ROUND
from sim.kernels.round import play_round
from sim.kernels.scoring import (
    add_scores,
    count_winners,
    eliminate,
    lowest_other,
    place_game,
    place_single_round,
    score_round,
)  # fmt: skip
from sim.kernels.state import (
    END_FAULT,
    END_OUT,
    END_STOPPED,
    END_YANIV,
    NO_SCORE,
    NOBODY,
    GameColumns,
    Keys,
    RoundColumns,
    Rules,
    SeatColumns,
    Table,
    TurnColumns,
)  # fmt: skip
from sim.kernels.trace import trace_end
from sim.kernels.turn_loop import Start
from sim.kernels.turns import has_room

STILL_IN = 1 << 40
"""Round of elimination of a seat that is still in: later than any."""


class Setup(NamedTuple):
    """What stays the same over a run's cell in one thread."""

    rules: Rules
    keys: Keys
    table: Table
    families: np.ndarray  # int64[place in the line-up]: number in the registry
    entrants: np.ndarray  # int64[place in the line-up]: number of the cell's distinct entrant
    scratch: np.ndarray  # uint64[512 or more] for the bots
    note: np.ndarray  # see ``legality``: where the thread plays, and what a bot did wrong there


class Job(NamedTuple):
    """Which games to play."""

    first_game: int
    n_games: int
    rotations: int
    players: int


class Columns(NamedTuple):
    """Where the rows go."""

    rounds: RoundColumns
    games: GameColumns
    seats: SeatColumns
    turns: TurnColumns | None


class Finish(NamedTuple):
    """A game that is over."""

    game: np.uint64
    deal: np.uint64
    rotation: int
    rounds: int
    turns: int
    stopped: bool


class Played(NamedTuple):
    """How far the kernel came: whole games only."""

    games: int
    rounds: int
    turns: int
    forks: int


@inline
def next_in(table, players, seat):
    """The next seat clockwise that is still in the game."""
    seat = seat + 1 if seat + 1 < players else 0
    while table.active[u64(seat)] == 0:
        seat = seat + 1 if seat + 1 < players else 0
    return seat


@inline
def start_game(table, players, rotation):
    """Everybody in, nothing scored; rotation r moves every entrant r seats clockwise."""
    for seat in range(players):
        s = u64(seat)
        table.total[s] = 0
        table.active[s] = 1
        table.entrant[s] = seat - rotation if seat >= rotation else seat - rotation + players
        table.out_round[s] = STILL_IN
        table.rounds_in[s] = 0
        table.calls[s] = 0
        table.assafs_suffered[s] = 0
        table.assafs_made[s] = 0
        table.milestones[s] = 0


@inline
def opener(table, players, dealer, last_ender, rules):
    """D4: who plays first; ``last_ender`` is the seat that ended the last round, or NOBODY."""
    if rules.winner_opens != 0 and last_ender != NOBODY:
        seat = last_ender
        for _ in range(players):
            seat = seat + 1 if seat + 1 < players else 0
            if table.winner[u64(seat)] != 0:
                return seat if table.active[u64(seat)] != 0 else next_in(table, players, seat)
    return next_in(table, players, dealer)


@inline
def write_round(columns, row, game, start, ending, scored, table, rules):
    """Everything about the round but the totals, which follow when they are known."""
    end, assafs = scored
    ender = ending.ender
    columns.game[row] = game
    columns.round[row] = start.round_number
    columns.dealer[row] = start.dealer
    columns.first[row] = start.first
    columns.players_in[row] = start.players_in
    columns.turns[row] = ending.turns
    columns.end[row] = end
    columns.ender[row] = ender
    columns.assafs[row] = assafs
    columns.reshuffles[row] = ending.reshuffles
    columns.first_allowed[row] = ending.first_allowed
    columns.opening_allowed[row] = 1 if ending.opening_total <= rules.threshold else 0
    if ender == NOBODY:
        columns.ender_total[row] = NOBODY
        columns.lowest_other[row] = NOBODY
        columns.least_cards[row] = NOBODY
        columns.pile_taken[row] = NOBODY
    else:
        least = 1000
        for seat in range(start.players):
            s = u64(seat)
            if table.active[s] != 0 and seat != ender:
                least = min(least, np.int64(n_cards(table.hand[s], table.twos[s])))
        columns.ender_total[row] = table.hand_total[u64(ender)]
        columns.lowest_other[row] = lowest_other(table, start.players, ender)
        columns.least_cards[row] = least
        columns.pile_taken[row] = 1 if ending.took & ~(ONE << u64(ender)) != ZERO else 0
    for seat in range(start.players):
        s = u64(seat)
        columns.score[row, s] = table.score[s] if table.active[s] != 0 else NO_SCORE


@inline
def write_game(columns, row, finish, table, players):
    """Write one row of ``games``."""
    winner, winners = count_winners(table, players)
    columns.game[row] = finish.game
    columns.deal[row] = finish.deal
    columns.rotation[row] = finish.rotation
    columns.rounds[row] = finish.rounds
    columns.turns[row] = finish.turns
    columns.winner[row] = winner
    columns.winners[row] = winners
    columns.stopped[row] = 1 if finish.stopped else 0


@inline
def write_seats(columns, row, game, table, players, entrants):
    """A row of ``seats`` for each seat, from ``row`` on."""
    for seat in range(players):
        s = u64(seat)
        at = row + s
        columns.game[at] = game
        columns.seat[at] = seat
        columns.entrant[at] = entrants[u64(table.entrant[s])]
        columns.place[at] = table.place[s]
        columns.total[at] = table.total[s]
        columns.rounds_in[at] = table.rounds_in[s]
        columns.calls[at] = table.calls[s]
        columns.assafs_suffered[at] = table.assafs_suffered[s]
        columns.assafs_made[at] = table.assafs_made[s]
        columns.milestones[at] = table.milestones[s]


@kernel
def play_games(
    setup, job, columns, stop, public, two_decks, trace, forks,
    b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
):  # fmt: skip
    """Play games until they are all played, the round columns are full, ``stop[0]`` is set, or a bot breaks a rule.

    Parameters
    ----------
    setup, job, columns
        See :class:`Setup`, :class:`Job`, :class:`Columns`. The columns need one row a game and ``players`` rows of
        seats a game; the number of rows of rounds, and of turns where they are kept, decides how far a call comes.
        A round needs room for as many turns as the rules allow.
    stop
        ``uint8[1]``, looked at once a round.
    public
        :class:`Public` or None.
    two_decks
        None with one deck, anything else with two.
    trace
        See ``sim.kernels.trace``, or None.
    forks
        See ``sim.kernels.forks``, or None. Where it lists games with a decision turned round, those are played, in
        its order, instead of the job's.
    b0, ..., b15
        Parameters by family, see ``sim.kernels.dispatch``.

    Returns
    -------
    Played
        Games finished and rows written; a game that did not fit left none.
    """
    rules, table = setup.rules, setup.table
    players = job.players
    capacity = columns.rounds.game.size
    row, turns_in_all = 0, 0
    for number in range(job.n_games):
        game = job.first_game + number
        n_forks = 0
        if forks is not None:
            n_forks = forks.state[USED]
            if forks.state[N_TURNED] != 0:
                forks.state[NOW_TURNED] = job.first_game + number
                game = forks.turned[u64(job.first_game + number), u64(0)]
        deal_id, rotation = game // job.rotations, game % job.rotations
        start_game(table, players, rotation)
        players_in, round_number, turns = players, 0, 0
        dealer, ender = players - 1, NOBODY
        first_row = row
        stopped = False
        while True:
            if row == capacity or stop[0] != 0 or not has_room(columns.turns, turns_in_all + turns, rules):
                return Played(number, first_row, turns_in_all, n_forks)
            if not has_room_for_chances(forks, rules):
                return Played(number, first_row, turns_in_all, n_forks)
            round_number += 1
            dealer = next_in(table, players, dealer)
            first = opener(table, players, dealer, ender, rules)
            for seat in range(players):
                if table.active[u64(seat)] != 0:
                    table.next_active[u64(seat)] = next_in(table, players, seat)
                    table.rounds_in[u64(seat)] += 1
            setup.note[NOTE_GAME], setup.note[NOTE_ROUND] = u64(game), u64(round_number)
            start = Start(
                players, players_in, dealer, first, u64(deal_id), round_number, u64(game), turns_in_all + turns
            )  # fmt: skip
            ending = play_round(
                setup,
                start,
                columns.turns,
                public,
                two_decks,
                trace,
                forks,
                b0,
                b1,
                b2,
                b3,
                b4,
                b5,
                b6,
                b7,
                b8,
                b9,
                b10,
                b11,
                b12,
                b13,
                b14,
                b15,
            )
            if ending.end == END_FAULT:
                return Played(number, first_row, turns_in_all, n_forks)
            ender = ending.ender
            scored = score_round(table, players, ending.end, ender, rules)
            end_round(forks, table, start)
            if ending.end == END_YANIV or ending.end == END_OUT:
                table.calls[u64(ender)] += 1
            at = u64(row)
            write_round(columns.rounds, at, u64(game), start, ending, scored, table, rules)
            add_scores(table, players, rules)
            for seat in range(players):
                s = u64(seat)
                columns.rounds.total[at, s] = table.total[s] if table.active[s] != 0 else NO_SCORE
            trace_end(trace, table, players, scored[0], ender)
            row += 1
            turns += ending.turns
            if rules.single_round != 0:
                stopped = ending.end == END_STOPPED
                place_single_round(table, players, stopped)
                break
            out = eliminate(table, players, round_number, rules)
            players_in -= out
            if players_in == 1 or (out != 0 and rules.first_out != 0):
                place_game(table, players, rules)
                break
            if round_number == rules.max_rounds:
                stopped = True
                place_game(table, players, rules)
                break
        if stopped:
            for seat in range(players):
                table.winner[u64(seat)] = 0
        at = u64(number)
        finish = Finish(u64(game), u64(deal_id), rotation, round_number, turns, stopped)
        write_game(columns.games, at, finish, table, players)
        write_seats(columns.seats, at * u64(players), u64(game), table, players, setup.entrants)
        turns_in_all += turns
    n_forks = 0
    if forks is not None:
        n_forks = forks.state[USED]
    return Played(job.n_games, row, turns_in_all, n_forks)

"""Invariants of how a round is played: who is in, who deals, moves and ends, and what the end allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.verify.invariants import equals, holds
from sim.verify.play import ASSAF, NO_SCORE, NULL, OUT, SLAPDOWN, STOPPED, YANIV, Array
from sim.verify.seats_in_turn import nth_seat, place_in_turn

if TYPE_CHECKING:
    from sim.verify.play import Play


@holds("rounds", "D1", "dealer", "first", "ender", "first_allowed")
def seats_exist(play: Play) -> Array:
    """Seats are numbered below the number of players."""
    rounds, players = play.rounds, play.players
    must = (rounds["dealer"] < players) & (rounds["first"] < players)
    may = [(rounds[name] < players) | (rounds[name] == NULL) for name in ("ender", "first_allowed")]
    return must & may[0] & may[1]


@equals("rounds", "S4", "players_in")
def players_in(play: Play) -> Array:
    """As many seats play as have a score."""
    return play.n_in


@holds("rounds", "S4", "score", "total")
def score_and_total(play: Play) -> Array:
    """A seat has a score and a total, or neither when it is out."""
    return ~(play.is_in ^ (play.total_cells != NO_SCORE)).any(axis=0)


@equals("rounds", "S4", "seats in")
def still_in(play: Play) -> tuple[Array, Array]:
    """All play the first round, later those that are not yet out."""
    everyone = (1 << play.players) - 1
    expected = play.previous(play.survivors, everyone)
    return _by_seat(play.members, play.players), _by_seat(expected, play.players)


@equals("rounds", "D3", "dealer")
def dealer(play: Play) -> Array:
    """Seat 0 deals the first round, then the deal moves to the next seat still in."""
    before = play.previous(play.rounds["dealer"], play.players - 1)
    return play.next_in(play.members, before)


@equals("rounds", "D4", "first")
def first(play: Play) -> Array:
    """The seat after the dealer plays first, or the last round's winner where the variant says so."""
    after_dealer = play.next_in(play.members, play.rounds["dealer"])
    if play.variant.opening != "round_winner":
        return after_dealer
    winner = play.next_in(play.bits(play.wins_round), play.rounds["ender"])  # of several, the first after the caller
    from_winner = nth_seat(play.players, play.members, play.previous(winner, 0), 0)
    somebody_won = play.previous(np.asarray(play.wins_round.any(axis=0)), False)
    return np.where(somebody_won, from_winner, after_dealer)


@holds("rounds", "E4, E6", "end")
def end_allowed(play: Play) -> Array:
    """A round ends as the variant allows."""
    allowed = np.zeros(256, bool)
    allowed[[YANIV, STOPPED]] = True
    allowed[ASSAF] = play.variant.assaf
    allowed[OUT] = play.variant.going_out
    allowed[SLAPDOWN] = play.variant.slapdown == "zero" and play.variant.jokers > 0
    return allowed[play.end]


@holds("rounds", "E5", "end", "ender", "ender_total", "lowest_other", "least_cards", "pile_taken")
def stopped_by_nobody(play: Play) -> Array:
    """A stopped round has no ender and nothing that needs one, any other has both."""
    is_stopped = play.end == STOPPED
    right = np.ones(play.n_rounds, bool)
    for name in ("ender", "ender_total", "lowest_other", "least_cards", "pile_taken"):
        right &= (play.rounds[name] == NULL) == is_stopped
    return right


@holds("rounds", "E5", "end", "turns")
def turns_within_guard(play: Play) -> Array:
    """Nobody calls after the last turn allowed, a stopped round has them all, going out and slapping down take one."""
    turns, most = play.rounds["turns"].astype(np.int64), play.variant.max_turns
    takes_one = (play.end == OUT) | (play.end == SLAPDOWN)
    within = (turns >= takes_one) & (turns + ~(takes_one | _may_have_gone_out(play)) <= most)
    return np.where(play.end == STOPPED, turns == most, within)


@holds("rounds", "T2", "ender", "first", "turns", "end")
def enders_turn(play: Play) -> Array:
    """The round ends on the ender's turn, counted clockwise from the first player."""
    turns, ender = play.rounds["turns"].astype(np.int64), play.rounds["ender"]
    called = (ender == play.seat_of_turn(turns)) & ((play.end == YANIV) | (play.end == ASSAF))
    laid_last = (play.end == OUT) | (play.end == SLAPDOWN) | _may_have_gone_out(play)
    went_out = (ender == play.seat_of_turn(np.maximum(turns, 1) - 1)) & laid_last
    return called | went_out | (play.end == STOPPED)


@holds("rounds", "E1", "ender", "score")
def ender_is_in(play: Play) -> Array:
    """Who ends a round plays in it."""
    return (play.is_ender & play.is_in).any(axis=0) | ~play.has_ender


@holds("rounds", "T1, E4, E6", "end", "ender_total")
def ender_total(play: Play) -> Array:
    """A caller's hand is within the threshold, whoever goes out or slaps down holds 0."""
    most = np.where(play.was_called & (play.end != OUT), play.variant.threshold, 0)
    return play.ender_total <= most


@holds("rounds", "C2, D2", "score", "lowest_other", "players_in")
def hand_totals(play: Play) -> Array:
    """No hand is worth more than its cards can be."""
    lowest = np.where(play.has_ender, play.rounds["lowest_other"], 0)
    highest = np.where(play.is_opponent, play.score, 0).max(axis=0)
    return np.maximum(lowest, highest) <= _most_points(play)


@holds("rounds", "D2, E4", "least_cards", "lowest_other", "turns")
def least_cards(play: Play) -> Array:
    """An opponent holds 1 card up to a full hand, none only after a slap; all of it before the own first turn."""
    cards, hand_size = play.rounds["least_cards"].astype(np.int64), play.variant.hand_size
    fewest = np.where(_has_moved_opponent(play), 0 if play.variant.slapdown == "matching" else 1, hand_size)
    within = (cards >= fewest) & (cards <= hand_size)
    worth = play.rounds["lowest_other"] <= cards * (_most_points(play) // hand_size)
    return (within & worth) | ~play.has_ender


@holds("rounds", "T6", "pile_taken", "turns")
def pile_taken(play: Play) -> Array:
    """No opponent has taken a card before having moved."""
    return (play.rounds["pile_taken"] != 1) | _has_moved_opponent(play)


@holds("rounds", "T1", "first_allowed", "opening_allowed", "first", "turns", "end")
def first_allowed(play: Play) -> Array:
    """The first seat allowed to call had its turn; a call needs such a seat, without turns the first player."""
    seat, turns = play.rounds["first_allowed"], play.rounds["turns"].astype(np.int64)
    at_once = play.rounds["opening_allowed"] == 1
    nobody = seat == NULL
    is_in = (play.members >> (seat & 7)) & 1 == 1
    place = place_in_turn(play.players, play.members, play.rounds["first"], seat).astype(np.int64)
    asked = turns + ((play.end == YANIV) | (play.end == ASSAF))  # times that somebody might have called
    before = np.where((place == 0) & ~at_once, play.n_in, place)
    somebody = is_in & (before < asked) & (~at_once | (place == 0))
    by_call = (play.end == YANIV) | (play.is_assaf & ~_may_have_gone_out(play))
    return np.where(nobody, ~by_call & ~at_once, somebody) & (at_once | (turns > 0))


@holds("rounds", "T8", "reshuffles", "turns", "players_in")
def reshuffles(play: Play) -> Array:
    """The discards are shuffled only after a whole stock was drawn, and at most once a turn."""
    variant = play.variant
    stock = variant.deck_size(play.players) - play.n_in * variant.hand_size - 1
    return play.rounds["reshuffles"] <= np.maximum(play.rounds["turns"] - stock, 0)


def _may_have_gone_out(play: Play) -> Array:
    """Assafs that may have met somebody who went out (E6)."""
    return play.is_assaf & (play.ender_total == 0) & play.variant.going_out


def _has_moved_opponent(play: Play) -> Array:
    """Whether an opponent of the ender has played a turn."""
    by_own_turn = (play.end == OUT) | (play.end == SLAPDOWN)
    return play.rounds["turns"] > by_own_turn


def _most_points(play: Play) -> int:
    """No hand is worth more (C2): high cards only."""
    return play.variant.hand_size * (10 if play.variant.face_points == "ten" else 13)


def _by_seat(members: Array, players: int) -> Array:
    return np.unpackbits(members[None, :], axis=0, count=players, bitorder="little").astype(bool)

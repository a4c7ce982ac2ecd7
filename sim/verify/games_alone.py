"""Invariants of runs that keep games and seats alone: what these two tables prove of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.verify.invariants import GAMES_ALONE, equals, holds
from sim.verify.play import NULL, Array

if TYPE_CHECKING:
    from sim.verify.play import Play


@holds("games", "E5, S6", "rounds", "turns", details=GAMES_ALONE)
def within_guards(play: Play) -> Array:
    """A game has one round up to the most allowed, a single round is one, and a round no more turns than allowed."""
    rounds, turns = play.games["rounds"].astype(np.int64), play.games["turns"].astype(np.int64)
    most = play.variant.max_rounds if play.variant.score_limit else 1
    return (rounds >= 1) & (rounds <= most) & (turns <= rounds * play.variant.max_turns)


@holds("seats", "S4, S5", "rounds_in", "total", details=GAMES_ALONE)
def rounds_in_alone(play: Play) -> Array:
    """Who is still in played every round, nobody played more, and the last round had two players or more."""
    rounds = play.games["rounds"]
    rounds_in = play.seats["rounds_in"]
    in_all = rounds_in == rounds
    must = _still_in(play) | (play.variant.game_end == "first_out")
    return ((rounds_in >= 1) & (rounds_in <= rounds) & (in_all | ~must)).all(axis=0) & (in_all.sum(axis=0) >= 2)


@holds("games", "E5, S5, S6", "stopped", "rounds", "turns", details=GAMES_ALONE)
def stopped_alone(play: Play) -> Array:
    """A game without a decision is stopped after the most rounds, a single round after the most turns."""
    is_stopped = play.games["stopped"] == 1
    if play.variant.score_limit == 0:
        nobody_scored = ~play.seats["total"].any(axis=0)
        return ~is_stopped | (nobody_scored & (play.games["turns"] == play.variant.max_turns))
    at_guard = play.games["rounds"] == play.variant.max_rounds
    return (is_stopped != _is_decided(play)) & (~is_stopped | at_guard)


@holds("seats", "S5, S6", "place", "rounds_in", "total", details=GAMES_ALONE)
def place_alone(play: Play) -> Array:
    """Who is out later is placed better, then the lower total; in a single round no higher score is placed better."""
    place, total = play.seats["place"], play.seats["total"].astype(np.int64)
    if play.variant.score_limit == 0:
        is_ahead = place[:, None, :] < place[None, :, :]
        in_order = ~(is_ahead & (total[:, None, :] > total[None, :, :])).any(axis=(0, 1))
        return in_order & (place == _ranks(place)).all(axis=0)
    order = total
    if play.variant.game_end != "first_out":
        rounds_in = play.seats["rounds_in"].astype(np.int64)
        out_after = np.where(_still_in(play), 1 << 20, rounds_in)  # those still in come after all
        order = ((1 << 20) - out_after) << 20 | total
    right: Array = (place == _ranks(order)).all(axis=0)
    return right


@equals("games", "S5, S6", "winners", details=GAMES_ALONE)
def winners_alone(play: Play) -> Array:
    """Everybody at place 1 wins, nobody in a stopped game."""
    return np.count_nonzero(_wins(play), axis=0)


@equals("games", "S5, S6", "winner", details=GAMES_ALONE)
def winner_alone(play: Play) -> Array:
    """The winner is the first seat of those at place 1, null in a stopped game."""
    wins = _wins(play)
    return np.where(wins.any(axis=0), np.argmax(wins, axis=0), NULL)


@holds("seats", "T1, E6", "calls", "rounds_in", details=GAMES_ALONE)
def calls_alone(play: Play) -> Array:
    """A round is ended by one seat at most, and by one that plays in it."""
    calls = play.seats["calls"].astype(np.int64)
    return (calls.sum(axis=0) <= play.games["rounds"]) & (calls <= play.seats["rounds_in"]).all(axis=0)


@holds("seats", "E1, E3", "assafs_suffered", "assafs_made", "calls", "rounds_in", details=GAMES_ALONE)
def assafs_alone(play: Play) -> Array:
    """An Assaf is met by a call and made by a seat that does not call in that round, where Assaf is played."""
    seats = {name: values.astype(np.int64) for name, values in play.seats.items() if name != "game"}
    suffered, made = seats["assafs_suffered"], seats["assafs_made"]
    met, answered = suffered.sum(axis=0), made.sum(axis=0)
    within = (suffered <= seats["calls"]) & (made <= seats["rounds_in"] - seats["calls"]) & (made <= met - suffered)
    right: Array = within.all(axis=0) & (answered >= met)
    return right if play.variant.assaf else right & (answered == 0)


@holds("seats", "S2", "milestones", "rounds_in", details=GAMES_ALONE)
def milestones_alone(play: Play) -> Array:
    """A seat lands on a milestone once a round at most, where there are any."""
    landed: Array = play.seats["milestones"]
    most: Array = play.seats["rounds_in"]
    if not play.variant.milestones or play.variant.score_limit == 0:
        most = np.zeros_like(most)
    return ~np.asarray((landed > most).any(axis=0))


def _still_in(play: Play) -> Array:
    """By seat and game: whether its final total leaves it in (S4)."""
    limit, total = play.variant.score_limit, play.seats["total"]
    if limit == 0:
        return np.ones(total.shape, bool)
    return total < limit if play.variant.elimination == "reach" else total <= limit


def _is_decided(play: Play) -> Array:
    """Games that ended with a winner (S5)."""
    left = np.count_nonzero(_still_in(play), axis=0)
    return left < play.players if play.variant.game_end == "first_out" else left <= 1


def _ranks(order: Array) -> Array:
    """Places by an order, ties share the better one."""
    return 1 + (order[:, None, :] < order[None, :, :]).sum(axis=0)


def _wins(play: Play) -> Array:
    return (play.seats["place"] == 1) & (play.games["stopped"] == 0)

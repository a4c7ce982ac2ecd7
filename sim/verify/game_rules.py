"""Invariants of whole games: numbers, ends, places, and what is counted for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.verify.invariants import GAMES_ALONE, WITH_ROUNDS, equals
from sim.verify.play import NULL, STOPPED, Array

if TYPE_CHECKING:
    from sim.verify.play import Play

ALL_DETAILS = (*WITH_ROUNDS, *GAMES_ALONE)


@equals("games", "plan", "deal", details=ALL_DETAILS)
def deal(play: Play) -> Array:
    """Games are numbered deal by deal, each in all rotations."""
    return play.games["game"] // np.uint64(play.cell.rotations)


@equals("games", "plan", "rotation", details=ALL_DETAILS)
def rotation(play: Play) -> Array:
    """Games are numbered deal by deal, each in all rotations."""
    return play.games["game"] % np.uint64(play.cell.rotations)


@equals("games", "count", "rounds")
def rounds(play: Play) -> Array:
    """A game has as many rounds as rows."""
    return play.lengths


@equals("games", "count", "turns")
def turns(play: Play) -> Array:
    """The turns of a game are those of its rounds."""
    return play.by_game(play.rounds["turns"])


@equals("rounds", "S5, S6", "last round")
def game_ends(play: Play) -> tuple[Array, Array]:
    """A game goes on until one is left or its variant ends it, and no longer."""
    is_last = np.zeros(play.n_rounds, bool)
    is_last[play.lasts] = True
    if play.variant.score_limit == 0:
        return is_last, np.ones(play.n_rounds, bool)
    return is_last, play.once(_is_decided) | (play.rounds["round"] == play.variant.max_rounds)


@equals("games", "E5, S6", "stopped")
def stopped(play: Play) -> Array:
    """A game is stopped after the most rounds allowed, a single round after the most turns."""
    if play.variant.score_limit == 0:
        return (play.end[play.lasts] == STOPPED).astype(np.uint8)
    return (~play.once(_is_decided)[play.lasts]).astype(np.uint8)


def _is_decided(play: Play) -> Array:
    """Rounds after which the game has a winner (S5)."""
    left = play.n_survivors
    return (left < play.n_in) if play.variant.game_end == "first_out" else (left <= 1)


def places_of(play: Play) -> Array:
    """Places by seat and game (S5, S6)."""
    if play.variant.score_limit == 0:
        ahead = np.where(play.wins_round, 0, 1 + play.score)
        order = np.where(play.end == STOPPED, 0, ahead)[:, play.lasts].astype(np.int64)
    elif play.variant.game_end == "first_out":
        order = play.final_total.astype(np.int64)
    else:
        is_left = play.survives[:, play.lasts]
        out_after = np.where(is_left, 1 << 20, play.rounds_in)  # rounds; those still in come after all
        order = ((1 << 20) - out_after) << 20 | play.final_total
    places: Array = np.ones(order.shape, np.uint8)
    for other in order:
        places += other < order
    return places


@equals("seats", "S5, S6", "place")
def place(play: Play) -> Array:
    """Who is out later is placed better, then the lower total; in a single round the winners, then the lower score."""
    return play.once(places_of)


def _wins(play: Play) -> Array:
    """By seat and game: who wins it."""
    return (play.once(places_of) == 1) & (play.games["stopped"] == 0)


@equals("games", "S5, S6", "winners")
def winners(play: Play) -> Array:
    """Everybody at place 1 wins, nobody in a stopped game."""
    return np.count_nonzero(play.once(_wins), axis=0)


@equals("games", "S5, S6", "winner")
def winner(play: Play) -> Array:
    """The winner is the first seat of those at place 1, null in a stopped game."""
    wins = play.once(_wins)
    return np.where(wins.any(axis=0), np.argmax(wins, axis=0), NULL)


@equals("seats", "plan", "entrant", details=ALL_DETAILS)
def entrant(play: Play) -> Array:
    """The line-up is turned by the rotation: seat s holds its place s - rotation."""
    cell = play.cell
    numbers = np.array([[cell.entrants.index(e) for e in cell.seat_entrants(r)] for r in range(cell.rotations)])
    return numbers.T[:, play.games["rotation"] % cell.rotations]


@equals("seats", "S1", "total")
def final_total(play: Play) -> Array:
    """The final total is that after the last round played."""
    return play.final_total


@equals("seats", "count", "rounds_in")
def rounds_in(play: Play) -> Array:
    """A seat is in as many rounds as have its score."""
    return play.rounds_in


@equals("seats", "T1, E6", "calls")
def calls(play: Play) -> Array:
    """Calls are the rounds that a seat ended by a call or by going out."""
    return play.by_game(play.is_ender & play.was_called)


@equals("seats", "E3", "assafs_suffered")
def assafs_suffered(play: Play) -> Array:
    """Assafs suffered are the calls that met one."""
    return play.by_game(play.is_ender & play.is_assaf)


@equals("seats", "E1", "assafs_made")
def assafs_made(play: Play) -> Array:
    """Assafs made are the calls of others that a seat was at or below."""
    return play.by_game(play.at_or_below)

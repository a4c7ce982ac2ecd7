"""Tournaments with planted strengths, seats and neighbours: places made up by the model of Plackett and Luce."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.sparse import csr_array

from pipelines.stats.plackett_luce import Finishes
from sim.tournaments.seating import circular_orders, round_robin

Array = np.ndarray


class Seating(NamedTuple):
    """Who sits where in the games that one deal is played in: (games, seats) each."""

    entrants: Array
    before: Array  # the entrant that plays just before


def all_seats(n_entrants: int, players: int) -> Seating:
    """Every table in every circular order and rotation, as the program plays them."""
    seated = [
        order[-turn:] + order[:-turn]
        for table in round_robin(n_entrants, players)
        for order in circular_orders(table)
        for turn in range(players)
    ]
    entrants = np.array(seated)
    return Seating(entrants, np.roll(entrants, 1, axis=1))


class Planted(NamedTuple):
    """What decides a game.

    Attributes
    ----------
    strengths
        (entrants,).
    seats
        (players,): what a seat adds.
    neighbours
        (entrants, entrants): what the second, playing just before the first, adds to it.
    luck
        Standard deviation of what the cards of a deal add to a seat, the same in all its games.
    """

    strengths: Array
    seats: Array
    neighbours: Array
    luck: float = 0.0


def tournament(random: Generator, seating: Seating, planted: Planted, deals: int) -> list[Finishes]:
    """Make up the places of all games; every deal is a batch.

    A seat's worth plus Gumbel noise, sorted, is a draw from the model (Yellott 1977, J. Math. Psychol. 15).
    """
    games, players = seating.entrants.shape
    worth = planted.strengths[seating.entrants] + planted.seats + planted.neighbours[seating.entrants, seating.before]
    drawn = random.gumbel(size=(deals, games, players))
    cards = planted.luck * random.standard_normal((deals, 1, players))
    places = 1 + np.argsort(np.argsort(-(worth + drawn + cards), axis=2), axis=2)
    entrants = np.broadcast_to(seating.entrants, places.shape)
    return [as_finishes(entrants, places)]


def copied(random: Generator, seating: Seating, strengths: Array, deals: int, copies: float) -> list[Finishes]:
    """Make up places of the model exactly, although games of a deal depend on each other.

    With the chance `copies` an entrant has the same luck as in the other games of the deal that have it.
    """
    games, players = seating.entrants.shape
    own = random.gumbel(size=(deals, games, players))
    shared = random.gumbel(size=(deals, len(strengths)))[:, seating.entrants]
    same = random.uniform(size=(deals, games, 1)) < copies
    worth = strengths[seating.entrants] + np.where(same, shared, own)
    places = 1 + np.argsort(np.argsort(-worth, axis=2), axis=2)
    return [as_finishes(np.broadcast_to(seating.entrants, places.shape), places)]


def as_finishes(entrants: Array, places: Array) -> Finishes:
    """Turn (deals, games, seats) into finishes, each deal a batch."""
    deals, games, players = places.shape
    order = np.argsort(entrants, axis=2, kind="stable")
    who, where = (np.take_along_axis(a, order, axis=2).reshape(-1, players) for a in (entrants, places))
    code = np.zeros(len(who), np.int64)
    for chair in range(players):
        code = (code * 16 + who[:, chair]) * 16 + where[:, chair]
    _, first, row = np.unique(code, return_index=True, return_inverse=True)
    batch = np.repeat(np.arange(deals), games)
    counts = csr_array((np.ones(len(row), np.int64), (row, batch)), shape=(len(first), deals))
    return Finishes(who[first], where[first], counts)

"""Ratings of tournaments: planted strengths come out, seats and neighbours do not look like skill."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import numpy as np
from numpy.random import Generator

from pipelines.stats.estimate import BATCH_T, Estimate
from pipelines.stats.intervals import normal_quantile
from pipelines.stats.variance_shares import TableSums, variance_shares
from pipelines.tournament.ratings import rated
from sim.bots import parse_entrant
from sim.engine import CellPlayer
from sim.plan import Cell
from sim.rules import load_variant
from sim.tournaments.seating import circular_orders, round_robin
from tests.verification.checks import Check, Section
from tests.verification.made_tournaments import (
    Planted,
    Seating,
    all_seats,
    as_finishes,
    copied,
    tournament,
)
from tests.verification.replicates import HEADS, coverage, generator, n_replicates, rejection

SEED: Final = 83
STRENGTHS: Final = np.array([1.0, 0.6, 0.3, 0.0, -0.5, -1.4])
DEALS: Final = 64
"""The fewest that have an interval."""
PAIR_DEALS: Final = 256
"""At tables of two, for games enough to rate the best and the last."""
TOURNAMENTS: Final = 200
EFFECTS: Final = np.array([700.0, -100.0, -600.0])
SEAT_EFFECTS: Final = np.array([300.0, 0.0, -300.0])
FIELD: Final = ("greedy", "greedy:call_at=3", "greedy:call_at=1")
"""Of the A/A tournaments, which are really played."""


def one_game_a_table(n_entrants: int, players: int) -> Seating:
    """Every table once, for many quick tournaments."""
    entrants = np.array(round_robin(n_entrants, players))
    return Seating(entrants, np.roll(entrants, 1, axis=1))


def planted_ratings(
    random: Generator, n: int, players: int, copies: float
) -> Iterator[tuple[list[tuple[Estimate, float]], tuple[Estimate, float]]]:
    """Rate 6 entrants of known strength n times; gives ratings and a difference, each with its truth."""
    seating = one_game_a_table(len(STRENGTHS), players)
    deals = DEALS if players > 2 else PAIR_DEALS
    for _ in range(n):
        found = rated(copied(random, seating, STRENGTHS, deals, copies), len(STRENGTHS))
        truth = STRENGTHS - STRENGTHS[[rating.low is not None for rating in found.ratings]].mean()
        yield list(zip(found.ratings, truth.tolist(), strict=True)), (found.pairs[1, 3].difference, 0.6)


def equal_entrants(random: Generator, n: int, players: int) -> Iterator[list[Estimate]]:
    """Give all differences of 6 entrants of equal strength, with large effects of seats, neighbours and cards.

    Who gains from whom goes round in a circle, so that all are equal by symmetry: each gains beside the next two and
    loses beside the two before it.
    """
    n_entrants = 6
    seating = all_seats(n_entrants, players)
    steps = (np.arange(n_entrants) - np.arange(n_entrants)[:, None]) % n_entrants
    neighbours = np.array([0.0, 0.7, 0.3, 0.0, -0.3, -0.7])[steps]
    seats = np.linspace(0.6, -0.6, players)
    planted = Planted(np.zeros(n_entrants), seats, neighbours, luck=0.8)
    for _ in range(n):
        found = rated(tournament(random, seating, planted, DEALS), n_entrants)
        yield [found.pairs[pair].difference for pair in combinations(range(n_entrants), 2)]


def two_seeds(n: int, deals: int) -> Iterator[bool]:
    """Play a tournament under two seeds, and compare the rating of one entrant; n times."""
    field = [parse_entrant(text) for text in FIELD]
    variant = load_variant("standard")
    orders = circular_orders(range(len(field)))
    cells = [Cell(variant, len(field), tuple(field[one] for one in order)) for order in orders]
    for number in range(n):
        one, other = (_played(cells, orders, 2 * number + side, deals) for side in (1, 2))
        apart = one.value - other.value
        yield abs(apart) > normal_quantile() * (one.variance + other.variance) ** 0.5


def _played(cells: list[Cell], orders: list[tuple[int, ...]], seed: int, deals: int) -> Estimate:
    entrants, places = [], []
    for cell, order in zip(cells, orders, strict=True):
        n = cell.players
        rows = [rows.seats["place"].copy() for rows in CellPlayer(cell, seed).play(0, deals, np.zeros(1, np.uint8))]
        places.append(np.concatenate(rows).reshape(deals, cell.rotations, n).astype(np.int64))
        seated = [[order[(seat - turn) % n] for seat in range(n)] for turn in range(cell.rotations)]
        entrants.append(np.broadcast_to(np.array(seated), places[-1].shape))
    found = rated([as_finishes(np.concatenate(entrants, axis=1), np.concatenate(places, axis=1))], len(FIELD))
    return found.ratings[0]


def planted_variance(random: Generator, n: int, deals: int) -> Iterator[dict[str, Estimate]]:
    """Cut up the variance at a table of three, each in every seat, with known effects of all sources."""
    chairs = np.ones(3, np.int64)
    who = (np.arange(3)[:, None] - np.arange(3)) % 3  # by seat and game
    for _ in range(n):
        cards, rest = random.normal(0, 600, (deals, 3, 1)), random.normal(0, 1000, (deals, 3, 3))
        y = np.rint(EFFECTS[who] + SEAT_EFFECTS[:, None] + cards + rest).astype(np.int64)
        by_entrant = np.stack([(y * (who == one)).sum(axis=(1, 2)) for one in range(3)])
        squares, by_cards = (y * y).sum(axis=(1, 2)), (y.sum(axis=2) ** 2).sum(axis=1)
        sums = TableSums(3, chairs, np.ones(deals, np.int64), squares, by_entrant, y.sum(axis=2).T, by_cards)
        yield variance_shares([sums])


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of ratings."""
    n = n_replicates(quick)
    for players, copies in ((2, 0.5), (4, 0.7)) if quick else ((2, 0.5), (4, 0.0), (4, 0.7)):
        name = f"6 planted strengths, tables of {players}, games alike {copies:.0%}"
        ratings, differences = [], []
        for found, difference in planted_ratings(generator(SEED, name), n, players, copies):
            ratings.append(found)
            differences.append(difference)
        for place, what in ((0, "best"), (3, "fourth"), (5, "last")):
            yield coverage(f"{name}: rating of the {what}", (found[place] for found in ratings))
        yield coverage(f"{name}: a difference", differences)
    parts = {"entrant": EFFECTS.var(), "seat": SEAT_EFFECTS.var(), "deal": 600**2, "rest": 1000**2}
    name = "share of variance"
    cut = list(planted_variance(generator(SEED, name), n, DEALS))
    for source, part in parts.items():
        yield coverage(f"{name}: {source}", ((one[source], part / sum(parts.values())) for one in cut))
    n_tournaments = 40 if quick else TOURNAMENTS
    for players in (3,) if quick else (3, 4):
        name = f"equal entrants, seats and neighbours planted, tables of {players}"
        found = list(equal_entrants(generator(SEED, name), n_tournaments, players))
        for pair, what in ((0, "neighbours in the circle"), (2, "opposite in the circle")):
            yield coverage(f"{name}: {what} differ by 0", ((one[pair], 0.0) for one in found), at_least=False)
    n_seeds = 40 if quick else TOURNAMENTS
    yield rejection("A/A, one entrant rated under two seeds", two_seeds(n_seeds, 128), how=BATCH_T)


SECTION: Final = Section("ratings", f"Ratings of tournaments (seed {SEED})", HEADS, checks)

"""Ratings of a tournament as estimates, and how surely one entrant is better than another."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr

from pipelines.stats.estimate import (
    BATCH_T,
    FEW_BATCHES,
    FEW_ROWS,
    MIN_BATCHES,
    MIN_EVENTS,
    UNBOUNDED,
    Estimate,
)
from pipelines.stats.intervals import t_quantile
from pipelines.stats.plackett_luce import Finishes, Ratings, ahead, fit
from pipelines.tournament.counting import Counted, identical_pairs, seats_are_balanced


class Pair(NamedTuple):
    """One entrant beside another.

    Attributes
    ----------
    difference
        Of ratings, first minus second.
    superiority
        Chance that the first is the better one: normal, of the difference over its error. 1 or 0 where one always
        finished ahead; None where there is no error to go by.
    identical
        The two play the same: the difference is exactly 0.
    """

    difference: Estimate
    superiority: float | None
    identical: bool


class Rated(NamedTuple):
    """All ratings.

    Attributes
    ----------
    groups
        Entrants that beat each other, best first; across groups one always finished ahead.
    ratings
        One an entrant; the mean of those of a group that have an interval is 0.
    pairs
        By (first, second), both ways.
    """

    groups: list[tuple[int, ...]]
    ratings: list[Estimate]
    pairs: dict[tuple[int, int], Pair]


def rate_all(counted: Counted) -> Rated:
    """Rate the entrants of a tournament.

    Raises
    ------
    ValueError
        When no chain of games connects all entrants.
    """
    if not seats_are_balanced(counted):
        raise ValueError("seats are not balanced: not every entrant sat in every seat equally often")
    return rated(counted.finishes, len(counted.entrants), set(identical_pairs(counted)))


def rated(finishes: list[Finishes], n_entrants: int, identical: set[tuple[int, int]] | None = None) -> Rated:
    """Turn finishes into ratings and differences with intervals."""
    identical = identical or set()
    groups = fit(finishes, n_entrants)
    beats = ahead(finishes, n_entrants)
    rarer = [int(min(beats[one].sum(), beats[:, one].sum())) for one in range(n_entrants)]
    games = _games_of(finishes, n_entrants)
    ratings, pairs = {}, {}
    for rank, found in enumerate(groups):
        group = _centred(found, [rarer[one] >= MIN_EVENTS for one in found.members])
        for at, one in enumerate(group.members):
            variance = float(group.covariance[at, at])
            ratings[one] = (
                _estimate(float(group.ratings[at]), variance, games[one], rarer[one], group.n_batches)
                if len(group.members) > 1
                else Estimate(None, None, None, games[one], UNBOUNDED)
            )
            for other in (member for member in group.members if member != one):
                same = (min(one, other), max(one, other)) in identical
                few = min(rarer[one], rarer[other])
                pairs[one, other] = _pair(group, one, other, min(games[one], games[other]), few, same)
            for better, later in enumerate(groups):
                if better != rank:
                    nothing = Estimate(None, None, None, 0, UNBOUNDED)
                    pairs |= {(one, other): Pair(nothing, float(rank < better), False) for other in later.members}
    return Rated([group.members for group in groups], [ratings[one] for one in range(n_entrants)], pairs)


def _centred(group: Ratings, bears_interval: list[bool]) -> Ratings:
    """Put 0 at the mean of those whose finishes bear an interval: one that hardly ever wins would blur all others."""
    n = len(group.members)
    used = np.array(bears_interval if any(bears_interval) else [True] * n, float)
    shift = np.eye(n) - used / used.sum()
    return group._replace(ratings=shift @ group.ratings, covariance=shift @ group.covariance @ shift.T)


def _pair(group: Ratings, one: int, other: int, games: int, rarer: int, same: bool) -> Pair:
    if same:
        return Pair(Estimate(0.0, 0.0, 0.0, games, BATCH_T, None, 0.0, group.n_batches), None, True)
    difference, variance = group.difference(one, other)
    found = _estimate(difference, variance, games, rarer, group.n_batches)
    return Pair(found, None if found.low is None else float(ndtr(difference / sqrt(variance))), False)


def _estimate(value: float, variance: float, games: int, rarer: int, n_batches: int) -> Estimate:
    """Give a rating with its interval, where enough batches and finishes of both kinds bear it."""
    why = FEW_BATCHES if n_batches < MIN_BATCHES else FEW_ROWS if rarer < MIN_EVENTS or variance <= 0 else ""
    if why:
        return Estimate(value, None, None, games, why, None, None, n_batches)
    half = t_quantile(n_batches - 1) * sqrt(variance)
    return Estimate(value, value - half, value + half, games, BATCH_T, None, variance, n_batches)


def _games_of(finishes: list[Finishes], n_entrants: int) -> list[int]:
    games = np.zeros(n_entrants, np.int64)
    for f in finishes:
        played = np.asarray(f.counts.sum(axis=1)).reshape(-1)
        for one in range(n_entrants):
            games[one] += played[(f.entrants == one).any(axis=1)].sum()
    return [int(n) for n in games]

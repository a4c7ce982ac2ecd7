"""One bot alone among others that are all alike: what it won, what that is above an even share, and who won more.

A *guest* sits on one chair, *hosts* on all others, in all rotations and on the same deals. Hosts among themselves win
an even share exactly, since somebody always wins: a guest that plays as they do gains 0, without any error.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import polars as pl

from pipelines.balance.base import Found
from pipelines.run import RunCell
from pipelines.stats.batches import in_shared, shared_batches
from pipelines.stats.clustered import rate
from pipelines.stats.estimate import CONFIDENCE, IDENTICAL, Estimate
from pipelines.stats.exact import Integers, integers
from pipelines.stats.paired import paired_difference
from pipelines.tallies import count
from sim.bots import Entrant
from sim.exact_parts import WHOLE
from sim.plan import Cell, entrant_name
from sim.rules import Variant

KEPT: Final = 512
"""Guests whose sums stay in memory, 25 kB each."""


class Guest(NamedTuple):
    """Sums over batches of a cell's deals.

    Attributes
    ----------
    players, deals, repeats
        Of the table: chairs, deals, rotations in which each is played.
    wins
        Of the guest, in parts of `WHOLE`.
    games
        With a winner.
    stopped
        Games without one, in all.
    points, rounds
        Points of the guest at the end of all games, and rounds that it played.
    hosts_points, hosts_rounds
        The same of all others together.
    """

    players: int
    deals: int
    repeats: int
    wins: Integers
    games: Integers
    stopped: int
    points: Integers
    rounds: Integers
    hosts_points: Integers
    hosts_rounds: Integers


def table_for(variant: Variant, players: int, guest: Entrant, host: Entrant) -> Cell:
    """Seat a guest among hosts."""
    return Cell(variant, players, (guest, *(host,) * (players - 1)))


@lru_cache(KEPT)
def find_guest(found: Found, run: str, cell: Cell, entrant: Entrant) -> Guest | None:
    """Read what one entrant did at a table where it holds one chair; None where the run does not have the cell.

    One tally is read of what was counted, and all measures of a place ask for the same guests.
    """
    played = found.cell(run, cell)
    return None if played is None else guest_of(played, count(played, only=("seats",))["seats"], entrant)


def guest_of(played: RunCell, seats: pl.DataFrame, entrant: Entrant) -> Guest:
    """Add up the chairs of one entrant, and those of all others, of the tally `seats`."""
    own = pl.col("entrant") == entrant_name(entrant)
    mine, others = (
        sums_of_seats(seats.filter(own), played.n_batches),
        sums_of_seats(seats.filter(~own), played.n_batches),
    )
    games = mine["decided"]
    return Guest(
        played.players,
        played.deals,
        played.cell.rotations,
        mine["wins"],
        games,
        int(mine["seats"].sum() - games.sum()),
        mine["total"],
        mine["rounds_in"],
        others["total"],
        others["rounds_in"],
    )


def sums_of_seats(seats: pl.DataFrame, n_batches: int) -> dict[str, Integers]:
    """Add the chairs of a tally `seats` up by batch."""
    names = ("seats", "decided", "wins", "total", "rounds_in")
    by_batch = seats.group_by("batch").agg(pl.col(names).sum())
    dense = {}
    for name in names:
        dense[name] = np.zeros(n_batches, np.int64)
        dense[name][by_batch["batch"].to_numpy()] = integers(by_batch[name].to_numpy())
    return dense


def win_share(guest: Guest, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate the share of games that the guest wins."""
    return rate(guest.wins, guest.games, WHOLE, repeats=guest.repeats, confidence=confidence)


def gain(guest: Guest, confidence: float = CONFIDENCE) -> Estimate:
    """Estimate by how much that is above an even share: what a host gains by playing as the guest does."""
    return shifted(win_share(guest, confidence), -1 / guest.players)


def wins_evenly(guest: Guest) -> bool:
    """Say whether the guest wins exactly an even share in every batch, as one does that plays as the hosts do."""
    return bool((guest.players * guest.wins == WHOLE * guest.games).all())


def no_gain(n: int) -> Estimate:
    """Give the gain of a guest that plays as the hosts do: 0, whatever the cards."""
    return Estimate(0.0, 0.0, 0.0, n, IDENTICAL, None, 0.0)


def points_more(guest: Guest) -> Estimate:
    """Estimate the guest's points a round less the hosts': below 0 it is the better one."""
    return paired_difference((guest.hosts_points, guest.hosts_rounds), (guest.points, guest.rounds)).difference


def wins_more(one: Guest | None, other: Guest | None, confidence: float) -> Estimate:
    """Estimate how much more one guest wins than another among the same hosts; None plays as the hosts do.

    Paired by batches of the deals that both played. Where one of them won too few games for that, the intervals of
    the two shares are set against each other: each at the level that makes their difference safe.
    """
    if one is None or other is None:
        return _more_than_even(one, other, confidence)
    size, batches = shared_batches(one.deals, other.deals)
    first, second = (
        (in_shared(guest.wins, guest.deals, size, batches), in_shared(guest.games, guest.deals, size, batches))
        for guest in (one, other)
    )
    found = paired_difference(second, first, WHOLE, of_rates=True, confidence=confidence).difference
    if found.low is not None:
        return found
    each = (1 + confidence) / 2
    high, low = win_share(one, each), win_share(other, each)
    if high.low is None or high.high is None or low.low is None or low.high is None:
        return found
    return found._replace(low=high.low - low.high, high=high.high - low.low, method=high.method)


def _more_than_even(one: Guest | None, other: Guest | None, confidence: float) -> Estimate:
    if one is not None:
        return gain(one, confidence)
    if other is not None:
        return negative(gain(other, confidence))
    return no_gain(0)


def shifted(estimate: Estimate, by: float) -> Estimate:
    """Add a constant to a number and its interval."""
    value, low, high = (None if x is None else x + by for x in (estimate.value, estimate.low, estimate.high))
    return estimate._replace(value=value, low=low, high=high, events=None)


def negative(estimate: Estimate) -> Estimate:
    """Turn the sign of a number and its interval."""
    value, low, high = (None if x is None else -x for x in (estimate.value, estimate.high, estimate.low))
    return estimate._replace(value=value, low=low, high=high, events=None)

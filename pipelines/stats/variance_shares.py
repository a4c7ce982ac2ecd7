"""What decides a game: the variance of an outcome that is due to entrant, seat, deal and the rest.

At a table every entrant plays the same cards in the same seat equally often, so that entrants, seats and cards do not
mix. The components are those of the analysis of variance by expected mean squares (Searle, Casella, McCulloch 1992,
Variance Components, ch. 3-4; Bennett, Franklin 1954 for fixed effects):

    y = mean + entrant + seat + cards of this deal at this seat + rest

Entrants and seats count by the variance of their effects over those that are there. The rest is what comes of who does
what with the cards, and of who sits beside whom. Components are unbiased, so one that is nothing may come out below 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.stats.estimate import FEW_BATCHES, JACKKNIFE, MIN_BATCHES, Estimate
from pipelines.stats.intervals import t_quantile

SOURCES: Final = ("entrant", "seat", "deal", "rest")

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


class TableSums(NamedTuple):
    """Sums of an outcome at one table, over all orders and rotations; those by batch add up.

    Attributes
    ----------
    repeats
        Games that every deal is played in.
    chairs
        (entrants,): seats that each holds in a game.
    deals
        (batches,).
    squares
        (batches,): sum of y^2.
    by_entrant, by_seat
        (entrants, batches) and (seats, batches): sums of y.
    by_cards
        (batches,): sum over deals and seats of the square of the sum of y.
    """

    repeats: int
    chairs: Whole
    deals: Whole
    squares: Whole
    by_entrant: Whole
    by_seat: Whole
    by_cards: Whole


def variance_shares(tables: Sequence[TableSums]) -> dict[str, Estimate]:
    """Estimate the share of each of `SOURCES`, over all tables with equal weight; the shares add up to 1.

    The error is the jackknife's over batches (Efron, Stein 1981, Ann. Stat. 9, 586-596). Entrants and seats count by
    squares of few effects, whose error grows with them; their interval is made on the scale of the root of the sum of
    squares, before what chance adds to it is taken off, where it does not. Gives nothing where nothing varied.
    """
    whole, chance = _all_components(tables, None)
    n = sum(int(table.deals.sum()) * table.repeats * len(table.by_seat) for table in tables)
    if whole.sum() <= 0:
        return {}
    shares, chance = whole / whole.sum(), chance / whole.sum()
    n_batches = len(tables[0].deals)
    if n_batches < MIN_BATCHES:
        return {
            source: Estimate(float(share), None, None, n, FEW_BATCHES, n_batches=n_batches)
            for source, share in zip(SOURCES, shares, strict=True)
        }
    without = np.array([_all_components(tables, batch)[0] for batch in range(n_batches)])
    parts = without / without.sum(axis=1, keepdims=True)
    variance = (n_batches - 1) / n_batches * ((parts - parts.mean(axis=0)) ** 2).sum(axis=0)
    half = t_quantile(n_batches - 1) * np.sqrt(variance)
    low, high = shares - half, shares + half
    few = chance > 0
    root = np.sqrt(np.maximum(shares + chance, chance))[few]
    at_root = half[few] / (2 * root)
    low[few] = np.maximum(0, root - at_root) ** 2 - chance[few]
    high[few] = (root + at_root) ** 2 - chance[few]
    return {
        source: Estimate(float(share), float(least), float(most), n, JACKKNIFE, None, float(v), n_batches)
        for source, share, least, most, v in zip(SOURCES, shares, low, high, variance, strict=True)
    }


def _all_components(tables: Sequence[TableSums], left_out: int | None) -> Floats:
    """Give the components of all tables, and what chance adds to their sums of squares: (2, sources)."""
    found: Floats = np.sum([_components(table, left_out) for table in tables], axis=0)
    return found


def _components(table: TableSums, left_out: int | None) -> Floats:
    """Give the four components of one table, without one batch, and what was taken off them for chance."""

    def total(sums: Whole) -> NDArray[np.float64]:
        rest = sums.sum(axis=-1) if left_out is None else sums.sum(axis=-1) - sums[..., left_out]
        return np.asarray(rest, float)

    deals, seats = float(total(table.deals)), len(table.by_seat)
    if deals < 2:
        return np.zeros((2, 4))
    n = deals * table.repeats * seats
    by_seat, by_entrant = total(table.by_seat), total(table.by_entrant)
    mean = by_seat.sum() ** 2 / n
    of_entrants = (by_entrant**2 / (deals * table.repeats * table.chairs)).sum() - mean
    of_seats = (by_seat**2).sum() / (n / seats) - mean
    of_cards = float(total(table.by_cards)) / table.repeats - mean - of_seats
    of_rest = float(total(table.squares)) - mean - of_entrants - of_seats - of_cards
    free = {"entrant": len(table.chairs) - 1, "seat": seats - 1, "deal": (deals - 1) * seats}
    rest = of_rest / (n - 1 - sum(free.values()))
    deal = of_cards / free["deal"]
    chance = np.array([free["entrant"] * rest / n, free["seat"] * deal / n, 0.0, 0.0])
    components = np.array([of_entrants / n, of_seats / n, (deal - rest) / table.repeats, rest]) - chance
    return np.stack([components, chance])

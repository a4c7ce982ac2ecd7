"""Tallies that nobody played, for results that are rare or that must be known beforehand."""

import numpy as np
import polars as pl

from pipelines.findings.headline import HEADLINES
from pipelines.findings.results import Results
from sim.exact_parts import WHOLE


def seats_won(batches, shares, games_a_batch, seed=1):
    """Make the tally `seats` of games won by seats with these chances."""
    generator = np.random.default_rng(seed)
    won = generator.multinomial(games_a_batch, shares, size=batches)
    batch, seat = np.indices(won.shape)
    columns = {name: np.zeros(won.size, np.int64) for name in SEAT_SUMS}
    columns |= {
        "seats": np.full(won.size, games_a_batch),
        "decided": np.full(won.size, games_a_batch),
        "wins": won.ravel() * WHOLE,
        "place": np.full(won.size, games_a_batch * 2),
    }
    keys = {
        "batch": pl.Series(batch.ravel(), dtype=pl.UInt16),
        "seat": pl.Series(seat.ravel(), dtype=pl.UInt8),
        "entrant": ["greedy"] * won.size,
    }
    return pl.DataFrame(keys | columns)


SEAT_SUMS = (
    "seats",
    "decided",
    "wins",
    "place",
    "total",
    "rounds_in",
    "rounds_out",
    "calls",
    "assafs_suffered",
    "assafs_made",
    "milestones",
)


def results(cell, counted, **replaced):
    """Finish a cell with some of its tallies replaced."""
    return Results(cell, counted | replaced, [line.at(cell) for line in HEADLINES])

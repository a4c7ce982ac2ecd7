"""Tallies of forks as the engine may have counted them, made up at random."""

from __future__ import annotations

import numpy as np
import polars as pl

from pipelines.run import RunCell
from pipelines.tallies import TALLIES
from sim.tallies.declared import TURN_BINS


def made_up_forks(cell: RunCell, seed: int, n_chances: int = 4000) -> dict[str, pl.DataFrame]:
    """Both tallies of the same chances of a cell."""
    rng = np.random.default_rng(seed)
    called, for_wins = rng.integers(0, 2, (2, n_chances))
    chances = pl.DataFrame(
        {
            "batch": rng.integers(0, cell.n_batches, n_chances),
            "entrant": np.array(cell.entrants)[rng.integers(0, len(cell.entrants), n_chances)],
            "total": rng.integers(0, cell.cell.variant.threshold + 1, n_chances),
            "opponents": rng.integers(1, cell.players, n_chances),
            "least_cards": rng.integers(1, cell.cell.variant.hand_size + 1, n_chances),
            "turn": np.array(TURN_BINS)[rng.integers(0, len(TURN_BINS), n_chances)],
            "forks": np.ones(n_chances, np.int64),
            "called": called,
            "call": rng.integers(-20_000, 20_000, n_chances),
            "wait": rng.integers(-20_000, 20_000, n_chances),
            "for_wins": for_wins,
            "wins_call": for_wins * 840 * rng.integers(0, 2, n_chances),
            "wins_wait": for_wins * 420 * rng.integers(0, 3, n_chances),
        }
    )
    made = {}
    for name in ("forks", "forks_turn"):
        tally = TALLIES[name]
        types = {"u8": pl.UInt8, "u16": pl.UInt16}
        keys = [pl.col("batch").cast(pl.UInt16)]
        keys += [
            pl.col(key.name).cast(types[key.type]) if key.type in types else pl.col(key.name) for key in tally.keys
        ]
        sums = [pl.col(field.name).sum() for field in tally.sums]
        made[name] = chances.with_columns(keys).group_by(tally.by).agg(sums).sort(tally.by)
    return made

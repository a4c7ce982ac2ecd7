"""Whether two cells played the same: all that was counted, a number a batch."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.tables.base import Counted

ALLOWED: Final = ("opening_allowed", "never_allowed", "first_allowed")
"""Sums that tell what the rules allowed and not what was done: they may differ where the play does not."""
NAMES: Final = ("entrant",)
"""Keys that tell what a thing is called."""


class Fingerprint(NamedTuple):
    """One number a batch: of what was done, and of what was allowed too."""

    play: NDArray[np.uint64]
    whole: NDArray[np.uint64]


def fingerprint(counted: Counted, n_batches: int) -> Fingerprint:
    """Hash every tally; cells with the same numbers played alike, but for a chance of 1 in 10^19 a batch."""
    play, whole = (np.zeros(n_batches, np.uint64) for _ in range(2))
    for frame in counted.values():
        _add(whole, frame.drop(NAMES, strict=False))
        _add(play, frame.drop(*NAMES, *ALLOWED, strict=False))
    return Fingerprint(play, whole)


def _add(batches: NDArray[np.uint64], frame: pl.DataFrame) -> None:
    # a sum does not depend on the order of rows; it wraps around
    np.add.at(batches, frame["batch"].to_numpy(), frame.hash_rows().to_numpy())


def same_play(first: Fingerprint, second: Fingerprint, *, allowed: bool = False) -> bool:
    """Tell whether two cells of the same deals did the same, and were allowed the same if that is asked."""
    return np.array_equal(first.whole, second.whole) if allowed else np.array_equal(first.play, second.play)

"""Batches: the groups of deals that count as independent."""

import numpy as np

from pipelines.stats.exact import Integers, integers
from sim.batches import batch_deals, n_batches


def shared_batches(first: int, second: int) -> tuple[int, int]:
    """Give deals a batch, and whole batches, that two cells of so many deals have in common.

    Both play the same deals from 0 on. Sizes of batches are powers of two, so the larger one's boundaries are
    boundaries of both.
    """
    size = max(batch_deals(first), batch_deals(second))
    if first == second:
        return size, n_batches(first)
    return size, min(first, second) // size


def in_shared(sums: Integers, deals: int, size: int, count: int) -> Integers:
    """Add the sums of a cell of so many deals up to `count` batches of `size` deals."""
    width = size // batch_deals(deals)
    padded = np.pad(sums, (0, -len(sums) % width))
    return integers(padded.reshape(-1, width).sum(axis=1)[:count])

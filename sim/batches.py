"""Batches: the groups of deals that count as independent, and in which sums are kept."""

from typing import Final

MAX_BATCHES: Final = 512


def batch_deals(deals: int) -> int:
    """Give the deals a batch: the smallest power of two that leaves at most 512 batches.

    A function of the number of deals alone, so that an extended run equals a fresh one.
    """
    size = 1
    while -(-deals // size) > MAX_BATCHES:
        size *= 2
    return size


def n_batches(deals: int) -> int:
    """Count the batches of so many deals; the last one may be short."""
    return -(-deals // batch_deals(deals))

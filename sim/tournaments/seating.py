"""Who sits beside whom: circular orders of a table, and tables of a tournament.

Who plays just before whom matters as much as the seat does. So a table of up to five seats is played in every
distinct circular order, a larger one in a few orders in which every entrant follows every other equally often. Where
entrants sit there several times, so that there are not so many orders, a larger table is played in all of them, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import factorial, prod
from typing import Final

MOST_SEATS_IN_ALL_ORDERS: Final = 5
MOST_ORDERS: Final = 128
"""Of a larger table at which entrants sit several times; with more of them, slots take the places of entrants."""

Order = tuple[int, ...]

NEIGHBOUR_DESIGNS: Final[dict[int, tuple[Order, ...]]] = {
    6: (
        (0, 1, 4, 2, 5, 3), (0, 2, 1, 3, 4, 5), (0, 3, 2, 4, 1, 5), (0, 4, 3, 5, 1, 2), (0, 5, 3, 1, 4, 2),
        (0, 1, 5, 2, 3, 4), (0, 2, 1, 3, 5, 4), (0, 3, 2, 5, 4, 1), (0, 4, 5, 1, 2, 3), (0, 5, 2, 4, 3, 1),
    ),
    7: tuple(tuple(place * step % 7 for place in range(7)) for step in range(1, 7)),
    8: (
        (0, 1, 5, 4, 6, 2, 7, 3), (0, 2, 4, 1, 3, 7, 5, 6), (0, 3, 2, 6, 5, 1, 4, 7), (0, 4, 5, 2, 3, 6, 7, 1),
        (0, 5, 7, 6, 4, 3, 1, 2), (0, 6, 1, 7, 2, 5, 3, 4), (0, 7, 4, 2, 1, 6, 3, 5),
    ),
}  # fmt: skip
"""Circular orders in which every ordered pair of neighbours occurs equally often: once, with six seats twice.

They cut the complete directed graph into Hamiltonian cycles, which exists for all numbers but 4 and 6 (Tillson
1980, J. Combin. Theory B 29, 68-74); with six seats they cut two copies of it.
"""


def circular_orders(table: Sequence[int]) -> list[Order]:
    """Give the circular orders in which a table is played; entrants may sit there more than once.

    Parameters
    ----------
    table
        One number a seat, 2 to 8 of them; equal numbers are one entrant.

    Returns
    -------
    list
        Orders clockwise, each turned so that it is the smallest of its rotations, sorted; no two are the same
        table turned.
    """
    n = len(table)
    if n <= MOST_SEATS_IN_ALL_ORDERS or _n_seatings(table) <= MOST_ORDERS * n < factorial(n):
        found: Iterator[Order] = ((table[0], *rest) for rest in permutations(table[1:]))
    else:
        found = (tuple(table[slot] for slot in order) for order in NEIGHBOUR_DESIGNS[n])
    return sorted({_smallest(order) for order in found})


def _n_seatings(table: Sequence[int]) -> int:
    """Count the ways to put the entrants on the seats."""
    return factorial(len(table)) // prod(factorial(n) for n in Counter(table).values())


def _smallest(order: Order) -> Order:
    return min(order[turn:] + order[:turn] for turn in range(len(order)))


def round_robin(entrants: int, players: int) -> list[Order]:
    """Give every table of a size: all sets of entrants, or where they are too few, all ways to share out the seats.

    Each entrant sits at every table of the second kind, some of them more than once.
    """
    if entrants >= players:
        return list(combinations(range(entrants), players))
    extra = players - entrants
    return [tuple(sorted((*range(entrants), *more))) for more in _multisets(entrants, extra)]


def gauntlet(entrants: int, players: int, hero: int) -> list[Order]:
    """Give the tables of a round robin at which one entrant sits."""
    return [table for table in round_robin(entrants, players) if hero in table]


def placements(players: int) -> list[Order]:
    """Give the circular orders of two entrants, 0 and 1: of 0 alone, of 1 alone, and of all between.

    Turned over all seats they are every way to put two entrants at a table: 2^players - 2 games.
    """
    tables = round_robin(2, players)
    return sorted({order for table in tables for order in circular_orders(table)})


def _multisets(n: int, size: int) -> Iterator[Order]:
    if size == 0:
        yield ()
    for largest in range(n) if size else ():
        for rest in _multisets(largest + 1, size - 1):
            yield (*rest, largest)

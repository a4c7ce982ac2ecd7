"""Who plays at each level of play.

*eager* is `greedy`, which calls whenever it is allowed; *limited* is `greedy` at the best fixed call limit of this
variant with so many players, as the run of call limits showed it (`pipelines.balance.limit_table`); *tactician* and
*counter* are the bots of these names, which judge by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pipelines.balance.base import EAGER, LIMITED, LIMITS, TACTICIAN, Arm, Deals, Found
from pipelines.balance.guests import find_guest, table_for
from pipelines.balance.limit_table import LimitTable, best_limit
from pipelines.balance.settings import settings
from sim.bots import Entrant, family
from sim.plan import Cell
from sim.rules import Variant


def greedy_at(variant: Variant, limit: int) -> Entrant:
    """Give `greedy` with a call limit; at the threshold it is `greedy` itself, which calls whenever allowed."""
    return family("greedy").entrant({} if limit >= variant.threshold else {"call_at": limit}, "call limit")


def keeps_limits(variant: Variant, level: str) -> bool:
    """Say whether the bot of a level minds its call limit: a tactician does not where no Assaf is to be feared."""
    return variant.assaf or level != TACTICIAN


def limits_of(variant: Variant, most: int | None = None) -> tuple[int, ...]:
    """Give the call limits that are tried, from 0 to the threshold, evenly spread where there are more than `most`."""
    threshold, most = variant.threshold, most or settings().call_limits.most
    if threshold < most:
        return tuple(range(threshold + 1))
    return tuple((2 * step * threshold + most - 1) // (2 * (most - 1)) for step in range(most))


def pairings(variant: Variant, players: int) -> Iterator[tuple[int, int, Cell]]:
    """Go through all tables of two limits: one guest among hosts; of two players each pair once."""
    limits = limits_of(variant)
    for own in limits:
        for hosts in limits:
            if own < hosts or (own > hosts and players > 2):
                yield own, hosts, table_for(variant, players, greedy_at(variant, own), greedy_at(variant, hosts))


def pairing_arms(run: str, variant: Variant, players: int, deals: Deals) -> Iterator[Arm]:
    """Ask for all of them in a run."""
    for _own, _hosts, cell in pairings(variant, players):
        yield Arm(run, cell, deals.limits)


def limit_arms(variant: Variant, players: int, deals: Deals) -> Iterator[Arm]:
    """Ask for what tells the best limit, in the run of call limits."""
    yield from pairing_arms(LIMITS, variant, players, deals)


def find_limits(found: Found, run: str, variant: Variant, players: int) -> LimitTable | None:
    """Read all pairings of a table from a run; None where it does not have them."""
    guests = {}
    for own, hosts, cell in pairings(variant, players):
        guest = find_guest(found, run, cell, greedy_at(variant, own))
        if guest is None:
            return None
        guests[own, hosts] = guest
        if players == 2:
            other = find_guest(found, run, cell, greedy_at(variant, hosts))
            assert other is not None  # noqa: S101  (the same cell)
            guests[hosts, own] = other
    return LimitTable(limits_of(variant), guests)


class FoundLevels:
    """Levels by finished runs.

    Parameters
    ----------
    found
        With the run of call limits, where the level *limited* is asked for.
    """

    def __init__(self, found: Found) -> None:
        self._found = found
        self._limit = lru_cache(None)(self._find_limit)

    def entrant(self, variant: Variant, players: int, level: str) -> Entrant:
        """Give the bot of a level.

        Raises
        ------
        ValueError
            When the call limits of this table were not played.
        """
        if level != LIMITED:
            return family("greedy" if level == EAGER else level).entrant({}, "level")
        limit = self._limit(variant, players)
        if limit is None:
            raise ValueError(f"{variant.name}, {players} players: no call limits were played")
        return greedy_at(variant, limit)

    def has_limits(self, variant: Variant, players: int) -> bool:
        """Say whether the call limits of this table are played in a run of their own."""
        return self._limit(variant, players) is not None

    def _find_limit(self, variant: Variant, players: int) -> int | None:
        table = find_limits(self._found, LIMITS, variant, players)
        return None if table is None else best_limit(table)


USUAL_LIMIT: Final = 1
"""Best at most tables that were tried, but where no Assaf is to be feared; the lower it is, the longer the rounds."""


class AssumedLevels:
    """Levels before anything is played, to count cells and the time they take: *limited* has `USUAL_LIMIT`.

    Parameters
    ----------
    limits
        Whether there will be a run of call limits.
    """

    def __init__(self, limits: bool) -> None:  # noqa: FBT001
        self._limits = limits

    def entrant(self, variant: Variant, players: int, level: str) -> Entrant:
        """Give the bot of a level."""
        if level == LIMITED:
            usual = USUAL_LIMIT if variant.assaf else variant.threshold
            return greedy_at(variant, min(limits_of(variant), key=lambda limit: abs(limit - usual)))
        return family("greedy" if level == EAGER else level).entrant({}, "level")

    def has_limits(self, variant: Variant, players: int) -> bool:
        """Say whether the call limits of this table are played in a run of their own."""
        return self._limits

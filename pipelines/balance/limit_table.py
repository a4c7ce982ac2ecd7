"""Call limits as strategies: what each gains against each other one, the best, the equilibrium, and the verdict.

The best limit is the one with the smallest regret: where all call at it, a single one who changes to another limit
gains least. With a regret of 0 it is a best reply to itself; of several such limits it is the highest, the nearest to
what the rules allow.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import ceil, inf
from typing import NamedTuple

import numpy as np

from pipelines.balance.base import Verdict
from pipelines.balance.contest import Contest, Name, regret
from pipelines.balance.guests import Guest, gain, wins_more
from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import Estimate
from pipelines.stats.matrix_games import Equilibrium, equilibrium

CHOICE, NO_CHOICE = "a choice", "no choice"
"""Verdicts, beside *not decided*: whether when to call is a decision."""


class LimitTable(NamedTuple):
    """What was played.

    Attributes
    ----------
    limits
        In rising order, from 0 to the threshold.
    guests
        By (own limit, limit of all others); where both are the same nothing is played, and nothing gained.
    """

    limits: Sequence[int]
    guests: Mapping[tuple[int, int], Guest]

    def among(self, hosts: int) -> Contest[int]:
        """Give all limits as guests among hosts at one."""
        return {limit: None if limit == hosts else self.guests[limit, hosts] for limit in self.limits}


def regrets(table: LimitTable, alpha: float) -> dict[int, Estimate]:
    """Estimate for each limit what changing from it gains at most, where all others keep it."""
    return {limit: regret(table.among(limit), alpha) for limit in table.limits}


def best_limit(table: LimitTable) -> int:
    """Give the limit with the smallest regret; of equal ones the highest."""
    most = {limit: max(map(_gained, table.among(limit).values())) for limit in table.limits}
    return min(table.limits, key=lambda limit: (most[limit], -limit))


def _gained(guest: Guest | None) -> float:
    return 0.0 if guest is None else gain(guest).value or 0.0


def mix(table: LimitTable) -> Equilibrium:
    """Find the equilibrium of two players who each choose a limit beforehand; to win is 1/2, to lose -1/2."""
    rows = [[_gained(table.among(hosts)[own]) for hosts in table.limits] for own in table.limits]
    return equilibrium(np.array(rows))


def verdict(contest: Contest[Name], ends: tuple[Name, Name], hosts: str, alpha: float, looks: int = 1) -> Verdict:
    """Say whether something between never calling and always calling is better than both of them.

    A choice: each end loses against something between (both: intersection-union; something: Bonferroni). No choice:
    one end alone may be the best (`contest.against_best`). `looks` is the number of tables of which this one was
    chosen by the same games: the error is shared among them.

    Parameters
    ----------
    contest
        Guests by limit, or by what they are called.
    ends
        Names of the two that call least and most.
    hosts
        What the others at the table are called.
    """
    between = [name for name in contest if name not in ends]
    if not between:
        return Verdict(NO_CHOICE, f"There is no call limit between {ends[0]} and {ends[1]} to choose.")
    tested = 1 - 2 * alpha / (looks * len(between))
    losses = {end: {one: wins_more(contest[one], contest[end], tested) for one in between} for end in ends}
    if all(any(_is_above(loss.low) for loss in of_end.values()) for of_end in losses.values()):
        told = [f"{_named(end)} wins {_loss(of_end)}" for end, of_end in losses.items()]
        return Verdict(CHOICE, f"Among {hosts}, {' and '.join(told)}.")
    strict = 1 - 2 * alpha / (looks * (len(contest) - 1))
    leads = {end: [wins_more(contest[end], contest[one], strict) for one in contest if one != end] for end in ends}
    for end, words in zip(ends, ("never calling above", "calling whenever it is allowed, so at"), strict=True):
        if all(_is_above(lead.low) for lead in leads[end]):
            nearest = min(lead.value or 0.0 for lead in leads[end])
            return Verdict(NO_CHOICE, f"Among {hosts}, {words} {end}, is best by {100 * nearest:.1f} points in 100.")
    open_ends = [end for end, of_end in losses.items() if not any(_is_above(loss.low) for loss in of_end.values())]
    ways = [max(min(map(_growth, losses[end].values())) for end in open_ends)]
    ways += [max(map(_growth, leads[end])) for end in ends]
    games = max(guest.deals * guest.repeats for guest in contest.values() if guest is not None)
    more = None if min(ways) == inf else max(1, ceil((min(ways) - 1) * games))
    named = " and than ".join(map(_named, open_ends))
    return Verdict(
        NOT_DECIDED, f"Among {hosts}, it is not decided whether something between is better than {named}.", more
    )


def _growth(lead: Estimate) -> float:
    """Give the growth of the games of each pairing that would show a lead, should it stay as it is."""
    if lead.low is None or lead.value is None or lead.value <= 0:
        return inf
    return ((lead.value - lead.low) / lead.value) ** 2


def _is_above(low: float | None) -> bool:
    return low is not None and low > 0


def _loss(losses: Mapping[Name, Estimate]) -> str:
    best = max(losses, key=lambda name: losses[name].value or 0.0)
    return f"{100 * (losses[best].value or 0.0):.1f} points in 100 less than {_named(best)}"


def _named(name: Hashable) -> str:
    return f"limit {name}" if isinstance(name, int) else str(name)

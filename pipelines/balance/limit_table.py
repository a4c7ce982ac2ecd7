"""Call limits as strategies: what each gains against each other one, the best, the equilibrium, and the verdict.

The best limit is the one with the smallest regret: where all call at it, a single one who changes to another limit
gains least. With a regret of 0 it is a best reply to itself; of several such limits it is the highest, the nearest to
what the rules allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np

from pipelines.balance.base import Verdict
from pipelines.balance.contest import Contest, regret
from pipelines.balance.guests import Guest, gain, wins_more
from pipelines.stats.equivalence import NOT_DECIDED, OUTSIDE, WITHIN
from pipelines.stats.estimate import Estimate
from pipelines.stats.matrix_games import Equilibrium, equilibrium


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


def verdict(contest: Contest[int], hosts: str, alpha: float, looks: int) -> Verdict:
    """Say whether a limit between 0 and the threshold is better than both of them.

    Each end must lose against some limit between (all ends: intersection-union; some limit: Bonferroni). `looks` is
    the number of tables of which this one was chosen by the same games: the error is shared among them.

    Parameters
    ----------
    contest
        Guests by limit, the lowest and the highest among them.
    hosts
        What the others at the table are called.
    """
    low, *between, high = sorted(contest)
    if not between:
        return Verdict(OUTSIDE, f"There is no call limit between {low} and {high} to choose.")
    tested = 1 - 2 * alpha / (looks * len(between))
    losses = {end: [wins_more(contest[one], contest[end], tested) for one in between] for end in (low, high)}
    if all(any(_is_above(loss.low) for loss in of_end) for of_end in losses.values()):
        told = " and ".join(f"limit {end} wins {_points(_largest(of_end))} less" for end, of_end in losses.items())
        return Verdict(WITHIN, f"Among {hosts}, {told} than the best limit between.")
    strict = 1 - alpha / looks
    for end, words in ((low, f"never calling above {low}"), (high, "calling whenever it is allowed")):
        leads = [wins_more(contest[end], contest[one], strict) for one in between]
        if all(_is_above(lead.low) for lead in leads):
            nearest = min(leads, key=lambda lead: lead.value or 0.0)
            return Verdict(OUTSIDE, f"Among {hosts}, {words} is best: by {_points(nearest)} at least.")
    open_ends = [end for end, of_end in losses.items() if not any(_is_above(loss.low) for loss in of_end)]
    ends = " and ".join(map(str, open_ends))
    sentence = f"Among {hosts}, it is not decided whether a limit between is better than {ends}."
    return Verdict(NOT_DECIDED, sentence, _more_games(list(contest.values()), [losses[end] for end in open_ends]))


def _more_games(guests: Sequence[Guest | None], losses: Sequence[Sequence[Estimate]]) -> int | None:
    """Give how many more games of each pairing would decide, should the differences stay as they are."""
    factors = []
    for of_end in losses:
        growth = [
            ((loss.value - loss.low) / loss.value) ** 2
            for loss in of_end
            if loss.value is not None and loss.value > 0 and loss.low is not None
        ]
        if not growth:
            return None
        factors.append(min(growth))
    games = max(guest.deals * guest.repeats for guest in guests if guest is not None)
    return max(1, ceil((max(factors) - 1) * games))


def _is_above(low: float | None) -> bool:
    return low is not None and low > 0


def _largest(losses: Sequence[Estimate]) -> Estimate:
    return max(losses, key=lambda loss: loss.value or 0.0)


def _points(difference: Estimate) -> str:
    return f"{100 * (difference.value or 0.0):.1f} points in 100"

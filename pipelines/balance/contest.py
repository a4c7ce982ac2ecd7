"""Several guests, one at a time among the same hosts: what each gains, and which may be the best.

Everything that is said of one contest holds at once, with an error of `alpha` together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from pipelines.balance.guests import Guest, gain, no_gain, wins_more
from pipelines.stats.estimate import BATCH_T, BEST_OTHER, BONFERRONI, NOTHING, Estimate

Name = TypeVar("Name", bound=Hashable)

Contest = Mapping[Name, Guest | None]
"""Guests by what they are called; None is one that plays as the hosts do."""


def gains(contest: Contest[Name], alpha: float) -> dict[Name, Estimate]:
    """Estimate the gain of each; the intervals hold for all at once, so also for whichever comes out best."""
    others = [guest for guest in contest.values() if guest is not None]
    confidence = 1 - alpha / max(1, len(others))
    games = max((int(guest.games.sum()) for guest in others), default=0)
    found = {}
    for name, guest in contest.items():
        if guest is None:
            found[name] = no_gain(games)
        else:
            one = gain(guest, confidence)
            found[name] = one._replace(method=BONFERRONI) if one.method == BATCH_T else one
    return found


def regret(contest: Contest[Name], alpha: float) -> Estimate:
    """Estimate what a host can gain at most by playing as one of the guests does; 0 where all of them lose by it.

    Its ends are those of the largest gain, of intervals that hold for all gains at once.
    """
    found = [one for one in gains(contest, alpha).values() if one.value is not None]
    if not found:
        return NOTHING
    best = max(found, key=lambda one: one.value or 0.0)
    low, high = (
        None if any(one.low is None for one in found) else max(0.0, *(_known(end) for end in ends))
        for ends in ([one.low for one in found], [one.high for one in found])
    )
    method = BONFERRONI if low is not None else next(one.method for one in found if one.low is None)
    return Estimate(max(0.0, _known(best.value)), low, high, best.n, method, None, None, best.n_batches)


def against_best(contest: Contest[Name], alpha: float) -> dict[Name, Estimate]:
    """Estimate how much more each wins than the best of the others; who may be the best has an upper end above 0.

    Constrained intervals for comparisons with the best (Hsu 1984, Ann. Stat. 12, 1136-1144; 1996, Multiple
    Comparisons, ch. 4), with Bonferroni over the others in place of Dunnett's quantile: the differences, paired by
    deals, have any correlation. With 1 - alpha all of them hold, so the truly best one is among those that may be.
    """
    if len(contest) < 2:
        return {}
    confidence = 1 - 2 * alpha / (len(contest) - 1)
    more = {
        one: {other: wins_more(contest[one], contest[other], confidence) for other in contest if other != one}
        for one in contest
    }
    high = {one: _highest(others) for one, others in more.items()}
    may_be = {one for one in contest if high[one] is None or _known(high[one]) > 0}
    found = {}
    for one, others in more.items():
        rivals = [others[other] for other in may_be if other != one]
        low = 0.0 if not rivals else _lowest(rivals)
        least = min(others.values(), key=lambda difference: _known(difference.value))
        found[one] = _between(least, low, high[one])
    return found


def may_be_best(differences: Mapping[Name, Estimate]) -> list[Name]:
    """List those that are not separable from the best, in their order."""
    return [name for name, found in differences.items() if found.high is None or found.high > 0]


def _highest(others: Mapping[Name, Estimate]) -> float | None:
    """Give the upper end against the best other; None where nothing is known against any."""
    ends = [difference.high for difference in others.values() if difference.high is not None]
    return max(0.0, min(ends)) if ends else None


def _lowest(rivals: list[Estimate]) -> float | None:
    if any(difference.low is None for difference in rivals):
        return None
    return min(0.0, *(_known(difference.low) for difference in rivals))


def _between(least: Estimate, low: float | None, high: float | None) -> Estimate:
    if low is None or high is None:
        return least._replace(low=None, high=None, variance=None)
    return least._replace(low=low, high=high, variance=None, method=BEST_OTHER)


def _known(number: float | None) -> float:
    return 0.0 if number is None else number

"""F5, F6 and F10: what is said of guests whose chances are planted holds as often as it says.

Games of a batch have luck in common, so that guests on the same deals win and lose together. What is said of several
guests at once must hold for all of them; procedures that make sure of more are held to the lower end of the band.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

import numpy as np
from numpy.random import Generator

from pipelines.balance.contest import Contest, against_best, gains, may_be_best, regret
from pipelines.balance.guests import gain, wins_more
from pipelines.balance.limit_table import CHOICE, NO_CHOICE, LimitTable, best_limit, verdict
from pipelines.balance.skill import games_to_tell, variance_share
from pipelines.stats.estimate import Estimate
from tests.pipelines.balance.made_guests import planted
from tests.verification.checks import Check, Section
from tests.verification.replicates import COVERAGE, HEADS, band, coverage, generator, n_replicates, rejection, share

SEED: Final = 83
ALPHA: Final = 0.05
HOSTS: Final = 5
"""The limit of the hosts, among the limits below."""

Chances = Mapping[int, float | None]

SPREAD: Final[Chances] = {0: 0.38, 1: 0.44, 3: 0.49, HOSTS: None, 7: 0.46}
TIES: Final[Chances] = {0: 0.52, 1: 0.52, 3: 0.52, HOSTS: None, 7: 0.52}
"""All that are not hosts are as good: who comes out best does so by luck."""
ALIKE: Final[Chances] = {0: 0.50, 1: 0.50, 3: 0.50, HOSTS: None, 7: 0.50}
FOUR: Final[Chances] = {0: 0.13, 1: 0.28, 3: 0.29, HOSTS: None, 7: 0.18}
PLANTED: Final = (
    ("spread", SPREAD, 2),
    ("four as good", TIES, 2),
    ("all alike", ALIKE, 2),
    ("a table of four", FOUR, 4),
)
ENDS: Final = (0, 7)


def contests(
    random: Generator, n: int, chances: Chances, players: int
) -> Iterator[tuple[Contest[int], dict[int, float]]]:
    """Give n contests, with what each guest truly gains."""
    truth = {limit: 0.0 if chance is None else chance - 1 / players for limit, chance in chances.items()}
    for _ in range(n):
        yield planted(random, chances, players), truth


def holds(found: Mapping[int, Estimate], truth: Mapping[int, float]) -> bool:
    """Say whether all intervals hold their truth, or what is nearest to it within rounding."""
    return all(
        one.low is not None and one.high is not None and one.low - 1e-12 <= truth[name] <= one.high + 1e-12
        for name, one in found.items()
    )


def to_best(truth: Mapping[int, float]) -> dict[int, float]:
    """Give each true gain less the best of the others."""
    return {
        name: value - max(other for rival, other in truth.items() if rival != name) for name, value in truth.items()
    }


def at_once(name: str, held: Iterator[bool], low: float) -> Check:
    """Count how often all of several intervals hold the truth."""
    return share(name, float(np.mean(list(held))), low, 1.0, "all at once")


def gain_checks(n: int) -> Iterator[Check]:
    """Gains, regret and comparisons with the best."""
    low = band(COVERAGE, n)[0]
    for what, chances, players in PLANTED:

        def drawn(
            name: str, chances: Chances = chances, players: int = players
        ) -> Iterator[tuple[Contest[int], dict[int, float]]]:
            return contests(generator(SEED, name), n, chances, players)

        name = f"F10, {what}: a gain alone"
        yield coverage(name, ((gain(c[0]), t[0]) for c, t in drawn(name) if c[0] is not None))
        name = f"F10, {what}: all gains"
        yield at_once(name, (holds(gains(c, ALPHA), t) for c, t in drawn(name)), low)
        name = f"F10, {what}: the largest gain found"
        yield coverage(name, (_largest(c, t) for c, t in drawn(name)), at_least=True)
        name = f"F10, {what}: regret"
        yield coverage(name, ((regret(c, ALPHA), max(t.values())) for c, t in drawn(name)), at_least=True)
        name = f"F10, {what}: one gain less another"
        yield coverage(name, ((wins_more(c[0], c[7], 0.95), t[0] - t[7]) for c, t in drawn(name)))
        name = f"F10, {what}: against the best other"
        yield at_once(name, (holds(against_best(c, ALPHA), to_best(t)) for c, t in drawn(name)), low)
        name = f"F10, {what}: the best may be the best"
        yield at_once(name, (_best(t) in may_be_best(against_best(c, ALPHA)) for c, t in drawn(name)), low)


def _largest(contest: Contest[int], truth: Mapping[int, float]) -> tuple[Estimate, float]:
    found = gains(contest, ALPHA)
    best = max(found, key=lambda name: found[name].value or 0.0)
    return found[best]._replace(method="the largest"), truth[best]


def _best(truth: Mapping[int, float]) -> int:
    return max(truth, key=lambda name: truth[name])


def verdict_checks(n: int) -> Iterator[Check]:
    """A choice is not claimed where an end is as good as the best between, nor the contrary."""

    def words(name: str, chances: Chances, word: str) -> Iterator[bool]:
        for contest, _truth in contests(generator(SEED, name), n, chances, 2):
            yield verdict(contest, ENDS, "others", ALPHA).word == word

    at_low: Chances = {0: 0.50, 1: 0.50, 3: 0.50, HOSTS: None, 7: 0.30}
    name = "F10: the lower end as good as all between: a choice"
    yield rejection(name, words(name, at_low, CHOICE), at_most=True, how="paired, Bonferroni")
    name = "F10: one between as good as the upper end: no choice"
    yield rejection(
        name, words(name, {**at_low, 1: 0.4, 3: 0.4, 7: 0.5}, NO_CHOICE), at_most=True, how="paired, Bonferroni"
    )
    name = "F10: the best of three tables, all limits alike: a choice or none"
    yield rejection(name, (_chosen(random) for random in _seeds(name, n)), at_most=True, how="Bonferroni")


def _seeds(name: str, n: int) -> Iterator[Generator]:
    random = generator(SEED, name)
    for _ in range(n):
        yield random


def _chosen(random: Generator) -> bool:
    """Judge at the table of the best of three limits, chosen by the same games; truly they are all alike."""
    limits = (0, 1, 2)
    guests = {}
    for hosts in limits:
        row = planted(random, {limit: None if limit == hosts else 0.25 for limit in limits}, 4)
        guests.update({(limit, hosts): guest for limit, guest in row.items() if guest is not None})
    table = LimitTable(limits, guests)
    contest = table.among(best_limit(table))
    return verdict(contest, (0, 2), "others", ALPHA, looks=3).word in (CHOICE, NO_CHOICE)


def skill_checks(n: int) -> Iterator[Check]:
    """Games to tell and the share of the variance, at and near an even share."""
    for chance, players in ((0.62, 2), (0.45, 4), (0.51, 2), (0.255, 4)):
        even = 1 / players
        for what, number, truth in _numbers(chance, even):
            name = f"F5, {players} players, share {chance:g}: {what}"
            drawn = contests(generator(SEED, name), n, {0: chance}, players)
            found = (_open(number(c[0])) for c, _ in drawn if c[0] is not None)
            near = abs(chance - even) < 0.02
            yield coverage(name, ((one, truth) for one in found), at_least=near)


def _numbers(chance: float, even: float) -> list[tuple[str, Callable[..., Estimate], float]]:
    return [
        ("games to tell", games_to_tell, chance * (1 - chance) / (chance - even) ** 2),
        ("share of the variance", variance_share, (chance - even) ** 2 / (1 - even) ** 2),
    ]


def _open(number: Estimate) -> Estimate:
    """Give an interval without upper end one, to be counted."""
    return number._replace(high=float("inf")) if number.high is None else number


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of contests."""
    n = n_replicates(quick) // 5
    yield from gain_checks(n)
    yield from verdict_checks(n)
    yield from skill_checks(n)


SECTION: Final = Section("contests", f"Skill and call limits, of planted chances (seed {SEED})", HEADS, checks)

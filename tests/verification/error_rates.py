"""Tests at 5 % reject what is so in 5 % of runs: A/A comparisons, seats within a margin, families of tests."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.random import Generator

from pipelines.findings.exact_values import distance
from pipelines.stats.clustered import rate
from pipelines.stats.equivalence import ALPHA, Fairness, fairness
from pipelines.stats.intervals import normal_quantile
from pipelines.stats.multiplicity import holm
from pipelines.stats.paired import PairedDifference, paired_difference
from tests.verification.checks import Check, Section
from tests.verification.intervals import LARGE, SMALL, TURNED, edge
from tests.verification.made_runs import Events, Shape, Turns, wins
from tests.verification.replicates import COVERAGE, HEADS, band, coverage, generator, n_replicates, rejection, share

SEED: Final = 71
MARGIN: Final = 0.02
BATCHES, GAMES = 64, 4_000
"""Of the runs in which seats are compared, and games of a batch."""

EVEN: Final = (0.0, 0.0, 0.0, 0.0)
ONE_AT_THE_MARGIN: Final = (MARGIN, -MARGIN / 3, -MARGIN / 3, -MARGIN / 3)
ALL_AT_THE_MARGIN: Final = (MARGIN, MARGIN, -MARGIN, -MARGIN)
ONE_BEYOND: Final = (3 * MARGIN, -MARGIN, -MARGIN, -MARGIN)


def excludes_zero(found: PairedDifference) -> bool:
    """Say whether the interval of a difference finds one."""
    low, high = found.difference.low, found.difference.high
    return low is not None and high is not None and not low <= 0 <= high


def same_rates(random: Generator, n: int, events: Events, shape: Shape) -> Iterator[bool]:
    """Compare a rate in two seeds of one thing."""
    for one, other in zip(events.runs(random, n, shape), events.runs(random, n, shape), strict=True):
        yield excludes_zero(paired_difference(one, other, of_rates=True))


def same_means(random: Generator, n: int, turns: Turns, shape: Shape) -> Iterator[bool]:
    """Compare mean turns in two seeds of one thing."""
    for one, other in zip(turns.runs(random, n, shape), turns.runs(random, n, shape), strict=True):
        yield excludes_zero(paired_difference((one[1], one[0]), (other[1], other[0])))


def seats(random: Generator, n: int, edges: tuple[float, ...]) -> list[Fairness]:
    """Test four seats with these edges."""
    shares = tuple((1 + e) / 4 for e in edges)
    return [
        fairness([edge(won, GAMES, 4) for won in by_seat], MARGIN)
        for by_seat in wins(random, n, shares, BATCHES, GAMES, 1e-4)
    ]


def seat_checks(n: int) -> Iterator[Check]:
    """What is said of seats at the margin, and of even and uneven ones."""
    low = band(COVERAGE, n)[0]
    for what, edges in [
        ("even", EVEN),
        ("one at the margin", ONE_AT_THE_MARGIN),
        ("all at the margin", ALL_AT_THE_MARGIN),
        ("one beyond", ONE_BEYOND),
    ]:
        found = seats(generator(SEED, what), n, edges)
        truth = max(map(abs, edges))
        yield coverage(f"largest edge of four seats, {what}", ((f.largest, truth) for f in found), at_least=True)
        within = [f.p_within <= ALPHA for f in found]
        outside = [f.p_outside <= ALPHA for f in found]
        if edges is EVEN:
            yield share("seats even: within the margin", float(np.mean(within)), low, 1.0, "TOST finds it")
        elif edges is ONE_BEYOND:
            yield share("one seat beyond: outside", float(np.mean(outside)), low, 1.0, "test finds it")
        else:
            # with one seat at the margin the others hardly ever fail, and the test has its full 5 %
            yield rejection(f"{what}: within", within, at_most=edges is ALL_AT_THE_MARGIN, how="TOST")
            yield rejection(f"{what}: outside", outside, at_most=True, how="Bonferroni")


def families(random: Generator, n: int, true: int, false: int) -> Iterator[bool]:
    """Say for every family of tests whether Holm's method rejects a true one."""
    for _ in range(n):
        p_values = [*random.uniform(size=true), *(1e-4 * random.uniform(size=false))]
        yield min(holm(p_values)[:true]) <= ALPHA


def distances(random: Generator, n: int, events: Events) -> Iterator[bool]:
    """Compare measured rates with the exact one by `distance`."""
    truth = Fraction(events.truth)
    for a, c in events.runs(random, n, LARGE):
        z = distance(rate(a, c), truth, 1)
        yield z is not None and abs(z) > normal_quantile()


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of tests."""
    n = n_replicates(quick)
    for what, events, shape in [
        ("64 deals", Events(0.2), SMALL),
        ("150 deals in 4 rotations", Events(0.2), TURNED),
        ("about 150 events", Events(0.02, 0.02, 0.05), LARGE),
    ]:
        name = f"A/A, two seeds: rate, {what}"
        yield rejection(name, same_rates(generator(SEED, name), n, events, shape))
    for what, turns, shape in [("64 deals", Turns(), SMALL), ("150 deals in 4 rotations", Turns(spread=1), TURNED)]:
        name = f"A/A, two seeds: mean turns, {what}"
        yield rejection(name, same_means(generator(SEED, name), n, turns, shape))
    yield from seat_checks(n)
    for true, false in ((8, 0), (4, 4), (1, 7)):
        name = f"Holm, {true} true of {true + false} tests: any true one rejected"
        yield rejection(name, families(generator(SEED, name), n, true, false), at_most=True)
    for what, events in [("about 1,600 events", Events(0.2, 0, 0.1)), ("about 30 events", Events(0.004, 0, 0.02))]:
        name = f"distance from an exact rate beyond 1.96, {what}"
        yield rejection(name, distances(generator(SEED, name), n, events), at_most=True)


SECTION: Final = Section("tests", f"Error rates of tests at 5 % (seed {SEED})", HEADS, checks)

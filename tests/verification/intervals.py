"""Every interval of `pipelines.stats` holds the truth as often as it says, on runs whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.random import Generator

from pipelines.findings.verdicts import stopped_verdict
from pipelines.stats.batches import in_shared, shared_batches
from pipelines.stats.clustered import mean, rate, ratio, spread
from pipelines.stats.estimate import CLOPPER_PEARSON, WILSON, Estimate
from pipelines.stats.intervals import clopper_pearson, normal_quantile, t_quantile, wilson
from pipelines.stats.paired import paired_difference
from pipelines.stats.quantiles import woodruff
from pipelines.tables.measures import Edge
from sim.rules import named_variants
from tests.verification.checks import Check, Section
from tests.verification.made_runs import LONGEST, MEAN_ROUNDS, Events, Shape, Turns, around, parts, wins
from tests.verification.replicates import HEADS, coverage, generator, n_replicates, share

SEED: Final = 61
SMALL, LARGE = Shape(64), Shape(645)
"""The fewest batches that get an interval; 323 batches, the last one short."""
TURNED: Final = Shape(150, 4)
"""Every deal in four rotations."""

MUST_FAIL: Final = "fails, as it must"

EDGE: Final = Edge("edge", "", "", per="game", of=("won", "games"), size="players", scale=840)

Covered = Iterator[tuple[Estimate, float]]


def rates(random: Generator, n: int, events: Events, shape: Shape) -> Covered:
    """Estimate a share of rounds."""
    for a, c in events.runs(random, n, shape):
        yield rate(a, c, repeats=shape.rotations), events.truth


class Few(NamedTuple):
    """Runs with few events: how many are expected, and how much they depend on each other."""

    least: float
    most: float
    shape: Shape = Shape(645)
    deal: float = 0.01
    game: float = 0.02


def few_events(random: Generator, n: int, few: Few) -> Covered:
    """Estimate a rare share; every run draws one of its own, so that all numbers of events expected are as likely.

    Wilson's interval covers more and less than 95 % by turns as a single share grows.
    """
    shape = few.shape
    for size in parts(n, shape):
        expected = random.uniform(few.least, few.most, (size, 1, 1))
        events = Events(expected / (shape.deals * shape.rotations * MEAN_ROUNDS), few.deal, few.game)
        by_deal = around(random, np.broadcast_to(events.rate, (size, shape.deals, 1)), few.deal)
        runs = events.games(random, np.broadcast_to(by_deal, (size, *shape)))
        for (a, c), truth in zip(runs, np.ravel(events.truth), strict=True):
            yield rate(a, c, repeats=shape.rotations), float(truth)


def same_cards(random: Generator, n: int, expected: float) -> Covered:
    """Estimate the share of low first hands, which all four rotations of a deal have in common."""
    deals = 20_000
    chance = expected / deals
    sizes = np.full(313, 64)
    sizes[-1] = deals - 64 * 312
    for low in random.binomial(sizes, chance, (n, len(sizes))):
        yield rate(4 * low, 4 * sizes, repeats=4), chance


def gates(random: Generator, n: int, events: Events) -> Covered:
    """Estimate the share of stopped rounds by the interval of the gate."""
    for a, c in events.runs(random, n, LARGE):
        stopped = rate(a, c)
        cell = SimpleNamespace(cell=SimpleNamespace(rotations=1, variant=named_variants()["standard"]), games=1)
        results: Any = SimpleNamespace(get=lambda *_, stopped=stopped: stopped, cell=cell)
        found = stopped_verdict(results)["share"]
        yield stopped._replace(low=found["low"], high=found["high"], method=found["method"]), events.truth


def independent(random: Generator, n: int, interval: Any, method: str, p: float) -> Covered:
    """Estimate a rate of 10,000 independent trials."""
    for k in random.binomial(10_000, p, n):
        low, high = interval(int(k), 10_000)
        yield Estimate(k / 10_000, low, high, 10_000, method), p


def wilson_of(events: int, n: int) -> tuple[float, float]:
    """Give Wilson's interval of a count."""
    return wilson(events / n, n)


def wald_of(events: int, n: int) -> tuple[float, float]:
    """Give the textbook interval, which nothing here uses."""
    p = events / n
    half = normal_quantile() * (p * (1 - p) / n) ** 0.5
    return p - half, p + half


def means(random: Generator, n: int, turns: Turns, shape: Shape) -> Covered:
    """Estimate the mean turns of a round."""
    truth = turns.truth[0]
    for rounds, total, _ in turns.runs(random, n, shape):
        yield mean(total, rounds), truth


def few_values(random: Generator, n: int) -> Covered:
    """Estimate the mean of about 150 skewed values (geometric with mean 8), spread over 100 batches."""
    for values in random.poisson(1.5, (n, 100)):
        total = random.negative_binomial(np.maximum(values, 1), 1 / 9) * (values > 0)
        yield mean(total, values), 8.0


def spreads(random: Generator, n: int, turns: Turns, shape: Shape) -> Covered:
    """Estimate the standard deviation of the turns of a round."""
    truth = turns.truth[1]
    for rounds, total, squares in turns.runs(random, n, shape):
        yield spread(squares, total, rounds), truth


def quantiles(random: Generator, n: int, quantile: Fraction) -> Covered:
    """Estimate a quantile of the turns of a round."""
    turns = Turns()
    truth = turns.quantile(float(quantile))
    for counts in turns.lengths(random, n, SMALL):
        yield woodruff(np.arange(LONGEST), counts, quantile), truth


def fine_quantiles(random: Generator, n: int, quantile: Fraction) -> Covered:
    """Estimate a quantile of values in 2,000ths: 10 a batch, uniform on a half of 0 to 1 that the batch picks."""
    for _ in range(n):
        start = random.uniform(0, 0.5, (1, 100))
        values = np.ceil(2_000 * (start + 0.5 * random.uniform(size=(10, 100)))).astype(np.int64)
        distinct, rows = np.unique(values, return_inverse=True)
        counts = np.zeros((len(distinct), 100), np.int64)
        np.add.at(counts, (rows.reshape(values.shape), np.arange(100)[None, :]), 1)
        estimate = woodruff(distinct, counts, quantile, scale=2_000)
        x = float(quantile)  # the sum of two uniform numbers is triangular
        yield estimate, (x / 2) ** 0.5 if x <= 0.5 else 1 - ((1 - x) / 2) ** 0.5


def differences(random: Generator, n: int, first: Events, shape: Shape, second_deals: int) -> Covered:
    """Estimate the difference to a second cell on the same deals, whose rates are nine tenths of the first one's."""
    factor, m = 0.9, first.rate
    deal = factor**2 * m * (1 - m) * first.deal / (factor * m * (1 - factor * m))
    second = first._replace(rate=factor * m, deal=deal)
    size, batches = shared_batches(shape.deals, second_deals)
    for runs in parts(n, shape):
        by_deal = around(random, np.full((runs, shape.deals, 1), m), first.deal)
        for one, other in zip(
            first.games(random, np.broadcast_to(by_deal, (runs, *shape))),
            second.games(random, np.broadcast_to(factor * by_deal[:, :second_deals], (runs, second_deals, 1))),
            strict=True,
        ):
            a = in_shared(one[0], shape.deals, size, batches), in_shared(one[1], shape.deals, size, batches)
            b = in_shared(other[0], second_deals, size, batches), in_shared(other[1], second_deals, size, batches)
            yield paired_difference(a, b, of_rates=True).difference, second.truth - first.truth


def edges(random: Generator, n: int, shares: tuple[float, ...]) -> Covered:
    """Estimate the edge of the first seat, of wins counted in 840ths."""
    for won in wins(random, n, shares, 64, 200, 0.01):
        yield edge(won[0], 200, len(shares)), len(shares) * shares[0] - 1


def edge(won: np.ndarray, games: int, players: int) -> Estimate:
    """Estimate a seat's edge of games won, so many in each batch."""
    return edge_of(840 * won, np.full(len(won), games), players)


def edge_of(won: np.ndarray, tried: np.ndarray, players: int) -> Estimate:
    """Estimate an edge as the tables do: won in 840ths, and tried, by batch."""
    sums: Any = SimpleNamespace(of={"won": won, "games": tried, "players": players * tried}.get, repeats=1)
    return EDGE.estimate(sums)


def as_independent(random: Generator, n: int) -> Covered:
    """Estimate a rate of 9 rounds a game as if they were independent."""
    for _ in range(n):
        events = random.binomial(9, random.beta(1.8, 7.2, 800)).sum()
        p = events / 7_200
        half = normal_quantile() * (p * (1 - p) / 7_200) ** 0.5
        yield Estimate(p, p - half, p + half, 7_200, "normal"), 0.2


def t_of_ten_events(random: Generator, n: int) -> Covered:
    """Estimate a rate by batch t where 10 events are expected, which the project does not."""
    events = Events(10 / (LARGE.deals * MEAN_ROUNDS), 0.01, 0.02)
    for a, c in events.runs(random, n, LARGE):
        r = ratio(a, c)
        half = t_quantile(r.n_batches - 1) * r.variance**0.5
        yield Estimate(r.value, r.value - half, r.value + half, r.chances, "batch t"), events.truth


def rate_checks(quick: bool) -> Iterator[Check]:
    """Shares of rounds."""
    n = n_replicates(quick)
    for what, events, shape in [
        ("64 deals", Events(0.2), SMALL),
        ("645 deals, 323 batches", Events(0.2), LARGE),
        ("150 deals in 4 rotations", Events(0.2), TURNED),
        ("150 deals in 4 rotations, strong dependence", Events(0.3, 0.2, 0.3), TURNED),
        ("about 250 events in 64 deals", Events(0.3), SMALL),
        ("about 150 events", Events(150 / (150 * 4 * MEAN_ROUNDS), 0.01, 0.02), TURNED),
    ]:
        yield coverage(f"rate, {what}", rates(generator(SEED, what), n, events, shape))
    for what, few in [
        ("2.3", Few(2.3, 2.3)),
        ("10", Few(10, 10)),
        ("30", Few(30, 30)),
        ("60", Few(60, 60)),
        ("30, in 4 rotations", Few(30, 30, TURNED)),
        ("1 to 200", Few(1, 200)),
        ("1 to 10, strong dependence", Few(1, 10, LARGE, 0.03, 0.1)),
        ("10 to 90, strong dependence", Few(10, 90, LARGE, 0.03, 0.1)),
        ("1 to 90 in 64 deals, strong dependence", Few(1, 90, SMALL, 0.03, 0.1)),
        ("1 to 90 in 4 rotations, strong dependence", Few(1, 90, TURNED, 0.03, 0.1)),
    ]:
        name = f"rate, events expected: {what}"
        yield coverage(name, few_events(generator(SEED, name), n, few), at_least=True)
    for expected in (2.3, 5, 20):
        name = f"rate, events expected: 4 times {expected:g}, each in all 4 rotations"
        yield coverage(name, same_cards(generator(SEED, name), n, expected), at_least=True)
    for per_limit, events in [("at the limit", Events(1e-4, 0.01, 0.02)), ("above it", Events(2e-3, 0.01, 0.02))]:
        name = f"share of stopped rounds, {per_limit}"
        yield coverage(name, gates(generator(SEED, name), n, events), at_least=True)
    for p in (2.3e-4, 0.01, 0.3):
        name = f"Wilson, 10,000 independent trials, p = {p:g}"
        yield coverage(name, independent(generator(SEED, name), n, wilson_of, WILSON, p), at_least=True)
        name = f"Clopper-Pearson, the same, p = {p:g}"
        yield coverage(name, independent(generator(SEED, name), n, clopper_pearson, CLOPPER_PEARSON, p), at_least=True)


def other_checks(quick: bool) -> Iterator[Check]:
    """Means, spreads, quantiles, differences, edges."""
    n = n_replicates(quick)
    for what, turns, shape in [
        ("64 deals", Turns(), SMALL),
        ("150 deals in 4 rotations", Turns(), TURNED),
        ("645 deals, strong dependence", Turns(spread=1), LARGE),
    ]:
        yield coverage(f"mean turns, {what}", means(generator(SEED, f"mean {what}"), n, turns, shape))
        yield coverage(f"spread of turns, {what}", spreads(generator(SEED, f"spread {what}"), n, turns, shape))
    yield coverage("mean of about 150 skewed values", few_values(generator(SEED, "few"), n))
    for quantile in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)):
        name = f"quantile {float(quantile):g} of turns, whole numbers"
        yield coverage(name, quantiles(generator(SEED, name), n, quantile), at_least=True)
        name = f"quantile {float(quantile):g} of fine values"
        yield coverage(name, fine_quantiles(generator(SEED, name), n, quantile))
    for what, events, shape, deals in [
        ("64 deals", Events(0.2, 0.2), SMALL, 64),
        ("645 and 300 deals", Events(0.2, 0.2), LARGE, 300),
        ("about 150 events", Events(0.02, 0.05), LARGE, 645),
    ]:
        name = f"paired difference of rates, {what}"
        yield coverage(name, differences(generator(SEED, name), n, events, shape, deals))
    for shares in ((0.3, 0.25, 0.25, 0.2), (0.5, 0.5)):
        name = f"edge of a seat, {len(shares)} players"
        yield coverage(name, edges(generator(SEED, name), n, shares))


def controls(quick: bool) -> Iterator[Check]:
    """What the project does not do, to show that the checks can fail."""
    n = n_replicates(quick)
    wide = 1.15 / n**0.5
    for name, found, known in [
        ("rounds taken as independent", as_independent(generator(SEED, "naive"), n), 0.859),
        ("Wald, p = 2.3e-4", independent(generator(SEED, "wald"), n, wald_of, "wald", 2.3e-4), 0.898),
        ("batch t at 10 events", t_of_ten_events(generator(SEED, "ten"), n), 0.91),
    ]:
        covered = np.mean([estimate.low <= truth <= estimate.high for estimate, truth in found])  # type: ignore[operator]
        yield share(name, float(covered), known - wide, known + wide, f"known: {known}", MUST_FAIL)


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of intervals."""
    yield from rate_checks(quick)
    yield from other_checks(quick)
    yield from controls(quick)


SECTION: Final = Section("intervals", f"Coverage of intervals of 95 % (seed {SEED})", HEADS, checks)

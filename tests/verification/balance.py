"""The measures of a balance on simulated cells: the intervals of F1, F2, F3, F7, F8 and F11 hold the truth.

The largest edge of all seats (F1) and its tests are in `error_rates`, shares and means in general in `intervals`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.random import Generator
from scipy.stats import false_discovery_control, norm

from pipelines.balance import comeback, drama
from pipelines.findings.results import BatchSums
from pipelines.stats.batches import in_shared, shared_batches
from pipelines.stats.equivalence import ALPHA
from pipelines.stats.estimate import Estimate
from pipelines.stats.paired import paired_difference
from pipelines.tables import TABLES
from sim.batches import n_batches
from sim.exact_parts import MILLION, WHOLE
from tests.pipelines.balance.walks import OUT_FROM
from tests.verification.checks import Check, Section
from tests.verification.intervals import SMALL, edge_of
from tests.verification.made_balance import (
    FEWER,
    OFTEN,
    SELDOM,
    Calls,
    Coins,
    Forks,
    by_batch,
    call_sums,
    call_tally,
    coins,
    deals_of,
    fork_tally,
    truths,
)
from tests.verification.made_runs import Events
from tests.verification.replicates import HEADS, coverage, generator, share

SEED: Final = 91
LENGTHS: Final = (64, 300, 2_000)
"""Deals of a run: the fewest that get an interval, 300 batches of one and 500 of four."""
FEWEST: Final = ("assaf_rate", "net")
"""What every one of 64 batches has, so that there is an interval."""

Covered = Iterator[tuple[Estimate, float]]

BY_TOTAL: Final = replace(TABLES["assaf_by_total"], levels=((), ("total",)))
FORKS: Final = Forks((3.0, 2.0, 5.0), (-1.0, 2.0, 6.0))
FEW_FORKS: Final = Forks((0.08, 0.06, 0.16), (-1.0, 2.0, 6.0))


def first_player(random: Generator, n: int) -> Covered:
    """Estimate the first player's edge in the round, four players: rounds of a game depend on each other."""
    events = Events(0.31, 0.02, 0.05)
    for won, rounds in events.runs(random, n, SMALL):
        yield edge_of(WHOLE * won, rounds, 4), 4 * events.truth - 1


def risks(random: Generator, n: int, deals: int) -> dict[tuple[str, str], list[tuple[Estimate, float]]]:
    """Estimate every number of F2 by its table, for two totals and all calls."""
    totals = {3: SELDOM, 7: OFTEN}
    truth = {"3": SELDOM.truth, "7": OFTEN.truth, "all": truths([SELDOM, OFTEN])}
    cell: Any = SimpleNamespace(n_batches=n_batches(deals), cell=SimpleNamespace(rotations=1))
    found: dict[tuple[str, str], list[tuple[Estimate, float]]] = {}
    kinds = deals_of(random, n, deals)
    sums = {
        total: {name: by_batch(values) for name, values in call_sums(random, calls, kinds).items()}
        for total, calls in totals.items()
    }
    for run in range(n):
        tally = call_tally(
            {total: {name: values[run] for name, values in part.items()} for total, part in sums.items()}
        )
        for row in BY_TOTAL.rows({"calls": tally}, cell):
            which = "all" if row.keys["total"] is None else str(row.keys["total"])
            for name, value in truth[which].items():
                found.setdefault((which, name), []).append((row.numbers[name], value))
    return found


def taus(random: Generator, n: int, forks: Forks, deals: int) -> Covered:
    """Estimate calling less waiting from forks, by its table."""
    cell: Any = SimpleNamespace(n_batches=n_batches(deals), cell=SimpleNamespace(rotations=1))
    for points, number in forks.runs(random, n, deals):
        overall = TABLES["live_decision"].rows({"forks": fork_tally(random, points, number)}, cell)[0]
        yield overall.numbers["tau"], forks.truth


def changes(random: Generator, n: int, name: str, deals: tuple[int, int]) -> Covered:
    """Estimate what a rule changes, on the first deals that both played: the kinds of deals are the same."""
    truth = FEWER.truth[name] - OFTEN.truth[name]
    kinds = deals_of(random, n, deals[0])
    sides = [_number(random, calls, kinds[:, :size], name) for calls, size in zip((OFTEN, FEWER), deals, strict=True)]
    size, batches = shared_batches(*deals)
    scale = 1 if name == "assaf_rate" else WHOLE
    for one, other in zip(*sides, strict=True):
        pair = [
            (in_shared(above, played, size, batches), in_shared(below, played, size, batches))
            for (above, below), played in zip((one, other), deals, strict=True)
        ]
        yield paired_difference(pair[0], pair[1], scale, of_rates=name == "assaf_rate").difference, truth


def _number(random: Generator, calls: Calls, kinds: np.ndarray, name: str) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    sums = {part: by_batch(values) for part, values in call_sums(random, calls, kinds).items()}
    above = sums["assafs"] if name == "assaf_rate" else sums["won"] - sums["lost"]
    return zip(above, sums["calls"], strict=True)


def exact(sums: dict[str, BatchSums], weights: np.ndarray) -> dict[str, float]:
    """Give every number over all games, of sums with a batch a game."""
    return {
        name: float(weights @ parts.above / (parts.scale * (weights @ parts.below))) for name, parts in sums.items()
    }


def each_game(made: Coins) -> dict[str, BatchSums]:
    """Count every game of the coin in a batch of its own."""
    games = np.arange(len(made.paths.rounds))
    return comeback.count([made.taken(games, games)], len(games))


def comebacks(random: Generator, n: int, batches: int) -> dict[str, list[tuple[Estimate, float]]]:
    """Estimate the numbers of F7, and what ten points more to lose contribute to them on the same throws."""
    long, short = coins(OUT_FROM), coins(OUT_FROM - 10)
    truth, bare = exact(each_game(long), long.weights), exact(each_game(short), short.weights)
    found: dict[str, list[tuple[Estimate, float]]] = {}
    for _ in range(n):
        series, paths = long.run(random, batches, 8)
        sums = comeback.count([paths], batches)
        fewer = comeback.count([short.taken(series, paths.batch)], batches)
        for name in ("last_wins", "lead_changes", "rounds"):
            found.setdefault(name, []).append((comeback.estimate(name, sums[name], 1), truth[name]))
            difference = comeback.contribution(name, fewer[name], sums[name])
            found.setdefault(f"{name}, contributed", []).append((difference, truth[name] - bare[name]))
    return found


def dramas(random: Generator, n: int, batches: int) -> dict[str, list[tuple[Estimate, float]]]:
    """Estimate the numbers of F8; the truth is that of the chances as they were fitted in each run."""
    made = coins(OUT_FROM)
    games = np.arange(len(made.paths.rounds))
    all_games = made.taken(games, np.ones_like(games))
    standings = drama.standings_of(all_games, np.ones(len(games), bool))
    alone = drama.count(lambda: [made.taken(games, games)], len(games))["deficit"]
    deficit = exact({"deficit": alone}, made.weights)["deficit"]
    found: dict[str, list[tuple[Estimate, float]]] = {"left": [], "held": [], "deficit": []}
    for _ in range(n):
        paths = made.run(random, batches, 8)[1]
        learnt = drama.Learnt()
        learnt.add(paths, drama.standings_of(paths, paths.batch % 2 == 0))
        values = drama.openness(all_games, standings, learnt.chances)
        sums = drama.count(lambda paths=paths: [paths], batches)
        decided = made.weights @ values["decided"]
        truth = {
            "left": made.weights @ values["left"] / MILLION,
            "held": made.weights @ values["held"] / (WHOLE * decided),
            "deficit": deficit,
        }
        for name, pairs in found.items():
            pairs.append((drama.estimate(name, sums[name]), float(truth[name])))
    return found


def false_finds(random: Generator, n: int, true: int, false: int) -> float:
    """Give the mean share of false ones among the changes found, by Benjamini and Hochberg as F11 does it."""
    shares = []
    for _ in range(n):
        z = random.standard_normal(true + false) + np.r_[np.zeros(true), np.full(false, 4.0)]
        rejected = false_discovery_control(2 * norm.sf(np.abs(z))) <= ALPHA
        shares.append(rejected[:true].sum() / max(1, rejected.sum()))
    return float(np.mean(shares))


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of the measures."""
    n = 200 if quick else 2_000
    yield coverage("F1, first player's edge in the round", first_player(generator(SEED, "F1"), n))
    for deals in LENGTHS[: 2 if quick else 3]:
        for (which, number), found in risks(generator(SEED, f"F2 {deals}"), n, deals).items():
            if deals == 64 and (which != "all" or number not in FEWEST):
                continue
            # with few events the interval is Wilson's, which covers more
            few = number == "assaf_rate" and which == "3" and deals == 300
            yield coverage(f"F2, {which}: {number}, {deals:,} deals", found, at_least=few)
    for what, forks, deals in [("300 deals", FORKS, 300), ("2,000 deals, few", FEW_FORKS, 2_000)]:
        yield coverage(f"F3, tau from forks, {what}", taus(generator(SEED, f"F3 {what}"), n, forks, deals))
    for name in ("assaf_rate", "net"):
        for deals in ((300, 300), (2_000, 256)):
            what = f"F11, change of {name}, {deals[0]:,} and {deals[1]} deals"
            yield coverage(what, changes(generator(SEED, what), n, name, deals))
    for name, found in comebacks(generator(SEED, "F7"), n, 128).items():
        yield coverage(f"F7, {name}", found)
    for name, found in dramas(generator(SEED, "F8"), n, 256).items():
        yield coverage(f"F8, {name}", found)
    for true, false in ((30, 10), (40, 0)):
        what = f"F11, false among the changes found, {true} true of {true + false} hypotheses"
        measured = false_finds(generator(SEED, what), n, true, false)
        yield share(what, measured, 0.0, 0.05 * true / (true + false) + 3.3 * (0.05 / n) ** 0.5, "Benjamini-Hochberg")


SECTION: Final = Section("balance", f"Measures of a balance, simulated (seed {SEED})", HEADS, checks)

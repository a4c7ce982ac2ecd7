"""A comparison that stops when it is decided is wrong no more often than it says, whatever its scores look like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.random import Generator

from pipelines.stats.betting import ALIKE, ALPHA, BETTER, WORSE, Scores, decisions
from sim.tournaments.comparison import DEFAULT_CHUNK, look_deals
from tests.verification.checks import Check, Section
from tests.verification.replicates import HEADS, generator, n_replicates, share

SEED: Final = 97
MOST: Final = 2**20


class Made(NamedTuple):
    """Scores of a deal with mean 0, and their chances."""

    values: tuple[float, ...]
    chances: tuple[float, ...]

    def chances_for(self, mean: float) -> np.ndarray:
        """Give the chances of the values with this mean: some go from 0 to the highest value, or to the lowest."""
        end = -1 if mean > 0 else 0
        chances = np.array(self.chances)
        moved = mean / self.values[end]
        chances[end] += moved
        chances[self.values.index(0.0)] -= moved
        return chances


SCORES: Final = {
    "two players": Made((-0.5, -0.25, 0.0, 0.25, 0.5), (0.2, 0.02, 0.56, 0.02, 0.2)),
    "one against three": Made((-0.25, 0.0, 0.75), (0.6, 0.2, 0.2)),
    "nearly the same play": Made((-0.5, 0.0, 0.1), (0.002, 0.988, 0.01)),
}
"""Two of them are skewed; the last loses much in one deal of 500."""


class Run(NamedTuple):
    """How comparisons ended."""

    decided: np.ndarray  # texts, "" for nothing
    deals: np.ndarray


def compare(random: Generator, made: Made, mean: float, by: float, n: int) -> Run:
    """Play n comparisons until each is decided, with the program's looks."""
    values = np.array(made.values)
    chances = made.chances_for(mean)
    counts = np.zeros((n, len(values)), np.int64)
    decided, deals = np.full(n, "", dtype="<U10"), np.full(n, MOST)
    before, open_ones = 0, np.arange(n)
    for look in look_deals(DEFAULT_CHUNK, MOST):
        counts[open_ones] += random.multinomial(look - before, chances, size=len(open_ones))
        found = decisions(Scores(values, counts[open_ones], values[0], values[-1]), by)
        ended = open_ones[found != ""]
        decided[ended], deals[ended] = found[found != ""], look
        before, open_ones = look, open_ones[found == ""]
        if not len(open_ones):
            break
    return Run(decided, deals)


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of comparisons that stop when they are decided."""
    n = n_replicates(quick)
    for what, made in SCORES.items():
        for by in (0.005, 0.02):
            for factor, wrong in ((0.0, (BETTER, WORSE)), (1.0, (WORSE, ALIKE)), (-1.0, (BETTER, ALIKE))):
                name = f"{what}, by {100 * by:g}, truth {100 * factor * by:+g}"
                run = compare(generator(SEED, name), made, factor * by, by, n)
                told = f"decided {np.mean(run.decided != ''):.0%}, median {np.median(run.deals):,.0f} deals"
                false = float(np.isin(run.decided, wrong).mean())
                yield share(f"{name}: false decisions", false, 0.0, ALPHA, told)


SECTION: Final = Section(
    "comparisons", f"Comparisons that stop when decided, at most {ALPHA:.0%} wrong (seed {SEED})", HEADS, checks
)

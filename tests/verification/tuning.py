"""The gain that a tuning tells: nothing where there is nothing to gain, and else what the setting found is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pipelines.stats.estimate import Estimate
from pipelines.tuning.gain import gains
from pipelines.tuning.tuner import Values
from tests.pipelines.tuning.planted import Planted, a_plan, tuned, valley
from tests.verification.checks import Check, Section
from tests.verification.replicates import HEADS, coverage, n_replicates

PARAMETERS: Final = ("call_at:0-50", "keep_pair:-40-40")
BEST: Final = (13, -20)
SCALE: Final = (16, 30)


def told(n: int, chance: Callable[[Values], float], *, shared: bool) -> Iterator[tuple[Estimate, float]]:
    """Tune n times, with few deals and much luck; gives the gain that is told, with the truth."""
    for seed in range(n):
        plan = a_plan(parameters=PARAMETERS, generations=3, population=6, deals=16, fresh=128, seed=seed)
        found, _ = tuned(plan, Planted(plan, chance, shared=shared))
        if found.wins is not None:  # else the start was kept, and no gain is told
            truth = chance(found.winner) - chance(plan.searched(plan.start))
            yield gains(plan, found)[0].difference.difference, truth


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of tunings."""
    n = n_replicates(quick) // 5
    yield coverage("nothing to gain, own luck", told(n, lambda _: 0.5, shared=False))
    hill = valley(BEST, SCALE)
    yield coverage("something to gain, own luck", told(n, hill, shared=False))
    yield coverage("something to gain, the same luck on a deal", told(n, hill, shared=True))


SECTION: Final = Section("tunings", "The gain of a tuning, on deals that it has not seen", HEADS, checks)

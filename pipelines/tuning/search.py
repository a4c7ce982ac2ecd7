"""The search over integers: CMA-ES, which learns from ranks alone where to look next.

Hansen, Ostermeier 2001, Evol. Comput. 9(2), 159-195; in its form for integers by Marty, Hansen, Auger, Semet, Heron
2024, PPSN XVIII (LB+IC-CMA-ES), as the package `cma` has it. Every generation is measured on deals of its own, so what
the mean of the distribution drifts to is good on no special deals; single candidates that shone may just have been
lucky.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Final

from pipelines.tuning.plan import TuningPlan
from sim.errors import InputError

_MOST_SEED: Final = 2**32 - 1
_EDGE: Final = 0.5 - 1e-6  # of the cell of an integer, short of where rounding would leave the range


def load_cma() -> Any:
    """Import the package `cma`.

    Raises
    ------
    InputError
        Where it is not installed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it misses matplotlib, for pictures that nobody asks for
            import cma
    except ImportError:
        raise InputError(
            "tune: the package cma, which searches, is not installed; `pip install cma` does it, and so does the extra"
            " `tune` of this project"
        ) from None
    return cma


def libraries() -> dict[str, str]:
    """Give the versions of what decides where the search goes."""
    import numpy

    return {"cma": str(load_cma().__version__), "numpy": numpy.__version__}


class Search:
    """A search that can be repeated: told the same scores, it asks for the same candidates.

    Parameters
    ----------
    plan
        What is searched.
    """

    def __init__(self, plan: TuningPlan) -> None:
        self._plan = plan
        ranges = plan.ranges
        begin, steps = [float(one.begin) for one in ranges], [one.step for one in ranges]
        low, high = ([end + shift for end in ends] for ends, shift in zip(self._ends(), (-_EDGE, _EDGE), strict=True))
        integers = list(range(len(ranges)))
        if len(ranges) == 1:  # the package wants two dimensions; the second one changes nothing
            begin, steps, low, high = [*begin, 0.0], [*steps, 1.0], [*low, -1e6], [*high, 1e6]
        options = {
            "bounds": [low, high],
            "CMA_stds": steps,
            "integer_variables": integers,
            "popsize": plan.population,
            "seed": 1 + plan.seed % (_MOST_SEED - 1),
            "verbose": -10,  # nor does a file named cma_signals.in stop it
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._strategy = load_cma().CMAEvolutionStrategy(begin, 1.0, options)
        self._asked: list[Any] = []

    def ask(self) -> list[tuple[int, ...]]:
        """Give the values of the next candidates, in the order of the plan's ranges; some may be the same."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._asked = self._strategy.ask()
        return [self._whole(one) for one in self._asked]

    def tell(self, scores: Sequence[int]) -> None:
        """Say how many games each of them won; more is better."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._strategy.tell(self._asked, [-float(score) for score in scores])

    @property
    def centre(self) -> tuple[int, ...]:
        """The values in the middle of what it would ask for next."""
        return self._whole(self._strategy.result.xfavorite)

    @property
    def end(self) -> str:
        """Why to go on is no use, in the words of the package; empty where it is."""
        return ", ".join(sorted(self._strategy.stop()))

    def _ends(self) -> tuple[list[int], list[int]]:
        return [one.low for one in self._plan.ranges], [one.high for one in self._plan.ranges]

    def _whole(self, values: Sequence[float]) -> tuple[int, ...]:
        found = (round(float(value)) for value in values[: len(self._plan.ranges)])
        return tuple(min(max(value, one.low), one.high) for value, one in zip(found, self._plan.ranges, strict=True))

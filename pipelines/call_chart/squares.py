"""The squares of a call chart: calling less waiting in every situation, and the word for it.

Values are means over chances that were played both ways (F3), with batch intervals. A chart has many squares, so a
square says *call* or *wait* only when its difference from 0 stays with Benjamini and Hochberg's correction over all
squares of the chart (1995, J. R. Stat. Soc. B 57, 289-300): of all such words a share of `alpha` (settings) is wrong at
most, on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import polars as pl
from scipy.special import stdtr
from scipy.stats import false_discovery_control

from pipelines.balance.settings import settings
from pipelines.stats import clustered
from pipelines.stats.estimate import Estimate
from sim.exact_parts import WHOLE

CALL, WAIT, TOSS_UP, TOO_FEW = "call", "wait", "toss-up", "too few"
WORDS: Final = {
    CALL: "calling is better",
    WAIT: "going on is better",
    TOSS_UP: "neither is shown to be better",
    TOO_FEW: "fewer than 100 chances, or from fewer than 64 batches of deals",
}


class Square(NamedTuple):
    """One situation.

    Attributes
    ----------
    least_cards
        The opponents' smallest hand; None: whatever it is.
    tau
        Calling less waiting, own score less the mean of the others'; below 0 the call is better.
    """

    total: int
    opponents: int
    least_cards: int | None
    tau: Estimate
    word: str


def squares(chances: pl.DataFrame, n_batches: int) -> list[Square]:
    """Make the squares of one chart, by opponents, total, smallest hand.

    Parameters
    ----------
    chances
        The tally `forks` of whoever plays, of one or several tables; batches of all hold the same deals.
    n_batches
        How many there are.
    """
    found = list(_estimates(chances, n_batches))
    words = words_for([tau for _, tau in found])
    made = [Square(*key, tau, word) for (key, tau), word in zip(found, words, strict=True)]
    return sorted(made, key=lambda one: (one.opponents, one.total, one.least_cards or 0))


def _estimates(chances: pl.DataFrame, n_batches: int) -> Iterator[tuple[tuple[int, int, int | None], Estimate]]:
    sums = chances.with_columns(more=pl.col("call") - pl.col("wait"))
    for keys in (("total", "opponents"), ("total", "opponents", "least_cards")):
        for values, part in sums.partition_by(keys, as_dict=True).items():
            total, opponents, *least = map(int, values)
            key = (total, opponents, least[0] if least else None)
            yield key, clustered.mean(_dense(part, "more", n_batches), _dense(part, "forks", n_batches), WHOLE)


def _dense(part: pl.DataFrame, name: str, n_batches: int) -> Any:
    made = np.zeros(n_batches, np.int64)
    np.add.at(made, part["batch"].to_numpy(), part[name].to_numpy())
    return made


def words_for(taus: Sequence[Estimate]) -> list[str]:
    """Give the word of each square of one chart, from calling less waiting in each."""
    known = [at for at, tau in enumerate(taus) if tau.low is not None and tau.variance]
    words = [TOO_FEW] * len(taus)
    if known:
        adjusted = false_discovery_control([_p(taus[at]) for at in known])
        for at, p in zip(known, adjusted, strict=True):
            words[at] = TOSS_UP if p > settings().alpha else CALL if (taus[at].value or 0) < 0 else WAIT
    return words


def _p(tau: Estimate) -> float:
    """Test whether it is 0, two-sided by Student's t over batches."""
    if tau.value is None or not tau.variance:
        raise ValueError("a test needs a value with a variance")
    return float(2 * stdtr(tau.n_batches - 1, -abs(tau.value) / sqrt(tau.variance)))

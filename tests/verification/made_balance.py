"""Simulated cells of a balance whose truth is known: calls and forks that depend on the deal, and games of a coin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
import polars as pl
from numpy.random import Generator

from pipelines.balance.paths import Paths
from sim.batches import batch_deals
from sim.exact_parts import WHOLE
from tests.pipelines.balance.walks import coin_games, made

WEIGHTS: Final = np.array([0.5, 0.3, 0.2])
"""Of the three kinds of deal that all games of a deal have in common."""


class Calls(NamedTuple):
    """Calls with one total, by kind of deal: mean number a game, chance of Assaf, points won and lost."""

    number: Sequence[float]
    assaf: Sequence[float]
    gain: Sequence[float]
    loss: Sequence[float]
    spread: float = 6.0

    @property
    def truth(self) -> dict[str, float]:
        """Every number of F2 over all games there could be."""
        return truths([self])


def truths(kinds: Sequence[Calls]) -> dict[str, float]:
    """Give the numbers of several totals together."""
    sums = dict.fromkeys(("calls", "assafs", "won", "lost"), 0.0)
    for one in kinds:
        number, assaf, gain, loss = (np.asarray(part) for part in one[:4])
        sums["calls"] += float(WEIGHTS @ number)
        sums["assafs"] += float(WEIGHTS @ (number * assaf))
        sums["won"] += float(WEIGHTS @ (number * (1 - assaf) * gain))
        sums["lost"] += float(WEIGHTS @ (number * assaf * loss))
    return {
        "assaf_rate": sums["assafs"] / sums["calls"],
        "gain": sums["won"] / (sums["calls"] - sums["assafs"]),
        "loss": sums["lost"] / sums["assafs"],
        "net": (sums["won"] - sums["lost"]) / sums["calls"],
    }


OFTEN: Final = Calls((8.0, 6.0, 12.0), (0.20, 0.35, 0.50), (14, 12, 10), (28, 30, 33))
SELDOM: Final = Calls((3.0, 2.5, 4.0), (0.10, 0.15, 0.30), (13, 11, 8), (27, 29, 35))
FEWER: Final = Calls((7.0, 6.5, 9.0), (0.15, 0.30, 0.40), (13, 12, 9), (29, 30, 31))
"""As `OFTEN` under another rule."""


def deals_of(generator: Generator, n: int, deals: int) -> np.ndarray:
    """Draw the kind of every deal of n runs, (n, deals)."""
    return generator.choice(len(WEIGHTS), (n, deals), p=WEIGHTS)


def call_sums(generator: Generator, calls: Calls, kinds: np.ndarray) -> dict[str, np.ndarray]:
    """Give calls, Assafs, and points in 840ths of every run and deal, (n, deals)."""
    number = generator.poisson(np.take(calls.number, kinds))
    assafs = generator.binomial(number, np.take(calls.assaf, kinds))
    won = _points(generator, number - assafs, np.take(calls.gain, kinds), calls.spread)
    lost = _points(generator, assafs, np.take(calls.loss, kinds), calls.spread)
    return {"calls": number, "assafs": assafs, "won": won, "lost": lost}


def _points(generator: Generator, number: np.ndarray, mean: np.ndarray, spread: float) -> np.ndarray:
    """Add up so many values about a mean, in 840ths."""
    points = number * mean + np.sqrt(number) * spread * generator.standard_normal(number.shape)
    return np.rint(WHOLE * points).astype(np.int64)


def by_batch(by_deal: np.ndarray) -> np.ndarray:
    """Add deals up to batches, (..., deals) to (..., batches)."""
    deals = by_deal.shape[-1]
    return np.add.reduceat(by_deal, np.arange(0, deals, batch_deals(deals)), axis=-1)


def call_tally(by_total: dict[int, dict[str, np.ndarray]]) -> pl.DataFrame:
    """Make the tally of one run from sums by batch."""
    frames = []
    for total, sums in by_total.items():
        batch = np.arange(len(sums["calls"]))
        frames.append(
            pl.DataFrame({"batch": batch.astype(np.uint16), "by": "total", "level": np.int32(total), **sums})
            .with_columns(pl.lit(0, pl.Int64).alias("answers"), pl.col("lost").alias("penalty") // WHOLE)
            .filter(pl.col("calls") > 0)
        )
    return pl.concat(frames)


class Forks(NamedTuple):
    """Chances that are played both ways, by kind of deal: mean number a game, and calling less waiting in points."""

    number: Sequence[float]
    tau: Sequence[float]
    spread: float = 20.0

    @property
    def truth(self) -> float:
        """The mean over all chances there could be."""
        number = np.asarray(self.number)
        return float(WEIGHTS @ (number * np.asarray(self.tau)) / (WEIGHTS @ number))

    def runs(self, generator: Generator, n: int, deals: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Give differences in 840ths and forks by batch of n runs."""
        kinds = deals_of(generator, n, deals)
        number = generator.poisson(np.take(self.number, kinds))
        points = _points(generator, number, np.take(self.tau, kinds), self.spread)
        yield from zip(by_batch(points), by_batch(number), strict=True)


def fork_tally(generator: Generator, points: np.ndarray, number: np.ndarray) -> pl.DataFrame:
    """Make the tally of one run: what both ways have in common is the luck of the cards, and drops out."""
    common = _points(generator, number, np.full(number.shape, -3.0), 40.0)
    nothing = np.zeros_like(number)
    sums = {"called": number // 2, "call": common + points, "wait": common, "for_wins": nothing, "wins_call": nothing}
    batch = np.arange(len(number)).astype(np.uint16)
    keys = {"entrant": "greedy", "total": np.uint8(7), "opponents": np.uint8(3), "least_cards": np.uint8(2)}
    frame = pl.DataFrame({"batch": batch, **keys, "forks": number, **sums, "wins_wait": nothing})
    return frame.filter(pl.col("forks") > 0)


BIAS: Final = 0.15
"""All throws of a batch favour one of the two seats by so much, either one equally often."""


class Coins(NamedTuple):
    """The coin games of `tests.pipelines.balance.walks`: every series of throws, and the game that it makes.

    Attributes
    ----------
    paths
        The games, one after the other.
    chances
        (2, games): of each, where the first or the second seat is favoured.
    """

    paths: Paths
    chances: np.ndarray

    @property
    def weights(self) -> np.ndarray:
        """(games,): over both."""
        weights: np.ndarray = self.chances.mean(axis=0)
        return weights

    def run(self, generator: Generator, batches: int, games: int) -> tuple[np.ndarray, Paths]:
        """Draw the games of every batch: which they are, and their paths."""
        favoured = generator.integers(0, 2, batches)
        series = np.concatenate(
            [generator.choice(self.chances.shape[1], games, p=self.chances[one]) for one in favoured]
        )
        return series, self.taken(series, np.repeat(np.arange(batches), games))

    def taken(self, series: np.ndarray, batch: np.ndarray) -> Paths:
        """Put some of the games into batches."""
        rounds = self.paths.rounds[series]
        starts = self.paths.starts[series]
        at = np.repeat(starts - (np.cumsum(rounds) - rounds), rounds) + np.arange(rounds.sum())
        return Paths(batch, rounds, self.paths.total[at], self.paths.inside[at], self.paths.wins[series])


def coins(out_from: int) -> Coins:
    """Make all games that end when a seat has so many points."""
    games = list(coin_games(out_from))
    paths = made(*((0, [winner], rounds) for winner, rounds, _ in games), out_from=out_from)
    throws = np.array([series for _, _, series in games])
    first = throws.sum(axis=1)
    length = throws.shape[1]
    chances = [(0.5 + b) ** first * (0.5 - b) ** (length - first) for b in (BIAS, -BIAS)]
    return Coins(paths, np.array(chances))

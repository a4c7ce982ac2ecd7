"""Simulated runs whose truth is known: games of 9 to 20 rounds that depend on each other, deals in several rotations.

Every generator gives the integer sums by batch of one run after another, batched as `pipelines` does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.random import Generator
from scipy.stats import gamma, poisson

from sim.batches import batch_deals

GAMES_AT_ONCE: Final = 1_000_000
LEAST_ROUNDS, MORE_ROUNDS = 9, 11
"""A game has 9 rounds and a binomial number of 11 more."""


LONGEST: Final = 60
"""More turns of a round than that are not told apart."""

MEAN_ROUNDS: Final = LEAST_ROUNDS + 0.3 * MORE_ROUNDS
"""Rounds of a game in which hardly anything happens."""


class Shape(NamedTuple):
    """How large a run is."""

    deals: int
    rotations: int = 1


def parts(n: int, shape: Shape, games: int = GAMES_AT_ONCE) -> Iterator[int]:
    """Cut n runs into parts of about so many games, that fit into memory."""
    size = max(1, games // (shape.deals * shape.rotations))
    for first in range(0, n, size):
        yield min(size, n - first)


def batched(by_game: np.ndarray) -> np.ndarray:
    """Add (runs, deals, rotations) up to (runs, batches)."""
    by_deal = by_game.sum(axis=2, dtype=np.int64)
    deals = by_deal.shape[1]
    return np.add.reduceat(by_deal, np.arange(0, deals, batch_deals(deals)), axis=1)


class Events(NamedTuple):
    """Events in rounds: a rate by deal around `rate`, and a rate by game around that.

    Attributes
    ----------
    rate
        A number, or one a run, (runs, 1, 1).
    deal, game
        Correlation of two rounds of a deal in different games, and what a game adds to it.
    by_rate
        Games with a higher rate are longer by so much.
    """

    rate: Any
    deal: float = 0.05
    game: float = 0.1
    by_rate: float = 0.4

    def runs(self, generator: Generator, n: int, shape: Shape) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Give events and rounds by batch of n runs."""
        for size in parts(n, shape):
            by_deal = around(generator, np.full((size, shape.deals, 1), self.rate), self.deal)
            yield from self.games(generator, np.broadcast_to(by_deal, (size, *shape)))

    def games(self, generator: Generator, by_deal: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Give the same for given rates by deal, (runs, deals, rotations)."""
        rates = around(generator, by_deal, self.game)
        rounds = LEAST_ROUNDS + generator.binomial(MORE_ROUNDS, 0.3 + self.by_rate * rates)
        events = generator.binomial(rounds, rates)
        yield from zip(batched(events), batched(rounds), strict=True)

    @property
    def truth(self) -> Any:
        """Events per round over all games there could be: mean events over mean rounds of a game."""
        m = self.rate
        by_deal = m * (1 - m) * self.deal
        square = m * m + by_deal + (m - m * m - by_deal) * self.game
        rounds = MEAN_ROUNDS + MORE_ROUNDS * self.by_rate * m
        return (MEAN_ROUNDS * m + MORE_ROUNDS * self.by_rate * square) / rounds


def around(generator: Generator, means: np.ndarray, correlation: float) -> np.ndarray:
    """Draw beta numbers with these means and the variance mean * (1 - mean) * correlation."""
    if correlation == 0:
        return means
    strength = (1 - correlation) / correlation
    means = np.clip(means, 1e-300, 1 - 1e-16)  # a beta number of a rare event can round to 0
    return generator.beta(means * strength, (1 - means) * strength)


class Turns(NamedTuple):
    """Turns of rounds: Poisson about a level of the game, which is gamma; half of a level belongs to the deal.

    Games of a high level are longer: each of the 11 more rounds comes with the chance 1 - exp(-level / mean).

    Attributes
    ----------
    mean
        Of the levels.
    spread
        Their variance over their mean: the correlation of two rounds of a game is spread / (1 + spread).
    """

    mean: float = 9.0
    spread: float = 0.125

    def runs(self, generator: Generator, n: int, shape: Shape) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
        """Give rounds, turns and squares of turns by batch of n runs."""
        for size in parts(n, shape):
            found = [np.zeros((size, *shape), np.int64) for _ in range(3)]
            for played, turns in self._rounds(generator, size, shape):
                for sums, values in zip(found, (played, turns * played, turns * turns * played), strict=True):
                    sums += values
            yield from zip(*map(batched, found), strict=True)

    def lengths(self, generator: Generator, n: int, shape: Shape) -> Iterator[np.ndarray]:
        """Give the turns of all rounds of n runs as a distribution by batch, (values, batches)."""
        batches = np.arange(shape.deals)[:, None] // batch_deals(shape.deals)
        n_batches = int(batches[-1, 0]) + 1
        for size in parts(n, shape, 20_000):
            runs = np.arange(size)[:, None, None]
            at = [
                ((runs * LONGEST + np.minimum(turns, LONGEST - 1)) * n_batches + batches)[played]
                for played, turns in self._rounds(generator, size, shape)
            ]
            counts = np.bincount(np.concatenate(at), minlength=size * LONGEST * n_batches)
            yield from counts.reshape(size, LONGEST, n_batches)

    def _rounds(self, generator: Generator, n: int, shape: Shape) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Give, for every round of n runs, whether a game has it and its turns."""
        half = self.mean / self.spread / 2
        of_deal = generator.gamma(half, self.spread, (n, shape.deals, 1))
        level = of_deal + generator.gamma(half, self.spread, (n, *shape))
        more = generator.binomial(MORE_ROUNDS, 1 - np.exp(-level / self.mean))
        for number in range(LEAST_ROUNDS + MORE_ROUNDS):
            yield number < LEAST_ROUNDS + more, generator.poisson(level)

    @property
    def truth(self) -> tuple[float, float]:
        """Mean and standard deviation of the turns of all rounds there could be."""
        shape, t = self.mean / self.spread, 1 + self.spread / self.mean
        # E[L^k exp(-L / mean)] = E[L^k] / t^(shape + k)
        rounds = 20 - 11 / t**shape
        first = self.mean * (20 - 11 / t ** (shape + 1))
        second = self.mean * (self.mean + self.spread) * (20 - 11 / t ** (shape + 2))
        mean = first / rounds
        return mean, ((first + second) / rounds - mean * mean) ** 0.5

    def quantile(self, share: float) -> int:
        """Give the quantile of the turns of all rounds there could be."""
        levels = gamma(self.mean / self.spread, scale=self.spread).ppf((np.arange(20_000) + 0.5) / 20_000)
        weights = LEAST_ROUNDS + MORE_ROUNDS * (1 - np.exp(-levels / self.mean))
        at_most = [float((poisson.cdf(k, levels) * weights).sum() / weights.sum()) for k in range(LONGEST)]
        return int(np.argmax(np.array(at_most) >= share))


def wins(
    generator: Generator, n: int, shares: tuple[float, ...], n_batches: int, games: int, correlation: float
) -> Iterator[np.ndarray]:
    """Give games won by seat, (seats, batches), of n runs; games of a batch have a chance of their own in common."""
    strength = (1 - correlation) / correlation
    for _ in range(n):
        chances = generator.dirichlet(np.array(shares) * strength, n_batches)
        yield generator.multinomial(games, chances).T

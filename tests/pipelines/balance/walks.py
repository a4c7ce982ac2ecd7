"""Games that nobody played: written by hand, and all games of a fair coin that decides who scores ten points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from pipelines.balance.paths import NOBODY, Paths
from sim.exact_parts import WHOLE

Totals = Sequence[Sequence[int | None]]


def made(*games: tuple[int, Sequence[int], Totals], out_from: int = 101) -> Paths:
    """Make paths of games: batch, winning seats, and the totals after every round (None: out before it)."""
    rounds = [row for _, _, totals in games for row in totals]
    total = np.array([[NOBODY if t is None else t for t in row] for row in rounds], np.int64)
    wins = np.zeros((len(games), total.shape[1]), np.int64)
    for game, (_, winners, _) in enumerate(games):
        for seat in winners:
            wins[game, seat] = WHOLE // len(winners)
    batch = np.array([batch for batch, _, _ in games], np.int64)
    lengths = np.array([len(totals) for _, _, totals in games], np.int64)
    return Paths(batch, lengths, total, total < out_from, wins)


LOSSES = 5
"""Rounds that a player of the coin game may not lose; each costs ten points."""
OUT_FROM = 10 * LOSSES
THROWS = 2 * LOSSES - 1
"""Enough for every game to end."""


def coin_games(out_from: int = OUT_FROM) -> Iterator[tuple[int, list[tuple[int, int]], tuple[int, ...]]]:
    """Give winner, totals and throws of the game that each of the 512 equally likely series of 9 throws makes."""
    for throws in product((0, 1), repeat=THROWS):
        totals, rounds = [0, 0], []
        for loser in throws:
            totals[loser] += 10
            rounds.append((totals[0], totals[1]))
            if totals[loser] == out_from:
                yield 1 - loser, rounds, throws
                break


def coin_paths(batches: int) -> Paths:
    """Play all of them in each batch."""
    games = list(coin_games())
    return made(
        *((batch, [winner], rounds) for batch in range(batches) for winner, rounds, _ in games), out_from=OUT_FROM
    )

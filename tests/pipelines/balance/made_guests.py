"""Guests whose truth is planted: games of the same deals, so that what one wins goes with what another wins."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

import numpy as np

from pipelines.balance.guests import Guest
from sim.exact_parts import WHOLE

Name = TypeVar("Name", bound=Hashable)

N_BATCHES = 64
N_GAMES = 100
"""Of a batch, in all rotations."""


def guest(wins: object, games: object = N_GAMES, players: int = 2) -> Guest:
    """A guest with so many games won in each batch, as many deals as batches; it scores a point for each game lost."""
    won = np.asarray(wins, np.int64)
    played = np.broadcast_to(np.asarray(games, np.int64), won.shape)
    return Guest(players, len(won), players, won * WHOLE, played, 0, played - won, played, won, played)


def planted(
    random: np.random.Generator, chances: Mapping[Name, float | None], players: int = 2, of_deals: float = 0.05
) -> dict[Name, Guest | None]:
    """Guests with these chances to win; None plays as the hosts do. A batch makes all chances higher or lower."""
    luck = random.uniform(-of_deals, of_deals, N_BATCHES)
    return {
        name: None if chance is None else guest(random.binomial(N_GAMES, np.clip(chance + luck, 0, 1)), players=players)
        for name, chance in chances.items()
    }

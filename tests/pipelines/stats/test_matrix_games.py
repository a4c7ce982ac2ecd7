"""Equilibria of games whose solution is known, and the definition held against random ones."""

import numpy as np
import pytest

from pipelines.stats import matrix_games
from pipelines.stats.matrix_games import equilibrium

KNOWN = {
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3, 0),
    "rock wins double": ([[0, -1, 2], [1, 0, -1], [-2, 1, 0]], [1 / 4, 1 / 2, 1 / 4], [1 / 4, 1 / 2, 1 / 4], 0),
    "matching pennies": ([[1, -1], [-1, 1]], [1 / 2] * 2, [1 / 2] * 2, 0),
    "a dominated row": ([[3, 1], [0, 2], [-1, 0]], [1 / 2, 1 / 2, 0], [1 / 4, 3 / 4], 3 / 2),
    "a saddle": ([[4, 2, 3], [1, 0, 5]], [1, 0], [0, 1, 0], 2),
    "one strategy": ([[0]], [1], [1], 0),
}


@pytest.mark.parametrize("name", KNOWN)
def test_equilibrium__of_games_solved_by_hand(name):
    payoffs, rows, columns, value = KNOWN[name]
    found = equilibrium(np.array(payoffs, float))
    np.testing.assert_allclose(found.rows, rows, atol=1e-12)
    np.testing.assert_allclose(found.columns, columns, atol=1e-12)
    assert found.value == pytest.approx(value, abs=1e-12)


def test_equilibrium__nobody_gains_by_leaving_it():
    random = np.random.default_rng(5)
    for size in range(2, 14):
        half = random.normal(size=(size, size))
        payoffs = half - half.T
        found = equilibrium(payoffs)
        assert found.rows.min() >= 0
        assert found.rows.sum() == pytest.approx(1)
        assert abs(found.value) < 1e-9, "neither side of a game that is the same for both can win"
        assert (payoffs @ found.columns).max() < 1e-9
        assert (found.rows @ payoffs).min() > -1e-9


def test_equilibrium__a_mix_from_which_somebody_gains_is_refused(monkeypatch):
    monkeypatch.setattr(matrix_games, "_best_mix", lambda payoffs: np.eye(len(payoffs))[0])
    with pytest.raises(ValueError, match="a pure strategy gains 1"):
        equilibrium(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))

"""Two-player zero-sum games in matrix form: an equilibrium by linear programming, checked against its definition."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog

EPSILON: Final = 1e-9
"""No pure strategy may gain more than this against the other side's mix."""

Floats = NDArray[np.float64]


class Equilibrium(NamedTuple):
    """A pair of mixes from which nobody gains by leaving alone.

    Attributes
    ----------
    rows, columns
        Shares of the row player's and the column player's strategies; each adds up to 1.
    value
        What the row player gets.
    most_gain
        What the better of the two best pure deviations gains; `EPSILON` at most.
    """

    rows: Floats
    columns: Floats
    value: float
    most_gain: float


def equilibrium(payoffs: Floats) -> Equilibrium:
    """Find an equilibrium (von Neumann 1928, Math. Ann. 100, 295-320; as linear programs, Dantzig 1951).

    There may be others with the same value. The mix jumps as payoffs change, so that errors of measured payoffs tell
    nothing about an error of the mix; the value does not jump.

    Parameters
    ----------
    payoffs
        (rows, columns): what the row player gets and the column player loses.

    Raises
    ------
    ValueError
        When what was found is none by the definition.
    """
    rows, columns = _best_mix(payoffs), _best_mix(-payoffs.T)
    of_rows, of_columns = payoffs @ columns, rows @ payoffs
    value = float(rows @ payoffs @ columns)
    most_gain = max(float(of_rows.max()) - value, value - float(of_columns.min()))
    if most_gain > EPSILON * max(1.0, float(np.abs(payoffs).max())):
        raise ValueError(f"no equilibrium: a pure strategy gains {most_gain:g}")
    return Equilibrium(rows, columns, value, most_gain)


def _best_mix(payoffs: Floats) -> Floats:
    """Give the mix of rows whose worst case is best: maximise v with (mix @ payoffs) >= v in every column."""
    n, m = payoffs.shape
    found = linprog(
        c=[*np.zeros(n), -1.0],
        A_ub=np.column_stack([-payoffs.T, np.ones(m)]),
        b_ub=np.zeros(m),
        A_eq=[[*np.ones(n), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * n + [(None, None)],
        method="highs-ds",
    )
    if not found.success:
        raise ValueError(f"no equilibrium: {found.message}")
    mix = np.clip(np.asarray(found.x[:n]), 0, None)
    return np.asarray(mix / mix.sum())

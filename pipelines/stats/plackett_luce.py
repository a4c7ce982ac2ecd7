"""Ratings from places: the model of Plackett and Luce, by maximum likelihood, with errors that know of batches.

The winner of a game is entrant i with a chance in proportion to exp(rating of i), the second is chosen in the same
way among the others, and so on (Luce 1959, Individual Choice Behavior; Plackett 1975, Appl. Stat. 24, 193-202). Of
those who share a place each is compared with all who finished no better, themselves included (Breslow 1974,
Biometrics 30, 89-99). With two entrants the difference of ratings is the logit of the share of games won.

Games of one deal depend on each other, and so do the comparisons within a game. So the errors are those of a
pseudo-likelihood: the inverse information around the spread of the scores of batches (Huber 1967, Proc. 5th
Berkeley Symp. 1, 221-233; Binder 1983, Int. Stat. Rev. 51, 279-292), times G/(G-1) for G batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

MAX_STEPS: Final = 100
CLOSE: Final = 1e-9
"""A step of Newton's method that moves no rating by more is the last."""


class Finishes(NamedTuple):
    """Different finishes of games at tables of n seats, and how often each batch saw them.

    Attributes
    ----------
    entrants
        (finishes, n): number of the entrant on each chair; one entrant may hold several.
    places
        (finishes, n): its place, 1 is best; ties share a place.
    counts
        (finishes, batches): games; a SciPy sparse array where most are 0.
    seats
        (finishes, n): the seat of each chair, where seats are to have effects of their own.
    """

    entrants: Whole
    places: Whole
    counts: Any
    seats: Whole | None = None


class Ratings(NamedTuple):
    """Ratings of a group of entrants that beat each other.

    Attributes
    ----------
    members
        Numbers of the entrants.
    ratings
        One a member, with mean 0: the logarithm of strength.
    covariance
        (members, members), of the ratings.
    seat_effects
        One a seat with mean 0, empty where none were fitted.
    n_batches
        G.
    """

    members: tuple[int, ...]
    ratings: Floats
    covariance: Floats
    seat_effects: Floats
    n_batches: int

    def difference(self, first: int, second: int) -> tuple[float, float]:
        """Give rating minus rating of two members by number, and the variance of it."""
        i, j = self.members.index(first), self.members.index(second)
        c = self.covariance
        return float(self.ratings[i] - self.ratings[j]), float(c[i, i] + c[j, j] - 2 * c[i, j])


class NotConverged(RuntimeError):  # noqa: N818  (it says what happened)
    """Newton's method did not arrive: the likelihood has no maximum that it could find."""


def fit(finishes: Sequence[Finishes], n_entrants: int) -> list[Ratings]:
    """Rate entrants, in groups from the best to the worst.

    An entrant that finished ahead of another in every single game has no finite rating beside it: the likelihood
    grows without end as they move apart. So entrants are rated within groups whose members beat each other, if over
    others; every member of a group finished ahead of every member of a later one wherever they met (Ford 1957, Am.
    Math. Mon. 64, 28-33; Hunter 2004, Ann. Stat. 32, 384-406).

    Parameters
    ----------
    finishes
        One for each kind of table; their batches must be the same deals.
    n_entrants
        Entrants are numbered from 0.

    Raises
    ------
    ValueError
        When no chain of games connects all entrants.
    """
    finishes = _stacked(finishes)
    groups = ranked_groups(ahead(finishes, n_entrants))
    return [_fit_group(finishes, group) for group in groups]


def _stacked(finishes: Sequence[Finishes]) -> list[Finishes]:
    """Put tables of one size together: one large array is quicker than many small ones."""
    kinds: dict[tuple[int, bool], list[Finishes]] = {}
    for f in finishes:
        kinds.setdefault((f.entrants.shape[1], f.seats is None), []).append(f)
    return [
        Finishes(
            np.concatenate([f.entrants for f in some]),
            np.concatenate([f.places for f in some]),
            vstack([csr_array(f.counts) for f in some], format="csr"),
            np.concatenate([f.seats for f in some if f.seats is not None]) if some[0].seats is not None else None,
        )
        for some in kinds.values()
    ]


def ahead(finishes: Sequence[Finishes], n_entrants: int) -> Whole:
    """Count games by (better, worse): finishes of one ahead of another, and ties as one for each of them."""
    found = np.zeros((n_entrants, n_entrants), np.int64)
    for f in finishes:
        games = _games(f.counts)
        n = f.entrants.shape[1]
        for i in range(n):
            for j in range(n):
                if i != j:
                    no_worse = f.places[:, i] <= f.places[:, j]
                    np.add.at(found, (f.entrants[:, i], f.entrants[:, j]), np.where(no_worse, games, 0))
    np.fill_diagonal(found, 0)
    return found


def ranked_groups(beats: Whole) -> list[tuple[int, ...]]:
    """Cut entrants into groups that beat each other, best first.

    Raises
    ------
    ValueError
        When two groups never met.
    """
    n = len(beats)
    reach = (beats > 0) | np.eye(n, dtype=bool)
    for middle in range(n):  # Warshall 1962
        reach |= reach[:, [middle]] & reach[[middle], :]
    both = reach & reach.T
    groups = sorted({tuple(np.flatnonzero(row).tolist()) for row in both}, key=lambda g: -int(reach[g[0]].sum()))
    for better, worse in zip(groups, groups[1:], strict=False):
        if not reach[better[0], worse[0]]:
            raise ValueError(f"entrants {better[0]} and {worse[0]} cannot be compared: no chain of games leads over")
    return groups


def _fit_group(finishes: Sequence[Finishes], group: tuple[int, ...]) -> Ratings:
    """Newton's method on the log-likelihood of a group's places among themselves, which is concave."""
    terms = [_Terms(f, group) for f in finishes]
    n = len(group)
    n_seats = max(term.n_seats for term in terms)
    n_batches = finishes[0].counts.shape[1]
    basis = _contrasts(n, n_seats)
    if basis.shape[1] == 0:
        return Ratings(group, np.zeros(n), np.zeros((n, n)), np.zeros(n_seats), n_batches)
    total = max(1, sum(int(_games(f.counts).sum()) for f in finishes))
    at = np.zeros(basis.shape[1])
    for _ in range(MAX_STEPS):
        gradient, information = _derivatives(terms, basis, at, total)
        step = np.linalg.solve(information, gradient)
        size = float(np.abs(basis @ step).max())
        at = at + step * min(1.0, 2.0 / size if size else 1.0)
        if size < CLOSE:
            break
    else:
        raise NotConverged(f"ratings moved by {size:.2g} after {MAX_STEPS} steps")
    _, information = _derivatives(terms, basis, at, total)
    scores = sum(term.batch_scores(basis @ at) for term in terms) @ basis / total
    spread = scores.T @ scores * n_batches / max(1, n_batches - 1)
    inverse = np.linalg.inv(information)
    covariance = basis @ inverse @ spread @ inverse @ basis.T
    found = basis @ at
    return Ratings(group, found[:n], covariance[:n, :n], found[n:], n_batches)


def _contrasts(n: int, n_seats: int) -> Floats:
    """Give an orthonormal basis of ratings, and seat effects, each with mean 0: (n + n_seats, free)."""
    parts = [np.linalg.qr(np.eye(m) - 1 / m)[0][:, : m - 1] for m in (n, n_seats) if m]
    basis = np.zeros((n + n_seats, sum(part.shape[1] for part in parts)))
    row = column = 0
    for part in parts:
        basis[row : row + part.shape[0], column : column + part.shape[1]] = part
        row, column = row + part.shape[0], column + part.shape[1]
    return basis


def _derivatives(terms: Sequence[_Terms], basis: Floats, at: Floats, total: int) -> tuple[Floats, Floats]:
    full = basis @ at
    gradient, information = np.zeros(len(full)), np.zeros((len(full), len(full)))
    for term in terms:
        g, i = term.derivatives(full)
        gradient += g
        information += i
    return basis.T @ gradient / total, basis.T @ information @ basis / total


class _Terms:
    """The likelihood of some finishes in one group: who is left to choose from, at each chair.

    A chair of another group takes no part: it is neither chosen nor left to choose from.
    """

    def __init__(self, finishes: Finishes, group: tuple[int, ...]) -> None:
        self.n_seats = 0 if finishes.seats is None else int(finishes.seats.max()) + 1
        number = np.full(max(int(finishes.entrants.max()), *group) + 1, -1)
        number[list(group)] = np.arange(len(group))
        member = number[finishes.entrants]
        used = (member >= 0).sum(axis=1) > 1
        self._member = member[used]
        self._inside = self._member >= 0
        self._places = np.where(self._inside, finishes.places[used], 0)
        self._counts = csr_array(finishes.counts)[np.flatnonzero(used)]
        self._games = _games(self._counts)
        self._columns = [self._member]
        if finishes.seats is not None:
            self._columns.append(finishes.seats[used] + len(group))
        self._width = len(group) + self.n_seats

    def _chances(self, full: Floats) -> list[tuple[NDArray[np.bool_], Floats]]:
        """Give for each chair whether it takes part, and the chance of each chair to be the one chosen there."""
        worth = sum(full[column] for column in self._columns)
        weight = np.where(self._inside, np.exp(worth), 0.0)
        found = []
        for chair in range(self._member.shape[1]):
            left = np.where(self._places >= self._places[:, [chair]], weight, 0.0)
            found.append((self._inside[:, chair], left / np.maximum(left.sum(axis=1, keepdims=True), 1e-300)))
        return found

    def _residuals(self, full: Floats) -> Floats:
        """Give (finishes, chairs): chosen minus chance, summed over the choices of a game."""
        found: Floats = self._inside.astype(float)
        for here, chance in self._chances(full):
            found -= np.where(here[:, None], chance, 0.0)
        return found

    def _gradients(self, full: Floats) -> Floats:
        """Give the derivative of one game's log-likelihood: (finishes, parameters)."""
        residuals = self._residuals(full)
        found = np.zeros((len(residuals), self._width))
        rows = np.arange(len(residuals))
        for column in self._columns:
            for chair in range(residuals.shape[1]):
                np.add.at(found, (rows, column[:, chair]), residuals[:, chair])
        return found

    def derivatives(self, full: Floats) -> tuple[Floats, Floats]:
        """Give gradient and information (minus the second derivative) of the log-likelihood of all games."""
        gradient = self._games @ self._gradients(full)
        information = np.zeros((self._width, self._width))
        rows = np.arange(len(self._games))
        for here, chance in self._chances(full):
            games = np.where(here, self._games, 0)
            by_parameter = np.zeros((len(rows), self._width))
            for column in self._columns:
                for chair in range(chance.shape[1]):
                    np.add.at(by_parameter, (rows, column[:, chair]), chance[:, chair])
            information -= (by_parameter * games[:, None]).T @ by_parameter
            for one in self._columns:
                for other in self._columns:
                    np.add.at(information, (one, other), chance * games[:, None])
        return gradient, information

    def batch_scores(self, full: Floats) -> Floats:
        """Give the derivative of each batch's log-likelihood: (batches, parameters)."""
        scores: Floats = np.asarray(self._counts.T @ self._gradients(full))
        return scores


def _games(counts: Any) -> Whole:
    """Count games by finish, over all batches."""
    games: Whole = np.asarray(counts.sum(axis=1)).reshape(-1)
    return games

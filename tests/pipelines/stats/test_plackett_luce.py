"""Ratings from places against closed forms, SciPy and planted strengths."""

from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize

from pipelines.stats.clustered import ratio
from pipelines.stats.plackett_luce import Finishes, ahead, fit, ranked_groups

BOTH = np.array([[0, 1], [0, 1]])
FIRST_WINS = np.array([[1, 2], [2, 1]])


def two(wins, losses):
    return Finishes(BOTH, FIRST_WINS, np.array([wins, losses]))


def test_fit__two_entrants_are_the_logit_of_the_share_won():
    got = fit([two([30, 41], [12, 17])], 2)[0]
    assert got.difference(0, 1)[0] == pytest.approx(log(71 / 29), rel=1e-9)
    assert got.ratings.sum() == pytest.approx(0, abs=1e-12)


def test_fit__error_of_two_entrants_is_that_of_the_share():
    """By the delta method: the batch variance of the share over (p q)^2."""
    random = np.random.default_rng(3)
    wins = random.binomial(40, random.beta(8, 4, 100))
    got = fit([two(wins, 40 - wins)], 2)[0]
    share = ratio(wins, np.full(100, 40))
    p = share.value
    assert got.difference(0, 1)[1] == pytest.approx(share.variance / (p * (1 - p)) ** 2, rel=1e-9)


def test_fit__a_tie_of_two_counts_once_for_each():
    """Breslow: both are compared with both, so that a tie is a win and a defeat."""
    tied = Finishes(BOTH, np.array([[1, 2], [1, 1]]), np.array([[40, 40], [20, 20]]))
    # the ties add 20 * log(p q) a batch: as 20 wins and 20 defeats
    assert fit([tied], 2)[0].difference(0, 1)[0] == pytest.approx(log(120 / 40), rel=1e-9)


def made_up(random, n_entrants, players, batches=7, seats=False):
    made = []
    for table in combinations(range(n_entrants), players):
        entrants = np.array([random.permutation(table) for _ in range(40)])
        points = random.integers(0, 4, (40, players))
        places = 1 + (points[:, :, None] > points[:, None, :]).sum(axis=2)
        seat = np.tile(np.arange(players), (40, 1)) if seats else None
        made.append(Finishes(entrants, places, random.integers(0, 5, (40, batches)), seat))
    return made


def minus_likelihood(at, finishes, n_entrants, n_seats):
    """Term by term as Breslow writes it, with a penalty that fixes the means at 0."""
    theta, sigma = at[:n_entrants], at[n_entrants:]
    total = 0.0
    for f in finishes:
        for entrants, places, games in zip(f.entrants, f.places, f.counts.sum(axis=1), strict=True):
            worth = theta[entrants] + (sigma if n_seats else 0)
            for chair, place in enumerate(places):
                total += games * (worth[chair] - log(np.exp(worth[places >= place]).sum()))
    return -total / 1000 + theta.sum() ** 2 + sigma.sum() ** 2


@pytest.mark.parametrize("seats", [False, True])
def test_fit__is_the_maximum_that_scipy_finds(seats):
    finishes = made_up(np.random.default_rng(1), 4, 3, seats=seats)
    n_seats = 3 if seats else 0
    start = np.zeros(4 + n_seats)
    found = minimize(minus_likelihood, start, (finishes, 4, n_seats), method="BFGS", options={"gtol": 1e-9})
    got = fit(finishes, 4)[0]
    assert got.ratings == pytest.approx(found.x[:4], abs=1e-6)
    assert got.seat_effects == pytest.approx(found.x[4:], abs=1e-6)


def test_fit__errors_are_those_of_the_jackknife():
    """Leaving out a batch at a time: another way to the same variance, to first order."""
    random = np.random.default_rng(5)
    finishes = made_up(random, 4, 3, batches=60)
    got = fit(finishes, 4)[0]
    apart = [
        fit([f._replace(counts=np.delete(f.counts, batch, axis=1)) for f in finishes], 4)[0].difference(0, 3)[0]
        for batch in range(60)
    ]
    jackknife = 59 / 60 * ((np.array(apart) - np.mean(apart)) ** 2).sum()
    assert got.difference(0, 3)[1] == pytest.approx(jackknife, rel=0.03)


def test_fit__seats_that_favour_are_not_skill():
    """Entrant 0 always sits in the better seat: without a term for seats it looks better than it is."""
    random = np.random.default_rng(7)
    games, better_seat = 6_000, 0.8
    seat = np.where(random.uniform(size=(games, 1)) < 0.75, [[0, 1]], [[1, 0]])
    won = random.uniform(size=games) < 1 / (1 + np.exp(-better_seat * (1 - 2 * seat[:, 0])))
    places = np.where(won[:, None], [[1, 2]], [[2, 1]])
    batch = np.arange(games) % 100
    counts = np.zeros((games, 100), int)
    counts[np.arange(games), batch] = 1
    plain = Finishes(np.tile([0, 1], (games, 1)), places, counts)
    blind = fit([plain], 2)[0].difference(0, 1)
    seeing = fit([plain._replace(seats=seat)], 2)[0]
    assert blind[0] > 4 * sqrt(blind[1])
    assert abs(seeing.difference(0, 1)[0]) < 3 * sqrt(seeing.difference(0, 1)[1])
    assert np.diff(seeing.seat_effects)[0] == pytest.approx(-better_seat, abs=0.15)


def test_fit__order_of_chairs_does_not_matter():
    finishes = made_up(np.random.default_rng(2), 4, 3)
    turned = [f._replace(entrants=f.entrants[:, ::-1], places=f.places[:, ::-1]) for f in finishes]
    one, other = fit(finishes, 4)[0], fit(turned, 4)[0]
    assert one.ratings == pytest.approx(other.ratings, abs=1e-9)
    assert one.covariance == pytest.approx(other.covariance, abs=1e-9)


def test_fit__whoever_always_wins_is_a_group_of_its_own():
    entrants = np.array([[0, 1, 2], [0, 1, 2], [0, 1, 2]])
    places = np.array([[1, 2, 3], [1, 3, 2], [1, 2, 2]])
    best, rest = fit([Finishes(entrants, places, np.array([[5, 5], [2, 3], [1, 1]]))], 3)
    assert best.members == (0,)
    assert rest.members == (1, 2)
    # among themselves 10 wins, 5 defeats and 2 ties
    assert rest.difference(1, 2)[0] == pytest.approx(log(12 / 7), rel=1e-9)


def test_ahead__counts_ties_for_both():
    f = Finishes(np.array([[0, 1, 2]]), np.array([[1, 1, 3]]), np.array([[2, 1]]))
    assert ahead([f], 3).tolist() == [[0, 3, 3], [3, 0, 3], [0, 0, 0]]


def test_ranked_groups__entrants_that_never_met_are_refused():
    beats = np.zeros((4, 4), int)
    beats[0, 1] = beats[1, 0] = beats[2, 3] = beats[3, 2] = 1
    with pytest.raises(ValueError, match="cannot be compared"):
        ranked_groups(beats)

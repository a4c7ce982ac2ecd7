"""F5: games to tell and the share of the variance, of shares of games that are given."""

import numpy as np
import pytest

from pipelines.balance.guests import win_share
from pipelines.balance.skill import games_to_tell, variance_share
from pipelines.stats.estimate import AT_LEAST
from pipelines.stats.variance_shares import TableSums, variance_shares
from tests.pipelines.balance.made_guests import N_BATCHES, N_GAMES, guest

NOISE = np.random.default_rng(4).integers(-9, 10, N_BATCHES // 2)


def won(mean, players=2):
    """A guest that wins `mean` of 100 games, about that in each batch."""
    return guest(np.concatenate([mean + NOISE, mean - NOISE]), players=players)


@pytest.mark.parametrize(
    ("mean", "players", "games"),
    [
        (60, 2, 24),  # .6 x .4 / .01
        (40, 2, 24),
        (75, 2, 3),  # .1875 / .0625
        (50, 4, 4),  # .25 / .0625
        (15, 4, 12.75),  # .1275 / .01
    ],
)
def test_games_to_tell__worked_by_hand(mean, players, games):
    found = games_to_tell(won(mean, players))
    assert found.value == pytest.approx(games)
    share = win_share(won(mean, players))
    ends = sorted(p * (1 - p) / (p - 1 / players) ** 2 for p in (share.low, share.high))
    assert (found.low, found.high) == pytest.approx(tuple(ends))


def test_games_to_tell__a_share_that_may_be_even_has_no_upper_end():
    found = games_to_tell(won(51))
    assert found.value == pytest.approx(0.2499 / 0.0001)
    assert found.high is None
    assert found.method == AT_LEAST
    high = win_share(won(51)).high
    assert found.low == pytest.approx(high * (1 - high) / (high - 0.5) ** 2)


def test_games_to_tell__an_even_share_tells_none():
    assert games_to_tell(won(50)).value is None


def test_variance_share__is_that_of_the_analysis_of_variance():
    """Every game has one winner, so the rest of the variance is known, too; by the sums of squares of `stats`."""
    one = won(70)
    wins = one.wins // 840
    by_entrant = np.stack([wins, N_GAMES - wins])
    sums = TableSums(
        2, np.array([1, 1]), one.games // 2, one.games, by_entrant,
        np.stack([one.games // 2] * 2), one.games,
    )  # fmt: skip
    expected = variance_shares([sums])["entrant"].value
    assert variance_share(one).value == pytest.approx(0.16, abs=0.001)  # (2 x .7 - 1)^2
    assert variance_share(one).value == pytest.approx(expected, abs=0.001)


def test_variance_share__at_a_table_of_four():
    found = variance_share(won(50, 4))
    assert found.value == pytest.approx((4 / 3) ** 2 / 16, abs=0.001)
    assert found.low < found.value < found.high


def test_variance_share__of_an_even_share_is_about_nothing():
    found = variance_share(won(50))
    assert found.low == found.value < 0 < found.high

"""Gains, regret and who may be the best, of guests whose sums are given."""

import numpy as np
import pytest
from scipy.stats import t as student

from pipelines.balance.contest import against_best, gains, may_be_best, regret
from pipelines.balance.guests import gain, points_more, wins_more
from pipelines.balance.limit_table import verdict
from pipelines.balance.skill import games_to_tell, variance_share
from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import BEST_OTHER, BONFERRONI, FEW_BATCHES, IDENTICAL, WILSON
from tests.pipelines.balance.made_guests import N_BATCHES, N_GAMES, guest, planted

ALPHA = 0.05


def wins(mean, seed):
    """Games won in each batch, `mean` of 100 on average, exactly."""
    noise = np.random.default_rng(seed).integers(-6, 7, N_BATCHES // 2)
    return np.concatenate([mean + noise, mean - noise])


def t_interval(values, confidence):
    """SciPy's interval of a mean: batches of one size make the ratio a mean."""
    return student.interval(confidence, len(values) - 1, np.mean(values), np.std(values, ddof=1) / len(values) ** 0.5)


class TestGuests:
    def test_gain__is_what_is_won_above_an_even_share(self):
        found = gain(guest(wins(30, 1), players=4))
        low, high = t_interval(wins(30, 1) / N_GAMES - 0.25, 0.95)
        assert (found.value, found.low, found.high) == pytest.approx((0.05, low, high))

    def test_points_more__are_those_of_the_guest_less_the_hosts(self):
        found = points_more(guest(wins(30, 1)))
        low, high = t_interval((N_GAMES - 2 * wins(30, 1)) / N_GAMES, 0.95)
        assert (found.value, found.low, found.high) == pytest.approx((0.4, low, high))

    def test_wins_more__is_paired(self):
        one, other = wins(40, 1), wins(40, 1) - 2
        other[:3] += (0, 1, -1)
        found = wins_more(guest(one), guest(other), 0.9)
        low, high = t_interval((one - other) / N_GAMES, 0.9)
        assert (found.value, found.low, found.high) == pytest.approx((0.02, low, high))
        assert found.high - found.low < 0.01 < gain(guest(one)).high - gain(guest(one)).low

    def test_wins_more__of_too_few_games_won_sets_two_intervals_against_each_other(self):
        few, many = guest([1] * 20 + [0] * (N_BATCHES - 20)), guest(wins(40, 2))
        found = wins_more(few, many, 0.95)
        assert found.method == WILSON
        assert found.low < found.value < found.high < -0.3
        assert wins_more(many, few, 0.95)[:3] == pytest.approx((-found.value, -found.high, -found.low))

    def test_wins_more__against_one_that_plays_as_the_hosts_is_the_gain(self):
        one = guest(wins(40, 1))
        assert wins_more(one, None, 0.95)[:3] == gain(one)[:3]
        assert wins_more(None, one, 0.95)[:3] == pytest.approx((0.1, -gain(one).high, -gain(one).low))


class TestContest:
    def test_gains__hold_at_once(self):
        found = gains({3: None, 4: guest(wins(55, 1)), 5: guest(wins(45, 2))}, ALPHA)
        assert found[3][:3] == (0, 0, 0)
        assert found[3].method == IDENTICAL
        low, high = t_interval(wins(55, 1) / N_GAMES - 0.5, 1 - ALPHA / 2)
        assert (found[4].value, found[4].low, found[4].high) == pytest.approx((0.05, low, high))
        assert found[4].method == BONFERRONI

    def test_regret__is_the_largest_gain(self):
        contest = {3: None, 4: guest(wins(55, 1)), 5: guest(wins(45, 2))}
        assert regret(contest, ALPHA)[:3] == gains(contest, ALPHA)[4][:3]

    def test_regret__is_nothing_where_everybody_loses(self):
        assert regret({3: None, 4: guest(wins(30, 1)), 5: guest(wins(45, 2))}, ALPHA)[:3] == (0, 0, 0)

    def test_regret__of_too_few_batches_has_no_interval(self):
        found = regret({3: None, 4: guest(wins(60, 1)[:20])}, ALPHA)
        assert found.value > 0
        assert (found.low, found.high, found.method) == (None, None, FEW_BATCHES)

    def test_against_best__a_clear_one(self):
        found = against_best({3: None, 4: guest(wins(60, 1)), 5: guest(wins(40, 2))}, ALPHA)
        assert may_be_best(found) == [4]
        # one-sided, for two others: 97.5 %
        low, high = t_interval(wins(60, 1) / N_GAMES - 0.5, 1 - ALPHA)
        assert found[4][:3] == pytest.approx((0.1, 0, high))
        assert found[3][:3] == pytest.approx((-0.1, -high, 0))
        assert low > 0
        assert {one.method for one in found.values()} == {BEST_OTHER}

    def test_against_best__two_that_cannot_be_told_apart(self):
        one, other = wins(60, 1), wins(60, 1)
        other[:2] += (9, -9)
        found = against_best({3: None, 4: guest(one), 5: guest(other)}, ALPHA)
        assert may_be_best(found) == [4, 5]
        low, high = t_interval((one - other) / N_GAMES, 1 - ALPHA)
        assert found[4][:3] == pytest.approx((0, low, high), abs=1e-12)
        assert found[3].high == 0

    def test_against_best__of_too_few_batches_leaves_all(self):
        found = against_best({3: None, 4: guest(wins(90, 1)[:20])}, ALPHA)
        assert may_be_best(found) == [3, 4]
        assert {(one.low, one.high) for one in found.values()} == {(None, None)}

    @pytest.mark.parametrize("n_batches", [1, 2, 63])
    def test_few_batches__give_numbers_without_intervals(self, n_batches):
        contest = {3: None, 4: guest([70] * n_batches), 5: guest([20] * n_batches)}
        found = [gains(contest, ALPHA)[4], regret(contest, ALPHA), *against_best(contest, ALPHA).values()]
        found += [games_to_tell(contest[4]), variance_share(contest[4]), points_more(contest[4])]
        assert [one.value for one in found] == pytest.approx([0.2, 0.2, -0.2, 0.2, -0.5, 5.25, 0.16, -0.4])
        assert {(one.low, one.high) for one in found} == {(None, None)}
        assert verdict(contest, (3, 5), "others", ALPHA).word == NOT_DECIDED

    def test_against_best__finds_the_planted_one(self):
        contest = planted(np.random.default_rng(3), {1: 0.2, 2: 0.35, 3: None, 4: 0.15}, players=4)
        found = against_best(contest, ALPHA)
        assert may_be_best(found) == [2]
        assert found[2].low == 0 < 0.1 - 0.02 < found[2].high < 0.14

from fractions import Fraction

import numpy as np

from pipelines.stats.quantiles import woodruff


def test_woodruff__value_is_the_inverse_of_the_share_at_or_below():
    # ten rounds 1 2 3 ... 10 in every batch: exactly half lie at or below 5, so the median is 5 and not 6
    counts = np.ones((10, 64), int)
    got = woodruff(np.arange(1, 11), counts, Fraction(1, 2))
    assert (got.value, got.n, got.method) == (5.0, 640, "woodruff")
    # every batch is alike, so the interval has no width
    assert (got.low, got.high) == (5.0, 5.0)
    assert woodruff(np.arange(1, 11), counts, Fraction(51, 100)).value == 6.0


def test_woodruff__interval_by_hand():
    # values 0..99 once a batch, but half of 100 batches hold 10 more of 0 and half 10 more of 99
    counts = np.ones((100, 100), int)
    counts[0, ::2] += 10
    counts[99, 1::2] += 10
    got = woodruff(np.arange(100), counts, Fraction(1, 2))
    # 49 is the median (60 + 50 of 110 a pair); the share below varies by +-5/110, standard error sqrt(1/99)
    # of it; t = 1.984: half-width .00906, in values 1.0
    assert got.value == 49.0
    assert (got.low, got.high) == (49.0, 50.0)


def test_woodruff__scale():
    got = woodruff(np.array([840, 1260]), np.ones((2, 64), int), Fraction(1, 2), scale=840)
    assert got.value == 1.0
    assert woodruff(np.array([840, 1260]), np.ones((2, 64), int), Fraction(19, 20), scale=840).value == 1.5


def test_woodruff__nothing_counted_or_few_batches():
    assert woodruff(np.array([], int), np.zeros((0, 64), int), Fraction(1, 2)).value is None
    got = woodruff(np.array([3]), np.ones((1, 10), int), Fraction(1, 2))
    assert (got.value, got.low, got.method) == (3.0, None, "too few batches")

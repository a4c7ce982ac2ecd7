"""Squares of a call chart on made-up chances: means and words against other programs."""

import numpy as np
import polars as pl
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from pipelines.call_chart.squares import CALL, TOO_FEW, TOSS_UP, WAIT, squares
from sim.exact_parts import WHOLE

BATCHES = 100


def chances(rng, truth, a_batch=20, noise=15.0):
    """Chances of a situation, one row a batch, whose calls are worth `truth` points more than waiting."""
    call = np.rint(rng.normal(-4.0, noise, (BATCHES, a_batch)) * WHOLE).astype(np.int64)
    wait = np.rint(rng.normal(-4.0 - truth, noise, (BATCHES, a_batch)) * WHOLE).astype(np.int64)
    return call.sum(axis=1), wait.sum(axis=1), a_batch


def tally(situations):
    """Put situations together as the engine's tally has them."""
    frames = []
    for (total, opponents, least), (call, wait, a_batch) in situations.items():
        n = len(call)
        frames.append(
            pl.DataFrame(
                {
                    "batch": np.arange(n),
                    "total": np.full(n, total),
                    "opponents": np.full(n, opponents),
                    "least_cards": np.full(n, least),
                    "forks": np.full(n, a_batch),
                    "call": call,
                    "wait": wait,
                }
            )
        )
    return pl.concat(frames)


@pytest.fixture
def rng():
    return np.random.default_rng(4)


def test_squares__words_of_planted_situations(rng):
    few = tuple(part[:5] if isinstance(part, np.ndarray) else 2 for part in chances(rng, -9.0))
    situations = {
        (3, 1, 4): chances(rng, -5.0),
        (3, 1, 1): chances(rng, +6.0),
        (7, 2, 3): chances(rng, 0.0),
        (0, 2, 5): few,
    }
    found = {(one.total, one.opponents, one.least_cards): one for one in squares(tally(situations), BATCHES)}
    words = {key: one.word for key, one in found.items() if key[2] is not None}
    assert words == {(3, 1, 4): CALL, (3, 1, 1): WAIT, (7, 2, 3): TOSS_UP, (0, 2, 5): TOO_FEW}
    # whatever they hold: both situations of 3 points together, as many chances of each
    both = found[3, 1, None]
    assert both.tau.n == 2 * 20 * BATCHES
    assert both.tau.value == pytest.approx((found[3, 1, 4].tau.value + found[3, 1, 1].tau.value) / 2)
    assert found[0, 2, 5].tau.n == 10
    assert found[0, 2, 5].tau.low is None


def test_squares__intervals_are_those_of_batch_means(rng):
    call, wait, a_batch = chances(rng, -2.0)
    (square,) = [one for one in squares(tally({(5, 1, 2): (call, wait, a_batch)}), BATCHES) if one.least_cards]
    a_batch_mean = (call - wait) / a_batch / WHOLE
    half = stats.t.ppf(0.975, BATCHES - 1) * a_batch_mean.std(ddof=1) / np.sqrt(BATCHES)
    assert square.tau.value == pytest.approx(a_batch_mean.mean())
    assert (square.tau.low, square.tau.high) == pytest.approx((a_batch_mean.mean() - half, a_batch_mean.mean() + half))


def test_squares__words_stay_with_the_correction_of_another_program(rng):
    truths = [0.0] * 30 + [-1.4] * 10 + [1.2] * 10
    situations = {(total, 1, 3): chances(rng, truth) for total, truth in enumerate(truths)}
    # a second smallest hand, so that no square of all hands is one of these over again
    situations |= {(total, 1, 2): chances(rng, 0.0) for total in range(len(truths))}
    found = squares(tally(situations), BATCHES)
    p = [2 * stats.t.sf(abs(one.tau.value) / one.tau.variance**0.5, BATCHES - 1) for one in found]
    expected = multipletests(p, 0.05, method="fdr_bh")[0]
    said = [one.word in (CALL, WAIT) for one in found]
    assert said == expected.tolist()
    assert 3 < sum(said) < sum(one < 0.05 for one in p)  # the correction takes some back
    assert all(
        one.word == (CALL if one.tau.value < 0 else WAIT) for one, is_said in zip(found, said, strict=True) if is_said
    )

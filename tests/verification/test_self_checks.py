"""The short form of every section, and that the checks can fail."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pipelines.stats.estimate import Estimate
from tests.verification import (
    balance,
    contests,
    deals,
    error_rates,
    intervals,
    ratings,
    real_runs,
    sequential,
    shuffles,
    streams,
    tuning,
)
from tests.verification.checks import ALPHA, FAILS, HEADS, OK, Check, Section, by_z, judge, table
from tests.verification.counting import even, places
from tests.verification.replicates import coverage, rejection


@pytest.mark.parametrize(
    "module",
    [deals, shuffles, streams, intervals, error_rates, ratings, real_runs, sequential, tuning, balance, contests],
)
def test_section__short_form_finds_nothing(module: Any) -> None:
    judged = judge(module.SECTION, 8, quick=True)
    assert not judged.failed, "\n" + table(judged)


def verdicts(*checks: Check) -> list[str]:
    return judge(Section("made up", "Made up", HEADS, lambda _quick: checks), 1, quick=True).verdicts


def p_of(p: float) -> Check:
    return Check(("", "", "", ""), p)


def test_judge__a_p_value_fails_by_its_rank_in_the_section() -> None:
    # Holm: .0004 must be below .001 / 2, then .0009 below .001 / 1
    assert verdicts(p_of(0.0009), p_of(0.0004)) == [FAILS, FAILS]
    assert verdicts(p_of(0.0009), p_of(0.0006)) == [OK, OK]


def test_judge__sections_share_alpha() -> None:
    section = Section("made up", "Made up", HEADS, lambda _quick: [p_of(ALPHA / 2)])
    assert [judge(section, n, quick=True).failed for n in (1, 4)] == [1, 0]


def test_judge__a_check_without_p_says_it_itself() -> None:
    check = Check(("a", "b", "c", "d"), ok=False, words="explained")
    assert verdicts(check, check._replace(ok=True)) == [FAILS, "explained"]


def test_by_z__two_sided() -> None:
    assert by_z("", 0, -1.959964, 1).p == pytest.approx(0.05, abs=1e-6)


def test_table__has_a_line_a_check() -> None:
    section = Section("made up", "Made up", HEADS, lambda _quick: [p_of(0.5), p_of(0.1)])
    assert len(table(judge(section, 1, quick=True)).splitlines()) == 5


def place_check(orders: np.ndarray) -> Check:
    kinds = orders.shape[1]
    counts = np.stack([np.bincount(place, minlength=kinds) for place in orders.T])
    return places("", counts, np.ones(kinds))


def test_places__uniform_shuffles_have_their_degrees_of_freedom() -> None:
    """Over 400 samples the statistic has the mean (n-1)^2: a wrong factor n/(n-1) would be 6 standard errors off."""
    random = np.random.default_rng(1)
    found = []
    for _ in range(400):
        name = place_check(random.permuted(np.tile(np.arange(10), (200, 1)), axis=1)).cells[2]
        found.append(float(name.split()[-1].replace(",", "")))
    assert np.mean(found) == pytest.approx(81, abs=4 * (2 * 81 / 400) ** 0.5)


def test_places__find_the_shuffle_that_swaps_with_any_card() -> None:
    random = np.random.default_rng(2)
    orders = np.tile(np.arange(10), (20_000, 1))
    rows = np.arange(len(orders))
    for i in range(10):
        j = random.integers(0, 10, len(orders))
        orders[rows, i], orders[rows, j] = orders[rows, j], orders[rows, i].copy()
    assert place_check(orders).p < 1e-9  # type: ignore[operator]


def test_even__counts_that_are_too_even_fail_too() -> None:
    assert even("", np.full(100, 1_000)).p < 1e-9  # type: ignore[operator]


def test_pair__finds_words_of_one_address_and_complements() -> None:
    words = np.random.default_rng(3).integers(0, 2**32, (20_000, 4), dtype=np.uint64)
    for other in (words, words ^ np.uint64(2**32 - 1), np.roll(words, 1, axis=1)):
        assert streams.pair("", words, other).p < 1e-9  # type: ignore[operator]


def test_coverage__fails_below_and_above() -> None:
    def runs(hits: int) -> Any:
        return ((Estimate(0.0, -1.0, 1.0, 1, "batch t"), 0.0 if i < hits else 2.0) for i in range(10_000))

    oks = [coverage("", runs(hits)).ok for hits in (9_400, 9_427, 9_570, 9_600)]
    assert oks == [False, True, True, False]
    assert coverage("", runs(9_600), at_least=True).ok


def test_rejection__fails_below_and_above() -> None:
    oks = [rejection("", [True] * k + [False] * (10_000 - k)).ok for k in (400, 430, 573, 600)]
    assert oks == [False, True, True, False]

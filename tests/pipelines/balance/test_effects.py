from types import SimpleNamespace

import numpy as np
import pytest

from pipelines.balance.base import Headline, Line, Measured, Number, Place
from pipelines.balance.effects import base_variant, effects
from pipelines.balance.measuring import Results
from pipelines.findings.results import BatchSums
from sim.rules import named_variants

VARIANTS = named_variants()
DEALS = 128  # as many batches
LENGTH = SimpleNamespace(
    CODE="F9",
    NUMBERS=(Number("rounds", "rounds", "rounds a game", "rounds", "game"),),
    headlines=lambda place: (Headline("rounds", {}, "rounds a game"),),
)


def measured(place, mean, seed):
    """Give games whose rounds vary about a mean."""
    rounds = np.random.default_rng(seed).poisson(mean, DEALS).astype(np.int64)
    sums = BatchSums(rounds, np.ones(DEALS, np.int64), 1)
    return Measured("F9", place, DEALS, [Line({}, {}, {"rounds": sums})])


def results(*means):
    """Give a report of one table, with these means by variant."""
    places = [Place(VARIANTS[name], 2, "eager") for name, _mean, _seed in means]
    found = [measured(place, mean, seed) for place, (_name, mean, seed) in zip(places, means, strict=True)]
    return Results(None, None, None, places, [LENGTH], {"F9": found})


def test_effects__are_the_variant_less_the_one_that_plays_like_standard():
    found = effects(results(("yaniv5", 30, 1), ("standard", 20, 2), ("yaniv9", 20, 3)))
    assert [one.place.variant.name for one in found] == ["yaniv5", "yaniv9"]
    differences = [one.pair.difference for one in found]
    assert differences[0].value == pytest.approx(10, abs=2)
    assert differences[0].low > 5
    assert [one.is_change for one in found] == [True, False]


def test_effects__are_corrected_over_the_report():
    """Benjamini and Hochberg by hand: the smallest p of m times m, the next times m / 2, ..., never falling back."""
    found = effects(results(("standard", 20, 2), ("yaniv5", 21, 1), ("yaniv9", 22, 3), ("strict", 20, 4)))
    ordered = sorted(found, key=lambda one: one.p)
    by_hand = [one.p * len(found) / rank for rank, one in enumerate(ordered, 1)]
    expected = [min(by_hand[at:]) for at in range(len(by_hand))]
    assert [one.p_adjusted for one in ordered] == pytest.approx(expected)


def test_effects__the_same_sums_are_no_test():
    (found,) = effects(results(("standard", 20, 7), ("yaniv5", 20, 7)))
    assert found.pair.difference.value == 0
    assert (found.p, found.p_adjusted, found.is_change) == (None, None, False)


def test_base_variant__is_the_first_where_none_plays_like_standard():
    places = [Place(VARIANTS[name], 2, "eager") for name in ("yaniv9", "yaniv5")]
    assert base_variant(places).name == "yaniv9"
    assert base_variant([*places, Place(VARIANTS["standard"], 2, "eager")]).name == "standard"

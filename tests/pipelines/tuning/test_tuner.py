"""The way of a tuning, on objectives whose answer is known."""

import numpy as np
import pytest

from pipelines.tuning.gain import gains
from pipelines.tuning.plan import CHOOSING_FROM, MEASURING_FROM
from pipelines.tuning.told import verdict, worse_against
from sim.errors import InputError
from tests.pipelines.tuning.planted import Planted, a_plan, tuned, tuned_in_pieces, valley

TWO = ("call_at:0-50", "keep_pair:-40-40")


def test_tuner__finds_a_planted_optimum():
    plan = a_plan(parameters=TWO, generations=30, population=12, deals=128, fresh=1024)
    found, _ = tuned(plan, Planted(plan, valley((13, -20), (8, 15))))
    assert np.abs(np.subtract(found.winner, (13, -20))).max() <= 4
    whole = gains(plan, found)[0].difference.difference
    # From (50, 0) to (13, -20): 0.02 (37^2 / 8^2 + 20^2 / 15^2) = 0.463 are to be had.
    assert whole.low < 0.463 < whole.high + 0.02
    assert whole.low > 0.4


def test_tuner__finds_one_planted_parameter():
    plan = a_plan(parameters=["call_at:0-30"], generations=20, deals=128)
    found, _ = tuned(plan, Planted(plan, valley((9,), (5,))))
    assert abs(found.winner[0] - 9) <= 2


def test_tuner__keeps_the_start_where_nothing_is_better():
    plan = a_plan("greedy:call_at=9", parameters=["call_at:0-30"], deals=128)
    found, _ = tuned(plan, Planted(plan, valley((9,), (1,))))
    assert found.winner == (9,)
    assert found.wins is None
    assert gains(plan, found) == []


def test_tuner__a_value_outside_the_range_is_the_start_still():
    plan = a_plan("greedy:call_at=50", parameters=["call_at:1-7"], generations=3)
    found, state = tuned(plan, Planted(plan, valley((4,), (3,))))
    assert found.finalists[0][0] == (50,)
    asked = {one for step in state["generations"] for (one,) in step["candidates"]}
    assert asked <= set(range(1, 8))
    assert found.winner[0] in range(1, 8)


def test_tuner__no_deal_of_a_result_was_seen_before():
    plan = a_plan(parameters=TWO, generations=5, fresh=1200)
    measure = Planted(plan, valley((13, -20), (8, 15)))
    found, state = tuned(plan, measure)
    seen: set[int] = set()
    for deals, _ in measure.played:
        assert seen.isdisjoint(deals)
        seen |= set(deals)
    choosing = [deals for deals, _ in measure.played if CHOOSING_FROM <= deals.start < MEASURING_FROM]
    measuring = [played for played in measure.played if played[0].start >= MEASURING_FROM]
    assert sum(map(len, choosing)) == plan.choosing == 300
    assert sum(len(deals) for deals, _ in measuring) == plan.fresh
    assert {candidates for _, candidates in measuring} == {2}
    # Of a generation all candidates play the same deals, and each setting once.
    for (deals, candidates), step in zip(measure.played, state["generations"], strict=False):
        assert len(deals) == plan.deals
        assert candidates == len({tuple(one) for one in step["candidates"]})
    assert found.games.sum() == plan.fresh * plan.players


def test_tuner__broken_off_at_every_step_comes_to_the_same():
    plan = a_plan(parameters=TWO, generations=4, fresh=1200)
    chance = valley((13, -20), (8, 15))
    whole, state = tuned(plan, Planted(plan, chance))
    pieces, pieced, lives = tuned_in_pieces(plan, lambda calls: Planted(plan, chance, calls=calls))
    assert lives == 4 + 1 + 3  # generations, a block of finalists, blocks of the measurement
    assert pieced == state
    assert (pieces.winner, pieces.finalists, pieces.wins.tolist()) == (
        whole.winner, whole.finalists, whole.wins.tolist(),
    )  # fmt: skip


def test_tuner__a_search_that_goes_another_way_is_refused():
    plan = a_plan(parameters=TWO, generations=2)
    measure = Planted(plan, valley((13, -20), (8, 15)))
    _, state = tuned(plan, measure)
    state["generations"][1]["candidates"][0][0] += 1
    with pytest.raises(InputError, match=r"was begun with cma .* and numpy .*begin anew"):
        tuned(plan, measure, state)


def test_tuner__ends_by_itself_where_nothing_varies():
    plan = a_plan(parameters=["call_at:3-4"], generations=200)
    found, state = tuned(plan, Planted(plan, lambda _: 0.5))
    assert found.end
    assert found.generations == len(state["generations"]) < 200


def test_gain__holds_nothing_where_there_is_nothing_to_gain():
    """All settings are worth the same, so the best of the search is luck: the gain that is told must not be."""
    held, measured, told, seen = 0, 0, [], []
    for seed in range(200):
        plan = a_plan(parameters=TWO, generations=2, population=4, deals=16, fresh=128, seed=seed)
        found, state = tuned(plan, Planted(plan, lambda _: 0.5, shared=False))
        best = max(max(step["scores"]) for step in state["generations"])
        seen.append(best / (840 * plan.deals * plan.games_a_deal) - 0.5)
        if found.wins is None:
            continue
        gain = gains(plan, found)[0].difference.difference
        measured += 1
        held += gain.low <= 0 <= gain.high
        told.append(gain.value)
    assert measured > 120
    assert held / measured >= 0.95 - 3 * (0.95 * 0.05 / measured) ** 0.5
    assert abs(np.mean(told)) < 3 * np.std(told) / measured**0.5
    assert np.mean(seen) > 0.05  # what the search itself saw


def test_verdict__worse_against_one_of_the_pool_is_told():
    plan = a_plan(parameters=["call_at:0-30"], fresh=512)
    found, _ = tuned(plan, Planted(plan, valley((9,), (8,))))
    assert verdict(plan, gains(plan, found)) == "better than greedy: the whole interval lies above 0"
    lost = found.wins.copy()
    lost[1, 1] //= 8  # against the second opponent, below the start's share of about one sixth
    gained = gains(plan, found._replace(wins=lost))
    assert gained[0].difference.difference.low > 0
    assert worse_against(gained) == ["random"]
    assert verdict(plan, gained).startswith("better than greedy against the pool as a whole, but worse against random")
    lost[1] //= 8
    assert verdict(plan, gains(plan, found._replace(wins=lost))).startswith("worse than greedy: the whole interval")
    half = found._replace(wins=found.wins[:, :, :60], games=found.games[:60])
    assert verdict(plan, gains(plan, half)) == "no difference was seen that has an interval"

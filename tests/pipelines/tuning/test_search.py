"""The search, and what it does without its package."""

import sys

import pytest

from pipelines.tuning.search import Search, load_cma
from sim.errors import InputError
from tests.pipelines.tuning.planted import a_plan

PLAN = {"parameters": ["call_at:3-6", "keep_pair:-2-9", "keep_run"]}


def way(plan, generations, score):
    """Centres of a search that is told these scores."""
    search = Search(plan)
    for _ in range(generations):
        search.tell([score(one) for one in search.ask()])
        yield search.centre


def test_search__the_same_scores_lead_the_same_way():
    def score(values):
        return -sum(value * value for value in values)

    plan = a_plan(**PLAN)
    ways = [list(way(one, 15, score)) for one in (plan, plan, a_plan(**PLAN, seed=2))]
    assert ways[0] == ways[1] != ways[2]


def test_search__asks_for_whole_numbers_within_the_ranges():
    search = Search(a_plan(**PLAN))
    for _ in range(20):
        asked = search.ask()
        assert len(asked) == 8
        for values in asked:
            assert all(isinstance(value, int) for value in values)
            assert 3 <= values[0] <= 6
            assert -2 <= values[1] <= 9
        search.tell([values[0] + values[1] for values in asked])
    assert search.centre[:2] == (6, 9)


def test_search__more_is_better():
    plan = a_plan(parameters=["call_at:0-50"])
    assert list(way(plan, 20, lambda values: values[0]))[-1][0] > 45
    assert list(way(plan, 20, lambda values: -values[0]))[-1][0] < 5


def test_search__without_its_package_one_clear_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(InputError, match=r"the package cma, .* is not installed; `pip install cma`"):
        load_cma()

"""Which cells are tried to tell the time beforehand: as they will be played, and where most is played."""

import pytest

from pipelines.balance.arms import MOST_TRIES, Part, tried
from pipelines.balance.base import LIMITED
from pipelines.balance.levels import AssumedLevels
from sim.bots import parse_entrant
from sim.plan import Cell, Plan
from sim.rules import load_variant, named_variants
from sim.tournaments.time_needed import CELLS


def kind(*deals):
    variants = list(named_variants().values())[: len(deals)]
    greedy = parse_entrant("greedy")
    return Part(Plan(1, tuple(Cell(variant, 2, (greedy, greedy)) for variant in variants)), deals)


def names(part):
    return [cell.variant.name for cell in tried(part)]


def test_tried__one_of_a_few_games_and_more_of_many():
    assert [len(tried(kind(n, n))) for n in (100, 124_999, 125_000, 10**7)] == [1, 1, 2, MOST_TRIES]


def test_tried__no_more_than_are_tried_of_a_plan():
    assert MOST_TRIES <= CELLS


def test_tried__evenly_by_games():
    first, second, third = (cell.variant.name for cell in kind(1, 1, 1).plan.cells)
    assert names(kind(100, 600_000, 100)) == [second] * 3
    assert names(kind(250_000, 250_000, 400_000)) == [first, second, third, third]


@pytest.mark.parametrize(("variant", "bot"), [("standard", "greedy:call_at=1"), ("no-assaf", "greedy")])
def test_assumed_levels__a_limit_as_it_is_mostly_found(variant, bot):
    assert str(AssumedLevels(limits=True).entrant(load_variant(variant), 4, LIMITED)) == bot

"""The kernels equal the twin: every lay, take, reshuffle, call and score, every view, every column."""

from __future__ import annotations

import pytest

from sim.plan import Cell
from sim.rules import Variant, named_variants
from tests.equality import assert_equal_games
from tests.odd_variants import BOTS, ODD, cells, odd_variant


@pytest.mark.parametrize("name", sorted(named_variants()))
def test_kernels__equal_the_twin_in_named_variants(name: str) -> None:
    variant = named_variants()[name]
    n_deals = 3 if variant.score_limit == 0 else 1
    for cell in cells(variant, shift=len(name)):
        assert_equal_games(cell, seed=1, first_deal=1000 * cell.players, n_deals=n_deals)


@pytest.mark.parametrize("name", ODD)
def test_kernels__equal_the_twin_in_odd_variants(name: str) -> None:
    variant = odd_variant(name)
    for cell in cells(variant, shift=len(name)):
        assert_equal_games(cell, seed=2, first_deal=10 * cell.players, n_deals=1)


def test_kernels__equal_the_twin_for_large_deal_ids_and_seeds() -> None:
    cell = Cell(named_variants()["standard"], 3, BOTS[:3])
    assert_equal_games(cell, seed=2**64 - 1, first_deal=2**33 + 5, n_deals=1)


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("name", ["short", "slapdown", "dhumbal"])
def test_kernels__equal_the_twin_on_a_small_part(name: str) -> None:
    for players in (2, 4, 6):
        cell = Cell(named_variants()[name], players, tuple(BOTS[seat % 4] for seat in range(players)))
        assert_equal_games(cell, seed=3, first_deal=players, n_deals=1)


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("name", ["matching-ends", "hand-7-four-jokers-ends", "zero-four-jokers", "steal"])
def test_kernels__equal_the_twin_on_a_small_odd_part(name: str) -> None:
    variant = Variant.from_mapping({"base": "standard", "name": name, **ODD[name], "max_rounds": 8})
    for players in (2, 5):
        cell = Cell(variant, players, tuple(BOTS[seat % 4] for seat in range(players)))
        assert_equal_games(cell, seed=4, first_deal=players, n_deals=1)

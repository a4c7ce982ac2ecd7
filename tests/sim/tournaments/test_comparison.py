"""Comparisons as plans, and their looks."""

from itertools import pairwise

import pytest

from sim.bots import parse_entrant
from sim.errors import InputError
from sim.tournaments.comparison import DEFAULT_DEALS, MOST_DEALS, Options, comparison, look_deals

A, B = parse_entrant("greedy"), parse_entrant("greedy:call_at=3")


@pytest.mark.parametrize("players", range(2, 9))
def test_comparison__every_placement_of_the_two(players):
    wanted = comparison(A, B, Options(players=players), until_decided=False)
    seated = {cell.seat_entrants(turn) for cell in wanted.plan.cells for turn in range(cell.rotations)}
    assert len(seated) == wanted.repeats == 2**players - 2
    assert wanted.names == ("greedy", "greedy:call_at=3")
    assert wanted.plan.detail == "games"


def test_comparison__deals_that_are_played_at_most():
    assert comparison(A, B, Options(), until_decided=False).deals == DEFAULT_DEALS
    assert comparison(A, B, Options(), until_decided=True).deals == MOST_DEALS
    assert comparison(A, B, Options(deals=7), until_decided=True).deals == 7


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (Options(players=9), "--players: 9"),
        (Options(deals=0), "--deals: 0"),
        (Options(chunk=3), "--chunk: 3 is no power of two"),
        (Options(seed=-1), "--seed: -1"),
        (Options(variant="standart"), "did you mean 'standard'"),
    ],
)
def test_fault_22_23_comparison__named(options, told):
    with pytest.raises(InputError, match=told):
        comparison(A, B, options, until_decided=False)


def test_look_deals__whole_chunks_each_time_about_a_fifth_more():
    looks = list(look_deals(512, 1_000_000))
    assert looks[:9] == [512 * n for n in (1, 2, 3, 4, 5, 6, 7, 8, 10)]
    assert looks[-1] == 1_000_000
    assert all(look % 512 == 0 for look in looks[:-1])
    assert all(now <= 1.26 * before for before, now in pairwise(looks[4:]))
    assert len(looks) < 50


def test_look_deals__fewer_than_a_chunk_are_one_look():
    assert list(look_deals(512, 100)) == [100]
    assert list(look_deals(512, 512)) == [512]

"""Circular orders and tables."""

from collections import Counter
from itertools import permutations, product
from math import comb, factorial

import pytest

from sim.tournaments.seating import NEIGHBOUR_DESIGNS, circular_orders, gauntlet, placements, round_robin


def turned(order):
    return {order[turn:] + order[:turn] for turn in range(len(order))}


@pytest.mark.parametrize("players", range(2, 6))
def test_circular_orders__to_five_seats_are_all_of_them(players):
    orders = circular_orders(tuple(range(players)))
    assert len(orders) == factorial(players - 1)
    assert {one for order in orders for one in turned(order)} == set(permutations(range(players)))


@pytest.mark.parametrize(("players", "times"), [(3, 1), (4, 2), (5, 6), (6, 2), (7, 1), (8, 1)])
def test_circular_orders__everybody_follows_everybody_equally_often(players, times):
    orders = circular_orders(tuple(range(players)))
    pairs = Counter((order[i - 1], order[i]) for order in orders for i in range(players))
    assert pairs == {(i, j): times for i in range(players) for j in range(players) if i != j}
    assert all(sorted(order) == list(range(players)) for order in orders)
    assert len(set().union(*map(turned, orders))) == players * len(orders)  # no order is another one turned


def test_circular_orders__entrants_that_sit_there_twice():
    assert circular_orders((0, 0, 1, 1)) == [(0, 0, 1, 1), (0, 1, 0, 1)]
    assert circular_orders((0,) * 7 + (1,)) == [(0,) * 7 + (1,)]
    assert len(circular_orders((0, 0, 0, 1, 1, 1))) == 4  # necklaces of three beads each of two colours
    assert len(circular_orders((0, 0, 1, 2, 3, 4, 5, 6))) <= len(NEIGHBOUR_DESIGNS[8])


@pytest.mark.parametrize(("entrants", "players"), [(2, 2), (6, 2), (6, 4), (8, 8), (12, 3)])
def test_round_robin__every_set_once(entrants, players):
    tables = round_robin(entrants, players)
    assert len(set(map(frozenset, tables))) == len(tables) == comb(entrants, players)


@pytest.mark.parametrize(("entrants", "players"), [(2, 4), (3, 5), (2, 8)])
def test_round_robin__too_few_entrants_share_out_the_seats(entrants, players):
    tables = round_robin(entrants, players)
    assert len(set(tables)) == len(tables) == comb(players - 1, entrants - 1)
    assert all(set(table) == set(range(entrants)) and len(table) == players for table in tables)


def test_gauntlet__one_sits_at_every_table():
    tables = gauntlet(6, 3, 4)
    assert len(tables) == comb(5, 2)
    assert all(4 in table for table in tables)


@pytest.mark.parametrize("players", range(2, 9))
def test_placements__every_way_to_put_two_at_a_table(players):
    seated = [one for order in placements(players) for one in turned(order)]
    assert len(set(seated)) == len(seated)
    assert set(seated) == set(product((0, 1), repeat=players)) - {(0,) * players, (1,) * players}

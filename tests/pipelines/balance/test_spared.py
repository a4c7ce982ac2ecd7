"""Fewer games of some arms: what is left, counted by hand."""

import pytest

from pipelines.balance.arms import later_parts, limits_part
from pipelines.balance.asked import Asked, wish_of
from pipelines.balance.base import PATHS, TABLES
from pipelines.balance.levels import AssumedLevels

ASKED = Asked(variants="standard", players="4", games=240_000)


def parts(asked):
    wish = wish_of(asked)
    limits = limits_part([wish])
    return limits, later_parts([wish], AssumedLevels(limits is not None))


def deals_of_guests(part):
    return {n for cell, n in zip(part.plan.cells, part.deals, strict=True) if cell.rotations > 1}


def deals_of_mirrors(part):
    return {n for cell, n in zip(part.plan.cells, part.deals, strict=True) if cell.rotations == 1}


def test_guest_games__a_deal_in_every_seat_is_so_many_games():
    before, after = (parts(ASKED._replace(levels="limited,tactician", guest_games=it)) for it in (False, True))
    # of 240,000 a twelfth, of call limits a 48th
    assert deals_of_guests(before[1][TABLES]) == {20_000, 5_000}
    assert deals_of_guests(after[1][TABLES]) == {5_000, 1_250}
    assert (set(before[0].deals), set(after[0].deals)) == ({5_000}, {1_250})
    for run in (TABLES, PATHS):
        assert deals_of_mirrors(before[1][run]) == deals_of_mirrors(after[1][run])


def test_guest_games__enough_deals_for_an_interval_are_left():
    asked = ASKED._replace(levels="tactician", games=1_200, guest_games=True)
    # a hundred deals would be 25 with four seats; 64 batches make an interval
    assert deals_of_guests(parts(asked)[1][TABLES]) == {64}


@pytest.mark.parametrize("level", ["tactician", "counter"])
def test_limits_at__leaves_out_nothing_but_the_call_limits_of_other_levels(level):
    asked = ASKED._replace(levels=f"limited,{level}")
    (limits, every), (kept, spared) = (parts(asked._replace(limits_at=it)) for it in (None, "limited"))
    assert kept == limits  # the level limited has its limit from these
    assert spared[PATHS] == every[PATHS]
    gone = set(every[TABLES].plan.cells) - set(spared[TABLES].plan.cells)
    assert gone
    assert set(spared[TABLES].plan.cells) < set(every[TABLES].plan.cells)
    assert {n for cell, n in zip(every[TABLES].plan.cells, every[TABLES].deals, strict=True) if cell in gone} == {5_000}
    assert 5_000 not in spared[TABLES].deals


def test_limits_at__where_nobody_needs_them_no_limits_are_tried():
    every, spared = (parts(ASKED._replace(levels="eager", limits_at=it))[1][TABLES] for it in (None, "tactician"))
    # eight limits, each alone among three of each other; who never calls above 3 among the eager is F6's, too
    assert len(every.plan.cells) - len(spared.plan.cells) == 8 * 7 - 1


def test_forks__fewer_chances_are_played_both_ways():
    for share, wanted in ((None, {100}), (0.03, {30})):
        cells = parts(ASKED._replace(levels="tactician", forks=share))[1][TABLES].plan.cells
        assert {cell.forks for cell in cells if cell.rotations == 1} == wanted
        assert {cell.forks for cell in cells if cell.rotations > 1} == {0}


@pytest.mark.parametrize(("steps", "thresholds"), [(None, {5, 6, 7, 8, 9}), (1, {6, 7, 8}), (0, {7})])
def test_threshold_steps__further_thresholds_are_not_played(steps, thresholds):
    found = parts(ASKED._replace(levels="tactician", threshold_steps=steps))[1]
    assert {cell.variant.threshold for cell in found[TABLES].plan.cells} == thresholds
    assert found[PATHS] == parts(ASKED._replace(levels="tactician"))[1][PATHS]

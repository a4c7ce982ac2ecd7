from fractions import Fraction

import numpy as np
import pytest

from pipelines.balance import comeback
from pipelines.balance.base import EAGER, Deals, Place
from pipelines.balance.comeback import AS_PLAYED, CONTRIBUTED, WITHOUT, count, lead_changes, measure, without_milestones
from sim.rules import Variant, named_variants
from tests.pipelines.balance.played import Named, play
from tests.pipelines.balance.walks import LOSSES, coin_games, coin_paths, made


def value(sums):
    return Fraction(int(sums.above.sum()), sums.scale * int(sums.below.sum()))


LEAD = (
    (0, 20, 5),
    (10, 40, 25),
    (30, 40, 28),  # the lead goes from seat 0 to 2
    (30, 40, 30),  # level: nobody has it alone
    (60, 40, 30),  # it is 2's again, so it did not change
    (90, 40, 110),  # 2 goes out: it is 1's
    (101, 40, None),
)


def test_comeback__a_game_by_hand():
    """Seven rounds, a third of them are two: 40 points are most then, 10 least; seat 1 wins in the end."""
    sums = count([made((0, [1], LEAD))], 1)
    assert value(sums["last_wins"]) == 1
    assert value(sums["first_wins"]) == 0
    assert value(sums["even"]) == Fraction(1, 3)
    assert value(sums["lead_changes"]) == 2
    assert value(sums["rounds"]) == 7


def test_comeback__ties_are_in_parts():
    """Two are last and one of them wins half a game: a quarter of a win for the last one."""
    rounds = [(10, 30, 30, 20)] * 3
    sums = count([made((0, [1, 3], rounds))], 1)
    assert value(sums["last_wins"]) == Fraction(1, 4)
    assert value(sums["first_wins"]) == 0


def test_comeback__who_is_out_is_not_last():
    rounds = [(0, 30, 120), (0, 60, None), (0, 90, None), (0, 101, None)]
    sums = count([made((0, [0], rounds))], 1)
    assert (value(sums["last_wins"]), value(sums["first_wins"]), value(sums["even"])) == (0, 1, Fraction(1, 2))


@pytest.mark.parametrize(
    ("winners", "rounds"),
    [([0], [(0, 50), (0, 101)]), ([0], [(20, 20), (20, 60), (20, 101)]), ([], [(20, 40)] * 4)],
    ids=["too short", "level", "no winner"],
)
def test_comeback__games_without_a_standing_count_for_the_lead_only(winners, rounds):
    sums = count([made((0, winners, rounds))], 1)
    assert int(sums["last_wins"].below.sum()) == int(sums["even"].below.sum()) == 0
    assert int(sums["lead_changes"].below.sum()) == 1


def test_lead_changes__are_counted_game_by_game():
    part = made((0, [0], [(0, 10), (101, 10)]), (0, [1], [(10, 0), (101, 0)]), (1, [0], [(0, 10), (20, 10), (20, 101)]))
    assert lead_changes(part).tolist() == [1, 0, 2]


def test_comeback__all_games_of_a_coin():
    """Every series of throws once: exact shares, worked out from the series themselves."""
    games = last = even = changes = 0
    for winner, rounds, _ in coin_games():
        at = rounds[len(rounds) // 3 - 1]
        if at[0] != at[1]:
            games, last = games + 1, last + (at[winner] == max(at))
        leaders = [int(a > b) for a, b in rounds if a != b]
        changes += sum(one != other for one, other in zip(leaders, leaders[1:], strict=False))
        even += 1
    sums = count([coin_paths(2)], 2)
    assert even == 2 ** (2 * LOSSES - 1)
    assert value(sums["last_wins"]) == Fraction(last, games)
    assert value(sums["first_wins"]) == 1 - Fraction(last, games)
    assert value(sums["lead_changes"]) == Fraction(changes, even)
    assert np.array_equal(sums["last_wins"].below, [games, games])


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return play(tmp_path_factory.mktemp("paths"), [comeback], [PLACE], Deals({3: 1_000}, 300, 300, 1_000))


PLACE = Place(named_variants()["standard"], 3, EAGER)


def test_measure__as_played_without_and_the_difference(found):
    got = measure(PLACE, found, Named())
    assert [line.keys["milestones"] for line in got.lines] == [AS_PLAYED, WITHOUT, CONTRIBUTED]
    played, without, contributed = (line.numbers for line in got.lines)
    for name in played:
        assert contributed[name].value == pytest.approx(played[name].value - without[name].value)
    assert got.lines[0].sums.keys() == played.keys()
    assert got.deals == 1_000
    # a landing on 50 or 100 takes points off, so games without milestones are shorter
    assert contributed["rounds"].low > 0
    assert got.verdict.sentence.startswith("Who is last after a third of the game wins ")
    assert "Milestones contribute " in got.verdict.sentence


def test_arms__a_variant_without_milestones_needs_one_cell():
    bare = PLACE._replace(variant=without_milestones(PLACE.variant))
    assert len(list(comeback.arms(bare, Deals({3: 300}, 300, 300, 300), Named()))) == 1
    single = PLACE._replace(variant=named_variants()["short"])
    assert list(comeback.arms(single, Deals({3: 300}, 300, 300, 300), Named())) == []


def test_measure__nothing_where_nothing_was_played(found):
    assert measure(PLACE._replace(players=4), found, Named()) is None


def test_without_milestones__differs_by_nothing_else():
    bare = without_milestones(PLACE.variant)
    assert list(bare.changes()) == ["milestones"]
    long = PLACE.variant.model_copy(update={"name": "x" * 60})
    assert without_milestones(long).name == "x" * 46 + " no milestones"


def test_measure__games_that_are_all_stopped_have_no_winner(tmp_path):
    hurried = Variant.from_mapping({"base": "standard", "name": "hurried", "max_rounds": 3})
    place = PLACE._replace(variant=hurried)
    got = measure(place, play(tmp_path, [comeback], [place], Deals({3: 4}, 4, 4, 4)), Named())
    assert (got.lines[0].numbers["last_wins"].value, got.verdict) == (None, None)
    assert got.lines[0].numbers["rounds"].value == 3

from dataclasses import replace

import pytest
from scipy.stats import false_discovery_control

from pipelines.balance import pace, seats, sensitivity
from pipelines.balance.arms import part
from pipelines.balance.base import (
    COUNTER,
    EAGER,
    LIMITED,
    LIMITS,
    PATHS,
    TABLES,
    TACTICIAN,
    Arm,
    Deals,
    Line,
    Measured,
    Place,
    mirror,
    play_key,
)
from pipelines.balance.changes import p_value
from pipelines.balance.sensitivity import CHANCE, CHANGE, CODE, SAME, UNTESTED, measure, neighbours, together
from pipelines.balance.sweeps import varied
from pipelines.stats.estimate import BATCH_T, Estimate
from sim.bots import family
from sim.rules import named_variants
from tests.pipelines.balance.played import Named, play

VARIANTS = named_variants()
SEVEN, FIVE = (Place(VARIANTS[name], 2, EAGER) for name in ("standard", "yaniv5"))
CAREFUL = SEVEN._replace(level=LIMITED)
DEALS = Deals({2: 2_000}, 200, 200, 200)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("beside")
    return play(folder, [seats, sensitivity], [SEVEN, FIVE, CAREFUL], DEALS)


@pytest.fixture(scope="module")
def measured(found):
    return together([measure(place, found, Named()) for place in (SEVEN, FIVE, CAREFUL)])


def test_part__one_cell_has_the_most_deals_and_forks_that_are_asked_of_it():
    """Whatever the variant is called, and whoever asks first."""
    cell = mirror(SEVEN, Named())
    renamed = replace(cell, variant=cell.variant.model_copy(update={"name": "other"}), forks=100)
    wanted = [Arm(TABLES, cell, 300), Arm(TABLES, renamed, 200), Arm(TABLES, cell, 100), Arm(PATHS, cell, 900)]
    for order in (wanted, wanted[::-1]):
        got = part(TABLES, order, 1)
        assert got.deals == (300,)
        assert [(one.forks, play_key(one)) for one in got.plan.cells] == [(100, play_key(cell))]
    assert part(LIMITS, wanted, 1) is None


@pytest.mark.parametrize("name", [TACTICIAN, COUNTER])
def test_arms__the_bots_are_those_of_this_threshold_though_their_defaults_are_others_at_the_other(name):
    place, usual = SEVEN._replace(level=name), family(name).defaults
    assert usual(5, 2) != usual(7, 2)
    asked = list(sensitivity.arms(place, DEALS, Named(**{name: name})))
    assert {arm.cell.variant.threshold for arm in asked} == {5, 6, 8, 9}
    assert {bot.values(arm.cell.variant.threshold, 2) for arm in asked for bot in arm.cell.lineup} == {usual(7, 2)}


def change(one, threshold, number):
    keys = {"threshold": threshold, "number": number}
    (line,) = (line for line in one.lines if line.keys | keys == line.keys)
    return line


def test_neighbours__one_and_two_steps_where_the_rules_allow_them():
    assert [other.variant.threshold for other in neighbours(SEVEN)] == [5, 6, 8, 9]
    lowest = SEVEN._replace(variant=varied(SEVEN.variant, "threshold", 1))
    assert [other.variant.threshold for other in neighbours(lowest)] == [0, 2, 3]


def test_arms__cells_that_play_alike_are_one_with_deals_enough_to_be_paired(found):
    """2,000 deals are 500 batches of 4: 64 of them are 256, more than the 200 that were asked for."""
    cells = found.runs[TABLES].cells
    played = {(cell.cell.variant.threshold, cell.lineup): cell.deals for cell in cells}
    # eager at 3 to 9 and careful at 5 to 9, each once
    assert len(cells) == len(played) == 12
    assert {deals for (threshold, lineup), deals in played.items() if (threshold, lineup[0]) == (8, "greedy")} == {256}
    assert played[5, ("greedy", "greedy")] == played[7, ("greedy", "greedy")] == 2_000


def test_measure__changes_there_and_back_are_opposite(measured):
    """Seven to five in one place, five to seven in the other: the same deals."""
    down, up = change(measured[0], 5, "turns a round"), change(measured[1], 7, "turns a round")
    assert down.numbers["change"].value == -up.numbers["change"].value > 0
    assert down.numbers["change"].low == pytest.approx(-up.numbers["change"].high)
    assert down.keys["finding"] == up.keys["finding"] == CHANGE


def test_measure__is_the_difference_of_the_numbers(found, measured):
    here, there = (pace.measure(place, found, Named()).lines[0].numbers["turns_mean"] for place in (SEVEN, FIVE))
    got = change(measured[0], 5, "turns a round").numbers["change"]
    assert got.value == pytest.approx(there.value - here.value)
    # paired: less than for different deals
    assert 0 < got.variance < here.variance + there.variance


def test_measure__shares_are_in_points_of_a_hundred(measured):
    got = change(measured[0], 9, "calls that meet Assaf, points in 100").numbers["change"]
    assert 0.1 < abs(got.value) < 5
    assert got.n_batches == 64


def test_measure__bots_that_never_call_so_high_play_the_same(measured):
    """Who calls at 3 does the same at any threshold from there on; only what was allowed differs."""
    careful = measured[2]
    done = [line for line in careful.lines if line.keys["code"] != "F4"]
    assert {line.keys["finding"] for line in done} == {SAME}
    assert {(line.numbers["change"].value, line.numbers["change"].variance) for line in done} == {(0.0, 0.0)}
    allowed = change(careful, 9, "first player is first allowed, points in 100")
    assert allowed.keys["finding"] != SAME
    assert allowed.numbers["change"].value > 0 < allowed.numbers["change"].variance


def test_measure__numbers_that_never_were_are_left_out(measured):
    assert not [
        line for one in measured for line in one.lines if line.keys["number"] == "rounds waited after being out"
    ]


def test_measure__nothing_where_nothing_was_played(found):
    assert measure(SEVEN._replace(players=3), found, Named()) is None


def made(*changes):
    """Make what was measured at one place: threshold, value and error of each change."""
    lines = [
        Line(
            {"threshold": t, "code": "F9", "number": f"number {i}", "finding": None},
            {"change": Estimate(value, value - 2 * error, value + 2 * error, 1000, BATCH_T, None, error**2, 400)
             if error else Estimate(value, None, None, 3, "too few")},
        )
        for i, (t, value, error) in enumerate(changes)
    ]  # fmt: skip
    return Measured(CODE, SEVEN, 1000, lines)


def test_together__corrects_over_the_whole_report():
    """As SciPy does it: p values of .0023, .028 and .046 are below .05 among four, .046 of them only by its rank."""
    both = [made((8, 3.06, 1.0), (6, 2.2, 1.0)), made((8, -2.0, 1.0), (9, 0.5, 1.0), (9, 0.1, 0))]
    p_values = [p_value(line.numbers["change"]) for one in both for line in one.lines]
    expected = false_discovery_control(p_values[:4]) <= 0.05
    got = [line.keys["finding"] for one in together(both) for line in one.lines]
    assert got[:4] == [CHANGE if found else CHANCE for found in expected]
    assert set(got[:4]) == {CHANGE, CHANCE}
    assert got[4] == UNTESTED


def test_together__names_the_largest_of_the_smallest_steps_in_both_units():
    (got,) = together([made((8, 0.5, 0.1), (6, -12.0, 1.0), (9, 99.0, 1.0))])
    assert got.verdict.sentence == (
        "From threshold 7 to 6 the largest change is that of number 1 (F9): −12 (−14 to −10), −12 standard errors."
    )


def test_together__says_that_nothing_is_shown_to_change():
    (got,) = together([made((8, 0.1, 0.1), (6, 0.1, 0.2))])
    assert got.verdict.sentence == "At a threshold 1 higher or lower no number is shown to change."
    assert together([made((8, 0.0, 0))])[0].verdict is None


def test_headlines__there_are_none():
    assert sensitivity.headlines(SEVEN) == ()

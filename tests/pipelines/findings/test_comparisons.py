import polars as pl
import pytest

from pipelines.findings.comparisons import comparison_data
from pipelines.run import open_run
from pipelines.tallies import count
from tests.pipelines.made_up import results
from tests.run_helpers import finished_run

PLAN = """
games = 200
[variants.guarded]
max_turns = 999
[variants.once]
base = "short"
threshold = 7
[variants.once-five]
base = "short"
threshold = 5
[variants.once-six]
base = "short"
threshold = 5
hand_size = 6
[[cells]]
variant = ["standard", "guarded", "yaniv5"]
[[cells]]
entrants = ["greedy", "random"]
[[cells]]
variant = ["once", "once-five", "once-six"]
entrants = "greedy:call_at=5"
"""


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    (folder / "plan.toml").write_text(PLAN)
    run = open_run(finished_run(folder / "run", folder / "plan.toml"))
    return [results(cell, count(cell)) for cell in run.cells]


@pytest.fixture(scope="module")
def compared(cells):
    return comparison_data(cells, seconds_per_turn=30)


def test_comparisons__same_deals_and_same_choices_are_identical_play(compared):
    row = compared["rows"][0]
    assert row["label"] == "guarded · 4 × greedy"
    assert row["identical"] == ["turns", "rounds", "minutes", "assaf_rate", "edge_first", "opening", "stopped"]
    turns = row["measures"]["turns"]
    assert (turns["difference"]["value"], turns["variance_ratio"]) == (0.0, None)


def test_comparisons__another_threshold_is_paired(compared):
    row = compared["rows"][1]
    assert row["identical"] == []
    turns = row["measures"]["turns"]
    assert turns["difference"]["low"] > 0  # a lower threshold takes longer
    assert 0 < turns["variance_ratio"] < 1


def test_comparisons__minutes_follow_the_pace(compared):
    assert [line["unit"] for line in compared["measures"]][:3] == ["turns", "rounds", "minutes"]
    minutes = compared["rows"][1]["measures"]["minutes"]["difference"]
    assert minutes["low"] < minutes["value"] < minutes["high"]
    assert 10 < minutes["value"] < 200  # at half a minute a turn


def test_comparisons__a_line_up_with_rotations_is_paired_on_the_deals_that_both_played(compared, cells):
    """200 games are 200 deals of one rotation, or 100 deals of two."""
    assert [row["cell"] for row in compared["rows"]] == [1, 2, 3, 4, 5, 6]
    row = compared["rows"][2]
    assert (row["deals"], row["identical"]) == (100, [])
    a, b = (one.cell.frames().games.collect() for one in (cells[0], cells[3]))
    expected = b["rounds"].sum() / 200 - a.filter(pl.col("game") < 100)["rounds"].sum() / 100
    rounds = row["measures"]["rounds"]["difference"]
    assert rounds["value"] == pytest.approx(expected, rel=1e-5)
    assert rounds["low"] < rounds["value"] < rounds["high"]
    assert rounds["n"] == 100


def test_comparisons__a_limit_below_every_call_is_identical_play_with_other_openings(cells):
    """Who never calls above 5 plays the same where 7 is allowed; when a call is allowed first is another thing."""
    row = comparison_data(cells[4:6], seconds_per_turn=30)["rows"][0]
    assert row["identical"] == ["turns", "rounds", "minutes", "assaf_rate", "edge_first", "stopped"]


def test_comparisons__what_only_coincides_is_not_identical_play(cells):
    """A game of one round has one round whatever else differs, and no round was stopped."""
    row = comparison_data([cells[5], cells[6]], seconds_per_turn=30)["rows"][0]
    assert row["identical"] == []
    for name in ("rounds", "stopped"):
        number = row["measures"][name]["difference"]
        assert (number["value"], number["low"], number["method"]) == (0.0, None, "too few")


def test_comparisons__need_two_cells(odd_run, counted):
    assert comparison_data([results(odd_run.cells[0], counted[0])], 12) is None

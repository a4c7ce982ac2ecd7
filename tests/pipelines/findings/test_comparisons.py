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
[[cells]]
variant = ["standard", "guarded", "yaniv5"]
[[cells]]
entrants = ["greedy", "random"]
"""


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    (folder / "plan.toml").write_text(PLAN)
    run = open_run(finished_run(folder / "run", folder / "plan.toml"))
    return comparison_data([results(cell, count(cell)) for cell in run.cells], seconds_per_turn=30)


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


def test_comparisons__cells_of_other_deals_are_left_out(compared):
    assert [row["cell"] for row in compared["rows"]] == [1, 2]


def test_comparisons__need_two_cells(odd_run, counted):
    assert comparison_data([results(odd_run.cells[0], counted[0])], 12) is None

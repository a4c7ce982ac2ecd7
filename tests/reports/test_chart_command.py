"""`yaniv chart` as a user runs it: from a run, and with games of its own."""

import csv
import json
from html import unescape

import polars as pl
import pytest

from pipelines.run import open_run
from pipelines.tallies import count
from tests.run_helpers import contents, finished_run, refused, yaniv

PLAN = """
games = 400
detail = "tallies"
[variants."<b>two"]
base = "standard"
score_limit = 60
[entrants."=cmd()"]
family = "random"
call_percent = 40
[[cells]]
variant = ["standard", "<b>two"]
players = 2
entrants = ["=cmd()", "greedy"]
forks = 1.0
[[cells]]
players = 3
entrants = ["=cmd()", "greedy"]
forks = 1.0
[[cells]]
variant = "yaniv5"
players = 2
entrants = "greedy"
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Play a run of which most cells have forks; not to be changed."""
    folder = tmp_path_factory.mktemp("chart")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return finished_run(folder / "run", folder / "plan.toml")


@pytest.fixture(scope="module")
def made(run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("page") / "chart"
    assert yaniv("chart", run, "--out", folder) == 0
    return folder


def test_chart__one_for_each_variant_and_bot_that_had_chances(made):
    data = json.loads((made / "chart.json").read_text())
    assert [(one["variant"], one["entrant"], one["players"]) for one in data["charts"]] == [
        ("standard", "=cmd()", [2, 3]),
        ("standard", "greedy", [2, 3]),
        ("<b>two", "=cmd()", [2]),
        ("<b>two", "greedy", [2]),
    ]


def test_chart__squares_hold_every_chance_of_their_tables(made, run):
    data = json.loads((made / "chart.json").read_text())
    cells = open_run(run).cells
    for chart in data["charts"]:
        of_chart = [cell for cell in cells if cell.cell.variant.name == chart["variant"]]
        chances = 0
        for cell in of_chart:
            mine = count(cell, only=["forks"])["forks"].filter(entrant=chart["entrant"])
            # whole batches of deals that all tables played
            chances += mine.filter(pl.col("batch").cast(pl.Int64) * cell.batch_deals < chart["deals"])["forks"].sum()
        assert chart["chances"] == chances > 0
        assert sum(one["tau"]["n"] for one in chart["squares"] if one["least_cards"] is not None) == chances
        assert {one["total"] for one in chart["squares"]} <= set(range(8))


def test_chart__page_and_csv_say_the_same_and_names_are_text(made):
    data = json.loads((made / "chart.json").read_text())
    page = (made / "index.html").read_text()
    assert "<b>two" not in page
    assert "&lt;b&gt;two" in page
    assert all(sentence in unescape(page) for chart in data["charts"] for sentence in chart["sentences"])
    rows = list(csv.DictReader((made / "chart.csv").read_text().splitlines()))
    assert len(rows) == sum(len(chart["squares"]) for chart in data["charts"])
    assert {row["entrant"] for row in rows} == {"'=cmd()", "greedy"}
    first, square = rows[0], data["charts"][0]["squares"][0]
    assert (first["word"], int(first["n"]), first["least_cards"]) == (square["word"], square["tau"]["n"], "any")
    assert page.count('class="square none"') == sum(
        len({one["total"] for one in mine}) * len({one["least_cards"] for one in mine}) - len(mine)
        for chart in data["charts"]
        for n in {one["opponents"] for one in chart["squares"]}
        for mine in [[one for one in chart["squares"] if one["opponents"] == n]]
    )


def test_chart__again_gives_the_same_and_keeps_what_is_not_its_own(made, run, tmp_path, capsys):
    before = contents(made)
    assert yaniv("chart", run, "--out", made) == 0
    assert contents(made) == before
    (tmp_path / "index.html").write_text("somebody's")
    assert "is not of a report" in refused(capsys, "chart", run, "--out", tmp_path)


def test_chart__with_games_of_its_own(tmp_path, capsys):
    asked = ("chart", "--variant", "yaniv5", "--players", "2,3", "--games", 300, "--out", tmp_path / "when")
    assert yaniv(*asked, "--quiet", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert [(one["variant"], one["entrant"], one["players"]) for one in data["charts"]] == [
        ("yaniv5", "greedy", [2, 3])
    ]
    assert data["page"] == str(tmp_path / "when" / "chart" / "index.html")
    assert [cell.cell.forks for cell in open_run(tmp_path / "when").cells] == [300, 300]
    before = contents(tmp_path / "when")
    assert yaniv(*asked, "--quiet") == 0
    assert contents(tmp_path / "when") == before
    told = refused(capsys, *asked[:-4], "--games", 400, "--out", tmp_path / "when")
    assert "when: holds another run: deals[0] is 300 there and 400 here" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--players", "2-9"), "--players: '2-9' is not allowed; write numbers from 2 to 8 such as 2-4 or 2,4"),
        (("--players", "four"), "--players: 'four' is not allowed"),
        (("--level", "limited"), "--level: the call limit of limited comes from games of its own; name it"),
        (("--level", "egaer"), "--level: unknown bot 'egaer'"),
        (("--variant", "standrd"), "did you mean 'standard'?"),
        (("--games", 0), "--games: 0 is not allowed"),
    ],
)
def test_chart__wrong_wishes_are_refused(options, told, tmp_path, capsys):
    assert told in refused(capsys, "chart", *options, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_chart__of_a_run_plays_nothing(run, capsys):
    assert "--games: belongs to a chart whose games are still to be played" in refused(
        capsys, "chart", run, "--games", 9
    )


def test_chart__of_a_run_without_forks_says_what_it_needs(tmp_path, capsys):
    finished = finished_run(tmp_path / "run", "--games", 20, "--detail", "tallies", "--entrant", "greedy")
    assert "play it with --detail tallies --forks 0.3" in refused(capsys, "chart", finished)

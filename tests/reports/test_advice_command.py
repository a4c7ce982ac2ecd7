"""`yaniv report --advice` as a user runs it, with advice for `greedy` in place of the page's, which takes minutes."""

import json
import shutil
from html import unescape

import pytest

from pipelines.advice import statements
from pipelines.advice.effects import guest_wins
from pipelines.run import open_run
from sim.exact_parts import WHOLE
from sim.run_folder import RunFolder
from tests.pipelines.rows import batch_of, by_game, rows_of
from tests.reports.made_up_advice import STATEMENTS as MADE_UP
from tests.run_helpers import contents, refused, yaniv

DEALS = 200


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Finished; not to be changed."""
    path = tmp_path_factory.mktemp("advice") / "all of it"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statements, "STATEMENTS", MADE_UP)
        assert yaniv("report", "--advice", path, "--deals", DEALS, "--quiet") == 0
    return path


@pytest.fixture
def made_up(monkeypatch):
    monkeypatch.setattr(statements, "STATEMENTS", MADE_UP)


def data_of(folder):
    return json.loads((folder / "report" / "advice.json").read_text())


def test_advice__verdicts_effects_and_page(whole):
    data = data_of(whole)
    assert [(one["id"], one["verdict"]) for one in data["statements"]] == [
        ("wait", "does not hold"),
        ("longer", "holds"),
        ("usual", "does not hold"),
    ]
    same = data["statements"][0]["experiments"][1]["rows"][0]
    assert (same["effect"]["value"], same["effect"]["low"], same["finding"]) == (0.0, 0.0, "no difference")
    waiting = data["statements"][0]["experiments"][0]["rows"][0]
    assert waiting["with"]["value"] - waiting["without"]["value"] == pytest.approx(waiting["effect"]["value"], abs=1e-5)
    page = unescape((whole / "report" / "index.html").read_text())
    assert all(one["text"] in page for one in data["statements"])
    assert "Of 3 statements of the page 1 hold, 2 do not hold." in page
    told = (whole / "report" / "advice.md").read_text()
    assert "**Does not hold.**" in told
    assert f"`{data['run']['commands'][0]}`" in told


def test_guest__wins_are_those_in_the_rows(whole):
    run = open_run(whole / "guests")
    cell = run.cells[0]
    seats, expected = by_game(rows_of(run.path, "seats", 0)), [0] * cell.n_batches
    for game in rows_of(run.path, "games", 0):
        first = [row for row in seats[game["game"]] if row["place"] == 1]
        guest = game["rotation"] % cell.players
        if not game["stopped"] and guest in {row["seat"] for row in first}:
            expected[batch_of(game["game"], cell.deals, 2)] += WHOLE // len(first)
    assert guest_wins(cell).above.tolist() == expected


def test_guest__among_equals_wins_an_even_share(whole):
    run = open_run(whole / "guests")
    (equal,) = [cell for cell in run.cells if len(set(cell.entrants)) == 1]
    found = guest_wins(equal)
    assert equal.cell.rotations == 1
    assert (2 * found.above == WHOLE * found.below).all()


def test_advice__asked_again_plays_nothing_and_gives_the_same(whole, tmp_path, made_up, capsys):
    copy = shutil.copytree(whole, tmp_path / "copy")
    before = contents(copy / "guests"), data_of(copy)["statements"]
    (copy / "report" / "advice.json").unlink()
    assert yaniv("report", "--advice", copy, "--json", "--quiet") == 0
    assert json.loads(capsys.readouterr().out)["statements"] == before[1]
    assert (contents(copy / "guests"), data_of(copy)["statements"]) == before


def test_advice__unfinished_is_finished(whole, tmp_path, made_up):
    copy = shutil.copytree(whole, tmp_path / "copy")
    entry = next((copy / "guests" / "manifest").rglob("*.json"))
    entry.unlink()
    assert not RunFolder.open(copy / "guests").is_complete
    assert yaniv("report", "--advice", copy, "--quiet") == 0
    assert contents(copy / "guests") == contents(whole / "guests")


def test_advice__wrong_use_is_one_clear_error(whole, tmp_path, made_up, capsys, monkeypatch):
    assert "200 deals of seed 1" in refused(capsys, "report", "--advice", whole, "--deals", 300)
    assert "200 deals of seed 1" in refused(capsys, "report", "--advice", whole, "--seed", 2)
    assert "--deals: goes with --advice" in refused(capsys, "report", whole, "--deals", 300)
    assert "RUN: is missing" in refused(capsys, "report")
    assert "--deals" in refused(capsys, "report", "--advice", tmp_path / "new", "--deals", 0)
    assert not (tmp_path / "new" / "guests").exists()
    monkeypatch.setattr(statements, "STATEMENTS", MADE_UP[:1])
    assert "another version's advice" in refused(capsys, "report", "--advice", whole)

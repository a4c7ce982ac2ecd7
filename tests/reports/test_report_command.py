"""`yaniv report` on real, small runs."""

import json
import os
import shutil
from html import unescape

import pytest

from reports import readme_picture
from reports.pages import writing
from sim.atomic_files import WriteFailed
from tests.run_helpers import finished_run, one_line, refused, yaniv

PLAN = """\
title = "<script>alert(1)</script>"
games = 300
chunk = 64
[variants.mine]
base = "standard"
threshold = 9
[entrants."=careful"]
family = "greedy"
call_at = 3
[[cells]]
variant = ["standard", "mine", "short"]
players = [2, 3]
entrants = ["greedy"]
[[cells]]
variant = "standard"
players = 4
entrants = ["greedy", "=careful"]
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """One cell."""
    return finished_run(tmp_path_factory.mktemp("runs") / "one", "--players", 3, "--games", 300, "--chunk", 64)


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """Cells of several variants and numbers of players, one of them a game of one round."""
    folder = tmp_path_factory.mktemp("runs")
    plan = folder / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    return finished_run(folder / "several", plan)


def test_report__prints_the_page_and_writes_it_beside_the_run(run, capsys):
    assert yaniv("report", run) == 0
    page = run / "report" / "index.html"
    assert capsys.readouterr().out == f"{page}\n"
    data = json.loads((run / "report" / "report.json").read_text(encoding="utf-8"))
    text = unescape(page.read_text(encoding="utf-8"))
    for sentence in data["sentences"]:
        assert sentence in text
    assert data["run"]["plan_hash"] in text


def test_report__another_folder_and_json(run, tmp_path, capsys):
    assert yaniv("report", run, "--out", tmp_path / "a b" / "ü", "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["page"] == str(tmp_path / "a b" / "ü" / "index.html")
    assert (
        json.loads((tmp_path / "a b" / "ü" / "report.json").read_text(encoding="utf-8"))["sentences"]
        == facts["sentences"]
    )


def test_report__minutes_follow_the_pace(run, tmp_path):
    minutes = {}
    for seconds in (6, 12):
        assert yaniv("report", run, "--out", tmp_path, "--seconds-per-turn", seconds) == 0
        cell = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["cells"][0]
        minutes[seconds] = next(head["number"]["value"] for head in cell["headline"] if head["id"] == "minutes")
        assert f"turns at {seconds} seconds each" in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert minutes[12] == pytest.approx(2 * minutes[6], rel=1e-5)


def test_report__several_cells_with_names_of_others(several, tmp_path):
    assert yaniv("report", several, "--out", tmp_path) == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in page
    assert "<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>" in page
    assert "threshold 9 instead of 7" in page
    assert page.count('<details class="cell"') == 7
    assert "plan.toml" in page


def test_report__opens_the_page_when_asked(run, tmp_path, monkeypatch):
    opened = []
    monkeypatch.setattr("click.launch", opened.append)
    assert yaniv("report", run, "--out", tmp_path, "--open") == 0
    assert opened == [str(tmp_path / "index.html")]


@pytest.mark.parametrize("seconds", ["0", "-3", "nan", "inf", "3601"])
def test_report__pace_out_of_range(run, capsys, seconds):
    assert "--seconds-per-turn" in refused(capsys, "report", run, "--seconds-per-turn", seconds)


def test_report__name_that_is_not_utf_8(run, tmp_path, capsys, monkeypatch):
    """Files there can be read from within only: the fault is told before anything is counted."""
    odd = tmp_path / os.fsdecode(b"odd\xff")
    try:
        shutil.copytree(run, odd)
    except OSError:
        pytest.skip("this disk takes UTF-8 names only")
    assert "not UTF-8" in refused(capsys, "report", odd)
    monkeypatch.chdir(odd)
    assert yaniv("report", ".") == 0


def test_report__no_run(tmp_path, capsys):
    assert str(tmp_path) in refused(capsys, "report", tmp_path)


def test_report__folder_is_a_file(run, tmp_path, capsys):
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    assert "is a file" in refused(capsys, "report", run, "--out", taken)
    assert "cannot be made" in refused(capsys, "report", run, "--out", taken / "below")
    assert taken.read_text(encoding="utf-8") == "mine"


def test_report__interrupted_while_counting_leaves_nothing_half(run, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pipelines.report_data.build", interrupted)
    assert yaniv("report", run, "--out", tmp_path) == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("full_at", ["report.json", "index.html"])
def test_fault_09_page_on_a_full_disk__clear_error_and_the_old_pair_stays(run, tmp_path, monkeypatch, capsys, full_at):
    assert yaniv("report", run, "--out", tmp_path) == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    capsys.readouterr()
    write = writing.write_whole

    def full(path, content):
        if path.name.startswith(full_at):
            raise WriteFailed(f"{path}: cannot be written: No space left on device")
        write(path, content)

    monkeypatch.setattr(writing, "write_whole", full)
    assert yaniv("report", run, "--out", tmp_path, "--seconds-per-turn", 8) == 1
    assert "--out" in one_line(capsys.readouterr().err)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert yaniv("report", run, "--out", tmp_path / "fresh") == 1
    assert list((tmp_path / "fresh").iterdir()) == []


def test_report__an_empty_out_is_refused(run, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "--out: is empty" in refused(capsys, "report", run, "--out", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("folder", ["rounds", "games/cell=000", "seats/new/below", "manifest"])
def test_report__out_among_the_data_of_a_run_is_refused(run, tmp_path, capsys, folder):
    before = sorted(run.rglob("*"))
    link = tmp_path / "link"
    link.symlink_to(run / folder)
    for out in (run / folder, link):
        assert "among the data of a run" in refused(capsys, "report", run, "--out", out)
    assert sorted(run.rglob("*")) == before


@pytest.mark.parametrize("name", ["index.html", "report.json"])
@pytest.mark.parametrize("text", ["<!doctype html><title>My site</title>", '{"mine": 1}', "", None])
def test_report__what_is_not_of_a_report_is_never_replaced(run, tmp_path, capsys, name, text):
    if text is None:
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text(text, encoding="utf-8")
    fault = refused(capsys, "report", run, "--out", tmp_path)
    assert f"{tmp_path / name}: is not of a report" in fault
    assert "--out" in fault
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert text is None or (tmp_path / name).read_text(encoding="utf-8") == text


def test_readme_picture__is_an_svg_that_says_what_it_shows(run, tmp_path, monkeypatch):
    target = tmp_path / "docs" / "picture.svg"
    monkeypatch.setattr("sys.argv", ["readme_picture", str(run), str(target)])
    readme_picture.main()
    text = target.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "turns on average" in text
    assert "in 300 games, seed 1" in text

"""`yaniv tournament` as its users see it."""

import json
import shlex
import shutil
import signal
import time
from html import unescape

import pytest

from reports.pages import writing
from reports.pages.tournament import _percent
from sim.atomic_files import WriteFailed, read_json
from sim.run_folder import RunFolder
from tests.lives import eventually
from tests.run_helpers import contents, one_line, refused, yaniv

FIELD = ("--entrant", "greedy", "--entrant", "greedy:call_at=3", "--entrant", "random")
SMALL = (*FIELD, "--players", 2, "--deals", 80, "--chunk", 64)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A finished tournament; not to be changed."""
    path = tmp_path_factory.mktemp("tournament") / "a run"
    assert yaniv("tournament", *SMALL, "--out", path, "--quiet") == 0
    return path


@pytest.fixture
def copy(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def page_of(run):
    return unescape((run / "tournament" / "index.html").read_text(encoding="utf-8"))


def test_tournament__tells_its_plan_first_then_results_and_page(tmp_path, capsys):
    path = tmp_path / "run"
    assert yaniv("tournament", *SMALL, "--out", path) == 0
    told = capsys.readouterr()
    plan = told.err.splitlines()
    assert plan[0] == "Tournament: 3 entrants, tables of 2"
    assert "3 tables of 2: each in every rotation, all on the same deals" in plan
    assert "80 deals a table, 480 games" in plan
    assert any(line.startswith("about ") and "ms a game" in line for line in plan)
    lines = told.out.splitlines()
    assert lines[0].split()[:2] == ["entrant", "rating"]
    assert lines[-1] == str(path / "tournament" / "index.html")
    assert any("480 games" in line for line in lines)


def test_tournament__page_data_and_tables_hold_the_same(whole):
    data = read_json(whole / "tournament" / "tournament.json")
    text = page_of(whole)
    for sentence in data["sentences"]:
        assert sentence in text
    assert data["run"]["plan_hash"] in text
    for name, table in data["tables"].items():
        lines = (whole / "tournament" / f"{name}.csv").read_text(encoding="utf-8").splitlines()
        assert len(lines) == 1 + len(table["rows"])
    assert RunFolder.open(whole).is_complete
    assert yaniv("verify", whole) == 0


def test_tournament__of_a_folder_makes_the_results_anew(copy, capsys):
    before = contents(copy)
    shutil.rmtree(copy / "tournament")
    assert yaniv("tournament", copy, "--json") == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["run"]["games"] == 480
    after = contents(copy)
    assert after.keys() == before.keys()
    changed = {name for name in after if after[name] != before[name]}
    assert changed <= {"tournament/index.html", "tournament/tournament.json"}  # they name the folder


def test_tournament__unfinished_is_finished_byte_for_byte(copy, whole, capsys):
    for part in list(copy.glob("*/cell=001/*")):
        part.unlink()
    assert yaniv("tournament", copy, "--quiet") == 0
    data = ("games/", "seats/", "manifest/", "run.json")
    assert {n: h for n, h in contents(copy).items() if n.startswith(data)} == {
        n: h for n, h in contents(whole).items() if n.startswith(data)
    }


def test_tournament__extended_tells_of_more_games(copy, capsys):
    assert yaniv("extend", copy, "--games", 200, "--quiet") == 0
    capsys.readouterr()
    assert yaniv("tournament", copy) == 0
    assert "600 games" in capsys.readouterr().out


def test_tournament__dry_run_prints_the_plan_and_plays_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert yaniv("tournament", *FIELD, "--players", 4, "--dry-run") == 0
    out = capsys.readouterr().out
    assert "3 tables of 4: every circular order" in out
    assert "games" in out and " on " in out
    assert contents(tmp_path) == {}


def test_tournament__file_with_hostile_names(tmp_path, capsys):
    plan = tmp_path / "plan.toml"
    names = ["<script>alert(1)", "=cmd()"]
    text = "players = 3\ndeals = 4\n"
    text += "".join(f'["entrants"."{name}"]\nfamily = "greedy"\ncall_at = {at}\n' for at, name in enumerate(names))
    plan.write_text(text, encoding="utf-8")
    assert yaniv("tournament", plan, "--out", tmp_path / "run", "--deals", 5) == 0
    out = capsys.readouterr().out
    assert "mind: 5 deals are too few for intervals, which need 64; play more." in out
    raw = (tmp_path / "run" / "tournament" / "index.html").read_text(encoding="utf-8")
    assert "<script>alert(1)" not in raw
    assert "\n'=cmd()," in (tmp_path / "run" / "tournament" / "standings.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--entrant: nobody plays"),
        (("--entrant", "greedy"), "'greedy' is alone"),
        (("--entrant", "gredy", "--entrant", "random"), "did you mean 'greedy'"),
        ((*FIELD, "--players", 9), "--players: 9 is not allowed"),
        ((*FIELD, "--deals", 0), "--deals: 0 is not allowed"),
        ((*FIELD, "--gauntlet", "york"), "--gauntlet: unknown entrant 'york'"),
        ((*FIELD, "--varint", "x"), "No such option '--varint'. Did you mean '--variant'"),
        (("nothing.toml",), "nothing.toml: there is no such file"),
    ],
)
def test_fault_22_23_wrong_use__one_clear_error_and_no_folder(tmp_path, capsys, arguments, told):
    assert told in refused(capsys, "tournament", *arguments, "--out", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_tournament__options_beside_a_plan_or_a_run_are_refused(whole, tmp_path, capsys):
    plan = tmp_path / "plan.toml"
    plan.write_text('field = ["greedy", "random"]')
    assert f"--players: {plan} says it already" in refused(capsys, "tournament", plan, "--players", 2)
    assert "--deals: " in refused(capsys, "tournament", whole, "--deals", 9)
    assert "--dry-run: " in refused(capsys, "tournament", whole, "--dry-run")
    assert "there is no run here" in refused(capsys, "tournament", tmp_path)


def test_tournament__a_page_of_somebody_else_is_not_replaced(copy, capsys):
    page = copy / "tournament" / "index.html"
    page.write_text("mine", encoding="utf-8")
    assert "is not of a tournament; move it away" in refused(capsys, "tournament", copy)
    assert page.read_text(encoding="utf-8") == "mine"


def test_fault_09_tournament_on_a_full_disk__clear_error_and_the_old_files_stay(copy, monkeypatch, capsys):
    before = contents(copy)
    write = writing.write_whole

    def full(path, content):
        if path.name.startswith("index.html"):
            raise WriteFailed(f"{path}: cannot be written: No space left on device")
        write(path, content)

    monkeypatch.setattr(writing, "write_whole", full)
    assert yaniv("tournament", copy) == 1
    assert "No space left" in one_line(capsys.readouterr().err)
    assert contents(copy) == before


@pytest.mark.parametrize(("number", "expected"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_fault_05_07_tournament__stops_within_a_second_and_says_how_to_go_on(lives, tmp_path, number, expected):
    path = tmp_path / "it's a run"
    life = lives.begin("tournament", *FIELD[:4], "--players", 4, "--deals", 4096, "--chunk", 64, "--out", path)
    eventually(lambda: any(path.glob("manifest/*/*.json")))
    start = time.monotonic()
    life.kill(number)
    assert life.wait() == expected
    assert time.monotonic() - start < 1
    command = life.err.rpartition("go on with: ")[2].strip()
    assert shlex.split(command) == ["yaniv", "tournament", str(path)]
    assert "Traceback" not in life.err


def test_tournament__interrupted_while_counting_says_that_all_games_are_kept(copy, monkeypatch, capsys):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pipelines.tournament.data.count_tournament", interrupted)
    assert yaniv("tournament", copy) == 130
    assert f"all games are kept; make their results with: yaniv tournament {copy}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("chance", "text"), [(1.0, "> 99.99 %"), (1e-9, "< 0.01 %"), (0.9712, "97.1 %"), (0.9968, "99.68 %")]
)
def test_percent__never_claims_certainty(chance, text):
    assert _percent(chance).replace("\N{NO-BREAK SPACE}", " ") == text

"""`make reproduce` on plans of a few games: published, played again, compared, broken off and gone on with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from pipelines.balance import arms
from reports import reproduce
from sim.errors import InputError

ROOT = Path(__file__).parent.parent.parent
FEW = ("seats", "risk", "pace")
PLAN = """
[variants]
variants = ["standard", "yaniv5"]
players = "2"
levels = "eager"
games = {games}

[thresholds]
vary = ["threshold=5,6"]
players = "2"
levels = "eager"
games = {games}
"""


@pytest.fixture
def there(tmp_path, monkeypatch):
    """Publish in a folder of the test, without the measures that play arms of their own."""
    monkeypatch.setattr(arms, "MEASURES", FEW)
    monkeypatch.setattr(reproduce, "PUBLISHED", tmp_path)
    monkeypatch.setattr(reproduce, "fill_readme", lambda: None)
    (tmp_path / "small.toml").write_text(PLAN.format(games=66))
    return tmp_path


def run(there, *options, out="played"):
    """Run the command, and give its exit status and what it printed."""
    result = CliRunner().invoke(reproduce.reproduce, ["small", "--out", str(there / out), *options])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.output


def read(there, name):
    return json.loads((there / "small" / f"{name}.json").read_text())


def test_reproduce__what_was_published_comes_out_again(there):
    assert run(there, "--write")[0] == 0
    status, told = run(there, "--threads", 1, out="again")
    assert (status, told.splitlines()[-1].partition(",")[0]) == (0, "small: 0 values differ")


def test_reproduce__names_what_differs(there):
    run(there, "--write")
    record = read(there, "runs")
    record["runs"]["tables"][1] = "0" * 16
    (there / "small" / "runs.json").write_text(json.dumps(record))
    record = read(there, "thresholds")
    record["places"]["standard threshold=6, 2 players, eager"]["numbers"]["F9 rounds a game"]["n"] += 1
    (there / "small" / "thresholds.json").write_text(json.dumps(record))
    status, told = run(there)
    assert status == 1
    assert "runs: runs: tables: 1: '0000000000000000' published, " in told
    label = "standard threshold=6, 2 players, eager"
    assert f"thresholds: places: {label}: numbers: F9 rounds a game: n: 67 published, 66 now" in told
    assert "small: 2 values differ" in told


def test_reproduce__tables_of_a_plan_share_their_games(there):
    run(there, "--write")
    assert len(read(there, "runs")["runs"]["tables"]) == 3  # thresholds 7, 5 and 6
    assert read(there, "runs")["games"] == 3 * 66
    (named, varied) = (read(there, name)["places"] for name in ("variants", "thresholds"))
    assert named["yaniv5, 2 players, eager"] == varied["standard threshold=5, 2 players, eager"]


def test_reproduce__what_is_not_published_is_said_before_anything_is_played(there):
    with pytest.raises(InputError, match=r"small/runs.json: is not published yet; ARGS=--write publishes"):
        run(there)
    assert not (there / "played").exists()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('players = "2"\nlevels', 'playrs = "2"\nlevels', r"small.toml: \[variants\]: .*'playrs'"),
        ('levels = "eager"', 'levels = "eagr"', r"small.toml: \[variants\]: --levels: unknown level 'eagr'"),
        ('levels = "eager"', 'levels = "eager"\nseed = 2', r"small.toml: all tables play the same deals; .* one seed"),
    ],
)
def test_plan__a_fault_is_named_with_its_table(there, old, new, line):
    (there / "small.toml").write_text(PLAN.format(games=66).replace(old, new, 1))
    with pytest.raises(InputError, match=line):
        run(there, "--write")


def test_plans__are_those_of_the_issue():
    full, small = (reproduce.read_wishes(reproduce.PUBLISHED / f"{which}.toml") for which in ("full", "small"))
    levels = ("eager", "limited", "tactician", "counter")
    variants, thresholds = full["variants"], full["thresholds"]
    assert len(variants.places) == 9 * 5 * 4
    assert [variant.threshold for variant in thresholds.variants] == list(range(3, 13))
    assert (thresholds.players, variants.levels, thresholds.levels) == ((2, 4), levels, levels)
    # a binomial share of one half, of one sixth, to .2 points: 1.96^2 p (1 - p) / .002^2
    assert [round(variants.games[n], -3) for n in (2, 6)] == [241_000, 134_000]
    assert (variants.deals.arms, variants.deals.limits, variants.deals.paths) == (20_000, 5_000, 20_000)
    for name, wish in small.items():
        assert set(wish.places) <= set(full[name].places)
        assert all(abs(100 * games - full[name].games[n]) < 100 for n, games in wish.games.items())


def test_reproduce__the_same_command_goes_on_after_ctrl_c(there):
    (there / "small.toml").write_text(PLAN.format(games=60_000))
    assert run(there, "--write")[0] == 0
    code = (
        "import sys; from pathlib import Path; from pipelines.balance import arms; from reports import reproduce;"
        f" arms.MEASURES = {FEW}; reproduce.PUBLISHED = Path({str(there)!r}); reproduce.main()"
    )
    command = [sys.executable, "-c", code, "small", "--out", str(there / "broken")]
    life = subprocess.Popen(command, cwd=ROOT, env=os.environ, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not any((there / "broken").glob("tables/manifest/*/*.json")):
        assert life.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    life.send_signal(signal.SIGINT)
    told = life.communicate(timeout=30)[1]
    assert life.returncode == 130
    assert f"go on with: make reproduce-small ARGS='--out {there / 'broken'}'" in told
    assert "Traceback" not in told
    status, told = run(there, out="broken")
    assert "small: 0 values differ" in told
    assert status == 0

"""Runs that keep tallies: the same bytes however they were played, found when damaged, mended, extended."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pyarrow.parquet as pq
import pytest

from sim.run_folder import RunFolder
from sim.tallies.declared import DECLARED
from sim.tallies.sums import Sums, add_all, coarser, no_sums
from tests.run_helpers import contents, finished_run, one_line, refused, yaniv

TWO_CELLS = """
seed = 5
chunk = 64
detail = "tallies"
[[cells]]
players = 2
entrants = ["greedy", "random"]
[[cells]]
variant = "yaniv5"
players = 3
entrants = "greedy"
"""


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "plan.toml"
    path.write_text(TWO_CELLS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def run(plan):
    """Play 1,500 games a cell; not to be changed."""
    return finished_run(plan.parent / "run", plan, "--games", 1500, "--threads", 2)


@pytest.fixture
def run_copy(run, tmp_path):
    return shutil.copytree(run, tmp_path / "copy")


def made_up(rng, batches):
    sums = no_sums()
    for name, tally in DECLARED.items():
        keys = np.unique(rng.integers(0, 5, (40, 1 + len(tally.keys))), axis=0)
        keys[:, 0] %= batches
        keys = np.unique(keys, axis=0)
        sums[name] = Sums(keys, rng.integers(-9, 9, (len(keys), len(tally.sums))))
    return sums


def as_mapping(part):
    return {tuple(key): values for key, values in zip(part.keys.tolist(), part.values, strict=True)}


def test_sums__add_up_key_by_key_and_stay_sorted():
    rng = np.random.default_rng(1)
    parts = [made_up(rng, 4) for _ in range(3)]
    for name, added in add_all(parts).items():
        expected = {}
        for part in parts:
            for key, values in as_mapping(part[name]).items():
                expected[key] = expected.get(key, 0) + values
        assert added.keys.tolist() == [list(key) for key in sorted(expected)]
        assert all((values == expected[key]).all() for key, values in as_mapping(added).items())


def test_sums__coarser_batches_hold_the_same():
    sums = made_up(np.random.default_rng(2), 4)
    for name, part in coarser(sums, 2).items():
        assert set(part.keys[:, 0].tolist()) <= {0, 1}
        assert (part.values.sum(axis=0) == sums[name].values.sum(axis=0)).all()


def test_any_threads_and_chunks_order__the_same_bytes(plan, run, tmp_path):
    one = finished_run(tmp_path / "one", plan, "--games", 1500, "--threads", 1)
    assert contents(one) == contents(run)


def test_files__one_a_cell_and_small(run):
    names = [name for name in contents(run) if name.endswith(".parquet")]
    assert names == [f"tallies/cell={c:03d}/part-{n:018d}.parquet" for c, n in ((0, 750), (1, 1500))]
    assert set(contents(run)) - set(names) == {
        "README.md", "run.json", "manifest/cell=000/tallies.json", "manifest/cell=001/tallies.json"
    }  # fmt: skip
    assert sum((run / name).stat().st_size for name in names) < 1_000_000
    assert b"yaniv" in pq.read_metadata(run / names[0]).metadata
    assert "| `turns` | rounds by players in" in (run / "README.md").read_text()


@pytest.mark.parametrize("first", [300, 1001])
def test_extended__equals_fresh(plan, run, tmp_path, first):
    """Cells of 150 and 501 deals have batches of 1 deal, those of 750 and 1,500 have 2 and 4."""
    path = finished_run(tmp_path / "short", plan, "--games", first)
    assert yaniv("extend", path, "--games", 1500, "--quiet") == 0
    assert contents(path) == contents(run)


def test_killed_many_times__resumed_equals_undisturbed(plan, run, tmp_path):
    path = tmp_path / "killed"
    program = [sys.executable, "-m", "reports.cli"]
    command = [*program, "simulate", str(plan), "--games", "1500", "--out", str(path), "--quiet"]
    for wait in (0.2, 0.5, 0.8, 1.1):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        deadline = time.monotonic() + 60
        while not (path / "manifest").exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(wait / 10)
        process.send_signal(signal.SIGKILL)
        process.wait()
        command = [*program, "resume", str(path), "--quiet"]
    assert yaniv("resume", path, "--quiet") == 0
    assert contents(path) == contents(run)


def test_killed_between_file_and_entry__the_file_is_swept(run, run_copy):
    """The next state was written, but no entry names it."""
    part = next((run_copy / "tallies/cell=000").glob("*.parquet"))
    shutil.copy(part, part.with_name(f"part-{751:018d}.parquet"))
    assert yaniv("resume", run_copy, "--quiet") == 0
    assert contents(run_copy) == contents(run)


def test_verify__in_order(run, capsys):
    assert yaniv("verify", run, "--sample", 3000, "--quiet", "--json") == 0
    checked = json.loads(capsys.readouterr().out)["checked"]
    assert checked["games"] == 3000
    assert checked["sampled"] == 3000


def test_verify__single_bits_flipped__all_found_and_repaired(run, run_copy, capsys):
    rng = np.random.default_rng(3)
    names = [name for name in contents(run) if name.endswith((".parquet", "tallies.json"))]
    for name in names:
        whole = (run / name).read_bytes()
        for place in rng.integers(0, 8 * len(whole), 12):
            flipped = bytearray(whole)
            flipped[place // 8] ^= 1 << (place % 8)
            (run_copy / name).write_bytes(flipped)
            assert yaniv("verify", run_copy, "--quiet") == 1, (name, place)
        assert yaniv("verify", run_copy, "--repair", "--quiet") == 0
        assert contents(run_copy) == contents(run)
    capsys.readouterr()


def test_verify__sums_that_the_engine_did_not_count__are_found(run_copy, capsys):
    """Files and entry are as a faulty engine would have written them."""
    folder = RunFolder.open(run_copy)
    for name, tally in DECLARED.items():
        if tally.only_with_forks:
            continue
        entry = folder.tallies.look(1)
        sums = folder.tallies.read(entry)
        keys, values = sums[name]
        changed = values.copy()
        changed[len(changed) // 2, 0] += 1
        wrong = dict(sums) | {name: Sums(keys, changed)}
        folder.tallies.write(1, entry.batch_deals, entry.deals, entry.rounds, wrong, folder.file_labels)
        assert yaniv("verify", run_copy, "--quiet") == 1 or name == "order", (name, tally)
        assert yaniv("verify", run_copy, "--quiet", "--sample", 100_000) == 1
        folder.tallies.write(1, entry.batch_deals, entry.deals, entry.rounds, sums, folder.file_labels)
        assert yaniv("verify", run_copy, "--quiet") == 0
    capsys.readouterr()


def test_resume__a_missing_file_is_counted_again(run, run_copy, capsys):
    next((run_copy / "tallies/cell=001").glob("*.parquet")).unlink()
    assert yaniv("resume", run_copy) == 0
    assert "is missing" in capsys.readouterr().err
    assert contents(run_copy) == contents(run)


def test_replay__any_game_can_be_told_and_nothing_is_stored(run, capsys):
    assert yaniv("replay", run, "--cell", 1, "--game", 7) == 0
    assert "the run keeps tallies" in capsys.readouterr().out


def test_tables_and_report__as_from_rows(plan, run, tmp_path, capsys):
    rows = finished_run(tmp_path / "rows", plan, "--games", 1500, "--detail", "rounds")
    capsys.readouterr()
    said = []
    for path in (rows, run):
        assert yaniv("tables", path, "--json") == 0
        said.append(capsys.readouterr().out)
        assert yaniv("report", path) == 0
        capsys.readouterr()
    assert said[0] == said[1]
    facts = [json.loads((path / "report/report.json").read_text()) for path in (rows, run)]
    for one in facts:
        del one["run"]
    assert facts[0] == facts[1]


def test_simulate__says_that_a_report_comes_next(tmp_path, capsys):
    assert yaniv("simulate", "--games", 8, "--detail", "tallies", "--out", tmp_path / "run") == 0
    assert f"next: yaniv report {tmp_path / 'run'}" in capsys.readouterr().err


def test_unfinished__refused_with_the_way_on(run_copy, capsys):
    for path in run_copy.glob("*/cell=001/*"):
        os.unlink(path)
    text = one_line(refused(capsys, "tables", run_copy))
    assert "750 of 2250 deals are counted" in text
    assert "yaniv resume" in text


def test_detail__near_name_is_suggested(tmp_path, capsys):
    text = refused(capsys, "simulate", "--detail", "tally", "--out", tmp_path / "x")
    assert "unknown detail 'tally'" in text
    assert "'tallies'" in text

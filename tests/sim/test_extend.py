"""More games, other numbers of threads: the bytes of one long run."""

import pytest

from sim.run_folder import RunFolder
from tests.run_helpers import SMALL, contents, finished_run, refused, small, yaniv


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_fault_18_any_number_of_threads__same_bytes(small_run, tmp_path, threads):
    path = finished_run(tmp_path / "run", *SMALL, "--threads", threads)
    assert contents(path) == contents(small_run)


@pytest.mark.parametrize("steps", [(44,), (16, 44), (17, 43, 44), (1, 44)])
def test_fault_19_extended_run__equals_a_fresh_one_and_full_chunks_stay(small_run, tmp_path, steps):
    first, *wanted = steps
    path = finished_run(tmp_path / "run", *small("--games", first))
    for games in wanted:
        full = [path / f"rounds/cell=000/part-{chunk:06d}.parquet" for chunk in range(first // 16)]
        before = [file.stat() for file in full]
        assert yaniv("extend", path, "--games", games) == 0
        assert [(s.st_mtime_ns, s.st_ino) for s in before] == [
            (s.st_mtime_ns, s.st_ino) for s in (file.stat() for file in full)
        ]
        first = games
    assert contents(path) == contents(small_run)


def test_fault_19_several_cells_and_rotations__extended_equals_fresh(tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'chunk = 16\n[[cells]]\nplayers = [2, 4]\nentrants = ["greedy", "random"]\n'
        '[[cells]]\nvariant = "short"\nplayers = 3'
    )
    path = finished_run(tmp_path / "grown", plan, "--games", 30)
    assert yaniv("extend", path, "--games", 101, "--quiet") == 0
    assert contents(path) == contents(finished_run(tmp_path / "fresh", plan, "--games", 101))
    run = RunFolder.open(path)
    assert run.deals == (51, 51, 101)  # two rotations of the line-up, two, one
    assert run.is_complete


@pytest.mark.parametrize(("games", "told"), [(43, "43 is fewer than the 44 games"), (0, "--games: 0 is not")])
def test_extend__fewer_games_than_there_are_is_refused(small_run, capsys, games, told):
    assert told in refused(capsys, "extend", small_run, "--games", games)


def test_extend__nothing_to_add_changes_nothing(run_copy, small_run):
    assert yaniv("extend", run_copy, "--games", 44) == 0
    assert contents(run_copy) == contents(small_run)

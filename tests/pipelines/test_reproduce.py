import shlex

import pytest

from pipelines.reproduce import commands, plan_text
from pipelines.run import open_run
from sim.plan_file import Settings, order_from_file
from tests.run_helpers import contents, finished_run, yaniv


@pytest.fixture(scope="module")
def simple_run(tmp_path_factory):
    return finished_run(
        tmp_path_factory.mktemp("simple") / "my run",
        *("--variant", "yaniv5", "--players", 3, "--entrant", "greedy:call_at=3", "--entrant", "greedy"),
        *("--games", 44, "--seed", 9, "--chunk", 16),
    )


def test_commands_and_plan__with_forks(tmp_path):
    cells = '[[cells]]\nplayers = [2, 3]\nentrants = ["greedy", "random"]\nforks = 0.25\n'
    (tmp_path / "plan.toml").write_text(f'games = 12\ndetail = "tallies"\n{cells}', encoding="utf-8")
    run = open_run(finished_run(tmp_path / "run", tmp_path / "plan.toml"))
    (tmp_path / "again.toml").write_text(plan_text(run), encoding="utf-8")
    assert order_from_file(tmp_path / "again.toml", Settings()).plan.hash == run.plan.hash
    options = ("--players", 2, "--entrant", "greedy", "--entrant", "random", "--games", 12, "--detail", "tallies")
    one = open_run(finished_run(tmp_path / "one", *options, "--forks", 0.25))
    assert shlex.split(commands(one)[0])[-4:-2] == ["--forks", "0.25"]


def test_commands__play_the_same_files_again(simple_run, tmp_path):
    command = shlex.split(commands(open_run(simple_run))[0])
    assert command[:2] == ["yaniv", "simulate"]
    command[command.index("--out") + 1] = str(tmp_path / "again")
    assert yaniv(*command[1:], "--quiet") == 0
    assert contents(tmp_path / "again") == contents(simple_run)


def test_commands__of_several_cells_name_a_plan(odd_run):
    assert commands(odd_run)[0].startswith("yaniv simulate plan.toml --out ")


def test_plan_text__is_the_same_plan(odd_run, tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text(plan_text(odd_run), encoding="utf-8")
    order = order_from_file(path, Settings())
    assert order.plan == odd_run.plan
    assert order.plan.hash == odd_run.plan.hash
    assert order.deals == odd_run.deals

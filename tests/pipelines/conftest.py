"""What tests of this floor share: one real run with many kinds of cells."""

import pytest

from pipelines.run import open_run
from tests.run_helpers import finished_run

PLAN = """
title = "odd tables"
games = 204
seed = 11
chunk = 32

[variants.first-out]
game_end = "first_out"
score_limit = 60
assaf_winner = "all"
elimination = "reach"

[variants.cut-short]
max_turns = 9
max_rounds = 6

[variants.going-out]
going_out = true
jokers = 4
hand_size = 3
threshold = 0
second_deck_from = 2
face_points = "rank"

[entrants."=cautious()"]
family = "greedy"
call_at = 3

[[cells]]
entrants = "greedy"

[[cells]]
players = 3
entrants = ["greedy", "=cautious()", "random"]

[[cells]]
variant = ["short", "first-out"]
players = 4
entrants = ["greedy", "random"]

[[cells]]
variant = "dhumbal"
players = 3
entrants = ["greedy", "greedy:take_at_most=5"]

[[cells]]
variant = "slapdown"
players = 2
entrants = "random"

[[cells]]
variant = "cut-short"
players = 2

[[cells]]
variant = "no-assaf"
players = 8
entrants = "greedy"

[[cells]]
variant = "going-out"
players = 2
entrants = "random:call_percent=5"
"""


@pytest.fixture(scope="session")
def odd_folder(tmp_path_factory):
    """Play a small run of nine cells with every ending; not to be changed."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return finished_run(folder / "run", folder / "plan.toml")


@pytest.fixture(scope="session")
def odd_run(odd_folder):
    """Open that run."""
    return open_run(odd_folder)


@pytest.fixture(scope="session")
def counted(odd_run):
    """Count all its tallies, cell by cell."""
    from pipelines.tallies import count

    return [count(cell) for cell in odd_run.cells]


@pytest.fixture(scope="session")
def counted_in_pieces(odd_run):
    """Count them again, a chunk at a time."""
    from pipelines.tallies import count

    return [count(cell, slice_rounds=1) for cell in odd_run.cells]

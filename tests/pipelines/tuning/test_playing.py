"""What candidates win, held against the rows of runs."""

import numpy as np
import polars as pl
import pytest

from pipelines.run import open_run
from pipelines.tuning.playing import PIECE, GamePlayer
from sim.bots import parse_entrant
from sim.exact_parts import WHOLE
from sim.progress import Progress
from sim.stopping import StopRequest
from tests.pipelines.tuning.planted import a_plan
from tests.run_helpers import yaniv

POOL = ("greedy:call_at=3", "greedy:call_at=2,take_at_most=5")


def played(plan, candidates, first, n, threads=1):
    return GamePlayer(plan, threads, StopRequest(), Progress(1, 0, quiet=True))(candidates, first, n)


def wins_of_run(path, candidate, opponent, players, deals):
    """Wins of the first entrant on each deal, from the files of a run."""
    others = ("--entrant", opponent) * (players - 1)
    arguments = ("--entrant", candidate, *others, "--players", players, "--games", deals * players, "--seed", 7)
    assert yaniv("simulate", *arguments, "--out", path, "--quiet") == 0
    run = open_run(path)
    assert run.cells[0].cell.rotations == players
    rows = [read() for read in run.cells[0].stored_slices(0)]
    games = pl.concat([row["games"].select("game", "deal", "winners") for row in rows])
    seats = pl.concat([row["seats"].filter(pl.col("entrant") == candidate).select("game", "place") for row in rows])
    return (
        games.join(seats, on="game")
        .with_columns(won=(pl.col("place") == 1).cast(pl.Int64) * (WHOLE // pl.col("winners").cast(pl.Int64)))
        .group_by("deal")
        .agg(pl.col("won").sum())
        .sort("deal")
        .collect()["won"]
        .to_list()
    )


@pytest.mark.parametrize("players", [2, 3])
def test_playing__wins_are_those_of_runs(tmp_path, players):
    plan = a_plan(against=POOL, players=players, seed=7)
    candidates = [parse_entrant("greedy"), parse_entrant("greedy:keep_pair=5")]
    found = played(plan, candidates, 0, PIECE + 5, threads=2)
    assert found.wins.shape == (2, 2, PIECE + 5)
    assert found.stopped == 0
    for one, candidate in enumerate(candidates):
        for other, opponent in enumerate(POOL):
            path = tmp_path / f"{one}{other}"
            expected = wins_of_run(path, str(candidate), opponent, players, PIECE + 5)
            assert found.wins[one, other].tolist() == expected


def test_playing__deals_further_on_are_other_deals():
    plan = a_plan(against=POOL)
    candidates = [parse_entrant("greedy")]
    whole = played(plan, candidates, 0, 40).wins
    assert np.array_equal(played(plan, candidates, 10, 30).wins, whole[:, :, 10:])
    assert not np.array_equal(played(plan, candidates, 2**41, 40).wins, whole)


def test_playing__against_itself_wins_exactly_its_share():
    plan = a_plan(against=["greedy"], players=4)
    assert (played(plan, [parse_entrant("greedy")], 2**40, 20).wins == WHOLE).all()

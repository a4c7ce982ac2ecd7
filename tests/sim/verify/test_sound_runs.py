"""Runs as they are played are in order, whatever the variant, the players and the bots."""

import pytest

from sim.plan import Plan
from sim.progress import Progress
from sim.rules import named_variants
from sim.run_folder import RunFolder
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest
from sim.verify.run_check import check_run
from tests.odd_variants import ODD, cells, odd_variant


def played(path, variant, seed):
    """A run of few deals for 2 to 8 players, in chunks of two deals."""
    chosen = tuple(cells(variant, shift=seed))
    n_deals = 40 if variant.score_limit == 0 else 3
    plan = Plan(seed, chosen, chunk_deals=32 if variant.score_limit == 0 else 2)
    with create_run(path, plan, tuple(n_deals for _ in chosen)) as folder:
        play_run(folder, 1, StopRequest(), Progress(1, 0, quiet=True))
    return RunFolder.open(path)


def assert_in_order(run):
    findings = check_run(run, 1, StopRequest(), Progress(1, 0, quiet=True))
    assert [str(fault) for fault in findings.faults] == []
    assert findings.ok
    assert findings.notes == []
    assert findings.checked.games == run.games
    assert findings.checked.rounds >= run.games
    players = {number: cell.players for number, cell in enumerate(run.plan.cells)}
    assert findings.checked.seats == sum(chunk.n_games * players[chunk.cell] for chunk in run.all_chunks())
    assert findings.checked.files == 2 + 4 * sum(1 for _ in run.all_chunks())


@pytest.mark.parametrize("name", sorted(named_variants()))
def test_named_variants__are_in_order(tmp_path, name):
    assert_in_order(played(tmp_path / "run", named_variants()[name], seed=len(name)))


@pytest.mark.parametrize("name", ODD)
def test_odd_variants__are_in_order(tmp_path, name):
    assert_in_order(played(tmp_path / "run", odd_variant(name), seed=len(name)))

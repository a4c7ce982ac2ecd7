"""Small tournaments that were really played."""

import pytest

from pipelines.run import open_run
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest
from sim.tournaments.plan import Settings, Wish, from_options


class _Silent:
    def __getattr__(self, name):
        return lambda *_: None


def played(path, wish, **settings):
    """Play a tournament and open its run."""
    wanted = from_options(wish, Settings(**settings))
    with create_run(path, wanted.plan, wanted.cell_deals) as folder:
        play_run(folder, 1, StopRequest(), _Silent())
    return open_run(path)


@pytest.fixture(scope="session")
def three_run(tmp_path_factory):
    """Four entrants at tables of three, in three chunks a cell, one of the entrants hopeless."""
    entrants = ("greedy", "greedy:call_at=3", "greedy:call_at=1", "random")
    return played(tmp_path_factory.mktemp("three") / "run", Wish(players=3, entrants=entrants), deals=150, chunk=64)


@pytest.fixture(scope="session")
def pair_run(tmp_path_factory):
    """Two entrants that share out three seats."""
    entrants = ("greedy", "greedy:call_at=3")
    return played(tmp_path_factory.mktemp("pair") / "run", Wish(players=3, entrants=entrants), deals=100)

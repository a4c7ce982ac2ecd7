from dataclasses import replace

import pytest

from pipelines.balance import arms
from pipelines.balance.arms import later_parts
from pipelines.balance.asked import Asked, wish_of
from pipelines.balance.base import TABLES
from pipelines.balance.levels import AssumedLevels
from sim.progress import Progress
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest


@pytest.fixture
def part(monkeypatch):
    monkeypatch.setattr(arms, "MEASURES", ("seats", "risk", "pace"))
    wish = wish_of(Asked(variants="standard,no-assaf", players="2", levels="eager", games=66))
    return later_parts([wish], AssumedLevels(limits=False))[TABLES]


def played(path, part, chunk_deals, order):
    plan = replace(part.plan, chunk_deals=chunk_deals)
    with create_run(path, plan, part.deals) as folder:
        play_run(folder, 2, StopRequest(), Progress(folder.games, 0, quiet=True), again=order(folder.all_chunks()))
        return folder.contents()


def test_contents__depend_on_the_deals_and_not_on_the_order_of_chunks_or_their_size(part, tmp_path):
    forwards = played(tmp_path / "forwards", part, 8192, list)
    backwards = played(tmp_path / "backwards", part, 16, lambda chunks: list(chunks)[::-1])
    assert len(set(forwards)) == 2
    assert forwards == backwards

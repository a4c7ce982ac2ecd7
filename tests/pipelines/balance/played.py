"""Places that are really played, without the command: what some measures ask for, as the runs of a balance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from pipelines.balance.arms import part
from pipelines.balance.base import EAGER, LIMITED, RUNS, Deals, Place
from pipelines.balance.found import FoundRuns
from pipelines.run import open_run
from sim.bots import Entrant, parse_entrant
from sim.progress import Progress
from sim.rules import Variant
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest


class Named:
    """Levels whose bots are given, so that no limit has to be looked for."""

    def __init__(self, **bots: str) -> None:
        self._bots = {EAGER: "greedy", LIMITED: "greedy:call_at=3"} | bots

    def entrant(self, variant: Variant, players: int, level: str) -> Entrant:
        return parse_entrant(self._bots[level])

    def has_limits(self, variant: Variant, players: int) -> bool:
        return False


def play(
    folder: Path,
    measures: Sequence[Any],
    places: Sequence[Place],
    deals: Deals,
    levels: Any = None,
    also: tuple[str, ...] = (),
) -> FoundRuns:
    """Play what the measures ask for; a cell once with the greatest number of deals.

    `also` names families that kernels know beside those of a cell, so that they need not be compiled anew.
    """
    folder.mkdir(exist_ok=True)
    levels = levels or Named()
    asked = list(chain.from_iterable(one.arms(place, deals, levels) for one in measures for place in places))
    runs = {}
    for run in RUNS:
        wanted = part(run, asked, 7)
        if wanted is not None:
            with create_run(folder / run, wanted.plan, wanted.deals) as made:
                play_run(made, 1, StopRequest(), Progress(made.games, 0, quiet=True), also=also)
            runs[run] = open_run(folder / run)
    return FoundRuns(runs)

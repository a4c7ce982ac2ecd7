"""What a candidate wins: games in memory, in threads, all candidates on the same deals.

A thread takes a candidate, an opponent and a piece of the deals at a time, and its sums have a place of their own: who
played what, and when, cannot be seen in the result.
"""

from __future__ import annotations

import contextlib
import math
import queue
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.tuning.plan import TuningPlan
from sim.engine import CellPlayer, Rows, Stopped
from sim.errors import BotFault
from sim.exact_parts import WHOLE
from sim.plan import entrant_name
from sim.runner import PATIENCE, RunFailed

if TYPE_CHECKING:
    from sim.bots import Entrant
    from sim.progress import Progress
    from sim.stopping import StopRequest

PIECE: Final = 128
"""Deals that a thread takes at a time."""
_TICK: Final = 0.1  # seconds after which the waiting thread looks at signals and the clock


class Measured(NamedTuple):
    """What candidates did on some deals.

    Attributes
    ----------
    wins
        (candidates, opponents, deals): won by the candidate in all its seats, in parts of `WHOLE`.
    stopped
        Games without a winner.
    """

    wins: NDArray[np.int64]
    stopped: int


class _Piece(NamedTuple):
    games: int
    rounds: int
    stopped: int


class GamePlayer:
    """Plays what a tuning wants to know.

    Parameters
    ----------
    plan
        Tables and seed.
    threads
        How many pieces are played at once.
    stop
        Set from outside to stop early.
    progress
        Told what was played, from the calling thread only.
    """

    def __init__(self, plan: TuningPlan, threads: int, stop: StopRequest, progress: Progress) -> None:
        self._plan = plan
        self._threads = threads
        self._stop = stop
        self._progress = progress

    def __call__(self, candidates: Sequence[Entrant], first_deal: int, n_deals: int) -> Measured:
        """Play deals with each candidate against each opponent.

        Raises
        ------
        Stopped
            When somebody asked for it.
        RunFailed
            When a bot raised an error or broke a rule.
        """
        crew = _Crew(self._plan, candidates, range(first_deal, first_deal + n_deals), self._stop)
        names = (f"player-{number}" for number in range(self._threads))
        for name in names:
            threading.Thread(target=crew.work, name=name, daemon=True).start()
        stopped = 0
        for event in self._events(crew):
            match event:
                case str():
                    self._progress.say(event)
                case _Piece():
                    self._progress.add(event.games, event.rounds)
                    stopped += event.stopped
                case Exception():
                    self._stop.set()
                    raise event
        return Measured(crew.wins, stopped)

    def _events(self, crew: _Crew) -> Iterator[object]:
        """Give what the threads tell until all are done; past the deadline somebody still compiles."""
        working, deadline = self._threads, math.inf
        while working and time.monotonic() < deadline:
            if self._stop.is_set:
                deadline = min(deadline, time.monotonic() + PATIENCE)
            self._progress.tick()
            with contextlib.suppress(queue.Empty):
                event = crew.events.get(timeout=_TICK)
                working -= event is None
                yield event
        if self._stop.is_set:
            raise Stopped


class _Crew:
    """What the threads share."""

    def __init__(self, plan: TuningPlan, candidates: Sequence[Entrant], deals: range, stop: StopRequest) -> None:
        self.events: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.wins = np.zeros((len(candidates), len(plan.pool), len(deals)), np.int64)
        self._plan = plan
        self._candidates = candidates
        self._deals = deals
        self._stop = stop
        pieces = range(0, len(deals), PIECE)
        self._todo = product(pieces, range(len(plan.pool)), range(len(candidates)))
        self._one_at_a_time = threading.Lock()

    def work(self) -> None:
        """Play pieces until there are none."""
        try:
            while not self._stop.is_set and (piece := self._next()) is not None:
                self.events.put(self._play(*piece))
        except Stopped:
            pass
        except Exception as error:
            self.events.put(error)
        finally:
            self.events.put(None)

    def _next(self) -> tuple[int, int, int] | None:
        with self._one_at_a_time:
            return next(self._todo, None)

    def _play(self, begin: int, opponent: int, candidate: int) -> _Piece:
        plan = self._plan
        cell = plan.cell(self._candidates[candidate], plan.pool[opponent])
        deals = self._deals[begin : begin + PIECE]
        player = CellPlayer(cell, plan.seed, also=plan.families)
        player.ready(self.events.put)
        found, games, rounds, stopped = [], 0, 0, 0
        try:
            for rows in player.play(deals.start, len(deals), self._stop.flag):
                found.append(first_chair_wins(rows, plan.players))
                games, rounds = games + len(rows.games["game"]), rounds + len(rows.rounds["game"])
                stopped += int(rows.games["stopped"].sum())
        except BotFault as error:
            raise RunFailed(f"{_described(cell.entrants)}, game {error.game}, {error.text}") from error
        wins = np.concatenate(found).reshape(len(deals), plan.players)
        self.wins[candidate, opponent, begin : begin + len(deals)] = wins.sum(axis=1)
        return _Piece(games, rounds, stopped)


def first_chair_wins(rows: Rows, players: int) -> NDArray[np.int64]:
    """Give what the first chair of the line-up won in each game, in parts of `WHOLE`; it sits where the rotation says.

    Returns
    -------
    array
        (games,).
    """
    games = rows.games
    seat = games["rotation"].astype(np.int64)
    place = rows.seats["place"].reshape(-1, players)[np.arange(len(seat)), seat]
    won = (place == 1) & (games["stopped"] == 0)
    return np.where(won, WHOLE // np.maximum(1, games["winners"].astype(np.int64)), 0)


def _described(entrants: Sequence[Entrant]) -> str:
    candidate, opponent = entrants
    return f"{candidate._replace(label='')} against {entrant_name(opponent)}"

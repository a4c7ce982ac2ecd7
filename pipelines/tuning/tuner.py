"""The way of a tuning: generations, then the finalists on fresh deals, then the best of them on fresh deals again.

The best of several measured on the same deals looks better than it is. So nothing that chose a setting is part of the
gain that is told: neither the deals of the search nor those on which the finalists were compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pipelines.tuning.plan import CHOOSING_FROM, FINALISTS, MEASURING_FROM, TuningPlan
from pipelines.tuning.search import Search
from sim.batches import batch_deals, n_batches
from sim.errors import InputError
from sim.exact_parts import WHOLE

if TYPE_CHECKING:
    from pipelines.tuning.playing import Measured
    from sim.bots import Entrant

BLOCK: Final = 512
"""Deals of the finalists between two savings of the state; whole batches."""

Values = tuple[int, ...]


class Measure(Protocol):
    """What plays deals with candidates; `GamePlayer`, or a test's own."""

    def __call__(self, candidates: Sequence[Entrant], first_deal: int, n_deals: int) -> Measured:
        """Give what each candidate won against each opponent on each deal."""


class Told(NamedTuple):
    """How a generation went.

    Attributes
    ----------
    number
        Counted from 1.
    best, mean
        Shares of games that its best candidate and all of them won, on its own deals: for a look, not for a result.
    centre
        Where the search stands after it.
    """

    number: int
    best: float
    mean: float
    centre: Values


class Found(NamedTuple):
    """What came of it.

    Attributes
    ----------
    winner
        Values of the searched parameters; those of the start where no finalist was better than it.
    generations
        That were played.
    end
        Why the search ended early, or empty.
    finalists
        (values, share of games won) of each on the deals that chose among them; the start is the first.
    wins
        (2, opponents, batches): start and winner on the deals of the measurement, in parts of `WHOLE`; None where
        the start is the winner.
    games
        (batches,): games of one of them against one opponent.
    stopped
        Games of the measurement without a winner.
    """

    winner: Values
    generations: int
    end: str
    finalists: list[tuple[Values, float]]
    wins: NDArray[np.int64] | None
    games: NDArray[np.int64]
    stopped: int


class Tuner:
    """Goes the whole way, from wherever an earlier one stopped.

    Parameters
    ----------
    plan
        What is wanted.
    state
        What was found so far: plain JSON types, filled in place.
    measure
        Plays.
    save
        Called whenever the state has grown.
    tell
        Called after each generation.
    skip
        Called with a number of games that are not needed: of candidates that came twice, of an early end.
    """

    def __init__(
        self,
        plan: TuningPlan,
        state: dict[str, Any],
        measure: Measure,
        save: Callable[[], None] = lambda: None,
        tell: Callable[[Told], None] = lambda _: None,
        skip: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._plan = plan
        self._state = state
        self._measure = measure
        self._save = save
        self._tell = tell
        self._skip = skip

    def run(self) -> Found:
        """Go on to the end."""
        search, centres = Search(self._plan), list[Values]()
        last: list[Values] = []
        end = ""
        for number in range(self._plan.generations):
            if end := search.end:
                self._skip((self._plan.generations - number) * self._plan.games_a_generation)
                break
            last = self._generation(number, search)
            centres.append(search.centre)
        played = len(centres)
        finalists = self._finalists(centres, last)
        shares = self._choose(finalists)
        winner = finalists[max(range(len(finalists)), key=lambda one: (shares[one], -one))]
        games = self._games_of_batches()
        if winner == finalists[0]:
            self._skip(2 * self._plan.fresh * self._plan.games_a_deal)
            return Found(winner, played, end, list(zip(finalists, shares, strict=True)), None, games, 0)
        wins, stopped = self._gain(winner)
        return Found(winner, played, end, list(zip(finalists, shares, strict=True)), wins, games, stopped)

    def _generation(self, number: int, search: Search) -> list[Values]:
        """Play a generation, or take it from the state; gives its candidates, the best first."""
        plan, done = self._plan, self._state["generations"]
        asked = search.ask()
        is_new = number == len(done)
        different = list(dict.fromkeys(asked))
        if is_new:
            measured = self._measure([plan.entrant(one) for one in different], number * plan.deals, plan.deals)
            scores = dict(zip(different, measured.wins.sum(axis=(1, 2)).tolist(), strict=True))
            done.append({"candidates": [list(one) for one in asked], "scores": [scores[one] for one in asked]})
            self._skip((len(asked) - len(different)) * plan.deals * plan.games_a_deal)
            self._save()
        step = done[number]
        if [tuple(one) for one in step["candidates"]] != asked:
            raise InputError(self._other_way())
        search.tell(step["scores"])
        if is_new:
            whole = WHOLE * plan.deals * plan.games_a_deal
            mean = sum(step["scores"]) / len(asked)
            self._tell(Told(number + 1, max(step["scores"]) / whole, mean / whole, search.centre))
        order = sorted(range(len(asked)), key=lambda one: (-step["scores"][one], one))
        return [asked[one] for one in order]

    def _other_way(self) -> str:
        made = " and ".join(f"{name} {version}" for name, version in self._state["libraries"].items())
        return (
            f"this tuning was begun with {made}, and the search goes another way here; go on with those versions or"
            " begin anew with another --out"
        )

    def _finalists(self, centres: Sequence[Values], last: Sequence[Values]) -> list[Values]:
        """Give the start, where the search stood in the end and some way before, and the best of the end."""
        n = len(centres)
        back = [centres[n - 1 - n * step // 8] for step in range(FINALISTS - 1)] if n else []
        some = [self._plan.searched(self._plan.start), *back, *last[:1]]
        return list(dict.fromkeys(some))

    def _choose(self, finalists: Sequence[Values]) -> list[float]:
        """Measure the finalists on fresh deals; gives the share of games that each won."""
        done = self._state["choosing"]
        for begin, n in _blocks(self._plan.choosing, len(done)):
            measured = self._measure([self._plan.entrant(one) for one in finalists], CHOOSING_FROM + begin, n)
            done.append(measured.wins.sum(axis=(1, 2)).tolist())
            self._skip((FINALISTS + 1 - len(finalists)) * n * self._plan.games_a_deal)
            self._save()
        whole = WHOLE * self._plan.choosing * self._plan.games_a_deal
        return [sum(scores) / whole for scores in zip(*done, strict=True)]

    def _gain(self, winner: Values) -> tuple[NDArray[np.int64], int]:
        """Measure start and winner on deals that nothing has seen; gives wins by opponent and batch."""
        done, both = self._state["measuring"], [self._plan.start, self._plan.entrant(winner)]
        size = batch_deals(self._plan.fresh)
        for begin, n in _blocks(self._plan.fresh, len(done)):
            measured = self._measure(both, MEASURING_FROM + begin, n)
            sums = np.add.reduceat(measured.wins, range(0, n, size), axis=2)
            done.append({"wins": sums.tolist(), "stopped": measured.stopped})
            self._save()
        wins = np.concatenate([np.array(block["wins"], np.int64) for block in done], axis=2)
        return wins, sum(block["stopped"] for block in done)

    def _games_of_batches(self) -> NDArray[np.int64]:
        fresh, size = self._plan.fresh, batch_deals(self._plan.fresh)
        ends = np.minimum(np.arange(1, n_batches(fresh) + 1) * size, fresh)
        return np.diff(ends, prepend=0) * self._plan.players


def new_state(libraries: dict[str, str]) -> dict[str, Any]:
    """Give the state of a tuning that has not begun."""
    return {"libraries": libraries, "generations": [], "choosing": [], "measuring": []}


def done_games(plan: TuningPlan, state: dict[str, Any]) -> int:
    """Count the games of a state, those that were not needed with them."""
    choosing, measuring = (
        min(len(state[name]) * max(BLOCK, batch_deals(deals)), deals)
        for name, deals in (("choosing", plan.choosing), ("measuring", plan.fresh))
    )
    last = (FINALISTS + 1) * choosing + 2 * measuring
    return len(state["generations"]) * plan.games_a_generation + last * plan.games_a_deal


def _blocks(deals: int, done: int) -> Iterator[tuple[int, int]]:
    """Give (first deal, deals) of each block but those that are done."""
    size = max(BLOCK, batch_deals(deals))
    for begin in range(done * size, deals, size):
        yield begin, min(size, deals - begin)

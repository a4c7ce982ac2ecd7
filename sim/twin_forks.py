"""Forks for the twin: every branch is played out as it is described, also the one that the game itself took.

So the twin holds the kernels to what they save themselves (``sim.kernels.forks``): that a bot which does not call makes
the branch without the call the game itself, and that a call is settled by the hands shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sim import rng
from sim.events import Event, Result
from sim.exact_parts import WHOLE
from sim.reference import PlainGame, PlainRound, score_round

if TYPE_CHECKING:
    from sim.bots import Entrant
    from sim.rules import Variant


class PlainFork(NamedTuple):
    """A chance to call that was chosen; values are own score less the mean of the others', in 840ths."""

    round: int
    turn: int
    seat: int
    total: int
    opponents: int
    least_cards: int
    called: bool
    for_wins: bool
    call: int
    wait: int
    branch: PlainRound
    """The round as it goes on without the call."""


class Branch(PlainRound):
    """A round in which whoever may call now does not; played when it is made."""

    def __init__(self, table: PlainRound, seat: int) -> None:
        vars(self).update({name: deepcopy(value) for name, value in vars(table).items() if name != "game"})
        self.game = PlainGame.__new__(PlainGame)
        vars(self.game).update(vars(table.game) | {"events": list[Event]()})
        self._begun_after = table.turn
        self.end, self.ender = self._play(seat)

    def _calls(self, seat: int) -> bool:
        return self.turn > self._begun_after and super()._calls(seat)


class ForkingGame(PlainGame):
    """A game with forks: the same game, and ``forks`` beside it."""

    def __init__(self, variant: Variant, entrants: Sequence[Entrant], seed: int, deal: int, share: int) -> None:
        super().__init__(variant, entrants, seed, deal)
        self.forks: list[PlainFork] = []
        self._entrants, self._seed, self._share = entrants, seed, share
        self._key = rng.stream_key(seed, rng.FORK)

    def decided(self, table: PlainRound, seat: int, *, calls: bool) -> bool:
        """Note the chance if it is chosen."""
        turn = table.turn + 1
        luck = rng.Stream(self._key, self.deal, table.number, 0, turn * rng.BLOCKS_PER_CHANCE)
        if luck.below(1000) < self._share:
            for_wins = luck.below(rng.FORK_WINS_ONE_IN) == 0
            others = [other for other in self.active if other != seat]
            least = min(len(table.hands[other]) for other in others)
            branch = Branch(table, seat)
            at = (table.number, turn, seat, table.total_of(seat), len(others), least, calls, for_wins)
            call = self._value(table, "yaniv", seat, seat)
            self.forks.append(PlainFork(*at, call, self._value(branch, branch.end, branch.ender, seat), branch))
        return calls

    def _value(self, table: PlainRound, end: str, ender: int | None, seat: int) -> int:
        totals = {one: table.total_of(one) for one in self.active}
        _end, score, _winners, _assafs = score_round(self.variant, end, ender, totals)
        others = [points for other, points in score.items() if other != seat]
        return int(WHOLE * (score[seat] - Fraction(sum(others), len(others))))

    def wins(self, fork: PlainFork) -> tuple[int, int]:
        """What the seat wins of the game if it calls and if it plays on, in 840ths; after `play`."""
        otherwise = TurnedGame(self.variant, self._entrants, self._seed, self.deal, (fork.round, fork.turn))
        as_it_was, turned = (_won(game, fork.seat) for game in (self, otherwise.play()))
        return (as_it_was, turned) if fork.called else (turned, as_it_was)


class TurnedGame(PlainGame):
    """A game with one decision turned round."""

    def __init__(
        self, variant: Variant, entrants: Sequence[Entrant], seed: int, deal: int, turned: tuple[int, int]
    ) -> None:
        super().__init__(variant, entrants, seed, deal)
        self._turned = turned

    def decided(self, table: PlainRound, seat: int, *, calls: bool) -> bool:
        """Turn it round."""
        return calls != ((table.number, table.turn + 1) == self._turned)


def _won(game: PlainGame, seat: int) -> int:
    result = game.events[-1]
    if not isinstance(result, Result):
        raise ValueError("the game is not over")
    return WHOLE // len(result.winners) if seat in result.winners else 0

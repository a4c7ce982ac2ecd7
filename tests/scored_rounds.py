"""Scores games whose rounds are written down as endings: nobody plays, hand totals are given.

The same endings go through the twin, the kernels' own functions and the referee, and each tells what it made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast
from unittest.mock import patch

import numpy as np

import sim.reference
from sim.bots import parse_entrant
from sim.events import Result, RoundFacts, Score
from sim.jit import kernel
from sim.kernels.games import next_in, opener, start_game
from sim.kernels.scoring import add_scores, count_winners, eliminate, place_game, place_single_round, score_round
from sim.kernels.state import END_NAMES, NOBODY, Table, kernel_rules, new_table
from sim.referee import RoundVerdict
from sim.referee.game import Game
from sim.referee.table import RoundTable
from sim.reference import PlainGame
from sim.rules import Variant


class Ending(NamedTuple):
    """How a round ended."""

    end: str
    """``yaniv``, ``out``, ``slapdown`` or ``stopped``: what the seat did, before anybody answers."""
    ender: int | None
    hand_totals: tuple[int, ...]
    """By seat; what a seat that is out would hold does not matter."""


class Scored(NamedTuple):
    """What became of a round."""

    dealer: int
    first: int
    end: str
    winners: tuple[int, ...]
    score: tuple[int | None, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]


class Outcome(NamedTuple):
    """What became of a game; without winners and places while it goes on."""

    rounds: list[Scored]
    winners: tuple[int, ...] | None
    places: tuple[int, ...] | None
    seats: list[tuple[int, ...]]
    """By seat: rounds in, calls, Assafs suffered, Assafs made, milestones."""


Scorer = Callable[[Variant, Sequence[Ending]], Outcome]


class _NoMoreRounds(Exception):  # noqa: N818
    pass


class _GivenRound:
    """Stands for a played round."""

    def __init__(self, number: int, ending: Ending) -> None:
        self.number, self.end, self.ender = number, ending.end, ending.ender
        self._hand_totals = ending.hand_totals

    def total_of(self, seat: int) -> int:
        return self._hand_totals[seat]

    def facts(self, assafs: int) -> RoundFacts:
        return RoundFacts(1, None, None, assafs, 0, None, False, None, None)


def twin_scores(variant: Variant, endings: Sequence[Ending]) -> Outcome:
    """Score the endings with the twin."""
    players = len(endings[0].hand_totals)
    starts: list[tuple[int, int]] = []

    def next_round(_game: PlainGame, number: int, dealer: int, first: int) -> _GivenRound:
        if number > len(endings):
            raise _NoMoreRounds
        starts.append((dealer, first))
        return _GivenRound(number, endings[number - 1])

    game = PlainGame(variant, [parse_entrant("greedy")] * players, seed=0, deal=0)
    with patch.object(sim.reference, "PlainRound", next_round):
        try:
            game.play()
        except _NoMoreRounds:
            pass
    scores = [event for event in game.events if isinstance(event, Score)]
    rounds = [
        Scored(*start, s.end, s.winners, s.score, s.totals, s.out) for start, s in zip(starts, scores, strict=True)
    ]
    seats = [tuple(facts) for facts in game.seats]
    last = game.events[-1]
    if isinstance(last, Result):
        return Outcome(rounds, last.winners, last.places, seats)
    return Outcome(rounds, None, None, seats)


class Round(NamedTuple):
    """Which round the kernels shall score; number 0 starts the game, number -1 places it."""

    number: int
    players: int
    dealer: int
    end: int
    ender: int
    last_ender: int
    stopped: bool


@kernel
def _score_with_kernels(table, rules, asked, out):  # type: ignore[no-untyped-def]
    """Tell dealer, first player, end and seats put out; of a placed game the first winner and their number."""
    players = asked.players
    if asked.number == 0:
        start_game(table, players, 0)
    elif asked.number > 0:
        for seat in range(players):
            table.rounds_in[seat] += table.active[seat]
        out[0] = next_in(table, players, asked.dealer)
        out[1] = opener(table, players, out[0], asked.last_ender, rules)
        out[2], _assafs = score_round(table, players, asked.end, asked.ender, rules)
        add_scores(table, players, rules)
        out[3] = eliminate(table, players, asked.number, rules) if rules.single_round == 0 else 0
    else:
        if rules.single_round != 0:
            place_single_round(table, players, asked.stopped)
        else:
            place_game(table, players, rules)
        if asked.stopped:
            table.winner[:] = 0
        out[0], out[1] = count_winners(table, players)


def kernel_scores(variant: Variant, endings: Sequence[Ending]) -> Outcome:
    """Score the endings with the kernels' functions, in the order in which the engine calls them."""
    players = len(endings[0].hand_totals)
    seats = range(players)
    rules, table = kernel_rules(variant, players), new_table(variant, players)
    told = np.zeros(4, np.int64)
    asked = Round(0, players, players - 1, 0, NOBODY, NOBODY, stopped=False)
    _score_with_kernels(table, rules, asked, told)
    rounds: list[Scored] = []
    for ending in endings:
        active = [seat for seat in seats if table.active[seat]]
        table.hand_total[:players] = ending.hand_totals
        ender = NOBODY if ending.ender is None else ending.ender
        end = END_NAMES.index(ending.end)
        number = len(rounds) + 1
        asked = asked._replace(number=number, end=end, ender=ender, last_ender=asked.ender)
        _score_with_kernels(table, rules, asked, told)
        dealer, first, end_now, n_out = told.tolist()
        asked = asked._replace(dealer=dealer)
        if ending.end in ("yaniv", "out"):
            table.calls[ender] += 1
        score = tuple(int(table.score[seat]) if seat in active else None for seat in seats)
        winners = tuple(seat for seat in active if table.winner[seat])
        out = tuple(seat for seat in active if not table.active[seat])
        assert len(out) == n_out
        totals = tuple(table.total[:players].tolist())
        rounds.append(Scored(dealer, first, END_NAMES[end_now], winners, score, totals, out))
        is_last = rules.single_round or len(active) - n_out == 1 or (n_out and rules.first_out)
        stopped = ending.ender is None if rules.single_round else not is_last and number == rules.max_rounds
        if is_last or stopped:
            _score_with_kernels(table, rules, asked._replace(number=-1, stopped=stopped), told)
            winners = tuple(seat for seat in seats if table.winner[seat])
            assert told.tolist()[:2] == [winners[0] if winners else NOBODY, len(winners)]
            return Outcome(rounds, winners, tuple(table.place[:players].tolist()), _counts(table, players))
    return Outcome(rounds, None, None, _counts(table, players))


def _counts(table: Table, players: int) -> list[tuple[int, ...]]:
    columns = (table.rounds_in, table.calls, table.assafs_suffered, table.assafs_made, table.milestones)
    return [tuple(int(column[seat]) for column in columns) for seat in range(players)]


class _GivenTable:
    """Stands for a round that the referee has watched."""

    def __init__(self, ending: Ending, seats: list[int]) -> None:
        self.end, self.ender, self.seats = ending.end, ending.ender, seats
        self._hand_totals = ending.hand_totals

    def total_of(self, seat: int) -> int:
        return self._hand_totals[seat]


def referee_scores(variant: Variant, endings: Sequence[Ending]) -> Outcome:
    """Score the endings with the referee, which counts nothing by seat: the counts follow from what it says."""
    players = len(endings[0].hand_totals)
    game = Game(variant, players)
    rounds: list[Scored] = []
    counts = np.zeros((players, 5), np.int64)
    for ending in endings:
        if game.is_over:
            break
        game._dealer = dealer = game._next_clockwise(game._dealer)
        first, _why = game._opener(dealer)
        table = _GivenTable(ending, game.active)
        game._score(cast(RoundTable, table))
        assert game._last is not None
        assert game._sums is not None
        told = game.rounds[-1]
        winners = tuple(game._last.winners)
        rounds.append(Scored(dealer, first, told.end, winners, tuple(told.score), tuple(told.totals), tuple(told.out)))
        _count(counts, ending, told, game._sums.landed)
    seats = [tuple(row) for row in counts.tolist()]
    if game.result is None:
        return Outcome(rounds, None, None, seats)
    return Outcome(rounds, tuple(game.result["winners"]), tuple(game.result["places"]), seats)


def _count(counts: np.ndarray, ending: Ending, told: RoundVerdict, landed: set[int]) -> None:
    """Add a round to rounds in, calls, Assafs suffered and made, milestones."""
    seats = [seat for seat, points in enumerate(told.score) if points is not None]
    counts[seats, 0] += 1
    if ending.end in ("yaniv", "out"):
        counts[ending.ender, 1] += 1
    if told.end == "assaf":
        assert ending.ender is not None
        own = ending.hand_totals[ending.ender]
        counts[ending.ender, 2] += 1
        counts[[s for s in seats if s != ending.ender and ending.hand_totals[s] <= own], 3] += 1
    counts[sorted(landed), 4] += 1


SCORERS: dict[str, Scorer] = {"twin": twin_scores, "kernels": kernel_scores, "referee": referee_scores}


def house(**changes: Any) -> Variant:
    """The standard rules with changes."""
    return Variant.from_mapping({"name": "house", **changes})


def yaniv(ender: int, *hand_totals: int) -> Ending:
    """A call."""
    return Ending("yaniv", ender, hand_totals)


def stopped(players: int) -> Ending:
    """A round that nobody ended."""
    return Ending("stopped", None, (50,) * players)

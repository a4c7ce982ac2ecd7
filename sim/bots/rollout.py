"""``rollout``: plays the round out many times in thought before each turn, and takes what came out best.

Of the turns that it may play it tries the ``candidates`` best in the eyes of ``counter``, and the call where it may
call. It deals the hidden cards at random ``deals`` times as they may lie after all that it saw (see ``playout``), and
for each deal plays the round out once with each candidate, with the same cards in the stock, everybody then playing as
``counter``; at most ``laps`` laps, after which everybody scores the hand. What counts is the seat's share of the game
after the round. Half of the candidates are given up after a quarter of the deals, half of the rest after half of them;
so are those that are worse than counter's choice by two standard errors of the difference. It plays as ``counter``
would, unless the best candidate is better by ``doubt`` tenths of a standard error.

It wins 66.5 of 100 games of two against ``counter`` and 41.0 alone at a table with three of them; with 400 ``deals``
72.8 of games of two (``standard``, 1,000 deals in all rotations, standard errors .9, .8 and .9). A game of two takes
.15 s, with 400 deals .57 s. What it thinks of others with are counter's own parameters, which may be set here, too:
with those from which counter's searches began it won 68.9 where it won 68.8 with these (400 deals, 1.5), and with a
``doubt`` of 8 67.3 (200 deals, 2.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sim.bots import counter
from sim.bots.assaf_odds import count_opponents
from sim.bots.family import Family, Parameter
from sim.bots.playout import SCRATCH_WORDS, deal_hidden, mind_of, play_out
from sim.bots.turn_choice import best_turn
from sim.jit import inline, outline
from sim.kernels.bits import ONE, ZERO, is_higher, u64
from sim.kernels.view import Play

if TYPE_CHECKING:
    from sim.reference import Choice, PlainView
    from sim.rules import Variant

FAMILY = Family(
    name="rollout",
    summary="plays the round out many times in thought with what it may know, takes the best turn; slow",
    parameters=(
        Parameter("deals", 100, 2, 2000, "times that it deals the hidden cards for a turn"),
        Parameter("candidates", 5, 1, 14, "turns that it tries, the best in the eyes of counter"),
        Parameter("doubt", 15, 0, 100, "changes counter's choice beyond so many tenths of a standard error"),
        Parameter("laps", 30, 1, 1000, "laps that it plays on at most"),
        *counter.FAMILY.parameters,
    ),
    needs_public=True,
    tuned=counter.FAMILY.tuned,
    scratch_words=SCRATCH_WORDS,
)

DEALS, CANDIDATES, DOUBT, LAPS, N_COUNTER = (u64(i) for i in range(5))
N_OWN = 4
"""Parameters before those of counter."""


class Trials(NamedTuple):
    """The candidates, the best in the eyes of counter first, then the call; by place."""

    worth: np.ndarray  # int64[16]: in the eyes of counter
    ones: np.ndarray  # uint64[16], ZERO for a call
    twos: np.ndarray  # uint64[16]
    jokers_low: np.ndarray  # uint64[16]
    take: np.ndarray  # uint64[16]
    behind: np.ndarray  # int64[16]: sum of what is lost more than with counter's choice; GIVEN_UP
    squares: np.ndarray  # int64[16]: sum of the squares of that
    note: np.ndarray  # uint64[16]: how many candidates there are, and how many are wanted


class Weighing(NamedTuple):
    """What counter weighs turns by, and where those that it finds best are noted."""

    wishes: counter.Wishes
    trials: Trials


LISTED, WANTED, LAY_WORTH, LAY_ONES, LAY_TWOS, LAY_LOW = (u64(i) for i in range(6))
GIVEN_UP = np.int64(1 << 62)
HOPELESS = np.int64(20)
"""Tenths of a standard error behind counter's choice."""


def prepare(values: tuple[int, ...], variant: Variant) -> tuple[int, ...]:
    """Numbers for the kernel: its own parameters, those of counter, the worth of totals."""
    of_counter = counter.prepare(values[N_OWN:], variant)
    landings = {} if variant.score_limit == 0 else dict(variant.milestones)
    milestone_value = [landings.get(total, total) for total in range(max(landings, default=0) + 1)]
    return (*values[:N_OWN], len(of_counter), *of_counter, *milestone_value)


@inline
def call(params, view):
    """Call when that is the best candidate, and wherever no Assaf is to be feared."""
    return view.rules.assaf == 0 or decide(params, view, np.int64(1)).ones == ZERO


@inline
def play(params, view):
    """Play the best candidate; asked after :func:`call`, it decides the same again.

    Where it called and the call does not count (see ``sim.kernels.forks``), it decides anew among the turns.
    """
    best = decide(params, view, np.int64(1))
    return best if best.ones != ZERO else decide(params, view, np.int64(0))


@inline
def slap(params, view, card):
    """Slap and slap down whenever it may."""
    return True


@outline
def decide(params, view, may_call):
    """The turn to play; one that lays no card stands for a call, if that is on trial."""
    n_counter = params[N_COUNTER]
    of_counter = params[5 : 5 + n_counter]
    mind = mind_of(view, of_counter, params[5 + n_counter :])
    trials = _trials(mind)
    own = _list_trials(params, view, of_counter, trials, may_call)
    n = np.int64(trials.note[LISTED])
    if n > 1:
        own = _best_trial(params, view, mind, trials, n, own)
    return _trial(trials, own)


@inline
def _trials(mind):
    words = mind.free
    whole = words.view(np.int64)
    return Trials(
        whole[0:16], words[16:32], words[32:48], words[48:64], words[64:80], whole[80:96], whole[96:112],
        words[112:128],
    )  # fmt: skip


@inline
def _trial(trials, place):
    p = u64(place)
    return Play(trials.ones[p], trials.twos[p], trials.jokers_low[p], trials.take[p])


@inline
def _list_trials(params, view, of_counter, trials, may_call):
    """List the candidates; gives the place of counter's own choice."""
    trials.note[LISTED], trials.note[WANTED] = ZERO, u64(params[CANDIDATES])
    best_turn(view, Weighing(counter.wishes_of(of_counter, view), trials), _noted_lay, _noted_turn)
    n = trials.note[LISTED]
    own = 0
    if may_call != 0 and view.rules.assaf != 0 and view.hand_total <= view.rules.threshold:
        trials.ones[n] = trials.twos[n] = trials.jokers_low[n] = trials.take[n] = ZERO
        if counter.call(of_counter, view):
            own = np.int64(n)
        trials.note[LISTED] = n + ONE
    return own


@inline
def _noted_lay(ones, twos, jokers_low, view, weighing):
    note = weighing.trials.note
    worth = counter.lay_worth(ones, twos, jokers_low, view, weighing.wishes)
    note[LAY_WORTH], note[LAY_ONES], note[LAY_TWOS], note[LAY_LOW] = u64(worth), ones, twos, jokers_low
    return worth


@inline
def _noted_turn(held, view, weighing):
    """Put the turn in its place among the best found so far; equal ones as ``best_turn`` has them."""
    trials = weighing.trials
    note = trials.note
    held_worth = counter.held_worth(held, view, weighing.wishes)
    worth = held_worth + np.int64(note[LAY_WORTH])
    ones, twos = note[LAY_ONES], note[LAY_TWOS]
    place = note[LISTED]
    if place < note[WANTED]:
        note[LISTED] = place + ONE
    elif _goes_before(trials, place - ONE, worth, ones, twos):
        place -= ONE
    else:
        return held_worth
    while place > ZERO and _goes_before(trials, place - ONE, worth, ones, twos):
        last = place - ONE
        trials.worth[place], trials.ones[place], trials.twos[place] = (
            trials.worth[last], trials.ones[last], trials.twos[last],
        )  # fmt: skip
        trials.jokers_low[place], trials.take[place] = trials.jokers_low[last], trials.take[last]
        place = last
    trials.worth[place], trials.ones[place], trials.twos[place] = worth, ones, twos
    trials.jokers_low[place], trials.take[place] = note[LAY_LOW], held.take
    return held_worth


@inline
def _goes_before(trials, place, worth, ones, twos):
    if worth != trials.worth[place]:
        return worth > trials.worth[place]
    return is_higher(ones, twos, trials.ones[place], trials.twos[place])


@inline
def _best_trial(params, view, mind, trials, n, own):
    """Place of the candidate to be played, by rounds played out."""
    for place in range(n):
        trials.behind[u64(place)] = trials.squares[u64(place)] = 0
    deals, n_left = params[DEALS], n
    last_turn = min(view.rules.max_turns, view.turn + params[LAPS] * (count_opponents(view) + 1))
    for number in range(deals):
        deal_hidden(view, mind, number)
        lost_by_own = np.int64(0)
        for turn in range(n):  # counter's own choice first
            place = own if turn == 0 else turn - 1 if turn <= own else turn
            p = u64(place)
            if trials.behind[p] == GIVEN_UP:
                continue
            lost = play_out(view, mind, _trial(trials, place), number, last_turn)
            if turn == 0:
                lost_by_own = lost
            more = lost - lost_by_own
            trials.behind[p] += more
            trials.squares[p] += more * more
        if number + 1 == (deals + 3) // 4 or number + 1 == (deals + 1) // 2:
            n_left = _give_up_some(trials, n, n_left, own, number + 1)
            if n_left == 1:
                return own
    best = own
    for place in range(n):
        if trials.behind[u64(place)] < trials.behind[u64(best)]:
            best = place
    return best if _is_beyond(trials, best, deals, params[DOUBT]) else own


@inline
def _is_beyond(trials, place, deals, tenths):
    """Whether a candidate differs from counter's choice by more than so many tenths of the standard error of that."""
    more, squares = trials.behind[u64(place)], trials.squares[u64(place)]
    explained = more * more // deals
    return 100 * explained * (deals - 1) > tenths * tenths * (squares - explained)


@inline
def _give_up_some(trials, n, n_left, own, deals):
    """Give up who is furthest behind, but two and counter's choice, and the hopeless; gives how many are left."""
    keep = max(2, (n_left + 1) // 2)
    while True:
        worst = own
        for place in range(n):
            behind = trials.behind[u64(place)]
            if place != own and behind != GIVEN_UP and (worst == own or behind >= trials.behind[u64(worst)]):
                worst = place
        is_hopeless = trials.behind[u64(worst)] > 0 and _is_beyond(trials, worst, deals, HOPELESS)
        if n_left <= keep and not is_hopeless:
            return n_left
        trials.behind[u64(worst)] = GIVEN_UP
        n_left -= 1


class Plain:
    """The same bot for the twin."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.deals, self.candidates, self.doubt, self.laps = values[:N_OWN]
        self.counter = counter.Plain(values[N_OWN:])

    def call(self, view: PlainView) -> bool:
        """See :func:`call`."""
        return not view.variant.assaf or self._decide(view) is None

    def play(self, view: PlainView) -> Choice:
        """See :func:`play`."""
        choice = self._decide(view) or self._decide(view, may_call=False)
        assert choice is not None, "only a call lays no card"  # noqa: S101
        return choice

    def slap(self, view: PlainView, card: int) -> bool:
        """See :func:`slap`."""
        return True

    def _decide(self, view: PlainView, *, may_call: bool = True) -> Choice | None:
        """The turn to play, or None for a call."""
        trials: list[Choice | None] = [*self.counter.turns(view)[: self.candidates]]
        own = 0
        if may_call and view.variant.assaf and view.hand_total <= view.variant.threshold:
            own = len(trials) if self.counter.call(view) else 0
            trials.append(None)
        return trials[self._best(view, trials, own)] if len(trials) > 1 else trials[0]

    def _best(self, view: PlainView, trials: list[Choice | None], own: int) -> int:
        """Place of the best candidate, or that of counter's own choice."""
        from sim.twin_playout import Imagined, PlayedOut, Thought

        bots = dict.fromkeys(range(len(view.totals)), self.counter)
        last_turn = min(view.variant.max_turns, view.turn + self.laps * len(view.n_cards))
        more: dict[int, list[int]] = {place: [] for place in range(len(trials))}
        for number in range(self.deals):
            imagined = Imagined(view, number, self.counter.odds)
            lost = {
                place: PlayedOut(Thought(view, bots, trials[place]), imagined, last_turn).share_lost(view.seat)
                for place in more
            }
            for place, points in lost.items():
                more[place].append(points - lost[own])
            if number + 1 in ((self.deals + 3) // 4, (self.deals + 1) // 2):
                self._give_up_some(more, own)
            if len(more) == 1:
                return own
        best = min(more, key=lambda place: (sum(more[place]), place != own, place))
        return best if self._is_beyond(more[best], self.doubt) else own

    @staticmethod
    def _is_beyond(more: list[int], tenths: int) -> bool:
        explained = sum(more) ** 2 // len(more)
        return 100 * explained * (len(more) - 1) > tenths**2 * (sum(lost * lost for lost in more) - explained)

    def _give_up_some(self, more: dict[int, list[int]], own: int) -> None:
        keep = max(2, (len(more) + 1) // 2)
        while len(more) > 1:
            worst = max((place for place in more if place != own), key=lambda place: (sum(more[place]), place))
            is_hopeless = sum(more[worst]) > 0 and self._is_beyond(more[worst], int(HOPELESS))
            if len(more) <= keep and not is_hopeless:
                return
            del more[worst]

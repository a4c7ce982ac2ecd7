"""Tunings whose answer is known: what is won is drawn, not played."""

from __future__ import annotations

import json

import numpy as np

from pipelines.tuning.options import Options, tuning_plan
from pipelines.tuning.playing import Measured
from pipelines.tuning.search import libraries
from pipelines.tuning.tuner import Tuner, new_state
from sim.bots import parse_entrant
from sim.engine import Stopped
from sim.exact_parts import WHOLE


def a_plan(start="greedy", **options):
    """A small plan; options as of the command."""
    usual = {"against": ["greedy", "random"], "generations": 12, "population": 8, "deals": 32, "fresh": 256}
    return tuning_plan(parse_entrant(start), Options(**(usual | options)))


class Planted:
    """Wins drawn for a plan: every candidate wins a game with the chance that `chance` gives for its parameters.

    Candidates share their luck on a deal, as they do with the same cards, unless `shared` is false. Notes the deals
    that each call plays, with how many candidates.
    """

    def __init__(self, plan, chance, *, shared=True, calls=None):
        self.plan = plan
        self.chance = chance
        self.shared = shared
        self.played = []
        self.calls = calls

    def __call__(self, candidates, first_deal, n_deals):
        if self.calls is not None and len(self.played) == self.calls:
            raise Stopped
        self.played.append((range(first_deal, first_deal + n_deals), len(candidates)))
        size = (len(self.plan.pool), n_deals, self.plan.players)
        wins = []
        for candidate in candidates:
            values = self.plan.searched(candidate)
            own = () if self.shared else tuple(value + 1000 for value in values)
            luck = np.random.default_rng((self.plan.seed, first_deal, *own)).random(size)
            wins.append((luck < self.chance(values)).sum(axis=2) * WHOLE)
        return Measured(np.array(wins, np.int64), 0)


def valley(best, scale):
    """Chances that are highest at one place."""
    return lambda values: 0.7 - sum(((x - b) / s) ** 2 for x, b, s in zip(values, best, scale, strict=True)) * 0.02


def tuned(plan, measure, state=None):
    """Go the whole way; gives what was found and the state."""
    state = new_state(libraries()) if state is None else state
    return Tuner(plan, state, measure).run(), state


def tuned_in_pieces(plan, new_measure):
    """Stop after every call of the measure and go on from what was saved, as another process would."""
    state, lives = new_state(libraries()), 0
    while True:
        lives += 1
        saved = [json.dumps(state)]
        tuner = Tuner(plan, state, new_measure(1), lambda now=state, to=saved: to.append(json.dumps(now)))
        try:
            return tuner.run(), state, lives
        except Stopped:
            state = json.loads(saved[-1])

"""Random games that use all the freedom of the rules, under random rules: what a checker of records must accept.

The bots here lay runs upwards and downwards, sets in any order, take whatever may be taken and slap or not; the
project's own bots do none of that. Small guards keep the games short.
"""

from __future__ import annotations

import random
from typing import Any

from sim.bots import parse_entrant
from sim.errors import InputError
from sim.moves import Cards, legal_lays, lies_as_run, run_readings
from sim.record import Line, record_lines
from sim.reference import Choice, PlainGame, PlainView
from sim.rules import Variant, check_table

FREEDOM: dict[str, tuple[Any, ...]] = {
    "jokers": (0, 2, 2, 4),
    "face_points": ("ten", "rank"),
    "second_deck_from": (0, 2, 4, 6),
    "hand_size": (3, 4, 5, 5, 7),
    "opening": ("left_of_dealer", "round_winner"),
    "threshold": (0, 5, 7, 10, 20, 50),
    "max_set": (0, 2, 3, 4),
    "joker_at_run_ends": (True, False),
    "run_pickup": ("ends", "last"),
    "set_pickup": ("any", "ends", "last"),
    "assaf": (True, True, False),
    "assaf_penalty": (0, 20, 30),
    "assaf_adds_hand": (True, False),
    "assaf_extra": (0, 20),
    "assaf_winner": ("lowest", "all"),
    "slapdown": ("off", "zero", "matching"),
    "max_turns": (3, 12, 40),
    "max_rounds": (1, 4, 7),
    "going_out": (True, False),
    "milestones": ({"50": 25, "100": 50}, {str(total): 5 for total in range(10, 60, 2)}),
    "milestone_steal": (0, 30),
    "score_limit": (0, 40, 90, 120),
    "elimination": ("above", "reach"),
    "game_end": ("last_in", "first_out"),
}


def random_variant(chance: random.Random) -> Variant:
    """Draw rules of every kind."""
    values = {field: chance.choice(choices) for field, choices in FREEDOM.items()}
    return Variant.from_mapping({"name": "drawn", **values})


class AnyLegal:
    """Plays anything legal, in any order in which it may lie."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def call(self, _view: PlainView) -> bool:
        """Now and then."""
        return self._chance.random() < 0.4

    def play(self, view: PlainView) -> Choice:
        """Prefer long lays, which are rare."""
        lays = legal_lays(view.hand, view.variant)
        lay = self._chance.choices(lays, [len(lay) ** 3 for lay in lays])[0]
        card = self._chance.choice((None, None, *view.takable))
        return self._order(lay), card

    def slap(self, _view: PlainView, _card: int) -> bool:
        """More often than not."""
        return self._chance.random() < 0.7

    def _order(self, lay: Cards) -> Cards:
        if len(lay) > 1 and lies_as_run(lay):
            order = self._chance.choice(run_readings(lay))
            return order if self._chance.random() < 0.5 else order[::-1]
        return tuple(self._chance.sample(lay, len(lay)))


def random_game(seed: int) -> tuple[PlainGame, list[Line]]:
    """Play one; gives the game and its record, header and all."""
    chance = random.Random(seed)  # noqa: S311
    while True:
        players = chance.randint(2, 8)
        try:
            variant = random_variant(chance)
            check_table(variant, players)
        except InputError:
            continue
        entrants = [parse_entrant("random")] * players
        game = PlainGame(variant, entrants, seed, deal=seed)
        game.bots = [AnyLegal(chance) for _ in range(players)]
        game.play()
        return game, list(record_lines(variant, entrants, seed, seed, game.events))

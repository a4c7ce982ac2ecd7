"""Own variants that use every rule value, and tables at which to play them or the named ones."""

from __future__ import annotations

from typing import Any

from sim.bots import parse_entrant
from sim.errors import InputError
from sim.plan import Cell
from sim.rules import Variant, check_table

BOTS = tuple(
    parse_entrant(text)
    for text in (
        "greedy",
        "random",
        "greedy:call_at=4,take_at_most=2,keep_pair=12,keep_run=8,keep_joker=40",
        "random:call_percent=30,slap_percent=50",
        "greedy:call_at=7,take_at_most=-1,keep_pair=-20,keep_run=3,keep_joker=-60",
        "random:call_percent=80,slap_percent=90",
    )
)
"""Two neighbours are of different families, so that all tables need the same compiled code."""

ODD: dict[str, dict[str, Any]] = {
    "hand-3": {"hand_size": 3},
    "hand-7": {"hand_size": 7},
    "hand-7-four-jokers-ends": {"hand_size": 7, "jokers": 4, "set_pickup": "ends", "second_deck_from": 3},
    "two-decks-at-two": {"second_deck_from": 2},
    "two-decks-strict": {
        "second_deck_from": 2,
        "max_set": 3,
        "joker_at_run_ends": False,
        "run_pickup": "last",
    },
    "threshold-0": {"threshold": 0, "max_turns": 200},
    "threshold-50": {"threshold": 50},
    "no-jokers": {"jokers": 0},
    "four-jokers-last": {"jokers": 4, "set_pickup": "last", "run_pickup": "last"},
    "max-set-4": {"max_set": 4, "jokers": 4},
    "pairs-only": {"max_set": 2, "jokers": 4, "hand_size": 6},
    "inside-only": {"joker_at_run_ends": False, "jokers": 4},
    "matching": {"slapdown": "matching"},
    "matching-ends": {"slapdown": "matching", "set_pickup": "ends", "jokers": 4, "second_deck_from": 4},
    "matching-last": {"slapdown": "matching", "set_pickup": "last", "hand_size": 3, "max_set": 2},
    "matching-going-out": {"slapdown": "matching", "going_out": True, "hand_size": 3, "threshold": 2},
    "zero-four-jokers": {"slapdown": "zero", "jokers": 4, "hand_size": 3, "threshold": 0, "max_turns": 300},
    "all": {"assaf_winner": "all", "assaf_extra": 20, "threshold": 20},
    "reach": {"elimination": "reach", "score_limit": 60, "milestones": {"30": 10, "50": 25, "59": 0}},
    "first-out": {"game_end": "first_out", "score_limit": 100, "assaf_adds_hand": False},
    "steal": {
        "milestone_steal": 30,
        "milestones": {str(k): k // 2 for k in range(10, 200, 5)},
        "elimination": "reach",
    },
    "winner-opens": {"opening": "round_winner", "milestone_steal": 60, "assaf_penalty": 0, "threshold": 12},
    "few-turns": {"max_turns": 9, "max_rounds": 4},
    "one-turn": {"max_turns": 1, "max_rounds": 2, "slapdown": "matching"},
    "out-at-four": {
        "going_out": True,
        "face_points": "rank",
        "hand_size": 4,
        "score_limit": 300,
        "max_rounds": 30,
    },
    "last-of-all-in-a-small-deck": {"hand_size": 7, "jokers": 0, "second_deck_from": 0, "max_turns": 400},
}


def odd_variant(name: str) -> Variant:
    """One of them."""
    return Variant.from_mapping({"base": "standard", "name": name, **ODD[name]})


def cells(variant: Variant, shift: int) -> list[Cell]:
    """This variant at every table it can be played at, the bots in ever new company."""
    found = []
    for players in range(2, 9):
        try:
            check_table(variant, players)
        except InputError:
            continue
        found.append(
            Cell(variant, players, tuple(BOTS[(seat + players + shift) % len(BOTS)] for seat in range(players)))
        )
    return found

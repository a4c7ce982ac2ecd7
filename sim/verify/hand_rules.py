"""Invariants of hands and stock from turn to turn, and of what the rows of rounds say of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.verify.invariants import WITH_TURNS, equals, holds
from sim.verify.play import NULL, STOPPED, Array
from sim.verify.turn_play import turn_play

if TYPE_CHECKING:
    from sim.verify.play import Play

_UNKNOWN = -1


@equals("turns", "T2", "seat", details=WITH_TURNS)
def turn_seat(play: Play) -> Array:
    """Seats play in turn, clockwise from the first player."""
    from sim.verify.seats_in_turn import nth_seat

    turns = turn_play(play)
    at = turns.round_of
    k = (turns.number - 1) % np.maximum(turns.n_in, 1)
    return nth_seat(play.players, play.members[at], play.rounds["first"][at], k)


@equals("turns", "D2, T2, T6", "hand_cards", details=WITH_TURNS)
def hand_cards(play: Play) -> Array:
    """A hand is dealt full, then loses what is laid and gains what is taken."""
    turns = turn_play(play)
    return np.where(turns.is_first_of_seat, play.variant.hand_size, turns.cards_after[turns.own_before])


@equals("turns", "C2, T2, T6", "hand_total", details=WITH_TURNS)
def hand_total(play: Play) -> Array:
    """A hand total changes by what is laid and taken; that of a dealt hand is not known here."""
    turns = turn_play(play)
    return np.where(turns.is_first_of_seat, turns["hand_total"], turns.total_after[turns.own_before])


@holds("turns", "C2, D2", "hand_total", "hand_cards", "lay_points", "lay_cards", details=WITH_TURNS)
def lay_from_hand(play: Play) -> Array:
    """Nobody lays more than the hand holds, and no card is worth more than the highest."""
    turns = turn_play(play)
    cards, total = turns.integers("hand_cards"), turns.integers("hand_total")
    left, left_points = cards - turns["lay_cards"], total - turns["lay_points"]
    highest = 13 if play.variant.face_points == "rank" else 10
    return (left >= 0) & (left_points >= 0) & (left_points <= highest * left)


@equals("turns", "T6, T8", "stock", details=WITH_TURNS)
def stock(play: Play) -> Array:
    """The stock loses a card to each draw, also the one that is shuffled anew."""
    turns = turn_play(play)
    before = np.where(turns["reshuffled"] > 0, turns["reshuffled"], turns.stock_before)
    return before - turns.from_stock


@equals("turns", "T8", "reshuffled", details=WITH_TURNS)
def reshuffled(play: Play) -> Array:
    """A draw from an empty stock shuffles all cards that nobody holds, but for those laid in this turn."""
    turns = turn_play(play)
    is_due = turns.from_stock & (turns.stock_before == 0)
    return np.where(is_due, play.variant.deck_size(play.players) - turns.held_before, 0)


@equals("rounds", "T8", "reshuffles", details=WITH_TURNS)
def reshuffles_told(play: Play) -> Array:
    """A round has as many reshuffles as its turns."""
    turns = turn_play(play)
    return np.bincount(turns.round_of, turns["reshuffled"] > 0, play.n_rounds)


@equals("rounds", "T1", "first_allowed", details=WITH_TURNS)
def first_allowed_told(play: Play) -> Array:
    """The first seat allowed to call is the first with a hand within the threshold, the caller among them."""
    turns = turn_play(play)
    allowed = np.flatnonzero(turns["hand_total"] <= play.variant.threshold)
    expected = np.where(_called_without_laying(play), play.rounds["ender"], NULL)
    rounds, at = np.unique(turns.round_of[allowed], return_index=True)
    expected[rounds] = turns["seat"][allowed[at]]
    return expected


@equals("rounds", "T1", "opening_allowed", details=WITH_TURNS)
def opening_allowed_told(play: Play) -> Array:
    """The first player might call at once when the hand dealt was within the threshold."""
    turns = turn_play(play)
    expected = np.ones(play.n_rounds, np.uint8)  # a call without any turn
    expected[turns.has_turns] = turns["hand_total"][turns.first_rows] <= play.variant.threshold
    return expected


@holds("rounds", "C2, E2", "score", "ender_total", "lowest_other", details=WITH_TURNS)
def hands_scored(play: Play) -> Array:
    """What a seat holds after its last turn is the hand that it scores, or that it calls with."""
    turns = turn_play(play)
    total = turns.at_end(turns.total_after, _UNKNOWN)
    known = (total != _UNKNOWN) & (play.end != STOPPED)
    ender = ~(known & play.is_ender & (total != play.ender_total)).any(axis=0)
    wins_assaf = play.is_assaf & (play.score == 0)
    others = ~(known & play.is_opponent & ~wins_assaf & (total != play.score)).any(axis=0)
    lowest = ~(known & play.is_opponent & (total < play.rounds["lowest_other"])).any(axis=0)
    return ender & others & lowest


@equals("rounds", "T7", "least_cards", details=WITH_TURNS)
def least_cards_told(play: Play) -> Array:
    """The smallest hand of an opponent is that after its last turn, or the full hand dealt."""
    turns = turn_play(play)
    cards = turns.at_end(turns.cards_after, play.variant.hand_size)
    least = np.where(play.is_opponent, cards, NULL).min(axis=0)
    return np.where(play.has_ender, least, NULL)


@equals("rounds", "T6", "pile_taken", details=WITH_TURNS)
def pile_taken_told(play: Play) -> Array:
    """Whether an opponent's last turn took from the pile."""
    turns = turn_play(play)
    from_pile = turns.at_end(turns["from_pile"] == 1, 0)
    return np.where(play.has_ender, (play.is_opponent & (from_pile == 1)).any(axis=0), NULL)


def _called_without_laying(play: Play) -> Array:
    """Rounds whose ender called instead of playing its turn: the turn after the last one was its."""
    turns = play.rounds["turns"].astype(np.int64)
    return play.was_called & (play.rounds["ender"] == play.seat_of_turn(turns))

"""Invariants of the cards of a turn: what may be laid, what it is worth, what may be taken and slapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sim.verify.invariants import WITH_TURNS, equals, holds
from sim.verify.play import Array
from sim.verify.turn_play import JOKER_CODE, NATURAL_MASK, counts_by_rank, points_by_code, turn_play

if TYPE_CHECKING:
    from sim.verify.play import Play


@equals("turns", "T2", "lay_cards", details=WITH_TURNS)
def lay_cards(play: Play) -> Array:
    """As many cards are laid as the masks say."""
    return _naturals(play) + _jokers(play)


@equals("turns", "C2", "lay_points", details=WITH_TURNS)
def lay_points(play: Play) -> Array:
    """The lay is worth the points of its cards."""
    worth = points_by_code(play.variant.face_points)[:13]
    return worth @ play.once(_by_rank).astype(np.int64)


@holds("turns", "C1, T2", "lay", "lay_twos", details=WITH_TURNS)
def masks(play: Play) -> Array:
    """A lay has a card, no more jokers than there are, and second copies of cards in it, with two decks."""
    once, twice = play.turns["lay"], play.turns["lay_twos"]
    n_decks = play.variant.n_decks(play.players)
    strange = (once & ~NATURAL_MASK & np.uint64((1 << JOKER_CODE) - 1)) | (twice & ~(once & NATURAL_MASK))
    right = (strange == 0) & (_jokers(play) <= n_decks * play.variant.jokers) & (once != 0)
    return right if n_decks == 2 else right & (twice == 0)


@holds("turns", "T3, T4, T5", "lay", "lay_twos", "jokers_low", details=WITH_TURNS)
def lay_is_legal(play: Play) -> Array:
    """A single card, a set of one rank or a run of one suit; jokers stand in its gaps and, if allowed, at its ends."""
    naturals, jokers = _naturals(play), _jokers(play)
    size, low_jokers = naturals + jokers, play.turns["jokers_low"].astype(np.int64)
    most = play.variant.max_set or size
    is_set = ((play.once(_by_rank) > 0).sum(axis=0) <= 1) & ((size == 1) | (size <= most))
    low, high = _ends(play.turns["lay"])
    gaps = high - low + 1 - naturals
    spare = jokers - gaps
    fits = (low_jokers <= np.minimum(spare, low % 16)) & (spare - low_jokers <= 12 - high % 16)
    is_run = (size >= 3) & (low // 16 == high // 16) & (play.turns["lay_twos"] == 0) & (spare >= 0) & fits
    if not play.variant.joker_at_run_ends:
        is_run &= spare == 0
    return (is_set & (low_jokers == 0)) | (is_run & ~is_set)


@holds("turns", "T6", "card", "from_pile", details=WITH_TURNS)
def taken_from_pile(play: Play) -> Array:
    """A card from the pile was in the lay of the turn before; the card turned up is not known here."""
    turns = turn_play(play)
    card, before = turns["card"], turns.row_before
    laid = (turns["lay"][before] >> np.minimum(card, JOKER_CODE).astype(np.uint64)) & np.uint64(7)
    was_laid = np.where(card == JOKER_CODE, laid != 0, laid & np.uint64(1) != 0)
    was_slapped = turns.slapped[before] & (turns["card"][before] == card)
    return was_laid | was_slapped | (turns.number == 1) | (turns["from_pile"] != 1)


@holds("turns", "T6, E6", "card", "from_pile", "hand_cards", "lay_cards", details=WITH_TURNS)
def a_card_is_taken(play: Play) -> Array:
    """Every turn takes a card, but for the last one of somebody who goes out, where that is played."""
    turns = turn_play(play)
    goes_out = (turns["hand_cards"] == turns["lay_cards"]) & play.variant.going_out
    is_card = (turns["card"] == JOKER_CODE) | ((turns["card"] < JOKER_CODE) & (turns["card"] % 16 < 13))
    both = turns.took == (turns["from_pile"] != 255)
    return both & (turns.took != goes_out) & (is_card | ~turns.took) & (turns.is_last | ~goes_out)


@holds("turns", "E4", "slapped", "card", "from_pile", details=WITH_TURNS)
def slaps(play: Play) -> Array:
    """A card from the stock may be slapped on a lay of its rank, or a joker that makes a hand of 0 ends the round."""
    turns, variant = turn_play(play), play.variant
    has_slapped = turns["slapped"] == 1
    if variant.slapdown == "matching":
        ranks = play.once(_by_rank) > 0
        rank = np.minimum(turns["card"] % 16, 12)
        fits = (ranks.sum(axis=0) == 1) & ranks[rank, np.arange(turns.n_turns)]
        may = turns.from_stock & (turns["card"] < JOKER_CODE) & fits
    elif variant.slapdown == "zero":
        may = (turns["card"] == JOKER_CODE) & (turns.total_after == 0) & turns.is_last
    else:
        may = np.zeros(turns.n_turns, bool)
    return may | ~has_slapped


def _by_rank(play: Play) -> Array:
    return counts_by_rank(play.turns["lay"]) + counts_by_rank(play.turns["lay_twos"])


def _naturals(play: Play) -> Array:
    return play.once(_by_rank).sum(axis=0, dtype=np.int64)


def _jokers(play: Play) -> Array:
    return (play.turns["lay"] >> np.uint64(JOKER_CODE)).astype(np.int64)


def _ends(lay: Array) -> tuple[Array, Array]:
    """Lowest and highest natural card; 63 and 0 where there is none."""
    naturals = lay & NATURAL_MASK
    low = np.bitwise_count((naturals & (~naturals + np.uint64(1))) - np.uint64(1)).astype(np.int64)
    filled = naturals.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> np.uint64(shift)
    high = np.bitwise_count(filled).astype(np.int64) - 1
    return np.where(naturals == 0, 63, low), np.maximum(high, 0)

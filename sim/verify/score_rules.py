"""Invariants of scoring: Assaf, the points of a round, totals, milestones and the steal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sim.verify.invariants import equals, holds
from sim.verify.play import NO_SCORE, STOPPED, Array

if TYPE_CHECKING:
    from sim.verify.play import Play

_MORE_THAN_ANY = 1 << 30


@holds("rounds", "E1, E2", "end", "ender_total", "lowest_other")
def assaf_exactly(play: Play) -> Array:
    """A call meets Assaf exactly when an opponent is at or below it, where Assaf is played."""
    if not play.variant.assaf:
        return ~play.is_assaf
    is_met = play.was_called & (play.rounds["lowest_other"] <= play.ender_total)
    return play.is_assaf == is_met


@equals("rounds", "E1", "assafs")
def assafs(play: Play) -> Array:
    """As many opponents are at or below the caller as their scores say, none without Assaf."""
    return np.count_nonzero(play.at_or_below, axis=0)


@holds("rounds", "E2, E3", "end", "score", "ender_total", "lowest_other")
def opponents_scores(play: Play) -> Array:
    """Opponents score their hands, and the winners of an Assaf 0; the lowest hand is the one stored."""
    lowest = play.rounds["lowest_other"].astype(np.int32)
    scores = np.where(play.is_opponent, play.score, _MORE_THAN_ANY)
    plain = scores.min(axis=0) == lowest
    above = play.ender_total if play.variant.assaf_winner == "all" else lowest
    has_winner = (scores == 0).any(axis=0)
    others_above = ((scores == 0) | (scores > above)).all(axis=0)
    return np.where(play.is_assaf, has_winner & others_above, plain) | (play.end == STOPPED)


@holds("rounds", "E2, E3", "ender", "score", "ender_total", "assafs", "end")
def enders_score(play: Play) -> Array:
    """The ender scores 0, after Assaf the penalty with what the variant adds."""
    variant = play.variant
    further = np.maximum(play.rounds["assafs"].astype(np.int32) - 1, 0)
    penalty = variant.assaf_penalty + variant.assaf_extra * further
    if variant.assaf_adds_hand:
        penalty = penalty + play.ender_total
    expected = np.where(play.is_assaf, penalty, 0)
    return ~(play.is_ender & (play.score != expected)).any(axis=0)


@holds("rounds", "E5", "end", "score")
def stopped_scores(play: Play) -> Array:
    """Everybody scores 0 in a stopped round."""
    return (play.end != STOPPED) | ~play.score.any(axis=0)


class Added(NamedTuple):
    """Totals after S1 to S3, by seat, and who landed on a milestone."""

    total: Array
    landed: Array


def added(play: Play) -> Added:
    """Add the scores of each round to the totals before it (S1 to S3)."""
    plain = play.total_before + play.score
    total, landed = plain.copy(), np.zeros_like(play.is_in)
    milestones = play.variant.milestones if play.variant.score_limit else {}
    for key, value in milestones.items():  # one reduction a round: each is looked up in what S1 gave
        on_it = play.is_in & (play.score > 0) & (plain == key)
        landed |= on_it
        total[on_it] = value
    if play.variant.milestone_steal:
        _steal(play, total, landed)
    return Added(total, landed)


def _steal(play: Play, total: Array, landed: Array) -> None:
    """Let the leaders add for everybody who landed (S3)."""
    rows = np.flatnonzero(landed.any(axis=0))
    others = play.is_in[:, rows] & ~landed[:, rows]
    standing = np.where(others, total[:, rows], _MORE_THAN_ANY)
    leads = others & (standing == standing.min(axis=0))
    total[:, rows] += leads * (play.variant.milestone_steal * np.count_nonzero(landed[:, rows], axis=0))


@equals("rounds", "S1 to S3", "total")
def totals(play: Play) -> tuple[Array, Array]:
    """A total is the one before and the score, milestones and the steal applied."""
    expected = play.once(added).total
    return play.total_cells, np.where(play.is_in, expected, NO_SCORE)


@equals("seats", "S2", "milestones")
def milestones(play: Play) -> Array:
    """A landing is counted for each score that leads exactly to a milestone."""
    return play.by_game(play.once(added).landed)

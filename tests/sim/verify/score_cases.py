"""Doctored rows that invariants of scoring must notice."""

import numpy as np

from sim.verify.play import NO_SCORE
from tests.sim.verify.cases import ASSAF, FEW_TURNS, SINGLE, STEAL, YANIV, breaks


@breaks("assaf_exactly")
def call_that_should_have_met_assaf(d):
    row = d.row("yaniv")
    d.rounds["lowest_other"][row] = d.rounds["ender_total"][row]


@breaks("assaf_exactly", "assafs")
def assaf_told_as_yaniv(d):
    d.rounds["end"][d.row("assaf")] = YANIV


@breaks("assaf_exactly", assaf=False)
def assaf_though_the_variant_has_none(d):
    d.rounds["end"][d.row("yaniv", d.rounds["lowest_other"] <= d.rounds["ender_total"])] = ASSAF


@breaks("assafs")
def one_more_at_or_below(d):
    d.rounds["assafs"][d.row("assaf")] += 1


@breaks("assafs")
def assafs_without_assaf(d):
    d.rounds["assafs"][d.row("yaniv")] = 1


@breaks("opponents_scores")
def lowest_other_is_not_the_lowest(d):
    d.rounds["lowest_other"][d.row("yaniv")] += 1


@breaks("opponents_scores")
def nobody_scores_0_after_assaf(d):
    row = d.row("assaf")
    d.rounds["score"][row][d.rounds["score"][row] == 0] = 3


@breaks("opponents_scores", threshold=15)
def one_of_two_lowest_scores_its_hand(d):
    row = d.row("assaf", d.rounds["lowest_other"] > 0, (d.rounds["score"] == 0).sum(axis=1) == 2)
    d.rounds["score"][row, np.argmax(d.rounds["score"][row] == 0)] = d.rounds["lowest_other"][row]


@breaks("opponents_scores")
def opponent_scores_less_than_the_lowest_hand(d):
    row = d.row("assaf", d.rounds["lowest_other"] > 1)
    d.rounds["score"][row, d.opponent(row)] = 1


@breaks("opponents_scores", assaf_winner="all", threshold=15)
def at_or_below_scores_the_hand_where_all_win(d):
    row = d.row("assaf", d.rounds["assafs"] > 1, d.rounds["ender_total"] > 5)
    winners = np.flatnonzero(d.rounds["score"][row] == 0)
    d.rounds["score"][row, winners[0]] = 5


@breaks("enders_score")
def caller_scores_without_assaf(d):
    row = d.row("yaniv")
    d.rounds["score"][row, d.rounds["ender"][row]] = 4


@breaks("enders_score")
def penalty_without_the_hand(d):
    row = d.row("assaf", d.rounds["ender_total"] > 0)
    d.rounds["score"][row, d.rounds["ender"][row]] = 30


@breaks("enders_score", assaf_adds_hand=False)
def penalty_with_the_hand_where_it_is_not_added(d):
    row = d.row("assaf", d.rounds["ender_total"] > 0)
    d.rounds["score"][row, d.rounds["ender"][row]] += d.rounds["ender_total"][row]


@breaks("enders_score", assaf_extra=20, threshold=15)
def penalty_without_the_extra(d):
    row = d.row("assaf", d.rounds["assafs"] == 2)
    d.rounds["score"][row, d.rounds["ender"][row]] -= 20


@breaks("stopped_scores", **FEW_TURNS)
def points_in_a_stopped_round(d):
    d.rounds["score"][d.row("stopped"), 1] = 5


@breaks("totals")
def total_is_not_the_sum(d):
    d.rounds["total"][6, 1] += 1


def landing(d):
    """A round and seat that landed on 50."""
    before = np.vstack((np.zeros((1, 4), int), d.rounds["total"][:-1].astype(int)))
    before[d.rounds["round"] == 1] = 0
    on_it = (before + d.rounds["score"] == 50) & (d.rounds["score"] > 0) & (d.rounds["total"] == 25)
    return np.argwhere(on_it)[0]


@breaks("totals", "milestones")
def landing_on_50_does_not_help(d):
    row, seat = landing(d)
    d.rounds["total"][row, seat] = 50
    d.seats["milestones"][d.rounds["game"][row], seat] -= 1


@breaks("totals", milestones={"50": 25, "25": 0})
def landing_goes_on_to_the_next(d):
    row, seat = landing(d)
    d.rounds["total"][row, seat] = 0


@breaks("totals", **STEAL)
def leader_does_not_add_the_steal(d):
    before = np.vstack((np.zeros((1, 4), int), d.rounds["total"][:-1].astype(int)))
    before[d.rounds["round"] == 1] = 0
    added = (d.rounds["total"].astype(int) - before == d.rounds["score"] + 30) & (d.rounds["total"] != NO_SCORE)
    row, seat = np.argwhere(added)[0]
    d.rounds["total"][row, seat] -= 30


@breaks("totals", **SINGLE)
def total_differs_from_the_score_of_a_single_round(d):
    d.rounds["total"][3, 0] += 1


@breaks("game_ends", **SINGLE)
def single_round_goes_on(d):
    d.make_second_round(9)

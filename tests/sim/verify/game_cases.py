"""Doctored rows that invariants of whole games must notice."""

import numpy as np

from tests.sim.verify.cases import FEW_TURNS, SINGLE, breaks


@breaks("deal")
def another_deal(d):
    d.games["deal"][5] += 1


@breaks("rotation", entrants=2)
def another_rotation(d):
    d.games["rotation"][4] ^= 1


@breaks("rounds")
def one_round_more(d):
    d.games["rounds"][3] += 1


@breaks("turns")
def one_turn_more_in_the_game(d):
    d.games["turns"][3] += 1


@breaks("game_ends", "rounds")
def game_without_its_last_round(d):
    d.cut_rounds(1)


@breaks("game_ends")
def game_goes_on_with_one_left(d):
    row = d.row(None, d.rounds["round"] == 5)
    d.rounds["total"][row, :3] = 250


@breaks("game_ends", game_end="first_out")
def game_goes_on_after_the_first_is_out(d):
    row = d.row(None, d.rounds["round"] == 3)
    d.rounds["total"][row, 0] = 250


@breaks("stopped", "winners")
def finished_game_told_as_stopped(d):
    d.games["stopped"][3] = 1


@breaks("stopped", **FEW_TURNS)
def stopped_game_told_as_finished(d):
    d.games["stopped"][int(np.argmax(d.games["stopped"] == 1))] = 0


@breaks("stopped", max_turns=12, score_limit=0)
def stopped_single_round_told_as_finished(d):
    d.games["stopped"][d.rounds["game"][d.row("stopped")]] = 0


@breaks("place")
def winner_changes_places_with_the_second(d):
    places = d.seats["place"][2]
    first, second = np.argmax(places == 1), np.argmax(places == 2)
    places[[first, second]] = 2, 1


@breaks("place", **SINGLE)
def tied_seats_get_different_places(d):
    tied = np.argwhere((d.seats["place"] == 2).sum(axis=1) == 2)[0][0]
    d.seats["place"][tied, np.argmax(d.seats["place"][tied] == 2)] = 3


@breaks("place", **SINGLE)
def second_place_for_a_lower_score(d):
    places = d.seats["place"][6]
    second, third = np.argmax(places == 2), np.argmax(places == 3)
    places[[second, third]] = 3, 2


@breaks("place", max_turns=12, score_limit=0)
def places_after_a_stopped_round(d):
    d.seats["place"][d.rounds["game"][d.row("stopped")], 2] = 2


@breaks("place", score_limit=0, assaf=False)
def opponent_with_0_shares_the_callers_place(d):
    game = d.row("yaniv")
    second = np.argmax(d.seats["place"][game] == 2)
    d.rounds["lowest_other"][game] = d.rounds["score"][game, second] = d.rounds["total"][game, second] = 0
    d.seats["total"][game, second] = 0
    assert d.broken() == {}  # the caller wins alone (E7)
    d.seats["place"][game, second] = 1


@breaks("winners")
def two_winners(d):
    d.games["winners"][4] = 2


@breaks("winner")
def another_winner(d):
    d.games["winner"][4] = (d.games["winner"][4] + 1) % 4


@breaks("winner", "winners", **FEW_TURNS)
def winner_of_a_stopped_game(d):
    game = int(np.argmax(d.games["stopped"] == 1))
    d.games["winner"][game], d.games["winners"][game] = 0, 1


@breaks("entrant", entrants=2)
def other_line_up(d):
    d.seats["entrant"][1] = d.seats["entrant"][1][::-1].copy()


@breaks("final_total")
def final_total_of_another_round(d):
    d.seats["total"][3, 2] += 1


@breaks("rounds_in")
def one_round_in_less(d):
    d.seats["rounds_in"][3, 1] -= 1


@breaks("calls")
def calls_of_two_seats_changed(d):
    calls = d.seats["calls"]
    game = int(np.argmax(calls[:, 0] != calls[:, 1]))
    calls[game, :2] = calls[game, 1::-1].copy()


@breaks("assafs_suffered")
def one_assaf_suffered_more(d):
    d.seats["assafs_suffered"][8, 0] += 1


@breaks("assafs_made")
def assafs_made_by_the_neighbour(d):
    made = d.seats["assafs_made"]
    game = int(np.argmax(made[:, 0] != made[:, 1]))
    made[game, :2] = made[game, 1::-1].copy()


@breaks("milestones")
def one_landing_more(d):
    d.seats["milestones"][5, 3] += 1

"""Doctored rows that invariants of games and seats alone must notice."""

import numpy as np

from tests.sim.verify.cases import FEW_TURNS, SINGLE, breaks


def seat_at(d, place):
    """First game, and its seat at a place that nobody shares."""
    is_there = d.seats["place"] == place
    game = int(np.argmax(is_there.sum(axis=1) == 1))
    return game, int(np.argmax(is_there[game]))


@breaks("within_guards", detail="games")
def game_without_rounds(d):
    d.games["rounds"][3] = 0


@breaks("within_guards", detail="games", **FEW_TURNS)
def game_of_more_rounds_than_allowed(d):
    d.games["rounds"][3] = 5


@breaks("within_guards", detail="games", **FEW_TURNS)
def game_of_more_turns_than_allowed(d):
    d.games["turns"][3] = 12 * d.games["rounds"][3] + 1


@breaks("within_guards", detail="games", **SINGLE)
def two_rounds_of_one(d):
    d.games["rounds"][3] = 2


@breaks("rounds_in_alone", detail="games")
def winner_not_in_the_last_round(d):
    d.seats["rounds_in"][seat_at(d, 1)] -= 1


@breaks("rounds_in_alone", detail="games")
def seat_in_more_rounds_than_played(d):
    game, seat = seat_at(d, 4)
    d.seats["rounds_in"][game, seat] = d.games["rounds"][game] + 1


@breaks("rounds_in_alone", detail="games")
def last_round_with_one_player(d):
    game, first = seat_at(d, 1)
    others = np.arange(4) != first
    d.seats["rounds_in"][game, others] = np.minimum(d.seats["rounds_in"][game, others], d.games["rounds"][game] - 1)


@breaks("stopped_alone", "winners_alone", "winner_alone", detail="games")
def finished_game_is_stopped(d):
    d.games["stopped"][3] = 1


@breaks("stopped_alone", detail="games", **FEW_TURNS)
def stopped_before_the_guard(d):
    game = int(np.argmax(d.games["stopped"] == 1))
    d.games["rounds"][game] -= 1


@breaks("stopped_alone", detail="games", max_turns=12, score_limit=0)
def stopped_round_with_a_score(d):
    d.seats["total"][int(np.argmax(d.games["stopped"] == 1)), 1] = 7


@breaks("stopped_alone", detail="games")
def finished_game_with_two_left(d):
    d.seats["total"][seat_at(d, 2)] = 100


@breaks("place_alone", detail="games")
def places_exchanged(d):
    game, second = seat_at(d, 2)
    third = int(np.argmax(d.seats["place"][game] == 3))
    d.seats["place"][game, [second, third]] = 3, 2


@breaks("place_alone", detail="games", game_end="first_out")
def places_against_the_totals(d):
    game, first = seat_at(d, 1)
    d.seats["total"][game, first] = d.seats["total"][game].max()


@breaks("place_alone", detail="games", **SINGLE)
def higher_score_placed_better(d):
    game = int(np.argmax((d.seats["place"] == 3).any(axis=1)))
    second, third = (int(np.argmax(d.seats["place"][game] == place)) for place in (2, 3))
    d.seats["place"][game, [second, third]] = 3, 2


@breaks("place_alone", detail="games", **SINGLE)
def nobody_at_place_one(d):
    d.seats["place"][seat_at(d, 1)] = 2


@breaks("winners_alone", detail="games")
def winner_more(d):
    d.games["winners"][2] += 1


@breaks("winner_alone", detail="games")
def another_winner(d):
    d.games["winner"][2] ^= 1


@breaks("calls_alone", detail="games")
def more_calls_than_rounds(d):
    d.seats["calls"][2, 1] = d.games["rounds"][2] + 1


@breaks("calls_alone", detail="games")
def more_calls_than_rounds_played(d):
    game, seat = seat_at(d, 4)
    d.seats["calls"][game] = 0
    d.seats["calls"][game, seat] = d.seats["rounds_in"][game, seat] + 1


@breaks("assafs_alone", detail="games")
def more_assafs_than_calls(d):
    d.seats["assafs_suffered"][2, 1] = d.seats["calls"][2, 1] + 1


@breaks("assafs_alone", detail="games")
def assaf_that_nobody_made(d):
    d.seats["assafs_made"][2] = 0
    d.seats["calls"][2, 0], d.seats["assafs_suffered"][2, 0] = 2, 1


@breaks("assafs_alone", detail="games")
def more_assafs_made_than_met(d):
    d.seats["assafs_suffered"][2] = 0
    d.seats["assafs_made"][2, 1] = 1


@breaks("assafs_alone", detail="games")
def assafs_made_in_rounds_called(d):
    seats = d.seats
    seats["assafs_suffered"][2] = seats["calls"][2]
    seats["assafs_made"][2, 0] = seats["rounds_in"][2, 0] - seats["calls"][2, 0] + 1


@breaks("assafs_alone", detail="games", assaf=False)
def assaf_where_none_is_played(d):
    d.seats["assafs_suffered"][2, 0], d.seats["calls"][2, 0] = 1, 1
    d.seats["assafs_made"][2, 1] = 1


@breaks("milestones_alone", detail="games")
def more_milestones_than_rounds(d):
    d.seats["milestones"][2, 1] = d.seats["rounds_in"][2, 1] + 1


@breaks("milestones_alone", detail="games", milestones={})
def milestone_where_there_is_none(d):
    d.seats["milestones"][2, 1] = 1

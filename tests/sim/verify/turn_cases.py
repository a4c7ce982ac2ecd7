"""Doctored rows that invariants of play must notice."""

import numpy as np

from sim.verify.play import NO_SCORE
from tests.sim.verify.cases import ASSAF, DHUMBAL, FEW_TURNS, NULL, OUT, SLAPDOWN, WINNER_OPENS, breaks


@breaks("seats_exist")
def dealer_beyond_the_table(d):
    d.rounds["dealer"][7] = 4


@breaks("seats_exist")
def first_player_beyond_the_table(d):
    d.rounds["first"][7] = 4


@breaks("seats_exist")
def ender_beyond_the_table(d):
    d.rounds["ender"][7] = 4


@breaks("seats_exist")
def first_allowed_beyond_the_table(d):
    d.rounds["first_allowed"][7] = 6


@breaks("players_in")
def one_player_more(d):
    d.rounds["players_in"][d.row(None, d.someone_out)] += 1


@breaks("score_and_total")
def total_without_score(d):
    row = d.row(None, d.someone_out)
    d.rounds["total"][row, d.out_seat(row)] = 210


@breaks("score_and_total")
def score_without_total(d):
    d.rounds["total"][5, 2] = NO_SCORE


@breaks("still_in")
def player_who_is_out_plays_on(d):
    row = d.row(None, d.someone_out)
    seat = d.out_seat(row)
    d.rounds["score"][row, seat], d.rounds["total"][row, seat] = 3, 204
    d.rounds["players_in"][row] += 1


@breaks("still_in")
def player_vanishes_below_the_limit(d):
    d.rounds["score"][3, 1] = d.rounds["total"][3, 1] = NO_SCORE
    d.rounds["players_in"][3] -= 1


@breaks("still_in")
def total_above_the_limit_and_still_in(d):
    row = d.row(None, d.rounds["round"] == 3)
    d.rounds["total"][row, 0] = 201


@breaks("still_in", elimination="reach")
def total_on_the_limit_and_still_in(d):
    row = d.row(None, d.rounds["round"] == 3)
    d.rounds["total"][row, 0] = 200


@breaks("dealer")
def first_dealer_is_not_seat_0(d):
    d.rounds["dealer"][0] = 1


@breaks("dealer")
def deal_skips_a_player(d):
    d.rounds["dealer"][2] = (d.rounds["dealer"][2] + 1) % 4


@breaks("dealer", "first")
def deal_goes_to_a_player_who_is_out(d):
    row = d.row(None, d.someone_out)
    d.rounds["dealer"][row] = d.out_seat(row)


@breaks("first")
def dealer_plays_first(d):
    d.rounds["first"][4] = d.rounds["dealer"][4]


@breaks("first", **WINNER_OPENS)
def left_of_dealer_where_the_winner_opens(d):
    left = (d.rounds["dealer"] + 1) % 4
    row = d.row(None, d.rounds["round"] > 1, d.rounds["first"] != left, ~d.someone_out)
    d.rounds["first"][row] = left[row]


@breaks("first", **WINNER_OPENS)
def caller_opens_after_assaf(d):
    row = d.row("assaf", np.append(d.rounds["round"][1:] != 1, False)) + 1
    d.rounds["first"][row] = d.rounds["ender"][row - 1]


@breaks("end_allowed", assaf=False)
def assaf_where_it_is_not_played(d):
    d.rounds["end"][5] = ASSAF


@breaks("end_allowed")
def out_where_nobody_goes_out(d):
    d.rounds["end"][5], d.rounds["ender_total"][5] = OUT, 0


@breaks("end_allowed", slapdown="matching")
def slapdown_where_cards_are_slapped(d):
    d.rounds["end"][5], d.rounds["ender_total"][5] = SLAPDOWN, 0


@breaks("stopped_by_nobody")
def call_by_nobody(d):
    d.rounds["ender"][9] = NULL


@breaks("stopped_by_nobody")
def call_without_lowest_other(d):
    d.rounds["lowest_other"][9] = NULL


@breaks("stopped_by_nobody", **FEW_TURNS)
def stopped_by_a_player(d):
    d.rounds["ender"][d.row("stopped")] = 0


@breaks("stopped_by_nobody", **FEW_TURNS)
def stopped_with_pile_taken(d):
    d.rounds["pile_taken"][d.row("stopped")] = 1


@breaks("turns_within_guard", **FEW_TURNS)
def stopped_too_early(d):
    d.rounds["turns"][d.row("stopped")] = 11


@breaks("turns_within_guard", **FEW_TURNS)
def call_after_the_last_turn(d):
    d.rounds["turns"][d.row("yaniv")] = 12


@breaks("turns_within_guard", **DHUMBAL)
def going_out_without_a_turn(d):
    d.rounds["turns"][d.row("out")] = 0


@breaks("enders_turn")
def one_turn_more(d):
    d.rounds["turns"][11] += 1


@breaks("enders_turn")
def call_by_the_neighbour(d):
    row = d.row("yaniv", ~d.someone_out)
    d.rounds["ender"][row] = (d.rounds["ender"][row] + 1) % 4


@breaks("enders_turn", **DHUMBAL)
def out_on_the_turn_after(d):
    d.rounds["turns"][d.row("out")] += 1


@breaks("ender_is_in")
def call_by_a_player_who_is_out(d):
    row = d.row("yaniv", d.someone_out)
    d.rounds["ender"][row] = d.out_seat(row)


@breaks("ender_total")
def call_above_the_threshold(d):
    d.rounds["ender_total"][d.row("yaniv")] = 8


@breaks("ender_total", **DHUMBAL)
def out_with_a_card(d):
    d.rounds["ender_total"][d.row("out")] = 1


@breaks("hand_totals")
def hand_worth_more_than_five_tens(d):
    row = d.row("yaniv")
    d.rounds["score"][row, d.opponent(row)] = 51


@breaks("hand_totals")
def lowest_hand_worth_more_than_five_tens(d):
    d.rounds["lowest_other"][d.row("yaniv")] = 51


@breaks("hand_totals", face_points="rank")
def hand_worth_more_than_five_kings(d):
    row = d.row("yaniv")
    d.rounds["score"][row, d.opponent(row)] = 66


@breaks("least_cards")
def opponent_without_cards(d):
    d.rounds["least_cards"][3] = 0


@breaks("least_cards", jokers=4, hand_size=3)
def opponent_without_cards_where_one_held_jokers_alone(d):
    d.rounds["least_cards"][d.row(None, d.rounds["lowest_other"] == 0, d.rounds["turns"] > 8)] = 0


@breaks("least_cards")
def opponent_with_six_cards(d):
    d.rounds["least_cards"][3] = 6


@breaks("least_cards")
def one_card_worth_more_than_ten(d):
    d.rounds["least_cards"][d.row("yaniv", d.rounds["lowest_other"] > 10)] = 1


@breaks("least_cards", threshold=50)
def fewer_cards_before_any_turn(d):
    d.rounds["least_cards"][d.row("yaniv", d.rounds["turns"] == 0)] = 4


@breaks("pile_taken", threshold=50)
def pile_taken_before_any_turn(d):
    d.rounds["pile_taken"][d.row(None, d.rounds["turns"] == 0)] = 1


@breaks("first_allowed")
def call_though_nobody_was_allowed(d):
    d.rounds["first_allowed"][d.row("yaniv")] = NULL


@breaks("first_allowed")
def allowed_at_once_is_another(d):
    row = d.row(None, d.rounds["first_allowed"] != d.rounds["first"])
    d.rounds["opening_allowed"][row] = 1


@breaks("first_allowed", threshold=50)
def call_without_turns_not_allowed_at_once(d):
    d.rounds["opening_allowed"][d.row(None, d.rounds["turns"] == 0)] = 0


@breaks("first_allowed", threshold=12)
def allowed_before_the_own_turn(d):
    row = d.row("yaniv", d.rounds["turns"] == 1, ~d.someone_out)
    d.rounds["first_allowed"][row] = (d.rounds["first"][row] + 2) % 4


@breaks("first_allowed")
def allowed_though_out(d):
    row = d.row("yaniv", d.someone_out)
    d.rounds["first_allowed"][row] = d.out_seat(row)


@breaks("reshuffles")
def reshuffled_before_the_stock_was_drawn(d):
    d.rounds["reshuffles"][d.row(None, (d.rounds["turns"] == 33) & (d.rounds["players_in"] == 4))] = 1

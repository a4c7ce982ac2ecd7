"""Each invariant notices rows that break it: one value changed in games that the engine played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from sim.columns import ENDS
from sim.verify.invariants import INVARIANTS, all_invariants
from sim.verify.play import NO_SCORE
from tests.sim.verify.doctor import Doctor

NULL = 255
YANIV, ASSAF, OUT, SLAPDOWN, STOPPED = range(5)
DHUMBAL = {"jokers": 0, "threshold": 10, "going_out": True, "score_limit": 0, "max_turns": 100}
SINGLE = {"score_limit": 0}
FEW_TURNS = {"max_turns": 12, "max_rounds": 4}
WINNER_OPENS = {"opening": "round_winner"}
STEAL = {"milestone_steal": 30, "milestones": {str(key): key // 2 for key in range(20, 200, 3)}}


class Case(NamedTuple):
    invariant: str
    change: Callable[[Doctor], Any]
    table: dict[str, Any]


CASES: dict[str, Case] = {}


def breaks(*invariants: str, **table: Any) -> Callable[[Callable[[Doctor], Any]], Callable[[Doctor], Any]]:
    """Register a change that these invariants must notice, at a table of these rules."""

    def register(change: Callable[[Doctor], Any]) -> Callable[[Doctor], Any]:
        for name in invariants:
            CASES[f"{name}-{change.__name__}"] = Case(name, change, table)
        return change

    return register


@breaks("seats_exist")
def dealer_beyond_the_table(d):
    d.rounds["dealer"][7] = 4


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


@breaks("least_cards")
def opponent_without_cards(d):
    d.rounds["least_cards"][3] = 0


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
    d.rounds["reshuffles"][d.row(None, d.rounds["turns"] <= 33)] = 1


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


@pytest.mark.parametrize("case", CASES)
def test_invariant__notices_a_doctored_row(case):
    invariant, change, table = CASES[case]
    doctor = Doctor(**table)
    assert doctor.broken() == {}
    change(doctor)
    broken = doctor.broken()
    assert invariant in broken
    assert f"({broken[invariant].invariant.rule}: " in broken[invariant].message


def test_invariants__each_has_a_doctored_row():
    assert {case.invariant for case in CASES.values()} == {invariant.name for invariant in all_invariants()}


def test_invariants__names_are_theirs_alone():
    assert len({invariant.name for invariant in INVARIANTS}) == len(INVARIANTS)


def test_message__names_game_round_values_and_rule():
    doctor = Doctor()
    second = int(np.argmax(doctor.rounds["game"] == 2)) + 1
    doctor.rounds["dealer"][second] = 3
    message = doctor.broken()["dealer"].message
    assert message == (
        "game 2, round 2: dealer is 3 instead of 1"
        " (D3: seat 0 deals the first round, then the deal moves to the next seat still in)"
    )


def test_message__shows_nulls_and_ends_as_a_reader_sees_them():
    doctor = Doctor()
    row = doctor.row("yaniv", doctor.someone_out)
    doctor.rounds["ender"][row] = NULL
    message = doctor.broken()["stopped_by_nobody"].message
    assert "end is yaniv, ender is null" in message
    assert ENDS[0] == "yaniv"


def test_message__lists_seats():
    doctor = Doctor()
    doctor.seats["calls"][0] += 1
    found = doctor.seats["calls"][0].tolist()
    told = doctor.broken()["calls"].message
    assert told.startswith(f"game 0: calls is {found} instead of {[n - 1 for n in found]} (T1, E6: ")


def test_broken__counts_the_rows_and_tells_the_first():
    doctor = Doctor()
    doctor.rounds["first"][[10, 20, 30]] = doctor.rounds["dealer"][[10, 20, 30]]
    broken = doctor.broken()["first"]
    assert broken.rows == 3
    assert broken.game == doctor.rounds["game"][10]


OTHER_RULES = [
    ({}, {"threshold": 6}, "ender_total"),
    ({}, {"opening": "round_winner"}, "first"),
    (WINNER_OPENS, {"opening": "left_of_dealer"}, "first"),
    ({}, {"assaf": False}, "end_allowed"),
    ({"assaf": False}, {"assaf": True}, "assaf_exactly"),
    ({}, {"assaf_penalty": 25}, "enders_score"),
    ({}, {"assaf_adds_hand": False}, "enders_score"),
    ({"threshold": 15}, {"assaf_extra": 20}, "enders_score"),
    ({"threshold": 15}, {"assaf_winner": "all"}, "opponents_scores"),
    ({"slapdown": "zero"}, {"slapdown": "off"}, "end_allowed"),
    ({}, {"max_turns": 20}, "turns_within_guard"),
    (FEW_TURNS, {"max_turns": 13}, "turns_within_guard"),
    (FEW_TURNS, {"max_rounds": 5}, "game_ends"),
    (DHUMBAL, {"going_out": False}, "end_allowed"),
    ({}, {"milestones": {"50": 25}}, "totals"),
    ({}, {"milestones": {"50": 24, "100": 50}}, "totals"),
    ({}, {"milestone_steal": 30}, "totals"),
    (STEAL, {"milestone_steal": 0}, "totals"),
    ({}, {"score_limit": 180}, "still_in"),
    ({}, {"score_limit": 220}, "still_in"),
    ({"score_limit": 60}, {"elimination": "reach"}, "still_in"),
    ({}, {"game_end": "first_out"}, "game_ends"),
    ({"game_end": "first_out"}, {"game_end": "last_in"}, "game_ends"),
    ({}, {"score_limit": 0}, "game_ends"),
    ({"face_points": "rank"}, {"face_points": "ten"}, "least_cards"),
    ({"hand_size": 6}, {"hand_size": 5}, "least_cards"),
    ({"hand_size": 7, "max_turns": 100, "threshold": 0}, {"second_deck_from": 2}, "reshuffles"),
]


@pytest.mark.parametrize(("played", "taken_for", "invariant"), OTHER_RULES)
def test_invariants__notice_rows_of_another_variant(played, taken_for, invariant):
    doctor = Doctor(**played)
    assert doctor.broken() == {}
    doctor.check_as(**taken_for)
    assert invariant in doctor.broken()


LEFT_OPEN = {
    "ender_total",
    "lowest_other",
    "reshuffles",
    "first_allowed",
    "opening_allowed",
    "least_cards",
    "pile_taken",
}
"""Columns that depend on cards which no row holds: a value may be wrong and break no rule. `--sample` knows."""


@pytest.mark.parametrize("table", ["rounds", "games", "seats"])
def test_invariants__notice_any_change_of_a_value_that_the_rules_decide(table):
    """Not the ids: those are checked before."""
    choices = np.random.default_rng(1)
    doctor = Doctor(entrants=2)
    columns = {name: values for name, values in getattr(doctor, table).items() if name not in ("game", "round", "seat")}
    for name in columns.keys() - LEFT_OPEN:
        flat = columns[name].reshape(-1)
        for at in choices.integers(len(flat), size=8).tolist():
            before = flat[at]
            flat[at] ^= 1
            assert doctor.broken(), f"{table}.{name} of value {at} was {before}, is {flat[at]}"
            flat[at] = before
    assert doctor.broken() == {}

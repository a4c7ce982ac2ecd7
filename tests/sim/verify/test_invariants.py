"""Each invariant notices rows that break it: one value changed in games that the engine played."""

import numpy as np
import pytest

from sim.columns import ENDS
from sim.detail import DETAILS
from sim.verify.invariants import INVARIANTS, all_invariants
from tests.sim.verify import card_cases, game_cases, games_alone_cases, score_cases, turn_cases  # noqa: F401  (they register)
from tests.sim.verify.cases import CASES, DHUMBAL, FEW_TURNS, MATCHING, NULL, STEAL, TWO_DECKS, WINNER_OPENS, ZERO
from tests.sim.verify.doctor import Doctor


@pytest.mark.parametrize("case", CASES)
def test_invariant__notices_a_doctored_row(case):
    invariant, change, table = CASES[case]
    doctor = Doctor(**table)
    assert doctor.broken() == {}
    change(doctor)
    broken = doctor.broken()
    assert invariant in broken
    assert f"({broken[invariant].invariant.rule}: " in broken[invariant].message


def test_least_cards__an_opponent_who_slapped_the_last_card_is_in_order():
    doctor = Doctor(slapdown="matching", hand_size=3)
    assert (doctor.rounds["least_cards"] == 0).any()
    assert doctor.broken() == {}


def test_invariants__each_has_a_doctored_row():
    every = {invariant.name for detail in DETAILS for invariant in all_invariants(detail)}
    assert {case.invariant for case in CASES.values()} == every


@pytest.mark.parametrize("detail", ["turns", "games"])
@pytest.mark.parametrize("played", [{}, DHUMBAL, FEW_TURNS, MATCHING, ZERO, TWO_DECKS, {"game_end": "first_out"}])
def test_invariants__hold_in_what_the_engine_keeps(detail, played):
    assert Doctor(detail=detail, **played).broken() == {}


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

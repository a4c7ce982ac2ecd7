"""Scores, totals and eliminations (E1 to E7, S1 to S4), worked by hand: for twin, kernels and referee."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rules import Variant
from tests.scored_rounds import SCORERS, Ending, Outcome, Scorer, house, kernel_scores, stopped, twin_scores, yaniv


@pytest.fixture(params=SCORERS)
def scored(request: pytest.FixtureRequest) -> Scorer:
    scorer: Scorer = SCORERS[request.param]
    return scorer


pytestmark = pytest.mark.nojit


# One round: end, points and winners.
@pytest.mark.parametrize(
    ("changes", "ending", "end", "score", "winners"),
    [
        # E1, E2: a caller below everybody scores 0, the others their hands.
        ({}, yaniv(1, 8, 7, 30), "yaniv", (8, 0, 30), (1,)),
        # E1: equal totals are Assaf. E3: 30 and the hand of 6; seat 2 keeps its points.
        ({}, yaniv(1, 6, 6, 16), "assaf", (0, 36, 16), (0,)),
        # E3 `lowest`: seat 0 is below the caller too, but not the lowest.
        ({}, yaniv(2, 5, 4, 6), "assaf", (5, 0, 36), (1,)),
        # E3 `lowest`: tied ones all score 0.
        ({}, yaniv(3, 4, 9, 4, 6), "assaf", (0, 9, 0, 36), (0, 2)),
        # E3 `all`: everybody at or below.
        ({"assaf_winner": "all"}, yaniv(3, 5, 9, 4, 6), "assaf", (0, 9, 0, 36), (0, 2)),
        ({"assaf_winner": "all"}, yaniv(3, 6, 7, 6, 6), "assaf", (0, 7, 0, 36), (0, 2)),
        # E3: penalty without the hand; another penalty; each further one at or below 20 more.
        ({"assaf_adds_hand": False}, yaniv(0, 7, 7), "assaf", (30, 0), (1,)),
        ({"assaf_penalty": 0}, yaniv(0, 7, 7), "assaf", (7, 0), (1,)),
        ({"assaf_extra": 20}, yaniv(0, 7, 6), "assaf", (37, 0), (1,)),
        ({"assaf_extra": 20}, yaniv(0, 7, 6, 7, 8), "assaf", (57, 0, 7, 8), (1,)),
        ({"assaf_extra": 20}, yaniv(0, 7, 6, 7, 3), "assaf", (77, 6, 7, 0), (3,)),
        # E2: nobody may answer; the winner is the caller, whatever the others hold (E7).
        ({"assaf": False}, yaniv(0, 7, 0, 3), "yaniv", (0, 0, 3), (0,)),
        # E4 `zero`: no call, so no Assaf; somebody else at 0 scores 0 and does not win.
        ({"slapdown": "zero"}, Ending("slapdown", 1, (12, 0, 0)), "slapdown", (12, 0, 0), (1,)),
        # E6: as if called with 0; a hand of jokers answers.
        ({"going_out": True}, Ending("out", 0, (0, 5, 9)), "out", (0, 5, 9), (0,)),
        ({"going_out": True}, Ending("out", 0, (0, 0, 9)), "assaf", (30, 0, 9), (1,)),
        ({"going_out": True, "assaf": False}, Ending("out", 0, (0, 0, 9)), "out", (0, 0, 9), (0,)),
        # E5: everybody scores 0, nobody wins.
        ({}, stopped(3), "stopped", (0, 0, 0), ()),
    ],
)
def test_round__is_scored_as_worked_by_hand(
    scored: Scorer,
    changes: dict[str, Any],
    ending: Ending,
    end: str,
    score: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    (got,) = scored(house(**changes), [ending]).rounds
    assert (got.end, got.score, got.winners) == (end, score, winners)


def totals_of(outcome: Outcome) -> list[tuple[int, ...]]:
    return [played.totals for played in outcome.rounds]


def test_s1__scores_add_up(scored: Scorer) -> None:
    outcome = scored(house(), [yaniv(0, 3, 20, 8), yaniv(1, 40, 0, 7), yaniv(2, 10, 3, 3)])
    assert totals_of(outcome) == [(0, 20, 8), (40, 20, 15), (50 - 25, 20, 48)]
    assert outcome.winners is None


@pytest.mark.parametrize(
    ("endings", "totals"),
    [
        # 50 becomes 25, 25 + 25 becomes 25 again, 75 is no key, 100 becomes 50.
        ([50, 25, 50, 25], [25, 25, 75, 50]),
        # No chain: 100 becomes 50, which does not become 25.
        ([49, 1, 24, 49, 2], [49, 25, 49, 98, 50]),
        # Who stands on 50 and scores 0 stays there; the next points go on from 50.
        ([49, 49, 2, 0, 0, 50], [49, 98, 50, 50, 50, 50]),
        # To pass a key is not to land on it.
        ([49, 2, 48, 2], [49, 51, 99, 101]),
    ],
)
def test_s2__landing_on_a_milestone(scored: Scorer, endings: list[int], totals: list[int]) -> None:
    outcome = scored(house(), [yaniv(1, points, 0) if points else stopped(2) for points in endings])
    assert [total for total, _other in totals_of(outcome)] == totals


def test_s2__a_caller_may_land_by_the_penalty(scored: Scorer) -> None:
    """13 and 30 + 7 make 50."""
    outcome = scored(house(), [yaniv(1, 13, 0), yaniv(0, 7, 7)])
    assert totals_of(outcome)[-1] == (25, 0)
    assert [seat[4] for seat in outcome.seats] == [1, 0]


def test_s2__a_key_may_let_down_to_zero(scored: Scorer) -> None:
    outcome = scored(house(milestones={"30": 0}), [yaniv(1, 30, 0), yaniv(1, 30, 0), yaniv(1, 20, 0)])
    assert [total for total, _other in totals_of(outcome)] == [0, 0, 20]


@pytest.mark.parametrize(
    ("before", "ending", "totals"),
    [
        # One lands: the leader of the others adds 30.
        ([yaniv(2, 20, 45, 0)], yaniv(2, 30, 10, 0), (25, 55, 30)),
        # Two land: the leader adds 60.
        ([], yaniv(2, 50, 50, 0), (25, 25, 60)),
        # Tied leaders all add.
        ([], yaniv(1, 50, 0, 20, 0), (25, 30, 20, 30)),
        # The leader is sought among those who did not land: 25 would have been the lowest.
        ([yaniv(0, 0, 40, 40)], yaniv(1, 50, 5, 6), (25, 70, 46)),
        # Added points trigger nothing: 20 + 30 stays 50.
        ([yaniv(0, 0, 20, 21)], yaniv(1, 50, 0, 21), (25, 50, 42)),
        # Nobody lands: nothing is added.
        ([], yaniv(2, 49, 10, 0), (49, 10, 0)),
        # Who stands on a key and scores 0 did not land, and may lead: 50, 30 and 18 before.
        ([yaniv(1, 49, 0, 9), yaniv(1, 51, 0, 9)], yaniv(0, 0, 40, 32), (80, 70, 25)),
    ],
)
def test_s3__the_leader_adds_for_those_who_landed(
    scored: Scorer, before: list[Ending], ending: Ending, totals: tuple[int, ...]
) -> None:
    outcome = scored(house(milestone_steal=30, milestones={"50": 25, "100": 50}), [*before, ending])
    assert totals_of(outcome)[-1] == totals


def test_s3__the_winner_pays_where_all_others_landed(scored: Scorer) -> None:
    """The caller pays 30 + 10 and lands on 40, seat 1 lands on 9, seat 2 answers with 8 and is left alone."""
    rules = house(milestone_steal=30, milestones={"40": 10, "9": 1})
    outcome = scored(rules, [yaniv(0, 10, 9, 8)])
    assert totals_of(outcome)[0] == (10, 1, 60)


def test_s4__above_the_limit_is_out_and_on_it_is_not(scored: Scorer) -> None:
    rules = house(score_limit=60, milestones={})
    outcome = scored(rules, [yaniv(2, 30, 31, 0), yaniv(2, 30, 30, 0)])
    assert [played.out for played in outcome.rounds] == [(), (1,)]
    assert totals_of(outcome)[-1] == (60, 61, 0)
    assert outcome.winners is None


def test_s4__reach_puts_out_on_the_limit(scored: Scorer) -> None:
    rules = house(score_limit=60, milestones={}, elimination="reach")
    outcome = scored(rules, [yaniv(2, 30, 29, 0), yaniv(2, 30, 30, 0)])
    assert [played.out for played in outcome.rounds] == [(), (0,)]


def test_s4__is_decided_after_the_milestone(scored: Scorer) -> None:
    """Landing on 100 gives 50, which saves from a limit of 60."""
    rules = house(score_limit=60, milestones={"100": 50})
    outcome = scored(rules, [yaniv(1, 50, 0), yaniv(1, 50, 0)])
    assert outcome.rounds[-1].out == ()
    assert totals_of(outcome)[-1] == (50, 0)


def test_s4__is_decided_after_the_steal(scored: Scorer) -> None:
    """The leader stands on 40 and adds 30, which puts out at 60."""
    rules = house(score_limit=60, milestones={"50": 25}, milestone_steal=30)
    outcome = scored(rules, [yaniv(2, 30, 40, 0), yaniv(1, 20, 0, 45)])
    assert totals_of(outcome)[-1] == (25, 70, 45)
    assert outcome.rounds[-1].out == (1,)


def test_s4__who_is_out_scores_nothing_more(scored: Scorer) -> None:
    rules = house(score_limit=60, milestones={})
    outcome = scored(rules, [yaniv(2, 30, 61, 0), yaniv(2, 20, 50, 0)])
    assert outcome.rounds[1].score == (20, None, 0)
    assert totals_of(outcome)[-1] == (50, 61, 0)
    assert [seat[0] for seat in outcome.seats] == [2, 1, 2]


def test_e1__who_is_out_does_not_answer(scored: Scorer) -> None:
    outcome = scored(house(score_limit=60, milestones={}), [yaniv(2, 30, 61, 0), yaniv(2, 20, 0, 5)])
    assert outcome.rounds[1].end == "yaniv"
    assert outcome.rounds[1].score == (20, None, 0)


# Anything that may happen: the kernels equal the twin.


@st.composite
def games(draw: st.DrawFn) -> tuple[Variant, list[Ending]]:
    """Some rules, and rounds that end in all the ways these rules know."""
    players = draw(st.integers(2, 8))
    limit = draw(st.sampled_from([0, 20, 60, 100]))
    keys = draw(st.lists(st.integers(1, 60), unique=True, max_size=12))
    kinds = ["yaniv", "stopped", draw(st.sampled_from(["out", "slapdown"]))]
    rules = house(
        score_limit=limit,
        milestones={str(key): min(key // 2, max(limit - 1, 0)) for key in keys},
        milestone_steal=draw(st.sampled_from([0, 1, 7, 30])),
        elimination=draw(st.sampled_from(["above", "reach"])),
        game_end=draw(st.sampled_from(["last_in", "first_out"])),
        opening=draw(st.sampled_from(["left_of_dealer", "round_winner"])),
        assaf=draw(st.sampled_from([True, True, False])),
        assaf_winner=draw(st.sampled_from(["lowest", "all"])),
        assaf_penalty=draw(st.sampled_from([0, 5, 30])),
        assaf_adds_hand=draw(st.booleans()),
        assaf_extra=draw(st.sampled_from([0, 20])),
        max_rounds=draw(st.sampled_from([1, 3, 1000])),
    )
    hand_totals = st.integers(0, 6) | st.integers(0, 50)
    endings = []
    for _ in range(draw(st.integers(1, 12))):
        end = draw(st.sampled_from(kinds))
        totals = draw(st.lists(hand_totals, min_size=players, max_size=players))
        ender = None if end == "stopped" else draw(st.integers(0, players - 1))
        if ender is not None and end != "yaniv":
            totals[ender] = 0
        endings.append(Ending(end, ender, tuple(totals)))
    return rules, endings


def ended_by_those_in(variant: Variant, endings: list[Ending]) -> list[Ending]:
    """The same endings, each by a seat that is still in: the next one where the chosen seat is out."""
    players, given_endings = len(endings[0].hand_totals), []
    active = set(range(players))
    for ending in endings:
        if ending.ender is not None:
            seat = next(s % players for s in range(ending.ender, 2 * players) if s % players in active)
            totals = list(ending.hand_totals)
            if ending.end != "yaniv":
                totals[seat] = 0
            ending = Ending(ending.end, seat, tuple(totals))
        given_endings.append(ending)
        outcome = twin_scores(variant, given_endings)
        if outcome.winners is not None:
            break
        active = set(range(players)) - {seat for played in outcome.rounds for seat in played.out}
    return given_endings


@given(games())
def test_scores__are_the_same_in_kernels_and_twin(game: tuple[Variant, list[Ending]]) -> None:
    variant, endings = game
    endings = ended_by_those_in(variant, endings)
    assert kernel_scores(variant, endings) == twin_scores(variant, endings)

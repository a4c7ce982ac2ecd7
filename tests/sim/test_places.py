"""Places, winners, who deals and who begins (S5, S6, D3, D4), worked by hand: for twin, kernels and referee."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scored_rounds import SCORERS, Ending, Outcome, Scorer, house, stopped, yaniv

pytestmark = pytest.mark.nojit


@pytest.fixture(params=SCORERS)
def scored(request: pytest.FixtureRequest) -> Scorer:
    scorer: Scorer = SCORERS[request.param]
    return scorer


SHORT_GAME = {"score_limit": 60, "milestones": {}}


@pytest.mark.parametrize(
    ("changes", "endings", "winners", "places"),
    [
        # S5: later out is better.
        (SHORT_GAME, [yaniv(2, 61, 10, 0), yaniv(2, 0, 60, 0)], (2,), (3, 2, 1)),
        # S5: in one round the lower total is better; equal totals share the place.
        (SHORT_GAME, [yaniv(3, 62, 61, 61, 0)], (3,), (4, 2, 2, 1)),
        (SHORT_GAME, [yaniv(3, 99, 61, 62, 0)], (3,), (4, 2, 3, 1)),
        # Later out is better, whatever the totals.
        (SHORT_GAME, [yaniv(2, 61, 60, 0), yaniv(2, 0, 90, 0)], (2,), (3, 2, 1)),
        # `first_out`: the first elimination ends it, the lowest total wins, also among those not out.
        (SHORT_GAME | {"game_end": "first_out"}, [yaniv(2, 61, 10, 0, 90)], (2,), (3, 2, 1, 4)),
        # `first_out`: ties share.
        (SHORT_GAME | {"game_end": "first_out", "assaf": False}, [yaniv(2, 61, 0, 5)], (1, 2), (3, 1, 1)),
        # E5 for games: no winner; those in by total, ahead of those out, who keep their order.
        (SHORT_GAME | {"max_rounds": 1}, [yaniv(2, 61, 20, 0, 10, 70)], (), (4, 3, 1, 2, 5)),
        (SHORT_GAME | {"max_rounds": 2}, [yaniv(2, 61, 20, 0, 10), yaniv(2, 0, 41, 0, 10)], (), (4, 3, 1, 2)),
        (SHORT_GAME | {"max_rounds": 2}, [stopped(3), stopped(3)], (), (1, 1, 1)),
        # The last round allowed may also decide the game.
        (SHORT_GAME | {"max_rounds": 1}, [yaniv(1, 61, 0)], (1,), (2, 1)),
        # S6: the round's winners are first, the others follow by score.
        ({"score_limit": 0}, [yaniv(1, 20, 5, 30, 20)], (1,), (2, 1, 4, 2)),
        ({"score_limit": 0}, [yaniv(3, 4, 9, 4, 6)], (0, 2), (1, 3, 1, 4)),
        # S6, E7: who also holds 0 does not win, and comes next.
        ({"score_limit": 0, "slapdown": "zero"}, [Ending("slapdown", 1, (0, 0, 7))], (1,), (2, 1, 3)),
        # S6: an Assaf on a hand of 0 without penalty: the caller scores 0 and still does not win.
        ({"score_limit": 0, "assaf_penalty": 0}, [yaniv(0, 0, 0, 7)], (1,), (2, 1, 3)),
        # S6: a stopped round has no winner and gives everybody place 1.
        ({"score_limit": 0}, [stopped(3)], (), (1, 1, 1)),
    ],
)
def test_s5_s6__winners_and_places(
    scored: Scorer,
    changes: dict[str, Any],
    endings: list[Ending],
    winners: tuple[int, ...],
    places: tuple[int, ...],
) -> None:
    outcome = scored(house(**changes), endings)
    assert len(outcome.rounds) == len(endings)
    assert (outcome.winners, outcome.places) == (winners, places)


def test_s6__a_single_round_knows_no_milestone_steal_or_limit(scored: Scorer) -> None:
    rules = house(score_limit=0, milestones={"50": 25}, milestone_steal=30)
    outcome = scored(rules, [yaniv(1, 50, 0, 99)])
    assert outcome.rounds[0].totals == outcome.rounds[0].score == (50, 0, 99)
    assert outcome.rounds[0].out == ()


# Who deals and who plays first.


def starts_of(outcome: Outcome) -> list[tuple[int, int]]:
    return [(played.dealer, played.first) for played in outcome.rounds]


def test_d3_d4__the_deal_goes_round_and_the_next_seat_begins(scored: Scorer) -> None:
    outcome = scored(house(), [yaniv(1, 9, 0, 9)] * 4)
    assert starts_of(outcome) == [(0, 1), (1, 2), (2, 0), (0, 1)]


def test_d3_d4__seats_that_are_out_are_passed_over(scored: Scorer) -> None:
    rules = house(**SHORT_GAME)
    outcome = scored(rules, [yaniv(0, 0, 61, 9, 9), yaniv(0, 0, 0, 9, 9), yaniv(0, 0, 0, 9, 9), stopped(4)])
    assert starts_of(outcome) == [(0, 1), (2, 3), (3, 0), (0, 2)]


@pytest.mark.parametrize(
    ("changes", "endings", "firsts"),
    [
        # The caller won, then seat 2 answered seat 0.
        ({}, [yaniv(0, 1, 9, 9), yaniv(0, 5, 9, 5), yaniv(1, 9, 0, 9)], [1, 0, 2]),
        # Two answered: the first clockwise from the caller, who is seat 2.
        ({}, [yaniv(2, 6, 6, 6, 9), stopped(4)], [1, 0]),
        ({}, [yaniv(1, 6, 6, 9, 6), stopped(4)], [1, 3]),
        ({}, [yaniv(1, 6, 6, 6, 6), stopped(4)], [1, 2]),
        # After a round without a winner: left of the dealer, who is seat 1, then seat 2.
        ({}, [stopped(3), stopped(3), yaniv(1, 9, 0, 9)], [1, 2, 0]),
        # A slapdown and a going-out win too.
        ({"slapdown": "zero"}, [Ending("slapdown", 2, (5, 5, 0)), stopped(3)], [1, 2]),
        ({"going_out": True}, [Ending("out", 0, (0, 5, 5)), stopped(3)], [1, 0]),
        # E2: the caller wins, whatever the others hold.
        ({"assaf": False}, [yaniv(2, 1, 1, 5), stopped(3)], [1, 2]),
        # The winner leads at 0, adds 1000 for the one who landed, is out, and passes it on.
        (
            {"milestone_steal": 1000, "milestones": {"50": 25}, "score_limit": 60},
            [yaniv(1, 9, 0, 50, 9), stopped(4)],
            [1, 2],
        ),
        (
            {"milestone_steal": 1000, "milestones": {"50": 25}, "score_limit": 60},
            [yaniv(3, 9, 50, 9, 0), stopped(4)],
            [1, 0],
        ),
    ],
)
def test_d4__the_winner_of_the_round_begins_the_next(
    scored: Scorer, changes: dict[str, Any], endings: list[Ending], firsts: list[int]
) -> None:
    outcome = scored(house(opening="round_winner", **changes), endings)
    assert [played.first for played in outcome.rounds] == firsts


def test_seats__count_rounds_calls_assafs_and_milestones(scored: Scorer) -> None:
    endings = [
        yaniv(0, 5, 5, 5),
        yaniv(0, 5, 30, 20),
        yaniv(2, 9, 20, 4),
        Ending("slapdown", 1, (9, 0, 9)),
        stopped(3),
    ]
    outcome = scored(house(slapdown="zero"), endings)
    # rounds in, calls, Assafs suffered, Assafs made, milestones
    assert outcome.seats == [(5, 2, 1, 0, 0), (5, 0, 0, 1, 1), (5, 1, 0, 1, 0)]

"""What a tuning plays, from options."""

import json

import pytest

from pipelines.tuning.options import generations_for
from pipelines.tuning.plan import FINALISTS, TuningPlan
from pipelines.tuning.told import command, plan_lines
from sim.bots import family
from sim.errors import InputError
from sim.plan import entrant_name
from tests.pipelines.tuning.planted import a_plan


def test_plan__is_read_as_it_was_written():
    plan = a_plan("greedy:call_at=9", players=3, variant="yaniv5", parameters=["call_at:1-5", "keep_pair"])
    assert TuningPlan.from_mapping(plan.as_mapping(), "here") == plan


def test_plan__the_pool_has_the_bot_itself_and_nobody_twice():
    names = [list(map(entrant_name, a_plan(start, against=()).pool)) for start in ("random", "greedy", "counter")]
    assert names == [["random", "greedy", "counter"], ["greedy", "counter"], ["counter", "greedy"]]


def test_plan__what_is_the_default_at_its_table_has_no_other_name():
    """A tuning that goes on reads all parameters and must tell the same bot by the same name."""
    told = f"counter:risk_one={family('counter').defaults(7, 3)[0]}"
    plan = a_plan(told, players=3, against=(told, "tactician"), parameters=["risk_one"])
    for one in (plan, TuningPlan.from_mapping(json.loads(json.dumps(plan.as_mapping())), "here")):
        assert [entrant_name(bot) for bot in (one.start, *one.pool)] == ["counter", "counter", "tactician"]
        assert str(one.entrant((1,))) == "counter:risk_one=1"
        assert command(one) == command(plan)
    with pytest.raises(InputError, match="--against: 'counter' is there twice"):
        a_plan(players=3, against=("counter", told))


def test_plan__ranges_and_steps():
    plan = a_plan("greedy:call_at=50,keep_pair=-30", parameters=["keep_pair:-40--20", "call_at:1-7", "keep_run"])
    assert [one[:4] for one in plan.ranges] == [
        ("call_at", 1, 7, 4), ("keep_pair", -40, -20, -30), ("keep_run", plan.ranges[2].low, plan.ranges[2].high, 0),
    ]  # fmt: skip
    assert [one.step for one in plan.ranges[:2]] == [2.0, 20 / 3]
    assert len(a_plan(parameters=()).ranges) == 5


def test_plan__candidates_differ_in_what_is_searched_only():
    plan = a_plan("greedy:take_at_most=5", parameters=["call_at:1-7", "keep_joker"])
    assert str(plan.entrant((3, 8))) == "greedy:call_at=3,take_at_most=5,keep_joker=8"
    assert plan.searched(plan.entrant((3, 8))) == (3, 8)


def test_plan__counts_its_games():
    plan = a_plan(players=3, population=8, generations=5, deals=10, fresh=100)
    assert plan.games_a_generation == 8 * 10 * 3 * 2
    assert plan.games == 5 * 480 + ((FINALISTS + 1) * 25 + 2 * 100) * 6
    assert generations_for(plan.games, plan, "--games") == 5
    assert generations_for(plan.games - 1, plan, "--games") == 4
    with pytest.raises(InputError, match=r"--games: 100 games are too few; one generation and the finalists are"):
        generations_for(100, plan, "--games")


def test_plan__its_command_makes_it_again():
    plan = a_plan("greedy:call_at=9", parameters=["call_at:1-7", "keep_joker"])
    assert command(plan) == (
        "yaniv tune greedy:call_at=9 --players 2 --against greedy --against random --parameter call_at:1-7"
        " --parameter keep_joker --population 8 --generations 12 --deals 32 --fresh 256 --seed 1 --name greedy-tuned-2p"
    )
    assert "--parameter" not in command(a_plan())


def test_plan__is_told_before():
    told = "\n".join(plan_lines(a_plan("greedy:call_at=9", players=3, parameters=["call_at:1-7"])))
    assert "tuning greedy:call_at=9: standard, 3 players" in told
    assert "call_at 1 to 7, from 4 with steps of about 2" in told
    assert "against each of: greedy, random on all other seats, in every seat" in told
    assert "12 generations of 8 candidates on 32 deals, 1,536 games each" in told

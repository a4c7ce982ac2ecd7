"""Plans: rotations, hash, what is written and read back, differences."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.bots import family, parse_entrant
from sim.plan import Cell, Plan, deal_out, differences, entrant_name
from sim.rules import load_variant

A, B, C = (parse_entrant(f"greedy:call_at={limit}") for limit in (1, 2, 3))


def cell(*lineup):
    return Cell(load_variant("standard"), len(lineup), lineup)


def plan(*cells, **changes):
    return Plan(**{"seed": 1, "cells": cells or (cell(A, B),), "chunk_deals": 16, "title": "t", **changes})


@pytest.mark.parametrize(
    ("lineup", "expected"),
    [
        ((A, A), 1),
        ((A, B), 2),
        ((A, A, A, A), 1),
        ((A, B, A, B), 2),
        ((A, A, B, B), 4),
        ((A, B, C), 3),
        ((A, B, C, A), 4),
        ((A, B, A, B, A, B), 2),
        ((A, B, C, A, B, C), 3),
    ],
)
def test_rotations__are_the_distinct_ways_to_turn_a_lineup(lineup, expected):
    assert cell(*lineup).rotations == expected


@given(st.lists(st.sampled_from([A, B, C]), min_size=2, max_size=8))
def test_rotations__are_all_different_and_then_repeat(lineup):
    table = cell(*lineup)
    seatings = [table.seat_entrants(rotation) for rotation in range(table.rotations)]
    assert len(set(seatings)) == table.rotations
    assert table.seat_entrants(table.rotations) == seatings[0]


def test_seat_entrants__move_on_by_one_seat_a_rotation():
    table = cell(A, B, C)
    assert table.seat_entrants(0) == (A, B, C)
    assert table.seat_entrants(1) == (C, A, B)
    assert table.seat_entrants(2) == (B, C, A)


def test_entrants__are_distinct_in_order_of_appearance():
    assert cell(B, A, B, C).entrants == (B, A, C)


def test_deal_out__goes_round_until_all_seats_are_taken():
    assert deal_out([A, B, C], 4) == (A, B, C, A)


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (2, 1), (3, 2), (100, 50), (101, 51)])
def test_deals__are_rounded_up_to_whole_rotations(games, deals):
    assert cell(A, B).deals_for(games) == deals


def test_entrant_name__is_the_label_or_else_the_canonical_text():
    assert entrant_name(A) == "greedy:call_at=1"
    assert entrant_name(A._replace(label="eager")) == "eager"


def test_plan__is_equal_after_json():
    own = plan(cell(A, B), Cell(load_variant("dhumbal"), 2, (A._replace(label="=cmd()"), B)))
    again = Plan.from_mapping(json.loads(json.dumps(own.as_mapping())))
    assert again == own
    assert again.hash == own.hash


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"chunk_deals": 32},
        {"title": "other"},
        {"cells": (cell(B, A),)},
        {"cells": (cell(A, B), cell(A, A))},
        {"cells": (Cell(load_variant("yaniv5"), 2, (A, B)),)},
    ],
)
def test_hash__changes_with_everything_that_decides_the_rows(changes):
    assert plan(**changes).hash != plan().hash


def test_hash__is_the_sha256_of_the_canonical_json():
    import hashlib

    text = json.dumps(plan().as_mapping(), sort_keys=True, separators=(",", ":"))
    assert plan().hash == hashlib.sha256(text.encode()).hexdigest()


def test_differences__name_the_place_and_both_values():
    old, new = plan(), plan(cell(A, C, C), seed=3)
    assert differences(old.as_mapping(), new.as_mapping()) == [
        "seed is 1 there and 3 here",
        "cells[0].players is 2 there and 3 here",
        "cells[0].lineup[1].parameters.call_at is 2 there and 3 here",
        "cells[0].lineup[2].family is absent there and 'greedy' here",
        "cells[0].lineup[2].parameters.call_at is absent there and 3 here",
        "cells[0].lineup[2].parameters.take_at_most is absent there and 3 here",
        "cells[0].lineup[2].parameters.keep_pair is absent there and 0 here",
        "cells[0].lineup[2].parameters.keep_run is absent there and 0 here",
        "cells[0].lineup[2].parameters.keep_joker is absent there and 0 here",
        "cells[0].lineup[2].label is absent there and '' here",
    ]


# Defaults that depend on the number of players


def of_two(name):
    """A parameter of a bot that is another by default at tables of two and of three, and its defaults there."""
    two, three = (
        dict(zip((p.name for p in family(name).parameters), family(name).defaults(7, n), strict=True)) for n in (2, 3)
    )
    return next((key, two[key], three[key]) for key in two if two[key] != three[key])


@pytest.mark.parametrize("name", ["tactician", "counter", "rollout"])
def test_cell__a_bot_has_the_defaults_of_the_table_and_is_told_as_there(name):
    key, two, three = of_two(name)
    plain, own = parse_entrant(name), parse_entrant(f"{name}:{key}={two}")
    assert plain.values(7, 2) != plain.values(7, 3)
    assert own.values(7, 2) == plain.values(7, 2)
    assert own.values(7, 3) != plain.values(7, 3)
    assert cell(own, plain).entrants == (plain,), "what is the default here has no other name"
    assert [str(one) for one in cell(own, plain, plain).entrants] == [f"{name}:{key}={two}", name]
    again = Plan.from_mapping(json.loads(json.dumps(plan(cell(own, plain), cell(own, plain, plain)).as_mapping())))
    assert again.cells == (cell(plain, plain), cell(own, plain, plain))


def test_cell__what_a_run_wrote_is_played_though_the_defaults_are_others_now():
    key, two, _ = of_two("counter")
    written = cell(parse_entrant("counter"), A).as_mapping()
    written["lineup"][0]["parameters"][key] = two + 1
    assert str(Cell.from_mapping(written, "here").lineup[0]) == f"counter:{key}={two + 1}"


def test_cell__an_old_run_keeps_the_names_and_the_hash_that_it_was_written_with():
    """Until defaults were searched, a run told parameters alone, and a name what was not `Parameter.default`."""
    bot = family("counter")
    old = {one.name: one.default for one in bot.parameters}
    lineup = [
        {"family": "counter", "parameters": old, "label": ""},
        {"family": "counter", "parameters": old | {"risk_one": 100}, "label": ""},
        {"family": "counter", "parameters": old, "label": "mine"},
    ]
    written = cell(A, A, A).as_mapping() | {"lineup": lineup}
    read = Cell.from_mapping(written, "here")
    assert [entrant_name(one) for one in read.lineup] == ["counter", "counter:risk_one=100", "mine"]
    assert [one.values(7, 3) for one in read.lineup[::2]] == [tuple(old.values())] * 2
    assert read.as_mapping() == written
    assert read.lineup[0] != cell(parse_entrant("counter"), A, A).lineup[0], "it is not the bot of that name now"


def test_cell__a_run_keeps_its_names_when_defaults_become_others(monkeypatch):
    """The defaults of today are told as those of another day."""
    key, two, _ = of_two("tactician")
    written = json.loads(
        json.dumps(cell(parse_entrant("tactician"), parse_entrant(f"tactician:{key}={two + 1}")).as_mapping())
    )
    names = ["tactician", f"tactician:{key}={two + 1}"]
    assert [one["name"] for one in written["lineup"]] == names
    other = family("tactician")._replace(tuned={(7, 2): dict(family("tactician").tuned[7, 2]) | {key: two + 1}})
    monkeypatch.setattr("sim.bots.family", lambda _name: other)
    read = Cell.from_mapping(written, "here")
    assert [entrant_name(one) for one in read.lineup] == names
    assert read.as_mapping() == written
    assert [str(one) for one in read.lineup] == [f"tactician:{key}={two}", "tactician"]


def test_cell__a_parameter_that_a_run_does_not_tell_is_as_before_there_was_one():
    written = cell(parse_entrant("rollout:deals=2"), A).as_mapping()
    del written["lineup"][0]["parameters"]["risk_one"]
    before = next(one.default for one in family("counter").parameters if one.name == "risk_one")
    assert Cell.from_mapping(written, "here").lineup[0].values(7, 2)[4] == before

"""Variants: the values of the rules text, limits on both sides, and errors that name the way out."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.rules import RULE_FIELDS, Variant, check_table, field_note, named_variants

SHORT = {
    "threshold": 5,
    "set_pickup": "ends",
    "second_deck_from": 4,
    "opening": "round_winner",
    "score_limit": 0,
}

# What each named variant changes, written down from the rules text.
NAMED = {
    "standard": {},
    "short": SHORT,
    "yaniv5": {"threshold": 5},
    "yaniv9": {"threshold": 9},
    "nepal10": SHORT | {"threshold": 10},
    "no-assaf": {"assaf": False},
    "slapdown": {"slapdown": "zero"},
    "double-joker": {"jokers": 4},
    "milestone-steal": {"milestone_steal": 30},
    "strict": {"joker_at_run_ends": False, "max_set": 4},
    "york": {"jokers": 0, "set_pickup": "ends", "score_limit": 0, "max_turns": 50},
    "dhumbal": {
        "jokers": 0,
        "threshold": 10,
        "face_points": "rank",
        "set_pickup": "last",
        "run_pickup": "last",
        "going_out": True,
        "score_limit": 0,
        "max_turns": 100,
    },
}

DEFAULTS = {
    "jokers": 2,
    "face_points": "ten",
    "second_deck_from": 6,
    "hand_size": 5,
    "opening": "left_of_dealer",
    "threshold": 7,
    "max_set": 0,
    "joker_at_run_ends": True,
    "run_pickup": "ends",
    "set_pickup": "any",
    "assaf": True,
    "assaf_penalty": 30,
    "assaf_adds_hand": True,
    "assaf_extra": 0,
    "assaf_winner": "lowest",
    "slapdown": "off",
    "max_turns": 1000,
    "max_rounds": 1000,
    "going_out": False,
    "milestones": {50: 25, 100: 50},
    "milestone_steal": 0,
    "score_limit": 200,
    "elimination": "above",
    "game_end": "last_in",
}

# S7: field, lowest, highest, and whether 0 is allowed below the lowest.
RANGES = [
    ("jokers", 0, 4, False),
    ("second_deck_from", 2, 8, True),
    ("hand_size", 3, 7, False),
    ("threshold", 0, 50, False),
    ("max_set", 2, 8, True),
    ("assaf_penalty", 0, 1000, False),
    ("assaf_extra", 0, 1000, False),
    ("max_turns", 1, 60_000, False),
    ("max_rounds", 1, 60_000, False),
    ("milestone_steal", 0, 1000, False),
    ("score_limit", 0, 10_000, False),
]

CHOICES = {
    "face_points": ["ten", "rank"],
    "opening": ["left_of_dealer", "round_winner"],
    "run_pickup": ["ends", "last"],
    "set_pickup": ["any", "ends", "last"],
    "assaf_winner": ["lowest", "all"],
    "slapdown": ["off", "zero", "matching"],
    "elimination": ["above", "reach"],
    "game_end": ["last_in", "first_out"],
}

SWITCHES = ["joker_at_run_ends", "assaf", "assaf_adds_hand", "going_out"]


def make(**fields: object) -> Variant:
    return Variant.from_mapping({"name": "house", **fields}, where="house.toml")


def fault(**fields: object) -> str:
    with pytest.raises(InputError) as caught:
        make(**fields)
    message = str(caught.value)
    assert message.startswith("house.toml: ")
    assert "house" in message.removeprefix("house.toml")
    assert "\n" not in message
    return message


# The values


def test_defaults__are_those_of_the_rules():
    assert {field: getattr(make(), field) for field in RULE_FIELDS} == DEFAULTS


def test_named_variants__are_all_there_in_order():
    assert list(named_variants()) == list(NAMED)


@pytest.mark.parametrize("name", NAMED)
def test_named_variant__differs_from_standard_as_the_rules_say(name):
    variant = named_variants()[name]
    assert variant.changes() == {field: (DEFAULTS[field], value) for field, value in NAMED[name].items()}
    assert variant.name == name
    assert len(variant.source) > 20


def test_named_variants__cannot_be_changed_through_the_answer():
    named_variants().clear()
    assert list(named_variants()) == list(NAMED)


@pytest.mark.parametrize("field", RULE_FIELDS)
def test_field_note__has_code_meaning_and_limits(field):
    note = field_note(field)
    assert note.rule[0] in "CDTES"
    assert note.meaning
    assert note.allowed


# Limits


@pytest.mark.parametrize(("field", "low", "high", "or_zero"), RANGES)
def test_whole_number__limits_are_allowed(field, low, high, or_zero):
    for value in (low, high, *([0] if or_zero else [])):
        # Without milestones: a low score_limit would rightly refuse them.
        assert getattr(make(**{"milestones": {}, field: value}), field) == value


@pytest.mark.parametrize(("field", "low", "high", "or_zero"), RANGES)
def test_whole_number__beyond_the_limits_is_refused(field, low, high, or_zero):
    for value in (low - 1, high + 1, -1, 10**30):
        if or_zero and value == 0:
            continue
        message = fault(**{field: value})
        assert f"{field} = {value}" in message
        assert f"{low} to {high:,}" in message
        assert message.count("0 or a whole") == or_zero


@pytest.mark.parametrize("field", [row[0] for row in RANGES])
@pytest.mark.parametrize("value", [True, False, 7.0, float("nan"), float("inf"), "7", [7], {}, None])
def test_whole_number__other_types_are_refused(field, value):
    assert f"{field} = " in fault(**{field: value})


@pytest.mark.parametrize("field", SWITCHES)
@pytest.mark.parametrize("value", [0, 1, "true", 1.0, []])
def test_switch__other_types_are_refused(field, value):
    assert "must be true or false" in fault(**{field: value})


@pytest.mark.parametrize("field", CHOICES)
def test_choice__takes_each_of_its_values_and_nothing_else(field):
    for value in CHOICES[field]:
        assert getattr(make(**{field: value}), field) == value
    for wrong in ("", "none", CHOICES[field][0].upper(), True, 3):
        message = fault(**{field: wrong})
        assert all(f'"{value}"' in message for value in CHOICES[field])


def test_choice__near_value_is_suggested():
    assert "did you mean 'matching'?" in fault(slapdown="matchin")
    assert "did you mean 'last'?" in fault(set_pickup="Last")


def test_choice__foreign_value_gets_no_suggestion():
    assert "did you mean" not in fault(slapdown="xyz")


# Milestones (S2, S7)


def test_milestones__replace_the_defaults():
    assert make(milestones={"150": 75}).milestones == {150: 75}


def test_milestones__empty_table_switches_them_off():
    assert make(milestones={}).milestones == {}


def test_milestones__come_in_rising_order():
    assert list(make(milestones={"100": 50, "9": 0, "50": 25}).milestones) == [9, 50, 100]


@pytest.mark.parametrize("key", [1, 60_000])
def test_milestones__lowest_and_highest_key(key):
    assert make(milestones={str(key): 0}).milestones == {key: 0}


@pytest.mark.parametrize("value", [0, 49])
def test_milestones__value_from_zero_to_below_the_key(value):
    assert make(milestones={"50": value}).milestones == {50: value}


@pytest.mark.parametrize(
    ("value", "text"),
    [(50, "50"), (51, "51"), (-1, "-1"), (True, "true"), (25.0, "25.0"), ("25", "'25'"), (None, "None")],
)
def test_milestones__other_values_are_refused(value, text):
    message = fault(milestones={"50": value})
    assert f"50 = {text}" in message
    assert "0 to 49" in message


@pytest.mark.parametrize("key", ["0", "-5", "fifty", "5_0", "٥", "1.5", " 50", "60001", "9" * 5000, 0, True])
def test_milestones__keys_that_are_no_totals_are_refused(key):
    assert "1 to 60,000" in fault(milestones={key: 0})


def test_milestones__one_key_written_twice_is_refused():
    assert "twice" in fault(milestones={"50": 25, "050": 20})


@pytest.mark.parametrize("value", [5, "none", [50, 25], True])
def test_milestones__that_are_no_table_are_refused(value):
    assert "must be a table" in fault(milestones=value)


@pytest.mark.parametrize(("elimination", "highest"), [("above", 200), ("reach", 199)])
def test_milestones__may_not_put_out_whom_they_let_down(elimination, highest):
    assert make(elimination=elimination, milestones={"400": highest}).milestones == {400: highest}
    message = fault(elimination=elimination, milestones={"400": highest + 1})
    assert f"at most {highest}" in message
    assert "score_limit = 200" in message


def test_milestones__are_free_where_nobody_goes_out():
    assert make(score_limit=0, milestones={"400": 399}).milestones == {400: 399}


def test_milestones__default_ones_meet_a_low_score_limit():
    assert "at most 30" in fault(score_limit=30)


def test_milestones__cannot_be_changed():
    with pytest.raises(TypeError):
        make().milestones[50] = 0  # type: ignore[index]


# Fields and names


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("treshold", "threshold"), ("Jokers", "jokers"), ("handsize", "hand_size"), ("bas", "base")],
)
def test_unknown_field__nearest_is_suggested(wrong, right):
    assert f"unknown field '{wrong}' in 'house'; did you mean '{right}'?" in fault(**{wrong: 3})


def test_unknown_field__without_a_near_one_tells_where_they_are_listed():
    assert "`yaniv variants standard`" in fault(xyzzy=3)


def test_several_faults__are_counted():
    assert "(and 2 more)" in fault(threshold=99, jokers=9, xyzzy=1)


@pytest.mark.parametrize(
    "name",
    ["", " x", "../../x", "a/b", "a\\b", "..", "x" * 61, "a\nb", "a\x1b[31m", "\u202eabc", 5, None, True],
)
def test_name__that_is_no_label_is_refused(name):
    with pytest.raises(InputError):
        Variant.from_mapping({"name": name, "threshold": 3}, where="house.toml")


@pytest.mark.parametrize("name", ["<script>", "=cmd()", "Häuser & Co", "ヤニブ", "x" * 60])
def test_name__any_printable_text_is_a_label(name):
    assert Variant.from_mapping({"name": name}).name == name


def test_name__of_a_named_variant_with_other_values_is_refused():
    with pytest.raises(InputError, match="'standard' belongs to a variant with other values"):
        Variant.from_mapping({"name": "standard", "threshold": 3})


def test_name__is_needed_where_a_rule_differs():
    with pytest.raises(InputError, match="needs a name"):
        Variant.from_mapping({"base": "short", "threshold": 3})


# Bases and round trips


def test_base__alone_is_the_named_variant():
    assert Variant.from_mapping({"base": "short"}) == named_variants()["short"]


def test_base__gives_what_is_not_changed():
    variant = make(base="dhumbal", threshold=8)
    expected = NAMED["dhumbal"] | {"threshold": 8}
    assert {field: value for field, (_, value) in variant.changes().items()} == expected
    assert variant.source == "own rules, based on 'dhumbal'"


@pytest.mark.parametrize("base", ["shrt", "../../x", "house.toml", 5, ""])
def test_base__that_is_no_named_variant_is_refused(base):
    with pytest.raises(InputError, match="house.toml: unknown base") as caught:
        make(base=base)
    assert "short" in str(caught.value)


@pytest.mark.parametrize("table", [5, "standard", [], None])
def test_from_mapping__what_is_no_table_is_refused(table):
    with pytest.raises(InputError, match="plan.toml: .* is no variant"):
        Variant.from_mapping(table, where="plan.toml")


def test_as_mapping__of_an_older_variant_of_the_same_name_is_taken():
    """A frozen plan must load although this program's `short` may have other values."""
    old = named_variants()["short"].as_mapping() | {"threshold": 6}
    assert Variant.from_mapping(old).threshold == 6


variants = st.fixed_dictionaries(
    {
        **{field: st.integers(low, high) for field, low, high, _ in RANGES},
        **{field: st.sampled_from(values) for field, values in CHOICES.items()},
        **{field: st.booleans() for field in SWITCHES},
        "score_limit": st.sampled_from([0, 100, 10_000]),
        "milestones": st.dictionaries(st.integers(101, 60_000).map(str), st.integers(0, 99)),
    }
).map(lambda fields: make(**fields))


@given(variants)
def test_as_mapping__survives_json(variant):
    again = Variant.from_mapping(json.loads(json.dumps(variant.as_mapping())))
    assert again == variant
    assert hash(again) == hash(variant)


@given(variants)
def test_variant__survives_pickle(variant):
    assert pickle.loads(pickle.dumps(variant)) == variant  # noqa: S301


def test_variant__is_frozen():
    with pytest.raises(ValueError, match="frozen"):
        make().threshold = 5


# Tables (D1)


@pytest.mark.parametrize(
    ("name", "players", "decks", "cards"),
    [
        ("standard", 5, 1, 54),
        ("standard", 6, 2, 108),
        ("short", 3, 1, 54),
        ("short", 4, 2, 108),
        ("york", 5, 1, 52),
        ("double-joker", 2, 1, 56),
        ("double-joker", 8, 2, 112),
    ],
)
def test_deck__second_one_comes_in_with_the_players(name, players, decks, cards):
    variant = named_variants()[name]
    assert (variant.n_decks(players), variant.deck_size(players)) == (decks, cards)


def test_deck__zero_never_adds_a_second():
    assert make(second_deck_from=0).n_decks(8) == 1


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("players", range(2, 9))
def test_check_table__named_variants_seat_two_to_eight(name, players):
    check_table(named_variants()[name], players)


@pytest.mark.parametrize("players", [-1, 0, 1, 9, True, 4.0, "4", None])
def test_check_table__other_numbers_of_players_are_refused(players):
    with pytest.raises(InputError, match=r"players = .* 2 to 8"):
        check_table(make(), players)


def test_check_table__one_card_of_stock_is_enough_and_none_is_not():
    # 52 + 4 - 7 * 7 - 1 = 6; eight hands of 7: 52 + 4 - 56 - 1 = -1; eight of 6: 52 + 2 - 48 - 1 = 5
    check_table(make(second_deck_from=0, hand_size=7, jokers=4), 7)
    check_table(make(second_deck_from=0, hand_size=6), 8)
    # seven hands of 7 from 52: 52 - 49 - 1 = 2, and none of the allowed tables leaves exactly 1 or 0
    check_table(make(second_deck_from=0, hand_size=7, jokers=0), 7)
    with pytest.raises(InputError, match=r"56 cards - 8 x 7 dealt - 1 turned up = -1"):
        check_table(make(second_deck_from=0, hand_size=7, jokers=4), 8)

"""What the twin tells, written down: every line as records have it, and whole games played again from them."""

from __future__ import annotations

import json

import pytest

from sim.bots import parse_entrant
from sim.cards import parse_card, parse_cards
from sim.events import Call, Deal, Event, Result, RoundStopped, Score, Slap, Slapdown, Turn
from sim.moves import Cards
from sim.plan import Cell
from sim.record import dump_line, event_line, record_header, record_lines, variant_value
from sim.referee import check_record
from sim.reference import PlainGame
from sim.rules import RULE_FIELDS, Variant, named_variants
from tests.odd_variants import ODD, cells, odd_variant
from tests.scripted import parse_record, play_record

SEED = 5


def cards(text: str) -> Cards:
    """Cards by their text, in this order."""
    return tuple(parse_cards(text))


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            Deal(2, 0, 2, (cards("AC TD *"), None, cards("9H 9H KS")), parse_card("*")),
            '{"deal": 2, "dealer": 0, "first": 2, "hands": ["AC TD *", null, "9H 9H KS"], "upcard": "*"}',
        ),
        (
            Turn(1, cards("* 5S 4S"), "stock", parse_card("KD"), 0),
            '{"turn": 1, "lay": "* 5S 4S", "take": "stock", "card": "KD"}',
        ),
        (
            Turn(0, cards("QH"), "stock", parse_card("*"), 31),
            '{"turn": 0, "lay": "QH", "take": "stock", "card": "*", "reshuffled": 31}',
        ),
        (Turn(7, cards("2C 2C"), "pile", 0, 0), '{"turn": 7, "lay": "2C 2C", "take": "pile", "card": "AC"}'),
        (Turn(1, cards("JS"), "none", None, 0), '{"turn": 1, "lay": "JS", "take": "none"}'),
        (Slap(3, parse_card("8C")), '{"slap": 3, "card": "8C"}'),
        (Slapdown(2), '{"slapdown": 2}'),
        (Call(0), '{"call": 0}'),
        (RoundStopped(), '{"stopped": true}'),
        (
            Score("assaf", 0, (2,), (36, None, 0), (87, 201, 14), ()),
            '{"score": [36, null, 0], "totals": [87, 201, 14], "out": []}',
        ),
        (
            Score("yaniv", 1, (1,), (60, 0, 51), (205, 3, 201), (0, 2)),
            '{"score": [60, 0, 51], "totals": [205, 3, 201], "out": [0, 2]}',
        ),
        (Result((1,), (2, 1, 2), 9), '{"result": {"winners": [1], "places": [2, 1, 2], "rounds": 9}}'),
        (Result((), (1, 1), 1), '{"result": {"winners": [], "places": [1, 1], "rounds": 1}}'),
    ],
)
def test_line__is_written_as_records_are(event: Event, line: str) -> None:
    assert dump_line(event_line(event)) == line


def test_header__tells_what_is_played_and_where_to_find_it() -> None:
    entrants = [parse_entrant("greedy")._replace(label="Zoë"), parse_entrant("greedy:call_at=3")]
    assert dump_line(record_header(named_variants()["short"], entrants, 2**64 - 1, 17)) == (
        '{"yaniv": 1, "variant": "short", "players": 2, "entrants": ["greedy", "greedy:call_at=3"],'
        ' "seed": 18446744073709551615, "game": 17}'
    )


def test_variant__of_a_user_is_what_differs_from_standard() -> None:
    own = Variant.from_mapping({"base": "short", "name": "house", "threshold": 6, "milestones": {"30": 0}})
    assert variant_value(own) == {
        "base": "standard",
        "second_deck_from": 4,
        "opening": "round_winner",
        "threshold": 6,
        "set_pickup": "ends",
        "milestones": {"30": 0},
        "score_limit": 0,
    }
    assert variant_value(Variant.from_mapping({"name": "mine"})) == {"base": "standard"}


def test_variant__that_borrows_a_name_is_told_by_its_rules() -> None:
    """A plan that was frozen by a program with another `short`."""
    values = named_variants()["short"].as_mapping() | {"threshold": 9}
    assert variant_value(Variant.from_mapping(values))["threshold"] == 9  # type: ignore[index]


@pytest.mark.parametrize("name", [*named_variants(), *ODD])
def test_variant__of_a_header_plays_like_the_one_written(name: str) -> None:
    variant = odd_variant(name) if name in ODD else named_variants()[name]
    value = json.loads(json.dumps(variant_value(variant)))
    read = named_variants()[value] if isinstance(value, str) else Variant.from_mapping({"name": "read", **value})
    assert [getattr(read, field) for field in RULE_FIELDS] == [getattr(variant, field) for field in RULE_FIELDS]


def record_of(cell: Cell, deal: int) -> str:
    """A game by the bots of a cell, as a file would hold it."""
    game = PlainGame(cell.variant, cell.lineup, SEED, deal).play()
    return "".join(dump_line(line) + "\n" for line in record_lines(cell.variant, cell.lineup, SEED, deal, game.events))


@pytest.mark.parametrize("name", [*named_variants(), *ODD])
def test_record__of_any_game_is_played_again_and_passes_the_referee(name: str) -> None:
    """Dealt and moved as the lines say, by nobody's bots, the game ends as it did: hands, offers, scores, places."""
    tables = cells(odd_variant(name), len(name))[::3] if name in ODD else cells(named_variants()[name], len(name))
    for cell in tables:
        record = record_of(cell, deal=cell.players)
        verdict = check_record(record.splitlines())
        assert (verdict.ok, verdict.finished) == (True, True), verdict
        variant, players, lines = parse_record(record)
        assert (variant.plays_like(cell.variant), players) == (True, cell.players)
        assert "result" in lines[-1]
        assert play_record(variant, players, lines).finished

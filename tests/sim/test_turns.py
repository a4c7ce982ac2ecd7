"""Rows of turns: a game's record can be told from them, and pieces hold whole games of any length."""

from __future__ import annotations

import numpy as np
import pytest

import sim.engine
from sim.cards import JOKER
from sim.columns import COLUMNS
from sim.engine import CellPlayer
from sim.errors import TooManyTurns
from sim.events import Deal, Slap, Slapdown, Turn
from sim.plan import Cell
from sim.reference import PlainGame
from sim.rules import Variant
from sim.twin_turns import turn_rows
from tests.equality import laid_order, stored_form
from tests.odd_variants import BOTS
from tests.sim.test_engine import GO_ON, MIXED, SEED, cell_of


def told_by_rows(rows, deals, variant):
    """Turns and slaps of a game, from the deal of each round and the rows alone."""
    slaps_end_the_round = variant.slapdown == "zero"
    for row in rows:
        lay = laid_order(row["lay"], row["lay_twos"], row["jokers_low"], variant.set_pickup)
        take = {None: "none", True: "pile", False: "stock"}[row["from_pile"]]
        yield row["round"], Turn(row["seat"], lay, take, row["card"], row["reshuffled"])
        if row["slapped"]:
            ends = Slapdown(row["seat"]) if slaps_end_the_round else Slap(row["seat"], row["card"])
            yield row["round"], ends
    assert {row["round"] for row in rows} <= {deal.round_number for deal in deals}


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (2, {}),
        (4, {"slapdown": "zero", "jokers": 4}),
        (3, {"slapdown": "matching", "hand_size": 3}),
        (8, {"joker_at_run_ends": True}),
        (3, {"going_out": True, "threshold": 0}),
    ],
)
def test_turns__tell_every_event_of_the_record(players, changes):
    variant = Variant.from_mapping({"base": "standard", "name": "told", **changes})
    cell = Cell(variant, players, tuple(BOTS[seat % 4] for seat in range(players)))
    (rows,) = CellPlayer(cell, SEED, turns=True).play(3, 1, GO_ON)
    stored = stored_form(cell, rows).turns
    for rotation in range(cell.rotations):
        number = 3 * cell.rotations + rotation
        game = PlainGame(variant, cell.seat_entrants(rotation), SEED, 3).play()
        expected, at = [], 0
        for event in game.events:
            at = event.round_number if isinstance(event, Deal) else at
            if isinstance(event, Turn | Slap | Slapdown):
                expected.append((at, event))
        deals = [event for event in game.events if isinstance(event, Deal)]
        of_game = [row for row in stored if row["game"] == number]
        assert list(told_by_rows(of_game, deals, variant)) == expected


def test_turns__stand_beside_rounds_that_are_the_same_without_them():
    cell = cell_of(*MIXED)
    (rows,) = CellPlayer(cell, SEED, turns=True).play(0, 20, GO_ON)
    (without,) = CellPlayer(cell, SEED).play(0, 20, GO_ON)
    assert without.turns == {}
    for table in ("rounds", "games", "seats"):
        one, other = getattr(rows, table), getattr(without, table)
        assert all(np.array_equal(one[name], other[name]) for name in other)
    assert list(rows.turns) == [column.name for column in COLUMNS["turns"]]
    assert len(rows.turns["game"]) == rows.rounds["turns"].sum()
    assert all(rows.turns[column.name].dtype == column.dtype for column in COLUMNS["turns"])


def columns_of(pieces):
    copies = [{name: values.copy() for name, values in rows.turns.items()} for rows in pieces]
    return {name: np.concatenate([copy[name] for copy in copies]) for name in copies[0]}


def test_turns__do_not_depend_on_the_size_of_pieces(monkeypatch):
    cell = cell_of(*MIXED, max_turns=300)
    expected = columns_of(CellPlayer(cell, SEED, turns=True).play(0, 60, GO_ON))
    monkeypatch.setattr(sim.engine, "TURNS_A_PIECE", 2000)
    sizes, pieces = [], []
    for rows in CellPlayer(cell, SEED, turns=True).play(0, 60, GO_ON):
        sizes.append(len(rows.turns["game"]))
        pieces.append(rows._replace(turns={name: values.copy() for name, values in rows.turns.items()}))
    found = columns_of(pieces)
    assert all(np.array_equal(found[name], expected[name]) for name in expected)
    assert len(sizes) > 5
    assert max(sizes) <= 2000
    again = CellPlayer(cell, SEED, turns=True)
    assert sum(len(rows.turns["game"]) for rows in again.play(30, 5, GO_ON)) > 0  # what was played before
    assert [len(rows.turns["game"]) for rows in again.play(0, 60, GO_ON)] == sizes


def test_turns__long_game_is_a_piece_of_its_own_and_the_next_ones_as_ever(monkeypatch):
    """No memory holds two rounds of 100 turns; each game has six."""
    cell = cell_of("random:call_percent=0", "greedy:call_at=-1", max_turns=100, max_rounds=6)
    monkeypatch.setattr(sim.engine, "TURNS_A_PIECE", 150)
    sizes = [len(rows.turns["game"]) for rows in CellPlayer(cell, SEED, turns=True).play(0, 4, GO_ON)]
    assert sizes == [600] * (4 * cell.rotations)
    monkeypatch.setattr(sim.engine, "TURNS_A_PIECE", 1300)
    sizes = [len(rows.turns["game"]) for rows in CellPlayer(cell, SEED, turns=True).play(0, 4, GO_ON)]
    assert sizes == [1200] * (2 * cell.rotations)


def test_turns__game_of_too_many_is_told(monkeypatch):
    cell = cell_of("random:call_percent=0", "greedy:call_at=-1", max_turns=100, max_rounds=20)
    monkeypatch.setattr(sim.engine, "TURNS_A_PIECE", 150)
    monkeypatch.setattr(sim.engine, "MOST_TURNS", 1000)
    with pytest.raises(
        TooManyTurns, match=r"game 0 has more than 1,000 turns, too many to keep; leave `--detail turns`"
    ):
        next(CellPlayer(cell, SEED, turns=True).play(0, 1, GO_ON))


def test_turns__room_for_the_longest_round_of_any_variant():
    longest = Variant.from_mapping({"name": "longest", "max_turns": 60_000}).max_turns
    assert longest < sim.engine.TURNS_A_PIECE


def test_turn_rows__a_round_worked_by_hand():
    """Seat 1 lays a run with a joker below it, then a pair of jokers; the numbers are counted on paper."""

    class Played:
        players = 2
        variant = Variant.from_mapping({"name": "by-hand"})
        points = staticmethod(lambda card: 0 if card == JOKER else min(card % 16 + 1, 10))
        events = (
            Deal(1, 0, 1, ((0, 1, 2, 3, 4), (21, 22, JOKER, 44, 60)), 9),
            Turn(1, (JOKER, 21, 22), "pile", 9, 0),
            Turn(0, (4,), "stock", 17, 0),
            Slap(0, 17),
            Turn(1, (60,), "stock", JOKER, 0),
        )

    first, second, third = turn_rows(Played, 7)
    assert first == {
        "game": 7, "round": 1, "turn": 1, "seat": 1, "hand_total": 6 + 7 + 10 + 10, "hand_cards": 5,
        "lay": (1 << 21) + (1 << 22) + (1 << 61), "lay_twos": 0, "lay_cards": 3, "lay_points": 13, "jokers_low": 1,
        "from_pile": True, "card": 9, "stock": 54 - 10 - 1, "reshuffled": 0, "slapped": False,
    }  # fmt: skip
    assert (second["hand_total"], second["lay_points"], second["stock"], second["slapped"]) == (15, 5, 42, True)
    assert (third["hand_total"], third["hand_cards"], third["lay"], third["card"]) == (30, 3, 1 << 60, JOKER)
    assert third["stock"] == 41

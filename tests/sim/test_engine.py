"""The engine plays what it is asked for, in order, whatever the pieces, threads and processes."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sim
import sim.engine
from sim import jit
from sim.bots import parse_entrant
from sim.engine import CellPlayer, Rows, Stopped
from sim.errors import InputError
from sim.kernels.games import play_games
from sim.kernels.state import END_STOPPED, NO_SCORE, NOBODY
from sim.plan import Cell
from sim.rules import Variant

ROOT = Path(sim.__file__).parent.parent
GO_ON = np.zeros(1, np.uint8)
MIXED = ("greedy", "random:call_percent=40", "greedy:call_at=4,keep_joker=40")
SEED = 12


def cell_of(*entrants: str, **changes: Any) -> Cell:
    variant = Variant.from_mapping({"name": "house", **changes})
    return Cell(variant, len(entrants), tuple(map(parse_entrant, entrants)))


Table = dict[str, np.ndarray]


def together(pieces: Iterable[Rows]) -> tuple[Table, Table, Table]:
    """All pieces as one; they share memory, so each is copied when it comes."""
    copies = [[{name: column.copy() for name, column in table.items()} for table in rows] for rows in pieces]
    rounds, games, seats = (
        {name: np.concatenate([piece[i][name] for piece in copies]) for name in copies[0][i]} for i in range(3)
    )
    return rounds, games, seats


def play(cell: Cell, first_deal: int, n_deals: int) -> tuple[Table, Table, Table]:
    return together(CellPlayer(cell, SEED).play(first_deal, n_deals, GO_ON))


def assert_same(got: tuple[Table, Table, Table], expected: tuple[Table, Table, Table]) -> None:
    for table, wanted in zip(got, expected, strict=True):
        assert table.keys() == wanted.keys()
        for name in wanted:
            assert table[name].dtype == wanted[name].dtype
            assert np.array_equal(table[name], wanted[name]), name


# Pieces


def test_play__is_the_same_by_a_kernel_that_knows_more_families() -> None:
    """A family that nobody there plays, one that sees the public facts, and the cell's own once more."""
    cell = cell_of("greedy", "random:call_percent=40", "greedy:call_at=4")
    shared = CellPlayer(cell, SEED, also=("york-novice", "dhumbal-balanced", "greedy", "random"))
    assert_same(together(shared.play(0, 40, GO_ON)), play(cell, 0, 40))


@pytest.mark.parametrize("chunk", [1, 7, 59])
def test_play__does_not_depend_on_how_deals_are_split(chunk: int) -> None:
    cell, n_deals = cell_of(*MIXED), 60
    expected = play(cell, 100, n_deals)
    one_player = CellPlayer(cell, SEED)
    for new_player in (False, True):
        pieces: list[Rows] = []
        for first in range(0, n_deals, chunk):
            player = CellPlayer(cell, SEED) if new_player else one_player
            size = min(chunk, n_deals - first)
            pieces += [Rows(*together(player.play(100 + first, size, GO_ON)), {})]
        assert_same(together(pieces), expected)


def test_play__does_not_depend_on_what_was_played_before() -> None:
    cell = cell_of(*MIXED)
    player = CellPlayer(cell, SEED)
    backwards = [Rows(*together(player.play(deal, 1, GO_ON)), {}) for deal in reversed(range(100, 120))]
    assert_same(together(reversed(backwards)), play(cell, 100, 20))


@pytest.mark.parametrize(("rounds_a_piece", "games_a_piece"), [(1000, 1 << 15), (1 << 17, 7), (200, 5)])
def test_play__does_not_depend_on_the_size_of_pieces(
    monkeypatch: pytest.MonkeyPatch, rounds_a_piece: int, games_a_piece: int
) -> None:
    cell = cell_of(*MIXED)
    expected = play(cell, 0, 60)
    monkeypatch.setattr(sim.engine, "ROUNDS_A_PIECE", rounds_a_piece)
    monkeypatch.setattr(sim.engine, "GAMES_A_PIECE", games_a_piece)
    sizes = []
    pieces = []
    for rows in CellPlayer(cell, SEED).play(0, 60, GO_ON):
        sizes.append((len(rows.rounds["game"]), len(rows.games["game"])))
        pieces.append(Rows(*together([rows]), {}))
    assert len(sizes) > 3
    assert all(n_rounds <= rounds_a_piece and n_games <= games_a_piece for n_rounds, n_games in sizes)
    assert_same(together(pieces), expected)
    again = CellPlayer(cell, SEED).play(0, 60, GO_ON)
    assert [(len(rows.rounds["game"]), len(rows.games["game"])) for rows in again] == sizes


def test_play__the_columns_hold_the_longest_game() -> None:
    longest = Variant.from_mapping({"name": "longest", "max_rounds": 60_000}).max_rounds
    assert longest < sim.engine.ROUNDS_A_PIECE
    with pytest.raises(InputError):
        Variant.from_mapping({"name": "longer", "max_rounds": longest + 1})


def test_play__the_end_of_the_deals_may_come_at_once() -> None:
    assert list(CellPlayer(cell_of(*MIXED), SEED).play(5, 0, GO_ON)) == []


# Order and shape


def test_rows__stand_in_the_order_of_the_games() -> None:
    rounds, games, seats = play(cell_of(*MIXED), 7, 50)
    assert np.array_equal(games["game"], np.arange(7 * 3, 57 * 3))
    assert np.array_equal(games["game"], games["deal"] * 3 + games["rotation"])
    assert np.array_equal(seats["game"], np.repeat(games["game"], 3))
    assert np.array_equal(seats["seat"], np.tile([0, 1, 2], 150))
    assert np.array_equal(rounds["game"], np.repeat(games["game"], games["rounds"]))
    numbers = np.concatenate([np.arange(1, n + 1) for n in games["rounds"]])
    assert np.array_equal(rounds["round"], numbers)


def test_rows__agree_with_each_other() -> None:
    """Sums over rounds are what games and seats say."""
    rounds, games, seats = play(cell_of(*MIXED), 0, 50)
    first_rows = np.flatnonzero(rounds["round"] == 1)
    assert np.array_equal(np.add.reduceat(rounds["turns"].astype(np.int64), first_rows), games["turns"])
    active = rounds["score"] != NO_SCORE
    assert np.array_equal(active.sum(axis=1), rounds["players_in"])
    assert np.array_equal(np.add.reduceat(active.astype(np.int64), first_rows).ravel(), seats["rounds_in"])
    called = np.isin(rounds["end"], (0, 1, 2))
    for seat in range(3):
        calls = np.add.reduceat((called & (rounds["ender"] == seat)).astype(np.int64), first_rows)
        assert np.array_equal(calls, seats["calls"][seats["seat"] == seat])
    met_assaf = rounds["end"] == 1
    assert np.array_equal(rounds["assafs"] > 0, met_assaf)
    assert seats["assafs_suffered"].sum() == met_assaf.sum()
    assert seats["assafs_made"].sum() == rounds["assafs"].sum()
    winners = games["winner"]
    assert np.all(seats["place"].reshape(-1, 3)[np.arange(len(winners)), winners] == 1)


def test_rotations__move_every_entrant_round_the_table() -> None:
    _rounds, _games, seats = play(cell_of(*MIXED), 0, 10)
    by_game = seats["entrant"].reshape(10, 3, 3)
    assert np.array_equal(by_game, np.broadcast_to([[0, 1, 2], [2, 0, 1], [1, 2, 0]], (10, 3, 3)))


def test_rotations__are_one_where_all_seats_are_equal() -> None:
    _rounds, games, _seats = play(cell_of("greedy", "greedy", "greedy", "greedy"), 0, 10)
    assert games["deal"].tolist() == list(range(10))


def test_seed__makes_other_games() -> None:
    cell = cell_of(*MIXED)
    turns = [together(CellPlayer(cell, seed).play(0, 50, GO_ON))[1]["turns"].tolist() for seed in (0, 1, 2**64 - 1)]
    assert turns[0] != turns[1] != turns[2] != turns[0]


# Bots that never call


@pytest.mark.parametrize("entrant", ["greedy:call_at=-1", "random:call_percent=0"])
def test_never_calling__every_round_is_stopped_and_counted(entrant: str) -> None:
    """Guard E5, and row 26 of the faults."""
    cell = cell_of(entrant, "random:call_percent=0", max_turns=40, max_rounds=6)
    rounds, games, seats = play(cell, 0, 30)
    n_games = 30 * cell.rotations
    assert len(rounds["end"]) == n_games * 6
    assert np.all(rounds["end"] == END_STOPPED)
    assert np.all(rounds["turns"] == 40)
    assert np.all(rounds["ender"] == NOBODY)
    assert not rounds["score"].any()
    assert np.all(games["stopped"] == 1)
    assert np.all(games["winner"] == NOBODY)
    assert not games["winners"].any()
    assert np.all(seats["place"] == 1)


def test_never_calling__a_single_round_is_stopped_too() -> None:
    cell = cell_of("random:call_percent=0", "greedy:call_at=-1", score_limit=0, max_turns=1000)
    rounds, games, _seats = play(cell, 0, 20)
    assert np.all(rounds["turns"] == 1000)
    assert np.all(games["stopped"] == 1)
    assert rounds["reshuffles"].max() > 5


# Stopping


@pytest.mark.skipif(not jit.JIT_ENABLED, reason="plain Python is slower")
def test_stop__ends_a_long_call_within_a_fraction_of_a_second() -> None:
    """One game would take minutes: 60,000 turns a round, 1,000 rounds a game, nobody ever calls."""
    cell = cell_of("random:call_percent=0", "greedy:call_at=-1", max_turns=60_000)
    player = CellPlayer(cell, SEED)
    player.ready()
    stop = np.zeros(1, np.uint8)
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.extend(player.play(0, 1000, stop))
        except Stopped as stopped:
            outcome.append(stopped)

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(0.3)
    assert thread.is_alive()
    assert outcome == []
    before = time.monotonic()
    stop[0] = 1
    thread.join(timeout=30)
    assert time.monotonic() - before < 0.9
    assert [type(thing) for thing in outcome] == [Stopped]


def test_stop__set_before_nothing_is_played() -> None:
    player = CellPlayer(cell_of(*MIXED), SEED)
    with pytest.raises(Stopped):
        next(player.play(0, 10, np.ones(1, np.uint8)))
    assert_same(together(player.play(0, 10, GO_ON)), play(cell_of(*MIXED), 0, 10))


# Threads and processes


def test_threads__play_the_same_side_by_side() -> None:
    cell = cell_of(*MIXED)
    expected = play(cell, 0, 400)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda first: Rows(*play(cell, first, 100), {}), range(0, 400, 100)))
    assert_same(together(parts), expected)


IN_A_PROCESS = f"""
import hashlib
import numpy as np
from sim.bots import parse_entrant
from sim.engine import CellPlayer
from sim.kernels.games import play_games
from sim.plan import Cell
from sim.rules import named_variants

cell = Cell(named_variants()["standard"], 3, tuple(map(parse_entrant, {MIXED})))
digest = hashlib.sha256()
for rows in CellPlayer(cell, {SEED}).play(0, 50, np.zeros(1, np.uint8)):
    for table in rows:
        for column in table.values():
            digest.update(column.tobytes())
print(digest.hexdigest(), play_games.n_loaded, play_games.n_compiled)
"""


@pytest.mark.skipif(not jit.JIT_ENABLED, reason="nothing is compiled")
def test_processes__load_the_compiled_engine_and_play_the_same() -> None:
    """Two at once, from the cache that this process has filled."""
    cell = cell_of(*MIXED)
    digest = hashlib.sha256()
    for table in play(cell, 0, 50):
        for column in table.values():
            digest.update(column.tobytes())
    assert play_games.ready
    command = [sys.executable, "-W", "error", "-c", IN_A_PROCESS]
    processes = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    told = [process.communicate(timeout=300) for process in processes]
    assert told == [(f"{digest.hexdigest()} 1 0\n", "")] * 2

"""Forks: the games are the same with them, the twin plays the same branches, and every chance is counted."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sim.engine
from sim import rng
from sim.bots import parse_entrant
from sim.engine import CellPlayer, Rows
from sim.errors import BotFault
from sim.exact_parts import WHOLE
from sim.jit import JIT_ENABLED
from sim.plan import Cell, Plan
from sim.plan_file import Settings, order_from_file, order_from_options
from sim.rules import Variant, named_variants
from sim.run_folder import RunFolder
from sim.tallies.declared import DECLARED, TURN_BINS
from sim.twin_forks import ForkingGame
from tests.equality import assert_equal_games, fork_rows, twin_game
from tests.odd_variants import ODD
from tests.run_helpers import finished_run, refused, yaniv

EVERY = 1000
"""Fork every chance."""
GO_ON = np.zeros(1, np.uint8)
MIXED = ("random:call_percent=40", "greedy")

without_compiler = pytest.mark.skipif(JIT_ENABLED, reason="compiling every family with forks takes minutes")


def cell_of(variant: Variant, players: int, *bots: str, forks: int = EVERY) -> Cell:
    seated = [parse_entrant(bot) for bot in bots]
    return Cell(variant, players, tuple(seated[seat % len(seated)] for seat in range(players)), forks)


def variant_of(base: str, **changes: Any) -> Variant:
    """A variant with games of a few rounds."""
    return Variant.from_mapping({"base": base, "name": f"few-{base}", "max_rounds": 3, **changes})


def play(cell: Cell, n_deals: int) -> Rows:
    (rows,) = CellPlayer(cell, 1).play(0, n_deals, GO_ON)
    return rows


# The twin


@pytest.mark.nojit
@without_compiler
@pytest.mark.parametrize(
    ("base", "changes", "players", "bots"),
    [
        ("standard", {}, 3, ("greedy", "random:call_percent=40")),
        ("standard", {"max_rounds": 4}, 5, MIXED),
        ("standard", {"max_rounds": 3}, 8, MIXED),
        ("slapdown", {"second_deck_from": 2}, 2, ("random:call_percent=30", "greedy")),
        ("dhumbal", {}, 3, ("dhumbal-balanced", "dhumbal-opportunistic:call_percent=30")),
        ("york", {}, 2, ("york-novice", "york-intermediate")),
        ("standard", ODD["matching-going-out"], 4, MIXED),
        ("standard", ODD["all"], 4, ("random:call_percent=60", "random:call_percent=20")),
        ("standard", {"max_turns": 9, "threshold": 15}, 2, MIXED),
        ("standard", {"max_rounds": 2}, 2, ("tactician", "greedy")),
        ("yaniv9", {"max_rounds": 1}, 3, ("counter", "tactician")),
        ("yaniv9", {"max_rounds": 1, "second_deck_from": 2}, 2, ("counter",)),
        ("yaniv9", {"max_rounds": 1}, 2, ("rollout:deals=2,candidates=2,laps=1", "greedy")),
    ],
)
def test_forks__equal_the_twin_event_for_event(
    base: str, changes: dict[str, Any], players: int, bots: tuple[str, ...]
) -> None:
    cell = cell_of(variant_of(base, **changes), players, *bots)
    assert_equal_games(cell, seed=3, first_deal=0, n_deals=4, as_in_a_run=False)
    assert play(cell, 4).forks["called"].any()


@pytest.mark.nojit
@pytest.mark.parametrize(("base", "players"), [("standard", 2), ("slapdown", 4), ("nepal10", 2), ("nepal10", 4)])
def test_forks__equal_the_twin_as_in_a_run(base: str, players: int) -> None:
    variant = Variant.from_mapping({"base": base, "name": "one-deck", "second_deck_from": 0})
    cell = cell_of(variant, players, *MIXED, forks=300)
    n_deals = 20 if variant.score_limit == 0 else 3
    rows, expected = play(cell, n_deals), []
    for deal in range(n_deals):
        for rotation in range(cell.rotations):
            game = twin_game(cell, rotation, 1, deal).play()
            expected += fork_rows(cell, game, deal * cell.rotations + rotation, rotation)
    names = list(rows.forks)
    got = [dict(zip(names, row, strict=True)) for row in zip(*(c.tolist() for c in rows.forks.values()), strict=True)]
    assert len(got) > 3
    assert got == expected


@pytest.mark.nojit
@without_compiler
@pytest.mark.parametrize(("base", "players"), [("standard", 3), ("short", 2)])
def test_forks__every_one_to_the_end_of_the_game(base: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.kernels.forks.WINS_ONE_IN", np.uint64(1))
    monkeypatch.setattr(rng, "FORK_WINS_ONE_IN", 1)
    shorter = {} if base == "short" else {"score_limit": 60, "max_rounds": 100, "milestones": {}}
    cell = cell_of(variant_of(base, **shorter), players, "greedy", "greedy:call_at=4", forks=500)
    assert_equal_games(cell, seed=1, first_deal=0, n_deals=5, as_in_a_run=False)
    forks = play(cell, 5).forks
    assert forks["for_wins"].all()
    assert (forks["wins_call"] != forks["wins_wait"]).any()


# The game


def test_forks__leave_every_row_of_the_game_as_it_is() -> None:
    for base, players in (("standard", 2), ("slapdown", 4), ("short", 3)):
        cell = cell_of(named_variants()[base], players, *MIXED, forks=700)
        with_forks, without = play(cell, 60), play(replace(cell, forks=0), 60)
        assert len(with_forks.forks["game"]) > 50
        for table in ("rounds", "games", "seats"):
            for name, column in getattr(without, table).items():
                assert (getattr(with_forks, table)[name] == column).all(), f"{base}: {table}.{name}"


def test_forks__one_branch_is_the_game_itself() -> None:
    rows = play(cell_of(named_variants()["standard"], 4, *MIXED), 100)
    score = {(game, number): row for game, number, row in zip(
        rows.rounds["game"].tolist(), rows.rounds["round"].tolist(), rows.rounds["score"].astype(int), strict=True
    )}  # fmt: skip
    forks = {name: column.tolist() for name, column in rows.forks.items()}
    assert 0 < sum(forks["called"]) < len(forks["called"])
    for i, called in enumerate(forks["called"]):
        of_round = score[forks["game"][i], forks["round"][i]]
        own, others = of_round[forks["seat"][i]], [s for s in of_round if s != np.iinfo(np.uint16).max]
        value = WHOLE * own - WHOLE // forks["opponents"][i] * (sum(others) - own)
        assert len(others) == forks["opponents"][i] + 1
        assert forks["call" if called else "wait"][i] == value


def test_forks__the_share_asked_for_of_all_chances() -> None:
    cell = cell_of(named_variants()["standard"], 2, *MIXED)
    every, some = play(cell, 300), play(replace(cell, forks=100), 300)
    chances = {tuple(row) for row in zip(*(every.forks[n].tolist() for n in ("game", "round", "turn")), strict=True)}
    chosen = {tuple(row) for row in zip(*(some.forks[n].tolist() for n in ("game", "round", "turn")), strict=True)}
    assert chosen < chances
    expected, error = 0.1 * len(chances), (0.09 * len(chances)) ** 0.5
    # Rotations share the numbers that choose, so the count varies up to twice as much as among independent chances.
    assert abs(len(chosen) - expected) < 4 * 2**0.5 * error


def test_forks__do_not_depend_on_who_sits_where_or_how_deals_are_cut() -> None:
    cell = cell_of(named_variants()["standard"], 3, *MIXED, forks=200)
    whole = play(cell, 30).forks
    player = CellPlayer(cell, 1)
    parts = [
        {name: column.copy() for name, column in rows.forks.items()}
        for first in (0, 7, 8)
        for rows in player.play(first, {0: 7, 7: 1, 8: 22}[first], GO_ON)
    ]
    for name, column in whole.items():
        assert (np.concatenate([part[name] for part in parts]) == column).all(), name


@pytest.mark.nojit
@without_compiler
def test_forks__a_bot_that_goes_wrong_in_a_branch_alone_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """`greedy` calls whenever it may, so it plays a low hand in a branch and nowhere else."""
    from sim.kernels import dispatch
    from sim.kernels.view import Play

    well = dispatch.play_1

    def wrong(params: Any, view: Any) -> Any:
        if view.hand_total > view.rules.threshold:
            return well(params, view)
        return Play(np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0))

    monkeypatch.setattr(dispatch, "play_1", wrong)
    cell = cell_of(variant_of("standard"), 2, "greedy")
    assert play(replace(cell, forks=0), 2).games["rounds"].tolist() == [3, 3]
    with pytest.raises(BotFault) as caught:
        play(cell, 2)
    turn = caught.value.text.split(", ")[1].split(":")[0]
    assert caught.value.text.endswith(f", in the round as it goes on without the call of {turn}")


@pytest.mark.nojit
def test_forks__a_game_of_more_chances_than_there_is_room_for_gets_more(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = cell_of(variant_of("standard", max_rounds=6, threshold=20), 2, *MIXED)
    whole = play(cell, 10)
    a_game = np.unique(whole.forks["game"], return_counts=True)[1]
    room = int(a_game.max()) - 1
    assert a_game.min() < room
    monkeypatch.setattr(sim.engine, "CHANCES_A_PIECE", cell.variant.max_turns + room)
    pieces = [
        {name: column.copy() for name, column in {**rows.forks, "rounds": rows.rounds["turns"]}.items()}
        for rows in CellPlayer(cell, 1).play(0, 10, GO_ON)
    ]
    assert len(pieces) > 5
    for name, column in {**whole.forks, "rounds": whole.rounds["turns"]}.items():
        assert (np.concatenate([piece[name] for piece in pieces]) == column).all(), name


# A run

PLAN = """
games = 60
seed = 1
chunk = 8
detail = "tallies"
[[cells]]
players = 3
entrants = ["random:call_percent=40", "greedy"]
forks = 0.7
[[cells]]
players = 2
entrants = ["random:call_percent=40", "greedy"]
"""


@pytest.fixture(scope="module")
def plan_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("forks") / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def run(plan_path: Path) -> RunFolder:
    return RunFolder.open(finished_run(plan_path.parent / "run", plan_path, "--threads", 2))


def test_run__counts_what_the_twin_plays(run: RunFolder) -> None:
    cell = run.plan.cells[0]
    by_hands: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * 7)
    by_turn: dict[tuple[int, ...], list[int]] = defaultdict(lambda: [0] * 7)
    for deal in range(run.deals[0]):
        for rotation in range(cell.rotations):
            game = twin_game(cell, rotation, run.plan.seed, deal)
            assert isinstance(game, ForkingGame)
            for fork in fork_rows(cell, game.play(), 0, rotation):
                turn = max(low for low in TURN_BINS if low < fork["turn"])
                hand = (deal, fork["entrant"], fork["total"])
                sums = [1, *(fork[name] for name in ("called", "call", "wait", "for_wins", "wins_call", "wins_wait"))]
                for sums_of in (by_hands[(*hand, fork["opponents"], fork["least_cards"])], by_turn[(*hand, turn)]):
                    sums_of[:] = map(sum, zip(sums_of, sums, strict=True))
    found = run.tallies.read(run.tally_entries[0])
    for name, expected in (("forks", by_hands), ("forks_turn", by_turn)):
        keys, values = found[name]
        got = dict(zip(map(tuple, keys.tolist()), values.tolist(), strict=True))
        assert got == dict(expected)
        assert [field.name for field in DECLARED[name].sums][:4] == ["forks", "called", "call", "wait"]


def test_run__tables_tell_what_a_call_was_worth(run: RunFolder, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert yaniv("tables", run.path, "live_decision", "live_decision_by_turn", "--json") == 0
    tables = json.loads(capsys.readouterr().out)
    keys, values = run.tallies.read(run.tally_entries[0])["forks"]
    (tau,) = [row for row in tables["live_decision"] if (row["cell"], row["total"], row["measure"]) == (0, 3, "tau")]
    of_three = values[keys[:, 2] == 3].sum(axis=0)
    assert tau["n"] == of_three[0]
    assert tau["value"] == pytest.approx((of_three[2] - of_three[3]) / of_three[0] / WHOLE, rel=1e-5)
    assert sum(row["n"] for row in tables["live_decision_by_turn"] if row["measure"] == "tau") == values[:, 0].sum()


def test_run__is_sound_and_without_forks_has_none(run: RunFolder) -> None:
    assert yaniv("verify", run.path, "--sample", 40) == 0
    assert not len(run.tallies.read(run.tally_entries[1])["forks"].keys)


def test_plan__without_forks_keeps_its_hash() -> None:
    cell = cell_of(named_variants()["standard"], 2, "greedy", forks=0)
    assert "forks" not in cell.as_mapping()
    with_forks = replace(cell, forks=100)
    assert Plan(1, (cell,)).hash != Plan(1, (with_forks,)).hash
    assert Cell.from_mapping(with_forks.as_mapping(), "here").forks == 100


def test_forks__as_option_and_in_a_plan(plan_path: Path) -> None:
    assert order_from_options(None, 2, (), Settings(detail="tallies", forks=0.1)).plan.cells[0].forks == 100
    assert [cell.forks for cell in order_from_file(plan_path, Settings()).plan.cells] == [700, 0]
    assert [cell.forks for cell in order_from_file(plan_path, Settings(forks=0.002)).plan.cells] == [2, 2]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--forks", "0.1"), "--forks: forks are counted, not kept as rows, and detail is 'rounds'"),
        (("--forks", "1.5", "--detail", "tallies"), "--forks: 1.5 is not allowed; it must be a share"),
        (("--forks", "nan", "--detail", "tallies"), "--forks: nan is not allowed"),
        (("--forks", "0.0001", "--detail", "tallies"), "in steps of 0.001"),
    ],
)
def test_forks__wrong_ones_are_refused(
    options: tuple[str, ...], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in refused(capsys, "simulate", *options, "--out", tmp_path / "run")


def test_plan__twice_with_other_forks_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('detail = "tallies"\n[[cells]]\nforks = 0.1\n[[cells]]\nforks = true\n', encoding="utf-8")
    assert "forks: true is not allowed" in refused(capsys, "simulate", path, "--out", tmp_path / "run")
    path.write_text('detail = "tallies"\n[[cells]]\nforks = 0.1\n[[cells]]\nforks = 0.2\n', encoding="utf-8")
    assert "is there already, in number 1" in refused(capsys, "simulate", path, "--out", tmp_path / "run")

"""A game that is played again: where it is found, and how its rows are compared with those of the run."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from sim.columns import COLUMNS, TABLES
from sim.errors import InputError
from sim.events import Deal
from sim.reference import score_round
from sim.replay import GameAddress, find_game, play_again
from sim.replay_checks import ask_referee, compare_with_stored
from sim.run_folder import RunFolder
from sim.twin_rows import GameRows, differences, stored_rows
from tests.run_helpers import contents, finished_run, reseal

PLAN = """
seed = 5
chunk = 2
[variants.house]
base = "slapdown"
threshold = 12
[entrants."Zoë"]
family = "greedy"
call_at = 3
[[cells]]
variant = "house"
players = 4
entrants = ["Zoë", "random"]
[[cells]]
variant = ["york", "dhumbal"]
players = 2
"""


@pytest.fixture(scope="module")
def three_cells(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    """A run of three cells, several chunks each."""
    folder = tmp_path_factory.mktemp("replay")
    (folder / "plan.toml").write_text(PLAN)
    return RunFolder.open(finished_run(folder / "run", folder / "plan.toml", "--games", 7))


@pytest.mark.parametrize(("cell", "game"), [(0, 0), (0, 3), (0, 7), (1, 6), (2, 5)])
def test_replay__of_any_game_is_as_stored(three_cells: RunFolder, cell: int, game: int) -> None:
    replay = play_again(find_game(three_cells, cell, game))
    n_rounds = sum(isinstance(event, Deal) for event in replay.events)
    rounds = "1 round" if n_rounds == 1 else f"{n_rounds} rounds"
    assert compare_with_stored(three_cells, replay) == (f"As stored: {rounds}, all 36 columns are equal.", False)


def test_address__tells_deal_rotation_and_who_sits_where(three_cells: RunFolder) -> None:
    address = find_game(three_cells, 0, 5)
    assert (address.seed, address.deal, address.rotation) == (5, 2, 1)
    assert address.names == ("random", "Zoë", "random", "Zoë")


def test_replay__of_another_game_differs(three_cells: RunFolder) -> None:
    """The comparison can fail: the same deal in the other rotation."""
    other = play_again(find_game(three_cells, 0, 5))._replace(address=find_game(three_cells, 0, 4))
    check = compare_with_stored(three_cells, other)
    assert check.failed
    assert check.text.startswith("not as stored: ")
    assert " differences more; `yaniv verify " in check.text


def test_referee__agrees_with_what_was_played(three_cells: RunFolder) -> None:
    for cell in range(3):
        check = ask_referee(play_again(find_game(three_cells, cell, 1)))
        assert check == ("The referee agrees: every line of the record keeps the rules.", False)


def test_referee__finds_a_twin_that_scores_wrongly(three_cells: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    def mean(*arguments: Any) -> Any:
        end, score, winners, answers = score_round(*arguments)
        return end, {seat: points + 1 for seat, points in score.items()}, winners, answers

    monkeypatch.setattr("sim.reference.score_round", mean)
    check = ask_referee(play_again(find_game(three_cells, 0, 1)))
    assert check.failed
    assert re.match(r"the referee disagrees with the record: line \d+ breaks E[23]: ", check.text)


def test_referee__wants_the_whole_game(three_cells: RunFolder) -> None:
    replay = play_again(find_game(three_cells, 0, 1))
    del replay.events[-3:]  # the call, the score, the result
    check = ask_referee(replay)
    assert check == ("the referee disagrees with the record: it is not finished", True)


def test_differences__are_none_between_equal_rows(three_cells: RunFolder) -> None:
    rows = stored_rows(three_cells, 0, 4)
    assert rows is not None
    assert list(differences(rows, deepcopy(rows), TABLES)) == []


@pytest.mark.parametrize(("table", "column"), [(table, column.name) for table in TABLES for column in COLUMNS[table]])
def test_difference__in_any_column_is_named(three_cells: RunFolder, table: str, column: str) -> None:
    rows = stored_rows(three_cells, 0, 4)
    assert rows is not None
    changed = deepcopy(rows)
    row: dict[str, Any] = getattr(changed, table)[0]
    before = row[column]
    row[column] = None if before is not None else 1
    place = {"rounds": " of round 1", "games": "", "seats": " of seat 0"}[table]
    there, here = ("null", "1") if before is None else (before, "null")
    if column in ("round", "seat"):
        place = place.replace("1", "None").replace("0", "None")
    (found,) = differences(rows, changed, TABLES)
    assert found == (table, f"{table}.{column}{place} is {there} stored and {here} replayed")


def test_difference__in_the_number_of_rows_is_named(three_cells: RunFolder) -> None:
    rows = stored_rows(three_cells, 0, 4)
    assert rows is not None
    n_rounds = len(rows.rounds)
    shorter = GameRows(rows.rounds[:-1], rows.games, [], [])
    assert list(map(str, differences(rows, shorter, TABLES))) == [
        f"rounds has {n_rounds} rows stored and {n_rounds - 1} replayed",
        "seats has 4 rows stored and 0 replayed",
    ]


def test_chunk__that_is_not_finished_has_nothing_to_compare_with(run_copy: Path) -> None:
    (run_copy / "manifest/cell=000/chunk-000001.json").unlink()
    folder = RunFolder.open(run_copy)
    texts = {game: compare_with_stored(folder, play_again(find_game(folder, 0, game))).text for game in (15, 16)}
    assert texts[15].startswith("As stored: ")
    assert texts[16] == "There are no stored rows to compare with: the game's chunk is not finished."


def test_chunk__that_is_damaged_is_named_and_the_game_told_all_the_same(run_copy: Path) -> None:
    part = run_copy / "seats/cell=000/part-000001.parquet"
    part.write_bytes(part.read_bytes()[:-1])
    folder = RunFolder.open(run_copy)
    check = compare_with_stored(folder, play_again(find_game(folder, 0, 20)))
    assert check.failed
    assert check.text.startswith(f"the stored rows are damaged: {part} has ")


def test_replay__changes_no_file(small_run: Path) -> None:
    before = contents(small_run)
    folder = RunFolder.open(small_run)
    compare_with_stored(folder, play_again(find_game(folder, 0, 1)))
    assert contents(small_run) == before


@pytest.mark.parametrize(
    ("cell", "game", "fault"),
    [
        (3, 0, "--cell: 3 is not there; {run} has 3 cells, 0 to 2"),
        (-1, 0, "--cell: -1 is not there; {run} has 3 cells, 0 to 2"),
        (0, 8, "--game: 8 is not there; cell 0 of {run} has 8 games, 0 to 7"),
        (1, 7, "--game: 7 is not there; cell 1 of {run} has 7 games, 0 to 6"),
        (1, -1, "--game: -1 is not there; cell 1 of {run} has 7 games, 0 to 6"),
    ],
)
def test_find__refuses_what_is_not_there(three_cells: RunFolder, cell: int, game: int, fault: str) -> None:
    with pytest.raises(InputError) as error:
        find_game(three_cells, cell, game)
    assert str(error.value) == fault.format(run=three_cells.path)


@pytest.mark.parametrize("name", ["engine", "stream"])
def test_find__refuses_the_run_of_another_engine(run_copy: Path, name: str) -> None:
    reseal(run_copy / "run.json", **{name: 99})
    with pytest.raises(InputError, match=f"was begun with {name} version 99"):
        find_game(RunFolder.open(run_copy), 0, 0)


def test_play__ends_with_the_fault_of_a_bot(three_cells: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.bots.random.Plain.play", lambda _bot, view: (view.hand, None))
    address: GameAddress = find_game(three_cells, 0, 2)
    replay = play_again(address)
    assert replay.fault.startswith("round 1, turn 1: seat 1 (random) with ")
    assert [type(event) for event in replay.events] == [Deal]


def test_run__of_this_module_has_what_it_says(three_cells: RunFolder) -> None:
    assert [(cell.variant.name, cell.rotations) for cell in three_cells.plan.cells] == [
        ("house", 2),
        ("york", 1),
        ("dhumbal", 1),
    ]
    assert json.loads((three_cells.path / "run.json").read_text())

"""Games of a run played again by the twin and compared with what is stored."""

import itertools
import re

import pytest

from sim.errors import InputError
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.twin_rows import rows_of_games
from sim.verify.findings import Findings
from sim.verify.run_check import check_run
from sim.verify.sample import check_sample, choose_games, refuse_other_engine_sample
from tests.run_helpers import finished_run, reseal
from tests.sim.verify.rewriting import rewrite


def sampled(path, n):
    run = RunFolder.open(path)
    findings = check_run(run, 1, StopRequest(), Progress(1, 0, quiet=True))
    check_sample(run, n, findings, StopRequest(), Progress(1, 0, quiet=True))
    return findings


@pytest.fixture(scope="module")
def two_cells(tmp_path_factory):
    plan = tmp_path_factory.mktemp("plan") / "plan.toml"
    plan.write_text(
        'games = 12\nchunk = 4\n[[cells]]\nplayers = 2\nvariant = "york"\n'
        '[[cells]]\nplayers = 3\nvariant = "milestone-steal"\nentrants = ["greedy:call_at=3", "greedy"]\n'
    )
    return finished_run(plan.parent / "run", plan)


def test_sample__all_games_of_a_sound_run_agree(two_cells):
    findings = sampled(two_cells, 1000)
    assert findings.faults == []
    assert findings.checked.sampled == RunFolder.open(two_cells).games == 24


def pile_taken_or_not(tables):
    """Change what no invariant can know: only the game played again can."""
    tables["rounds"]["pile_taken"][0] ^= 1


@pytest.mark.parametrize("n", [44, 1000])
def test_sample__value_that_breaks_no_rule_is_found_by_playing_again(run_copy, n):
    rewrite(run_copy, 1, pile_taken_or_not)
    findings = sampled(run_copy, n)
    (fault,) = findings.faults
    assert fault.file == "rounds/cell=000/part-000001.parquet"
    assert fault.message.startswith("cell 0, game 16: rounds.pile_taken of round 1 is ")
    assert f"`yaniv replay {run_copy} --cell 0 --game 16` tells the game" in fault.message
    assert (fault.check, fault.mend.value) == ("sample", "")


def test_sample__games_of_damaged_chunks_are_left_out_and_counted(run_copy):
    (run_copy / "games/cell=000/part-000001.parquet").unlink()
    findings = sampled(run_copy, 44)
    assert (findings.checked.sampled, findings.checked.sample_skipped) == (28, 16)


def test_sample__stops_when_asked(small_run):
    stop = StopRequest()
    stop.set()
    findings = Findings()
    check_sample(RunFolder.open(small_run), 10, findings, stop, Progress(1, 0, quiet=True))
    assert findings.stopped
    assert not findings.ok
    assert findings.checked.sampled == 0


def test_sample__run_of_another_engine_is_refused(run_copy):
    reseal(run_copy / "run.json", engine=99)
    with pytest.raises(InputError, match=r"--sample: .* was begun with engine version 99, this is 1; use yaniv-sim"):
        refuse_other_engine_sample(RunFolder.open(run_copy))


def play_illegally(_bot, view):
    return view.hand, None


def give_up(_bot, _view):
    raise ZeroDivisionError("the bot gave up")


@pytest.mark.parametrize(
    ("play", "fault"),
    [
        (play_illegally, r"\(greedy\) with .* lays .*, which is no single card, set or run"),
        (give_up, r"\(greedy\) with .* raises ZeroDivisionError when asked to play: the bot gave up"),
    ],
)
def test_sample__bot_that_goes_wrong_in_the_twin_is_a_fault_with_the_game(small_run, monkeypatch, play, fault):
    monkeypatch.setattr("sim.bots.greedy.Plain.play", play)
    found, *_ = sampled(small_run, 3).faults
    game = choose_games(RunFolder.open(small_run).plan.hash, (44,), 3)
    number = next(game)[1]
    pattern = rf"cell 0, game {number}: .* round 1, turn 1: seat \d {fault}.*; `yaniv replay .* --game {number}` tells"
    assert re.match(pattern, found.message), found.message
    assert (found.check, found.games, found.mend.value) == ("sample", (number, number), "")


def test_sample__few_games_are_read_at_once(two_cells, monkeypatch):
    read = []

    def noted(folder, chunk, table, games):
        read.append(len(games))
        return rows_of_games(folder, chunk, table, games)

    monkeypatch.setattr("sim.verify.sample.rows_of_games", noted)
    monkeypatch.setattr("sim.verify.sample._READ_AT_ONCE", 3)
    findings = sampled(two_cells, 1000)
    assert findings.faults == []
    assert findings.checked.sampled == 24
    assert read == [3, 3, 3, 1, 1, 1] * 3 + [3] * 12


def test_sample__file_that_went_away_since_it_was_checked_is_a_fault(run_copy):
    folder = RunFolder.open(run_copy)
    findings = check_run(folder, 1, StopRequest(), Progress(1, 0, quiet=True))
    (run_copy / "games/cell=000/part-000001.parquet").unlink()
    check_sample(folder, 44, findings, StopRequest(), Progress(1, 0, quiet=True))
    (fault,) = findings.faults
    assert str(fault).startswith("games/cell=000/part-000001.parquet cannot be read: ")
    assert (fault.games, findings.checked.sampled) == ((16, 31), 28)


def test_choose_games__need_not_be_kept():
    """Ten billion of them would fill any memory."""
    assert next(choose_games("hash", (10**12,), 10**10))[0] == 0


def test_choose_games__spreads_over_cells_and_games():
    chosen = list(choose_games("hash", (1000, 10, 1000), 70))
    by_cell = {cell: [game for _, game in games] for cell, games in itertools.groupby(chosen, lambda place: place[0])}
    assert [len(by_cell[cell]) for cell in range(3)] == [30, 10, 30]
    assert by_cell[1] == list(range(10))
    assert [game * 30 // 1000 for game in by_cell[0]] == list(range(30))  # one in each thirtieth
    assert by_cell[0] != by_cell[2]


def test_choose_games__same_run_same_games_and_other_run_others():
    chosen = list(choose_games("hash", (10**6,), 5))
    assert chosen == list(choose_games("hash", (10**6,), 5))
    assert chosen != list(choose_games("other", (10**6,), 5))


def test_choose_games__as_written():
    """BLAKE2b of "abc 0 0" and "abc 0 1", eight bytes, by coreutils: b2sum -l 64."""
    first, second = bytes.fromhex("0205958563228d14"), bytes.fromhex("53475aa3ccd85840")
    expected = [int.from_bytes(first, "little") % 500, 500 + int.from_bytes(second, "little") % 500]
    assert list(choose_games("abc", (1000,), 2)) == [(0, game) for game in expected]


def test_choose_games__more_than_there_are_gives_all_and_none_gives_none():
    assert list(choose_games("hash", (2, 3), 100)) == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]
    assert list(choose_games("hash", (2, 3), 0)) == []

"""Bots in files, wherever a bot is asked for."""

import json

import pytest

from sim.entrant_file import find_bot
from sim.errors import InputError
from sim.plan_file import Settings, order_from_file
from sim.tournaments.plan import Settings as TournamentSettings
from sim.tournaments.plan import from_file
from tests.run_helpers import refused, yaniv

ONE = '# a comment\n[entrants.careful]\nfamily = "greedy"\ncall_at = 3\n'
TWO = ONE + '[entrants."two words"]\nfamily = "random"\n'


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "it is: mine.toml"
        path.write_text(text)
        return path

    return write


def test_bot__the_only_one_of_a_file(file):
    found = find_bot(str(file(ONE)))
    assert (str(found), found.label) == ("greedy:call_at=3", "careful")


def test_bot__one_of_several(file):
    path = file(TWO)
    assert find_bot(f"{path}:careful").label == "careful"
    assert find_bot(f"{path}:two words").family == "random"


def test_bot__a_plan_has_some_too(file):
    path = file('title = "a plan"\n' + ONE + '[[cells]]\nentrants = ["careful"]\n')
    assert find_bot(str(path)).label == "careful"


def test_bot__without_a_file_is_what_it_was():
    assert str(find_bot("greedy:call_at=3")) == "greedy:call_at=3"


@pytest.mark.parametrize(
    ("text", "suffix", "told"),
    [
        (TWO, "", "there are 2 entrants in it; name one, such as "),
        (TWO, ":carefull", "unknown entrant 'carefull'; did you mean 'careful'?"),
        (TWO, ":", "unknown entrant ''; there are careful, two words"),
        ("seed = 1", "", "there is no entrant in it; write one as [entrants.my-own]"),
        ("[entrants.x]\nfamily = 1", "", "[entrants.x]: family: the bot is missing"),
        ("[entrants.x]\nfamily = 'greedy'\ncal_at = 1", "", "unknown parameter 'cal_at'"),
        ("=", "", "line 1"),
    ],
)
def test_fault_22_24_a_bot_of_a_file__faults_name_the_file(file, text, suffix, told):
    path = file(text)
    with pytest.raises(InputError) as raised:
        find_bot(f"{path}{suffix}")
    assert str(raised.value).startswith(f"{path}: ")
    assert told in str(raised.value)


def test_fault_24_a_bot_of_a_file__that_is_not_there():
    with pytest.raises(InputError, match=r"^nowhere\.toml: there is no such file"):
        find_bot("nowhere.toml:x")


def test_plan__takes_a_bot_of_a_file_beside_it(file, tmp_path):
    path = file(ONE)
    plan = tmp_path / "plan.toml"
    plan.write_text(f'[entrants.mine]\nfamily = "random"\n[[cells]]\nentrants = ["{path.name}", "mine", "greedy"]\n')
    lineup = order_from_file(plan, Settings()).plan.cells[0].lineup
    assert [one.label for one in lineup] == ["careful", "mine", "", "careful"]


def test_tournament_file__takes_a_bot_of_a_file_beside_it(file, tmp_path):
    path = file(TWO)
    plan = tmp_path / "tournament.toml"
    plan.write_text(f'players = 2\nfield = ["{path.name}:two words", "greedy"]\n')
    assert from_file(plan, TournamentSettings()).entrants == ("two words", "greedy")


# Every command that takes a bot


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--players", 2, "--games", 8, "--entrant", "greedy", "--entrant"),
        ("tournament", "--players", 2, "--deals", 4, "--dry-run", "--entrant", "greedy", "--entrant"),
        ("compare", "--deals", 4, "greedy"),
    ],
)
def test_command__calls_a_bot_of_a_file_by_its_name(file, tmp_path, capsys, arguments):
    out = () if "--dry-run" in arguments else ("--out", tmp_path / "run")
    assert yaniv(*arguments, file(ONE), *out) == 0
    told = capsys.readouterr().out
    if out and arguments[0] == "simulate":
        told = (tmp_path / "run" / "run.json").read_text()
    assert "careful" in told


def test_bots__shows_a_bot_of_a_file(file, capsys):
    assert yaniv("bots", file(ONE), "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["entrant"] == "greedy:call_at=3"


def test_bench__measures_a_bot_of_a_file(file, capsys):
    assert yaniv("bench", "--bot", file(ONE), "--players", 2, "--seconds", 0.01, "--repeats", 1, "--json") == 0
    assert json.loads(capsys.readouterr().out)[0]["bot"] == "greedy:call_at=3"


def test_fault_22_command__a_faulty_file_is_one_clear_error(file, capsys):
    assert "there are 2 entrants in it" in refused(capsys, "simulate", "--entrant", file(TWO))

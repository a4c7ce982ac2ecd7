"""`yaniv bots`."""

import json

import pytest
from click.testing import CliRunner

from sim.bots import FAMILIES, NAMES, family
from sim.commands.bots import bots
from sim.errors import InputError
from sim.ladder import ladder


def output(*arguments: str) -> str:
    return CliRunner(env={"COLUMNS": "1000"}).invoke(bots, arguments, catch_exceptions=False).stdout


def test_list__one_row_a_family_with_its_defaults():
    table, _, legend = output().partition("\n\n")
    rows = {line.split()[0]: line for line in table.splitlines()}
    assert list(rows) == ["name", *(family.name for family in FAMILIES)]
    assert "take_at_most = 3" in rows["greedy"]
    assert "yaniv bots counter" in rows["counter"]
    assert "50 % and 25 %" in legend


def test_list__json_has_every_parameter():
    listed = {each["name"]: each for each in json.loads(output("--json"))}
    assert listed.keys() == {family.name for family in FAMILIES}
    assert [p["name"] for p in listed["random"]["parameters"]] == ["call_percent", "slap_percent"]


def test_one__shows_values_and_ranges():
    text = output("greedy:call_at=5")
    assert text.startswith("greedy:call_at=5: ")
    rows = {line.split()[0]: line.split() for line in text.splitlines() if line}
    assert rows["call_at"][1:3] == ["5", "50"]
    assert rows["keep_pair"][1:3] == ["0", "0"]


def test_one__json_shows_values_and_ranges():
    shown = json.loads(output("greedy:call_at=5", "--json"))
    assert shown["entrant"] == "greedy:call_at=5"
    first = shown["parameters"][0]
    assert (first["name"], first["value"]) == ("call_at", 5)
    assert first["defaults"] == dict.fromkeys("2345678", 50)
    assert shown["parameters"][1]["value"] is None
    assert first["low"] <= 0 < 50 <= first["high"]


def test_variant__tells_the_defaults_at_its_threshold_and_is_refused_where_it_tells_nothing():
    def shown(*more: str) -> list[dict[str, int]]:
        return [one["defaults"] for one in json.loads(output("counter", "--json", *more))["parameters"]]

    assert shown("--variant", "standard") == shown() != shown("--variant", "yaniv5")
    with pytest.raises(InputError, match="--variant: .* name a bot too"):
        output("--variant", "yaniv5")
    with pytest.raises(InputError, match="unknown variant 'yanif'"):
        output("counter", "--variant", "yanif")


@pytest.mark.parametrize(("wrong", "right"), [("gredy", "greedy"), ("greedy:cal_at=5", "call_at")])
def test_one__unknown_name_is_an_input_error(wrong, right):
    with pytest.raises(InputError, match=f"did you mean '{right}'"):
        output(wrong)


def test_list__tells_what_every_bot_was_measured_to_win():
    rungs = ladder()
    assert list(rungs) == list(NAMES)
    table = {line.split()[0]: line.split() for line in output().splitlines() if line}
    for name, rung in rungs.items():
        assert 0 <= rung.two.low <= rung.two.value <= rung.two.high <= 1
        assert table[name][1:5] == [f"{100 * rung.two.value:.1f}", "%", f"{100 * rung.four.value:.1f}", "%"]
    assert (rungs["greedy"].two.value, rungs["greedy"].four.value) == (0.5, 0.25)
    listed = {each["name"]: each for each in json.loads(output("--json"))}
    assert listed["counter"]["against_greedy"]["two"]["value"] == rungs["counter"].two.value


def test_one__shows_the_defaults_of_every_number_of_players_at_a_threshold():
    own = {
        n: dict(zip((p.name for p in family("counter").parameters), family("counter").defaults(5, n), strict=True))
        for n in (2, 3, 4, 5)
    }
    text = output("counter:pair=1", "--variant", "yaniv5")
    assert "default, 2 / 3 / 4 / 5+ players" in text
    rows = {line.split()[0]: line.split() for line in text.splitlines() if line}
    for name in ("risk_one", "stock"):
        assert rows[name][1:9] == ["-", *" / ".join(str(own[n][name]) for n in (2, 3, 4, 5)).split()]
    assert rows["pair"][1] == "1"
    assert "these are for a threshold\nof 5 " in text

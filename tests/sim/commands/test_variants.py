"""`yaniv variants`."""

import json
import re
import tomllib

import pytest
from click.testing import CliRunner

from sim.commands.variants import toml_text, variants
from sim.errors import InputError
from sim.rules import RULE_FIELDS, Variant, named_variants


def output(*arguments: str) -> str:
    return CliRunner(env={"COLUMNS": "1000"}).invoke(variants, arguments, catch_exceptions=False).stdout


def test_list__one_row_a_variant_with_what_differs():
    rows = {line.split()[0]: line for line in output().splitlines()}
    assert list(rows) == ["name", *named_variants()]
    assert "threshold = 9" in rows["yaniv9"]
    assert rows["standard"].split()[1] == "-"


def test_list__json_has_the_changes_only():
    listed = {each["name"]: each for each in json.loads(output("--json"))}
    assert listed.keys() == named_variants().keys()
    assert listed["strict"]["changes"] == {"max_set": 4, "joker_at_run_ends": False}
    assert all(each["source"] for each in listed.values())


def test_one__shows_every_field_and_what_differs():
    text = output("dhumbal")
    assert '  face_points = "rank"  (standard: "ten")\n' in text
    assert "  score_limit = 0  (standard: 200)\n" in text
    table = text.partition("rule ")[2]
    assert [field for field in RULE_FIELDS if f"  {field} " not in table] == []
    assert re.search(r"^T1 +threshold +10 +highest hand total .* 0 to 50$", table, re.MULTILINE)


def test_one__standard_differs_in_nothing():
    assert "Plays like standard." in output("standard")


def test_one__json_holds_value_standard_code_and_limits():
    shown = json.loads(output("short", "--json"))
    assert shown["name"] == "short"
    assert list(shown["rules"]) == list(RULE_FIELDS)
    threshold = shown["rules"]["threshold"]
    assert (threshold["value"], threshold["standard"], threshold["rule"]) == (5, 7, "T1")
    assert "0 to 50" in threshold["allowed"]
    assert shown["rules"]["milestones"]["value"] == {"50": 25, "100": 50}


def test_one__own_file_works_like_a_name(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('base = "short"\nmilestones = {}\nassaf = false\n')
    text = output(str(path))
    assert text.startswith("house: own rules, based on 'short'\n")
    assert "  milestones = {}  (standard: { 50 = 25, 100 = 50 })\n" in text
    assert "  assaf = false  (standard: true)\n" in text


def test_one__unknown_name_is_an_input_error():
    with pytest.raises(InputError, match="did you mean 'york'"):
        output("yorck")


def test_toml_text__can_be_pasted_into_a_file():
    standard = named_variants()["standard"]
    lines = [f"{field} = {toml_text(getattr(standard, field))}" for field in RULE_FIELDS]
    read = tomllib.loads("\n".join(["name = 'again'", *lines]))
    assert Variant.from_mapping(read).plays_like(standard)

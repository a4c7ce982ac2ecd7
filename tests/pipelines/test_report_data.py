import json
import re
from pathlib import Path

import pytest

import pipelines.report_data
from pipelines.report_data import build
from pipelines.run import open_run
from pipelines.stats.estimate import METHODS
from pipelines.tables import TABLES, needs_forks
from tests.run_helpers import finished_run

NUMBER = {"value", "low", "high", "n", "method"}
SCHEMA = Path(pipelines.report_data.__file__).with_name("report_schema.md").read_text()


@pytest.fixture(scope="module")
def data(odd_run):
    return build(odd_run)


def walk(value, path=()):
    yield path, value
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from walk(item, (*path, key))


def test_build__is_plain_json_and_the_same_again(data, odd_folder):
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text) == data
    assert json.dumps(build(open_run(odd_folder))) == text


def test_build__every_number_is_whole(data):
    numbers = [value for _, value in walk(data) if isinstance(value, dict) and "method" in value]
    assert len(numbers) > 1000
    for number in numbers:
        assert set(number) == NUMBER
        assert number["method"] in METHODS
        assert isinstance(number["n"], int)
        assert (number["low"] is None) == (number["high"] is None)


def test_build__floats_have_six_digits(data):
    for path, value in walk(data):
        if isinstance(value, float):
            assert float(f"{value:.6g}") == value, path


def test_build__run(data, odd_run):
    run = data["run"]
    assert (run["title"], run["seed"], run["cells"]) == ("odd tables", "11", 9)
    assert run["games"] == sum(cell.games for cell in odd_run.cells) == 9 * 204
    assert run["plan_hash"] == odd_run.plan.hash
    assert set(run["versions"]) == {"yaniv", "engine", "stream", "format", "packages"}
    assert run["plan_file"].startswith('title = "odd tables"')
    for name in ("rounds", "turns", "stopped_rounds", "stopped_games"):
        assert run[name] == sum(cell[name] for cell in data["cells"])


def test_build__explains_the_methods_that_occur_and_no_others(data):
    used = {value["method"] for _, value in walk(data) if isinstance(value, dict) and "method" in value}
    assert set(data["methods"]) == used
    assert used < set(METHODS)
    for word, text in data["methods"].items():
        assert text == METHODS[word]


def test_build__says_whether_a_game_is_one_round(data, odd_run):
    assert [cell["single_round"] for cell in data["cells"]] == [
        cell.cell.variant.score_limit == 0 for cell in odd_run.cells
    ]


def test_build__going_out_is_a_call_everywhere(data):
    """Every call is some seat's call, whether made with a hand or without cards."""
    cell = data["cells"][8]
    (entrant,) = cell["tables"]["entrants"]["rows"]
    ends = {row["end"]: row["share"]["value"] * cell["rounds"] for row in cell["tables"]["endings"]["rows"]}
    assert ends["out"] > 0
    calls = entrant["assaf_suffered"]["n"]
    assert calls == cell["tables"]["assaf"]["rows"][0]["assaf_rate"]["n"]
    assert calls == pytest.approx(sum(ends.get(end, 0) for end in ("yaniv", "assaf", "out")), rel=1e-4)


def test_build__opening_sentences_have_interval_and_n(data):
    for cell in data["cells"]:
        opening = cell["sentences"][0]
        assert opening.startswith(f"Counted from {cell['rounds']:,} rounds of {cell['games']:,} games, a round takes ")
        row = cell["tables"]["round_length"]["rows"][0]
        for name, words in (("turns_median", "half of the rounds end within"), ("turns_p95", "19 of 20 within")):
            number = row[name]
            assert f"{words} {number['value']:.0f} ({number['low']:.0f} to {number['high']:.0f})" in opening
        calls = cell["tables"]["assaf"]["rows"][0]["assaf_rate"]["n"]
        assert any(f"of the {calls:,} calls meet" in text or "Assaf is not" in text for text in cell["sentences"])
        edge = cell["tables"]["seat_round"]["rows"]
        n = next(r["edge"]["n"] for r in edge if (r["players_in"], r["position"]) == (cell["players"], 1))
        assert any(f"; {n:,} rounds) with" in text for text in cell["sentences"])
        for claim in cell["claims"]:
            assert f"of the {cell['games']:,} games" in claim["sentence"]


def test_build__cells(data, odd_run):
    for cell, played in zip(data["cells"], odd_run.cells, strict=True):
        assert (cell["id"], cell["label"]) == (played.number, played.label)
        assert set(cell["tables"]) == {name for name, table in TABLES.items() if not needs_forks(table)}
        assert cell["rounds"] == played.frames().rounds.collect().height
        assert [verdict["code"] for verdict in cell["verdicts"]] == ["F1", "F1", "F4", "F9"]
        assert all(line["number"]["n"] for line in cell["headline"])
        assert {line["table"] for line in cell["headline"]} <= set(TABLES)


def test_build__changes_against_standard(data):
    short = data["cells"][2]["changes"]
    assert {"field": "threshold", "standard": 7, "value": 5} in short
    assert data["cells"][0]["changes"] == []


def test_build__tables_hold_what_they_declare(data):
    for cell in data["cells"]:
        for table in cell["tables"].values():
            keys = {key["name"] for key in table["keys"]}
            measures = {measure["name"] for measure in table["measures"]}
            for row in table["rows"]:
                assert keys <= set(row)
                assert {name for name, value in row.items() if isinstance(value, dict)} == measures


def test_build__bins_have_labels(data):
    rows = data["cells"][0]["tables"]["round_turns"]["rows"]
    assert rows[0]["turns_label"] == str(rows[0]["turns"])
    assert rows[-1]["turns_label"] == f"{rows[-1]['turns']}+"
    assert rows[-1]["turns_to"] is None
    taken = data["cells"][0]["tables"]["assaf_by_pile_taken"]["rows"]
    assert [row["pile_taken_label"] for row in taken] == ["no", "yes"]


def test_build__minutes_are_turns_at_a_pace(odd_run, data):
    slow = build(odd_run, seconds_per_turn=24)
    for name in ("minutes_mean", "minutes_median", "minutes_p95"):
        a, b = (d["cells"][0]["tables"]["game_length"]["rows"][0][name]["value"] for d in (data, slow))
        assert b == pytest.approx(2 * a, rel=1e-5)
    assert "at 24 seconds a turn" in slow["cells"][0]["sentences"][1]


def test_build__a_game_of_one_round_has_no_claim_about_rounds(data):
    assert [bool(cell["claims"]) for cell in data["cells"]] == [True, True, False, True, False, True, True, True, True]


def test_build__claim_is_set_beside_what_was_measured(data):
    claim = data["cells"][0]["claims"][0]
    assert (claim["low"], claim["high"]) == (6, 15)
    shares = [claim[name]["value"] for name in ("share_below", "share_inside", "share_above")]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert claim["sentence"] in data["cells"][0]["sentences"]


def test_build__warns_of_stopped_rounds(data):
    cut = data["cells"][6]
    assert cut["stopped_rounds"] > cut["rounds"] / 10_000
    assert [line for line in data["warnings"] if line.startswith("cut-short · ")]
    assert not [line for line in data["warnings"] if line.startswith("standard · 4 ")]


def test_build__sentences_have_no_empty_number(data):
    for _, value in walk(data):
        if isinstance(value, str):
            assert not re.search(r"\bnan\b|\bNone\b|\binf\b", value), value


def test_build__a_tiny_run_says_that_it_is_too_small(tmp_path):
    data = build(open_run(finished_run(tmp_path / "run", "--games", 1, "--players", 2)))
    assert "1 deal is too few for intervals" in data["warnings"][0]
    assert not [
        text for _, text in walk(data["cells"][0]["sentences"]) if re.search(r"\b1 (game|round|deal)s", str(text))
    ]
    assert {value["low"] for _, value in walk(data) if isinstance(value, dict) and "low" in value} <= {None, 6}
    json.dumps(data, allow_nan=False)


def test_schema__names_every_table_and_measure(data):
    for name, table in data["cells"][0]["tables"].items():
        line = next(line for line in SCHEMA.splitlines() if line.startswith(f"| `{name}` |"))
        for measure in table["measures"]:
            if name != "endings_by_turn":
                assert f"`{measure['name']}`" in line, (name, measure["name"])


@pytest.mark.parametrize("part", ["run", "cells", "comparisons"])
def test_schema__names_every_field(data, part):
    value = data[part][0] if part == "cells" else data[part]
    for field in value:
        assert f"`{field}`" in SCHEMA, field

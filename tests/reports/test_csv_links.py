"""Tables as CSV, read back by Python's own reader."""

import csv
import io
from urllib.parse import unquote

import pytest

from reports.csv_links import csv_text, data_link, harmless_cell, text_columns
from tests.reports.made_up import number


def table(rows, keys=("entrant",), measures=("win",)):
    return {
        "keys": [{"name": key} for key in keys],
        "measures": [{"name": measure} for measure in measures],
        "rows": rows,
    }


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_text__has_value_interval_n_and_method():
    text = csv_text(table([{"entrant": "greedy", "win": number(0.25, 400, 0.01)}]))
    assert read(text) == [
        {"entrant": "greedy", "win": "0.25", "win_low": "0.24", "win_high": "0.26", "n": "400", "method": "batch t"}
    ]


def test_csv_text__keeps_n_apart_where_measures_differ():
    row = {"entrant": "greedy", "win": number(0.25, 400), "calls": number(0.3, 900)}
    (found,) = read(csv_text(table([row], measures=("win", "calls"))))
    assert (found["win_n"], found["calls_n"], found["method"]) == ("400", "900", "batch t")


def test_csv_text__null_keys_stand_for_all_and_missing_numbers_are_empty():
    rows = [{"players_in": None, "win": None}, {"players_in": 2, "win": number(0.5, 10)}]
    found = read(csv_text(table(rows, keys=("players_in",))))
    assert [row["players_in"] for row in found] == ["all", "2"]
    assert found[0]["win"] == ""


@pytest.mark.parametrize("name", ["=cmd()", "+1", "-1", "@SUM(A1)", "\tx", "＝1", "＋1", "－1", "＠A1"])
def test_fault_30_csv_text__no_name_is_a_formula(name):
    (found,) = read(csv_text(table([{"entrant": name, "win": number(0.5, 10)}])))
    assert found["entrant"] == "'" + name


def test_harmless__no_carriage_return_survives():
    assert harmless_cell("\rx\ry") == "' x y"


def test_harmless__leaves_negative_numbers_alone():
    assert harmless_cell(-0.25) == -0.25


def test_csv_text__quotes_commas_and_quotes():
    name = 'greedy:call_at=5,"x"\nline'
    (found,) = read(csv_text(table([{"entrant": name, "win": number(0.5, 10)}])))
    assert found["entrant"] == name


def test_text_columns__are_those_that_are_not_numbers():
    rows = [{"turns": 3, "turns_to": None, "turns_label": "3 or more", "win": number(0.5, 10)}]
    columns = text_columns(table(rows, keys=("turns",)))
    assert "turns_label" in columns
    assert not {"turns", "turns_to", "win"} & set(columns)


def test_data_link__holds_every_character():
    text = 'a,b\n"=x; 50 %",ü#?&<>\n'
    head, _, body = data_link(text).partition(",")
    assert head == "data:text/csv;charset=utf-8"
    assert unquote(body) == text
    assert not set('"<># \n') & set(body)

import csv
import io
import json

import pytest

from pipelines.tables import TABLES, needs_forks
from tests.run_helpers import refused, yaniv

WITHOUT_FORKS = [name for name, table in TABLES.items() if not needs_forks(table)]


@pytest.fixture
def said(capsys, odd_folder):
    def run(*arguments):
        capsys.readouterr()
        assert yaniv("tables", odd_folder, *arguments) == 0
        return capsys.readouterr().out

    return run


def test_tables__without_names_lists_them(said):
    assert [line.split()[0] for line in said().splitlines()] == WITHOUT_FORKS


def test_tables__text(said):
    text = said("assaf_by_pile_taken", "endings")
    assert text.startswith("Assaf by what opponents took last (assaf_by_pile_taken)\n")
    assert "95 % interval" in text
    assert text.count("standard · 4 × greedy") == 2


def test_tables__tell_stopped_rounds(said):
    lines = said("assaf").splitlines()
    told = [line for line in lines if line.endswith(" rounds were stopped by the guard)")]
    assert [line.split(" · ")[0] for line in told] == ["cut-short"]
    rows = list(csv.DictReader(io.StringIO(said("assaf", "--csv"))))
    assert {row["cell"] for row in rows if row["stopped"] != "0"} == {"6"}


def test_tables__csv_is_one_line_a_number(said):
    rows = list(csv.DictReader(io.StringIO(said("round_length", "--csv"))))
    assert {row["cell"] for row in rows} == set("012345678")
    first = rows[0]
    assert (first["players_in"], first["measure"], first["method"]) == ("", "turns_mean", "batch t")
    assert float(first["low"]) < float(first["value"]) < float(first["high"])
    assert int(first["events"]) > int(first["n"])


def test_tables__csv_holds_no_formula(said):
    assert "'=cautious()" in said("entrants", "--csv")


def test_tables__json(said):
    data = json.loads(said("endings", "call_totals", "--json"))
    assert list(data) == ["endings", "call_totals"]
    assert set(data["endings"][0]) == {
        "cell",
        "end",
        "measure",
        "events",
        "n",
        "value",
        "low",
        "high",
        "method",
        "stopped",
    }


def test_tables__json_of_everything(said):
    assert list(json.loads(said("--json"))) == WITHOUT_FORKS


def test_tables__of_forks_that_the_run_does_not_have(capsys, odd_folder):
    told = refused(capsys, "tables", odd_folder, "live_decision")
    assert "live_decision: needs --forks 0.1 with --detail tallies, which" in told


def test_tables__unknown_name(capsys, odd_folder):
    assert "unknown table 'asaf'; did you mean 'assaf'?" in refused(capsys, "tables", odd_folder, "asaf")


def test_tables__csv_of_two(capsys, odd_folder):
    assert "prints one table" in refused(capsys, "tables", odd_folder, "assaf", "endings", "--csv")


def test_tables__two_formats(capsys, odd_folder):
    assert "only one of them" in refused(capsys, "tables", odd_folder, "assaf", "--csv", "--json")


def test_tables__no_run(capsys, tmp_path):
    assert "no run here" in refused(capsys, "tables", tmp_path)

"""Tallies that the engine kept are those that counting its rows gives, to the last digit and type."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from pipelines.run import open_run
from pipelines.tables import TABLES
from pipelines.tables.base import to_frame
from pipelines.tallies import TALLIES, count
from sim.rules import named_variants
from sim.tallies.declared import DECLARED
from tests.pipelines.conftest import PLAN
from tests.run_helpers import finished_run


def both(folder, text, *arguments):
    """Play a plan twice, with rows and with tallies; give the cells in pairs."""
    (folder / "plan.toml").write_text(text, encoding="utf-8")
    runs = [
        open_run(finished_run(folder / detail, folder / "plan.toml", "--detail", detail, *arguments))
        for detail in ("rounds", "tallies")
    ]
    return list(zip(*(run.cells for run in runs), strict=True))


def assert_equal(rows, tallies):
    counted, kept = count(rows), count(tallies)
    assert list(counted) == list(kept) == list(TALLIES)
    for name in TALLIES:
        assert_frame_equal(kept[name], counted[name], check_row_order=True, check_exact=True)
    for table in TABLES.values():
        assert_frame_equal(to_frame(table, kept, tallies), to_frame(table, counted, rows), check_exact=True)


@pytest.fixture(scope="module")
def odd_pairs(tmp_path_factory):
    return both(tmp_path_factory.mktemp("odd-twice"), PLAN)


@pytest.mark.parametrize("number", range(9))
def test_odd_cells__rows_and_tallies_give_the_same_digits(odd_pairs, number):
    assert_equal(*odd_pairs[number])


@pytest.mark.parametrize("name", named_variants())
def test_named_variants__rows_and_tallies_give_the_same_digits(tmp_path, name):
    cells = f'[[cells]]\nvariant = "{name}"\nplayers = [2, 3, 4]\nentrants = ["greedy", "random"]'
    for rows, tallies in both(tmp_path, f"games = 700\nchunk = 64\n{cells}"):
        assert_equal(rows, tallies)


def test_games_longer_than_the_counters__are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("sim.tallies.counting.LONGEST", 250)
    ((rows, tallies),) = both(tmp_path, 'games = 300\nchunk = 128\n[[cells]]\nplayers = 3\nentrants = "greedy"')
    turns = count(rows)["game_turns"]["turns"]
    assert turns.min() < 250 < turns.max()
    assert_equal(rows, tallies)


def test_every_table__is_made_from_declared_tallies():
    assert list(TALLIES) == list(DECLARED)
    assert {name for table in TABLES.values() for name in table.tallies} <= set(DECLARED)


def test_every_declared_tally__is_in_some_table_and_holds_something(odd_pairs):
    used = {name for table in TABLES.values() for name in table.tallies}
    for name, tally in DECLARED.items():
        assert name in used
        if tally.only_with_forks:  # tests/sim/test_forks.py compares them with the twin
            continue
        sums = pl.concat([count(tallies, only=[name])[name].select(pl.col(pl.Int64)) for _, tallies in odd_pairs])
        for field in DECLARED[name].sums:
            assert (sums[field.name] != 0).any(), (name, field.name)

"""The rules that every table obeys."""

import polars as pl
import pytest

from pipelines.schemas import RESULT
from pipelines.stats.estimate import FEW_BATCHES, FEW_ROWS, METHODS, NO_DATA
from pipelines.tables import TABLES
from pipelines.tables.base import to_frame
from pipelines.tables.measures import Ratio
from pipelines.tallies import TALLIES
from tests.pipelines.made_up_forks import made_up_forks

UNITS = {
    "share",
    "edge",
    "turns",
    "laps",
    "rounds",
    "reshuffles",
    "assafs",
    "points",
    "players",
    "place",
    "milestones",
}
PER = {"chance", "round", "call", "unanswered call", "assaf", "game", "seat"}


@pytest.fixture(scope="module")
def forks(odd_run):
    """Make tallies of forks up, for the run has none."""
    return [made_up_forks(cell, seed) for seed, cell in enumerate(odd_run.cells)]


@pytest.fixture(scope="module")
def counted(counted, forks):
    """Put them beside those of the run."""
    return [one | made for one, made in zip(counted, forks, strict=True)]


@pytest.fixture(scope="module")
def counted_in_pieces(counted_in_pieces, forks):
    """Put the same beside those that were counted in pieces."""
    return [one | made for one, made in zip(counted_in_pieces, forks, strict=True)]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
class TestConformance:
    def test_table__is_declared(self, table):
        assert TABLES[table.name] is table
        assert table.title
        assert table.meaning.endswith(".")
        assert set(table.tallies) <= set(TALLIES)
        names = [*table.key_columns, *(measure.name for measure in table.measures)]
        assert len(set(names)) == len(names)
        for measure in table.measures:
            assert measure.label
            assert measure.meaning
            assert measure.unit in UNITS
            assert measure.per in PER

    def test_table__needs_no_tally_that_it_does_not_name(self, table, odd_run, counted):
        given = {name: counted[0][name] for name in table.tallies}
        assert table.rows(given, odd_run.cells[0])

    def test_table__gives_every_number_its_interval_and_n(self, table, odd_run, counted):
        for cell, tallies in zip(odd_run.cells, counted, strict=True):
            for row in table.rows(tallies, cell):
                for number in row.numbers.values():
                    assert number.method in METHODS
                    if number.method in (FEW_BATCHES, FEW_ROWS, NO_DATA):
                        assert number.low is number.high is None
                    else:
                        assert number.n > 0
                        assert number.low <= number.value + 1e-12
                        assert number.value <= number.high + 1e-12
                    assert (number.n == 0) == (number.value is None)

    def test_table__has_the_same_digits_whatever_the_slices(self, table, odd_run, counted, counted_in_pieces):
        for cell, tallies, pieces in zip(odd_run.cells[:3], counted, counted_in_pieces, strict=False):
            assert to_frame(table, pieces, cell).equals(to_frame(table, tallies, cell))

    def test_table__does_not_depend_on_the_order_of_sums(self, table, odd_run, counted):
        cell, tallies = odd_run.cells[1], counted[1]
        shuffled = {name: frame.sample(fraction=1, shuffle=True, seed=4) for name, frame in tallies.items()}
        assert to_frame(table, shuffled, cell).equals(to_frame(table, tallies, cell))

    def test_table__takes_a_cell_without_rows(self, table, odd_run, counted):
        nothing = {name: frame.clear() for name, frame in counted[0].items()}
        for row in table.rows(nothing, odd_run.cells[0]):
            assert {number.value for number in row.numbers.values()} == {None}

    def test_table__frame_has_the_declared_columns(self, table, odd_run, counted):
        frame = to_frame(table, counted[1], odd_run.cells[1])
        cell, *others = (field.name for field in RESULT)
        assert frame.columns == [cell, *table.key_columns, *others]
        assert frame.schema["value"] == pl.Float64

    def test_table__rows_are_unique_and_sorted(self, table, odd_run, counted):
        for cell, tallies in zip(odd_run.cells, counted, strict=True):
            rows = [tuple(row.keys.values()) for row in table.rows(tallies, cell)]
            assert len(set(rows)) == len(rows)
            assert rows == sorted(rows, key=lambda row: [(v is not None, v) for v in row]) or any(
                v is None for row in rows for v in row
            )

    def test_table__ratios_rest_on_integers(self, table, odd_run, counted):
        for row in table.rows(counted[1], odd_run.cells[1]):
            for measure in table.measures:
                if isinstance(measure, Ratio):
                    above, below = measure.parts(row.sums)
                    assert above.dtype == below.dtype == "int64"
                    assert int(below.sum()) == row.numbers[measure.name].n


def test_table__names_the_measure_whose_sums_do_not_belong_together(odd_run, counted):
    seats = counted[0]["seats"].with_columns(assafs_suffered=pl.col("calls") + 1)
    with pytest.raises(ValueError, match="^table entrants, measure assaf_suffered: a share of less than nothing or"):
        TABLES["entrants"].rows(counted[0] | {"seats": seats}, odd_run.cells[0])

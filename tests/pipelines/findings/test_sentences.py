import re

import polars as pl
import pytest

from pipelines.findings.guard import USUAL_GUARD, own_guard
from pipelines.findings.sentences import cell_sentences, cell_warnings, run_sentences
from sim.rules import named_variants
from tests.pipelines.made_up import results

F9 = {"code": "F9", "sentence": "Rounds."}


def test_run_sentences__leave_out_variants_without_assaf(odd_run, counted):
    cells = [results(cell, tallies) for cell, tallies in zip(odd_run.cells, counted, strict=True)]
    (assaf,) = [text for text in run_sentences(cells, 12) if text.startswith("Assaf meets")]
    assert "no-assaf" not in assaf
    assert not [text for text in run_sentences([cells[0], cells[7]], 12) if text.startswith("Assaf meets")]


def test_cell_warnings__many_stopped_rounds_are_told_in_per_cent(odd_run, counted):
    stopped = [line for line in cell_warnings(results(odd_run.cells[6], counted[6])) if "rounds were stopped" in line]
    assert len(stopped) == 1
    assert re.search(
        r"stopped by the guard \(\d\d\.?\d? %\), since this variant ends a round after 9 turns\.", stopped[0]
    )


def test_cell_warnings__the_guard_against_accidents_is_no_rule_of_the_variant(odd_run, counted):
    """The limits of turns of the two published studies are theirs, that of all others is the guard's."""
    cut, whole = (results(odd_run.cells[i], counted[i]) for i in (6, 0))
    assert own_guard(cut) == ", since this variant ends a round after 9 turns"
    assert own_guard(whole) == ""
    assert {one.name for one in named_variants().values() if one.max_turns < USUAL_GUARD} == {"york", "dhumbal"}


def test_stopped_games__are_told_where_they_are_many(odd_run, counted):
    """Six rounds are not enough for games of `cut-short`."""
    cut, whole = (results(odd_run.cells[i], counted[i]) for i in (6, 0))
    (warning,) = [line for line in cell_warnings(cut) if "games" in line and "after 6 rounds" in line]
    n = cut.get("game_length", "stopped").events
    assert f"The guard stopped {n} of 204 games (" in warning
    (told,) = [line for line in cell_sentences(cut, [F9], [], 12) if "after 6 rounds" in line]
    assert re.search(
        r"The guard stopped [\d.]+ % \(.*\) of the 204 games after 6 rounds\. A stopped game has no winner\.", told
    )
    assert not cell_warnings(whole)
    assert not [line for line in cell_sentences(whole, [F9], [], 12) if "The guard" in line]


@pytest.mark.parametrize(("games", "many"), [(1, False), (2, True)])
def test_stopped_games__above_1_in_10_000(odd_run, counted, games, many):
    sums = counted[0]["game_sums"].with_columns(games=pl.lit(49, pl.Int64), stopped=pl.lit(0, pl.Int64))
    first = pl.col("batch") == 0
    sums = sums.with_columns(stopped=pl.when(first).then(games).otherwise("stopped").cast(pl.Int64))
    assert sums["games"].sum() == 204 * 49
    sums = sums.with_columns(games=pl.when(first).then(49 + 10_000 - 204 * 49).otherwise("games").cast(pl.Int64))
    lines = [line for line in cell_warnings(results(odd_run.cells[0], counted[0], game_sums=sums)) if "games" in line]
    assert len(lines) == many
    assert not many or "stopped 2 of 10,000 games (1 in 5,000) after 1,000 rounds." in lines[0]


def test_stopped_games__of_one_round_are_told_as_rounds(odd_run, counted):
    sums = counted[2]["game_sums"].with_columns(stopped=pl.col("games"))
    one = results(odd_run.cells[2], counted[2], game_sums=sums)
    assert not [line for line in cell_warnings(one) if "games" in line]

import re

from pipelines.findings.sentences import cell_warnings, run_sentences
from tests.pipelines.made_up import results


def test_run_sentences__leave_out_variants_without_assaf(odd_run, counted):
    cells = [results(cell, tallies) for cell, tallies in zip(odd_run.cells, counted, strict=True)]
    (assaf,) = [text for text in run_sentences(cells, 12) if text.startswith("Assaf meets")]
    assert "no-assaf" not in assaf
    assert not [text for text in run_sentences([cells[0], cells[7]], 12) if text.startswith("Assaf meets")]


def test_cell_warnings__many_stopped_rounds_are_told_in_per_cent(odd_run, counted):
    stopped = [line for line in cell_warnings(results(odd_run.cells[6], counted[6])) if "rounds were stopped" in line]
    assert len(stopped) == 1
    assert re.search(r"stopped by the guard \(\d\d\.?\d? %\)", stopped[0])

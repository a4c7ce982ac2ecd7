from pipelines.findings.sentences import run_sentences
from tests.pipelines.made_up import results


def test_run_sentences__leave_out_variants_without_assaf(odd_run, counted):
    cells = [results(cell, tallies) for cell, tallies in zip(odd_run.cells, counted, strict=True)]
    (assaf,) = [text for text in run_sentences(cells, 12) if text.startswith("Assaf meets")]
    assert "no-assaf" not in assaf
    assert not [text for text in run_sentences([cells[0], cells[7]], 12) if text.startswith("Assaf meets")]

"""Plain tables."""

import pytest

from sim.commands.text_table import format_table

ROWS = [("a", "short"), ("longer", "a text that needs more than one line")]


def test_table__wraps_the_text_to_the_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    assert format_table(("name", "text"), ROWS).splitlines() == [
        "name    text",
        "a       short",
        "longer  a text that needs more",
        "        than one line",
    ]


@pytest.mark.parametrize("columns", ["1", "60", "1000"])
def test_table__loses_no_word_at_any_width(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    words = format_table(("name", "text"), ROWS, n_texts=2).split()
    assert sorted(words) == sorted(["name", "text", *" ".join(cell for row in ROWS for cell in row).split()])


def test_table__two_texts_share_the_width(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    lines = format_table(("n", "one", "two"), [("1", "x " * 60, "y " * 60)], n_texts=2).splitlines()
    assert max(len(line) for line in lines) <= 60
    assert abs(lines[1].count("x") - lines[1].count("y")) <= 1


def test_table__without_rows_is_its_header():
    assert format_table(("a", "b"), []) == "a  b"

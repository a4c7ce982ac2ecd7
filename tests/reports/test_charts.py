"""Specifications of charts: what they read, and that both themes dress all of them."""

import json
import re

import pytest
import vl_convert

from reports.chart_themes import THEMES
from reports.charts import Key, Measure, curves, histogram, intervals, line_height, points, ranges

TURNS = Key("turns", "turns", "turns_label")
SHARE = Measure("share", "share of rounds", "share")
EDGE = Measure("edge", "edge", "edge")

SPECS = {
    "histogram": histogram(TURNS, SHARE, (6, 15)),
    "points": points(TURNS, SHARE),
    "points with series": points(TURNS, EDGE, Key("players_in", "players in", "players_in"), 0.0),
    "curves": curves(TURNS, (Measure("yaniv", "Yaniv", "share"), Measure("assaf", "Assaf", "share"))),
    "intervals": intervals(TURNS, EDGE, (-0.02, 0.02), 0.0),
    "ranges": ranges(TURNS, *(Measure(name, name, "turns") for name in ("low", "median", "mean", "high"))),
}


@pytest.mark.parametrize("kind", SPECS)
def test_spec__is_plain_json_without_rows_or_colours(kind):
    text = json.dumps(SPECS[kind])
    assert '"name": "rows"' in text
    assert not re.search(r"#[0-9a-f]{6}", text)
    assert len(text) < 12_000


@pytest.mark.parametrize("kind", SPECS)
def test_spec__fills_its_place(kind):
    assert SPECS[kind]["width"] == "container"


@pytest.mark.parametrize("kind", SPECS)
def test_spec__every_style_has_a_colour_in_both_themes(kind):
    styles = set(re.findall(r'"style": "([^"]+)"', json.dumps(SPECS[kind])))
    assert styles or kind == "curves"
    for theme in THEMES.values():
        assert styles <= theme["style"].keys()


@pytest.mark.parametrize("kind", SPECS)
def test_spec__tooltips_tell_interval_and_n(kind):
    text = json.dumps(SPECS[kind])
    titles = set(re.findall(r'"title": "([^"]+)"', text[text.index('"tooltip"') :]))
    assert "n" in titles
    assert "95 % interval" in titles or kind == "ranges"


@pytest.mark.parametrize("kind", ["points with series", "curves"])
def test_spec__series_differ_by_more_than_colour(kind):
    assert re.search(r'"(shape|strokeDash)": \{"field"', json.dumps(SPECS[kind]))


@pytest.mark.parametrize(("n_rows", "opacities"), [(1, {"1"}), (3, {"0"})])
def test_curves__show_a_point_that_stands_alone(n_rows, opacities):
    rows = [{"turns": 3 + i, "yaniv": 0.5 + i / 10, "assaf": 0.2 + i / 10} for i in range(n_rows)]
    spec = {**SPECS["curves"], "width": 300, "datasets": {"rows": rows}}
    svg = vl_convert.vegalite_to_svg(spec)
    marks = re.findall(r'<path aria-label="[^"]*" role="graphics-symbol" aria-roledescription="point"[^>]*>', svg)
    assert len(marks) == 2 * n_rows
    assert {re.search(r' opacity="(\d)"', mark)[1] for mark in marks} == opacities


def test_specs__are_made_once():
    assert histogram(TURNS, SHARE) is histogram(TURNS, SHARE)


def test_line_height__grows_with_the_lines():
    assert line_height(3) == line_height(8) < line_height(40)

"""Kinds of charts: each is a Vega-Lite specification without numbers, made with Altair.

A chart reads the CSV of the table it stands beside, as the dataset `rows`, and names its columns: `share`
with `share_low`, `share_high` and `n`. So one specification serves every cell of a run, and what is drawn is
what can be downloaded. Colours are left to `chart_themes`, heights of charts with one line a row to the page.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

import altair as alt

Spec = dict[str, Any]
Rows = alt.LayerChart | alt.FacetChart  # what Altair says of layers with transforms

HEIGHT = 250
WIDEST = 0.4  # an interval of a share that is wider would squash the chart and says nothing
LINE = 24  # pixels for one line of a chart that has a line a row
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"]
TIP_FORMATS = {
    "share": ".2%",
    "rare share": ".5~%",
    "share difference": "+.4~%",
    "edge": "+.4f",
    "difference": "+,.4~f",
}
SIGNED = {"edge", "difference", "share difference"}
DASHES = [[1, 0], [7, 3], [2, 2], [8, 3, 2, 3], [12, 4], [1, 4], [4, 1]]


ANY = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for a title in a chart that is made once and drawn under many: making one takes a tenth of a second."""


def titled(spec: Spec, title: str) -> Spec:
    """Give a chart its title wherever `ANY` stands for it."""
    return {name: _titled(value, title) for name, value in spec.items()}


def _titled(value: Any, title: str) -> Any:
    if isinstance(value, dict):
        return {name: _titled(item, title) for name, item in value.items()}
    if isinstance(value, list):
        return [_titled(item, title) for item in value]
    return value.replace(ANY, title) if isinstance(value, str) else value


def line_height(lines: int) -> int:
    """Give the height of a chart with one line a row: few lines spread out, many need room."""
    return max(HEIGHT, LINE * lines)


class Measure(NamedTuple):
    """What a chart shows: a column of the CSV, its title, and its unit."""

    name: str
    title: str
    unit: str

    @property
    def tip_format(self) -> str:
        """How a tooltip writes it, in the notation of d3-format."""
        return TIP_FORMATS.get(self.unit, ",.3~f")

    @property
    def axis_format(self) -> str:
        """How an axis writes it."""
        if self.unit in SIGNED:
            return "+~%" if self.unit.startswith("share") else "+,~f"
        return "~%" if self.unit.endswith("share") else ",~f"


class Key(NamedTuple):
    """The column a chart is laid out by, its title, and the column with its texts."""

    name: str
    title: str
    text: str


@cache
def histogram(key: Key, measure: Measure, claim: tuple[int, int] | None = None) -> Spec:
    """Bars over a whole number; the last, open bin is paler. `claim` shades a range a source names."""
    first, last = f"datum['{key.name}']", f"datum['{key.name}_to']"
    x = alt.X("left:Q", bin="binned", title=key.title, axis=alt.Axis(tickMinStep=1), scale=_tight())
    bars = alt.Chart().mark_bar(style="main", binSpacing=1)
    bars = bars.encode(
        x=x,
        x2="right:Q",
        y=_y(measure),
        opacity=alt.when("datum.span == 0").then(alt.value(0.4)).otherwise(alt.value(1)),
        tooltip=_tips(key, measure),
    )
    rows = (
        _over_rows(bars, measure=measure)
        .transform_calculate(span=f"isValid({last}) ? {last} - {first} + 1 : 0")
        .transform_joinaggregate(width="max(span)")
        # Bins are equally wide; the open one is drawn as wide as the others.
        .transform_calculate(left=f"{first} - 0.5", right=f"{first} + max(1, datum.width) - 0.5")
    )
    return _finish([_shade(claim[0] - 0.5, claim[1] + 0.5, key.title)] if claim else [], rows)


@cache
def points(key: Key, measure: Measure, series: Key | None = None, reference: float | None = None) -> Spec:
    """Estimates with their intervals over an ordered key, joined by lines; one line a series."""
    x = alt.X(
        f"{key.text}:N",
        title=key.title,
        sort=None,
        axis=alt.Axis(labelAngle=0, labelExpr="replace(datum.label, ' to ', '–')"),
        scale=alt.Scale(padding=0.35),
    )
    line = alt.Chart().mark_line(style="main-line").encode(x=x, y=_y(measure))
    rule = alt.Chart().mark_rule(style="main-rule")
    rule = rule.encode(x=x, y=_y(measure, "lower"), y2="upper:Q")
    dot = alt.Chart().mark_point(style="main-point", filled=True)
    dot = dot.encode(x=x, y=_y(measure), tooltip=_tips(key, measure, series))
    if series:
        # Lines take the same colours by another channel: only what the dots alone use can share a legend.
        stroke = alt.Stroke(f"{series.text}:N", sort=None, legend=None)
        shape = alt.Shape(f"{series.text}:N", title=series.title, sort=None, scale=alt.Scale(range=SHAPES))
        line, rule = line.encode(stroke=stroke), rule.encode(stroke=stroke)
        dot = dot.encode(color=_color(series), shape=shape)
    below = [] if reference is None else [_reference("y", reference, measure.title)]
    rows = _over_rows(line, rule, dot, measure=measure)
    if measure.unit == "share":
        rows = rows.transform_filter(f"datum.upper - datum.lower <= {WIDEST}")
    return _finish(below, rows)


@cache
def curves(key: Key, measures: tuple[Measure, ...], steps: bool = False) -> Spec:
    """Several shares over one axis, each with dashes of its own; `steps` where they fall at whole numbers."""
    share = Measure("share", "share", "share")
    series = Key("series", "", "series")
    names = " : ".join(f"datum.column == '{m.name}' ? '{m.title}'" for m in measures) + " : ''"
    # What holds up to the end of a bin is drawn there.
    first, last = f"datum['{key.name}']", f"datum['{key.name}_to']"
    x = alt.X("reached:Q", title=key.title, axis=alt.Axis(tickMinStep=1), scale=_tight())
    y = _y(share).title(None)
    drop: Literal["step-after", "linear"] = "step-after" if steps else "linear"
    color = _color(series)
    dashes = alt.StrokeDash("series:N", title="", sort=None, scale=alt.Scale(range=DASHES))
    # Another channel than the lines': only they have dashes, so only they can share a legend with them.
    fill = alt.Fill("series:N", sort=None, legend=None)
    band = alt.Chart().mark_area(interpolate=drop, fillOpacity=0.2)
    line = alt.Chart().mark_line(interpolate=drop, strokeWidth=2.25)
    # Wide invisible points: something to rest the mouse on. One that stands alone makes no line and is shown.
    catch = alt.Chart().mark_point(size=140, filled=True)
    seen = alt.when("datum.marks == 1").then(alt.value(1)).otherwise(alt.value(0))
    rows = alt.layer(
        band.encode(x=x, y=_y(share, "lower").title(None), y2="upper:Q", fill=fill),
        line.encode(x=x, y=y, color=color, strokeDash=dashes),
        catch.encode(x=x, y=y, fill=fill, opacity=seen, tooltip=_tips(key, share, series)),
        data=alt.NamedData(name="rows"),
    )
    rows = rows.transform_fold([m.name for m in measures], as_=["column", "share"]).transform_calculate(
        series=names,
        reached=f"isValid({last}) ? {last} : {first}",
        share_low="datum[datum.column + '_low']",
        share_high="datum[datum.column + '_high']",
        share_n="datum[datum.column + '_n']",
    )
    rows = rows.transform_filter("isValid(datum.share)").transform_joinaggregate(marks="count()", groupby=["column"])
    return _finish([], _described(rows, share))


@cache
def intervals(
    key: Key,
    measure: Measure,
    margin: tuple[float, float] | None = None,
    reference: float | None = None,
) -> Spec:
    """One line a row: an estimate with its interval; `margin` shades what counts as even."""
    y = alt.Y(f"{key.text}:N", title=key.title or None, sort=None, axis=_row_axis())
    x, low = (
        alt.X(f"{column}:Q", title=measure.title, axis=_axis(measure, grid=True), scale=alt.Scale(zero=False))
        for column in (measure.name, "lower")
    )
    tips = _tips(key, measure)
    rule = alt.Chart().mark_rule(style="main-rule")
    dot = alt.Chart().mark_point(style="main-point", filled=True)
    rows = _over_rows(
        rule.encode(y=y, x=low, x2="upper:Q", tooltip=tips),
        dot.encode(y=y, x=x, tooltip=tips),
        measure=measure,
    )
    below: list[alt.Chart] = [] if margin is None else [_shade(*margin, measure.title)]
    below += [] if reference is None else [_reference("x", reference, measure.title)]
    return _finish(below, rows)


@cache
def dots(key: Key, measure: Measure, series: Key, reference: float | None = None) -> Spec:
    """Several estimates a row, one below the other: each series has a colour and a shape."""
    y = alt.Y(f"{key.text}:N", title=key.title or None, sort=None, axis=_row_axis())
    x, low = (
        alt.X(f"{column}:Q", title=measure.title, axis=_axis(measure, grid=True), scale=alt.Scale(zero=False))
        for column in (measure.name, "lower")
    )
    offset = alt.YOffset(f"{series.text}:N", sort=None)
    tips = _tips(key, measure, series)
    stroke = alt.Stroke(f"{series.text}:N", sort=None, legend=None)
    shape = alt.Shape(f"{series.text}:N", title=series.title, sort=None, scale=alt.Scale(range=SHAPES))
    rule = alt.Chart().mark_rule(style="main-rule")
    dot = alt.Chart().mark_point(style="main-point", filled=True)
    rows = _over_rows(
        rule.encode(y=y, yOffset=offset, x=low, x2="upper:Q", stroke=stroke),
        dot.encode(y=y, yOffset=offset, x=x, color=_color(series), shape=shape, tooltip=tips),
        measure=measure,
    )
    return _finish([] if reference is None else [_reference("x", reference, measure.title)], rows)


@cache
def steps(key: Key, measure: Measure, series: Key) -> Spec:
    """A share that falls at whole numbers, with its interval: one line a series, each with dashes of its own."""
    x = alt.X(f"{key.name}:Q", title=key.title, axis=alt.Axis(tickMinStep=1), scale=_tight())
    color = _color(series)
    fill = alt.Fill(f"{series.text}:N", sort=None, legend=None)
    dashes = alt.StrokeDash(f"{series.text}:N", title=series.title, sort=None, scale=alt.Scale(range=DASHES))
    band = alt.Chart().mark_area(interpolate="step-after", fillOpacity=0.2)
    line = alt.Chart().mark_line(interpolate="step-after", strokeWidth=2.25)
    catch = alt.Chart().mark_point(size=140, filled=True, opacity=0)
    rows = _over_rows(
        band.encode(x=x, y=_y(measure, "lower"), y2="upper:Q", fill=fill),
        line.encode(x=x, y=_y(measure), color=color, strokeDash=dashes),
        catch.encode(x=x, y=_y(measure), fill=fill, tooltip=_tips(key, measure, series)),
        measure=measure,
    )
    return _finish([], rows)


@cache
def words(across: Key, down: Key, word: Key, known: tuple[str, ...] = ()) -> Spec:
    """A mark for each word at the crossings of two keys; `known` words look the same in every chart."""
    colours, shapes = alt.Scale(), alt.Scale(range=SHAPES)
    if known:
        colours, shapes = alt.Scale(domain=list(known)), alt.Scale(domain=list(known), range=SHAPES)
    marks = alt.Chart(alt.NamedData(name="rows")).mark_point(style="main-point", filled=True, size=170)
    chart = marks.encode(
        x=alt.X(f"{across.text}:O", title=across.title, sort=None, axis=alt.Axis(labelAngle=0)),
        y=alt.Y(f"{down.text}:N", title=down.title or None, sort=None, axis=_row_axis()),
        color=alt.Color(f"{word.text}:N", title=word.title, sort=None, scale=colours),
        shape=alt.Shape(f"{word.text}:N", title=word.title, sort=None, scale=shapes),
        tooltip=[alt.Tooltip(f"{one.text}:N", title=one.title or " ") for one in (across, down, word)],
    )
    return _finish([chart], None)


@cache
def ranges(key: Key, low: Measure, median: Measure, mean: Measure, high: Measure) -> Spec:
    """One line a row: from the 5 % to the 95 % point, a bar at the median, a dot at the mean."""
    y = alt.Y(f"{key.text}:N", title=key.title, sort=None, axis=_row_axis())
    tips = [alt.Tooltip(f"{key.text}:N", title=key.title)]
    tips += [alt.Tooltip(f"{m.name}:Q", title=m.title, format=",.4~f") for m in (low, median, mean, high)]
    tips.append(alt.Tooltip("n:Q", title="n", format=","))

    def at(measure: Measure) -> alt.X:
        return alt.X(f"{measure.name}:Q", title=mean.title, axis=_axis(mean, grid=True))

    span = alt.Chart().mark_bar(style="band", height=10, cornerRadius=5)
    bar = alt.Chart().mark_tick(style="main-rule", thickness=3, height=20)
    dot = alt.Chart().mark_point(style="main-point", filled=True)
    rows = _over_rows(
        span.encode(y=y, x=at(low), x2=f"{high.name}:Q", tooltip=tips),
        bar.encode(y=y, x=at(median), tooltip=tips),
        dot.encode(y=y, x=at(mean), tooltip=tips),
        measure=mean,
    )
    return _finish([], rows)


def _over_rows(*layers: alt.Chart, measure: Measure) -> Rows:
    """Lay marks over the rows in which the measure exists.

    Data and transforms stand above the marks: only then do colour, shape and dashes share one legend.
    """
    chart = alt.layer(*layers, data=alt.NamedData(name="rows"))
    return _described(chart.transform_filter(f"isValid(datum['{measure.name}'])"), measure)


def _described(chart: Rows, measure: Measure) -> Rows:
    """Add the texts of the tooltip."""
    value, low, high, n = (f"datum['{measure.name}{tail}']" for tail in ("", "_low", "_high", "_n"))
    form = measure.tip_format
    return chart.transform_calculate(
        estimate=f"format({value}, '{form}')",
        interval=f"isValid({low}) ? format({low}, '{form}') + ' to ' + format({high}, '{form}') : 'none'",
        # An interval that is missing is drawn as no wider than the estimate.
        lower=f"isValid({low}) ? {low} : {value}",
        upper=f"isValid({high}) ? {high} : {value}",
        chances=f"format(isValid({n}) ? {n} : datum.n, ',')",
    )


def _tips(key: Key, measure: Measure, series: Key | None = None) -> list[alt.Tooltip]:
    lines = [alt.Tooltip(f"{key.text}:N", title=key.title or " ")]
    if series:
        lines.append(alt.Tooltip(f"{series.text}:N", title=series.title or " "))
    return [
        *lines,
        alt.Tooltip("estimate:N", title=measure.title),
        alt.Tooltip("interval:N", title="95 % interval"),
        alt.Tooltip("chances:N", title="n"),
    ]


def _y(measure: Measure, column: str = "") -> alt.Y:
    return alt.Y(f"{column or measure.name}:Q", title=measure.title, axis=_axis(measure))


def _axis(measure: Measure, **more: Any) -> alt.Axis:
    if measure.unit in SIGNED:
        more["labelExpr"] = f"datum.value == 0 ? '0' : format(datum.value, '{measure.axis_format}')"
    return alt.Axis(format=measure.axis_format, tickCount=5, **more)


def _row_axis() -> alt.Axis:
    limit = alt.ExprRef(expr="clamp(0.42 * containerSize()[0], 90, 320)")
    return alt.Axis(labelLimit=limit, labelOverlap=False, labelPadding=9, ticks=False, domain=False)


def _tight() -> alt.Scale:
    """Make a scale that begins and ends with the data."""
    return alt.Scale(zero=False, nice=False)


def _color(series: Key) -> alt.Color:
    return alt.Color(f"{series.text}:N", title=series.title, sort=None)


def _reference(channel: str, at: float, title: str) -> alt.Chart:
    """Draw a dashed line across the chart at one value."""
    channels = {"x": alt.X("at:Q", title=title)} if channel == "x" else {"y": alt.Y("at:Q", title=title)}
    base = alt.Chart(alt.InlineData(values=[{"at": at}])).mark_rule(style="reference")
    chart: alt.Chart = base.encode(**channels)
    return chart


def _shade(low: float, high: float, title: str) -> alt.Chart:
    """Shade a range of the x axis from top to bottom."""
    base = alt.Chart(alt.InlineData(values=[{"from": low, "to": high}])).mark_rect(style="margin")
    chart: alt.Chart = base.encode(x=alt.X("from:Q", title=title), x2="to:Q")
    return chart


def _finish(below: Sequence[alt.Chart], rows: Rows | None) -> Spec:
    """Turn layers into a dictionary that fills the width of its place."""
    chart = alt.layer(*below, *([] if rows is None else [rows])).properties(
        width="container", height=HEIGHT, autosize=alt.AutoSizeParams(type="fit-x", contains="padding")
    )
    spec: Spec = chart.to_dict()
    del spec["config"]  # Altair's own defaults; the page brings a theme
    return spec

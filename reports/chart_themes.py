"""The two themes of the charts; the page's own colours are in templates/page.css.

A specification names styles, never colours, so that one page can change its charts with the reader's
light or dark setting. The series colours are told apart by people with colour-blindness, and shape or
dashes always repeat what they say.
"""

from typing import Any

Theme = dict[str, Any]

SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"


def _theme(ink: str, soft: str, line: str, card: str, series: list[str], marks: dict[str, str]) -> Theme:
    main, band, reference = marks["main"], marks["band"], marks["reference"]
    text = {"labelFont": SANS, "titleFont": SANS, "labelFontSize": 12, "titleFontSize": 12}
    return {
        "background": card,
        "font": SANS,
        "padding": 2,
        "view": {"stroke": None},
        "range": {"category": series},
        "axis": {
            **text,
            "labelColor": soft,
            "titleColor": soft,
            "titleFontWeight": "normal",
            "gridColor": line,
            "domainColor": soft,
            "tickColor": soft,
            "titlePadding": 8,
            "labelOverlap": "greedy",
            "labelSeparation": 6,
        },
        # The title of the upright axis lies above it, where it can be read.
        "axisY": {
            "domain": False,
            "ticks": False,
            "titleAngle": 0,
            "titleAlign": "left",
            "titleAnchor": "end",
            "titleBaseline": "bottom",
            "titleX": -30,
            "titleY": -10,
        },
        "axisX": {"grid": False},
        "legend": {
            **text,
            "orient": "top",
            "titleColor": soft,
            "titleFontWeight": "normal",
            "titleOrient": "left",
            "labelColor": ink,
            "symbolStrokeWidth": 2,
            "symbolSize": 90,
            "labelLimit": 260,
            "columns": {"signal": "max(1, floor(width / 95))"},
            "offset": 24,
        },
        "style": {
            "main": {"color": main},
            "main-line": {"color": main, "strokeWidth": 2.25},
            "main-point": {"color": main, "opacity": 1, "stroke": card, "strokeWidth": 1, "size": 80},
            "main-rule": {"color": main, "strokeWidth": 2},
            "band": {"color": main, "fillOpacity": 0.22},
            "margin": {"color": band},
            "reference": {"color": reference, "strokeWidth": 1.5, "strokeDash": [5, 3]},
            "reference-text": {"color": soft, "font": SANS, "fontSize": 11.5, "fontStyle": "italic"},
        },
    }


THEMES = {
    "light": _theme(
        ink="#1b2320",
        soft="#55615b",
        line="#e4e3db",
        card="#ffffff",
        series=["#1f63a8", "#b5530c", "#2b7a4b", "#7a4b9f", "#6a6f6c", "#9c2f55", "#0b7285"],
        marks={"main": "#17705a", "band": "#e7efe9", "reference": "#8a4a08"},
    ),
    "dark": _theme(
        ink="#e6ebe7",
        soft="#a5b0aa",
        line="#2b332f",
        card="#1a201d",
        series=["#79b4ee", "#f0a45f", "#7fd19b", "#c7a4ee", "#aab3ae", "#f08fae", "#63cbd8"],
        marks={"main": "#6cc5a6", "band": "#243029", "reference": "#f0b673"},
    ),
}

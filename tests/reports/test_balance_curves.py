"""Survival and Assaf over the turns on the page about a balance: variants at one level, and levels of one variant."""

import pytest

from reports.pages.balance.curves import curve_figures

NUMBER = {"value": 0.5, "low": 0.4, "high": 0.6, "n": 100, "method": "batch t"}


def place(variant, level, players=2):
    rows = [{"rounds": after, "running": NUMBER} for after in (0, 1)]
    kind = {"name": "running", "label": "games running", "meaning": "games that go on", "unit": "share", "per": "game"}
    survival = {"keys": [{"name": "rounds", "label": "after"}], "measures": [kind], "rows": rows}
    return {"variant": variant, "level": level, "players": players, "tables": {"game_survival": survival}}


def balance(*places):
    names = list(dict.fromkeys(one["variant"] for one in places))
    return {
        "levels": list(dict.fromkeys(one["level"] for one in places)),
        "players": sorted({one["players"] for one in places}),
        "variants": [{"name": name, "is_named": True} for name in names],
        "series": [],
        "effects": {"base": names[0]},
        "places": places,
    }


def series(figure):
    """What the first columns of the figure's table say."""
    return [row[1].text for row in figure.table.rows]


def test_curves__variants_at_the_strongest_level_and_all_levels_of_the_base():
    data = balance(*(place(v, level) for v in ("standard", "yaniv5") for level in ("eager", "counter")))
    variants, levels = curve_figures(data, "length")
    assert (variants.id, levels.id) == ("game-survival-2", "game-survival-levels-2")
    assert series(variants) == ["standard", "standard", "yaniv5", "yaniv5"]
    assert variants.subtitle == "Games that go on; level counter."
    assert series(levels) == ["eager", "eager", "counter", "counter"]
    assert levels.title == "Games still running, by level of play"
    assert levels.subtitle == "Games that go on; standard."


def test_curves__one_level_is_not_drawn_twice():
    (only,) = curve_figures(balance(place("standard", "eager"), place("yaniv5", "eager")), "length")
    assert only.id == "game-survival-2"


@pytest.mark.parametrize("section", ["seats", "skill"])
def test_curves__other_sections_have_none(section):
    assert not list(curve_figures(balance(place("standard", "eager")), section))

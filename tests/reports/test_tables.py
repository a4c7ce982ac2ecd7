"""Tables laid out for reading."""

from reports.tables import Cell, view
from tests.reports.made_up import nothing, number


def table(rows, keys, measures, per="round"):
    return {
        "title": "Title",
        "per": per,
        "meaning": "what it says",
        "keys": [{"name": key, "label": key} for key in keys],
        "measures": [
            {"name": name, "label": name, "unit": "share", "per": per, "meaning": f"meaning of {name}"}
            for name in measures
        ],
        "rows": rows,
    }


def test_view__estimate_interval_and_n_stand_in_each_row():
    rows = [{"total": t, "rate": number(0.25, 100 * t, 0.01)} for t in (1, 2)]
    shown = view(table(rows, ["total"], ["rate"]))
    assert shown.heads == ["total", "rate", "n"]
    assert shown.rows[1] == [Cell("2"), Cell("25.0\xa0%", "24.0 to 26.0\xa0%"), Cell("200")]


def test_view__an_n_that_never_changes_goes_to_the_note():
    rows = [{"total": t, "rate": number(0.25, 5000, 0.01)} for t in (1, 2)]
    shown = view(table(rows, ["total"], ["rate"]))
    assert shown.heads == ["total", "rate"]
    assert "n = 5,000 rounds." in shown.note


def test_view__measures_with_different_n_say_whose_it_is():
    rows = [{"total": t, "rate": number(0.25, 10 * t), "share": number(0.5, 9000)} for t in (1, 2)]
    shown = view(table(rows, ["total"], ["rate", "share"]))
    assert shown.heads == ["total", "rate", "share", "n of rate"]
    assert "n of share = 9,000 rounds." in shown.note


def test_view__one_row_is_turned_round_and_tells_what_each_measure_means():
    shown = view(table([{"rate": number(0.25, 100, 0.01), "share": nothing()}], [], ["rate", "share"], "game"))
    assert [row[0].text for row in shown.rows] == ["rate", "share"]
    assert shown.rows[0][2:] == [Cell("100 games"), Cell("meaning of rate")]
    assert shown.rows[1][1] == Cell("–", "none")


def test_view__many_measures_of_few_rows_are_turned_round():
    names = [f"m{i}" for i in range(6)]
    rows = [{"players_in": n} | {name: number(0.25, 100 * n) for name in names} for n in (2, 3)]
    shown = view(table(rows, ["players_in"], names))
    assert shown.heads == ["players_in", "2", "3"]
    assert [row[0].text for row in shown.rows] == [*names, "n"]
    assert [cell.text for cell in shown.rows[-1][1:]] == ["200", "300"]


def test_view__keys_show_their_texts():
    rows = [
        {"players_in": None, "turns": 5, "turns_to": 9, "turns_label": "5 to 9", "rate": number(0.5)},
        {"players_in": 2, "turns": 10, "turns_to": None, "rate": number(0.5)},
        {"players_in": 2, "turns": 11, "turns_to": 12, "rate": number(0.5)},
    ]
    shown = view(table(rows, ["players_in", "turns"], ["rate"]))
    assert [[cell.text for cell in row[:2]] for row in shown.rows] == [
        ["all", "5 to 9"],
        ["2", "10 or more"],
        ["2", "11 to 12"],
    ]


def test_view__the_note_names_every_kind_of_interval():
    rows = [{"t": 1, "rate": number(0.5)}, {"t": 2, "rate": number(0.001, 50, method="wilson")}]
    note = view(table(rows, ["t"], ["rate"])).note
    assert note.startswith("What it says. 95 % intervals")
    assert "batches" in note
    assert "Wilson" in note


def test_view__the_note_tells_stopped_rounds():
    made = table([{"t": 1, "rate": number(0.5)}], ["t"], ["rate"]) | {"stopped_rounds": 1_234}
    assert "Stopped rounds: 1,234." in view(made).note

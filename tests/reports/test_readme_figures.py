import json

from reports.readme_figures import README, filled, source


def test_readme__has_the_figures_that_are_published():
    text = README.read_text(encoding="utf-8")
    assert filled(text) == text


def test_table__a_number_is_the_published_one():
    number = json.loads(source().read_text())["places"]["standard, 4 players, tactician"]["numbers"]["F9 rounds a game"]
    (line,) = [line for line in README.read_text().splitlines() if line.startswith("| standard | 4 |")]
    shown = line.split("|")[6].split()[0]
    assert abs(float(shown) - number["value"]) <= 0.5 * 10 ** -len(shown.partition(".")[2])

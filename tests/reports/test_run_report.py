"""The page about a run, from made-up data: what stands in its HTML."""

import base64
import json
import re
import zlib
from html import unescape
from urllib.parse import unquote

import pytest

from reports.pages.run_report import render, write_report
from reports.words import write
from tests.reports.made_up import cell, nothing, report

HOSTILE = "<script>alert(1)</script>"


def unpacked(page: str) -> str:
    """Everything a reader can come to see: the page, and each cell's part unpacked."""
    parts = re.findall(r'data-packed="([^"]+)"', page)
    return page + "".join(zlib.decompress(base64.b64decode(part)).decode() for part in parts)


def without_script(page: str) -> str:
    return re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)


@pytest.fixture(scope="module")
def page():
    return render(report())


@pytest.fixture(scope="module")
def mixed():
    lineup = ("greedy", "random", "greedy", "random")
    return report(
        cell(), cell(1, "yaniv5", changes=[{"field": "threshold", "standard": 7, "value": 5}]), cell(2, lineup=lineup)
    )


def test_page__tells_what_was_played_and_how_to_play_it_again(page):
    run = report()["run"]
    text = unescape(page)
    for fact in (run["plan_hash"], run["seed"], *run["commands"], "2,000", "engine 3", "stream 2"):
        assert fact in text


def test_page__opens_with_the_sentences_and_the_warnings(page):
    head = page[page.index("<h1>") : page.index('id="figures"')]
    for words in (*report()["sentences"], *report()["warnings"]):
        assert words in head


def test_page__sets_the_claim_of_the_source_beside_the_games(page):
    claim = report()["cells"][0]["claims"][0]
    assert claim["sentence"] in unescape(page)
    assert {"fewer than 6", "6 to 15", "more than 15"} <= set(re.findall(r'<th scope="row">([^<]+)', page))


def test_page__shows_stopped_rounds(page):
    assert "525 of 42,000 rounds" in page
    assert re.search(r"Stopped rounds</dt><dd>525<", page)


def test_page__one_stopped_round_is_told_in_the_singular():
    one = cell()
    one["stopped_rounds"] = 1
    assert "1 of 42,000 rounds was stopped by the guard." in render(report(one))


def test_page__tells_rates_per_round_and_per_game_apart(page):
    rows = dict(re.findall(r'<th scope="row">(Assaf[^<]*)<td>.*?<td>[\d,]+ (\w+)', page))
    assert rows == {"Assaf a call": "calls", "Assaf a round": "rounds", "Assafs a game": "games"}


@pytest.mark.parametrize("name", sorted(report()["cells"][0]["tables"]))
def test_page__every_number_of_a_shown_table_is_that_of_the_data(page, name):
    """The HTML shows what `write` makes of the data, and the CSV holds the data itself."""
    table = report()["cells"][0]["tables"][name]
    link = re.search(rf'id="csv-{name.replace("_", "-")}"[^>]*href="([^"]*)"', page)
    if link is None:
        assert name in {"assaf_by_entrant", "entrants"}, "only a mixed table compares entrants"
        return
    text = unquote(unescape(link[1]))
    figure = page[page.index(f'id="fig-{name.replace("_", "-")}"') : link.start()]
    shown = unescape(figure)
    rows = [row for row in table["rows"] if name != "round_turns" or row["players_in"] is None]
    for row in rows:
        for measure in table["measures"]:
            number = row.get(measure["name"])
            if not number or number["value"] is None:
                continue
            written = write(number, measure["unit"])
            assert f"{written.estimate} <small>{written.interval}</small>" in shown
            assert f"{number['value']},{number['low']},{number['high']}" in text
    counts = {f"{row[m['name']]['n']:,}" for row in rows for m in table["measures"] if row.get(m["name"])}
    assert shown_counts(shown) == counts


def shown_counts(figure: str) -> set[str]:
    """Every n of a figure: whole cells of its table that hold a count, and what its note says for all rows."""
    cells = re.findall(r"<td>([\d,]+)(?: [a-z ]+)?(?=<|\s*$)", figure, flags=re.MULTILINE)
    return {*cells, *re.findall(r"\bn(?: of [^=.]+)? = ([\d,]+) ", figure)}


def test_page__headline_numbers_have_interval_and_n(page):
    items = re.findall(r"<li><p class=\"label\">.*?</li>", page, flags=re.DOTALL)
    assert len(items) == len(report()["cells"][0]["headline"]) + 1
    for item in items:
        assert re.search(r"95.%: .+ to ", item)
        assert re.search(r"n = [\d,]+ \w+", item)


def test_page__names_of_others_are_text(mixed):
    bad = cell(7, HOSTILE, (f"greedy{HOSTILE}", "random", "=cmd()", "random"))
    for data in (report(bad, title=HOSTILE), report(*mixed["cells"], bad, title=HOSTILE)):
        shown = unpacked(render(data))
        assert HOSTILE not in shown
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
        cells = re.findall(r"^[^,\n]*=cmd\(\)", unquote(unescape("".join(re.findall(r'href="data:([^"]+)"', shown)))))
        assert all(text.startswith("'") for text in cells)


def test_page__fetches_nothing(page):
    own = without_script(page)
    assert "default-src 'none'" in unescape(own)
    assert not re.search(r'(?:src|href)="(?!#|data:)', own)
    assert not re.search(r"@import|url\(", own)


def test_page__tables_are_named_and_have_headings(page):
    tables = re.findall(r"<table.*?</table>", without_script(page), flags=re.DOTALL)
    assert len(tables) > 15
    for table in tables:
        assert re.search(r"<caption[^>]*>[^<]+</caption>", table)
        assert '<th scope="col"' in table
        assert '<th scope="row">' in table


def test_page__every_chart_has_words_a_table_and_csv(page):
    figures = re.findall(r"<figure.*?</figure>", page, flags=re.DOTALL)
    charts = [figure for figure in figures if "data-chart" in figure]
    assert len(charts) > 10
    for figure in charts:
        assert re.search(r"<figcaption><h3>[^<]+</h3>\s*<p>[^<]+</p>", figure)
        assert "<details" in figure
        assert "<table" in figure
        assert 'href="data:text/csv' in figure


def test_page__ids_are_unique_and_links_arrive(mixed):
    for data in (report(), mixed):
        shown = without_script(unpacked(render(data)))
        ids = re.findall(r'\bid="([^"]+)"', shown)
        assert len(ids) == len(set(ids))
        assert set(re.findall(r'href="#([^"]+)"', shown)) <= set(ids)


def test_page__a_game_of_one_round_has_no_section_on_games():
    one = cell()
    one["single_round"], one["claims"] = True, []
    page = render(report(one))
    assert "a game is a single round" in page
    assert 'id="fig-game-rounds"' not in page


def test_page__games_that_happened_to_last_one_round_have_their_section():
    """The rules say whether a game is one round, not what was played."""
    one = cell()
    one["rounds"] = one["games"]
    page = render(report(one))
    assert "a game is a single round" not in page
    assert 'id="fig-game-rounds"' in page


def test_page__tells_how_exact_its_data_is(page):
    assert "unrounded" not in page
    assert "to six significant digits" in page


def test_page__lists_the_kinds_of_interval_of_the_data(page):
    kinds = page[page.index("Kinds of interval") : page.index("Words of the game")]
    assert re.findall("<dt>(.*?)</dt>", kinds) == list(report()["methods"])


def test_page__says_on_what_deals_cells_are_compared(mixed):
    data = report(*mixed["cells"])
    assert "play different numbers of deals" not in render(data)
    data["cells"][2]["deals"] = 1000
    data["comparisons"]["rows"][1]["deals"] = 996
    text = unescape(render(data))
    assert f"{data['cells'][2]['label']} on the first 996." in text
    assert "(standard · 4 × greedy (cell 0): 2,000)" in text or "(standard · 4 × greedy: 2,000)" in text


def test_page__says_which_seats_are_not_tested(mixed):
    data = report(*mixed["cells"])
    data["cells"][1]["verdicts"][0] |= {"reason": "too few wins", "largest": None, "more_games": None}
    assert f"Not tested: {data['cells'][1]['label']} (too few wins)." in unescape(render(data))


def test_page__tells_the_verdict_on_stopped_rounds():
    one = cell()
    gate = {"code": "F9", "table": "round_length", "sentence": "The guard stopped 525.", "reason": None}
    one["verdicts"].append(gate)
    page = render(report(one))
    assert "The guard stopped 525." in page[page.index('<section id="rounds"') : page.index('<section id="games"')]


def test_page__a_table_without_rows_is_left_out():
    one = cell()
    one["tables"]["assaf_by_turn"]["rows"] = []
    one["tables"]["assaf"]["rows"][0]["assaf_rate"] = nothing()
    assert 'id="fig-assaf-by-turn"' not in render(report(one))


def test_page__many_cells_make_a_matrix_comparisons_and_folded_details(mixed):
    page = render(mixed)
    for place in ("cell-0", "cell-1", "cell-2", "compared", "differences"):
        assert f'id="{place}"' in page
    matrix = page[page.index('class="scroll open matrix"') : page.index('id="compared"')]
    assert re.findall(r'<th scope="row">([^<]+)<small>([^<]+)', matrix) == [
        ("standard", "greedy"),
        ("yaniv5", "greedy"),
        ("standard", "greedy, random"),
    ]
    assert "threshold 5 instead of 7" in page
    assert 'id="fig-cell-2-entrants"' in unpacked(page)


def test_page__cells_of_one_name_are_told_apart():
    page = render(report(cell(0), cell(1)))
    assert "(cell 0)" in page
    assert "(cell 1)" in page


def test_page__identical_play_is_said(mixed):
    mixed["comparisons"]["rows"][0]["identical"] = ["turns"]
    assert "identical play" in render(mixed)


def test_page__stays_small():
    assert len(render(report()).encode()) < 1_200_000
    cells = [cell(i, f"variant{i // 4}", ("greedy",) * (2 + i % 4)) for i in range(44)]
    assert len(render(report(*cells)).encode()) < 3_000_000


def test_write_report__numbers_are_those_of_the_page(tmp_path):
    data = report()
    page, numbers = write_report(data, tmp_path)
    assert (page.name, numbers.name) == ("index.html", "report.json")
    assert json.loads(numbers.read_text(encoding="utf-8")) == data
    assert page.read_text(encoding="utf-8") == render(data)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "report.json"]


def test_write_report__a_fault_leaves_the_old_page(tmp_path, monkeypatch):
    page, _ = write_report(report(), tmp_path)
    old = page.read_bytes()

    def full(*_):
        raise MemoryError

    monkeypatch.setattr("reports.pages.run_report.packed_library", full)
    with pytest.raises(MemoryError):
        write_report(report(title="new"), tmp_path)
    assert page.read_bytes() == old
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.html", "report.json"]

"""The page in a browser: offline, at every width, in the dark, by keyboard."""

import re

import pytest

from tests.reports.made_up_advice import STATEMENTS

WIDTHS = (380, 800, 1280)
CHARTS = {"one": 5, "several": 5, "tournament": 5, "advice": 4, "balance": 15}
"""The fewest that a page shows without anything unfolded."""


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("width", WIDTHS)
def test_page__draws_offline_without_requests_or_complaints(visit, draw_all, pages, name, width):
    seen = visit(name, width)
    assert draw_all(seen.page).count() >= CHARTS[name]
    assert seen.requests == [pages[name]]
    assert seen.complaints == []
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


def test_page__opened_tables_and_cells_do_not_overflow_a_telephone(visit, draw_all):
    page = visit("several", 380).page
    page.locator("details.cell").first.locator("> summary").click()
    page.locator("#cell-0 [data-chart]").first.wait_for()
    page.evaluate("document.querySelectorAll('details.numbers').forEach((part) => (part.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 380


def test_page__a_link_in_the_matrix_opens_the_cell(visit):
    seen = visit("several")
    seen.page.locator(".matrix a:visible").nth(1).click()
    seen.page.locator("#cell-1[open] svg.marks").first.wait_for()
    assert seen.complaints == []


def test_page__the_matrix_shows_the_measure_that_is_chosen(visit):
    page = visit("several").page
    shown = page.locator(".matrix [data-measure]:visible")
    before = shown.first.get_attribute("data-measure")
    page.get_by_role("radio").nth(2).check()
    measures = {shown.nth(i).get_attribute("data-measure") for i in range(shown.count())}
    assert len(measures) == 1
    assert before not in measures


def test_balance__charts_are_of_the_players_that_are_chosen_by_key(visit, draw_all):
    seen = visit("balance")
    draw_all(seen.page)
    seen.page.locator("figure[data-players='2']:visible").first.wait_for()
    shown = seen.page.locator("figure[data-players]:visible")
    assert {shown.nth(i).get_attribute("data-players") for i in range(shown.count())} == {"2"}
    seen.page.get_by_role("radio", name="2 players").focus()
    seen.page.keyboard.press("ArrowRight")
    draw_all(seen.page)
    seen.page.locator("figure[data-players='3']:visible").first.wait_for()
    assert {shown.nth(i).get_attribute("data-players") for i in range(shown.count())} == {"3"}
    assert seen.complaints == []


def test_balance__a_verdict_leads_to_its_row_with_an_example_game(visit):
    seen = visit("balance", 380)
    seen.page.locator(".matrix a:visible").first.click()
    row = seen.page.locator("details.cell[open]")
    row.locator("[data-chart]").first.scroll_into_view_if_needed()
    row.locator("svg.marks").first.wait_for()
    assert "yaniv replay" in row.locator("code").first.inner_text()
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 380
    assert seen.page.evaluate("window.wasRun") is None
    assert seen.complaints == []


def test_chart__tooltip_says_estimate_interval_and_n(visit):
    page = visit().page
    chart = page.locator("[data-chart=round-turns]")
    chart.scroll_into_view_if_needed()
    box = chart.locator("svg.marks .mark-rect path").nth(4).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x - 1, y)
    page.mouse.move(x, y)
    tooltip = page.locator("#vg-tooltip-element.visible")
    tooltip.wait_for()
    text = tooltip.inner_text()
    assert re.search(r"share of rounds\s+5\.40%", text)  # bin 4 of the made-up data: .05 + 4/1000
    assert re.search(r"95 % interval\s+\S+% to \S+%", text)
    assert re.search(r"n\s+42,000", text)


def test_chart__has_a_role_and_says_what_it_shows(visit, draw_all):
    places = draw_all(visit().page)
    for i in range(places.count()):
        label = places.nth(i).locator("[role=graphics-document]").get_attribute("aria-label")
        assert len(label) > 40
        assert "table after the chart" in label


def test_chart__can_be_saved_as_a_picture(visit):
    page = visit().page
    chart = page.locator("[data-chart=round-turns]")
    chart.scroll_into_view_if_needed()
    chart.locator("summary").click()
    links = chart.locator(".vega-actions a")
    assert links.all_inner_texts() == ["Save as SVG", "Save as PNG"]
    for link, name in zip(links.all(), ("round-turns.svg", "round-turns.png"), strict=True):
        with page.expect_download() as download:
            link.click()
        assert download.value.suggested_filename == name


def test_numbers__can_be_downloaded_as_csv(visit, tmp_path):
    page = visit().page
    figure = page.locator("#fig-round-turns")
    figure.get_by_text("The numbers").click()
    with page.expect_download() as download:
        figure.get_by_text("Download as CSV").click()
    assert download.value.suggested_filename == "round-turns.csv"
    path = tmp_path / "rows.csv"
    download.value.save_as(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "turns,turns_to,turns_label,share,share_low,share_high,n,method"
    assert lines[1].startswith("0,0,0,0.05,")
    assert len(lines) == 14


# Colours against what lies behind them, as eyes meet them (WCAG 2.2, relative luminance), of all that is shown
# and wanted: whatever has words of its own, or what a selector names.
CONTRASTS = """
(selector) => {
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const part = (c) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const colour = rgb(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const hasWords = (node) => [...node.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const wanted = (node) => (selector ? node.matches(selector) : hasWords(node) && !node.matches("script, style"));
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    if (!wanted(node) || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    const colour = node.closest("svg") ? style.fill : style.color;
    if (colour === "none") continue;
    const [a, b] = [light(rgb(colour)), light(behind(node))].sort((x, y) => y - x);
    found.push([(a + 0.05) / (b + 0.05), node.tagName, node.textContent.trim().slice(0, 40), colour]);
  }
  return found;
}
"""


@pytest.mark.parametrize(
    ("name", "texts"), [("one", 300), ("tournament", 150), ("advice", 100), ("balance", 300), ("chart", 1000)]
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page__text_has_contrast(visit, draw_all, name, texts, scheme):
    page = visit(name, scheme=scheme).page
    draw_all(page)
    found = page.evaluate(CONTRASTS)
    assert len(found) > texts
    assert [each for each in found if each[0] < 4.5] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_chart__marks_stand_out(visit, draw_all, scheme):
    """Bars and dots have a contrast of 3 to the card they lie on; a pale last bar has an outline instead."""
    page = visit(scheme=scheme).page
    draw_all(page)
    bars = ".mark-rect path:not([fill-opacity], [opacity='0.4'])"
    dots = ".mark-symbol.role-mark path:not([opacity='0'])"
    faint = {name: [each for each in page.evaluate(CONTRASTS, name) if each[0] < 3] for name in (bars, dots)}
    assert faint[dots] == []
    assert len(faint[bars]) == 2  # the ranges that are shaded: what the source says, and the margin


def test_page__changes_theme_with_the_system(visit, draw_all):
    page = visit().page
    chart = page.locator("[data-chart=round-turns]")
    chart.scroll_into_view_if_needed()
    svg = chart.locator("svg.marks")
    svg.wait_for()
    assert svg.evaluate("(node) => node.style.backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.querySelector('svg.marks').style.backgroundColor === 'rgb(26, 32, 29)'")


def test_page__prints_light_with_every_chart(visit):
    """Charts that nobody has scrolled to are drawn when the page is printed."""
    page = visit(scheme="dark").page
    page.pdf()
    drawn = page.locator("[data-chart] svg.marks").count()
    assert drawn == page.locator("[data-chart]").count()


@pytest.mark.parametrize("name", ["one", "tournament", "advice", "chart"])
def test_keyboard__reaches_every_control_and_shows_where_it_is(visit, draw_all, name):
    page = visit(name).page
    draw_all(page)
    page.evaluate("window.scrollTo(0, 0)")
    wanted = page.evaluate(
        """() => {
          const all = [...document.querySelectorAll("a[href], summary, input, [tabindex='0']")];
          const shown = all.filter((node) => node.checkVisibility({ contentVisibilityAuto: true }));
          shown.forEach((node, i) => (node.dataset.control = i));
          return shown.length;
        }"""
    )
    reached, unmarked = set(), []
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "[document.activeElement.dataset.control, getComputedStyle(document.activeElement).outlineStyle]"
        )
        if found[0] is not None:
            reached.add(int(found[0]))
            if found[1] == "none":
                unmarked.append(found[0])
    assert reached == set(range(wanted))
    assert unmarked == []


def test_keyboard__skip_link_and_folded_table(visit):
    page = visit().page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.locator("#fig-round-turns .numbers > summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#fig-round-turns table").is_visible()


def test_page__hostile_names_are_shown_and_not_run(visit, draw_all):
    seen = visit("hostile")
    draw_all(seen.page)
    assert seen.page.evaluate("window.wasRun") is None
    assert seen.page.locator("h1").inner_text() == "<script>window.wasRun=1</script>"
    assert "<script>window.wasRun=1</script>" in seen.page.title()
    labels = " ".join(seen.page.locator("[data-chart=entrants] text").all_text_contents())
    assert "greedy<script>" in labels
    assert seen.complaints == []


def test_tournament__opened_tables_do_not_overflow_a_telephone_and_names_are_text(visit, draw_all):
    seen = visit("tournament", 380, scheme="dark")
    draw_all(seen.page)
    seen.page.evaluate("document.querySelectorAll('details.numbers').forEach((part) => (part.open = true))")
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 380
    assert seen.page.evaluate("window.wasRun") is None
    assert seen.page.locator("h1").inner_text() == "<img src=x onerror=window.wasRun=1>"
    assert "<img src=x onerror=window.wasRun=1>" in seen.page.locator("#superiority table").inner_text()


@pytest.mark.parametrize("width", WIDTHS)
def test_call_chart__needs_no_network_fits_and_shows_names_as_text(visit, pages, width):
    seen = visit("chart", width)
    assert seen.requests == [pages["chart"]]
    assert seen.complaints == []
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= width
    assert seen.page.evaluate("window.wasRun") is None
    assert seen.page.locator("h1").nth(1).inner_text().startswith("<script>window.wasRun=1</script>")
    # no word is cut off or runs into the next square
    assert seen.page.evaluate(
        "[...document.querySelectorAll('td.square')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    ) == 0  # fmt: skip


def test_call_chart__is_one_sheet_of_paper_for_four_opponents(visit):
    page = visit("chart", scheme="dark").page
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 725, "height": 1000})  # 192 mm at 96 dots an inch
    sheets = page.locator(".sheet")
    for number, totals in ((0, 8), (2, 11)):
        assert sheets.nth(number).locator(".of-opponents").count() == 4
        assert sheets.nth(number).locator("tbody").first.locator("tr").count() == totals
        assert sheets.nth(number).bounding_box()["height"] <= 1046  # 277 mm


def test_advice__verdicts_stand_beside_their_statements_and_fit_a_telephone(visit, draw_all):
    page = visit("advice", 380, scheme="dark").page
    draw_all(page)
    page.evaluate("document.querySelectorAll('details.numbers').forEach((part) => (part.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    rows = page.locator("#overview tbody tr")
    told = {row.locator("th, td").first.inner_text(): row.inner_text() for row in rows.all()}
    assert {one.text for one in STATEMENTS} == set(told)
    assert "Holds" in told["A threshold of 5 makes rounds longer."]
    assert "Does not hold" in told["A game lasts 6 to 15 rounds."]


def test_page__without_scripts_the_tables_are_there(visit):
    page = visit(java_script_enabled=False).page
    assert "The charts need JavaScript" in page.locator("noscript").first.text_content()
    page.locator("#fig-round-turns .numbers > summary").click()
    assert page.locator("#fig-round-turns table").is_visible()

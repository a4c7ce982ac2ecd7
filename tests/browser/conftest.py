"""A browser without a network, and pages made from made-up data."""

import shutil
from types import SimpleNamespace

import pytest

from pipelines.advice import statements
from pipelines.balance import arms
from reports.pages.call_chart import write_chart
from reports.pages.run_report import write_report
from tests.reports.made_up import cell, report
from tests.reports.made_up_advice import STATEMENTS
from tests.reports.made_up_call_chart import chart as chart_of
from tests.reports.made_up_call_chart import charts
from tests.run_helpers import yaniv

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Quiet: nothing that a browser does on its own account may look like the page's doing.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOSTILE = "<script>window.wasRun=1</script>"
UNCLOSED = "<img src=x onerror=window.wasRun=1>"  # a name of an entrant holds no slash


def pytest_collection_modifyitems(items):
    for item in items:
        if "/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"no browser on this machine: none of {', '.join(NAMES)} is on the path")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Addresses of the pages: one cell, several cells, hostile names; a tournament, advice, balance, call charts."""
    lineup = (f"greedy{HOSTILE}", "random", "=cmd()", "random")
    several = [cell(), cell(1, "yaniv5"), cell(2, HOSTILE, lineup)]
    made = {
        "one": report(),
        "several": report(*several),
        "hostile": report(cell(0, HOSTILE, lineup), title=HOSTILE),
    }
    folder = tmp_path_factory.mktemp("pages")
    addresses = {name: write_report(data, folder / name)[0].as_uri() for name, data in made.items()}
    chart = write_chart(
        charts(chart_of("standard", "greedy", 4), chart_of(HOSTILE, UNCLOSED, 7), chart_of("nepal10", "greedy", 4, 10)),
        folder / "chart",
    )
    played = {"chart": chart, "tournament": tournament(folder / "tournament"), "advice": advice(folder / "advice")}
    played["balance"] = balance(folder / "balance")
    return addresses | {name: page.as_uri() for name, page in played.items()}


def tournament(folder):
    """Play a small tournament, one of its entrants with a hostile name; gives the page."""
    plan = folder.with_suffix(".toml")
    plan.write_text(
        f'title = "{UNCLOSED}"\nplayers = 3\ndeals = 70\nfield = ["greedy", "random", "{UNCLOSED}"]\n'
        f'[entrants."{UNCLOSED}"]\nfamily = "greedy"\ncall_at = 3\n'
    )
    assert yaniv("tournament", plan, "--out", folder, "--quiet") == 0
    return folder / "tournament" / "index.html"


def advice(folder):
    """Play a small test of advice; gives the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statements, "STATEMENTS", STATEMENTS)
        assert yaniv("report", "--advice", folder, "--deals", 70, "--quiet") == 0
    return folder / "report" / "index.html"


def balance(folder):
    """Play a small balance, one of its variants with a hostile name; gives the page."""
    house = folder.with_suffix(".toml")
    house.write_text(f'name = "{UNCLOSED}"\nthreshold = 6\n')
    options = ("--variants", f"standard,yaniv5,{house}", "--players", "2-3", "--levels", "eager", "--games", 66)
    with pytest.MonkeyPatch.context() as patch:  # the others play arms of their own, which take a while
        patch.setattr(arms, "MEASURES", ("seats", "risk", "live_decision", "opportunity", "pace"))
        assert yaniv("balance", *options, "--out", folder, "--quiet") == 0
    return folder / "report" / "index.html"


@pytest.fixture
def visit(browser, pages):
    """Open a page and keep what it asked for and complained about."""
    contexts = []

    def open_page(name="one", width=1280, scheme="light", **options):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True, **options
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        seen = SimpleNamespace(page=page, requests=[], complaints=[])
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("console", lambda line: seen.complaints.append(line.text))
        page.on("pageerror", lambda error: seen.complaints.append(str(error)))
        page.goto(pages[name])
        return seen

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def draw_all():
    """Scroll until every chart outside folded parts has been drawn."""

    def scroll(page):
        page.wait_for_function("!document.querySelector('.charts[data-packed], .charts[aria-busy]')")
        places = page.locator("[data-chart]:visible")
        for i in range(places.count()):
            places.nth(i).scroll_into_view_if_needed()
            places.nth(i).locator("svg.marks").wait_for()
        return places

    return scroll

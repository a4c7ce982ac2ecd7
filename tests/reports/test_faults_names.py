"""Names that are markup for a browser or a formula for a spreadsheet: shown as they are, never run."""

import base64
import csv
import io
import json
import re
import zlib
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from pipelines.tables import TABLES, needs_forks
from tests.run_helpers import finished_run, yaniv

SCRIPT = "<script>alert(1)<!--"
IMAGE = "\"'><img src=x onerror=alert(2)>"
FORMULAS = ("=cmd()|'calc'!A0", "+1", "-2", "@SUM(A1)", "＝1")
TITLE = "</script></title><script>alert(3)</script>"

ENTRANTS = (SCRIPT, IMAGE, *FORMULAS)
PLAN = f"""
title = {json.dumps(TITLE)}
games = 128
chunk = 64
[variants]
{json.dumps(SCRIPT)} = {{ threshold = 9 }}
"=1+1" = {{ threshold = 5 }}
[entrants]
{"".join(f"{json.dumps(name)} = {{ family = 'greedy', call_at = {n} }}{chr(10)}" for n, name in enumerate(ENTRANTS))}
[[cells]]
variant = [{json.dumps(SCRIPT)}, "=1+1"]
players = 8
entrants = {json.dumps([*ENTRANTS, "greedy"])}
"""


class Page(HTMLParser):
    """What a browser would make of a page: its elements, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    return finished_run(folder / "run", folder / "plan.toml")


@pytest.fixture(scope="module")
def pages(run):
    """Read the page of the run as a browser does, and the folded parts of its cells."""
    assert yaniv("report", run) == 0
    page = Page((run / "report" / "index.html").read_text(encoding="utf-8"))
    packed = [attributes["data-packed"] for _, attributes in page.tags if "data-packed" in attributes]
    assert len(packed) == 2
    return [page, *(Page(zlib.decompress(base64.b64decode(part)).decode()) for part in packed)]


def test_fault_30_page__has_our_scripts_and_no_other_element_of_a_name(pages):
    assert [tag for page in pages for tag, _ in page.tags].count("script") == 3  # library, data, our own
    for page in pages:
        assert not [tag for tag, _ in page.tags if tag in ("img", "iframe", "object", "embed", "base")]
        assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]


def test_fault_30_page__shows_every_name_as_text(pages):
    shown = "".join(page.text for page in pages)
    for name in (TITLE, "=1+1", *ENTRANTS):
        assert name in shown


def test_fault_30_page__json_for_the_charts_ends_where_it_should(run):
    text = (run / "report" / "index.html").read_text(encoding="utf-8")
    (inside,) = re.findall(r'<script type="application/json" id="charts">(.*?)</script>', text, re.DOTALL)
    assert {"specs", "themes"} <= json.loads(inside).keys()


def assert_no_formula(text):
    rows = list(csv.reader(io.StringIO(text)))
    assert len(rows) > 1
    for cell in (cell for row in rows for cell in row):
        assert cell[:1] not in "=+@\t\r＝＋－＠" or cell == ""
        assert not cell.startswith("-") or float(cell) < 0


def test_fault_30_csv_of_the_page__holds_no_formula(pages):
    links = [attributes.get("href", "") for page in pages for _, attributes in page.tags]
    texts = [unquote(link.partition(",")[2]) for link in links if link.startswith("data:text/csv")]
    assert len(texts) > 10
    for text in texts:
        assert_no_formula(text)
    assert any("'=cmd()" in text for text in texts)


@pytest.mark.parametrize("table", [name for name, table in TABLES.items() if not needs_forks(table)])
def test_fault_30_csv_of_tables__holds_no_formula(run, capsys, table):
    assert yaniv("tables", run, table, "--csv") == 0
    text = capsys.readouterr().out
    assert_no_formula(text)
    if "entrant" in text.splitlines()[0].split(","):
        assert "'=cmd()" in text


def test_fault_30_json_and_parquet__hold_the_names_as_they_are(run, capsys):
    import pyarrow.parquet as pq

    assert yaniv("tables", run, "entrants", "--json") == 0
    rows = json.loads(capsys.readouterr().out)["entrants"]
    assert {row["entrant"] for row in rows} >= set(ENTRANTS)
    part = pq.read_table(run / "seats/cell=000/part-000000.parquet")
    assert set(part["entrant"].to_pylist()) == {*ENTRANTS, "greedy"}


def test_fault_30_data_card__names_are_code_and_the_title_is_no_markup(run):
    text = (run / "README.md").read_text(encoding="utf-8")
    assert text.startswith(r"# \</script\>\</title\>\<script\>alert(3)\</script\>")
    assert "<script>" not in re.sub("`[^`\n]*`", "", text)

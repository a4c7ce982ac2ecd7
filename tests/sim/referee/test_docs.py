"""``docs/records.md`` shows a record and what the referee says of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sim.referee import check_record

TEXT = (Path(__file__).parents[3] / "docs/records.md").read_text()


def test_example__is_a_good_record_with_the_verdict_shown() -> None:
    blocks = re.findall(r"(?:^    .*\n)+", TEXT, re.MULTILINE)
    shown = json.loads(blocks[1])
    assert shown.pop("file")
    assert check_record(blocks[0].splitlines()).as_json() == shown


def test_codes__all_that_the_referee_reports_are_explained() -> None:
    sources = (Path(__file__).parents[3] / "sim/referee").glob("*.py")
    reported = {code for path in sources for code in re.findall(r'"([CDTES]\d)"', path.read_text())}
    explained = set(re.findall(r"\b[CDTES]\d\b", TEXT.split("| code |")[1]))
    assert reported <= explained
    assert len(reported) > 15

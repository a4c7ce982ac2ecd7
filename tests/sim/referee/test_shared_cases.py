"""The referee's verdict on the small records in ``tests/sim/cases``, against the verdicts that came with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sim.referee import check_file

CASES = Path(__file__).parents[1] / "cases"
EXPECTED: dict[str, dict[str, Any]] = json.loads((CASES / "expected.json").read_text())


def test_cases__every_record_has_a_verdict() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in CASES.glob("*.jsonl"))
    assert len(EXPECTED) >= 20


@pytest.mark.parametrize("name", EXPECTED)
def test_case__gets_its_verdict(name: str) -> None:
    expected = EXPECTED[name]
    with (CASES / f"{name}.jsonl").open("rb") as file:
        got = check_file(file).as_json()
    assert got["ok"] == expected["ok"], got
    if not expected["ok"]:
        assert got["line"] == expected["line"]
        assert got["rule"] in expected["rules"], got
        return
    assert got["finished"] == expected["finished"]
    assert len(got["rounds"]) == len(expected["rounds"])
    for got_round, wanted in zip(got["rounds"], expected["rounds"], strict=True):
        assert {key: got_round[key] for key in wanted} == wanted
    if "result" in expected:
        assert got["result"] == expected["result"]

"""Small records and what the rules say of them, worked out by others: ``cases/*.jsonl`` and ``cases/expected.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.scripted import Broken, play_record, read_record

CASES = Path(__file__).parent / "cases"
EXPECTED: dict[str, dict[str, Any]] = json.loads((CASES / "expected.json").read_text())


def test_cases__have_a_record_each() -> None:
    assert {path.stem for path in CASES.glob("*.jsonl")} == set(EXPECTED)


@pytest.mark.parametrize("name", [name for name, verdict in EXPECTED.items() if verdict["ok"]])
def test_case__is_played_as_the_rules_say(name: str) -> None:
    variant, players, lines = read_record(CASES / f"{name}.jsonl")
    verdict = EXPECTED[name]
    played = play_record(variant, players, lines)
    rounds = [
        {
            "end": score.end,
            "caller": score.ender,
            "score": list(score.score),
            "totals": list(score.totals),
            "out": list(score.out),
        }
        for score in played.scores
    ]
    assert rounds == verdict["rounds"], verdict["why"]
    assert played.finished == verdict["finished"]
    if "result" in verdict:
        result = played.game.events[-1]
        assert {key: list(v) if isinstance(v, tuple) else v for key, v in result._asdict().items()} == verdict["result"]


@pytest.mark.parametrize("name", [name for name, verdict in EXPECTED.items() if not verdict["ok"]])
def test_case__is_forbidden_by_the_rule(name: str) -> None:
    """The twin never offers what the rules forbid: not the call, not the lay, not the card."""
    variant, players, lines = read_record(CASES / f"{name}.jsonl")
    verdict = EXPECTED[name]
    with pytest.raises(Broken) as broken:
        play_record(variant, players, lines)
    assert broken.value.number == verdict["line"]
    assert set(broken.value.rules) <= set(verdict["rules"]), verdict["why"]

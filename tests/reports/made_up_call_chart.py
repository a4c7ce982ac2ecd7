"""Data of call charts that nobody played."""

from __future__ import annotations

from typing import Any

from pipelines.call_chart.squares import WORDS

WORD_OF = ("call", "wait", "toss-up", "too few")


def square(total: int, opponents: int, least_cards: int | None) -> dict[str, Any]:
    """Every word occurs, and every length of a number."""
    at = total + opponents + (least_cards or 0)
    word = WORD_OF[at % 4]
    value = {"call": -12.3456, "wait": 21.04, "toss-up": 0.04, "too few": -3.5}[word]
    known = word != "too few"
    tau = {
        "value": value,
        "low": value - 0.6 if known else None,
        "high": value + 0.6 if known else None,
        "n": (17, 998, 4_242, 123_456, 2_345_678)[at % 5],
        "method": "batch t" if known else "too few",
    }
    return {"total": total, "opponents": opponents, "least_cards": least_cards, "word": word, "tau": tau}


def chart(variant: str, entrant: str, opponents: int, threshold: int = 7) -> dict[str, Any]:
    """One chart."""
    return {
        "variant": variant,
        "source": "made up",
        "threshold": threshold,
        "entrant": entrant,
        "players": [2, opponents + 1],
        "labels": [f"{variant} · 2 × {entrant}"],
        "deals": 1000,
        "games": 2000,
        "batches": 500,
        "chances": 12_345,
        "stopped_rounds": 0,
        "sentences": ["Against one opponent, whatever they hold: call with 0 to 6, with 7 it is a toss-up."],
        "squares": [
            square(total, others, least)
            for others in range(1, opponents + 1)
            for total in range(threshold + 1)
            for least in (None, 1, 2, 3, 4, 5)
            if (total, least) != (0, 5)
        ],
    }


def charts(*made: dict[str, Any], warnings: tuple[str, ...] = ()) -> dict[str, Any]:
    """A page of them."""
    return {
        "format": 1,
        "kind": "call chart",
        "run": {
            "title": "Call chart",
            "folder": "runs/when",
            "plan_hash": "0123456789abcdef" * 4,
            "seed": "1",
            "versions": {"yaniv": "0.1.0", "engine": 1, "stream": 1, "format": 2, "packages": {}},
            "commands": ["yaniv simulate plan.toml --out runs/when", "yaniv chart runs/when"],
            "plan_file": 'title = "Call chart"\n',
            "games": 2000,
            "confidence": 0.95,
        },
        "words": dict(WORDS),
        "false_words": 0.05,
        "warnings": list(warnings),
        "charts": list(made),
        "methods": {"batch t": "ratio of sums over batches", "too few": "no interval"},
    }

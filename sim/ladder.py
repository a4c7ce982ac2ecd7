"""What every bot was measured to win against `greedy`; `benchmarks/ladder.py` measures it again."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

_FILE: Final = Path(__file__).with_name("ladder.toml")


class Wins(NamedTuple):
    """A share of games won: value and 95 % interval."""

    value: float
    low: float
    high: float


class Rung(NamedTuple):
    """One against one, and alone among three, over so many deals in every seat."""

    deals: int
    two: Wins
    four: Wins


def ladder() -> dict[str, Rung]:
    """Give what was measured, by the name of the bot."""
    told = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {name: Rung(one["deals"], Wins(*one["two"]), Wins(*one["four"])) for name, one in told.items()}

"""Fills the table of published figures in README.md: `make reproduce ARGS=--write` calls it, and a test holds it.

python -m reports.readme_figures
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from reports.words import count, write

README: Final = Path(__file__).parent.parent / "README.md"
PUBLISHED: Final = Path(__file__).parent / "published"
BEGIN, END = "<!-- published figures -->", "<!-- end of published figures -->"
LEVEL: Final = "tactician"
PLAYERS: Final = (2, 4)
NUMBERS: Final = (("F9 rounds a game", "rounds"), ("F2 calls that meet Assaf", "share"))
VERDICTS: Final = (("F1", "seat", LEVEL), ("F3", "the call", LEVEL), ("F10", "a limit", "limited"))
"""Measures, heads, and levels: call limits are published of fixed ones alone."""


def source() -> Path:
    """Give the published results that the README tells of: the full ones, where there are any."""
    return next(path for which in ("full", "small") if (path := PUBLISHED / which / "variants.json").exists())


def table(data: dict[str, Any]) -> Iterator[str]:
    """Write the rows of one level of play as Markdown."""
    heads = ["variant", "players", *(title for _, title, _ in VERDICTS), "rounds a game", "calls that meet Assaf"]
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for label, place in data["places"].items():
        variant, players, level = label.rsplit(", ", 2)
        if level == LEVEL and int(players.split()[0]) in PLAYERS:
            judged = [(code, data["places"].get(f"{variant}, {players}, {at}")) for code, _, at in VERDICTS]
            verdicts = ["–" if one is None else one["verdicts"].get(code, "–") for code, one in judged]
            numbers = [_written(place["numbers"].get(name), unit) for name, unit in NUMBERS]
            yield f"| {' | '.join([variant, players.split()[0], *verdicts, *numbers])} |"


def _written(number: dict[str, Any] | None, unit: str) -> str:
    if number is None:
        return "–"
    written = write(number, unit)
    return f"{written.estimate} ({written.interval}; n {written.n})"


def filled(readme: str) -> str:
    """Give the README with the table as the published results have it."""
    path = source()
    data = json.loads(path.read_text(encoding="utf-8"))
    where = f"[reports/published/{path.parent.name}](reports/published/{path.parent.name}/variants.md)"
    told = f"Level *{LEVEL}* (a limit: *limited*), from {where}, {count(data['games'])} games in all:"
    before, rest = readme.split(BEGIN)
    return "\n".join([f"{before}{BEGIN}", told, "", *table(data), f"{END}{rest.split(END)[1]}"])


def main() -> None:
    """Write the README anew."""
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

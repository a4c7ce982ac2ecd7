"""What the source says, set beside what was measured."""

from __future__ import annotations

from pipelines.findings.numbers import Data, number, percent, so_many
from pipelines.findings.results import Results
from pipelines.findings.verdicts import is_single_round
from pipelines.tables.game_length import CLAIM


def claims_data(results: Results) -> list[Data]:
    """Give the claims that apply to a cell: rounds a game, unless a game is one round."""
    if is_single_round(results):
        return []
    low, high = CLAIM
    inside, below, above = (
        results.get("game_length", name) for name in ("rounds_6_15", "rounds_below_6", "rounds_above_15")
    )
    sentence = (
        f"The source says that a game usually lasts {low} to {high} rounds; here {percent(inside)} of the"
        f" {so_many(inside.n, 'games')} did, {percent(below)} were shorter and {percent(above)} longer."
    )
    return [
        {
            "id": "rounds_a_game",
            "text": f"a game usually lasts {low} to {high} rounds",
            "source": "the page",
            "low": low,
            "high": high,
            "share_inside": number(inside),
            "share_below": number(below),
            "share_above": number(above),
            "sentence": sentence,
        }
    ]

"""The few numbers that stand at the top of a cell, and that cells are compared by."""

from __future__ import annotations

from typing import Final, NamedTuple

from pipelines.findings.numbers import Data, number, scaled
from pipelines.findings.results import Place, Results
from pipelines.run import RunCell
from pipelines.stats.estimate import NOTHING, Estimate


class Headline(NamedTuple):
    """One of these numbers; minutes are turns at a pace."""

    id: str
    label: str
    unit: str
    place: Place

    def at(self, cell: RunCell) -> Place:
        """Give the place in a cell: the order of play depends on its number of players."""
        if self.id != "edge_first":
            return self.place
        return self.place._replace(keys=(("players_in", cell.players), ("position", 1)))

    def estimate(self, results: Results, seconds_per_turn: float) -> Estimate:
        """Look the number up."""
        row = results.row(self.at(results.cell))
        found = NOTHING if row is None else row.numbers[self.place.measure]
        return scaled(found, self.factor(seconds_per_turn))

    def factor(self, seconds_per_turn: float) -> float:
        """Give what the number in the table is multiplied by."""
        return seconds_per_turn / 60 if self.unit == "minutes" else 1


HEADLINES: Final = (
    Headline("turns", "turns a round", "turns", Place("round_length", "turns_mean")),
    Headline("rounds", "rounds a game", "rounds", Place("game_length", "rounds_mean")),
    Headline("minutes", "minutes a game", "minutes", Place("game_length", "turns_mean")),
    Headline("assaf_rate", "calls that meet Assaf", "share", Place("assaf", "assaf_rate")),
    Headline("edge_first", "edge of the first player in a round", "edge", Place("seat_round", "edge")),
    Headline("opening", "call allowed at once", "share", Place("opening", "opening")),
    Headline("stopped", "stopped rounds", "share", Place("round_length", "stopped")),
)


def headline_data(results: Results, seconds_per_turn: float) -> list[Data]:
    """Give the headline of a cell as data."""
    return [
        {
            "id": line.id,
            "label": line.label,
            "unit": line.unit,
            "number": number(line.estimate(results, seconds_per_turn)),
            "table": line.place.table,
        }
        for line in HEADLINES
    ]

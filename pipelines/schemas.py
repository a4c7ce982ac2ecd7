"""Every column that `pipelines` adds to the stored ones (`sim.columns`): name, unit and meaning, once."""

from __future__ import annotations

from typing import Final

from sim.tallies.declared import Field

DERIVED: Final = {
    "rounds": (
        Field("batch", "index", "consecutive deals in all their rotations; the unit of every interval"),
        Field("called", "", "the round ended by a call, or by laying the last card (E6), which counts as one"),
        Field("opponents", "players", "players in the round but the ender"),
        Field("ender_entrant", "index", "the ender's entrant, among the distinct ones of the line-up"),
        Field("ender_score", "points", "points the ender scored"),
        Field("all_scores", "points", "points all players scored"),
        Field("in_mask", "bits", "bit p: the p-th seat clockwise from the first player is still in the game"),
        Field("won_mask", "bits", "bit p: that seat won the round (E7)"),
        Field("first_allowed_position", "index", "players before the first who might call; 255: nobody might"),
    ),
    "games": (Field("batch", "index", "consecutive deals in all their rotations"),),
    "seats": (
        Field("batch", "index", "consecutive deals in all their rotations"),
        Field("winners", "seats", "winners of the game"),
        Field("stopped", "", "the game was stopped"),
        Field("game_rounds", "rounds", "rounds of the game"),
        Field("wins", "wins/840", "the seat's part in winning the game; shared wins are split"),
        Field("rounds_out", "rounds", "rounds the seat waited after it was out"),
    ),
}
"""Columns that `pipelines.derive` adds to the rows of a run."""

RESULT: Final = (
    Field("cell", "index", "cell of the plan"),
    Field("measure", "", "name of the number"),
    Field("events", "count", "exact sum above the line; null for spreads and quantiles"),
    Field("n", "count", "exact sum below the line: how many the number rests on"),
    Field("value", "", "the number"),
    Field("low", "", "lower end of the 95 % interval; null where there is none"),
    Field("high", "", "upper end of the 95 % interval"),
    Field("method", "", "how the interval was made, or why there is none"),
    Field("stopped", "rounds", "rounds of the cell that the guard stopped (E5)"),
)
"""Columns of every table as a frame; the table's keys stand between `cell` and `measure`."""

"""How often a call meets Assaf, and what that costs."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Table
from pipelines.tables.measures import Mean, Share
from pipelines.tables.shapes import together
from sim.exact_parts import BILLION, WHOLE


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    calls = counted["calls"].filter(pl.col("by") == "all").drop("by", "level")
    rounds = counted["openings"].select("batch", "rounds")
    games = counted["game_assafs"].rename({"assafs": "assafs_of_games"})
    seats = counted["seats"].select("batch", "seats", "assafs_suffered")
    return together(calls, rounds, games, seats)


TABLE = Table(
    name="assaf",
    title="Assaf",
    meaning=(
        "Assaf: an opponent answers a call with a hand that is as low or lower. Laying the last card (E6)"
        " counts as a call."
    ),
    tallies=("calls", "openings", "game_assafs", "seats"),
    shape=_shape,
    keys=(),
    measures=(
        Share(
            "assaf_rate",
            "Assaf a call",
            "rounds with Assaf / rounds with a call; every call weighs alike",
            per="call",
            of=("assafs", "calls"),
        ),
        Mean(
            "assaf_rate_game",
            "Assaf a call, mean of games",
            "Assafs / calls of each game; every game with a call weighs alike",
            unit="share",
            per="game",
            of=("assaf_a_call", "with_call"),
            scale=BILLION,
        ),
        Share("assaf_round", "Assaf a round", "rounds with Assaf", per="round", of=("assafs", "rounds")),
        Mean(
            "assafs_game",
            "Assafs a game",
            "rounds with Assaf in a game",
            unit="assafs",
            per="game",
            of=("assafs_of_games", "games"),
        ),
        Mean(
            "assafs_seat",
            "Assafs suffered, a game and seat",
            "own calls that met Assaf",
            unit="assafs",
            per="seat",
            of=("assafs_suffered", "seats"),
        ),
        Mean(
            "penalty",
            "penalty",
            "points of a caller who met Assaf",
            unit="points",
            per="assaf",
            of=("penalty", "assafs"),
        ),
        Mean(
            "swing",
            "swing",
            "points of a caller who met Assaf, more than the mean of the other players in the round",
            unit="points",
            per="assaf",
            of=("lost", "assafs"),
            scale=WHOLE,
        ),
        Mean(
            "answers",
            "opponents at or below",
            "opponents at or below a caller who met Assaf",
            unit="players",
            per="assaf",
            of=("answers", "assafs"),
        ),
    ),
)

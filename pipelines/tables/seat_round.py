"""F1 for the round: who wins it, and F4: who may call first, by the order of play."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Edge, Share
from sim.exact_parts import WHOLE


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    return counted["order"].with_columns(players=pl.col("players_in").cast(pl.Int64) * pl.col("decided"))


def _shape_opening(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    return counted["openings"]


KEYS = (Key("players_in", "players in"), Key("position", "order of play"))

TABLES = (
    Table(
        name="seat_round",
        title="Winning the round by order of play",
        meaning=(
            "The edge is n * P(win) - 1 for one of n players in: 0 is an even share, +0.10 a tenth more."
            " Shared wins are split; rounds without a winner are left out."
        ),
        tallies=("order",),
        shape=_shape,
        keys=KEYS,
        measures=(
            Edge(
                "edge",
                "edge",
                "n * P(win) - 1",
                per="round",
                of=("wins", "decided"),
                size="players",
                scale=WHOLE,
            ),
            Share("win", "wins", "rounds won", per="round", of=("wins", "decided"), scale=WHOLE),
        ),
    ),
    Table(
        name="opportunity",
        title="First allowed to call",
        meaning="Share of the rounds in which this player was the first whose hand might be called.",
        tallies=("order",),
        shape=_shape,
        keys=KEYS,
        measures=(
            Share(
                "share",
                "first allowed",
                "rounds in which this player might call first",
                per="round",
                of=("first_allowed", "rounds"),
            ),
        ),
    ),
    Table(
        name="opening",
        title="A call before anyone has moved",
        meaning="Share of the rounds in which the first player might call at once.",
        tallies=("openings",),
        shape=_shape_opening,
        keys=(),
        measures=(
            Share(
                "opening",
                "allowed at once",
                "rounds in which the first player might call at once",
                per="round",
                of=("opening_allowed", "rounds"),
            ),
            Share(
                "nobody",
                "never allowed",
                "rounds in which nobody was ever allowed to call",
                per="round",
                of=("never_allowed", "rounds"),
            ),
        ),
    ),
)

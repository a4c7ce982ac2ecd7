"""The distribution of rounds a game."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Share
from pipelines.tables.shapes import bin_edges, put_in_bins, running, with_chances


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    counts = counted["game_rounds"]
    bins = put_in_bins(counts, "rounds", bin_edges(counts, "rounds", "games"))
    return running(with_chances(bins, ["rounds", "rounds_to"], "games"), "rounds", ["games"])


TABLE = Table(
    name="game_rounds",
    title="Distribution of rounds a game",
    meaning="Share of the games; the last bin has no end.",
    tallies=("game_rounds",),
    shape=_shape,
    keys=(Key("rounds", "rounds", "rounds", binned=True),),
    measures=(
        Share("share", "share", "games with so many rounds", per="game", of=("games", "chances")),
        Share(
            "cumulative",
            "up to here",
            "games with at most so many rounds",
            per="game",
            of=("games_up_to", "chances"),
        ),
    ),
)

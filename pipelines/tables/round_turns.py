"""The distribution of turns a round."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Share
from pipelines.tables.shapes import bin_edges, put_in_bins, running, with_chances


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    counts = counted["turns"].select("batch", "players_in", "turns", "rounds")
    bins = put_in_bins(counts, "turns", bin_edges(counts, "turns", "rounds"))
    grid = with_chances(bins, ["turns", "turns_to"], "rounds", within=["players_in"])
    return running(grid, "turns", ["rounds"], within=["players_in"])


TABLE = Table(
    name="round_turns",
    title="Distribution of turns a round",
    meaning="Share of the rounds with so many players in; the last bin has no end.",
    tallies=("turns",),
    shape=_shape,
    keys=(Key("players_in", "players in"), Key("turns", "turns", "turns", binned=True)),
    levels=(("turns",), ("players_in", "turns")),
    measures=(
        Share("share", "share", "rounds with so many turns", per="round", of=("rounds", "chances")),
        Share(
            "cumulative",
            "up to here",
            "rounds with at most so many turns",
            per="round",
            of=("rounds_up_to", "chances"),
        ),
    ),
)

"""How rounds end: altogether, and as the turns go by."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Share
from pipelines.tables.shapes import bin_edges, put_in_bins, running, with_chances
from sim.columns import ENDS


def _by_end(rounds: str = "rounds") -> list[pl.Expr]:
    return [(pl.col(rounds) * (pl.col("end") == end)).alias(end) for end in ENDS]


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    counts = counted["turns"].group_by("batch", "end").agg(pl.col("rounds").sum())
    return with_chances(counts, ["end"], "rounds")


def _shape_by_turn(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    counts = counted["turns"].select("batch", "turns", "rounds", *_by_end())
    bins = put_in_bins(counts, "turns", bin_edges(counts, "turns", "rounds"))
    return running(with_chances(bins, ["turns", "turns_to"], "rounds"), "turns", ENDS)


WORDS = {
    "yaniv": "a call without Assaf",
    "assaf": "a call that met Assaf",
    "out": "a player laid the last card",
    "slapdown": "a slapdown at 0",
    "stopped": "stopped by the guard (E5)",
}

TABLES = (
    Table(
        name="endings",
        title="How rounds end",
        meaning="Share of the rounds by ending; endings that never came are not listed.",
        tallies=("turns",),
        shape=_shape,
        keys=(Key("end", "ending"),),
        measures=(Share("share", "share", "rounds that end so", per="round", of=("rounds", "chances")),),
    ),
    Table(
        name="endings_by_turn",
        title="How rounds end over the turns",
        meaning="Share of all rounds that have ended so with at most so many turns; the last bin has no end.",
        tallies=("turns",),
        shape=_shape_by_turn,
        keys=(Key("turns", "turns", "turns", binned=True),),
        measures=tuple(
            Share(end, end, WORDS[end], per="round", of=(f"{end}_up_to", "chances"), only_if_any=True) for end in ENDS
        ),
    ),
)

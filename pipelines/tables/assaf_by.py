"""Assaf told apart by one thing at a time: six tables of one make, and the totals called with."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Mean, Measure, Share
from pipelines.tables.shapes import running, with_chances
from sim.exact_parts import WHOLE
from sim.tallies.declared import TURN_BINS

Shape = Callable[[Counted, RunCell], pl.DataFrame]


def _view(counted: Counted, view: str) -> pl.DataFrame:
    """Give the calls of one view, in every batch: the level under the view's name."""
    calls = counted["calls"].filter(pl.col("by") == view).drop("by").rename({"level": view})
    return with_chances(calls, [view], "calls")


def _shape_of(view: str) -> Shape:
    def shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
        return _view(counted, view)

    return shape


def _shape_of_turn(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    ends = dict(zip(TURN_BINS, (low - 1 for low in TURN_BINS[1:]), strict=False))
    return _view(counted, "turn").with_columns(
        turn_to=pl.col("turn").replace_strict(ends, default=None, return_dtype=pl.Int64)
    )


def _shape_of_entrant(counted: Counted, cell: RunCell) -> pl.DataFrame:
    names = dict(enumerate(cell.entrants))
    return _view(counted, "entrant").with_columns(pl.col("entrant").replace_strict(names, return_dtype=pl.String))


def _shape_of_total(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    return running(_view(counted, "total"), "total", ["calls"]).with_columns(
        unanswered=pl.col("calls") - pl.col("assafs"), net=pl.col("won") - pl.col("lost")
    )


ASSAF_RATE = Share(
    "assaf_rate",
    "Assaf",
    "rounds with Assaf / rounds with a call",
    per="call",
    of=("assafs", "calls"),
)
SHARE = Share("share", "calls", "share of all calls that are in this row", per="call", of=("calls", "chances"))


def _points(name: str, label: str, meaning: str, of: tuple[str, str], per: str, scale: int) -> Mean:
    return Mean(name, label, meaning, unit="points", per=per, of=of, scale=scale)


AT_STAKE: tuple[Measure, ...] = (
    _points(
        "gain",
        "won",
        "unanswered calls: mean points of the others, less the caller's",
        ("won", "unanswered"),
        "unanswered call",
        WHOLE,
    ),
    _points(
        "loss",
        "lost",
        "calls with Assaf: points of the caller, less the others' mean",
        ("lost", "assafs"),
        "assaf",
        WHOLE,
    ),
    _points("penalty", "penalty", "calls with Assaf: points of the caller", ("penalty", "assafs"), "assaf", 1),
    _points(
        "net",
        "net",
        "all calls: mean points of the others, less the caller's",
        ("net", "calls"),
        "call",
        WHOLE,
    ),
)


def _table(name: str, title: str, key: Key, shape: Shape, more: tuple[Measure, ...] = ()) -> Table:
    return Table(
        name=f"assaf_by_{name}",
        title=title,
        meaning="Rounds with Assaf / rounds with a call.",
        tallies=("calls",),
        shape=shape,
        keys=(key,),
        measures=(ASSAF_RATE, SHARE, *more),
    )


TABLES = (
    _table(
        "total",
        "Assaf by the caller's total",
        Key("total", "caller's total", "points"),
        _shape_of_total,
        AT_STAKE,
    ),
    _table("opponents", "Assaf by opponents", Key("opponents", "opponents"), _shape_of("opponents")),
    _table(
        "turn",
        "Assaf by when the call came",
        Key("turn", "turns before the call", "turns", binned=True),
        _shape_of_turn,
    ),
    _table(
        "least_cards",
        "Assaf by the opponents' smallest hand",
        Key("least_cards", "fewest cards of an opponent", "cards"),
        _shape_of("least_cards"),
    ),
    _table(
        "pile_taken",
        "Assaf by what opponents took last",
        Key("pile_taken", "an opponent's last take was from the pile", words=((0, "no"), (1, "yes"))),
        _shape_of("pile_taken"),
    ),
    _table("entrant", "Assaf by caller", Key("entrant", "entrant"), _shape_of_entrant),
    Table(
        name="call_totals",
        title="Totals called with",
        meaning="Share of the calls by the caller's hand total.",
        tallies=("calls",),
        shape=_shape_of_total,
        keys=(Key("total", "caller's total", "points"),),
        measures=(
            SHARE,
            Share(
                "cumulative",
                "up to here",
                "calls with at most this total",
                per="call",
                of=("calls_up_to", "chances"),
            ),
        ),
    ),
)

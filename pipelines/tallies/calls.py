"""Rounds that ended by a call, by everything that may bear on Assaf."""

from typing import Final

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally, n_rows, total
from sim.exact_parts import WHOLE
from sim.tallies.declared import DECLARED, TURN_BINS, VIEWS

_LEVELS: Final = {
    "all": pl.lit(0),
    "total": pl.col("ender_total"),
    "opponents": pl.col("opponents"),
    "turn": pl.col("turn"),
    "least_cards": pl.col("least_cards"),
    "pile_taken": pl.col("pile_taken"),
    "entrant": pl.col("ender_entrant"),
}

_FIVES: Final = 5
"""Turns are counted in bins of 5 first: a division is quicker than a search."""

_PACKED: Final = (
    ("fives", pl.col("turns").clip(0, TURN_BINS[-1]) // _FIVES, 5, pl.UInt16),
    ("met", pl.col("assafs") > 0, 1, pl.Boolean),
    ("ender_entrant", pl.col("ender_entrant"), 3, pl.UInt8),
    ("pile_taken", pl.col("pile_taken"), 1, pl.Boolean),
    ("least_cards", pl.col("least_cards"), 8, pl.UInt8),
    ("opponents", pl.col("opponents"), 3, pl.UInt8),
    ("ender_total", pl.col("ender_total"), 8, pl.UInt8),
    ("batch", pl.col("batch"), 16, pl.UInt16),
)
"""Name, column, bits and type of each key, lowest bits first: one integer is grouped by quicker than eight columns."""


def _pack() -> pl.Expr:
    key, shift = pl.lit(0, pl.UInt64), 0
    for _, column, bits, _ in _PACKED:
        key, shift = key + column.cast(pl.UInt64) * (1 << shift), shift + bits
    return key


def _unpack() -> list[pl.Expr]:
    columns, shift = [], 0
    for name, _, bits, dtype in _PACKED:
        columns.append(((pl.col("key") // (1 << shift)) % (1 << bits)).cast(dtype).alias(name))
        shift += bits
    return columns


def _count(frames: Frames) -> pl.LazyFrame:
    # in a round that ended by a call no key is null
    return (
        frames.rounds.filter("called")
        .group_by(key=_pack())
        .agg(calls=n_rows(), answers=total("assafs"), own=total("ender_score"), all_scores=total("all_scores"))
    )


def _turn_bin() -> pl.Expr:
    starts = range(0, TURN_BINS[-1] + _FIVES, _FIVES)
    bins = {start // _FIVES: max(low for low in TURN_BINS if low <= start) for start in starts}
    return pl.col("fives").replace_strict(bins, return_dtype=pl.Int32)


def _split(sums: pl.DataFrame) -> pl.DataFrame:
    """Give each sum to the calls that it belongs to, with and without Assaf."""
    met, unmet = pl.col("met").cast(pl.Int64), (~pl.col("met")).cast(pl.Int64)
    # exact: the number of opponents divides 840
    others = (pl.col("all_scores") - pl.col("own")) * (WHOLE // pl.col("opponents").cast(pl.Int64))
    margin = others - pl.col("own") * WHOLE
    return sums.with_columns(
        turn=_turn_bin(),
        assafs=pl.col("calls") * met,
        penalty=pl.col("own") * met,
        won=margin * unmet,
        lost=-margin * met,
    )


def _settle(sums: pl.DataFrame) -> pl.DataFrame:
    split = _split(sums.with_columns(_unpack()).drop("key"))
    views = [
        split.group_by("batch", by=pl.lit(name), level=_LEVELS[name].cast(pl.Int32)).agg(
            pl.col(field.name).sum() for field in CALLS.sums
        )
        for name in VIEWS
    ]
    return pl.concat(views)


CALLS = Tally(
    DECLARED["calls"],
    count=_count,
    settle=_settle,
    needs_rounds=True,
)

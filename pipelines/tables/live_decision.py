"""What a call is worth against going on one more turn, from chances that were played both ways (F3).

`tau` is the mean over chances of (own score minus the mean of the others' with the call) minus (the same without it):
a difference within each chance, so the luck of the cards before it is in neither. Every chance weighs alike. The
variance is that of batches of deals, for chances of a game depend on each other.
"""

from __future__ import annotations

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import Mean, Measure, Share
from sim.exact_parts import WHOLE
from sim.tallies.declared import TURN_BINS

TAU = Mean(
    "tau",
    "calling less waiting",
    "points of a call less points of going on, own score less the mean of the others'; below 0 the call is better",
    unit="points",
    per="chance",
    of=("more_by_call", "forks"),
    scale=WHOLE,
)
_MEASURES: tuple[Measure, ...] = (
    TAU,
    Mean(
        "call",
        "value of calling",
        "own score less the mean of the others' with the call; lower is better",
        unit="points",
        per="chance",
        of=("call", "forks"),
        scale=WHOLE,
    ),
    Mean(
        "wait",
        "value of waiting",
        "own score less the mean of the others' one turn and the round further; lower is better",
        unit="points",
        per="chance",
        of=("wait", "forks"),
        scale=WHOLE,
    ),
    Share("called", "called", "chances in which the bot called", per="chance", of=("called", "forks")),
    Mean(
        "win",
        "games won by calling",
        "share of the game won with the call less that without it, by one in fifty of these",
        unit="share",
        per="chance",
        of=("won_by_call", "for_wins"),
        scale=WHOLE,
    ),
)


def _with_differences(sums: pl.DataFrame) -> pl.DataFrame:
    """Add what the call is worth more in each sum."""
    return sums.with_columns(
        more_by_call=pl.col("call") - pl.col("wait"), won_by_call=pl.col("wins_call") - pl.col("wins_wait")
    )


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    return _with_differences(counted["forks"])


def _shape_by_turn(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    ends = dict(zip(TURN_BINS, (low - 1 for low in TURN_BINS[1:]), strict=False))
    return _with_differences(counted["forks_turn"]).with_columns(
        pl.col("turn").cast(pl.Int64).alias("turn"),
        turn_to=pl.col("turn").replace_strict(ends, default=None, return_dtype=pl.Int64),
    )


_MEANING = (
    "Chances to call that were played both ways: called, and played on one turn and then by everybody's own play, with"
    " the same cards. A value is the own score of the round less the mean of the others'; lower is better, and calling"
    " less waiting below 0 speaks for the call. A run has them with --forks."
)
_TOTAL = Key("total", "hand total", "points")


def _table(name: str, title: str, keys: tuple[Key, ...], levels: tuple[tuple[str, ...], ...]) -> Table:
    by_turn = any(key.binned for key in keys)
    return Table(
        name=name,
        title=title,
        meaning=_MEANING,
        tallies=("forks_turn",) if by_turn else ("forks",),
        shape=_shape_by_turn if by_turn else _shape,
        keys=keys,
        measures=_MEASURES,
        levels=levels,
    )


TABLES = (
    _table("live_decision", "Calling against waiting", (_TOTAL,), ((), ("total",))),
    _table(
        "live_decision_by_hands",
        "Calling against waiting by the opponents' hands",
        (_TOTAL, Key("opponents", "opponents", "players"), Key("least_cards", "their smallest hand", "cards")),
        (("total", "opponents", "least_cards"),),
    ),
    _table(
        "live_decision_by_turn",
        "Calling against waiting by when the chance came",
        (_TOTAL, Key("turn", "turns before", "turns", binned=True)),
        (("total", "turn"),),
    ),
    _table(
        "live_decision_by_entrant", "Calling against waiting by entrant", (Key("entrant", "entrant"),), (("entrant",),)
    ),
)

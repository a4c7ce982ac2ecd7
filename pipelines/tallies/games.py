"""Games by length in rounds and in turns, and sums that weigh every game alike."""

from typing import Final

import polars as pl

from pipelines.run import Frames
from pipelines.schemas import Field
from pipelines.tallies.base import Tally, n_rows, total

MILLION: Final = 10**6
BILLION: Final = 10**9
"""Ratios of one game are kept in these parts, so that sums of them stay integers."""


def _parts(above: pl.Expr, below: pl.Expr, whole: int) -> pl.Expr:
    """Divide to the nearest whole-th."""
    above, below = above.cast(pl.Int64), below.cast(pl.Int64)
    return (above * whole + below // 2) // below


def _count_rounds(frames: Frames) -> pl.LazyFrame:
    return frames.games.group_by("batch", "rounds").agg(games=n_rows())


def _count_turns(frames: Frames) -> pl.LazyFrame:
    return frames.games.group_by("batch", "turns").agg(games=n_rows())


def _count_sums(frames: Frames) -> pl.LazyFrame:
    return frames.games.group_by("batch").agg(
        games=n_rows(),
        rounds=total("rounds"),
        turns=total("turns"),
        turns_a_round=total(_parts(pl.col("turns"), pl.col("rounds"), MILLION)),
        stopped=total("stopped"),
    )


def _count_assafs(frames: Frames) -> pl.LazyFrame:
    called = pl.col("called").cast(pl.UInt32).sum()
    a_game = frames.rounds.group_by("batch", "game").agg(
        calls=called, assafs=(pl.col("assafs") > 0).cast(pl.UInt32).sum()
    )
    return a_game.group_by("batch").agg(
        games=n_rows(),
        with_call=total(pl.col("calls") > 0),
        assafs=total("assafs"),
        assaf_a_call=total(_parts(pl.col("assafs"), pl.col("calls").clip(1, None), BILLION)),
    )


GAME_ROUNDS = Tally(
    name="game_rounds",
    meaning="games by number of rounds",
    keys=(Field("rounds", "rounds", "rounds of the game"),),
    sums=(Field("games", "games", "games"),),
    count=_count_rounds,
)

GAME_TURNS = Tally(
    name="game_turns",
    meaning="games by number of turns",
    keys=(Field("turns", "turns", "turns of the game"),),
    sums=(Field("games", "games", "games"),),
    count=_count_turns,
)

GAME_SUMS = Tally(
    name="game_sums",
    meaning="games, their rounds and turns",
    keys=(),
    sums=(
        Field("games", "games", "games"),
        Field("rounds", "rounds", "rounds of all games"),
        Field("turns", "turns", "turns of all games"),
        Field("turns_a_round", "turns/1,000,000", "turns a round of each game, summed over games"),
        Field("stopped", "games", "games that were stopped"),
    ),
    count=_count_sums,
)

GAME_ASSAFS = Tally(
    name="game_assafs",
    meaning="Assafs of each game",
    keys=(),
    sums=(
        Field("games", "games", "games"),
        Field("with_call", "games", "games with a call"),
        Field("assafs", "rounds", "rounds with Assaf"),
        Field("assaf_a_call", "1/1,000,000,000", "Assafs a call of each game, summed over games"),
    ),
    count=_count_assafs,
    needs_rounds=True,
)

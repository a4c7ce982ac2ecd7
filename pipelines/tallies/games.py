"""Games by length in rounds and in turns, and sums that weigh every game alike."""

import polars as pl

from pipelines.run import Frames
from pipelines.tallies.base import Tally, n_rows, total
from sim.exact_parts import BILLION, MILLION
from sim.tallies.declared import DECLARED


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
    """Add up the seats of a game: its calls are theirs, and there are five times fewer rows than in `rounds`."""
    a_game = frames.seats.group_by("batch", "game").agg(
        calls=pl.col("calls").cast(pl.UInt32).sum(), assafs=pl.col("assafs_suffered").cast(pl.UInt32).sum()
    )
    return a_game.group_by("batch").agg(
        games=n_rows(),
        with_call=total(pl.col("calls") > 0),
        assafs=total("assafs"),
        assaf_a_call=total(_parts(pl.col("assafs"), pl.col("calls").clip(1, None), BILLION)),
    )


GAME_ROUNDS = Tally(
    DECLARED["game_rounds"],
    count=_count_rounds,
)

GAME_TURNS = Tally(
    DECLARED["game_turns"],
    count=_count_turns,
)

GAME_SUMS = Tally(
    DECLARED["game_sums"],
    count=_count_sums,
)

GAME_ASSAFS = Tally(
    DECLARED["game_assafs"],
    count=_count_assafs,
    needs_rounds=True,
)

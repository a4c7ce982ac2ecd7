"""How long a game is, in rounds and in turns."""

from typing import Final

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Table
from pipelines.tables.measures import QUANTILES, Mean, Measure, Quantile, Share, Spread
from pipelines.tables.shapes import together
from sim.exact_parts import MILLION

CLAIM: Final = (6, 15)
"""Rounds a game that the page the rules come from calls usual."""


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    rounds, games = pl.col("rounds").cast(pl.Int64), pl.col("games")
    low, high = CLAIM
    by_rounds = counted["game_rounds"].select(
        "batch",
        of_rounds=rounds,
        counted_rounds=games,
        squares=rounds * rounds * games,
        inside=games * rounds.is_between(low, high),
        below=games * (rounds < low),
        above=games * (rounds > high),
    )
    by_turns = counted["game_turns"].select("batch", of_turns=pl.col("turns").cast(pl.Int64), counted_turns=games)
    seats = counted["seats"].select("batch", "seats", "rounds_out")
    return together(counted["game_sums"], by_rounds, by_turns, seats)


def _quantiles(value: str) -> list[Measure]:
    return [
        Quantile(
            f"{value}_{name}",
            f"{value}, {text}",
            f"{words} of the games have at most so many {value}",
            unit=value,
            per="game",
            of=(f"of_{value}", f"counted_{value}"),
            share=share,
        )
        for name, text, words, share in QUANTILES
    ]


TABLE = Table(
    name="game_length",
    title="Game length",
    meaning="From the first deal to the last call. Every game weighs alike.",
    tallies=("game_sums", "game_rounds", "game_turns", "seats"),
    shape=_shape,
    keys=(),
    measures=(
        Mean("rounds_mean", "rounds, mean", "rounds a game", unit="rounds", per="game", of=("rounds", "games")),
        Spread(
            "rounds_sd",
            "rounds, sd",
            "standard deviation of the rounds a game",
            unit="rounds",
            per="game",
            of=("squares", "rounds", "games"),
        ),
        *_quantiles("rounds"),
        Share("rounds_6_15", "6 to 15 rounds", "games of 6 to 15 rounds", per="game", of=("inside", "games")),
        Share("rounds_below_6", "below 6", "games of fewer than 6 rounds", per="game", of=("below", "games")),
        Share("rounds_above_15", "above 15", "games of more than 15 rounds", per="game", of=("above", "games")),
        Mean("turns_mean", "turns, mean", "turns a game", unit="turns", per="game", of=("turns", "games")),
        *_quantiles("turns"),
        Mean(
            "turns_a_round",
            "turns a round, mean of games",
            "turns / rounds of each game; unlike in round length, every game weighs alike",
            unit="turns",
            per="game",
            of=("turns_a_round", "games"),
            scale=MILLION,
        ),
        Mean(
            "downtime",
            "rounds waited",
            "rounds a seat waits for the end after it is out",
            unit="rounds",
            per="seat",
            of=("rounds_out", "seats"),
        ),
        Share("stopped", "stopped", "games stopped by the guard (E5)", per="game", of=("stopped", "games")),
    ),
)

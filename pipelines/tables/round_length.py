"""How long a round is, by the number of players in it."""

import polars as pl

from pipelines.run import RunCell
from pipelines.tables.base import Counted, Key, Table
from pipelines.tables.measures import QUANTILES, Mean, Measure, Quantile, Share, Spread
from sim.exact_parts import WHOLE


def _shape(counted: Counted, _cell: RunCell) -> pl.DataFrame:
    """Weigh every length by the rounds that had it; a lap is one turn of every player, counted in 840ths."""
    turns, rounds = pl.col("turns").cast(pl.Int64), pl.col("rounds")
    laps = turns * (WHOLE // pl.col("players_in").cast(pl.Int64))
    return counted["turns"].with_columns(
        laps=laps,
        turns_sum=turns * rounds,
        turns_squares=turns * turns * rounds,
        laps_sum=laps * rounds,
        early=rounds * (turns < pl.col("players_in")),
        stopped=rounds * (pl.col("end") == "stopped"),
    )


def _quantiles(value: str, scale: int, label: str) -> list[Measure]:
    return [
        Quantile(
            f"{value}_{name}",
            f"{label}{text}",
            f"{words} of the rounds have at most so many {value}",
            unit=value,
            per="round",
            of=(value, "rounds"),
            share=share,
            scale=scale,
        )
        for name, text, words, share in QUANTILES
    ]


TABLE = Table(
    name="round_length",
    title="Round length",
    meaning=(
        "A turn is one lay and one take; the call itself is no turn. A lap is one turn of every player in the"
        " round. Every round weighs alike."
    ),
    tallies=("turns",),
    shape=_shape,
    keys=(Key("players_in", "players in"),),
    levels=((), ("players_in",)),
    measures=(
        Mean("turns_mean", "mean", "turns a round", unit="turns", per="round", of=("turns_sum", "rounds")),
        Spread(
            "turns_sd",
            "sd",
            "standard deviation of the turns a round",
            unit="turns",
            per="round",
            of=("turns_squares", "turns_sum", "rounds"),
        ),
        *_quantiles("turns", 1, ""),
        Mean(
            "laps_mean",
            "laps, mean",
            "turns / players in the round",
            unit="laps",
            per="round",
            of=("laps_sum", "rounds"),
            scale=WHOLE,
        ),
        *_quantiles("laps", WHOLE, "laps, "),
        Share(
            "before_everybody",
            "over before everybody had a turn",
            "rounds that end before every player had a turn",
            per="round",
            of=("early", "rounds"),
        ),
        Share(
            "reshuffled",
            "reshuffled",
            "rounds in which the stock ran out",
            per="round",
            of=("reshuffled", "rounds"),
        ),
        Mean(
            "reshuffles_mean",
            "reshuffles",
            "reshuffles a round",
            unit="reshuffles",
            per="round",
            of=("reshuffles", "rounds"),
        ),
        Share("stopped", "stopped", "rounds stopped by the guard (E5)", per="round", of=("stopped", "rounds")),
    ),
)

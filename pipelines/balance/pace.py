"""F9: how long rounds and games are, how long those wait who are out, and how often the guard stops a round.

Medians and 95 % points are Woodruff's, means batch ratios; rounds weigh alike in a round's length, games in a game's.
Downtime is the mean of the rounds that a seat waits after it is out. The share of stopped rounds is a gate: its
interval is Clopper-Pearson's on the effective number of rounds, and it must lie below the limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipelines.balance.base import TABLES as RUN
from pipelines.balance.base import Arm, Deals, Found, Headline, Levels, Measured, Place, Verdict, mirror, mirror_arm
from pipelines.balance.settings import settings
from pipelines.balance.tabled import Tabled, described, joined, line, tabled
from pipelines.findings.numbers import one_in, whole, with_interval
from pipelines.findings.verdicts import is_single_round, stopped_verdict
from pipelines.tables.base import Key

CODE: Final = "F9"
TITLE: Final = "Length"
MEANING: Final = (
    "Turns of a round, rounds and turns of a game: mean, median, and the 95 % point. Downtime: rounds that a seat waits"
    " after it is out. Stopped rounds must be shown to be fewer than"
    f" {one_in(settings().length.stopped_limit)}."
)
KEYS: Final[tuple[Key, ...]] = ()

_ROUND: Final = {"turns_mean": "turns_mean", "turns_median": "turns_median", "turns_p95": "turns_p95",
                 "stopped": "stopped"}  # fmt: skip
_GAME: Final = {
    "rounds_mean": "rounds_mean", "rounds_median": "rounds_median", "rounds_p95": "rounds_p95",
    "turns_mean": "game_turns_mean", "turns_median": "game_turns_median", "turns_p95": "game_turns_p95",
    "downtime": "downtime",
}  # fmt: skip
_LABELS: Final = {
    "turns_mean": "turns a round, mean", "turns_median": "turns a round, median", "turns_p95": "turns a round, 95 %",
    "stopped": "rounds stopped",
    "rounds_mean": "rounds a game, mean", "rounds_median": "rounds a game, median", "rounds_p95": "rounds a game, 95 %",
    "game_turns_mean": "turns a game, mean", "game_turns_median": "turns a game, median",
    "game_turns_p95": "turns a game, 95 %", "downtime": "rounds waited",
}  # fmt: skip
NUMBERS: Final = (
    *described("round_length", _ROUND, _LABELS),
    *described("game_length", _GAME, _LABELS),
)


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the mirror cell."""
    yield mirror_arm(place, deals, levels)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure a mirror cell."""
    tables = tabled(found, RUN, mirror(place, levels))
    if tables is None:
        return None
    parts = [
        line(table, next(row for row in tables.rows(table) if not any(row.keys.values())), names, {})
        for table, names in (("round_length", _ROUND), ("game_length", _GAME))
    ]
    return Measured(CODE, place, tables.cell.deals, [joined({}, parts)], _verdict(tables))


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by means: a median jumps from one whole number to the next."""
    return (
        Headline("turns_mean", {}, "turns a round"),
        Headline("rounds_mean", {}, "rounds a game"),
        Headline("game_turns_mean", {}, "turns a game"),
        Headline("downtime", {}, "rounds waited after being out"),
    )


def _verdict(tables: Tabled) -> Verdict:
    gate = stopped_verdict(tables)
    half, most = (tables.get("round_length", f"turns_{name}") for name in ("median", "p95"))
    told = f"Half of the rounds are over after {whole(half)} turns, 95 % of them after {whole(most)}."
    if not is_single_round(tables):
        half, most = (tables.get("game_length", f"rounds_{name}") for name in ("median", "p95"))
        told += f" Half of the games are over after {whole(half)} rounds, 95 % of them after {whole(most)}."
        wait = tables.get("game_length", "downtime")
        if wait.value:  # with two players nobody waits
            told += f" A seat waits {with_interval(wait)} rounds after it is out."
    return Verdict(gate["verdict"], f"{told} {gate['sentence']}", gate["more_games"])

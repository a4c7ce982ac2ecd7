"""Intervals and A/A comparisons on many small runs of the engine, beside the values of a very large one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import numpy as np

from pipelines.stats.clustered import mean, rate, spread
from pipelines.stats.estimate import Estimate
from pipelines.stats.paired import paired_difference
from pipelines.stats.quantiles import woodruff
from sim.batches import batch_deals, n_batches
from sim.bots import parse_entrant
from sim.engine import CellPlayer
from sim.kernels.state import END_ASSAF, END_YANIV
from sim.plan import Cell
from sim.rules import named_variants
from tests.verification.checks import Check, Section
from tests.verification.error_rates import excludes_zero
from tests.verification.replicates import HEADS, coverage, rejection

TRUTH_SEED: Final = 81
FIRST_SEED: Final = 1_000_000
"""Of the small runs, one seed each."""
DEALS: Final = 64
"""Of a small run: the fewest that get an interval."""
LONGEST: Final = 1_000

CELL: Final = Cell(
    named_variants()["standard"], 4, tuple(parse_entrant(name) for name in ("greedy", "greedy:call_at=3") * 2)
)

Sums = dict[str, np.ndarray]


def play(seed: int, deals: int) -> Sums:
    """Play a run and give its integer sums by batch."""
    size, batches = batch_deals(deals), n_batches(deals)
    found: Sums = {}
    for rows in CellPlayer(CELL, seed).play(0, deals, np.zeros(1, np.uint8)):
        for name, (games, values) in _columns(rows).items():
            batch = games.astype(np.int64) // (CELL.rotations * size)
            sums = np.bincount(batch, values, batches).astype(np.int64)
            found[name] = found[name] + sums if name in found else sums
        batch = rows.rounds["game"].astype(np.int64) // (CELL.rotations * size)
        counts = np.bincount(rows.rounds["turns"].astype(np.int64) * batches + batch, minlength=LONGEST * batches)
        found["by_turns"] = found.get("by_turns", 0) + counts.reshape(LONGEST, batches)
    return found


def _columns(rows: Any) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Give what is added up: the game of every row, and its part."""
    rounds, games, seats = rows.rounds, rows.games, rows.seats
    turns = rounds["turns"].astype(float)
    first = (games["winner"] == 0) & (games["winners"] == 1)
    by_round = {
        "rounds": np.ones_like(turns), "turns": turns, "squares": turns**2, "assafs": rounds["end"] == END_ASSAF,
        "calls": (rounds["end"] == END_ASSAF) | (rounds["end"] == END_YANIV), "openings": rounds["opening_allowed"],
    }  # fmt: skip
    by_game = {"games": np.ones(len(first)), "first_wins": first, "game_rounds": games["rounds"]}
    by_seat = {"seats": seats["entrant"] == 1, "wins": (seats["entrant"] == 1) & (seats["place"] == 1)}
    return {
        name: (table["game"], np.asarray(values, float))
        for table, columns in ((rounds, by_round), (games, by_game), (seats, by_seat))
        for name, values in columns.items()
    }


def total(sums: Sums, name: str) -> int:
    """Add up all batches."""
    return int(sums[name].sum())


def _quotient(above: str, below: str) -> Callable[[Sums], float]:
    return lambda sums: total(sums, above) / total(sums, below)


def _deviation(sums: Sums) -> float:
    count = total(sums, "rounds")
    return sqrt(total(sums, "squares") / count - (total(sums, "turns") / count) ** 2)


def _median(sums: Sums) -> float:
    up_to = np.cumsum(sums["by_turns"].sum(axis=1))
    return float(np.argmax(2 * up_to >= up_to[-1]))


MEASURES: Final[list[tuple[str, Callable[[Sums], Estimate], Callable[[Sums], float], bool]]] = [
    ("share of calls that meet Assaf", lambda s: rate(s["assafs"], s["calls"]), _quotient("assafs", "calls"), False),
    ("mean turns of a round", lambda s: mean(s["turns"], s["rounds"]), _quotient("turns", "rounds"), False),
    ("spread of the turns", lambda s: spread(s["squares"], s["turns"], s["rounds"]), _deviation, False),
    ("median of the turns", lambda s: woodruff(np.arange(LONGEST), s["by_turns"], Fraction(1, 2)), _median, True),
    ("mean rounds of a game", lambda s: mean(s["game_rounds"], s["games"]), _quotient("game_rounds", "games"), False),
    ("games won by an entrant, few", lambda s: rate(s["wins"], s["seats"], repeats=2),
     _quotient("wins", "seats"), True),
    ("games won by seat 0, few", lambda s: rate(s["first_wins"], s["games"], repeats=2),
     _quotient("first_wins", "games"), True),
    ("opening calls, very few", lambda s: rate(s["openings"], s["rounds"], repeats=2),
     lambda _: float(Fraction("73/316251")), True),
]  # fmt: skip
"""Name, estimate, the value of a large run, whether the interval covers more by construction."""


def checks(quick: bool) -> Iterator[Check]:
    """Make the checks of real runs."""
    n = 200 if quick else 2_000
    truth = play(TRUTH_SEED, 10_000 if quick else 300_000)
    runs = [play(FIRST_SEED + number, DEALS) for number in range(2 * n)]
    for name, estimate, value, at_least in MEASURES:
        known = value(truth)
        found = ((estimate(sums), known) for sums in runs[:n])
        yield coverage(f"{name} ({known:.4g})", found, at_least=at_least)
    pairs = list(zip(runs[:n], runs[n:], strict=True))
    for name, above, below, of_rates in [
        ("share of calls that meet Assaf", "assafs", "calls", True),
        ("mean turns of a round", "turns", "rounds", False),
        ("mean rounds of a game", "game_rounds", "games", False),
    ]:
        differences = (
            paired_difference((a[above], a[below]), (b[above], b[below]), of_rates=of_rates) for a, b in pairs
        )
        yield rejection(f"A/A, two seeds: {name}", map(excludes_zero, differences))


SECTION: Final = Section(
    "runs",
    f"Small runs of the engine, {DEALS} deals in 2 rotations each (seeds {TRUTH_SEED}, {FIRST_SEED:,} and on)",
    HEADS,
    checks,
)

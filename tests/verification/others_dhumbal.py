"""The Dhumbal study: its four bots, one round of variant ``dhumbal``, each bot first equally often."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from sim.bots import Entrant, parse_entrant
from sim.kernels.state import END_ASSAF, END_OUT, END_YANIV
from sim.plan import Cell
from sim.rules import named_variants
from tests.verification.checks import Check, Section
from tests.verification.others import HEADS, LIMIT, QUICK_LIMIT, Figure, Sums, compare

SEED: Final = 72
DEALS, QUICK_DEALS = 250_000, 12_500
PLAYERS: Final = 4
BOTS: Final = ("aggressive", "conservative", "balanced", "opportunistic")
"""Clockwise."""
CHANCES: Final = (80, 30)
"""The opportunistic bot's call_percent."""
TWELFTHS: Final = 12
"""A win may be shared by two or three."""

N: Final = 100_000
REFERENCE: Final = {
    80: dict(zip(BOTS, (Figure(27.95, N), Figure(19.15, N), Figure(24.57, N), Figure(28.33, N)), strict=True))
    | {"turns": Figure(21.86, N, 0.02), "failed %": Figure(21.33, N, 0.13), "out %": Figure(1.46, N)}
    | {"first": Figure(29.95, N), "second": Figure(26.11, N), "third": Figure(23.17, N), "fourth": Figure(20.77, N)},
    30: dict(zip(BOTS, (Figure(29.34, N), Figure(19.73, N), Figure(25.34, N), Figure(25.59, N)), strict=True))
    | {"turns": Figure(22.64, N, 0.02), "failed %": Figure(21.12, N, 0.13), "out %": Figure(1.61, N)},
}
ORDER: Final = ("first", "second", "third", "fourth")


def entrants(percent: int) -> tuple[Entrant, ...]:
    """The four bots; the last one's chance is the parameter."""
    names = [f"dhumbal-{name}" for name in BOTS]
    names[-1] += f":call_percent={percent}"
    return tuple(map(parse_entrant, names))


def played(percent: int, deals: int) -> Sums:
    """Play the table; the sums have the names of the bots, of the places in the order of play and more."""
    return Sums(Cell(named_variants()["dhumbal"], PLAYERS, entrants(percent)), deals).play(SEED, _count)


def checks(quick: bool) -> Iterator[Check]:
    """Both tables of the reference, and the order of play."""
    limit = QUICK_LIMIT if quick else LIMIT
    for percent in CHANCES:
        sums = played(percent, QUICK_DEALS if quick else DEALS)
        ours = {name: sums.share(name, "games", TWELFTHS) for name in (*BOTS, *ORDER)}
        ours |= {"turns": sums.mean("turns", "games"), "failed %": sums.share("failed", "calls")}
        ours["out %"] = sums.share("out", "games")
        for measure, value in ours.items():
            label = f"{measure} wins %" if measure in (*BOTS, *ORDER) else measure
            yield compare(f"q = {percent}", label, value, None, REFERENCE[percent].get(measure), limit)


def _count(sums: Sums, rows: dict[str, np.ndarray]) -> None:
    deal, end, rotation = rows["deal"], rows["end"], rows["rotation"].astype(np.int64)
    seats = np.arange(PLAYERS)
    winners = np.maximum(rows["winners"].astype(np.int64), 1)  # nobody wins a stopped round
    won = (rows["place"] == 1) & (rows["winners"] > 0)[:, None]
    twelfths = np.where(won, TWELFTHS // winners[:, None], 0)
    bot = (seats[None, :] - rotation[:, None]) % PLAYERS
    order = (seats[None, :] - rows["first"].astype(np.int64)[:, None]) % PLAYERS
    starter = (rows["first"].astype(np.int64) - rotation) % PLAYERS
    called = np.isin(end, (END_YANIV, END_ASSAF))
    for place, name in enumerate(BOTS):
        own = (twelfths * (bot == place)).sum(axis=1)
        sums.add(name, deal, own)
        sums.add(f"{name}, aggressive first", deal, own * (starter == 0))
    for place, name in enumerate(ORDER):
        sums.add(name, deal, (twelfths * (order == place)).sum(axis=1))
    for name, values in {
        "games": np.ones(len(deal)),
        "games, aggressive first": starter == 0,
        "turns": rows["turns"].astype(np.int64) + called,  # the study's turns include the call
        "calls": called,
        "failed": end == END_ASSAF,
        "out": end == END_OUT,
    }.items():
        sums.add(name, deal, values)


SECTION: Final = Section(
    "dhumbal",
    "The Dhumbal study by the rules, each bot first equally often: reference [95 %], ours [95 %]; ok is |z| < 3",
    HEADS,
    checks,
)

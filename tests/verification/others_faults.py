"""Why the published Dhumbal table differs: the faults of its program, one after the other, on the replica."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.verification.checks import Check, Section
from tests.verification.others import LIMIT, QUICK_LIMIT, Figure, Measured, compare, share_of
from tests.verification.others_dhumbal import BOTS, DEALS, QUICK_DEALS, TWELFTHS, entrants, played
from tests.verification.others_replica import Faults, shares

SEED: Final = 73
ROUNDS, QUICK_ROUNDS = 20_000, 1_000

SHORT_RUN: Final = dict(zip(BOTS, (Figure(v, 1_024) for v in (35.06, 19.43, 25.10, 20.41)), strict=True))
LONG_RUN: Final = dict(zip(BOTS, (Figure(v, 10_000) for v in (32.77, 20.26, 24.84, 22.13)), strict=True))
"""The published table, and a longer run that its authors stored."""

BY_THE_RULES = Faults()
ONE_STARTER = Faults(one_starter=True)
OWN_CARD = Faults(own_card=True)
ALL = Faults(one_starter=True, own_card=True, low_seat=True)


def checks(quick: bool) -> Iterator[Check]:
    """The replica against the engine where both can play, and with the faults against the published tables."""
    limit = QUICK_LIMIT if quick else LIMIT
    rounds = QUICK_ROUNDS if quick else ROUNDS
    sums = played(30, QUICK_DEALS if quick else DEALS)
    engine = {name: _figure(sums.share(name, "games", TWELFTHS)) for name in BOTS}
    first = "aggressive first"
    engine_first = {name: _figure(sums.share(f"{name}, {first}", f"games, {first}", TWELFTHS)) for name in BOTS}
    for words, faults, known in (
        ("by the rules", BY_THE_RULES, engine),
        ("aggressive always first", ONE_STARTER, engine_first),
        ("only the own card can be taken", OWN_CARD, {}),
    ):
        for name, value in _replica(30, faults, rounds).items():
            yield compare(f"q = 30, {words}", f"{name} wins %", value, None, known.get(name), limit)
    for percent, words in ((30, "ok"), (80, "q is not 80")):
        for name, value in _replica(percent, ALL, rounds).items():
            for run, published in (("10,000", LONG_RUN), ("1,024", SHORT_RUN)):
                setting = f"q = {percent}, all faults; their {run} rounds"
                line = compare(setting, f"{name} wins %", value, published[name], None, limit)
                yield line if percent == 30 else line._replace(ok=True, words=line.words if line.ok else words)


def _replica(percent: int, faults: Faults, rounds: int) -> dict[str, Measured]:
    won = shares(entrants(percent), faults, rounds, SEED)
    return {name: share_of(share * rounds, rounds) for name, share in zip(BOTS, won, strict=True)}


def _figure(ours: Measured) -> Figure:
    return Figure(ours.value, 0, ours.error)


SECTION: Final = Section(
    "dhumbal-faults",
    "The faults of the published Dhumbal program, outside the engine: published, engine, replica [95 %]; ok is |z| < 3",
    ("setting", "measure", "published", "engine", "replica", "z published", "z engine"),
    checks,
)

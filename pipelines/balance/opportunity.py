"""F4: who is the first that may call, and how often somebody may before anyone has moved.

Shares of rounds, with batch intervals. By order of play in rounds with all players in: those without a first (nobody
was ever allowed to call) are chances, too. A call before anyone has moved depends on the deal alone, so its exact
chance is known (`pipelines.exact`): it stands beside what was counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipelines.balance.base import TABLES as RUN
from pipelines.balance.base import (
    Arm,
    Deals,
    Found,
    Headline,
    Levels,
    Line,
    Measured,
    Number,
    Place,
    Verdict,
    mirror,
    mirror_arm,
)
from pipelines.balance.tabled import Tabled, described, joined, line, tabled
from pipelines.exact import opening_chance
from pipelines.findings.exact_values import opening_data
from pipelines.findings.numbers import percent
from pipelines.findings.verdicts import REPORTED, opening_verdict
from pipelines.stats.estimate import EXACT, Estimate
from pipelines.tables.base import Key

CODE: Final = "F4"
TITLE: Final = "Opportunity"
MEANING: Final = (
    "Share of the rounds with all players in, in which this player was the first that was allowed to call, by order of"
    " play. First row, of all rounds: the first player was allowed before anyone had moved, with the exact chance of"
    " such a hand beside it, and nobody ever was."
)
KEYS: Final = (Key("position", "order of play"),)

_OPENING: Final = {"opening": "opening", "nobody": "nobody"}
_FIRST: Final = {"share": "first_allowed"}
NUMBERS: Final = (
    *described("opportunity", _FIRST),
    *described("opening", _OPENING),
    Number("exact", "exact", "exact chance that the first player may call at once", "share", "round"),
)


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the mirror cell."""
    yield mirror_arm(place, deals, levels)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure a mirror cell."""
    tables = tabled(found, RUN, mirror(place, levels))
    if tables is None:
        return None
    (opening,) = tables.rows("opening")
    rounds = opening.numbers["opening"].n
    chance = float(opening_chance(place.variant, place.players))
    exact = Line({}, {"exact": Estimate(chance, chance, chance, rounds, EXACT)})
    lines = [joined({"position": None}, [line("opening", opening, _OPENING, {}), exact])]
    for row in tables.rows("opportunity"):
        if row.keys["players_in"] == place.players:
            lines.append(line("opportunity", row, _FIRST, {"position": row.keys["position"]}))
    return Measured(CODE, place, tables.cell.deals, lines, _verdict(place, tables))


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by the first player."""
    return (
        Headline("opening", {}, "call allowed before anyone moved"),
        Headline("first_allowed", {"position": 1}, "first player is first allowed"),
    )


def _verdict(place: Place, tables: Tabled) -> Verdict | None:
    if not tables.get("opening", "opening").n:
        return None
    sentence = opening_verdict(tables, opening_data(tables))["sentence"]
    first = tables.get("opportunity", "share", players_in=place.players, position=1)
    if first.value is not None:
        sentence += f" With all players in, the first player is the first to be allowed in {percent(first, 'rounds')}."
    return Verdict(REPORTED, sentence)

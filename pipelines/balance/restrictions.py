"""F6: what does a bot lose that must do without something? One restricted bot among unrestricted ones.

It must always call where it is allowed; never call above a total; never take a card of the pile; remember nothing. The
same bot unrestricted at the same table and on the same deals wins an even share exactly, so the loss in games won is
1/n less the share that the restricted one wins; the loss in points a round is what it scores more than the others of
the same games, paired by batches of deals. A restriction that changes no parameter, or nothing in any game that was
played, never binds: it is shown as identical play, a difference of exactly 0 that no test is due for.

What a bot remembers: `greedy` nothing, `tactician` who took from the pile on the last turn, `counter` all cards seen
and what others did. The late guard of `tactician` stays: after so many laps it calls above a limit, too, for else
rounds do not end; where the rules know no Assaf it minds no limit at all, and is not held below one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pipelines.balance.base import (
    TABLES,
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
from pipelines.balance.changes import plays_the_same
from pipelines.balance.guests import (
    Guest,
    find_guest,
    gain,
    negative,
    no_gain,
    points_more,
    table_for,
    win_share,
    wins_evenly,
)
from pipelines.balance.levels import keeps_limits
from pipelines.balance.settings import settings
from pipelines.findings.results import BatchSums
from pipelines.findings.verdicts import REPORTED
from pipelines.stats.estimate import Estimate
from pipelines.tables.base import Key
from sim.bots import Entrant, family
from sim.exact_parts import WHOLE
from sim.rules import Variant

CODE: Final = "F6"
TITLE: Final = "Restricted play"
MEANING: Final = (
    "What one player loses that is held back in one thing among others that are not: in games won (an even share less"
    " its own) and in points a round, on the same deals. A restriction that never binds is shown as identical play."
)

ALWAYS, ABOVE, PILE, MEMORY = "always", "above", "pile", "memory"
WORDS: Final = {
    ALWAYS: "must always call",
    ABOVE: "never calls above",
    PILE: "never takes from the pile",
    MEMORY: "remembers nothing",
}
KEYS: Final = (Key("restriction", "restriction", words=tuple(WORDS.items())), Key("limit", "above"))
NUMBERS: Final = (
    Number("loss", "games lost", "an even share less the share of games won", "share", "game", signed=True),
    Number("points", "points a round", "points a round more than the unrestricted ones", "points", "round", True),
    Number("win", "games won", "share of games won, alone among unrestricted ones", "share", "game"),
)

_CHANGES: Final[Mapping[tuple[str, str], Mapping[str, int]]] = {
    ("greedy", ALWAYS): {"call_at": 50},
    ("greedy", PILE): {"take_at_most": -2},
    ("greedy", MEMORY): {},
    ("tactician", ALWAYS): {
        "call_at": 50, "call_at_three": 50, "call_at_two": 50, "call_at_one": 50, "after_pile": 0,
    },
    ("tactician", PILE): {"take_at_most": -2},
    ("tactician", MEMORY): {"after_pile": 0},
    ("counter", ALWAYS): {"risk_one": 1001, "risk_two": 1001, "risk_more": 1001, "risk_cards": 0},
    ("counter", PILE): {"from_pile": 0},
    ("counter", MEMORY): {"memory": 0},
}  # fmt: skip
"""Parameters that restrict a bot; an empty one never binds."""
_LIMITS: Final = {
    "greedy": ("call_at",),
    "tactician": ("call_at", "call_at_three", "call_at_two", "call_at_one"),
    "counter": ("call_at",),
}
"""Parameters that a total above which it never calls holds down."""


class Restricted(NamedTuple):
    """A bot that is held back: in what, and above which total where it is about that."""

    restriction: str
    limit: int | None
    entrant: Entrant


def restricted(entrant: Entrant, variant: Variant, players: int) -> list[Restricted]:
    """List what a bot may be held back in; one that plays as it did is listed, too."""

    def changed(changes: Mapping[str, int]) -> Entrant:
        return bot.entrant({**values, **changes}, CODE).at(variant.threshold, players)

    bot = family(entrant.family)
    values = bot.named(entrant.values(variant.threshold, players))
    found = [Restricted(ALWAYS, None, changed(_CHANGES[entrant.family, ALWAYS]))]
    for limit in settings().restrictions.never_above:
        if limit < variant.threshold and keeps_limits(variant, entrant.family):
            held = {name: min(limit, values[name]) for name in _LIMITS[entrant.family]}
            found.append(Restricted(ABOVE, limit, changed(held)))
    for restriction in (PILE, MEMORY):
        found.append(Restricted(restriction, None, changed(_CHANGES[entrant.family, restriction])))
    return found


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for every restricted bot that is another bot, and for the table of equals."""
    host = levels.entrant(*place)
    yield mirror_arm(place, deals, levels)
    for one in restricted(host, place.variant, place.players):
        if one.entrant != host:
            yield Arm(TABLES, table_for(place.variant, place.players, one.entrant, host), deals.arms)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure all restrictions; None where they were not played."""
    host = levels.entrant(*place)
    equals = found.cell(TABLES, mirror(place, levels))
    if equals is None:
        return None
    lines, deals = [], 0
    for one in restricted(host, place.variant, place.players):
        keys = {"restriction": one.restriction, "limit": one.limit}
        if one.entrant == host:
            lines.append(Line(keys, _identical(equals.games)))
            continue
        cell = table_for(place.variant, place.players, one.entrant, host)
        guest = find_guest(found, TABLES, cell, one.entrant)
        if guest is None:
            return None
        deals = guest.deals
        same = wins_evenly(guest) and plays_the_same(found, TABLES, cell, equals.cell)
        lines.append(_line(keys, guest, is_same=same))
    return Measured(CODE, place, deals, lines, Verdict(REPORTED, _sentence(lines)))


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by what always calling and never taking from the pile cost."""
    return (
        Headline("loss", {"restriction": ALWAYS}, "lost by always calling"),
        Headline("loss", {"restriction": PILE}, "lost without the pile"),
    )


def _identical(n: int) -> dict[str, Estimate]:
    return {"loss": no_gain(n), "points": no_gain(n)}


def _line(keys: Mapping[str, object], guest: Guest, *, is_same: bool) -> Line:
    n = guest.players
    lost = BatchSums(WHOLE * guest.games - n * guest.wins, guest.games, n * WHOLE)
    if is_same:
        return Line(keys, {**_identical(int(guest.games.sum())), "win": win_share(guest)}, {"loss": lost})
    numbers = {"loss": negative(gain(guest)), "points": points_more(guest), "win": win_share(guest)}
    return Line(keys, numbers, {"loss": lost})


def _sentence(lines: Sequence[Line]) -> str:
    lost: list[str] = []
    won: list[str] = []
    idle: list[str] = []
    for line in lines:
        name = WORDS[line.keys["restriction"]]
        if line.keys["limit"] is not None:
            name += f" {line.keys['limit']}"
        loss = line.numbers["loss"]
        if loss.low == loss.high == 0:
            idle.append(name)
        elif loss.value is not None:
            (lost if loss.value > 0 else won).append(f"{100 * abs(loss.value):.1f} if it {name}")
    parts = [
        f"Of 100 games one player {verb} {', '.join(told)}." for verb, told in (("loses", lost), ("wins", won)) if told
    ]
    if idle:
        parts.append(f"Never binds: {', '.join(idle)}.")
    return " ".join(parts)

"""F7: can one come back? Who is last after a third of the game and wins, how often the lead changes, and milestones.

Standings are looked at after a third of a game's rounds, rounded down (`settings.toml`); a game of fewer rounds than
that leaves one has none, nor one in which all are level. Last is who has the highest total of those still in, first
who has the lowest; of several each has a part. The share of games won stands beside the even share, 1 / players still
in, over the same games. The length of a game is known only at its end, so this tells of games and is no forecast (F8).

The lead changes when another seat than the one that had the lowest total alone before has it alone after a round; the
standing after the last round counts.

What the milestones contribute is the difference to the same variant without them, on the same deals, paired by batch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from pipelines.balance.base import (
    PATHS,
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
)
from pipelines.balance.paths import KEPT, Paths, Whole, is_followed, read_paths
from pipelines.balance.settings import settings
from pipelines.findings.numbers import percent, scaled, with_interval
from pipelines.findings.results import BatchSums
from pipelines.findings.verdicts import REPORTED
from pipelines.run import RunCell
from pipelines.stats.clustered import mean, rate
from pipelines.stats.estimate import Estimate
from pipelines.stats.paired import paired_difference
from pipelines.tables.base import Key
from sim.exact_parts import WHOLE
from sim.plan import Cell
from sim.rules import Variant

CODE: Final = "F7"
TITLE: Final = "Comebacks"
MEANING: Final = (
    "Games won by the one who is last, or first, after a third of the rounds (rounded down; those still in, highest or"
    " lowest total, ties in parts), beside the even share over the same games. The lead changes when another one has"
    " the lowest total alone. The second row is the same variant without milestones, the third what they contribute:"
    " the difference on the same deals, paired by batch."
)
AS_PLAYED, WITHOUT, CONTRIBUTED = "as played", "without milestones", "contributed"
KEYS: Final = (Key("milestones", "milestones"),)
NUMBERS: Final = (
    Number("last_wins", "last one wins", "games won by the last one after a third of the game", "share", "game"),
    Number("even", "even share", "1 / players still in then", "share", "game"),
    Number("first_wins", "first one wins", "games won by the first one after a third of the game", "share", "game"),
    Number("lead_changes", "changes of the lead", "changes of the lead a game", "changes", "game"),
    Number("rounds", "rounds", "rounds a game", "rounds", "game"),
)
_SHARES: Final = ("last_wins", "first_wins")


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the games of the mirror cell, and of the same one without milestones."""
    if not is_followed(place.variant):
        return
    yield Arm(PATHS, mirror(place, levels), deals.paths)
    if place.variant.milestones:
        yield Arm(PATHS, _without(place, levels), deals.paths)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure a mirror cell, with and without milestones."""
    played = found.cell(PATHS, mirror(place, levels))
    if played is None or not is_followed(place.variant):
        return None
    here = _sums(played)
    lines = [_line(AS_PLAYED, here, played)]
    bare = found.cell(PATHS, _without(place, levels)) if place.variant.milestones else None
    if bare is not None and bare.deals == played.deals:
        there = _sums(bare)
        lines += [_line(WITHOUT, there, bare)._replace(sums={}), _difference(there, here)]
    return Measured(CODE, place, played.deals, lines, _verdict(lines))


@lru_cache(KEPT)
def _sums(played: RunCell) -> dict[str, BatchSums]:
    """Count a cell once: F11 asks for the places beside, too."""
    return count(read_paths(played), played.n_batches)


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by both."""
    keys = {"milestones": AS_PLAYED}
    return (
        Headline("last_wins", keys, "last after a third of the game wins"),
        Headline("lead_changes", keys, "changes of the lead"),
    )


def without_milestones(variant: Variant) -> Variant:
    """Give the variant without milestones, under a name that says so."""
    name = f"{variant.name[: 60 - len(_NO)]}{_NO}"
    return Variant.from_mapping(
        variant.as_mapping() | {"milestones": {}, "name": name, "source": f"{variant.name}, without milestones"}, name
    )


_NO: Final = " no milestones"


def _without(place: Place, levels: Levels) -> Cell:
    """Seat the same bots: what differs are the milestones alone, though another limit might be best without them."""
    entrant = levels.entrant(*place)
    return Cell(without_milestones(place.variant), place.players, (entrant,) * place.players)


def count(paths: Iterable[Paths], n_batches: int) -> dict[str, BatchSums]:
    """Add up all games by batch."""
    names = ("last", "first", "even", "standings", "changes", "rounds", "games")
    sums = {name: np.zeros(n_batches, np.int64) for name in names}
    for part in paths:
        for name, (batch, values) in _counted(part).items():
            np.add.at(sums[name], batch, values)
    parts = WHOLE * WHOLE
    return {
        "last_wins": BatchSums(sums["last"], sums["standings"], parts),
        "even": BatchSums(sums["even"], sums["standings"], WHOLE),
        "first_wins": BatchSums(sums["first"], sums["standings"], parts),
        "lead_changes": BatchSums(sums["changes"], sums["games"], 1),
        "rounds": BatchSums(sums["rounds"], sums["games"], 1),
    }


def _counted(part: Paths) -> dict[str, tuple[Whole, Whole]]:
    """Give for each sum the batches and values of what is added."""
    after = settings().comeback.after
    at = part.rounds * after.numerator // after.denominator
    games = np.flatnonzero(part.decided & (at > 0))
    row = part.starts[games] + at[games] - 1
    total, inside, wins, batch = part.total[row], part.inside[row], part.wins[games], part.batch[games]
    highest = np.where(inside, total, -1).max(axis=1, keepdims=True)
    lowest = np.where(inside, total, highest).min(axis=1, keepdims=True)
    kept = (highest > lowest)[:, 0]
    last, first = (_won_by(inside & (total == end), wins) for end in (highest, lowest))
    changed, ones = lead_changes(part), np.ones(len(part.rounds), np.int64)
    return {
        "last": (batch[kept], last[kept]),
        "first": (batch[kept], first[kept]),
        "even": (batch[kept], WHOLE // inside.sum(axis=1)[kept]),
        "standings": (batch[kept], ones[: kept.sum()]),
        "changes": (part.batch, changed),
        "rounds": (part.batch, part.rounds),
        "games": (part.batch, ones),
    }


def _won_by(seats: np.ndarray, wins: Whole) -> Whole:
    """Give what these seats won of each game, each in even parts of `WHOLE`: in `WHOLE`ths of `WHOLE`ths."""
    won: Whole = (wins * seats).sum(axis=1) * (WHOLE // np.maximum(1, seats.sum(axis=1)))
    return won


def lead_changes(part: Paths) -> Whole:
    """Count the changes of the lead of each game."""
    lowest = part.total.min(axis=1, keepdims=True)
    leads = part.total == lowest
    alone = np.flatnonzero(leads.sum(axis=1) == 1)
    leader, game = leads[alone].argmax(axis=1), part.game[alone]
    changed = (game[1:] == game[:-1]) & (leader[1:] != leader[:-1])
    return np.bincount(game[1:][changed], minlength=len(part.rounds)).astype(np.int64)


def _line(name: str, sums: dict[str, BatchSums], cell: RunCell) -> Line:
    numbers = {number: estimate(number, parts, cell.cell.rotations) for number, parts in sums.items()}
    return Line({"milestones": name}, numbers, sums)


def estimate(number: str, sums: BatchSums, repeats: int) -> Estimate:
    """Estimate one of the numbers from its sums."""
    if number in _SHARES:
        return rate(sums.above, sums.below, sums.scale, repeats=repeats)
    return mean(sums.above, sums.below, sums.scale)


def _difference(without: dict[str, BatchSums], played: dict[str, BatchSums]) -> Line:
    numbers = {number: contribution(number, without[number], parts) for number, parts in played.items()}
    return Line({"milestones": CONTRIBUTED}, numbers)


def contribution(number: str, without: BatchSums, played: BatchSums) -> Estimate:
    """Estimate what is more of a number than without, on the same deals."""
    pair = paired_difference(
        (without.above, without.below), (played.above, played.below), played.scale, of_rates=number in _SHARES
    )
    return pair.difference


def _verdict(lines: Sequence[Line]) -> Verdict | None:
    last, changes = (lines[0].numbers[name] for name in ("last_wins", "lead_changes"))
    if last.value is None:
        return None
    sentence = (
        f"Who is last after a third of the game wins {percent(last, 'games')}, where an even share were"
        f" {100 * (lines[0].numbers['even'].value or 0):.3g} %; the lead changes {with_interval(changes)} times a game."
    )
    for line in lines:
        gained = line.numbers["last_wins"]
        if line.keys["milestones"] == CONTRIBUTED and gained.low is not None:
            told = f"{'+' if (gained.value or 0) > 0 else ''}{with_interval(scaled(gained, 100))}"
            sentence += f" Milestones contribute {told} points in 100 to the chance of the last one."
    return Verdict(REPORTED, sentence)

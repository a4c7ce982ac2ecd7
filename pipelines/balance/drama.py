"""F8: for how much of a game is it still open who wins, and from how far behind the winner came.

After each round but the last a seat stands somewhere: players still in, own rank (1 + seats with a lower total), and
its deficit to the best of the others in tens of points, rounded down, below 0 for who leads. How often the seats that
stood so won in the end, over the games of even batches, is the chance P(win | standing) that is used for the games of
odd ones: so no game judges itself. An even share counts as some more games (`settings.toml`), for a standing seen once
tells little. Chances and their comparison with .8 are exact: integers up to here.

In each game of the odd batches, the first round after which somebody's chance has passed .8 decides; what is left are
the rounds after it, as a share of the game's: 0 where nobody's passes before the last round. `held` is how often that
one won, which should be above .8. The intervals are those of the odd batches, for the chances as they were fitted.

The deficit of the later winner is the largest that it had after any round but the last, over all games with a winner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

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
from pipelines.balance.paths import KEPT, NOBODY, Flags, Paths, Whole, is_followed, read_paths
from pipelines.balance.settings import settings
from pipelines.findings.numbers import percent, with_interval
from pipelines.findings.results import BatchSums
from pipelines.findings.verdicts import REPORTED
from pipelines.run import RunCell
from pipelines.stats.clustered import mean, rate
from pipelines.stats.estimate import Estimate
from pipelines.tables.base import Key
from sim.exact_parts import MILLION, WHOLE

CODE: Final = "F8"
TITLE: Final = "Drama"
MEANING: Final = (
    "The chance to win, given players still in, own rank and deficit to the best other one in tens of points, is fitted"
    " on even batches and used on odd ones. Open: the game is decided when somebody's chance has passed .8, and this"
    " share of its rounds comes after. Held: how often that one won. Deficit: the largest that the later winner had."
)
KEYS: Final[tuple[Key, ...]] = ()
NUMBERS: Final = (
    Number("left", "left when decided", "share of the game after a chance has passed .8", "share", "game"),
    Number("open", "open to the end", "games in which no chance passes .8 before the last round", "share", "game"),
    Number("held", "decided and held", "games won by the first one whose chance passed .8", "share", "decided game"),
    Number("deficit", "winner's deficit", "largest deficit of the later winner", "points", "game"),
)

_SHIFT: Final = 2**20
"""Larger than any deficit in tens, so that keys are not negative."""
_RANKS: Final = 16


class Chances(NamedTuple):
    """How those who stood somewhere fared.

    Attributes
    ----------
    keys
        (standings,): packed, in rising order.
    players
        (standings,): players in.
    seen, won
        (standings,): seats that stood so, and what they won, in parts of `WHOLE`.
    """

    keys: Whole
    players: Whole
    seen: Whole
    won: Whole

    def passed(self, keys: Whole) -> Flags:
        """Say of each standing whether its chance is above the limit; never where it was not seen, for that is even.

        (won / WHOLE + prior / players) / (seen + prior) > p / q, in whole numbers.
        """
        prior, limit = settings().drama.prior_games, settings().drama.decided
        above = limit.denominator * (self.won * self.players + WHOLE * prior)
        known: Flags = above > limit.numerator * WHOLE * self.players * (self.seen + prior)
        if not len(known):
            return np.zeros(keys.shape, bool)
        at = np.minimum(np.searchsorted(self.keys, keys), len(known) - 1)
        return np.asarray((self.keys[at] == keys) & known[at])


class Standings(NamedTuple):
    """The seats after each round but the last of some games.

    Attributes
    ----------
    game
        (games,): index of each game.
    row
        (rounds,): index of each round, of all these games but their last.
    key
        (rounds, seats): packed; -1 for a seat that is out.
    deficit
        (rounds, seats): to the best of the others still in, in points.
    """

    game: Whole
    row: Whole
    key: Whole
    deficit: Whole


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the games of the mirror cell."""
    if is_followed(place.variant):
        yield Arm(PATHS, mirror(place, levels), deals.paths)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure a mirror cell."""
    played = found.cell(PATHS, mirror(place, levels))
    if played is None or not is_followed(place.variant):
        return None
    sums = _sums(played)
    numbers = {name: estimate(name, parts) for name, parts in sums.items()}
    kept = {"deficit": sums["deficit"]}  # the others have a batch for every second one of the deals
    return Measured(CODE, place, played.deals, [Line({}, numbers, kept)], _verdict(numbers))


@lru_cache(KEPT)
def _sums(played: RunCell) -> dict[str, BatchSums]:
    """Count a cell once: F11 asks for the places beside, too."""
    return count(lambda: read_paths(played), played.n_batches)


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by how far behind winners were."""
    return (Headline("deficit", {}, "winner's largest deficit"),)


def count(paths: Callable[[], Iterable[Paths]], n_batches: int) -> dict[str, BatchSums]:
    """Fit on even batches, then add up the games of odd ones, a batch each; the deficit over all.

    Parameters
    ----------
    paths
        Gives the games, and is asked twice.
    """
    learnt, odd = Learnt(), n_batches // 2
    deficit, decided = np.zeros((2, n_batches), np.int64)
    sums = {name: np.zeros(odd, np.int64) for name in ("left", "open", "held", "decided", "games")}
    for part in paths():
        standings = standings_of(part, part.batch % 2 == 0)
        learnt.add(part, standings)
        _add_deficits(deficit, decided, part, standings)
    chances = learnt.chances
    for part in paths():
        standings = standings_of(part, part.batch % 2 == 1)
        _add_deficits(deficit, decided, part, standings)
        for name, values in openness(part, standings, chances).items():
            np.add.at(sums[name], part.batch[standings.game] // 2, values)
    return {
        "left": BatchSums(sums["left"], sums["games"], MILLION),
        "open": BatchSums(sums["open"], sums["games"], 1),
        "held": BatchSums(sums["held"], sums["decided"], WHOLE),
        "deficit": BatchSums(deficit, decided, WHOLE),
    }


def standings_of(part: Paths, wanted: Flags) -> Standings:
    """Say where every seat stands after each round but the last, in the wanted games that have a winner."""
    is_wanted = wanted & part.decided
    of_game = part.game
    row = np.flatnonzero(is_wanted[of_game] & (part.number < part.rounds[of_game]))
    inside = part.inside[row]
    total = np.where(inside, part.total[row], NOBODY)
    best, second = np.sort(total, axis=1).T[:2]
    # where several are best, the second lowest is as low
    other = np.where(total == best[:, None], second[:, None], best[:, None])
    deficit = np.where(inside, total - other, 0)
    rank = np.ones_like(total)
    for seat in range(total.shape[1]):
        rank += total[:, seat, None] < total
    key = (inside.sum(axis=1)[:, None] * _RANKS + rank) * 2 * _SHIFT + deficit // settings().drama.step + _SHIFT
    return Standings(np.flatnonzero(is_wanted), row, np.where(inside, key, -1), deficit)


class Learnt:
    """How those who stood somewhere fared so far."""

    def __init__(self) -> None:
        self._keys, self._seen, self._won = np.zeros((3, 0), np.int64)

    def add(self, part: Paths, standings: Standings) -> None:
        """Count more games."""
        inside = standings.key >= 0
        won = part.wins[part.game[standings.row]][inside]
        self._keys, at = np.unique(np.concatenate([self._keys, standings.key[inside]]), return_inverse=True)
        self._seen = _summed(at, np.concatenate([self._seen, np.ones_like(won)]), len(self._keys))
        self._won = _summed(at, np.concatenate([self._won, won]), len(self._keys))

    @property
    def chances(self) -> Chances:
        """Give what was learnt."""
        return Chances(self._keys, self._keys // (_RANKS * 2 * _SHIFT), self._seen, self._won)


def _summed(at: Whole, values: Whole, size: int) -> Whole:
    sums = np.zeros(size, np.int64)
    np.add.at(sums, at, values)
    return sums


def _add_deficits(deficit: Whole, decided: Whole, part: Paths, standings: Standings) -> None:
    """Add the largest deficit of each game's winner, in parts of `WHOLE`."""
    largest = np.zeros_like(part.wins)
    np.maximum.at(largest, part.game[standings.row], standings.deficit)
    np.add.at(deficit, part.batch, (largest * part.wins).sum(axis=1))
    np.add.at(decided, part.batch[standings.game], 1)


def openness(part: Paths, standings: Standings, chances: Chances) -> dict[str, Whole]:
    """Give for each of the games what is left of it when a chance has passed, and whether that one won."""
    passed = chances.passed(standings.key) & (standings.key >= 0)
    some = np.flatnonzero(passed.any(axis=1))
    game, first = np.unique(part.game[standings.row[some]], return_index=True)
    at = some[first]
    left, held, decided = np.zeros((3, len(part.rounds)), np.int64)
    rounds = part.rounds[game]
    left[game] = ((rounds - part.number[standings.row[at]]) * MILLION + rounds // 2) // rounds
    held[game] = part.wins[game, passed[at].argmax(axis=1)]
    decided[game] = 1
    values = {"left": left, "open": 1 - decided, "held": held, "decided": decided, "games": np.ones_like(left)}
    return {name: value[standings.game] for name, value in values.items()}


def estimate(name: str, sums: BatchSums) -> Estimate:
    """Estimate one of the numbers from its sums."""
    if name in ("left", "deficit"):
        return mean(sums.above, sums.below, sums.scale)
    return rate(sums.above, sums.below, sums.scale)


def _verdict(numbers: dict[str, Estimate]) -> Verdict | None:
    left, open_, deficit = (numbers[name] for name in ("left", "open", "deficit"))
    if left.value is None or deficit.value is None:
        return None
    return Verdict(
        REPORTED,
        f"When somebody's chance to win has passed .8, {percent(left, 'games')} of the game is still to be played, and"
        f" {percent(open_)} of the games stay open to the last round; the later winner was once"
        f" {with_interval(deficit)} points behind the best of the others.",
    )

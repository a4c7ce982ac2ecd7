"""What a balance is asked for: variants, players, levels of play, and how many deals; and where it is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, Final, NamedTuple

from scipy.special import stdtrit

from pipelines.balance.base import LEVELS, Deals, Place
from pipelines.balance.settings import settings
from pipelines.stats.estimate import CONFIDENCE, MIN_BATCHES
from sim.atomic_files import read_json, unseal, write_sealed
from sim.batches import MAX_BATCHES
from sim.errors import InputError
from sim.plan import Cell, differences, mapping_hash
from sim.rules import Variant, check_table

WISH_FILE: Final = "balance.json"
FORMAT: Final = 1


class Wish(NamedTuple):
    """What is to be played, before anybody knows what it takes.

    Attributes
    ----------
    variants, players, levels
        Each with each, where the deck allows it.
    games
        Of each mirror cell, by number of players.
    seed
        Of all runs.
    limits_at
        Levels at which call limits are tried for F10's sake alone; where *limited* is among the levels, those of
        `greedy` are played for that one. None for all levels.
    forks
        Chances to call, in thousandths, that are played both ways; None for what the settings say.
    counts_guest_games
        Deals of others than mirrors are games: a guest that sits in every seat plays each deal so many times, and has
        so many fewer.
    threshold_steps
        How far F11 moves the threshold; None for as far as the settings say.
    """

    variants: tuple[Variant, ...]
    players: tuple[int, ...]
    levels: tuple[str, ...]
    games: Mapping[int, int]
    seed: int
    limits_at: tuple[str, ...] | None = None
    forks: int | None = None
    counts_guest_games: bool = False
    threshold_steps: int | None = None

    @property
    def hash(self) -> str:
        """Hex SHA-256 of what is asked for."""
        return mapping_hash(self.as_mapping())

    @property
    def tables(self) -> list[tuple[Variant, int]]:
        """Variants and numbers of players for which the deck suffices, in order."""
        return [(v, n) for v in self.variants for n in self.players if refusal(v, n) is None]

    @property
    def places(self) -> list[Place]:
        """All rows, in order: variant, then players, then level."""
        return [Place(variant, n, level) for variant, n in self.tables for level in self.levels]

    @property
    def left_out(self) -> list[str]:
        """Say for each table that cannot be played why."""
        refusals = (refusal(v, n) for v in self.variants for n in self.players)
        return [one for one in refusals if one is not None]

    @property
    def deals(self) -> Deals:
        """Give the deals of each kind of arm: a share of what mirrors get, enough for intervals, up to a limit."""
        wanted = settings().deals

        def deals(share: Fraction, most: int) -> int:
            part = max(MIN_BATCHES, int(max(self.games.values()) * share))
            return min(part, most, *self.games.values())

        return Deals(
            self.games,
            deals(wanted.share, wanted.arms),
            deals(wanted.limits_share, wanted.limits),
            deals(wanted.share, wanted.paths),
        )

    def deals_of(self, asked: int, cell: Cell) -> int:
        """Give the deals of an arm of so many: fewer where games are counted, but enough for an interval."""
        if not self.counts_guest_games:
            return asked
        return max(min(asked, MIN_BATCHES), ceil(asked / cell.rotations))

    def as_mapping(self) -> dict[str, Any]:
        """Give all values as plain JSON types; what is as always is left out, so that a balance keeps its hash."""
        spared = {
            "limits_at": None if self.limits_at is None else list(self.limits_at),
            "forks": self.forks,
            "counts_guest_games": self.counts_guest_games or None,
            "threshold_steps": self.threshold_steps,
        }
        return {
            "variants": [variant.as_mapping() for variant in self.variants],
            "players": list(self.players),
            "levels": list(self.levels),
            "games": {str(n): games for n, games in self.games.items()},
            "seed": self.seed,
            **{name: value for name, value in spared.items() if value is not None},
        }


def refusal(variant: Variant, players: int) -> str | None:
    """Say why a variant cannot be played by so many; None where it can."""
    try:
        check_table(variant, players)
    except InputError as error:
        return str(error)
    return None


def games_within(points: float, players: int) -> int:
    """Give the games of a mirror cell in which a seat's share of wins gets this half-width, in points in 100.

    A mirror cell plays each deal once, so its games are independent, and the wins of a seat binomial with the even
    share 1/n: the number is known beforehand, and no look at the results can stop a run where it happens to look good.
    """
    share, half = 1 / players, points / 100
    quantile = float(stdtrit(MAX_BATCHES - 1, (1 + CONFIDENCE) / 2))
    return ceil(share * (1 - share) * (quantile / half) ** 2)


def ordered_levels(names: Sequence[str]) -> tuple[str, ...]:
    """Put levels of play in their order, each once."""
    return tuple(level for level in LEVELS if level in names)


def keep_wishes(folder: Path, wishes: Sequence[Wish]) -> None:
    """Write what is asked for into the folder, or compare it with what is there.

    Raises
    ------
    InputError
        When the folder holds another balance, or the file cannot be read.
    """
    asked = [wish.as_mapping() for wish in wishes]
    file, wanted = folder / WISH_FILE, {"format": FORMAT, **(asked[0] if len(asked) == 1 else {"balances": asked})}
    try:
        there = unseal(read_json(file))
    except FileNotFoundError:
        write_sealed(file, wanted)
        return
    except (ValueError, OSError) as error:
        raise InputError(f"{file}: cannot be read: {error}; choose another --out") from None
    changes = differences(there, wanted)
    if changes:
        more = f"; and {len(changes) - 3} more" if len(changes) > 3 else ""
        raise InputError(f"--out: {folder} holds another balance: {'; '.join(changes[:3])}{more}; choose another --out")

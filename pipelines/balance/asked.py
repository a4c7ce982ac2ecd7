"""From what a user wrote to what is played: names, ranges and limits, each fault told with its way out."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from pipelines.balance.base import LEVELS
from pipelines.balance.settings import settings
from pipelines.balance.sweeps import all_varied, parse_sweep
from pipelines.balance.wish import Wish, games_within, ordered_levels
from sim.errors import InputError
from sim.plan import MAX_SEED
from sim.plan_file import MAX_GAMES, whole
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, Variant, load_variant
from sim.shown import cut
from sim.suggest import hint

DEFAULT_VARIANTS: Final = "standard"
DEFAULT_PLAYERS: Final = "2-4"
DEFAULT_LEVELS: Final = "eager,limited,tactician"
"""Counter takes as long as the three together."""
DEFAULT_GAMES: Final = 50_000
DEFAULT_SEED: Final = 1
LEAST_WITHIN, MOST_WITHIN = 0.01, 10.0
LEAST_FORKS: Final = 0.001
MOST_PLACES: Final = 2000


class Asked(NamedTuple):
    """The options as they were written; None where one was not given."""

    variants: str | None = None
    sweeps: tuple[str, ...] = ()
    players: str | None = None
    levels: str | None = None
    games: int | None = None
    within: float | None = None
    seed: int | None = None
    limits_at: str | None = None
    forks: float | None = None
    guest_games: bool = False
    threshold_steps: int | None = None


def wish_of(asked: Asked) -> Wish:
    """Turn options into what is played.

    Raises
    ------
    InputError
        Names the option, its value, and what is right.
    """
    variants = _variants(asked)
    players = read_players(asked.players or DEFAULT_PLAYERS)
    wish = Wish(
        variants,
        players,
        _levels(asked.levels or DEFAULT_LEVELS, "--levels"),
        _games(asked, players),
        DEFAULT_SEED if asked.seed is None else whole(asked.seed, "--seed", 0, MAX_SEED),
        None if asked.limits_at is None else _levels(asked.limits_at, "--limits-at"),
        None if asked.forks is None else _thousandths(asked.forks),
        asked.guest_games,
        None if asked.threshold_steps is None else whole(asked.threshold_steps, "--threshold-steps", 0, _most_steps()),
    )
    if not wish.places:
        raise InputError(f"--players: nothing can be played: {wish.left_out[0]}")
    if len(wish.places) > MOST_PLACES:
        raise InputError(f"--vary: {len(wish.places):,} rows are too many for a page; ask for at most {MOST_PLACES:,}")
    return wish


def _variants(asked: Asked) -> tuple[Variant, ...]:
    names = [name.strip() for name in (asked.variants or DEFAULT_VARIANTS).split(",")]
    if "" in names:
        raise InputError("--variants: there is a name missing; write names with a comma between each two")
    variants = all_varied([load_variant(name) for name in names], [parse_sweep(text) for text in asked.sweeps])
    by_name: dict[str, Variant] = {}
    for variant in variants:
        if by_name.setdefault(variant.name, variant) != variant:
            raise InputError(f"--variants: two different variants are called '{variant.name}'; rename one")
    return variants


def read_players(text: str) -> tuple[int, ...]:
    """Read numbers of players: `2-6`, or `2,4`, in rising order.

    Raises
    ------
    InputError
        When it is neither, or out of range.
    """
    found: set[int] = set()
    for piece in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})(?:\s*-\s*(\d{1,4}))?\s*", piece)
        if match is None:
            raise InputError(f"--players: '{cut(piece)}' is no number of players; write them like 2-6 or 2,4")
        ends = [whole(int(end), "--players", MIN_PLAYERS, MAX_PLAYERS) for end in match.groups() if end is not None]
        if ends[-1] < ends[0]:
            raise InputError(f"--players: {ends[0]}-{ends[-1]} runs downwards; write {ends[-1]}-{ends[0]}")
        found.update(range(ends[0], ends[-1] + 1))
    return tuple(sorted(found))


def _levels(text: str, option: str) -> tuple[str, ...]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in LEVELS:
            near = hint(name, LEVELS)
            raise InputError(f"{option}: unknown level '{cut(name)}'; levels are {', '.join(LEVELS)}{near}")
    return ordered_levels(names)


def _thousandths(share: float) -> int:
    """Read the share of chances that are played both ways."""
    if not LEAST_FORKS <= share <= 1 or round(share, 3) != share:  # not a number, too
        raise InputError(f"--forks: {share:g} is not allowed; it must be whole thousandths, {LEAST_FORKS:g} to 1")
    return round(1000 * share)


def _most_steps() -> int:
    return max(map(abs, settings().sensitivity.steps))


def _games(asked: Asked, players: tuple[int, ...]) -> dict[int, int]:
    if asked.within is None:
        games = DEFAULT_GAMES if asked.games is None else whole(asked.games, "--games", 1, MAX_GAMES)
        return dict.fromkeys(players, games)
    if asked.games is not None:
        raise InputError("--games: --within says how many games it takes; leave one out")
    if not LEAST_WITHIN <= asked.within <= MOST_WITHIN:  # not a number, too
        limits = f"{LEAST_WITHIN:g} to {MOST_WITHIN:g} points in 100"
        raise InputError(f"--within: {asked.within:g} is not allowed; it must be {limits}")
    return {n: games_within(asked.within, n) for n in players}

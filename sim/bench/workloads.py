"""What `yaniv bench` plays: named workloads, narrowed by the options of the command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sim.bots import NAMES, Entrant, parse_entrant
from sim.detail import DETAILS
from sim.entrant_file import find_bot
from sim.errors import InputError
from sim.plan import Cell, deal_out
from sim.plan_file import DEFAULT_PLAYERS, DEFAULT_VARIANT, whole
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, check_table, load_variant, named_variants
from sim.shown import cut
from sim.suggest import hint

YARDSTICK: Final = (
    "greedy:call_at=7,take_at_most=3",
    "greedy:call_at=5,take_at_most=2,keep_pair=12,keep_run=8,keep_joker=40",
    "greedy:call_at=3,take_at_most=4,keep_pair=20,keep_run=16,keep_joker=60",
    "greedy:call_at=7,take_at_most=1,keep_pair=4,keep_run=4,keep_joker=20",
    "greedy:call_at=6,take_at_most=2,keep_pair=10,keep_joker=30",
)
"""The settings of `benchmarks/yardstick/yardstick.c`, in the order of its seats."""

OFF: Final = "off"
"""Played in memory: nothing is written. The other ways to record are the levels of `sim.detail`."""

TAKES: Final[Mapping[str, tuple[str, ...]]] = {
    "yardstick": ("variant", "players", "threads", "recording", "seconds", "against"),
    "variants": ("variant", "players", "threads", "recording", "seconds"),
    "bots": ("bot", "variant", "players", "threads", "recording", "seconds"),
    "start": (),
}
"""The workloads in the order of the table, and the options that each has a use for."""


class Setting(NamedTuple):
    """One way to play a case."""

    threads: int
    recording: str  # OFF or a level of detail


@dataclass(frozen=True)
class Case:
    """One table to be timed, in all its settings."""

    workload: str
    bot: str
    cell: Cell
    settings: tuple[Setting, ...]


class Wish(NamedTuple):
    """What the command was asked for; empty where an option was not given."""

    variants: Sequence[str] = ()
    players: Sequence[int] = ()
    bots: Sequence[str] = ()
    threads: Sequence[int] = ()
    recordings: Sequence[str] = ()


def choose_workloads(named: Sequence[str], given: Sequence[str]) -> tuple[str, ...]:
    """The workloads that were named, or all that have a use for every option given.

    Raises
    ------
    InputError
        For an unknown workload, and for an option that a named one has no use for.
    """
    for name in named:
        if name not in TAKES:
            raise InputError(f"--workload: unknown workload '{cut(name)}'{_names(name, TAKES)}")
        for option in given:
            if option not in TAKES[name]:
                users = ", ".join(other for other in TAKES if option in TAKES[other])
                raise InputError(f"--{option}: the workload {name} has no use for it; leave it out or take {users}")
    chosen = named or [name for name in TAKES if all(option in TAKES[name] for option in given)]
    if not chosen:
        raise InputError(f"--{given[0]}: no workload has a use for it together with --{given[-1]}; leave one out")
    return tuple(dict.fromkeys(chosen))


def cases(workloads: Sequence[str], wish: Wish, all_threads: int) -> list[Case]:
    """Every table of the workloads; where nothing is wished the yardstick is played in all ways, others in the first.

    Raises
    ------
    InputError
        Names the option.
    """
    for recording in wish.recordings:
        if recording not in recordings():
            raise InputError(f"--recording: unknown level '{cut(recording)}'{_names(recording, recordings())}")
    found = []
    for workload in workloads:
        if workload == "start":
            continue
        is_yardstick = workload == "yardstick"
        threads = wish.threads or ([1, all_threads] if is_yardstick else [1])
        levels = wish.recordings or (recordings() if is_yardstick else [OFF])
        settings = tuple(dict.fromkeys(Setting(n, level) for level in levels for n in threads))
        for bot, cell in _TABLES[workload](wish):
            check_table(cell.variant, cell.players)
            found.append(Case(workload, bot, cell, settings))
    return found


def recordings() -> list[str]:
    """Give every way to record, in memory first."""
    return [OFF, *DETAILS]


def _yardstick(wish: Wish) -> Iterator[tuple[str, Cell]]:
    seated = [parse_entrant(text) for text in YARDSTICK]
    for name in wish.variants or [DEFAULT_VARIANT]:
        for players in wish.players or range(MIN_PLAYERS, len(YARDSTICK) + 1):
            if not MIN_PLAYERS <= players <= len(YARDSTICK):
                raise InputError(
                    f"--players: the workload yardstick has {MIN_PLAYERS} to {len(YARDSTICK)} players, not {players};"
                    " take --workload variants or bots for more"
                )
            yield "greedy", Cell(load_variant(name), players, tuple(seated[:players]))


def _variants(wish: Wish) -> Iterator[tuple[str, Cell]]:
    for name in wish.variants or named_variants():
        for players in _sizes(wish):
            yield "greedy", _mirror(name, players, parse_entrant("greedy"))


def _bots(wish: Wish) -> Iterator[tuple[str, Cell]]:
    """Each bot against itself: its own time a turn, not a mean with somebody else's."""
    for text in wish.bots or NAMES:
        bot = find_bot(text)
        for name in wish.variants or [DEFAULT_VARIANT]:
            for players in _sizes(wish):
                yield str(bot), _mirror(name, players, bot)


_TABLES: Final[Mapping[str, Any]] = {"yardstick": _yardstick, "variants": _variants, "bots": _bots}


def _sizes(wish: Wish) -> list[int]:
    return [whole(n, "--players", MIN_PLAYERS, MAX_PLAYERS) for n in wish.players or [DEFAULT_PLAYERS]]


def _mirror(variant: str, players: int, bot: Entrant) -> Cell:
    return Cell(load_variant(variant), players, deal_out([bot], players))


def _names(wrong: str, right: Sequence[str] | Mapping[str, Any]) -> str:
    return hint(wrong, right, f"there are {', '.join(right)}")

"""Tells a game that was played again, for a person: line by line, all hands open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sim.looks import Look, columns
from sim.shown import counted, cut
from sim.told_rounds import ToldRound, follow
from sim.told_tables import GAP, SHORTEST_NAME, RoundTeller

if TYPE_CHECKING:
    from sim.events import Result
    from sim.replay import Replay

_OUT: Final = len("out in round 1000")
_BEFORE: Final = "total before"


def tell(replay: Replay, title: str, look: Look, width: int, only: int | None = None) -> Iterator[str]:
    """All lines of a game, or of one round of it.

    Parameters
    ----------
    replay
        The game.
    title
        The first line: which game of which run.
    look
        How it is shown.
    width
        Columns of the page; long names are cut to keep within.
    only
        Number of the one round to tell, from 1; None for all.
    """
    rounds, result = follow(replay.events)
    shown = rounds if only is None else rounds[only - 1 : only]
    yield look.title(title)
    yield from _heading(replay, len(rounds))
    yield ""
    yield from _seats(replay, look) if only is None else _standing(replay, look, width, shown[0])
    teller = RoundTeller(replay.address.cell.variant, replay.address.names, look, width, shown)
    for told in shown:
        yield ""
        yield from teller.tell(told)
    if result is not None and shown[-1] is rounds[-1]:
        yield ""
        yield from _result(replay, result, look, width, rounds)


def _heading(replay: Replay, n_rounds: int) -> Iterator[str]:
    address, cell = replay.address, replay.address.cell
    length = f"broken off in round {n_rounds}" if replay.fault else counted(n_rounds, "round")
    yield f"{cell.variant.name}, {cell.players} players, {length}"
    turned = f", rotation {address.rotation} (of {cell.rotations})" if cell.rotations > 1 else ""
    yield f"seed {address.seed}, deal {address.deal}{turned}"


def _seats(replay: Replay, look: Look) -> Iterator[str]:
    """Who sits where, in full: the tables cut long names."""
    yield look.faint("seat  entrant")
    for seat, name in enumerate(replay.address.names):
        yield columns(((str(seat), -4), (name, 0)))


def _standing(replay: Replay, look: Look, width: int, told: ToldRound) -> Iterator[str]:
    """How they stand before a round that is told alone."""
    names = replay.address.names
    widths = (-4, _name_width(names, width - 4 - len(_BEFORE) - 3 - 3 * GAP), -len(_BEFORE), 3)
    yield look.faint(columns(zip(("seat", "entrant", _BEFORE, ""), widths, strict=True)))
    for seat, name in enumerate(names):
        out = "" if seat in told.hands else "out"
        yield columns(zip((str(seat), cut(name, widths[1]), str(told.before[seat]), out), widths, strict=True))


def _result(replay: Replay, result: Result, look: Look, width: int, rounds: Sequence[ToldRound]) -> Iterator[str]:
    """Winners and places."""
    names = replay.address.names
    seats = " and ".join(f"seat {seat} ({names[seat]})" for seat in result.winners)
    ends = f"{seats} {'wins' if len(result.winners) == 1 else 'win'}" if seats else "nobody wins"
    yield look.title(f"The game ends after {counted(result.rounds, 'round')}: {ends}.")
    yield ""
    widths = (-5, -4, _name_width(names, width - 5 - 4 - 5 - _OUT - 4 * GAP), -5, 0)
    yield look.faint(columns(zip(("place", "seat", "entrant", "total", ""), widths, strict=True)))
    out = {seat: told.deal.round_number for told in rounds if told.score for seat in told.score.out}
    totals = rounds[-1].score.totals if rounds[-1].score else ()
    for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
        left = f"out in round {out[seat]}" if seat in out else ""
        cells = (str(place), str(seat), cut(names[seat], widths[2]), str(totals[seat]), left)
        yield columns(zip(cells, widths, strict=True))


def _name_width(names: Sequence[str], most: int) -> int:
    return min(max(len("entrant"), *map(len, names)), max(SHORTEST_NAME, most))

"""What a tournament is going to play, in words."""

from __future__ import annotations

from collections.abc import Iterator

from sim.progress import duration
from sim.shown import counted, printable
from sim.tournaments.plan import Tournament
from sim.tournaments.seating import MOST_SEATS_IN_ALL_ORDERS
from sim.tournaments.time_needed import Needed

MOST_TABLES: int = 12


def plan_lines(tournament: Tournament) -> Iterator[str]:
    """Tell entrants, tables, orders and games."""
    plan, tables = tournament.plan, tournament.tables
    cell = plan.cells[0]
    players, cells = cell.players, len(plan.cells)
    yield plan.title
    yield f"{cell.variant.name}; entrants: {', '.join(map(printable, tournament.entrants))}"
    balanced = "circular orders balanced for neighbours"
    chosen = "every circular order" if players <= MOST_SEATS_IN_ALL_ORDERS else balanced
    if players > MOST_SEATS_IN_ALL_ORDERS and len(tournament.entrants) < players:
        chosen = "many circular orders"
    of_it = f"{chosen}, {counted(cells, 'order')} in all, " if players > 2 else ""
    yield f"{counted(len(tables), 'table')} of {players}: {of_it}each in every rotation, all on the same deals"
    for table in tables[:MOST_TABLES] if len(tables) > 1 else ():
        yield "  " + " + ".join(map(printable, table))
    if len(tables) > MOST_TABLES:
        yield f"  and {len(tables) - MOST_TABLES:,} more"
    yield f"{counted(tournament.deals, 'deal')} a table, {counted(tournament.games, 'game')}"


def time_line(games: int, needed: Needed, threads: int) -> str:
    """Tell how long so many games take."""
    seconds = needed.seconds * games / threads
    about = "more than" if needed.at_least else "about"
    each = f"{needed.seconds * 1000:.2g} ms a game" if needed.seconds < 1 else f"{needed.seconds:.2g} s a game"
    return f"{about} {duration(seconds)} on {counted(threads, 'thread')} ({each} and thread in a try just now)"

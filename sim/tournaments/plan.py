"""A tournament as a plan: entrants and tables from options or TOML, one cell a circular order of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sim.chosen import chosen_bot
from sim.errors import InputError
from sim.plan import DEFAULT_CHUNK, MAX_CHUNK, MAX_SEED, Cell, Plan, entrant_name
from sim.plan_file import (
    DEFAULT_PLAYERS,
    DEFAULT_SEED,
    DEFAULT_VARIANT,
    MAX_GAMES,
    checked_title,
    is_list_of,
    power_of_two,
    whole,
)
from sim.plan_table import PlanTable, open_plan
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, check_table
from sim.shown import counted, cut, shown
from sim.suggest import hint
from sim.tournaments.seating import circular_orders, gauntlet, round_robin

if TYPE_CHECKING:
    from sim.bots import Entrant

DEFAULT_DEALS: Final = 2_000
MOST_CELLS: Final = 4_096
"""Circular orders of all tables; each is a folder of the run, and all are read for the results."""

_KEYS: Final = (
    "title",
    "seed",
    "deals",
    "chunk",
    "variant",
    "players",
    "field",
    "gauntlet",
    "tables",
    "variants",
    "entrants",
)


class Settings(NamedTuple):
    """What may be given beside a file; None where it is not."""

    deals: int | None = None
    seed: int | None = None
    chunk: int | None = None


class Wish(NamedTuple):
    """Who meets whom, as options tell it; None where they do not."""

    variant: str | None = None
    players: int | None = None
    entrants: Sequence[str] = ()
    gauntlet: str | None = None


class Tournament(NamedTuple):
    """What a tournament plays.

    Attributes
    ----------
    plan
        Cells are the circular orders, table after table.
    deals
        That every cell plays, in all its rotations.
    tables
        Names of the entrants of each table.
    """

    plan: Plan
    deals: int
    tables: tuple[tuple[str, ...], ...]

    @property
    def entrants(self) -> tuple[str, ...]:
        """Names of the entrants, in the order of first appearance at a table."""
        return tuple(dict.fromkeys(name for table in self.tables for name in table))

    @property
    def games(self) -> int:
        """Games of all cells."""
        return self.deals * sum(cell.rotations for cell in self.plan.cells)

    @property
    def cell_deals(self) -> tuple[int, ...]:
        """Deals of each cell."""
        return (self.deals,) * len(self.plan.cells)


def from_options(wish: Wish, settings: Settings) -> Tournament:
    """Make a tournament from the options of a command.

    Raises
    ------
    InputError
        Names the option.
    """
    table = {"variant": wish.variant, "players": wish.players, "gauntlet": wish.gauntlet}
    given = PlanTable({key: value for key, value in table.items() if value is not None})
    if not wish.entrants:
        raise InputError("--entrant: nobody plays; name two or more, such as --entrant greedy --entrant random")
    return _tournament(given, [chosen_bot(text, "--entrant") for text in wish.entrants], settings)


def from_file(path: Path, settings: Settings) -> Tournament:
    """Read a tournament; `settings` go before what the file says.

    Raises
    ------
    InputError
        Names the file and the line or field.
    """
    plan = open_plan(path, _KEYS)
    field = plan.table.get("field", [*plan.entrants])
    if not isinstance(field, list) or not field:
        raise InputError(f'{plan.where}: field: nobody plays; write field = ["greedy", "random"]')
    entrants = [plan.entrant(one, f"{plan.where}: field") for one in field]
    return _tournament(plan, entrants, settings)


def _tournament(written: PlanTable, entrants: Sequence[Entrant], settings: Settings) -> Tournament:
    table, where = written.table, written.where

    def field(name: str) -> str:
        beside = getattr(settings, name, None)
        return f"{where}: {name}" if beside is None and where else f"--{name}"

    def number(name: str, default: int, low: int, high: int) -> int:
        beside = getattr(settings, name, None)
        return whole(table.get(name, default) if beside is None else beside, field(name), low, high)

    asked = _names(entrants, field("field" if where else "entrant"))
    players = number("players", DEFAULT_PLAYERS, MIN_PLAYERS, MAX_PLAYERS)
    rules = written.variant(table.get("variant", DEFAULT_VARIANT), where or "--variant")
    try:
        check_table(rules, players)
    except InputError as error:
        raise InputError(f"{where}: {error}" if where else str(error)) from None
    entrants = [entrant.at(rules.threshold, players) for entrant in entrants]
    names = _told(entrants, asked, field("field" if where else "entrant"))
    tables = _tables(table, asked, players, where)
    first = [*dict.fromkeys(one for seats in tables for one in seats)]  # numbered as a reader of the plan meets them
    entrants, names = [entrants[one] for one in first], [names[one] for one in first]
    tables = [tuple(sorted(first.index(one) for one in seats)) for seats in tables]
    cells = [
        Cell(rules, players, tuple(entrants[one] for one in order))
        for seats in tables
        for order in circular_orders(seats)
    ]
    if len(cells) > MOST_CELLS:
        raise InputError(
            f"{field('players')}: {counted(len(tables), 'table')} of {players} in all circular orders are"
            f" {len(cells):,} cells, more than {MOST_CELLS:,}; name fewer entrants, smaller tables or a gauntlet"
        )
    chunk = power_of_two(number("chunk", DEFAULT_CHUNK, 1, MAX_CHUNK), field("chunk"))
    deals = number("deals", DEFAULT_DEALS, 1, MAX_GAMES // MAX_PLAYERS)
    title = checked_title(table.get("title", ""), where) or _title(table, names, players)
    seed = number("seed", DEFAULT_SEED, 0, MAX_SEED)
    plan = Plan(seed, tuple(cells), chunk, title, "games")
    return Tournament(plan, deals, tuple(tuple(names[one] for one in seats) for seats in tables))


def _names(entrants: Sequence[Entrant], field: str) -> list[str]:
    names = [entrant_name(entrant) for entrant in entrants]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise InputError(
                f"{field}: '{cut(name)}' is entered twice; leave one out, or give it a name under [entrants.NAME]"
            )
    if len(names) < 2:
        raise InputError(f"{field}: '{cut(names[0])}' is alone; name two or more entrants")
    return names


def _told(entrants: Sequence[Entrant], asked: Sequence[str], field: str) -> list[str]:
    """Name the entrants as at their table, where what is a default has no other name."""
    names = [entrant_name(entrant) for entrant in entrants]
    for number, name in enumerate(names):
        if name in names[:number]:
            twin = asked[names.index(name)]
            raise InputError(
                f"{field}: '{cut(asked[number])}' and '{cut(twin)}' are the same bot at this table, by its defaults;"
                " leave one out"
            )
    return names


def _tables(table: Mapping[str, Any], names: list[str], players: int, where: str) -> list[tuple[int, ...]]:
    """Choose the tables: those that are written, those of one entrant, or all."""
    hero = table.get("gauntlet")
    if "tables" in table:
        if hero is not None:
            raise InputError(f"{where}: gauntlet: says who sits at every table, and tables says it too; leave one out")
        return _written_tables(table["tables"], names, players, where)
    if hero is not None:
        hero = _index(hero, names, f"{where}: gauntlet" if where else "--gauntlet")
        tables = gauntlet(len(names), players, hero)
        return [tuple(sorted(seats, key=lambda one: (one != hero, one))) for seats in tables]
    return round_robin(len(names), players)


def _written_tables(written: object, names: list[str], players: int, where: str) -> list[tuple[int, ...]]:
    field = f"{where}: tables"
    if not isinstance(written, list) or not written or not is_list_of(written, list):
        raise InputError(f'{field}: must be lists of entrants, such as [["a", "b"], ["a", "c"]]')
    tables = []
    for seats in written:
        if len(seats) != players:
            raise InputError(f"{field}: {shown(seats)} names {len(seats)} for {players} seats")
        one = tuple(sorted(_index(name, names, field) for name in seats))
        if one in tables:
            raise InputError(f"{field}: {shown(seats)} is there twice; leave one out")
        tables.append(one)
    _refuse_strangers(tables, names, field)
    return tables


def _refuse_strangers(tables: list[tuple[int, ...]], names: list[str], field: str) -> None:
    """Refuse entrants that cannot be compared: not even over a chain of common opponents."""
    known, before = set(tables[0]), 0
    while len(known) > before:
        before = len(known)
        known |= {one for seats in tables if known & set(seats) for one in seats}
    for number, name in enumerate(names):
        if number not in known:
            raise InputError(
                f"{field}: '{cut(name)}' never meets '{cut(names[tables[0][0]])}', not even over others, so no rating"
                " compares them; add a table"
            )


def _index(name: object, names: list[str], field: str) -> int:
    if name not in names:
        near = hint(str(name), names, f"there are {', '.join(map(cut, names))}")
        raise InputError(f"{field}: unknown entrant {shown(name)}{near}")
    return names.index(str(name))


def _title(table: Mapping[str, Any], names: list[str], players: int) -> str:
    hero = table.get("gauntlet")
    against = f"{cut(str(hero))} against {len(names) - 1}" if hero is not None else f"{len(names)} entrants"
    return f"Tournament: {against}, tables of {players}"

"""Plans as users write them, in TOML or as options of a command: checked, expanded into cells, frozen.

Every fault names the place, the field, the value and what is allowed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sim.detail import DEFAULT_DETAIL, check_detail
from sim.errors import InputError
from sim.plan import DEFAULT_CHUNK, MAX_CHUNK, MAX_CHUNKS, MAX_SEED, Cell, Plan, deal_out, entrant_name
from sim.plan_table import PlanTable, check_keys, open_plan
from sim.rules import MAX_PLAYERS, MIN_PLAYERS, Variant, check_table, load_variant
from sim.shown import shown

if TYPE_CHECKING:
    from sim.bots import Entrant

DEFAULT_GAMES: Final = 100_000
DEFAULT_SEED: Final = 1
DEFAULT_PLAYERS: Final = 4
DEFAULT_VARIANT: Final = "standard"
DEFAULT_ENTRANT: Final = "greedy"
MAX_GAMES: Final = 10**15

_PLAN_KEYS: Final = ("title", "seed", "games", "chunk", "detail", "cells", "variants", "entrants")
_CELL_KEYS: Final = ("variant", "players", "entrants", "forks")


class Order(NamedTuple):
    """A plan and how many games of each cell are wanted."""

    plan: Plan
    games: int

    @property
    def deals(self) -> tuple[int, ...]:
        """Deals of each cell."""
        return self.plan.deals_for(self.games)


class Settings(NamedTuple):
    """What may be given beside a plan file; None where it is not."""

    games: int | None = None
    seed: int | None = None
    chunk: int | None = None
    detail: str | None = None
    forks: float | None = None


def order_from_options(variant: str | None, players: int | None, entrants: Sequence[str], settings: Settings) -> Order:
    """One cell from the options of a command, with a default for each.

    Raises
    ------
    InputError
        Names the option.
    """
    from sim.entrant_file import find_bot

    table_size = whole(DEFAULT_PLAYERS if players is None else players, "--players", MIN_PLAYERS, MAX_PLAYERS)
    rules = load_variant(DEFAULT_VARIANT if variant is None else variant)
    seated = [find_bot(text) for text in entrants or (DEFAULT_ENTRANT,)]
    _check_names(seated, "--entrant")
    return _order("", {}, [_cell(rules, table_size, seated, "--entrant")], settings)


def order_from_file(path: Path, settings: Settings) -> Order:
    """Read a plan with one or many cells; `settings` go before what the file says.

    Raises
    ------
    InputError
        Names the file and the line or field.
    """
    plan = open_plan(path, _PLAN_KEYS)
    where, written = plan.where, plan.table.get("cells")
    if not is_list_of(written, Mapping) or not written:
        raise InputError(f"{where}: cells: there must be at least one [[cells]] table; `yaniv simulate -h` shows one")
    cells: list[Cell] = []
    tables: list[int] = []  # which [[cells]] each of them is from
    seated: list[Entrant] = []
    for number, cell in enumerate(written, start=1):
        place = f"{where}: [[cells]] number {number}"
        check_keys(cell, _CELL_KEYS, place)
        given = _as_list(cell.get("entrants", DEFAULT_ENTRANT))
        entrants = [plan.entrant(one, f"{place}: entrants") for one in given]
        cells += _expand(cell, entrants, plan, place)
        seated += entrants
        tables += [number] * (len(cells) - len(tables))
    _check_cells(cells, tables, where)
    _check_names(seated, where)
    return _order(where, plan.table, cells, settings)


def _order(where: str, table: Mapping[str, Any], cells: Sequence[Cell], settings: Settings) -> Order:
    """Put seed, games, chunk and detail beside the cells, from the options or from the file."""

    def field(name: str) -> str:
        return f"{where}: {name}" if getattr(settings, name) is None and where else f"--{name}"

    def setting(name: str, default: int, low: int, high: int) -> int:
        given = getattr(settings, name)
        return whole(table.get(name, default) if given is None else given, field(name), low, high)

    seed = setting("seed", DEFAULT_SEED, 0, MAX_SEED)
    games = setting("games", DEFAULT_GAMES, 1, MAX_GAMES)
    chunk = power_of_two(setting("chunk", DEFAULT_CHUNK, 1, MAX_CHUNK), field("chunk"))
    given = table.get("detail", DEFAULT_DETAIL) if settings.detail is None else settings.detail
    detail = check_detail(given, field("detail"))
    if settings.forks is not None:
        share = forks_of_1000(settings.forks, "--forks")
        cells = [replace(cell, forks=share) for cell in cells]
    if detail != "tallies" and any(cell.forks for cell in cells):
        place = "--forks" if settings.forks is not None else f"{where}: forks"
        raise InputError(
            f"{place}: forks are counted, not kept as rows, and detail is '{detail}'; add --detail tallies, or leave"
            " forks out"
        )
    plan = Plan(seed, tuple(cells), chunk, checked_title(table.get("title", ""), where), detail)
    check_chunk_count(plan, games, field("games"))
    return Order(plan, games)


def check_chunk_count(plan: Plan, games: int, field: str) -> None:
    """Refuse a run of more files than names are made for."""
    most = max(-(-deals // plan.chunk_deals) for deals in plan.deals_for(games))
    if most > MAX_CHUNKS:
        raise InputError(
            f"{field}: {games} games are {most} chunks of {plan.chunk_deals} deals, more than {MAX_CHUNKS};"
            f" play fewer games or begin a run with a larger --chunk (up to {MAX_CHUNK})"
        )


def whole(value: object, field: str, low: int, high: int) -> int:
    """Check a whole number; 1e6 is one, too."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"{field}: {shown(value)} is not allowed; it must be a whole number from {low} to {high}")
    return value


def forks_of_1000(value: object, field: str) -> int:
    """Check the share of chances to call that are forked, and give it in 1,000ths; 0 is none."""
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        share = round(value * 1000)
        if abs(value * 1000 - share) < 1e-9:
            return share
    raise InputError(
        f"{field}: {shown(value)} is not allowed; it must be a share of the chances to call from 0 to 1, in steps of"
        " 0.001"
    )


def power_of_two(value: int, field: str) -> int:
    """Check the deals of a chunk."""
    if value & (value - 1):
        near = 1 << round(math.log2(value))
        raise InputError(f"{field}: {value} is no power of two; the nearest is {near}")
    return value


def checked_title(value: object, where: str) -> str:
    """Check the title of a plan."""
    if not isinstance(value, str) or not (value == "" or value.isprintable()) or len(value) > 200:
        raise InputError(
            f"{where}: title: {shown(value)} is not allowed; it must be one line of at most 200 characters"
        )
    return value


def _expand(cell: Mapping[str, Any], seated: Sequence[Entrant], plan: PlanTable, where: str) -> list[Cell]:
    """Every variant of the cell at every number of players of it, in the order written."""
    rules = [plan.variant(one, where) for one in _as_list(cell.get("variant", DEFAULT_VARIANT))]
    sizes = [
        whole(one, f"{where}: players", MIN_PLAYERS, MAX_PLAYERS)
        for one in _as_list(cell.get("players", DEFAULT_PLAYERS))
    ]
    for key, values in (("variant", rules), ("players", sizes), ("entrants", seated)):
        if not values:
            raise InputError(f"{where}: {key}: the list is empty; name at least one or leave the line out")
    forks = forks_of_1000(cell.get("forks", 0), f"{where}: forks")
    made = [_cell(variant, size, seated, f"{where}: entrants") for variant in rules for size in sizes]
    return [replace(one, forks=forks) for one in made]


def _cell(variant: Variant, players: int, entrants: Sequence[Entrant], field: str) -> Cell:
    if len(entrants) > players:
        raise InputError(f"{field}: {len(entrants)} entrants are more than the {players} seats; leave some out")
    try:
        check_table(variant, players)
    except InputError as error:
        place = field.rpartition(":")[0]
        raise InputError(f"{place}: {error}" if place else str(error)) from None
    return Cell(variant, players, deal_out(entrants, players))


def _check_cells(cells: Sequence[Cell], tables: Sequence[int], where: str) -> None:
    """Refuse a cell that is there twice and one name for two things: tables tell cells apart by names."""
    if len(cells) >= 2**16:
        raise InputError(f"{where}: {len(cells)} cells are more than {2**16 - 1}; make several plans of it")
    seen: dict[Cell, int] = {}
    variants: dict[str, Variant] = {}
    for number, (cell, table) in enumerate(zip(cells, tables, strict=True)):
        twin = seen.setdefault(cell, number)
        if twin != number:
            what = f"'{cell.variant.name}' with {cell.players} players and {', '.join(map(entrant_name, cell.lineup))}"
            place = f"{where}: [[cells]] number {table}"
            again = "here" if tables[twin] == table else f"in number {tables[twin]}"
            raise InputError(f"{place}: {what} is there already, {again}; leave one out")
        if variants.setdefault(cell.variant.name, cell.variant) != cell.variant:
            raise InputError(f"{where}: two different variants are named '{cell.variant.name}'; rename one")


def _check_names(entrants: Sequence[Entrant], where: str) -> None:
    """Refuse one name for two bots, such as of two files."""
    named: dict[str, Entrant] = {}
    for entrant in entrants:
        if named.setdefault(entrant_name(entrant), entrant) != entrant:
            raise InputError(f"{where}: two different entrants are named '{entrant_name(entrant)}'; rename one")


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def is_list_of(value: object, kind: type) -> bool:
    """Whether a value of a file is a list of such values."""
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)

"""A plan file as opened: its table, and the variants and entrants that it gives names to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sim.errors import InputError
from sim.rules import Variant, load_variant, named_variants
from sim.shown import cut, shown
from sim.suggest import hint
from sim.toml_file import read_toml
from sim.variant_fields import check_label

if TYPE_CHECKING:
    from sim.bots import Entrant


class PlanTable(NamedTuple):
    """What a plan says, in a file or by options of a command.

    Attributes
    ----------
    table
        Its keys and values.
    where
        The file, as faults name it; empty for options.
    folder
        What paths in it are relative to.
    variants, entrants
        Those that it defines itself, by name.
    """

    table: Mapping[str, Any]
    where: str = ""
    folder: Path = Path()
    variants: Mapping[str, Variant] = {}
    entrants: Mapping[str, Entrant] = {}

    def variant(self, value: object, where: str) -> Variant:
        """Look up a name of the plan or of the program, read a file beside the plan, or an inline table."""
        if isinstance(value, Mapping):
            return Variant.from_mapping(value, f"{where}: variant")
        if not isinstance(value, str):
            raise InputError(f"{where}: variant: {shown(value)} is neither a name nor a file nor a table")
        if value in self.variants:
            return self.variants[value]
        if value.endswith(".toml"):
            return load_variant(str(self.folder / value))
        if value not in named_variants():
            near = hint(value, [*self.variants, *named_variants()], "`yaniv variants` lists them")
            raise InputError(f"{where}: variant: unknown variant '{cut(value)}'{near}")
        return load_variant(value)

    def entrant(self, value: object, where: str) -> Entrant:
        """Look up a name of the plan, read a bot with its parameters, or one of a file beside the plan."""
        from sim.bots import NAMES
        from sim.entrant_file import find_bot, names_file

        own = self.entrants
        if not isinstance(value, str):
            raise InputError(f"{where}: {shown(value)} is no text such as 'greedy:call_at=5'")
        if value in own:
            return own[value]
        if own and ":" not in value and value not in NAMES and not names_file(value):
            near = hint(value, [*own, *NAMES], f"there are {', '.join([*own, *NAMES])}")
            raise InputError(f"{where}: unknown entrant '{cut(value)}'{near}")
        try:
            return find_bot(value, self.folder)
        except InputError as error:
            raise InputError(f"{where}: {error}") from None


def open_plan(path: Path, keys: Sequence[str]) -> PlanTable:
    """Read a plan file in which there may be these keys, ``variants`` and ``entrants`` among them.

    Raises
    ------
    InputError
        Names the file and the line or field.
    """
    where = str(path)
    table = read_toml(path)
    check_keys(table, keys, where)
    variants = _own_variants(table.get("variants", {}), where)
    return PlanTable(table, where, path.parent, variants, own_entrants(table.get("entrants", {}), where))


def check_keys(table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Refuse a key that nothing reads, with the nearest right one."""
    for key in table:
        if key not in known:
            near = hint(key, known, f"there are {', '.join(known)}")
            raise InputError(f"{where}: unknown key '{cut(key)}'{near}")


def _own_variants(tables: object, where: str) -> dict[str, Variant]:
    """Variants that the plan itself defines, under [variants.NAME]."""
    variants = {}
    for name, table in _named_tables(tables, "variants", where):
        if name in named_variants():
            raise InputError(f"{where}: [variants.{name}]: '{name}' is a variant already; choose another name")
        variants[name] = Variant.from_mapping(table, f"{where}: [variants.{name}]", name)
    return variants


def own_entrants(tables: object, where: str) -> dict[str, Entrant]:
    """Entrants with a name of their own, under [entrants.NAME]."""
    from sim.bots import NAMES, family

    entrants = {}
    for name, table in _named_tables(tables, "entrants", where):
        place = f"{where}: [entrants.{name}]"
        if name in NAMES or ":" in name:
            raise InputError(f"{place}: '{cut(name)}' reads as a bot; choose another name")
        given = dict(table)
        chosen = given.pop("family", None)
        if not isinstance(chosen, str):
            raise InputError(f'{place}: family: the bot is missing; write family = "greedy"')
        try:
            known = family(chosen)
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        entrants[name] = known.entrant(given, place, name)
    return entrants


def _named_tables(tables: object, key: str, where: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
    if not isinstance(tables, Mapping) or not all(isinstance(table, Mapping) for table in tables.values()):
        raise InputError(f"{where}: {key}: must be tables such as [{key}.my-own]")
    for name in tables:
        try:
            check_label(name)
        except ValueError as error:
            raise InputError(f"{where}: [{key}.{shown(name)}]: a name {error}") from None
    return tables.items()

"""The commands that play a run again, and the plan file where options are not enough."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from pipelines.run import Run, as_utf_8
from sim.detail import DEFAULT_DETAIL
from sim.plan import DEFAULT_CHUNK, Cell
from sim.rules import Variant, named_variants

if TYPE_CHECKING:
    from sim.bots import Entrant

PLAN_NAME: Final = "plan.toml"


def commands(run: Run) -> list[str]:
    """Give the commands that play this run and report on it, ready to be pasted into a shell."""
    words = ["yaniv", "simulate", *(_options(run) if is_simple(run) else [PLAN_NAME])]
    folder = as_utf_8(run.path)
    return [shlex.join([*words, "--out", folder]), shlex.join(["yaniv", "report", folder])]


def is_simple(run: Run) -> bool:
    """Say whether options are enough: one cell, a named variant, bots without names of their own."""
    if len(run.cells) > 1 or run.plan.title:
        return False
    cell = run.cells[0].cell
    return _is_named(cell.variant) and not any(entrant.label for entrant in cell.entrants)


def games_asked_for(run: Run) -> int:
    """Give a number of games that becomes these numbers of deals in every cell."""
    return min(cell.games for cell in run.cells)


def plan_text(run: Run) -> str:
    """Write the plan as a file that `yaniv simulate` takes."""
    return "\n".join(_plan_lines(run)) + "\n"


def _options(run: Run) -> Iterator[str]:
    cell, plan = run.cells[0].cell, run.plan
    yield from ("--variant", cell.variant.name, "--players", str(cell.players))
    for entrant in cell.lineup[: cell.rotations]:
        yield from ("--entrant", str(entrant))
    yield from ("--games", str(games_asked_for(run)), "--seed", str(plan.seed))
    if plan.chunk_deals != DEFAULT_CHUNK:
        yield from ("--chunk", str(plan.chunk_deals))
    if plan.detail != DEFAULT_DETAIL:
        yield from ("--detail", plan.detail)
    if cell.forks:
        yield from ("--forks", _share(cell.forks))


def _plan_lines(run: Run) -> Iterator[str]:
    plan = run.plan
    yield f"title = {toml_value(plan.title)}"
    yield f"games = {games_asked_for(run)}"
    yield f"seed = {plan.seed}"
    yield f"chunk = {plan.chunk_deals}"
    if plan.detail != DEFAULT_DETAIL:
        yield f"detail = {toml_value(plan.detail)}"
    yield from entrant_lines((entrant, cell) for cell in plan.cells for entrant in cell.entrants)
    for cell in plan.cells:
        yield from ("", "[[cells]]", f"variant = {toml_variant(cell.variant)}", f"players = {cell.players}")
        yield f"entrants = {toml_value(_names(cell))}"
        if cell.forks:
            yield f"forks = {_share(cell.forks)}"


def entrant_lines(seated: Iterable[tuple[Entrant, Cell]]) -> Iterator[str]:
    """Write entrants with a name of their own, each with a cell that it plays in, as tables of a plan.

    All parameters are written, so that no later default matters, but for those that it leaves to a default that is
    another at each of its tables.
    """
    from sim.bots import family

    named: dict[str, tuple[str, list[set[int]]]] = {}
    for entrant, cell in seated:
        if entrant.label:
            values = entrant.values(cell.variant.threshold, cell.players)
            _, met = named.setdefault(entrant.label, (entrant.family, [set() for _ in values]))
            for known, value in zip(met, values, strict=True):
                known.add(value)
    for label, (bot, met) in named.items():
        yield from ("", f"[entrants.{toml_value(label)}]", f"family = {toml_value(bot)}")
        for parameter, known in zip(family(bot).parameters, met, strict=True):
            if len(known) == 1:
                yield f"{parameter.name} = {min(known)}"


def _share(of_1000: int) -> str:
    return f"{of_1000 / 1000:g}"


def _names(cell: Cell) -> list[str]:
    return [entrant.label or str(entrant) for entrant in cell.lineup]


def _is_named(variant: Variant) -> bool:
    return named_variants().get(variant.name) == variant


def toml_variant(variant: Variant) -> str:
    """Write a variant as a value in TOML: its name, or a table."""
    if _is_named(variant):
        return toml_value(variant.name)
    changed = {field: value for field, (_, value) in variant.changes().items()}
    return toml_value({"name": variant.name, "source": variant.source, "base": "standard", **changed})


def toml_value(value: Any) -> str:
    """Write a value as TOML, whose text, numbers and lists look as in JSON."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: Any) -> str:
    text = str(key)
    return text if text.isascii() and text.replace("_", "").isalnum() else json.dumps(text)

"""Everything a tournament shows, as one structure of plain data."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from typing import Final

from pipelines.balance.settings import settings
from pipelines.findings.numbers import Data, one_in, percent, so_many, with_interval
from pipelines.report_data import methods_in, run_facts
from pipelines.reproduce import PLAN_NAME, entrant_lines, toml_value, toml_variant
from pipelines.run import Run, as_utf_8
from pipelines.stats.clustered import rate
from pipelines.stats.estimate import CONFIDENCE, METHODS, MIN_BATCHES
from pipelines.stats.paired import paired_difference
from pipelines.stats.variance_shares import variance_shares
from pipelines.tournament.counting import NEXT, PREVIOUS, Counted, count_tournament
from pipelines.tournament.ratings import Pair, Rated, rate_all
from pipelines.tournament.tables import tournament_tables
from sim.batches import n_batches
from sim.errors import InputError
from sim.exact_parts import WHOLE
from sim.plan import DEFAULT_CHUNK
from sim.tournaments.seating import gauntlet, round_robin

FORMAT: Final = 1
"""Changes when a reader of the data would have to change."""

STOPPED_LIMIT: Final = settings().length.stopped_limit
SURE: Final = 0.9999


def build_tournament(run: Run, tell: Callable[[int, int], None] = lambda done, total: None) -> Data:
    """Count a run of one variant and size of table, and say what it shows.

    Parameters
    ----------
    run
        Finished.
    tell
        Called with cells that are counted and cells in all.

    Returns
    -------
    dict
        JSON types only; floats have six significant digits.

    Raises
    ------
    InputError
        When the run is no tournament.
    """
    refuse_other_runs(run)
    counted = count_tournament(run, tell)
    try:
        rated = rate_all(counted)
    except ValueError as error:
        raise InputError(f"{run.path}: no rating: {error}") from None
    cell = run.cells[0]
    data = {
        "format": FORMAT,
        "kind": "tournament",
        "run": run_facts(run)
        | {
            "variant": cell.cell.variant.name,
            "players": cell.players,
            "entrants": list(counted.entrants),
            "tables": [[counted.entrants[one] for one in table] for table in counted.tables],
            "cells": len(run.cells),
            "deals": counted.deals,
            "games": counted.games,
            "stopped_games": counted.stopped_games,
            "batches": n_batches(counted.deals),
            "batch_deals": counted.batch_deals,
            "confidence": CONFIDENCE,
            "commands": [shlex.join(["yaniv", "tournament", PLAN_NAME, "--out", as_utf_8(run.path)])],
            "plan_file": "\n".join(_plan_lines(run, counted)) + "\n",
        },
        "groups": [[counted.entrants[one] for one in group] for group in rated.groups],
        "sentences": list(_sentences(run, counted, rated)),
        "warnings": list(_warnings(counted, rated)),
        "tables": tournament_tables(counted, rated),
    }
    used = set(methods_in(data))
    return data | {"methods": {name: text for name, text in METHODS.items() if name in used}}


def refuse_other_runs(run: Run) -> None:
    """Refuse a run whose cells cannot be rated together."""
    plan = run.plan
    first = plan.cells[0]
    if not plan.keeps_rows:
        raise InputError(f"{run.path}: a tournament needs rows of games, the run keeps {plan.detail}; play it anew")
    for number, cell in enumerate(plan.cells):
        if (cell.variant, cell.players) != (first.variant, first.players):
            raise InputError(
                f"{run.path}: is no tournament: cell {number} is played by '{cell.variant.name}' with"
                f" {cell.players} players and cell 0 by '{first.variant.name}' with {first.players}"
            )
    if len({name for cell in run.cells for name in cell.entrants}) < 2:
        raise InputError(f"{run.path}: is no tournament: one entrant plays alone; `yaniv tournament -h` shows one")


def _plan_lines(run: Run, counted: Counted) -> Iterator[str]:
    """Write the tournament as a file that `yaniv tournament` takes."""
    plan, players = run.plan, run.cells[0].players
    yield f"title = {toml_value(plan.title)}"
    yield f"variant = {toml_variant(plan.cells[0].variant)}"
    yield f"players = {players}"
    yield f"field = {toml_value(list(counted.entrants))}"
    n = len(counted.entrants)
    if list(counted.tables) != round_robin(n, players):
        if list(counted.tables) == gauntlet(n, players, 0):
            yield f"gauntlet = {toml_value(counted.entrants[0])}"
        else:
            yield f"tables = {toml_value([[counted.entrants[one] for one in table] for table in counted.tables])}"
    yield f"deals = {counted.deals}"
    yield f"seed = {plan.seed}"
    if plan.chunk_deals != DEFAULT_CHUNK:
        yield f"chunk = {plan.chunk_deals}"
    yield from entrant_lines((entrant, cell) for cell in run.plan.cells for entrant in cell.entrants)


def _sentences(run: Run, counted: Counted, rated: Rated) -> Iterator[str]:
    players, tables = run.cells[0].players, len(counted.tables)
    orders = f" in {so_many(len(run.cells), 'circular orders')}" if players > 2 else ""
    yield (
        f"{so_many(len(counted.entrants), 'entrants')} met at {so_many(tables, 'tables')} of {players}{orders}, each in"
        f" every seat and all on the same {so_many(counted.deals, 'deals')}: {so_many(counted.games, 'games')}."
    )
    order = sorted(
        range(len(counted.entrants)),
        key=lambda one: (
            next(rank for rank, group in enumerate(rated.groups) if one in group),
            -(rated.ratings[one].value or 0.0),
        ),
    )
    yield _about_pair(counted, rated.pairs[order[0], order[1]], order[0], order[1])
    yield from _about_variance(counted)
    if players > 2:
        yield from _about_neighbours(counted)


def _about_pair(counted: Counted, pair: Pair, one: int, other: int) -> str:
    first, second = counted.entrants[one], counted.entrants[other]
    if pair.identical:
        return f"{first} and {second} lead and play the same: the difference is exactly 0."
    if not pair.difference.n:
        return f"{first} comes first: it finished ahead of {second} in every game."
    apart = with_interval(pair.difference)
    if pair.superiority is None:
        return f"{first} comes first, {apart} above {second}."
    if pair.difference.low is not None and pair.difference.low > 0:
        return f"{first} is rated first, {apart} above {second}: {_chance(pair.superiority)} that it is the better one."
    return (
        f"{first} is rated first, but {second} is close behind: they differ by {apart}, which is not decided"
        f" ({_chance(pair.superiority)} that the first is the better one)."
    )


def _chance(superiority: float) -> str:
    return f"{'above ' if superiority > SURE else ''}{100 * min(superiority, SURE):.4g} %"


def _about_variance(counted: Counted) -> Iterator[str]:
    shares = variance_shares(counted.outcomes["wins"])
    if shares:
        who, cards = shares["entrant"], shares["deal"]
        yield (
            f"Of the variance of winning at a table {percent(who)} is who plays and {percent(cards)} the cards of the"
            " deal."
        )


def _about_neighbours(counted: Counted) -> Iterator[str]:
    """Tell the largest effect of a neighbour."""
    found = []
    n = len(counted.entrants)
    for one in range(n):
        for other in range(n):
            for side, words in ((PREVIOUS, "before"), (NEXT, "after")):
                if one != other and counted.beside[side, one, other].any():
                    wins, games = counted.wins_beside[side, one, other], counted.beside[side, one, other]
                    base = counted.wins_with[one, other], counted.met[one, other]
                    apart = paired_difference(base, (wins, games), WHOLE, of_rates=True).difference
                    if apart.low is not None and apart.value is not None:
                        found.append(
                            (abs(apart.value), one, other, words, rate(wins, games, WHOLE), rate(*base, WHOLE))
                        )
    if found:
        _, one, other, words, beside, over_all = max(found)
        yield (
            f"The largest effect of a neighbour: {counted.entrants[one]} wins {percent(beside)} when"
            f" {counted.entrants[other]} plays just {words} it, and {percent(over_all)} over all orders."
        )


def _warnings(counted: Counted, rated: Rated) -> Iterator[str]:
    if n_batches(counted.deals) < MIN_BATCHES:
        yield f"{so_many(counted.deals, 'deals')} are too few for intervals, which need {MIN_BATCHES}; play more."
    if counted.stopped_games > STOPPED_LIMIT * counted.games:
        yield (
            f"{so_many(counted.stopped_games, 'games')} ({one_in(counted.stopped_games / counted.games)}) were stopped"
            " by the guard. They have no winner: they are left out of wins and ratings."
        )
    for better, worse in zip(rated.groups, rated.groups[1:], strict=False):
        yield (
            f"{_names(counted, better)} finished ahead of {_names(counted, worse)} in every game, so no finite rating"
            " tells how far they are apart. Ratings are compared within a group only."
        )
    for (one, other), pair in rated.pairs.items():
        if pair.identical and one < other:
            yield (
                f"{_names(counted, (one,))} and {_names(counted, (other,))} play the same: all that is counted agrees"
                " in every batch, the difference is exactly 0."
            )


def _names(counted: Counted, group: tuple[int, ...]) -> str:
    return ", ".join(counted.entrants[one] for one in group)

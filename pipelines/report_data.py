"""Everything a report shows, as one structure of plain data: `report_schema.md` describes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pipelines.findings.claims import claims_data
from pipelines.findings.comparisons import comparison_data
from pipelines.findings.exact_values import opening_data
from pipelines.findings.headline import HEADLINES, headline_data
from pipelines.findings.numbers import Data, number, scaled
from pipelines.findings.results import Results
from pipelines.findings.sentences import cell_sentences, cell_warnings, run_sentences
from pipelines.findings.verdicts import (
    first_player_verdict,
    is_single_round,
    opening_verdict,
    seat_test,
    seat_verdicts,
    stopped_verdict,
)
from pipelines.reproduce import commands, is_simple, plan_text
from pipelines.run import Run, as_utf_8
from pipelines.stats.estimate import CONFIDENCE, METHODS
from pipelines.tables import TABLES, needs_forks
from pipelines.tables.base import Key, Row, Table
from pipelines.tables.measures import Measure
from pipelines.tallies import count
from sim.errors import InputError
from sim.shell_commands import tables_command

FORMAT: Final = 1
"""Changes when a reader of the data would have to change."""

SECONDS_PER_TURN: Final = 12.0
_MINUTES: Final = {"turns_mean": "mean", "turns_p5": "5 %", "turns_median": "median", "turns_p95": "95 %"}


def build(run: Run, seconds_per_turn: float = SECONDS_PER_TURN) -> Data:
    """Count a run and say what it shows.

    Parameters
    ----------
    run
        A finished run.
    seconds_per_turn
        Turns become minutes at this pace.

    Returns
    -------
    dict
        JSON types only; floats have six significant digits.

    Raises
    ------
    InputError
        When the run keeps games alone: most of a report is about rounds.
    """
    if not run.keeps_rounds:
        raise InputError(
            f"{run.path}: a report needs --detail rounds, the run keeps {run.plan.detail};"
            f" `{tables_command(run.path)}` lists what there is"
        )
    results = [Results(cell, count(cell), [line.at(cell) for line in HEADLINES]) for cell in run.cells]
    seats = seat_verdicts([seat_test(one) for one in results], results)
    cells = [_cell(one, verdict, seconds_per_turn) for one, verdict in zip(results, seats, strict=True)]
    many = len(cells) > 1
    data = {
        "format": FORMAT,
        "run": _run(run, cells, seconds_per_turn),
        "sentences": run_sentences(results, seconds_per_turn) if many else cells[0]["sentences"],
        "warnings": [line for one in results for line in cell_warnings(one)],
        "cells": cells,
        "comparisons": comparison_data(results, seconds_per_turn),
    }
    used = set(methods_in(data))
    return data | {"methods": {name: text for name, text in METHODS.items() if name in used}}


def methods_in(data: Any) -> Iterator[str]:
    """Find the kinds of interval that occur."""
    if isinstance(data, dict):
        if isinstance(data.get("method"), str):
            yield data["method"]
        data = list(data.values())
    if isinstance(data, list):
        for item in data:
            yield from methods_in(item)


def _run(run: Run, cells: list[Data], seconds_per_turn: float) -> Data:
    counts = ("games", "rounds", "turns", "stopped_rounds", "stopped_games")
    return {
        **run_facts(run),
        "commands": commands(run),
        "plan_file": None if is_simple(run) else plan_text(run),
        "cells": len(cells),
        **{name: sum(cell[name] for cell in cells) for name in counts},
        "seconds_per_turn": seconds_per_turn,
        "confidence": CONFIDENCE,
    }


def run_facts(run: Run) -> Data:
    """Say which run it is and what it was made with."""
    description = run.description
    libraries = dict(description["libraries"])
    return {
        "title": run.plan.title,
        "folder": as_utf_8(run.path),
        "plan_hash": description["plan_hash"],
        "seed": str(run.plan.seed),  # up to 2^64: more than a number in JSON may hold
        "versions": {
            "yaniv": libraries.pop("yaniv-sim"),
            **{name: description[name] for name in ("engine", "stream", "format")},
            "packages": libraries,
        },
    }


def _cell(results: Results, seats: Data, seconds_per_turn: float) -> Data:
    cell, variant = results.cell, results.cell.cell.variant
    exact = opening_data(results)
    first_player = first_player_verdict(results)
    verdicts = [
        seats,
        *([] if first_player is None else [first_player]),
        opening_verdict(results, exact),
        stopped_verdict(results),
    ]
    claims = claims_data(results)
    rounds, games = results.get("round_length", "stopped"), results.get("game_length", "stopped")
    return {
        "id": cell.number,
        "label": cell.label,
        "variant": variant.name,
        "source": variant.source,
        "changes": [
            {"field": field, "standard": plain(standard), "value": plain(value)}
            for field, (standard, value) in variant.changes().items()
        ],
        "players": cell.players,
        "lineup": list(cell.lineup),
        "entrants": list(cell.entrants),
        "rotations": cell.cell.rotations,
        "single_round": is_single_round(results),
        "deals": cell.deals,
        "games": cell.games,
        "rounds": rounds.n,
        "turns": results.get("round_length", "turns_mean").events,
        "batches": cell.n_batches,
        "batch_deals": cell.batch_deals,
        "stopped_rounds": rounds.events,
        "stopped_games": games.events,
        "sentences": cell_sentences(results, verdicts, claims, seconds_per_turn),
        "headline": headline_data(results, seconds_per_turn),
        "verdicts": verdicts,
        "claims": claims,
        "exact": {"opening": exact},
        "tables": {
            name: table_data(table, results.rows[name], seconds_per_turn) | {"stopped_rounds": rounds.events}
            for name, table in TABLES.items()
            if cell.cell.forks or not needs_forks(table)
        },
    }


def table_data(table: Table, rows: list[Row], seconds_per_turn: float) -> Data:
    """Give a finished table as data, with turns of a game as minutes at this pace."""
    measures = table.used_measures(rows)
    described = [_measure(measure) for measure in measures]
    data = [_row(table, row, measures) for row in rows]
    if table.name == "game_length":
        described += [
            {
                "name": f"minutes_{name.removeprefix('turns_')}",
                "label": f"minutes, {label}",
                "unit": "minutes",
                "per": "game",
                "meaning": f"turns at {seconds_per_turn:g} seconds",
            }
            for name, label in _MINUTES.items()
        ]
        for line, row in zip(data, rows, strict=True):
            for name in _MINUTES:
                minutes = scaled(row.numbers[name], seconds_per_turn / 60)
                line[f"minutes_{name.removeprefix('turns_')}"] = number(minutes)
    return {
        "name": table.name,
        "title": table.title,
        "per": table.measures[0].per,
        "meaning": table.meaning,
        "keys": [{"name": key.name, "label": key.label, "unit": key.unit} for key in table.keys],
        "measures": described,
        "rows": data,
    }


def _measure(measure: Measure) -> Data:
    return {name: getattr(measure, name) for name in ("name", "label", "unit", "per", "meaning")}


def _row(table: Table, row: Row, measures: list[Measure]) -> Data:
    labels = {f"{key.name}_label": text for key in table.keys if (text := _label(key, row)) is not None}
    return {**row.keys, **labels, **{measure.name: number(row.numbers[measure.name]) for measure in measures}}


def _label(key: Key, row: Row) -> str | None:
    """Give the text of a key, where its value alone does not say it."""
    value = row.keys[key.name]
    if key.binned:
        end = row.keys[f"{key.name}_to"]
        if end is None:
            return f"{value}+"
        return str(value) if end == value else f"{value} to {end}"
    return dict(key.words).get(value)


def plain(value: Any) -> Any:
    """Give a rule's value in JSON types."""
    return {str(key): item for key, item in value.items()} if hasattr(value, "items") else value

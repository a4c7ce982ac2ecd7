"""Call charts as one structure of plain data: one chart a variant and entrant of a run, from all its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import polars as pl

from pipelines.balance.settings import settings
from pipelines.call_chart.squares import CALL, TOO_FEW, TOSS_UP, WAIT, WORDS, Square, squares
from pipelines.findings.numbers import Data, number, so_many
from pipelines.report_data import methods_in, run_facts
from pipelines.reproduce import commands, is_simple, plan_text
from pipelines.run import Run, RunCell
from pipelines.stats.batches import shared_batches
from pipelines.stats.estimate import CONFIDENCE, METHODS
from pipelines.tallies import count
from sim.errors import InputError
from sim.rules import Variant
from sim.shell_commands import chart_command

FORMAT: Final = 1
"""Changes when a reader of the data would have to change."""


def build_charts(run: Run) -> Data:
    """Make the charts of a finished run.

    Returns
    -------
    dict
        JSON types only; floats have six significant digits.

    Raises
    ------
    InputError
        When no chance to call was played both ways.
    """
    cells = [cell for cell in run.cells if cell.cell.forks]
    if not cells:
        raise InputError(
            f"{run.path}: has no chances to call that were played both ways; play it with --detail tallies --forks 0.3"
        )
    counted = {cell.number: count(cell, only=["forks", "turns"]) for cell in cells}
    charts = [
        _chart(variant, entrant, tables, counted)
        for variant, entrant, tables in _groups(cells)
        if any(counted[cell.number]["forks"].filter(entrant=entrant).height for cell in tables)
    ]
    data = {
        "format": FORMAT,
        "kind": "call chart",
        "run": {
            **run_facts(run),
            "commands": [commands(run)[0], chart_command(run.path)],
            "plan_file": None if is_simple(run) else plan_text(run),
            "games": sum(cell.games for cell in cells),
            "confidence": CONFIDENCE,
        },
        "words": dict(WORDS),
        "false_words": settings().alpha,
        "warnings": [line for chart in charts for line in _warnings(chart)],
        "charts": charts,
    }
    used = set(methods_in(data))
    return data | {"methods": {name: text for name, text in METHODS.items() if name in used}}


def _groups(cells: Sequence[RunCell]) -> Iterator[tuple[Variant, str, list[RunCell]]]:
    """Put the tables of a variant together at which an entrant sits."""
    pairs = dict.fromkeys((cell.cell.variant.name, entrant) for cell in cells for entrant in cell.entrants)
    for name, entrant in pairs:
        tables = [cell for cell in cells if cell.cell.variant.name == name and entrant in cell.entrants]
        yield tables[0].cell.variant, entrant, tables


def _chart(variant: Variant, entrant: str, tables: Sequence[RunCell], counted: Any) -> Data:
    deals = min(cell.deals for cell in tables), max(cell.deals for cell in tables)
    size, n_batches = shared_batches(*deals)
    frames = [
        counted[cell.number]["forks"]
        .filter(entrant=entrant)
        .with_columns(batch=pl.col("batch").cast(pl.Int64) // (size // cell.batch_deals))
        .filter(pl.col("batch") < n_batches)
        for cell in tables
    ]
    found = squares(pl.concat(frames), n_batches)
    played = min(n_batches * size, deals[0])
    return {
        "variant": variant.name,
        "source": variant.source,
        "threshold": variant.threshold,
        "entrant": entrant,
        "players": [cell.players for cell in tables],
        "labels": [cell.label for cell in tables],
        "deals": played,
        "games": sum(played * cell.cell.rotations for cell in tables),
        "batches": n_batches,
        "chances": sum(one.tau.n for one in found if one.least_cards is None),
        "stopped_rounds": sum(
            int(counted[cell.number]["turns"].filter(end="stopped")["rounds"].sum()) for cell in tables
        ),
        "sentences": list(_sentences(found)),
        "squares": [
            {
                "total": one.total,
                "opponents": one.opponents,
                "least_cards": one.least_cards,
                "word": one.word,
                "tau": number(one.tau),
            }
            for one in found
        ],
    }


def _sentences(found: Sequence[Square]) -> Iterator[str]:
    """Say for every number of opponents what to do by the total alone, and how often their hands change that."""
    for opponents in sorted({one.opponents for one in found}):
        mine = [one for one in found if one.opponents == opponents]
        overall = {one.total: one.word for one in mine if one.least_cards is None}
        told = [f"{word} with {_totals(overall, word)}" for word in (CALL, WAIT) if word in overall.values()]
        told += [f"with {_totals(overall, TOSS_UP)} it is a toss-up"] if TOSS_UP in overall.values() else []
        against = "one opponent" if opponents == 1 else f"{opponents} opponents"
        yield f"Against {against}, whatever they hold: {', '.join(told) or 'too few chances to tell'}."
        other = [
            one for one in mine
            if one.least_cards is not None and {one.word, overall.get(one.total)} == {CALL, WAIT}
        ]  # fmt: skip
        if other:
            yield f"Their smallest hand turns that round in {so_many(len(other), 'squares')}."


def _totals(words: dict[int, str], word: str) -> str:
    """Write totals, neighbours as a range: `0 to 4 and 6`."""
    totals = sorted(total for total, one in words.items() if one == word)
    runs: list[list[int]] = []
    for total in totals:
        if runs and total == runs[-1][-1] + 1:
            runs[-1].append(total)
        else:
            runs.append([total])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _warnings(chart: Data) -> Iterator[str]:
    few = sum(one["word"] == TOO_FEW for one in chart["squares"])
    if 2 * few > len(chart["squares"]):
        yield (
            f"{chart['variant']}, {chart['entrant']}: {few} of {len(chart['squares'])} squares have too few chances;"
            " more games would fill them."
        )
    if chart["stopped_rounds"]:
        yield (
            f"{chart['variant']}, {chart['entrant']}: {so_many(chart['stopped_rounds'], 'rounds')} stopped by the"
            " guard (E5) are in the numbers."
        )

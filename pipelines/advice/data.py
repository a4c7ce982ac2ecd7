"""Everything that the test of the page's advice shows, as one structure of plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pipelines.advice.effects import Counts, Effect, effect
from pipelines.advice.plans import GUESTS
from pipelines.advice.statements import MARGIN, Experiment, Statement
from pipelines.advice.verdicts import DEPENDS, HOLDS, NOT, OPEN, Verdict, findings, together, verdict
from pipelines.findings.numbers import Data, number, rounded, so_many
from pipelines.report_data import methods_in, run_facts
from pipelines.run import Run
from pipelines.stats.estimate import CONFIDENCE, METHODS, MIN_BATCHES
from sim.batches import n_batches
from sim.shell_commands import advice_command

FORMAT: Final = 1
"""Changes when a reader of the data would have to change."""


def build_advice(runs: Mapping[str, Run], tested: Sequence[Statement]) -> Data:
    """Test every statement.

    Parameters
    ----------
    runs
        The two runs of `plans`, finished, by name.
    tested
        The statements for which these runs were played.

    Returns
    -------
    dict
        JSON types only; floats have six significant digits.
    """
    counts = Counts(runs, tested)
    statements = [_statement(counts, statement) for statement in tested]
    guests = runs[GUESTS]
    deals = guests.cells[0].deals
    data = {
        "format": FORMAT,
        "kind": "advice",
        "run": run_facts(guests)
        | {
            "title": "The page's advice, tested",
            "deals": deals,
            "games": sum(cell.games for run in runs.values() for cell in run.cells),
            "cells": sum(len(run.cells) for run in runs.values()),
            "batches": n_batches(deals),
            "batch_deals": guests.cells[0].batch_deals,
            "confidence": CONFIDENCE,
            "margin": MARGIN,
            "plan_file": None,
            "commands": [advice_command(guests.path.parent, deals, guests.plan.seed)],
        },
        "sentences": list(_sentences(statements)),
        "warnings": _warnings(deals),
        "statements": statements,
    }
    used = set(methods_in(data))
    return data | {"methods": {name: text for name, text in METHODS.items() if name in used}}


def _statement(counts: Counts, statement: Statement) -> Data:
    experiments, main = [], []
    for experiment in statement.experiments:
        effects = [effect(counts, line) for line in experiment.contexts]
        found = findings(experiment, effects)
        judged = verdict(experiment.contexts, found)
        if experiment.is_main:
            main.append(judged)
        experiments.append(_experiment(experiment, effects, found, judged))
    judged = together(main)
    return {"id": statement.id, "text": statement.text, **_verdict(judged), "experiments": experiments}


def _experiment(experiment: Experiment, effects: Sequence[Effect], found: Sequence[str], judged: Verdict) -> Data:
    rows = [
        {
            "level": line.level,
            "players": line.players,
            "where": line.label or so_many(line.players, "players"),
            "line": f"{line.level}, {line.label or so_many(line.players, 'players')}",
            "effect": number(one.difference),
            "with": number(one.more),
            "without": number(one.less) if one.less is not None else None,
            "p": rounded(one.p),
            "finding": said,
        }
        for line, one, said in zip(experiment.contexts, effects, found, strict=True)
    ]
    return {
        "id": experiment.id,
        "text": experiment.text,
        "measure": experiment.measure,
        "unit": experiment.unit,
        "is_main": experiment.is_main,
        **_verdict(judged),
        "rows": rows,
    }


def _verdict(judged: Verdict) -> Data:
    return {"verdict": judged.word, "on": judged.on}


def _sentences(statements: Sequence[Data]) -> list[str]:
    by: dict[str, list[Any]] = {}
    for one in statements:
        by.setdefault(one["verdict"], []).append(one)
    words = {HOLDS: "hold", NOT: "do not hold", DEPENDS: "depend on something", OPEN: "are not decided"}
    parts = [f"{len(by[word])} {words[word]}" for word in words if word in by]
    return [f"Of {so_many(len(statements), 'statements')} of the page {', '.join(parts)}."]


def _warnings(deals: int) -> list[str]:
    if n_batches(deals) >= MIN_BATCHES:
        return []
    return [f"{so_many(deals, 'deals')} are too few for intervals, which need {MIN_BATCHES}; play more with --deals."]

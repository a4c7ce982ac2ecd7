"""Everything that the report of a balance shows, as one structure of plain data: `balance_schema.md` describes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pipelines.balance.base import TABLES, Headline, Measure, Measured, Number, Place, mirror
from pipelines.balance.changes import find_line
from pipelines.balance.effects import Effect, base_variant, effects
from pipelines.balance.found import FoundRuns
from pipelines.balance.measuring import Results
from pipelines.balance.sentences import change_sentences, verdict_sentences
from pipelines.balance.settings import settings
from pipelines.balance.sweeps import Series, series
from pipelines.balance.told_numbers import number_sentences
from pipelines.balance.wish import Wish
from pipelines.call_chart.squares import words_for
from pipelines.findings.numbers import Data, number, rounded, scaled, so_many, with_interval
from pipelines.report_data import methods_in, plain, run_facts, table_data
from pipelines.run import RunCell
from pipelines.stats.estimate import CONFIDENCE, METHODS, MIN_BATCHES, Estimate
from pipelines.tables import TABLES as STANDARD
from pipelines.tables.base import Key
from sim.batches import n_batches
from sim.plan import entrant_name
from sim.rules import Variant, named_variants
from sim.shell_commands import replay_command

FORMAT: Final = 1
"""Changes when a reader of the data would have to change."""

CALLS: Final = "F3"
"""The measure whose rows by total, opponents and their smallest hand are a call chart."""

CURVES: Final = ("game_survival", "assaf_by_turn")
"""Standard tables that every place shows beside its measures."""


def build_balance(results: Results, go_on: str, seconds_per_turn: float) -> Data:
    """Say what was measured and what it adds up to.

    Parameters
    ----------
    results
        Of all places.
    go_on
        The command that makes this report again.
    seconds_per_turn
        Turns become minutes at this pace.

    Returns
    -------
    dict
        JSON types only; floats have six significant digits.
    """
    wish = results.wish
    changes = effects(results)
    pace = seconds_per_turn / 60
    variants, base = list(dict.fromkeys(place.variant for place in results.places)), base_variant(results.places)
    places = [_place(results, index, pace) for index in range(len(results.places))]
    data = {
        "format": FORMAT,
        "kind": "balance",
        "run": _run(wish, results.found, go_on, seconds_per_turn),
        "sentences": [
            *verdict_sentences(results),
            *number_sentences(results, pace),
            *change_sentences(changes, _written),
            *(f"Left out: {line}." for line in wish.left_out),
        ],
        "warnings": _warnings(wish, results),
        "variants": [_variant(variant) for variant in variants],
        "players": sorted({place.players for place in results.places}),
        "levels": list(wish.levels),
        "series": [_series(one) for one in series(variants, base)],
        "measures": {measure.CODE: _measure(measure, pace) for measure in results.measures},
        "places": places,
        "effects": {
            "base": base.name,
            "rate": settings().alpha,
            "rows": [_effect(one) for one in changes],
        },
    }
    used = set(methods_in(data))
    return data | {"methods": {name: text for name, text in METHODS.items() if name in used}}


def _run(wish: Wish, found: FoundRuns, go_on: str, seconds_per_turn: float) -> Data:
    main = found.runs[TABLES]
    games = sum(cell.games for run in found.runs.values() for cell in run.cells)
    deals = wish.deals
    return run_facts(main) | {
        "title": "Balance",
        "folder": str(main.path.parent),
        "plan_hash": wish.hash,
        "runs": {
            name: {"plan_hash": run.description["plan_hash"], "cells": len(run.cells)}
            for name, run in found.runs.items()
        },
        "cells": sum(len(run.cells) for run in found.runs.values()),
        "games": games,
        "mirror_games": {str(n): wish.games[n] for n in wish.players},
        "arm_deals": deals.arms,
        "limit_deals": deals.limits,
        "path_deals": deals.paths,
        "arms_count": "games" if wish.counts_guest_games else "deals",
        "limits_at": list(wish.levels if wish.limits_at is None else wish.limits_at),
        "threshold_steps": wish.threshold_steps,
        "seconds_per_turn": seconds_per_turn,
        "confidence": CONFIDENCE,
        "plan_file": None,
        "commands": [go_on],
    }


def _series(one: Series) -> Data:
    return {"field": one.field, "values": list(one.values), "variants": [variant.name for variant in one.variants]}


def _variant(variant: Variant) -> Data:
    return {
        "name": variant.name,
        "source": variant.source,
        "is_named": variant.name in named_variants(),
        "changes": [
            {"field": field, "standard": plain(standard), "value": plain(value)}
            for field, (standard, value) in variant.changes().items()
        ],
        "values": {
            field: plain(value) for field, value in variant.as_mapping().items() if field not in ("name", "source")
        },
    }


def _measure(measure: Measure, pace: float) -> Data:
    return {
        "title": measure.TITLE,
        "meaning": measure.MEANING,
        "keys": [{"name": key.name, "label": key.label, "unit": key.unit} for key in measure.KEYS],
        "numbers": [
            {"name": one.name, "label": one.label, "unit": one.unit, "per": one.per, "meaning": one.meaning,
             "signed": one.signed}
            for one in (*measure.NUMBERS, *(_minutes(one, pace) for one in measure.NUMBERS if _is_time(one)))
        ],
    }  # fmt: skip


def _is_time(one: Number) -> bool:
    """Whether a number is turns of a game or a round, which become minutes."""
    return one.unit == "turns" and one.per in ("game", "round")


def _minutes(one: Number, pace: float) -> Number:
    return one._replace(
        name=f"minutes_{one.name}",
        label=one.label.replace("turns", "minutes"),
        meaning=f"{one.label} at {60 * pace:g} seconds a turn",
        unit="minutes",
    )


def _place(results: Results, index: int, pace: float) -> Data:
    place, found, levels = results.places[index], results.found, results.levels
    at_place = {m.CODE: (m, one) for m in results.measures if (one := results.by_code[m.CODE][index]) is not None}
    cell = mirror(place, levels)
    played = found.cell(TABLES, cell)
    assert played is not None  # noqa: S101  (every mirror is played)
    return {
        "id": index,
        "label": f"{place.variant.name} · {place.players} players · {place.level}",
        "variant": place.variant.name,
        "players": place.players,
        "level": place.level,
        "bot": entrant_name(cell.lineup[0]),
        "deals": played.deals,
        "games": played.games,
        "batches": played.n_batches,
        "replay": _replay(found, played),
        "measures": {code: _measured(*both, pace) for code, both in at_place.items()},
        "headlines": [line for both in at_place.values() for line in _headlines(place, *both, pace)],
        "tables": {name: table_data(STANDARD[name], found.rows(TABLES, cell, name), pace * 60) for name in CURVES},
    }


def _replay(found: FoundRuns, played: RunCell) -> str:
    return replay_command(found.runs[TABLES].path, played.number, 0)


def _measured(measure: Measure, measured: Measured, pace: float) -> Data:
    verdict, rows = measured.verdict, list(_rows(measure, measured, pace))
    if measure.CODE == CALLS:
        _add_words(rows, measured)
    return {
        "rows": rows,
        "verdict": None if verdict is None else verdict._asdict() | {
            "p_within": rounded(verdict.p_within), "p_outside": rounded(verdict.p_outside)
        },
        "warnings": list(measured.warnings),
    }  # fmt: skip


def _add_words(rows: list[Data], measured: Measured) -> None:
    """Say of every square of the call chart what to do, as the chart itself does."""
    squares = [at for at, line in enumerate(measured.lines) if all(key is not None for key in line.keys.values())]
    for at, word in zip(squares, words_for([measured.lines[at].numbers["tau"] for at in squares]), strict=True):
        rows[at]["word"] = word


def _rows(measure: Measure, measured: Measured, pace: float) -> Iterator[Data]:
    keys = {key.name: key for key in measure.KEYS}
    times = [one.name for one in measure.NUMBERS if _is_time(one)]
    for line in measured.lines:
        labels = {f"{name}_label": text for name, value in line.keys.items() if (text := _label(keys.get(name), value))}
        numbers = {name: number(one) for name, one in line.numbers.items()}
        minutes = {
            f"minutes_{name}": number(scaled(line.numbers[name], pace)) for name in times if name in line.numbers
        }
        yield {**line.keys, **labels, **numbers, **minutes}


def _label(key: Key | None, value: Any) -> str | None:
    return None if key is None else dict(key.words).get(value)


def _headlines(place: Place, measure: Measure, measured: Measured, pace: float) -> Iterator[Data]:
    kinds = {one.name: one for one in measure.NUMBERS}
    for head in measure.headlines(place):
        line = find_line(measured, head.keys)
        if line is not None and head.number in line.numbers:
            kind, found = kinds[head.number], line.numbers[head.number]
            yield _headline(measure.CODE, head.label, kind, found)
            if _is_time(kind) and kind.per == "game":
                minutes = _minutes(kind, pace)
                yield _headline(measure.CODE, head.label.replace("turns", "minutes"), minutes, scaled(found, pace))


def _headline(code: str, label: str, kind: Number, found: Estimate) -> Data:
    """Describe a headline; minutes stand beside the turns of which they are a multiple."""
    return {
        "code": code,
        "label": label,
        "unit": kind.unit,
        "per": kind.per,
        "signed": kind.signed,
        "is_minutes": kind.unit == "minutes",
        "number": number(found),
    }


def _effect(one: Effect) -> Data:
    return {
        "variant": one.place.variant.name,
        "players": one.place.players,
        "level": one.place.level,
        "code": one.measure.CODE,
        "label": one.headline.label,
        "unit": _kind(one.measure, one.headline).unit,
        "per": _kind(one.measure, one.headline).per,
        "difference": number(one.pair.difference),
        "variance_ratio": rounded(one.pair.variance_ratio),
        "p": rounded(one.p),
        "p_adjusted": rounded(one.p_adjusted),
        "is_change": one.is_change,
    }


def _kind(measure: Measure, headline: Headline) -> Number:
    return next(one for one in measure.NUMBERS if one.name == headline.number)


def _written(one: Effect) -> str:
    """Write a difference with its sign and interval."""
    unit = _kind(one.measure, one.headline).unit
    found = one.pair.difference
    factor, after = (100, " in 100") if unit == "share" else (1, "")
    sign = "+" if (found.value or 0) > 0 else ""
    return f"{sign}{with_interval(scaled(found, factor))}{after}"


def _warnings(wish: Wish, results: Results) -> list[str]:
    found = []
    few = [n for n in wish.players if n_batches(wish.games[n]) < MIN_BATCHES]
    if few:
        found.append(
            f"{so_many(min(wish.games.values()), 'games')} are too few for intervals, which need {MIN_BATCHES}; ask for"
            " more with --games."
        )
    said: dict[str, int] = {}
    for code in results.by_code.values():
        for one in code:
            for line in () if one is None else one.warnings:
                said[line] = said.get(line, 0) + 1
    return [*found, *(line if times == 1 else f"{line} ({times} rows)" for line, times in said.items())]

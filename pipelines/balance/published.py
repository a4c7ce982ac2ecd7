"""What is published of balances that share their runs, and how it is compared with what was played again.

Integers stand for themselves: the sums of every cell by the hash of their values, and what every number rests on.
Floats have all digits, and are compared to a part in 10^9: the last bits differ between versions of SciPy and between
processors.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from pipelines.balance.base import Measure, Measured, Place
from pipelines.balance.changes import find_line
from pipelines.balance.found import FoundRuns
from pipelines.balance.measuring import Results
from pipelines.run import Run
from pipelines.stats.estimate import Estimate
from sim.run_folder import RunFolder

FORMAT: Final = 2
TOLERANCE: Final = 1e-9

Data = dict[str, Any]


def published(results: Results) -> Data:
    """Give the record of one balance: JSON types only, small enough for a repository.

    Returns
    -------
    dict
        `plan` (the hash of what was asked for), `games` (of all runs) and `places` (by label: the bot, verdicts by
        code, headline numbers by their words).
    """
    return {
        "format": FORMAT,
        "plan": results.wish.hash,
        "games": _games(results.found),
        "places": {_label(place): _place(results, index) for index, place in enumerate(results.places)},
    }


def published_runs(found: FoundRuns) -> Data:
    """Give the record of the runs that balances share.

    Returns
    -------
    dict
        `engine` and `stream` (versions), `games` and `runs`: by name, for each cell the first 16 digits of the hash of
        all its integers.
    """
    description = next(iter(found.runs.values())).description
    return {
        "format": FORMAT,
        "engine": description["engine"],
        "stream": description["stream"],
        "games": _games(found),
        "runs": {name: _contents(run) for name, run in found.runs.items()},
    }


def _games(found: FoundRuns) -> int:
    return sum(cell.games for run in found.runs.values() for cell in run.cells)


def _label(place: Place) -> str:
    return f"{place.variant.name}, {place.players} players, {place.level}"


def _contents(run: Run) -> list[str]:
    """Hash the integers of each cell: its sums, or its rows."""
    return [content[:16] for content in RunFolder.open(run.path).contents()]


def _place(results: Results, index: int) -> Data:
    place = results.places[index]
    verdicts: Data = {}
    numbers: Data = {}
    for measure in results.measures:
        measured = results.by_code[measure.CODE][index]
        if measured is not None:
            if measured.verdict is not None:
                verdicts[measure.CODE] = measured.verdict.word
            numbers.update(_numbers(measure, measured, place))
    return {"bot": str(results.levels.entrant(*place)), "verdicts": verdicts, "numbers": numbers}


def _numbers(measure: Measure, measured: Measured, place: Place) -> Iterator[tuple[str, Data]]:
    for head in measure.headlines(place):
        line = find_line(measured, head.keys)
        if line is not None and head.number in line.numbers:
            yield f"{measure.CODE} {head.label}", _number(line.numbers[head.number])


def _number(found: Estimate) -> Data:
    return {"value": found.value, "low": found.low, "high": found.high, "n": found.n, "method": found.method}


def differences(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Name every value that differs: integers, texts and nulls exactly, floats to a part in 10^9.

    `old` is what was published, `new` what was played now.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            if key not in old or key not in new:
                yield f"{at}{key}: is {'not published' if key not in old else 'missing now'}"
            else:
                yield from differences(old[key], new[key], f"{at}{key}: ")
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            yield f"{at}{len(old)} published and {len(new)} now"
        for number, (one, other) in enumerate(zip(old, new, strict=False)):
            yield from differences(one, other, f"{at}{number}: ")
    elif not _equal(old, new):
        yield f"{at}{old!r} published, {new!r} now"


def _equal(old: Any, new: Any) -> bool:
    if type(old) is float and type(new) is float:
        return math.isclose(old, new, rel_tol=TOLERANCE, abs_tol=0.0)
    return type(old) is type(new) and bool(old == new)

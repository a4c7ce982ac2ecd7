"""Samples become rows and ratios: medians with the lowest and highest, settings taken in turn (A B A B)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

from sim.bench.sample import Bench, Sample
from sim.bench.workloads import OFF, Case, Setting
from sim.bench.yardstick import Yardstick
from sim.stopping import StopRequest


class Spread(NamedTuple):
    """Several values of one figure."""

    median: float
    low: float
    high: float


class Ratio(NamedTuple):
    """How two figures stand to each other, from pairs that were timed one after the other."""

    of: str
    what: str
    value: Spread
    n: int


class Measured(NamedTuple):
    """A case that was timed."""

    rows: list[dict[str, Any]]
    ratios: list[Ratio]


class Effort(NamedTuple):
    """How long to measure."""

    seconds: float  # about so long a sample takes
    repeats: int


def measure(
    case: Case, effort: Effort, stop: StopRequest, announce: Callable[[str], None], yardstick: Yardstick | None
) -> Measured:
    """Time every setting of a case, and the C program beside them where one is given.

    Raises
    ------
    Stopped, WriteFailed, RunFailed
        See :class:`Bench`.
    """
    bench = Bench(case.cell, stop)
    bench.prepare(effort.seconds, announce)
    for setting in case.settings:  # what is loaded or made at first use is not timed
        _sample(bench, setting)
    samples: dict[Setting, list[Sample]] = {setting: [] for setting in case.settings}
    theirs: list[float] = []
    if yardstick is not None:
        yardstick.prepare(case.cell.players, effort.seconds)
    for _repeat in range(effort.repeats):
        for setting in case.settings:
            samples[setting].append(_sample(bench, setting))
            if yardstick is not None and setting == Setting(1, OFF):
                theirs.append(yardstick.ns_per_turn(case.cell.players))
    rows = [_row(case, setting, taken) for setting, taken in samples.items()]
    ratios = list(_ratios(case, samples))
    if theirs:
        ours = [ns_per_turn(sample) for sample in samples[Setting(1, OFF)]]
        pairs = spread([a / b for a, b in zip(ours, theirs, strict=True)])
        least = min(ours) / min(theirs)
        ratios[:0] = [
            Ratio(_name(case), "time a turn / the C program's", pairs, effort.repeats),
            Ratio(_name(case), "least time a turn / the C program's least", Spread(least, least, least), 1),
        ]
        row = rows[list(samples).index(Setting(1, OFF))]
        row |= {"against_ns_per_turn": round(median(theirs), 2), "against_least_ratio": round(least, 4)}
        row |= _keys("against_ratio", pairs, 4)
    return Measured(rows, ratios)


def spread(values: Sequence[float]) -> Spread:
    """Give the median, lowest and highest."""
    return Spread(median(values), min(values), max(values))


def ns_per_turn(sample: Sample) -> float:
    """Processor time a turn, which is a thread's own time: other programs on the machine hardly move it."""
    return sample.cpu_seconds / sample.counts.turns * 1e9


def _sample(bench: Bench, setting: Setting) -> Sample:
    if setting.recording == OFF:
        return bench.in_memory(setting.threads)
    return bench.recorded(setting.threads, setting.recording)


def _row(case: Case, setting: Setting, samples: list[Sample]) -> dict[str, Any]:
    counts = samples[0].counts
    n_bytes = samples[0].n_bytes
    return {
        "workload": case.workload,
        "variant": case.cell.variant.name,
        "players": case.cell.players,
        "bot": case.bot,
        "threads": setting.threads,
        "recording": setting.recording,
        **_keys("rounds_per_s", spread([counts.rounds / one.seconds for one in samples]), 1),
        **_keys("games_per_s", spread([counts.games / one.seconds for one in samples]), 1),
        **_keys("turns_per_s", spread([counts.turns / one.seconds for one in samples]), 1),
        **_keys("ns_per_turn", spread([ns_per_turn(one) for one in samples]), 2),
        "busy": round(median(one.cpu_seconds / one.seconds / setting.threads for one in samples), 3),
        "bytes_per_round": round(n_bytes / counts.rounds, 3) if n_bytes else None,
        "n": len(samples),
        **counts._asdict(),
        "lineup": [str(entrant) for entrant in case.cell.lineup],
    }


def _keys(name: str, value: Spread, digits: int) -> dict[str, float]:
    return {
        name: round(value.median, digits),
        f"{name}_low": round(value.low, digits),
        f"{name}_high": round(value.high, digits),
    }


def _ratios(case: Case, samples: dict[Setting, list[Sample]]) -> Iterator[Ratio]:
    """Rates of each setting over those of the plainer one: of one thread, or of the same threads in memory."""
    for setting, taken in samples.items():
        for plainer, what in (
            (Setting(1, setting.recording), f"{setting.threads} threads / 1, {_how(setting.recording)}"),
            (Setting(setting.threads, OFF), f"{setting.recording} recorded / in memory, {_threads(setting.threads)}"),
        ):
            if plainer != setting and plainer in samples:
                pairs = zip(taken, samples[plainer], strict=True)
                value = spread([_rate(one) / _rate(other) for one, other in pairs])
                yield Ratio(_name(case), what, value, len(taken))


def _rate(sample: Sample) -> float:
    return sample.counts.turns / sample.seconds


def _how(recording: str) -> str:
    return "in memory" if recording == OFF else f"{recording} recorded"


def _threads(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def _name(case: Case) -> str:
    return f"{case.workload}, {case.cell.variant.name}, {case.cell.players} players"

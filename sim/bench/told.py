"""The measurements as text: machine, tables, ratios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from sim.bench.rows import Ratio
from sim.bench.workloads import OFF

_NOTE: Final = (
    "Medians. ns/turn is a thread's processor time, with its lowest and highest; the rates are by the wall clock."
    "\nbusy is the share of that time in which the threads ran: below 1 they waited for the disk or for other programs."
)
_QUIET: Final = 0.9  # least share of its time that a thread in memory gets on a quiet machine
_DISTURBED: Final = "Other programs took part of the machine: rates are too low, and ratios of rates say little."
_HEADER: Final = (
    "workload", "variant", "players", "bot", "threads", "recording",
    "rounds/s", "games/s", "turns/s", "ns/turn", "lowest-highest", "busy", "bytes/round", "n",
)  # fmt: skip
_N_NAMES: Final = 6  # columns of names, which are aligned left


def lines(machine: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], ratios: Sequence[Ratio]) -> Iterator[str]:
    """Everything that was measured, for people."""
    versions = ", ".join(f"{name} {number}" for name, number in machine["versions"].items())
    yield f"{machine['cpu']}, {machine['cores']} cores, {machine['system']}, load {machine['load']}"
    yield versions
    played = [_played(row) for row in rows if row["workload"] != "start"]
    if played:
        yield f"\n{_aligned(_HEADER, played, _N_NAMES)}\n\n{_NOTE}"
        if any(row["recording"] == OFF and row["busy"] < _QUIET for row in rows):
            yield _DISTURBED
    if ratios:
        header = ("ratio, from pairs timed in turn", "", "median", "lowest-highest", "n")
        yield f"\n{_aligned(header, [_ratio(ratio) for ratio in ratios], 2)}"
    started = [_started(row) for row in rows if row["workload"] == "start"]
    if started:
        columns = ("start", "what", "seconds", "lowest-highest", "processor s", "peak MiB", "n")
        yield f"\n{_aligned(columns, started, 2)}"
        seconds = {row["figure"]: row["seconds"] for row in rows if row["workload"] == "start"}
        yield f"\ncompiling: {seconds['cold'] - seconds['warm']:.1f} s, by which the cold start is longer than the warm"


def _played(row: Mapping[str, Any]) -> tuple[str, ...]:
    rates = (f"{row[name]:,.0f}" for name in ("rounds_per_s", "games_per_s", "turns_per_s"))
    names = (str(row[name]) for name in ("workload", "variant", "players", "bot", "threads", "recording"))
    n_bytes = "-" if row["bytes_per_round"] is None else f"{row['bytes_per_round']:.2f}"
    between = f"{row['ns_per_turn_low']:.1f}-{row['ns_per_turn_high']:.1f}"
    return (*names, *rates, f"{row['ns_per_turn']:.1f}", between, f"{row['busy']:.2f}", n_bytes, str(row["n"]))


def _ratio(ratio: Ratio) -> tuple[str, ...]:
    value = ratio.value
    return ratio.of, ratio.what, f"{value.median:.3f}", f"{value.low:.3f}-{value.high:.3f}", str(ratio.n)


def _started(row: Mapping[str, Any]) -> tuple[str, ...]:
    between = f"{row['seconds_low']:.2f}-{row['seconds_high']:.2f}"
    seconds, cpu = f"{row['seconds']:.2f}", f"{row['cpu_seconds']:.2f}"
    return row["figure"], row["meaning"], seconds, between, cpu, f"{row['peak_bytes'] / 2**20:.0f}", str(row["n"])


def _aligned(header: Sequence[str], rows: Sequence[Sequence[str]], n_names: int) -> str:
    """A table whose numbers end in line."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    table = [
        [cell if at < n_names else cell.rjust(widths[at]) for at, cell in enumerate(row)] for row in (header, *rows)
    ]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table
    )

"""`yaniv bench`: how fast this machine plays, and what recording and starting cost."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.commands.options import HELP_SETTINGS, NUMBER, PATH, json_option, print_json
from sim.commands.playing import MAX_THREADS, count_threads, leave
from sim.errors import CheckFailed, InputError
from sim.shown import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sim.bench.rows import Effort, Ratio
    from sim.bench.workloads import Case
    from sim.bench.yardstick import Yardstick
    from sim.stopping import StopRequest

MAX_REPEATS = 1000
MAX_SECONDS = 600
DEFAULT_SECONDS = 0.6


@click.command(context_settings=HELP_SETTINGS)
@click.option("--workload", "workloads", multiple=True, metavar="NAME", help="yardstick, variants, bots, start. [all]")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME|FILE", help="[standard; every named one for variants]"
)
@click.option("--players", multiple=True, metavar="N", help="Seats at the table. [4; 2,3,4,5 for yardstick]")
@click.option("--bot", "bots", multiple=True, metavar="BOT", help="For bots, again for more of them. [every one]")
@click.option("--threads", multiple=True, metavar="N", help="Numbers, or all. [1; 1,all for yardstick]")
@click.option(
    "--recording",
    "recordings",
    multiple=True,
    metavar="LEVEL",
    help="off, or a --detail of `yaniv simulate`. [off; every one for yardstick]",
)
@click.option("--seconds", type=click.FLOAT, metavar="S", help="About so long one sample takes. [0.6]")
@click.option("--repeats", type=NUMBER, metavar="N", default=5, help="Samples of each setting. [5]")
@click.option(
    "--against", type=PATH, metavar="FILE.c", help="Time the yardstick in C in turn with ours; needs a C compiler."
)
@click.option("--quiet", is_flag=True, help="Say nothing on standard error but faults.")
@json_option
def bench(
    workloads: tuple[str, ...],
    variants: tuple[str, ...],
    players: tuple[str, ...],
    bots: tuple[str, ...],
    threads: tuple[str, ...],
    recordings: tuple[str, ...],
    seconds: float | None,
    repeats: int,
    against: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure how fast this machine plays: rounds, games and turns a second, nanoseconds a turn.

    \b
    Workloads:
      yardstick  the four `greedy` settings of benchmarks/yardstick (a fifth for five players)
      variants   every named variant, `greedy` bots
      bots       every bot against itself
      start      start-up, compile time and memory of whole processes

    Every option but --variant and --bot also takes a list such as 2,4. Without --workload those are measured that
    have a use for every option given. The settings of a table are timed in turn and over the same deals, and
    ratios are made of neighbours. --json prints a list with an object a row.

    \b
    Example:
      yaniv bench
      yaniv bench --workload yardstick --players 4 --threads 1 --recording off --json
      yaniv bench --bot greedy --bot random --players 2,4
      yaniv bench --against benchmarks/yardstick/yardstick.c
    """
    from sim.bench.machine import machine
    from sim.bench.rows import Effort
    from sim.bench.sample import Stopped
    from sim.bench.told import lines
    from sim.bench.workloads import OFF, Wish, cases, choose_workloads
    from sim.plan_file import whole
    from sim.stopping import stop_on_signals

    options = {
        "variant": variants, "players": players, "bot": bots, "threads": threads, "recording": recordings,
        "seconds": seconds, "against": against,
    }  # fmt: skip
    chosen = choose_workloads(_split(workloads, "--workload"), [name for name, value in options.items() if value])
    if against is not None:  # one thread in memory is what the C program does
        threads, recordings = threads or ("1",), recordings or (OFF,)
    wish = Wish(
        variants, _numbers(players, "--players"), bots, _threads(threads), _split(recordings, "--recording")
    )  # fmt: skip
    effort = Effort(_seconds(seconds), whole(repeats, "--repeats", 1, MAX_REPEATS))
    tables = cases(chosen, wish, count_threads(None))
    if against is not None:
        _check_comparable(tables)
    facts = machine()
    status = 0
    with stop_on_signals() as stop:
        try:
            rows, ratios = _measure(tables, "start" in chosen, effort, against, stop, _speaker(quiet))
        except Stopped:
            click.echo("stopped: nothing was measured to the end", err=True)
            status = stop.exit_status
    if status:
        leave(status)
    if as_json:
        print_json([row | {"machine": facts} for row in rows])
    else:
        for line in lines(facts, rows, ratios):
            click.echo(line)


def _measure(
    tables: list[Case],
    with_start: bool,
    effort: Effort,
    against: Path | None,
    stop: StopRequest,
    say: Callable[[str], None],
) -> tuple[list[dict[str, Any]], list[Ratio]]:
    """Go through the tables, then the start."""
    from sim.bench.rows import measure
    from sim.bench.start import measure_start

    rows: list[dict[str, Any]] = []
    ratios: list[Ratio] = []
    with _failures_end(), _yardstick(against) as yardstick:
        for number, case in enumerate(tables, start=1):
            name = f"{case.workload}, {case.cell.variant.name}, {case.cell.players} x {case.bot}"
            say(f"{number} of {len(tables)}: {name}, {len(case.settings)} x {effort.repeats} samples")
            measured = measure(case, effort, stop, say, yardstick)
            rows += measured.rows
            ratios += measured.ratios
        if with_start:
            rows += measure_start(effort.repeats, stop, say)
    return rows, ratios


@contextlib.contextmanager
def _yardstick(source: Path | None) -> Iterator[Yardstick | None]:
    if source is None:
        yield None
        return
    from sim.bench.yardstick import built

    with built(source) as yardstick:
        yield yardstick


@contextlib.contextmanager
def _failures_end() -> Iterator[None]:
    """Turn what broke a measurement into one line (exit 1)."""
    from sim.atomic_files import WriteFailed, way_out
    from sim.bench.start import ProcessFailed
    from sim.runner import RunFailed

    try:
        yield
    except (WriteFailed, RunFailed) as error:
        raise CheckFailed(f"{error}{way_out(error.__cause__)}") from error
    except ProcessFailed as error:
        raise CheckFailed(str(error)) from error


def _check_comparable(tables: list[Case]) -> None:
    from sim.bench.workloads import OFF, Setting

    for case in tables:
        if case.cell.variant.name != "standard":
            raise InputError(
                f"--against: the C program plays standard alone, not {case.cell.variant.name}; leave --variant out"
            )
        if Setting(1, OFF) not in case.settings:
            raise InputError(
                "--against: the C program plays in one thread and in memory; add --threads 1 --recording off"
            )


def _speaker(quiet: bool) -> Callable[[str], None]:
    def say(text: str) -> None:
        if not quiet:
            with contextlib.suppress(OSError):  # a reader that went away stops nothing
                click.echo(text, err=True)

    return say


def _split(given: tuple[str, ...], option: str) -> list[str]:
    """Read `--option a,b --option c` as a, b, c."""
    items: list[str] = []
    for text in given:
        items += (item.strip() for item in text.split(","))
        if "" in items:
            raise InputError(f"{option}: '{cut(text)}' names nothing in one place; write one or one,two")
    return items


def _numbers(given: tuple[str, ...], option: str) -> list[int]:
    from sim.plan_file import whole
    from sim.rules import MAX_PLAYERS, MIN_PLAYERS

    numbers = [NUMBER.convert(item, None, None) for item in _split(given, option)]
    return [whole(number, option, MIN_PLAYERS, MAX_PLAYERS) for number in numbers]


def _threads(given: tuple[str, ...]) -> list[int]:
    from sim.plan_file import whole

    items = _split(given, "--threads")
    return [
        count_threads(None) if item == "all" else whole(NUMBER.convert(item, None, None), "--threads", 1, MAX_THREADS)
        for item in items
    ]


def _seconds(given: float | None) -> float:
    if given is None:
        return DEFAULT_SECONDS
    if not 0 < given <= MAX_SECONDS:
        raise InputError(f"--seconds: {given} is not allowed; it must be above 0 and at most {MAX_SECONDS}")
    return given

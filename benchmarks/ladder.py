"""Measures what every bot wins against `greedy`, for `yaniv bots`: the numbers in `sim/ladder.toml`.

    python -m benchmarks.ladder            plays all again and writes the file
    python -m benchmarks.ladder --bot NAME only this one
    python -m benchmarks.ladder --deals N  fewer deals, printed only

Each bot with its defaults sits at a table of two and, alone among `greedy`, at one of four, in every seat and on the
same deals of `standard`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from pipelines.advice.effects import guest_wins
from pipelines.run import open_run
from pipelines.stats.clustered import rate
from pipelines.stats.estimate import Estimate
from sim.bots import NAMES, parse_entrant
from sim.ladder import Rung, Wins, ladder
from sim.plan import DEFAULT_CHUNK, Cell, Plan
from sim.progress import Progress
from sim.rules import named_variants
from sim.run_session import create_run
from sim.runner import play_run
from sim.stopping import StopRequest

DEALS: Final = 20_000
SEED: Final = 1
SIZES: Final = {2: "two", 4: "four"}
SLOW: Final = {"rollout": 100}
"""Deals of bots that take seconds a game."""
FILE: Final = Path(__file__).parent.parent / "sim" / "ladder.toml"


def measure(name: str, deals: int) -> dict[int, Estimate]:
    """Play one bot against `greedy`; gives its share of the games won by the size of the table."""
    standard = named_variants()["standard"]
    cells = tuple(Cell(standard, n, (parse_entrant(name), *[parse_entrant("greedy")] * (n - 1))) for n in SIZES)
    plan = Plan(SEED, cells, min(DEFAULT_CHUNK, 1 << max(0, (deals - 1).bit_length() - 4)), "ladder", "games")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        with create_run(path, plan, (deals,) * len(cells)) as run:
            play_run(run, os.cpu_count() or 1, StopRequest(), Progress(run.games, 0, quiet=True))
        sums = [guest_wins(cell) for cell in open_run(path).cells]
    return {n: rate(one.above, one.below, one.scale) for n, one in zip(SIZES, sums, strict=True)}


def written(rungs: Mapping[str, Rung]) -> str:
    """Write the file."""
    lines = [
        "# Shares of games won against greedy, with 95 % intervals: one against one, and alone among three.",
        "# Measured by `python -m benchmarks.ladder`: standard, seed 1, every seat on the same deals.",
    ]
    for name, rung in rungs.items():
        lines += ["", f"[{name}]", f"deals = {rung.deals}"]
        lines += [f"{word} = [{', '.join(f'{x:.4f}' for x in getattr(rung, word))}]" for word in SIZES.values()]
    return "\n".join(lines) + "\n"


@click.command()
@click.option("--deals", type=int, help="Deals of each bot; prints only.")
@click.option("--bot", "bots", multiple=True, type=click.Choice(NAMES), help="Only this one; the others stay.")
def main(deals: int | None, bots: tuple[str, ...]) -> None:
    """Measure every bot."""
    rungs = ladder() if FILE.exists() else {}
    for name in bots or NAMES:
        n = min(deals or DEALS, SLOW.get(name, DEALS))
        found = measure(name, n)
        two, four = (Wins(*(one.value or 0.0, one.low or 0.0, one.high or 1.0)) for one in found.values())
        rungs[name] = Rung(n, two, four)
        click.echo(f"{name}: {100 * two.value:.2f} %, {100 * four.value:.2f} %")
    text = written({name: rungs[name] for name in NAMES if name in rungs})
    if deals is None:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

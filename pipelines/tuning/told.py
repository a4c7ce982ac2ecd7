"""A tuning in words: what it is going to play, how it goes, what it found, and the file with the entrant."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import sim
from pipelines.reproduce import entrant_lines
from pipelines.stats.estimate import Estimate
from pipelines.tuning.gain import Gain
from pipelines.tuning.options import parameter_options
from pipelines.tuning.plan import FINALISTS, TuningPlan
from pipelines.tuning.tuner import Found, Told, Values
from sim.bots import Entrant
from sim.plan import entrant_name
from sim.plan_file import DEFAULT_VARIANT
from sim.shown import counted, printable


def plan_lines(plan: TuningPlan) -> Iterator[str]:
    """Tell who is tuned, against whom, and how much is played."""
    yield printable(f"tuning {entrant_name(plan.start)}: {plan.variant.name}, {plan.players} players")
    yield f"{counted(len(plan.ranges), 'parameter')}:"
    for one in plan.ranges:
        yield f"  {one.name} {one.low} to {one.high}, from {one.begin} with steps of about {one.step:.3g}"
    against = ", ".join(printable(entrant_name(one)) for one in plan.pool)
    rest = "" if plan.players == 2 else " on all other seats"
    yield f"against each of: {against}{rest}, in every seat, all candidates on the same deals"
    yield (
        f"{counted(plan.generations, 'generation')} of {plan.population} candidates on {counted(plan.deals, 'deal')},"
        f" {counted(plan.games_a_generation, 'game')} each"
    )
    yield (
        f"then up to {FINALISTS} finalists and the start on {counted(plan.choosing, 'fresh deal')}, and the best of"
        f" them and the start on {counted(plan.fresh, 'fresh deal')} more"
    )
    yield f"{counted(plan.games, 'game')} at most"


def generation_line(plan: TuningPlan, told: Told, rates: str) -> str:
    """Tell how a generation went, and how fast."""
    centre = ", ".join(f"{one.name}={value}" for one, value in zip(plan.ranges, told.centre, strict=True))
    return (
        f"generation {told.number} of {plan.generations}: its candidates won {100 * told.mean:.1f} %, the best of them"
        f" {100 * told.best:.1f} %; now at {centre}" + (f"  [{rates}]" if rates else "")
    )


def result_lines(plan: TuningPlan, found: Found, gained: list[Gain]) -> Iterator[str]:
    """Tell what was found and what it is worth."""
    start = printable(entrant_name(plan.start))
    early = f", then it ended by itself ({found.end})" if found.end else ""
    yield (
        f"{start}: {plan.variant.name}, {plan.players} players, {counted(found.generations, 'generation')} of"
        f" {plan.population} candidates{early}"
    )
    if not gained:
        best = found.finalists[0][1]
        yield (
            f"no finalist won more than {start} ({100 * best:.2f} %) on {counted(plan.choosing, 'fresh deal')}: it is"
            " kept as it is"
        )
        return
    yield f"found: {plan.entrant(found.winner)}"
    yield f"on {counted(plan.fresh, 'deal')} that neither the search nor the choice of the finalist has seen:"
    for gain in gained:
        who = "the pool" if gain is gained[0] else printable(gain.opponent)
        yield (
            f"  against {who}: {_share(gain.winner)}, {start} {_share(gain.start)}, gain"
            f" {points(gain.difference.difference)}"
        )
    yield verdict(plan, gained)
    if found.stopped:
        yield f"mind: {counted(found.stopped, 'game')} of the measurement were stopped and have no winner"


def worse_against(gained: list[Gain]) -> list[str]:
    """Name the opponents against whom the winner is worse than the start: the whole interval lies below 0."""
    return [one.opponent for one in gained[1:] if (one.difference.difference.high or 0) < 0]


def verdict(plan: TuningPlan, gained: list[Gain]) -> str:
    """Say whether the gain is one: against the whole pool, and against each of it."""
    low, high = gained[0].difference.difference.low, gained[0].difference.difference.high
    start = printable(entrant_name(plan.start))
    worse = ", ".join(map(printable, worse_against(gained)))
    if low is None or high is None:
        return "no difference was seen that has an interval"
    if low > 0 and worse:
        return f"better than {start} against the pool as a whole, but worse against {worse}: no better bot, another one"
    if low > 0:
        return f"better than {start}: the whole interval lies above 0"
    if high < 0:
        return f"worse than {start}: the whole interval lies below 0"
    return f"not shown to be better than {start}: the interval holds 0"


def points(estimate: Estimate) -> str:
    """Write a difference in points in 100."""
    value = 100 * (estimate.value or 0)
    if estimate.low is None or estimate.high is None:
        return f"{value:+.2f} points in 100 (no interval)"
    return f"{value:+.2f} points in 100 ({100 * estimate.low:+.2f} to {100 * estimate.high:+.2f})"


def _share(estimate: Estimate) -> str:
    return f"{100 * (estimate.value or 0):.2f} %"


def result_text(plan: TuningPlan, found: Found, gained: list[Gain], libraries: dict[str, str]) -> str:
    """Write the entrant that was found as a file that every command takes, with where it is from."""
    made = ", ".join(f"{name} {version}" for name, version in libraries.items())
    lines = [
        f"Found by yaniv {sim.__version__} ({made}):",
        f"  {command(plan)}",
        *(f"variant: {field} = {value}" for field, (_, value) in plan.variant.changes().items()),
        "",
        *result_lines(plan, found, gained),
    ]
    entrant = winner(plan, found)
    comments = [f"# {printable(line)}".rstrip() for line in lines]
    return "\n".join([*comments, *entrant_lines([(entrant, plan.cell(plan.start, plan.start))])]) + "\n"


def winner(plan: TuningPlan, found: Found) -> Entrant:
    """Give the entrant that was found, with its name."""
    return plan.entrant(found.winner)._replace(label=plan.name)


def command(plan: TuningPlan) -> str:
    """Write the command that finds the same; a variant of one's own by its name."""
    words = ["yaniv", "tune", str(plan.start)]
    if plan.variant.name != DEFAULT_VARIANT:
        words += ["--variant", plan.variant.name]
    words += ["--players", str(plan.players)]
    for opponent in plan.pool:
        words += ["--against", str(opponent)]
    for parameter in parameter_options(plan):
        words += ["--parameter", parameter]
    for name in ("population", "generations", "deals", "fresh", "seed", "name"):
        words += [f"--{name}", str(getattr(plan, name))]
    return shlex.join(words)


def facts(plan: TuningPlan, found: Found, gained: list[Gain]) -> dict[str, Any]:
    """Give everything as plain JSON types."""
    names = [one.name for one in plan.ranges]

    def given(values: Values) -> dict[str, int]:
        return dict(zip(names, values, strict=True))

    return {
        "plan": plan.as_mapping(),
        "command": command(plan),
        "entrant": str(plan.entrant(found.winner)),
        "name": plan.name,
        "is_start": not gained,
        "generations": found.generations,
        "end": found.end,
        "finalists": [{"parameters": given(values), "win": share} for values, share in found.finalists],
        "gains": [
            {
                "opponent": one.opponent,
                "start": one.start._asdict(),
                "winner": one.winner._asdict(),
                "difference": one.difference.difference._asdict(),
                "variance_ratio": one.difference.variance_ratio,
            }
            for one in gained
        ],
        "worse_against": worse_against(gained),
        "stopped_games": found.stopped,
    }

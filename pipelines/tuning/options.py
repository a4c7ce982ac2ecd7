"""The plan of a tuning from what a user chooses, and back; every fault names the option."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pipelines.tuning.plan import Range, TuningPlan
from sim.chosen import chosen_bot, chosen_number, chosen_table
from sim.entrant_file import find_bot
from sim.errors import InputError
from sim.plan import MAX_SEED, entrant_name
from sim.plan_file import DEFAULT_SEED
from sim.shown import cut
from sim.suggest import hint
from sim.variant_fields import check_label

if TYPE_CHECKING:
    from sim.bots import Entrant, Parameter

DEFAULT_PLAYERS: Final = 2
DEFAULT_GENERATIONS: Final = 40
DEFAULT_DEALS: Final = 256
DEFAULT_FRESH: Final = 10_000
DEFAULT_POOL: Final = ("greedy", "counter")
"""Beside the bot itself. Who tunes against one eager bot alone learns to lie in wait for it, and loses to others."""

MIN_FRESH: Final = 64
"""An interval needs so many batches, and a batch a deal."""
MOST_FRESH: Final = 10**7
MOST_DEALS: Final = 2**20
MOST_GENERATIONS: Final = 1_000
MOST_CANDIDATES: Final = 1_000

_RANGE: Final = re.compile(r"(?P<name>[^:]*)(?::(?P<low>-?\d+)-(?P<high>-?\d+))?")


class Options(NamedTuple):
    """What may be chosen; None or nothing where it was not."""

    variant: str | None = None
    players: int | None = None
    against: Sequence[str] = ()
    parameters: Sequence[str] = ()
    population: int | None = None
    generations: int | None = None
    deals: int | None = None
    fresh: int | None = None
    seed: int | None = None
    name: str | None = None


def tuning_plan(start: Entrant, options: Options) -> TuningPlan:
    """Make the plan of a tuning.

    Raises
    ------
    InputError
        Names the option.
    """
    variant, players = chosen_table(options.variant, options.players, DEFAULT_PLAYERS)
    ranges = _ranges(start, (variant.threshold, players), options.parameters)
    population = chosen_number(options.population, _population(len(ranges)), "--population", 4, MOST_CANDIDATES)
    generations = chosen_number(options.generations, DEFAULT_GENERATIONS, "--generations", 1, MOST_GENERATIONS)
    deals = chosen_number(options.deals, DEFAULT_DEALS, "--deals", 1, MOST_DEALS)
    fresh = chosen_number(options.fresh, DEFAULT_FRESH, "--fresh", MIN_FRESH, MOST_FRESH)
    seed = chosen_number(options.seed, DEFAULT_SEED, "--seed", 0, MAX_SEED)
    name = _checked_name(f"{start.family}-tuned-{players}p" if options.name is None else options.name)
    pool = _pool(start, (variant.threshold, players), options.against)
    return TuningPlan(start, pool, variant, players, ranges, population, generations, deals, fresh, seed, name)


def generations_for(games: int, plan: TuningPlan, field: str) -> int:
    """Give how many generations so many games are enough for, the finalists' games apart.

    Raises
    ------
    InputError
        Where they are not enough for one.
    """
    generations = (games - plan.last_games) // plan.games_a_generation
    if generations < 1:
        least = plan.last_games + plan.games_a_generation
        raise InputError(
            f"{field}: {games:,} games are too few; one generation and the finalists are {least:,}; give more, or lower"
            " --fresh, --deals or --population"
        )
    return min(generations, MOST_GENERATIONS)


def _population(dimensions: int) -> int:
    """Give twice the usual 4 + 3 ln n: games are noisy, and what many candidates say is less so."""
    return 2 * (4 + int(3 * math.log(dimensions)))


def _checked_name(name: str) -> str:
    from sim.bots import NAMES

    try:
        check_label(name)
    except ValueError as error:
        raise InputError(f"--name: '{cut(name)}': a name {error}") from None
    if name in NAMES or ":" in name:
        raise InputError(f"--name: '{cut(name)}' reads as a bot; choose another name")
    return name


def _pool(start: Entrant, table: tuple[int, int], against: Sequence[str]) -> tuple[Entrant, ...]:
    """Find the opponents; by default the bot itself as it is now, and some others."""
    if not against:
        found: dict[tuple[str, tuple[int, ...]], Entrant] = {}
        for one in (start, *map(find_bot, DEFAULT_POOL)):
            found.setdefault((one.family, one.values(*table)), one)
        return tuple(found.values())
    pool: list[Entrant] = []
    for text in against:
        one = chosen_bot(text, "--against").at(*table)
        if entrant_name(one) in map(entrant_name, pool):
            raise InputError(f"--against: '{cut(entrant_name(one))}' is there twice; leave one out")
        pool.append(one)
    return tuple(pool)


def _ranges(start: Entrant, table: tuple[int, int], wanted: Sequence[str]) -> tuple[Range, ...]:
    from sim.bots import family

    known = {parameter.name: parameter for parameter in family(start.family).parameters}
    if not known:
        raise InputError(f"{start.family} has no parameters; `yaniv bots` lists those of every bot")
    chosen: dict[str, Range] = {}
    for text in wanted or known:
        found = _RANGE.fullmatch(text)
        if found is None or found["name"] not in known:
            name = text.partition(":")[0]
            if name in known:
                raise InputError(f"--parameter: '{cut(text)}' is no {name}:LOW-HIGH such as {name}:1-7")
            near = hint(name, known, f"{start.family} has: {', '.join(known)}")
            raise InputError(f"--parameter: unknown parameter '{cut(name)}'{near}")
        if found["name"] in chosen:
            raise InputError(f"--parameter: {found['name']} is given twice; leave one out")
        parameter = known[found["name"]]
        value = start.values(*table)[list(known).index(parameter.name)]
        chosen[parameter.name] = _range(parameter, value, found["low"], found["high"])
    return tuple(chosen[name] for name in known if name in chosen)


def _range(parameter: Parameter, value: int, low: str | None, high: str | None) -> Range:
    """Search between the ends that are given, from the middle where the value is not within; else around the value."""
    if low is None or high is None:
        wide = abs(value) / 3 or (parameter.high - parameter.low) / 100
        step = min(max(1.0, wide), (parameter.high - parameter.low) / 4)
        return Range(parameter.name, parameter.low, parameter.high, value, step)
    ends = int(low), int(high)
    if not parameter.low <= ends[0] < ends[1] <= parameter.high:
        raise InputError(
            f"--parameter: {parameter.name}:{low}-{high} is no range within {parameter.low} to {parameter.high}; the"
            " lower end comes first"
        )
    begin = value if ends[0] <= value <= ends[1] else sum(ends) // 2
    return Range(parameter.name, *ends, begin, (ends[1] - ends[0]) / 3)


def parameter_options(plan: TuningPlan) -> list[str]:
    """Write the parameters of a plan as the option takes them; none where it need not be given."""
    from sim.bots import family

    known = zip(
        family(plan.start.family).parameters, plan.start.values(plan.variant.threshold, plan.players), strict=True
    )
    usual = {one.name: _range(one, value, None, None) for one, value in known}
    if plan.ranges == tuple(usual.values()):
        return []
    return [one.name if one == usual[one.name] else f"{one.name}:{one.low}-{one.high}" for one in plan.ranges]

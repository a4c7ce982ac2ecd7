"""`yaniv bots`: who can play, and how they can be set."""

from typing import TYPE_CHECKING, Any

import click

from sim.commands.options import HELP_SETTINGS, json_option, print_json
from sim.commands.text_table import format_table
from sim.errors import InputError

if TYPE_CHECKING:
    from sim.bots import Entrant, Family
    from sim.ladder import Rung


MANY = 5
"""More parameters than these are only counted in the list."""

LEGEND = """1 v 1, 1 v 3: games won against greedy, one against one and alone among three (even: 50 % and 25 %);
standard, defaults, every seat on the same deals. `yaniv bots --json` has the intervals."""
TUNED = """The defaults were searched with `yaniv tune` by number of players and threshold; these are for a threshold
of {} (--variant NAME shows another). `value` is what you chose instead."""


@click.command(context_settings=HELP_SETTINGS)
@click.argument("entrant", required=False, metavar="[BOT]")
@click.option("--variant", metavar="NAME|FILE", help="Show the defaults at its threshold. [standard]")
@json_option
def bots(entrant: str | None, variant: str | None, as_json: bool) -> None:
    """List the bots, or show what one of them can be told.

    A bot is entered for a game as `name` or `name:parameter=value,parameter=value`, or as FILE.toml, the one bot
    with a name of its own in a file, or FILE.toml:NAME, one of several there under [entrants.NAME].

    \b
    Example:
      yaniv bots
      yaniv bots greedy
      yaniv bots counter --variant yaniv5
      yaniv bots greedy:call_at=5 --json
    """
    from sim.bots import FAMILIES
    from sim.entrant_file import find_bot
    from sim.rules import load_variant

    if variant is not None and entrant is None and not as_json:
        raise InputError(
            "--variant: the list shows no defaults by table; name a bot too, such as counter, or add --json"
        )
    threshold = load_variant("standard" if variant is None else variant).threshold
    if entrant is None:
        if as_json:
            print_json([_details(family, (None,) * len(family.parameters), threshold) for family in FAMILIES])
        else:
            click.echo(_list(FAMILIES))
        return
    chosen = find_bot(entrant)
    family = next(each for each in FAMILIES if each.name == chosen.family)
    if as_json:
        print_json({"entrant": str(chosen), **_details(family, chosen.chosen, threshold)})
    else:
        click.echo(_show(family, chosen, threshold))


def _list(families: tuple["Family", ...]) -> str:
    from sim.ladder import ladder

    rungs = ladder()
    rows = [(family.name, *_wins(rungs.get(family.name)), _parameters(family), family.summary) for family in families]
    table = format_table(("name", "1 v 1", "1 v 3", "parameters", "how it plays"), rows, n_texts=2)
    return f"{table}\n\n{LEGEND}"


def _wins(rung: "Rung | None") -> tuple[str, str]:
    return ("-", "-") if rung is None else (f"{100 * rung.two.value:.1f} %", f"{100 * rung.four.value:.1f} %")


def _parameters(family: "Family") -> str:
    if len(family.parameters) > MANY:
        return f"{len(family.parameters)}: yaniv bots {family.name}"
    return ", ".join(f"{p.name} = {p.default}" for p in family.parameters) or "-"


def _show(family: "Family", entrant: "Entrant", threshold: int) -> str:
    if not family.parameters:
        return f"{entrant}: {family.summary}\n\nIt has no parameters."
    title, tables = _tables(family)
    columns = zip(*(family.defaults(threshold, players) for players in tables), strict=True)
    rows = [
        (p.name, _value(own, defaults), " / ".join(map(str, defaults)), f"{p.low} to {p.high}", p.meaning)
        for p, own, defaults in zip(family.parameters, entrant.chosen, columns, strict=True)
    ]
    table = format_table(("parameter", "value", title, "range", "meaning"), rows)
    note = f"\n\n{TUNED.format(threshold)}" if family.tuned else ""
    return f"{entrant}: {family.summary}\n\n{table}{note}"


def _tables(family: "Family") -> tuple[str, tuple[int, ...]]:
    """Say for which numbers of players there are defaults, and list them."""
    searched = sorted({players for _, players in family.tuned})
    if not searched:
        return "default", (0,)
    return f"default, {' / '.join(map(str, searched))}+ players", tuple(searched)


def _value(own: int | None, defaults: tuple[int, ...]) -> str:
    """Write what is played: what was chosen, or the default where that is the same at all tables."""
    return str(own) if own is not None else str(defaults[0]) if len(defaults) == 1 else "-"


def _details(family: "Family", chosen: tuple[int | None, ...], threshold: int) -> dict[str, Any]:
    from sim.rules import MAX_PLAYERS, MIN_PLAYERS

    defaults = {
        players: family.named(family.defaults(threshold, players)) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)
    }
    parameters = [
        {
            "name": p.name,
            "value": value,
            "defaults": {str(players): values[p.name] for players, values in defaults.items()},
            "low": p.low,
            "high": p.high,
            "meaning": p.meaning,
        }
        for p, value in zip(family.parameters, chosen, strict=True)
    ]
    return {"name": family.name, "summary": family.summary, "parameters": parameters, "against_greedy": _rung(family)}


def _rung(family: "Family") -> dict[str, Any] | None:
    """What it was measured to win with its defaults."""
    from sim.ladder import ladder

    rung = ladder().get(family.name)
    if rung is None:
        return None
    return {"deals": rung.deals, "two": rung.two._asdict(), "four": rung.four._asdict()}

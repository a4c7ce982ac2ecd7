"""`yaniv bots`: who can play, and how they can be set."""

from typing import TYPE_CHECKING, Any

import click

from sim.commands.options import HELP_SETTINGS, json_option, print_json
from sim.commands.text_table import format_table

if TYPE_CHECKING:
    from sim.bots import Entrant, Family
    from sim.ladder import Rung


MANY = 5
"""More parameters than these are only counted in the list."""

LEGEND = """1 v 1, 1 v 3: games won against greedy, one against one and alone among three (even: 50 % and 25 %);
standard, defaults, every seat on the same deals. `yaniv bots --json` has the intervals."""


@click.command(context_settings=HELP_SETTINGS)
@click.argument("entrant", required=False, metavar="[BOT]")
@json_option
def bots(entrant: str | None, as_json: bool) -> None:
    """List the bots, or show what one of them can be told.

    A bot is entered for a game as `name` or `name:parameter=value,parameter=value`, or as FILE.toml, the one bot
    with a name of its own in a file, or FILE.toml:NAME, one of several there under [entrants.NAME].

    \b
    Example:
      yaniv bots
      yaniv bots greedy
      yaniv bots greedy:call_at=5 --json
    """
    from sim.bots import FAMILIES
    from sim.entrant_file import find_bot

    if entrant is None:
        if as_json:
            print_json([_details(family, tuple(p.default for p in family.parameters)) for family in FAMILIES])
        else:
            click.echo(_list(FAMILIES))
        return
    chosen = find_bot(entrant)
    family = next(each for each in FAMILIES if each.name == chosen.family)
    if as_json:
        print_json({"entrant": str(chosen), **_details(family, chosen.values)})
    else:
        click.echo(_show(family, chosen))


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


def _show(family: "Family", entrant: "Entrant") -> str:
    rows = [
        (p.name, str(value), str(p.default), f"{p.low} to {p.high}", p.meaning)
        for p, value in zip(family.parameters, entrant.values, strict=True)
    ]
    table = format_table(("parameter", "value", "default", "range", "meaning"), rows)
    return f"{entrant}: {family.summary}\n\n{table if rows else 'It has no parameters.'}"


def _details(family: "Family", values: tuple[int, ...]) -> dict[str, Any]:
    parameters = [
        {
            "name": p.name,
            "value": value,
            "default": p.default,
            "low": p.low,
            "high": p.high,
            "meaning": p.meaning,
        }
        for p, value in zip(family.parameters, values, strict=True)
    ]
    return {"name": family.name, "summary": family.summary, "parameters": parameters, "against_greedy": _rung(family)}


def _rung(family: "Family") -> dict[str, Any] | None:
    """What it was measured to win with its defaults."""
    from sim.ladder import ladder

    rung = ladder().get(family.name)
    if rung is None:
        return None
    return {"deals": rung.deals, "two": rung.two._asdict(), "four": rung.four._asdict()}

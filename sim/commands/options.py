"""Options that several commands share, each defined once."""

import json
import math
from pathlib import Path
from typing import Any

import click

from sim.shown import shown

HELP_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Number(click.ParamType[int]):
    """A whole number that may be written `1_000_000` or `1e6`."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read plain digits exactly and the scientific form only where it means a whole number."""
        if isinstance(value, int):
            return value
        text = str(value).strip()
        try:
            return int(text)
        except ValueError:
            pass
        try:
            amount = float(text)
        except ValueError:
            self.fail(f"{shown(text)} is not a number; write it like 1000000, 1_000_000 or 1e6", param, ctx)
        if not math.isfinite(amount) or amount != int(amount) or abs(amount) >= 2**53:
            self.fail(f"{shown(text)} is not a whole number below 2^53; write all its digits", param, ctx)
        return int(amount)


class NamedPath(click.ParamType[Path]):
    """A path; an empty one, such as a shell's unset variable gives, would mean the working folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Refuse what names nothing."""
        if not str(value).strip():
            self.fail("the path is empty; name one, or write . for this folder", param, ctx)
        return Path(value)


NUMBER = Number()
PATH = NamedPath()

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def refuse_repeated(command: click.Command, args: list[str], ctx: click.Context) -> None:
    """Refuse an option with one value that is given twice: the last one would silently count.

    Raises
    ------
    click.UsageError
        Names the option.
    """
    own = click.Context(command, info_name=command.name, parent=ctx, **command.context_settings)
    _, _, order = command.make_parser(own).parse_args(list(args))
    options = [one for one in order if isinstance(one, click.Option) and not (one.multiple or one.is_flag or one.count)]
    for option in options:
        if options.count(option) > 1:
            raise click.UsageError(f"Option '{option.opts[-1]}' is given more than once; give it once", own)


def print_json(value: object) -> None:
    """Write facts to standard output as indented JSON; a byte of a path that is no UTF-8 stays an escape in it."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    click.echo(text.encode(errors="backslashreplace").decode())

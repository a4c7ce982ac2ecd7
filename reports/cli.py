"""The command `yaniv`: finds commands by name and loads only the one that is used."""

import importlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import click

from sim.commands.options import HELP_SETTINGS
from sim.errors import CheckFailed, InputError


class LazyCommand(NamedTuple):
    """Where a command lives, and its line in the list of commands."""

    target: str  # "module:attribute"
    summary: str


# In the order of a first session: play, look at the result, look things up.
COMMANDS = {
    "simulate": LazyCommand("sim.commands.simulate:simulate", "Play games and write a run folder."),
    "resume": LazyCommand("sim.commands.resume:resume", "Finish a run that was broken off."),
    "extend": LazyCommand("sim.commands.extend:extend", "Add games to a finished run."),
    "report": LazyCommand("reports.commands.report:report", "Make the page about a run."),
    "variants": LazyCommand("sim.commands.variants:variants", "List the variants, or show one."),
    "bots": LazyCommand("sim.commands.bots:bots", "List the bots, or show one."),
}


class LazyGroup(click.Group):
    """A group that imports a command when it is called, so that `yaniv -h` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None lets click say which name is near."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].target.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  (a wrong entry in COMMANDS)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from `COMMANDS` alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.summary) for name, command in COMMANDS.items()])


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    import sim

    click.echo(f"yaniv {sim.__version__}")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings=HELP_SETTINGS)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and stop.",
)
def yaniv() -> None:
    """Play the card game Yaniv in bulk and see what its rules do.

    \b
    Example:
      yaniv simulate --variant standard --players 4 --games 1e5 --out runs/first
      yaniv report runs/first
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and turn every expected fault into one line and an exit status."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; 0 done, 1 a check failed, 2 wrong use, 130 interrupted."""
    try:
        status = yaniv.main(args=arguments, prog_name="yaniv", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except InputError as error:
        return _complain(error, 2)
    except CheckFailed as error:
        return _complain(error, 1)
    except BrokenPipeError:
        # The reader (`head`) has enough. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (click.Abort, KeyboardInterrupt):
        click.echo("yaniv: interrupted", err=True)
        return 130


def _complain(error: Exception, status: int) -> int:
    click.echo(f"yaniv: error: {error}", err=True)
    return status


if __name__ == "__main__":
    main()

"""The command `yaniv`: finds commands by name and loads only the one that is used."""

import importlib
import io
import os
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import click

from sim.commands.options import HELP_SETTINGS, refuse_repeated
from sim.errors import CheckFailed, InputError

DONE, FAILED, WRONG_USE, INTERRUPTED = 0, 1, 2, 130


class _ReaderGone(Exception):  # noqa: N818  (no error)
    """Whoever read our output has closed the pipe."""


@contextmanager
def _closed_pipe_is_no_fault() -> Iterator[None]:
    """Carry a closed pipe past click, which would make it status 1: a failed check."""
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderGone from error


class LazyCommand(NamedTuple):
    """Where a command lives, and its line in the list of commands."""

    target: str  # "module:attribute"
    summary: str


# In the order of a first session: play, look at the result, look things up.
COMMANDS = {
    "simulate": LazyCommand("sim.commands.simulate:simulate", "Play games and write a run folder."),
    "resume": LazyCommand("sim.commands.resume:resume", "Finish a run that was broken off."),
    "extend": LazyCommand("sim.commands.extend:extend", "Add games to a finished run."),
    "verify": LazyCommand("sim.commands.verify:verify", "Check the files and rows of a run."),
    "balance": LazyCommand("reports.commands.balance:balance", "Say how fair variants are and what their rules do."),
    "tournament": LazyCommand(
        "reports.commands.tournament:tournament", "Play everybody against everybody and rate them."
    ),
    "compare": LazyCommand("pipelines.commands.compare:compare", "Say which of two bots is better."),
    "tune": LazyCommand("pipelines.commands.tune:tune", "Search for parameters with which a bot wins more."),
    "report": LazyCommand("reports.commands.report:report", "Make the page about a run."),
    "chart": LazyCommand("reports.commands.chart:chart", "Make the chart of when to call."),
    "tables": LazyCommand("pipelines.commands.tables:tables", "Print the numbers of a run."),
    "replay": LazyCommand("sim.commands.replay:replay", "Play one game of a run again and tell it."),
    "referee": LazyCommand("sim.commands.referee:referee", "Check records of games by the rules."),
    "variants": LazyCommand("sim.commands.variants:variants", "List the variants, or show one."),
    "bots": LazyCommand("sim.commands.bots:bots", "List the bots, or show one."),
    "bench": LazyCommand("sim.commands.bench:bench", "Measure how fast this machine plays."),
}


class LazyGroup(click.Group):
    """A group that imports a command when it is called, so that `yaniv -h` stays quick."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the arguments, which may already print help or the version."""
        with _closed_pipe_is_no_fault():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command."""
        with _closed_pipe_is_no_fault():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None for an unknown one."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].target.split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)  # noqa: S101  (a wrong entry in COMMANDS)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; for an unknown one click would look for near names among those loaded only."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise click.exceptions.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            refuse_repeated(command, rest, ctx)
        return name, command, rest

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
    warnings.formatwarning = _as_a_line
    if isinstance(sys.stdout, io.TextIOWrapper):  # names may have letters that an old terminal lacks
        sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status; a command may set its own with `ctx.exit`."""
    status: object = DONE
    try:
        status = yaniv.main(args=arguments, prog_name="yaniv", standalone_mode=False)
        if sys.stdout is not None:  # a caller may have closed it
            sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return WRONG_USE
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "yaniv"
        return _complain(f"{error.format_message()}\nTry '{path} -h' for help.", WRONG_USE)
    except (click.ClickException, InputError) as error:
        return _complain(str(error), WRONG_USE)
    except CheckFailed as error:
        return _complain(str(error), FAILED)
    except (click.Abort, KeyboardInterrupt):  # click's is a RuntimeError
        return _complain("interrupted", INTERRUPTED)
    except (_ReaderGone, BrokenPipeError):
        _give_up_stdout()  # `head` has enough
    except OSError as error:
        if not _is_of_stdout(error):
            raise
        _give_up_stdout()
        return _complain(f"standard output cannot be written: {error.strerror or error}", FAILED)
    except (MemoryError, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "can't start new thread" not in str(error):
            raise
        return _complain("out of memory, and nothing half was written; end other programs or raise `ulimit -v`", FAILED)
    return status if isinstance(status, int) else DONE


def _is_of_stdout(error: OSError) -> bool:
    """Tell a full standard output from other refusals, by who wrote; unbuffered, nothing is left to try again."""
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    writer = frames[-1].f_code
    return writer is run.__code__ or (writer is click.utils.echo.__code__ and not frames[-1].f_locals["err"])


def _give_up_stdout() -> None:
    """Send what is left into nothing: Python would complain once more when it closes standard output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _as_a_line(message: Warning | str, *_where: object, **_more: object) -> str:
    """Write a warning for a user, without the source line that raised it."""
    return f"yaniv: warning: {message}\n"


def _complain(message: str, status: int) -> int:
    click.echo(f"yaniv: error: {message}", err=True)
    return status


if __name__ == "__main__":
    main()

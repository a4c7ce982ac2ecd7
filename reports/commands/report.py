"""`yaniv report`: the page about a run."""

import os
from pathlib import Path

import click

from reports.commands.advice import DEFAULT_FOLDER, Asked, make_advice
from sim.commands.options import HELP_SETTINGS, NUMBER, print_json
from sim.commands.playing import count_threads, playing_options
from sim.errors import CheckFailed, InputError

PAGE_FOLDER = "report"
LONGEST_TURN = 3600


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", required=False, type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(),
    metavar="DIR",
    help="Folder for the page.  [default: RUN/report]",
)
@click.option(
    "--seconds-per-turn",
    "seconds",
    type=float,
    default=12,
    show_default=True,
    metavar="S",
    help="What a turn takes at a table; turns become minutes by it.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in the web browser.")
@click.option("--advice", is_flag=True, help="Play and test the advice of the page that the rules come from.")
@click.option("--deals", type=NUMBER, metavar="N", help="With --advice: deals of each of its tables. [20000]")
@click.option("--seed", type=NUMBER, metavar="N", help="With --advice: same seed, same games. [1]")
@playing_options
def report(
    run: Path | None,
    out: str | None,
    seconds: float,
    show: bool,
    advice: bool,
    deals: int | None,
    seed: int | None,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make the page about a finished run, and print where it is.

    The page is one file that needs no network; report.json beside it holds its numbers to six digits.

    With --advice the page tells which advice on play holds, does not hold, or depends on what. RUN is then a folder for
    the two runs that this needs [runs/advice]; what is missing of them is played first.

    \b
    Examples:
      yaniv report runs/first
      yaniv report runs/first --out pages/first --seconds-per-turn 8
      yaniv report --advice
      yaniv report --advice runs/quick --deals 2000
    """
    given = {"--deals": deals, "--seed": seed, "--threads": threads, "--quiet": quiet or None}
    if out == "":
        raise InputError("--out: is empty; name a folder, or leave --out away for RUN/report")
    if advice:
        page = _advice(Asked(run or DEFAULT_FOLDER, deals, seed), out, count_threads(threads), quiet, as_json)
    else:
        for option, value in given.items():
            if value is not None:
                raise InputError(f"{option}: goes with --advice; a report of a run plays nothing")
        if run is None:
            raise InputError("RUN: is missing; name the folder of a finished run, or ask for --advice")
        page = _report(run, out, seconds, as_json)
    if show:
        click.launch(str(page))


def _report(run: Path, out: str | None, seconds: float, as_json: bool) -> Path:
    if not 0 < seconds <= LONGEST_TURN:
        raise InputError(f"--seconds-per-turn: {seconds:g} is not above 0 and at most {LONGEST_TURN}")
    from pipelines.report_data import build
    from pipelines.run import open_run
    from reports.pages.run_report import write_report
    from sim.atomic_files import WriteFailed, way_out

    opened = open_run(run)
    folder = page_folder(Path(out) if out is not None else run / PAGE_FOLDER)
    data = build(opened, seconds_per_turn=int(seconds) if seconds.is_integer() else seconds)
    try:
        page, numbers = write_report(data, folder)
    except WriteFailed as error:
        raise CheckFailed(f"{error}{way_out(error.__cause__)}; or give another folder with --out") from error
    if as_json:
        print_json({"page": str(page), "data": str(numbers), "sentences": data["sentences"]})
    else:
        click.echo(str(page))
    return page


def _advice(asked: Asked, out: str | None, threads: int, quiet: bool, as_json: bool) -> Path:
    folder = page_folder(Path(out) if out is not None else asked.folder / PAGE_FOLDER)
    return make_advice(asked, folder, threads, quiet=quiet, as_json=as_json)


def page_folder(folder: Path, numbers: str | None = None) -> Path:
    """Make the folder before anything is counted; refuse one that holds what is not ours to replace.

    `numbers` names the file of data beside the page, where that is not a report's.
    """
    from reports.pages.run_report import NUMBERS, foreign_file

    _refuse_data_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"{folder}: is a file; give a folder with --out") from None
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror}); give another folder with --out") from None
    try:
        foreign = foreign_file(folder, numbers or NUMBERS)
    except OSError as error:
        raise InputError(f"{folder}: cannot be read ({error.strerror}); give another folder with --out") from None
    if foreign is not None:
        raise InputError(f"{foreign}: is not of a report; move it away or give another folder with --out")
    return folder


def _refuse_data_folder(folder: Path) -> None:
    """Keep pages out of the folders of a run's parts, also when reached through a link."""
    from sim.columns import COLUMNS
    from sim.manifest import MANIFEST
    from sim.run_description import RUN_FILE

    real = Path(os.path.realpath(folder))
    for path in (real, *real.parents):
        if path.name in (*COLUMNS, MANIFEST) and (path.parent / RUN_FILE).exists():
            raise InputError(f"{folder}: lies among the data of a run; give another folder with --out")

"""`make reproduce`: plays the published statistics again and compares them with what is published.

python -m reports.reproduce small
python -m reports.reproduce full --write
"""

from __future__ import annotations

import json
import shlex
import shutil
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from reports.commands.balance_runs import Playing
from reports.readme_figures import main as fill_readme
from sim.commands.options import NUMBER
from sim.commands.playing import count_threads
from sim.errors import CheckFailed, InputError

if TYPE_CHECKING:
    from pipelines.balance.measuring import Results
    from pipelines.balance.wish import Wish

PUBLISHED: Final = Path(__file__).parent / "published"
COMPARED: Final = "compared.json"
"""In the folder of a reproduction that is finished: the next one begins anew."""
COMMANDS: Final = {"small": "make reproduce-small", "full": "make reproduce"}
"""What plays it again, and goes on with what was broken off."""
RUNS: Final = "runs"
"""What is published of all that was played; the other names are those of the plan's tables."""
SHOWN: Final = 40
SECONDS_A_TURN: Final = 12


@click.command()
@click.argument("which", type=click.Choice(["small", "full"]))
@click.option("--out", type=click.Path(path_type=Path), help="Where to play. [runs/reproduce-WHICH]")
@click.option("--threads", type=NUMBER, help="Chunks played at once. [all cores]")
@click.option("--write", is_flag=True, help="Publish what was played instead of comparing it.")
def reproduce(which: str, out: Path | None, threads: int | None, write: bool) -> None:
    """Play the published statistics again, and say what differs (exit 1). What was broken off goes on."""
    begin, folder = time.monotonic(), out or Path("runs") / f"reproduce-{which}"
    wishes = read_wishes(PUBLISHED / f"{which}.toml")
    if (folder / COMPARED).exists():
        shutil.rmtree(folder)
    targets = {name: PUBLISHED / which / f"{name}.json" for name in (RUNS, *wishes)}
    if not write:
        _refuse_unpublished(targets.values())
    folder.mkdir(parents=True, exist_ok=True)
    differing = 0
    playing = Playing(folder, _go_on(which, out, threads, write), count_threads(threads), quiet=False, dry_run=False)
    for name, record, results in _records(wishes, playing):
        if write:
            _write(targets[name], record, results, COMMANDS[which])
        else:
            differing += _tell(name, _compare(targets[name], record))
    if write:
        fill_readme()
    (folder / COMPARED).write_text(json.dumps({"differing": differing}) + "\n")
    seconds = time.monotonic() - begin
    click.echo(f"{which}: {'published' if write else f'{differing:,} values differ'}, after {seconds:,.0f} s")
    raise SystemExit(1 if differing else 0)


def _go_on(which: str, out: Path | None, threads: int | None, write: bool) -> str:
    """Give the command that goes on with what was broken off."""
    given = {"--out": out, "--threads": threads}
    words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
    words += ["--write"] if write else []
    return COMMANDS[which] + (f" ARGS={shlex.quote(shlex.join(words))}" if words else "")


def read_wishes(path: Path) -> dict[str, Wish]:
    """Read the balances of a plan by name.

    Raises
    ------
    InputError
        Names the table of the plan, and what is wrong in it.
    """
    from pipelines.balance.asked import Asked, wish_of
    from sim.toml_file import read_toml

    wishes: dict[str, Wish] = {}
    for name, options in read_toml(path).items():
        given = dict(options)
        names, sweeps = given.pop("variants", ["standard"]), tuple(given.pop("vary", ()))
        try:
            wishes[name] = wish_of(Asked(",".join(names), sweeps, **given))
        except (InputError, TypeError) as error:
            raise InputError(f"{path.name}: [{name}]: {error}") from None
    if len({wish.seed for wish in wishes.values()}) != 1:
        raise InputError(f"{path.name}: all tables play the same deals; give them one seed")
    return wishes


def _records(wishes: dict[str, Wish], playing: Playing) -> Iterator[tuple[str, dict[str, Any], Results | None]]:
    """Play what is missing, and give what is to be published: names, records, and what those of balances tell of."""
    from pipelines.balance.measuring import measure_all
    from pipelines.balance.published import published, published_runs
    from reports.commands.balance_runs import measuring, play_balances

    runs = play_balances(list(wishes.values()), playing)
    if runs is None:
        raise InputError(f"{playing.folder}: nothing was played")
    yield RUNS, published_runs(runs[0]), None
    for name, wish in wishes.items():
        playing.tell(f"{name}: {len(wish.places):,} rows are measured")
        try:
            results = measure_all(wish, *runs, measuring(len(wish.places), playing))
        except KeyboardInterrupt:
            click.echo(f"all games are kept; go on with: {playing.go_on}", err=True)
            raise
        yield name, published(results), results


def _write(target: Path, record: dict[str, Any], results: Results | None, command: str) -> None:
    """Write the record, and beside it the text for readers of a balance."""
    from pipelines.balance.data import build_balance
    from reports.pages.balance.markdown import markdown

    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(record, indent=1, sort_keys=True, allow_nan=False) + "\n", encoding="utf-8")
    if results is not None:
        text = "\n".join(markdown(build_balance(results, command, SECONDS_A_TURN))) + "\n"
        target.with_suffix(".md").write_text(text, encoding="utf-8")


def _compare(target: Path, record: dict[str, Any]) -> list[str]:
    from pipelines.balance.published import differences

    there = json.loads(target.read_text(encoding="utf-8"))
    return list(differences(there, json.loads(json.dumps(record))))


def _refuse_unpublished(targets: Iterable[Path]) -> None:
    """Say so before hours are played."""
    for target in targets:
        if not target.exists():
            raise InputError(f"{target}: is not published yet; ARGS=--write publishes what is played")


def _tell(name: str, lines: list[str]) -> int:
    for line in _cut(lines):
        click.echo(f"{name}: {line}")
    return len(lines)


def _cut(lines: list[str]) -> Iterator[str]:
    yield from lines[:SHOWN]
    if len(lines) > SHOWN:
        yield f"and {len(lines) - SHOWN:,} more"


def main() -> None:
    """Run the command; a fault is one line."""
    try:
        reproduce.main(standalone_mode=False)
    except (InputError, click.ClickException) as error:
        click.echo(f"reproduce: error: {error}", err=True)
        raise SystemExit(2) from None
    except CheckFailed as error:
        click.echo(f"reproduce: error: {error}", err=True)
        raise SystemExit(1) from None
    except (click.Abort, KeyboardInterrupt):  # click's is a RuntimeError
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()

"""`make reproduce`: plays the published statistics again and compares them with what is published.

python -m reports.reproduce small
python -m reports.reproduce full --write
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from reports.readme_figures import main as fill_readme
from sim.commands.options import NUMBER
from sim.commands.playing import count_threads
from sim.errors import InputError

if TYPE_CHECKING:
    from pipelines.balance.measuring import Results

PUBLISHED: Final = Path(__file__).parent / "published"
COMPARED: Final = "compared.json"
"""In the folder of a reproduction that is finished: the next one begins anew."""
COMMANDS: Final = {"small": "make reproduce-small", "full": "make reproduce"}
"""What plays it again, and goes on with what was broken off."""
SHOWN: Final = 40


@click.command()
@click.argument("which", type=click.Choice(["small", "full"]))
@click.option("--out", type=click.Path(path_type=Path), help="Where to play. [runs/reproduce-WHICH]")
@click.option("--threads", type=NUMBER, help="Chunks played at once. [all cores]")
@click.option("--write", is_flag=True, help="Publish what was played instead of comparing it.")
def reproduce(which: str, out: Path | None, threads: int | None, write: bool) -> None:
    """Play the published statistics again, and say what differs (exit 1). What was broken off goes on."""
    begin, folder = time.monotonic(), out or Path("runs") / f"reproduce-{which}"
    if (folder / COMPARED).exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    differing = 0
    for name, options in _balances(which).items():
        results = _play(folder / name, options, count_threads(threads), COMMANDS[which])
        target = PUBLISHED / which / f"{name}.json"
        if write:
            _write(target, results, COMMANDS[which])
        else:
            differing += _tell(name, _compare(target, results))
    if write:
        fill_readme()
    (folder / COMPARED).write_text(json.dumps({"differing": differing}) + "\n")
    seconds = time.monotonic() - begin
    click.echo(f"{which}: {'published' if write else f'{differing:,} values differ'}, after {seconds:,.0f} s")
    raise SystemExit(1 if differing else 0)


def _balances(which: str) -> dict[str, dict[str, Any]]:
    from sim.toml_file import read_toml

    return dict(read_toml(PUBLISHED / f"{which}.toml"))


def _play(folder: Path, options: dict[str, Any], threads: int, command: str) -> Results:
    """Play what is missing of one balance, and measure it."""
    from pipelines.balance.asked import Asked, wish_of
    from pipelines.balance.measuring import measure_all
    from reports.commands.balance_runs import Playing, measuring, play_balance

    given = dict(options)
    asked = Asked(",".join(given.pop("variants", ["standard"])), tuple(given.pop("vary", ())), **given)
    wish = wish_of(asked)
    playing = Playing(folder, command, threads, quiet=False, dry_run=False)
    runs = play_balance(wish, playing)
    if runs is None:
        raise InputError(f"{folder}: nothing was played")
    return measure_all(wish, *runs, measuring(len(wish.places), playing))


def _write(target: Path, results: Results, command: str) -> None:
    """Write the record, and the text for readers beside it."""
    from pipelines.balance.data import build_balance
    from pipelines.balance.published import published
    from reports.pages.balance.markdown import markdown

    text = "\n".join(markdown(build_balance(results, command, 12))) + "\n"
    target.parent.mkdir(exist_ok=True)
    record = json.dumps(published(results), indent=1, sort_keys=True, allow_nan=False) + "\n"
    target.write_text(record, encoding="utf-8")
    target.with_suffix(".md").write_text(text, encoding="utf-8")


def _compare(target: Path, results: Results) -> list[str]:
    from pipelines.balance.published import differences, published

    try:
        there = json.loads(target.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{target}: is not published yet; ARGS=--write publishes what was played") from None
    return list(differences(there, json.loads(json.dumps(published(results)))))


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


if __name__ == "__main__":
    main()

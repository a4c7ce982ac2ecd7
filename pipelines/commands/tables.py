"""`yaniv tables`: the numbers of a run, for people and programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.commands.options import HELP_SETTINGS, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from pipelines.run import Run
    from pipelines.tables.base import Table


@click.command(context_settings=HELP_SETTINGS)
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV: one line a number.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def tables(run: Path, names: tuple[str, ...], as_csv: bool, as_json: bool) -> None:
    """Print tables of a finished run, or the list of tables when none is named.

    Every number comes with its 95 % interval, with what it rests on (n), and with the way it was made.

    \b
    Examples:
      yaniv tables runs/first
      yaniv tables runs/first assaf assaf_by_total
      yaniv tables runs/first round_turns --csv > turns.csv
    """
    from pipelines.run import open_run
    from sim.errors import InputError

    if as_csv and as_json:
        raise InputError("--csv, --json: only one of them; leave one out")
    chosen = _choose(names, all_of_them=as_csv or as_json)
    opened = open_run(run)
    if not chosen:
        _print_list(opened)
        return
    chosen = _without_forks(opened, chosen, named=bool(names))
    if not opened.keeps_rounds:
        chosen = _without_rounds(opened, chosen, named=bool(names))
    if as_csv and len(chosen) > 1:
        raise InputError(f"--csv: prints one table, not {len(chosen)}; name one: {chosen[0].name}")
    frames = _frames(opened, chosen)
    if as_json:
        print_json({name: _records(frame) for name, frame in frames.items()})
    elif as_csv:
        click.echo(_csv(frames[chosen[0].name]), nl=False)
    else:
        click.echo("\n".join(_text(chosen, frames, opened)))


def _choose(names: tuple[str, ...], *, all_of_them: bool) -> list[Table]:
    from pipelines.tables import TABLES
    from sim.errors import InputError
    from sim.suggest import hint

    for name in names:
        if name not in TABLES:
            raise InputError(f"unknown table '{name}'{hint(name, TABLES, 'there are ' + ', '.join(TABLES))}")
    wanted = names or (tuple(TABLES) if all_of_them else ())
    return [TABLES[name] for name in wanted]


def _print_list(run: Run) -> None:
    from pipelines.tables import TABLES, needs_forks, needs_rounds

    width = max(map(len, TABLES))
    missing = [] if run.keeps_rounds else [table.name for table in TABLES.values() if needs_rounds(table)]
    for table in TABLES.values():
        if table.name not in missing and (_has_forks(run) or not needs_forks(table)):
            click.echo(f"{table.name:{width}}  {table.title}")
    if missing:
        _tell_missing(run, missing)


def _has_forks(run: Run) -> bool:
    return any(cell.forks for cell in run.plan.cells)


def _without_forks(run: Run, chosen: list[Table], *, named: bool) -> list[Table]:
    """Leave out, or refuse where it was named, what is about forks of a run that has none."""
    from pipelines.tables import needs_forks
    from sim.errors import InputError

    missing = [] if _has_forks(run) else [table.name for table in chosen if needs_forks(table)]
    if missing and named:
        raise InputError(f"{missing[0]}: needs --forks 0.1 with --detail tallies, which {run.path} was played without")
    return [table for table in chosen if table.name not in missing]


def _without_rounds(run: Run, chosen: list[Table], *, named: bool) -> list[Table]:
    """Leave out, or refuse where it was named, what a run of games alone cannot say."""
    from pipelines.tables import TABLES, needs_rounds
    from sim.errors import InputError

    missing = [table.name for table in chosen if needs_rounds(table)]
    if missing and named:
        there = ", ".join(name for name, table in TABLES.items() if not needs_rounds(table))
        raise InputError(
            f"{missing[0]}: needs --detail rounds, but {run.path} keeps {run.plan.detail}; there are {there}"
        )
    if missing:
        _tell_missing(run, missing)
    return [table for table in chosen if table.name not in missing]


def _tell_missing(run: Run, missing: list[str]) -> None:
    click.echo(f"needs --detail rounds, the run keeps {run.plan.detail}: {', '.join(missing)}", err=True)


def _frames(run: Run, chosen: list[Table]) -> dict[str, pl.DataFrame]:
    """Finish the tables of all cells, one cell at a time."""
    import polars as pl

    from pipelines.tables.base import to_frame
    from pipelines.tallies import count

    needed = {"turns", *(name for table in chosen for name in table.tallies)}
    parts: dict[str, list[pl.DataFrame]] = {table.name: [] for table in chosen}
    for cell in run.cells:
        counted = count(cell, only=needed)
        for table in chosen:
            parts[table.name].append(to_frame(table, counted, cell))
    return {name: pl.concat(frames, how="vertical_relaxed") for name, frames in parts.items()}


def _records(frame: pl.DataFrame) -> list[dict[str, Any]]:
    from pipelines.findings.numbers import rounded

    return [
        {name: rounded(value) if isinstance(value, float) else value for name, value in row.items()}
        for row in frame.iter_rows(named=True)
    ]


def _csv(frame: pl.DataFrame) -> str:
    """Write floats to six digits, and no text that a spreadsheet would take for a formula."""
    import polars as pl

    from pipelines.spreadsheet import FORMULA

    numbers, texts = pl.selectors.float(), pl.selectors.string()
    harmless = pl.when(texts.str.contains(FORMULA)).then("'" + texts).otherwise(texts).name.keep()
    return frame.with_columns(numbers.round_sig_figs(6), harmless).write_csv()


def _text(chosen: list[Table], frames: dict[str, pl.DataFrame], run: Run) -> Iterator[str]:
    """Write for every table and cell a line a number: keys, number, interval."""
    from sim.commands.text_table import format_table

    for table in chosen:
        yield f"{table.title} ({table.name})"
        yield table.meaning
        head = [*(key.label for key in table.keys), "number", "value", "95 % interval", "n", "method"]
        for cell in run.cells:
            rows = frames[table.name].filter(cell=cell.number).iter_rows(named=True)
            lines = list(rows)
            yield f"\n{cell.label}{_about_stopped(lines)}"
            yield format_table(head, [_line(table, line) for line in lines])
        yield ""


def _about_stopped(lines: list[dict[str, Any]]) -> str:
    from pipelines.findings.numbers import so_many

    stopped = lines[0]["stopped"] if lines else 0
    were = "was" if stopped == 1 else "were"
    return f" ({so_many(stopped, 'rounds')} {were} stopped by the guard)" if stopped else ""


def _line(table: Table, row: dict[str, Any]) -> list[str]:
    interval = "none" if row["low"] is None else f"{row['low']:.6g} to {row['high']:.6g}"
    value = "" if row["value"] is None else f"{row['value']:.6g}"
    keys = [_key_text(row, key.name) for key in table.keys]
    return [*keys, row["measure"], value, interval, f"{row['n']:,}", row["method"]]


def _key_text(row: dict[str, Any], name: str) -> str:
    value = row[name]
    if value is None:
        return "all"
    if f"{name}_to" not in row:
        return str(value)
    end = row[f"{name}_to"]
    return f"{value}+" if end is None else str(value) if end == value else f"{value} to {end}"

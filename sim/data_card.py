"""README.md of a run folder: what is in it, for somebody who has nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from sim.columns import CELL, COLUMNS, Column, seat_column
from sim.plan import Cell, Plan, entrant_name
from sim.tallies.card import card_lines

_TABLES: Final = {
    "rounds": "one row a round",
    "games": "one row a game",
    "seats": "one row a game and seat",
    "turns": "one row a turn",
}
_TYPE_NAMES: Final = {"end": "text", "entrant": "text", "seats": "u16 by seat"}

_READING: Final = """\
## How to read it

The list of finished files is in `manifest/`; in a finished run it is every file of the folders named above. Every
file has the column `cell`, so the folder names need not be read.

DuckDB:

    SELECT {by}, count(*), avg(turns)
    FROM read_parquet('{table}/*/*.parquet', hive_partitioning = false) GROUP BY ALL;

Polars:

    polars.scan_parquet("{table}/*/*.parquet", hive_partitioning=False)

pandas:

    pandas.concat(map(pandas.read_parquet, sorted(pathlib.Path("{table}").glob("*/*.parquet"))))

pyarrow checks the page checksums when asked to:
`pyarrow.parquet.read_table(file, page_checksum_verification=True)`.
"""

_BY_SEAT: Final = """\
Cells with more players have more of the columns that are by seat: {by_seat}. Reading cells
of several numbers of players at once needs `union_by_name = true` in DuckDB and `missing_columns="insert",
extra_columns="ignore"` in Polars.
"""

_TURNS: Final = """\
A card is a code, 16 times the suit and the rank: suits C D H S are 0 to 3, ranks A 2 ... K are 0 to 12, so 27 is
the queen of diamonds; a joker is 61. A lay is a mask: bit `code` is set for each natural card, and bits 61 to 63 hold
the number of jokers. Turns that lay the queen of diamonds, and kings laid, whatever their suit:

    SELECT count(*) FILTER (lay & (1::UBIGINT << 27) <> 0), sum(bit_count(lay & 1152939097061330944::UBIGINT))
    FROM read_parquet('turns/*/*.parquet', hive_partitioning = false);

    lay = polars.col("lay")
    polars.scan_parquet("turns/*/*.parquet", hive_partitioning=False).select(
        queen=(lay & (1 << 27) != 0).sum(), kings=(lay & 1152939097061330944).bitwise_count_ones().sum()).collect()

With two decks, cards laid twice are counted again in `lay_twos`. A hand after its turn is worth `hand_total` less
`lay_points` and the points of the card taken, unless that was slapped at once. A run lies upwards, with `jokers_low` of
its spare jokers first. `yaniv replay` shows all hands.
"""

_BELONG: Final = """\
Games, rounds and seats belong together by `cell` and `game`. The same `deal` in two cells, or in two
rotations of one cell, is the same order of the cards: compare cells deal by deal. Rounds of one game and
games of one deal are not independent; intervals need deals, or groups of them, as their unit.
"""

_MANIFEST: Final = """\
## How to check it

An entry in `manifest/` gives for each file its size, its number of rows, its SHA-256 (`sha256`) and a SHA-256
of its values (`content`), which does not depend on the program that wrote the file. `content` is the hash of
these lines, joined by line feeds: `TABLE cell C rows N`, then for each column but `cell`, in the order above,
`NAME TYPE HASH`. HASH is the SHA-256 of the values in row order as little-endian integers of the type
(`bool`, `end` and `entrant`: one byte, no or yes, or the number of the text in the lists below), with all bits set
where there is no value. The columns by seat are one here: `NAME` without the seat, type `seats`, the values of all
seats row by row.
"""


def data_card(description: dict[str, Any], plan: Plan) -> str:
    """Write the card from what `run.json` says, and nothing else."""
    return "\n".join(_lines(description, plan)) + "\n"


def _lines(description: dict[str, Any], plan: Plan) -> Iterator[str]:
    yield f"# {_plain(plan.title) or 'Games of Yaniv'}"
    yield ""
    yield "Simulated games of the card game Yaniv, as Parquet. `run.json` holds the complete plan."
    yield ""
    yield from _settings(description, plan)
    yield "## Cells"
    yield ""
    yield "| cell | variant | differs from `standard` in | players | line-up | rotations | deals | games |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for number, cell in enumerate(plan.cells):
        counts = f"{cell.rotations} | {description['deals'][number]} | {description['games'][number]}"
        yield f"| {number} | {_cell_names(cell)} | {counts} |"
    yield ""
    yield "Each deal is played in every rotation of the line-up: in rotation r seat s holds line-up place"
    yield "(s - r) modulo the number of players."
    yield ""
    yield from _rows(plan) if plan.keeps_rows else card_lines()
    yield from _texts(plan)


def _rows(plan: Plan) -> Iterator[str]:
    for table in plan.tables:
        yield from _table(table, (CELL, *COLUMNS[table]))
    table, by = ("rounds", '"end"') if "rounds" in plan.tables else ("games", "winners")
    yield _READING.format(table=table, by=by)
    if "rounds" in plan.tables:
        yield _BY_SEAT.format(by_seat=" and ".join(_column_name(c) for c in COLUMNS["rounds"] if c.type == "seats"))
    if "turns" in plan.tables:
        yield _TURNS
    yield _BELONG
    yield _MANIFEST


def _settings(description: dict[str, Any], plan: Plan) -> Iterator[str]:
    libraries = ", ".join(f"{name} {number}" for name, number in description["libraries"].items())
    yield f"- detail {plan.detail}: {', '.join(plan.tables)} are kept"
    yield f"- seed {plan.seed}, {plan.chunk_deals} deals a chunk, plan {description['plan_hash']}"
    yield (
        f"- format {description['format']}, engine {description['engine']},"
        f" random stream {description['stream']}, sources {description['source']}"
    )
    yield f"- begun with {libraries}"
    yield ""


def _cell_names(cell: Cell) -> str:
    changes = ", ".join(f"{field} {new}" for field, (_, new) in cell.variant.changes().items())
    lineup = ", ".join(_code(entrant_name(entrant)) for entrant in cell.lineup)
    return f"{_code(cell.variant.name)} | {_plain(changes) or 'nothing'} | {cell.players} | {lineup}"


def _table(table: str, columns: tuple[Column, ...]) -> Iterator[str]:
    yield f"## `{table}`: {_TABLES[table]}"
    yield ""
    yield "| column | type | unit | meaning |"
    yield "| --- | --- | --- | --- |"
    for column in columns:
        kind = _TYPE_NAMES.get(column.type, column.type)
        yield f"| {_column_name(column)} | {kind} | {column.unit} | {column.meaning} |"
    yield ""


def _column_name(column: Column) -> str:
    first, second = (seat_column(column.name, seat) for seat in (0, 1))
    return f"`{first}`, `{second}`, ..." if column.type == "seats" else f"`{column.name}`"


def _texts(plan: Plan) -> Iterator[str]:
    from sim.columns import ENDS

    yield f"- `end`: {', '.join(f'{code} {text}' for code, text in enumerate(ENDS))}"
    for number, cell in enumerate(plan.cells):
        names = ", ".join(f"{code} {_code(entrant_name(e))}" for code, e in enumerate(cell.entrants))
        yield f"- `entrant` in cell {number}: {names}"


def _code(text: str) -> str:
    """Show a name as it is: nothing in it is markup."""
    return f"`{text.replace('`', chr(39)).replace('|', '/')}`"


def _plain(text: str) -> str:
    """Write text in which nothing is markup or a table's edge."""
    for mark in "\\`*_[]<>|#":
        text = text.replace(mark, f"\\{mark}")
    return text

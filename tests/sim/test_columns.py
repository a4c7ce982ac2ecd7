"""What is stored, as other programs see it."""

import hashlib
import json
import tomllib

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.columns import COLUMNS, ENDS, TABLES, stored_columns
from sim.errors import InputError
from sim.run_folder import RunFolder
from tests.pipelines.rows import with_lists
from tests.run_helpers import finished_run

PLAN = """
title = "Two tables"
games = 40
chunk = 16
[entrants."<script>|`"]
family = "greedy"
call_at = 3
[[cells]]
players = 2
entrants = ["greedy", "<script>|`"]
[[cells]]
variant = "dhumbal"
players = 5
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("columns")
    (folder / "plan.toml").write_text(PLAN)
    return RunFolder.open(finished_run(folder / "run", folder / "plan.toml"))


def rows(run, table, cell):
    return [row for file in run.files(table, cell) for row in pq.read_table(file).to_pylist()]


@pytest.mark.parametrize("table", TABLES)
def test_files__have_the_declared_columns_and_no_others(run, table):
    for cell, players in ((0, 2), (1, 5)):
        expected = [column.name for column in stored_columns(table, players)]
        assert all(pq.read_schema(file).names == expected for file in run.files(table, cell))


def test_rounds__have_a_column_for_each_seat():
    names = [column.name for column in stored_columns("rounds", 3)]
    assert names[12:20] == [
        "reshuffles", "score_0", "score_1", "score_2", "total_0", "total_1", "total_2", "first_allowed",
    ]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_files__know_nulls_only_where_they_are_declared(run, table):
    schema = pq.read_schema(run.files(table, 0)[0])
    nullable = {column.name for column in stored_columns(table, 2) if column.nullable}
    assert {name for name in schema.names if schema.field(name).nullable} == nullable


@pytest.mark.parametrize("table", TABLES)
def test_duckdb__reads_the_same_rows_as_another_reader(run, table):
    for cell, players in ((0, 2), (1, 5)):
        pattern = f"{run.path / table}/cell=00{cell}/*.parquet"
        query = f"SELECT * FROM read_parquet('{pattern}', hive_partitioning = false) ORDER BY ALL"  # noqa: S608
        names = [column.name for column in stored_columns(table, players)]
        found = duckdb.sql(query).fetchall()
        assert [dict(zip(names, row, strict=True)) for row in found] == rows(run, table, cell)


def test_duckdb__reads_cells_of_several_numbers_of_players_at_once(run):
    files = f"read_parquet('{run.path / 'rounds/*/*.parquet'}', union_by_name = true, hive_partitioning = false)"
    query = f"SELECT cell, count(*), count(score_1), count(score_4) FROM {files} GROUP BY ALL ORDER BY ALL"  # noqa: S608
    found = duckdb.sql(query).fetchall()
    n = [len(rows(run, "rounds", cell)) for cell in (0, 1)]
    assert found[0] == (0, n[0], n[0], 0)  # two players: both are in to the end
    assert found[1][:2] == (1, n[1])
    assert found[1][3] > 0


def test_duckdb__types_are_those_of_the_declaration(run):
    pattern = str(run.path / "rounds/cell=000/*.parquet")
    described = duckdb.sql(f"DESCRIBE SELECT * FROM '{pattern}'").fetchall()  # noqa: S608
    types = {name: kind for name, kind, *_ in described if name != "cell"}
    names = {"u8": "UTINYINT", "u16": "USMALLINT", "u32": "UINTEGER", "u64": "UBIGINT"}
    names |= {"bool": "BOOLEAN", "end": "VARCHAR"}
    assert types == {column.name: names[column.type] for column in stored_columns("rounds", 2)[1:]}


def test_polars__reads_texts_and_scores(run):
    frame = pl.scan_parquet(run.files("rounds", 1), hive_partitioning=False).collect()
    assert frame.schema["score_4"] == frame.schema["total_0"] == pl.UInt16
    assert set(frame["end"].cast(pl.String)) <= set(ENDS)


def test_rows__belong_together(run):
    for cell, table in enumerate(run.plan.cells):
        games, rounds, seats = (rows(run, name, cell) for name in ("games", "rounds", "seats"))
        assert [game["game"] for game in games] == list(range(40))
        assert [game["game"] for game in games] == [game["deal"] * table.rotations + game["rotation"] for game in games]
        assert sum(game["rounds"] for game in games) == len(rounds)
        assert len(seats) == 40 * table.players
        for row in seats:
            game = games[row["game"]]
            expected = table.seat_entrants(game["rotation"])[row["seat"]]
            assert row["entrant"] == (expected.label or str(expected))


def test_stopped__is_a_game_of_many_rounds_or_the_only_round(tmp_path):
    variant = tmp_path / "v.toml"
    for name, lines in (("many", "max_turns = 5\nmax_rounds = 3"), ("one", "score_limit = 0\nmax_turns = 5")):
        variant.write_text(f"{lines}\nthreshold = 0")
        stopped = RunFolder.open(finished_run(tmp_path / name, "--variant", variant, "--games", 8))
        assert {row["stopped"] for row in rows(stopped, "games", 0)} == {True}
        assert {row["end"] for row in rows(stopped, "rounds", 0)} == {"stopped"}
    meaning = next(column.meaning for column in COLUMNS["games"] if column.name == "stopped")
    assert "max_rounds" in meaning
    assert "max_turns" in meaning


def test_scores__are_null_exactly_for_seats_that_are_out(run):
    for row in map(with_lists, rows(run, "rounds", 0) + rows(run, "rounds", 1)):
        assert sum(score is not None for score in row["score"]) == row["players_in"]
        assert [s is None for s in row["score"]] == [t is None for t in row["total"]]


def content(run, table, cell, entry):
    """Hash the values of a file as the data-set card says, from what another program reads."""
    file = run.path / entry.chunk.part(table)
    columns = pq.read_table(file).to_pydict()
    for name in ("score", "total") if table == "rounds" else ():
        columns[name] = list(
            zip(*(columns[f"{name}_{seat}"] for seat in range(run.plan.cells[cell].players)), strict=True)
        )
    lines = [f"{table} cell {cell} rows {len(columns['cell'])}"]
    names = [entrant.label or str(entrant) for entrant in run.plan.cells[cell].entrants]
    for column in COLUMNS[table]:
        width = {"u16": 2, "u32": 4, "u64": 8, "seats": 2}.get(column.type, 1)
        codes = {"end": ENDS, "entrant": names}.get(column.type)
        data = b""
        for value in columns[column.name]:
            for item in value if column.type == "seats" else [value]:
                number = codes.index(item) if codes else item
                data += b"\xff" * width if number is None else int(number).to_bytes(width, "little")
        lines.append(f"{column.name} {column.type} {hashlib.sha256(data).hexdigest()}")
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_manifest__hashes_are_those_of_the_files_and_their_values(run):
    for entry in run.chunks():
        for table, part in entry.parts.items():
            data = (run.path / entry.chunk.part(table)).read_bytes()
            assert (part.n_bytes, part.sha256) == (len(data), hashlib.sha256(data).hexdigest())
            assert part.content == content(run, table, entry.chunk.cell, entry)


def test_files__tell_what_made_them(run):
    metadata = pq.read_metadata(run.files("games", 0)[0]).metadata
    assert json.loads(metadata[b"yaniv"]) == {
        "format": 2,
        "plan": run.plan.hash,
        "engine": run.description["engine"],
        "stream": run.description["stream"],
    }


def test_page_checksum__finds_a_flipped_bit(run, tmp_path):
    data = bytearray(run.files("rounds", 0)[0].read_bytes())
    data[len(data) // 3] ^= 1
    (tmp_path / "flipped.parquet").write_bytes(data)
    with pytest.raises(OSError, match="CRC checksum|could not verify page"):
        pq.read_table(tmp_path / "flipped.parquet", page_checksum_verification=True)


def test_card__tells_every_column_and_shows_names_as_text(run):
    card = (run.path / "README.md").read_text()
    assert card.startswith("# Two tables\n")
    for columns in (COLUMNS[table] for table in TABLES):
        names = [f"{c.name}_0`, `{c.name}_1`, ..." if c.type == "seats" else f"{c.name}`" for c in columns]
        assert all(f"| `{name} | " in card for name in names)
        assert all(column.meaning in card for column in columns)
    assert "`<script>/'`" in card  # in backticks nothing is markup
    for fact in (run.plan.hash, "seed 1", "`dhumbal`", "threshold 10"):
        assert fact in card


def test_card__ways_to_read_are_right(run, monkeypatch):
    import pathlib

    import pandas
    import polars

    monkeypatch.chdir(run.path)
    blocks = [
        "\n".join(line[4:] for line in block.splitlines())
        for block in (run.path / "README.md").read_text().split("\n\n")
        if block.startswith("    ")
    ]
    sql, *expressions = blocks
    n_rounds = sum(entry.parts["rounds"].rows for entry in run.chunks())
    assert sum(n for _, n, _ in duckdb.sql(sql).fetchall()) == n_rounds
    assert len(eval(expressions[1], {"pandas": pandas, "pathlib": pathlib})) == n_rounds  # noqa: S307
    seats = expressions[0].replace("rounds", "seats")
    assert eval(seats, {"polars": polars}).collect().height == 40 * 7  # noqa: S307


def test_unknown_folder__is_no_run(tmp_path):
    with pytest.raises(InputError, match="there is no run here"):
        RunFolder.open(tmp_path)


def test_plan_in_run_json__is_complete(run):
    cells = json.loads((run.path / "run.json").read_text())["plan"]["cells"]
    assert cells[0]["lineup"][1]["parameters"].keys() == {
        "call_at", "take_at_most", "keep_pair", "keep_run", "keep_joker",
    }  # fmt: skip
    assert cells[1]["variant"]["threshold"] == 10
    assert tomllib.loads(PLAN)["title"] == run.plan.title

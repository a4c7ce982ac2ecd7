"""Fault 21 and others: files with right hashes and wrong rows, as a wrong engine or a forger writes them."""

import hashlib

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.atomic_files import read_json, unseal, write_sealed
from tests.run_helpers import finished_run
from tests.sim.verify.checking import check, the_fault, told
from tests.sim.verify.rewriting import rewrite


def test_labels__of_another_run_are_named(run_copy, tmp_path):
    """Files of another plan, declared in this manifest with right sizes and hashes."""
    rewrite(run_copy, 1, labels={"yaniv": "{}"})
    assert all("is labelled {b'yaniv': b'{}'}, not" in fault for fault in told(run_copy))


def games_missing(tables):
    """Drop games 17, 20, 21 and 22 everywhere."""
    for rows in tables.values():
        gone = [17, 20, 21, 22]
        keep = [game not in gone for game in rows["game"].tolist()]
        rows |= {name: values[keep] for name, values in rows.items()}


def game_doubled(tables):
    """Game 19 is there again in the place of game 20."""
    for rows in tables.values():
        rows["game"][rows["game"] == 20] = 19


def game_of_another_chunk(tables):
    for rows in tables.values():
        rows["game"][rows["game"] == 31] = 40


def round_missing(tables):
    rows = tables["rounds"]
    gone = (rows["game"] == 18) & (rows["round"] == 2)
    rows |= {name: values[~gone] for name, values in rows.items()}


def seat_doubled(tables):
    rows = tables["seats"]
    rows["seat"][(rows["game"] == 25) & (rows["seat"] == 2)] = 1


def two_games_changed_places(tables):
    rows = tables["games"]
    rows |= {name: values[[1, 0, *range(2, 16)]] for name, values in rows.items()}


ROUNDS, GAMES, SEATS = (f"{table}/cell=000/part-000001.parquet" for table in ("rounds", "games", "seats"))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (games_missing, [f"{name} lacks games 17, 20 to 22" for name in (ROUNDS, GAMES, SEATS)]),
        (game_doubled, [f"{name} lacks game 20" for name in (ROUNDS, GAMES, SEATS)]),
        (game_doubled, [f"{name} holds rows of game 19 twice or more" for name in (ROUNDS, GAMES, SEATS)]),
        (game_of_another_chunk, [f"{name} lacks game 31" for name in (ROUNDS, GAMES, SEATS)]),
        (
            game_of_another_chunk,
            [f"{name} holds game 40 of another chunk or of none" for name in (ROUNDS, GAMES, SEATS)],
        ),
        (round_missing, [f"{ROUNDS} lacks rounds of game 18"]),
        (seat_doubled, [f"{SEATS} lacks seats of game 25", f"{SEATS} holds rows of game 25 twice or more"]),
        (two_games_changed_places, [f"{GAMES} does not hold its rows in order"]),
    ],
)
def test_fault_21_ids_wrong_in_well_hashed_files__ranges_are_listed(run_copy, change, expected):
    rewrite(run_copy, 1, change)
    findings = check(run_copy)
    assert set(expected) <= {str(fault) for fault in findings.faults}
    assert {fault.mend.value for fault in findings.faults} == {""}
    assert findings.damaged == []


def test_fault_21_games_missing_at_the_end__listed(run_copy):
    def last_two(tables):
        for rows in tables.values():
            keep = rows["game"] < 30
            rows |= {name: values[keep] for name, values in rows.items()}

    rewrite(run_copy, 1, last_two)
    assert told(run_copy) == [f"{name} lacks games 30 to 31" for name in (ROUNDS, GAMES, SEATS)]


def test_fault_21_no_rows_at_all__all_games_are_missing(run_copy):
    def nothing(tables):
        for rows in tables.values():
            rows |= {name: values[:0] for name, values in rows.items()}

    rewrite(run_copy, 1, nothing)
    assert told(run_copy) == [f"{name} lacks games 16 to 31" for name in (ROUNDS, GAMES, SEATS)]


def test_fault_21_many_ranges__the_list_is_cut(tmp_path):
    run = finished_run(tmp_path / "run", "--variant", "short", "--players", 2, "--games", 64, "--chunk", 64)

    def every_other(tables):
        rows = tables["games"]
        rows |= {name: values[::2] for name, values in rows.items()}

    rewrite(run, 0, every_other)
    listed = ", ".join(str(game) for game in range(1, 24, 2))
    assert told(run) == [f"games/cell=000/part-000000.parquet lacks games {listed} and 20 more ranges"]


def test_rule_broken_in_well_hashed_files__named_with_cell_game_and_round(run_copy):
    def change(tables):
        tables["rounds"]["dealer"][1] = 2

    rewrite(run_copy, 1, change)
    findings = check(run_copy)
    assert "rounds/cell=000/part-000001.parquet cell 0, game 16, round 2: dealer is 2 instead of 1 (D3: " in "\n".join(
        map(str, findings.faults)
    )
    assert {fault.mend.value for fault in findings.faults} == {""}


def test_content__declared_otherwise_than_the_values_is_named(run_copy):
    entry = run_copy / "manifest/cell=000/chunk-000001.json"
    mapping = unseal(read_json(entry))
    mapping["files"]["games"]["content"] = "0" * 64
    write_sealed(entry, mapping)
    assert told(run_copy) == [f"{GAMES} holds other values than its manifest entry says (`content` differs)"]


def test_rows__declared_otherwise_than_there_are_is_named(run_copy):
    entry = run_copy / "manifest/cell=000/chunk-000001.json"
    mapping = unseal(read_json(entry))
    mapping["files"]["games"]["rows"] = 17
    write_sealed(entry, mapping)
    assert told(run_copy) == [f"{GAMES} has 16 rows instead of 17"]


def redeclare(run, name):
    """Put size and hash of a changed file into its manifest entry."""
    entry = run / "manifest/cell=000/chunk-000001.json"
    mapping = unseal(read_json(entry))
    data = (run / name).read_bytes()
    mapping["files"][name.split("/")[0]] |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    write_sealed(entry, mapping)


def test_page__damaged_before_it_was_hashed_is_found_by_its_checksum(run_copy):
    column = pq.read_metadata(run_copy / ROUNDS).row_group(0).column(6)
    with (run_copy / ROUNDS).open("r+b") as file:
        file.seek(column.data_page_offset + column.total_compressed_size // 2)
        file.write(b"????")
    redeclare(run_copy, ROUNDS)
    fault = the_fault(run_copy)
    assert fault.check == "pages"
    assert "could not verify page integrity" in fault.message


def test_file_that_is_no_parquet_but_well_hashed__named(run_copy):
    (run_copy / GAMES).write_bytes(b"no parquet at all")
    redeclare(run_copy, GAMES)
    assert the_fault(run_copy).check == "pages"


@pytest.mark.parametrize(
    ("change", "check_name", "message"),
    [
        (lambda t: t.drop_columns(["winner"]), "columns", "has the columns cell, game, deal"),
        (lambda t: t.set_column(3, "rotation", t["rotation"].cast("uint16")), "columns", "rotation (uint16"),
        (lambda t: t.set_column(0, t.schema.field(0), pa.array([3] * len(t), "uint16")), "cell", "rows of cell 3"),
    ],
)
def test_columns__other_than_declared_are_named(run_copy, change, check_name, message):
    labels = pq.read_schema(run_copy / GAMES).metadata
    table = change(pq.read_table(run_copy / GAMES, partitioning=None))
    pq.write_table(table.replace_schema_metadata(labels), run_copy / GAMES)
    redeclare(run_copy, GAMES)
    fault = the_fault(run_copy)
    assert fault.check == check_name
    assert message in fault.message

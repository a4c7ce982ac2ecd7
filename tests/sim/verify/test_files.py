"""Faults 13 and 21: files that were damaged, swapped or lost, and rows that were written wrong, are found and named."""

import hashlib
import json
import os
import random
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim.atomic_files import read_json, unseal, write_sealed
from sim.progress import Progress
from sim.run_folder import RunFolder
from sim.stopping import StopRequest
from sim.verify.run_check import check_run
from tests.flips import flip, run_files, tiny_run, verdict
from tests.run_helpers import contents, finished_run, refused, reseal
from tests.sim.verify.rewriting import rewrite


def check(path):
    return check_run(RunFolder.open(path), 1, StopRequest(), Progress(1, 0, quiet=True))


def told(path):
    """The faults as texts."""
    return [str(fault) for fault in check(path).faults]


def the_fault(path):
    """Check that there is exactly one; give it."""
    (fault,) = check(path).faults
    return fault


def part(run, table="rounds", number=1):
    return run / f"{table}/cell=000/part-{number:06d}.parquet"


def test_fault_13_single_bits_flipped__all_found(tmp_path):
    """200 of any bits; `make verify-faults` flips 1,000."""
    run = tiny_run(tmp_path / "run")
    choices = random.Random(13)  # noqa: S311
    assert verdict(run) == 0
    for _ in range(200):
        path, bit = flip(run, choices)
        assert verdict(run) != 0, f"bit {bit} of {path}"
        flip(run, choices, path, bit)
    assert verdict(run) == 0


def test_fault_13_flips__are_in_every_kind_of_file(tmp_path):
    files = [str(path.relative_to(tmp_path)) for path in run_files(tiny_run(tmp_path / "run"))]
    chunks = [f"{table}/cell=000/part-{n:06d}.parquet" for table in ("games", "rounds", "seats") for n in (0, 1)]
    entries = [f"manifest/cell=000/chunk-{n:06d}.json" for n in (0, 1)]
    assert sorted(files) == sorted(f"run/{name}" for name in ("run.json", "README.md", *chunks, *entries))


@pytest.mark.parametrize("table", ["rounds", "games", "seats"])
@pytest.mark.parametrize("size", [0, 1, -1])
def test_fault_13_truncated_or_empty__named_with_both_sizes(run_copy, table, size):
    file = part(run_copy, table)
    n_bytes = file.stat().st_size
    os.truncate(file, size % n_bytes)
    fault = the_fault(run_copy)
    assert str(fault) == f"{file.relative_to(run_copy)} has {size % n_bytes} bytes instead of {n_bytes}"
    assert (fault.check, fault.cell, fault.games, fault.mend.value) == ("file", 0, (16, 31), "repair")


@pytest.mark.parametrize("table", ["rounds", "games", "seats"])
def test_fault_13_appended_bytes__named(run_copy, table):
    with part(run_copy, table).open("ab") as file:
        file.write(b"\0")
    assert "bytes instead of" in str(the_fault(run_copy))


@pytest.mark.parametrize("name", ["run.json", "README.md", "manifest/cell=000/chunk-000001.json"])
def test_fault_13_appended_line_feed__named(run_copy, name):
    with (run_copy / name).open("ab") as file:
        file.write(b"\n")
    fault = the_fault(run_copy)
    assert fault.file == name
    assert fault.message.startswith("is not the card" if name == "README.md" else "is not as it was written")


def test_fault_13_several_files_of_a_chunk__each_is_named(run_copy):
    part(run_copy, "rounds").unlink()
    os.truncate(part(run_copy, "seats"), 5)
    assert [fault.split()[0] for fault in told(run_copy)] == [
        "rounds/cell=000/part-000001.parquet",
        "seats/cell=000/part-000001.parquet",
    ]


def test_fault_13_files_of_two_chunks_swapped__both_named(run_copy):
    first, second = part(run_copy, "rounds", 0), part(run_copy, "rounds", 1)
    first.rename(run_copy / "x")
    second.rename(first)
    (run_copy / "x").rename(second)
    faults = told(run_copy)
    assert [fault.split()[0] for fault in faults] == [
        "rounds/cell=000/part-000000.parquet",
        "rounds/cell=000/part-000001.parquet",
    ]


def test_fault_13_same_size_other_bytes__named_by_its_hash(run_copy):
    file = part(run_copy, "games")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert told(run_copy) == ["games/cell=000/part-000001.parquet is not what was written (SHA-256 differs)"]


def link(path):
    path.rename(path.parent / "elsewhere")
    path.symlink_to("elsewhere")


def test_fault_13_link_in_the_place_of_a_file__named(run_copy):
    link(part(run_copy))
    assert told(run_copy) == ["rounds/cell=000/part-000001.parquet is no plain file"]


def test_fault_13_link_in_the_place_of_an_entry__named(run_copy):
    link(run_copy / "manifest/cell=000/chunk-000001.json")
    assert told(run_copy) == ["manifest/cell=000/chunk-000001.json is a link"]


def test_card__missing_or_changed_is_named(run_copy):
    (run_copy / "README.md").unlink()
    assert told(run_copy) == ["README.md is missing"]
    (run_copy / "README.md").mkdir()
    assert told(run_copy) == ["README.md is no plain file"]


def test_card__of_another_version_is_only_noted(run_copy):
    """Another version may word it otherwise; the rows are what counts."""
    reseal(run_copy / "run.json", libraries={"yaniv-sim": "0.0.9"})
    findings = check(run_copy)
    assert findings.ok
    assert "README.md is not the card of this run; yaniv-sim 0.0.9 began the run" in findings.notes[0]


def test_entry__no_json_or_of_another_chunk_is_named(run_copy):
    folder = run_copy / "manifest/cell=000"
    shutil.copy(folder / "chunk-000000.json", folder / "chunk-000001.json")
    (folder / "chunk-000002.json").write_text("{")
    assert told(run_copy) == [
        "manifest/cell=000/chunk-000001.json belongs to another chunk or another run",
        "manifest/cell=000/chunk-000002.json is no JSON",
    ]


def test_entry__spaces_that_change_nothing_are_noticed(run_copy):
    entry = run_copy / "manifest/cell=000/chunk-000001.json"
    entry.write_text(json.dumps(json.loads(entry.read_text())))
    assert told(run_copy) == ["manifest/cell=000/chunk-000001.json is not as it was written"]


def test_strays__ours_can_be_mended_and_others_not(run_copy):
    shutil.copy(part(run_copy), run_copy / "rounds/cell=000/part-000003.parquet")
    shutil.copy(part(run_copy), run_copy / "rounds/cell=000/mine.parquet")
    faults = {fault.file: fault for fault in check(run_copy).faults}
    assert faults["rounds/cell=000/part-000003.parquet"].mend.value == "repair"
    assert faults["rounds/cell=000/mine.parquet"].mend.value == ""
    assert "move it elsewhere" in faults["rounds/cell=000/mine.parquet"].message


def test_leftovers__are_noted_and_no_fault(run_copy):
    (run_copy / "rounds/cell=000/part-000001.parquet.tmp").write_text("half")
    (run_copy / "run.json.tmp").write_text("half")
    findings = check(run_copy)
    assert findings.ok
    assert [note.split(" was left")[0] for note in findings.notes] == [
        str(run_copy / "run.json.tmp"),
        str(run_copy / "rounds/cell=000/part-000001.parquet.tmp"),
    ]


def test_unfinished_run__games_that_are_missing_are_told_and_the_rest_is_checked(run_copy):
    for number in (1, 2):
        (run_copy / f"manifest/cell=000/chunk-00000{number}.json").unlink()
    findings = check(run_copy)
    assert [str(fault) for fault in findings.faults] == [
        "manifest/cell=000 lacks 28 games that are not played yet: 16 to 43"
    ]
    assert findings.faults[0].mend.value == "resume"
    assert findings.checked.games == 16


@pytest.mark.parametrize(("name", "value"), [("games", [45]), ("chunks", [2])])
def test_run_json__counts_that_do_not_follow_from_the_deals_are_named(run_copy, name, value):
    reseal(run_copy / "run.json", **{name: value})
    assert any(fault.startswith(f"run.json holds {name} = {value} where") for fault in told(run_copy))


@pytest.mark.parametrize("key", ["deals", "libraries", "plan", "engine"])
def test_run_json__sealed_without_something_it_must_have_is_refused(run_copy, capsys, key):
    mapping = unseal(read_json(run_copy / "run.json"))
    del mapping[key]
    write_sealed(run_copy / "run.json", mapping)
    assert f"run.json: lacks '{key}'; restore it from a copy" in refused(capsys, "resume", run_copy)


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


def test_check__changes_nothing(run_copy):
    before = contents(run_copy)
    part(run_copy).unlink()
    check(run_copy)
    assert contents(run_copy).items() <= before.items()


def test_chunks__findings_come_in_their_order_for_any_number_of_threads(run_copy):
    for number in range(3):
        part(run_copy, "seats", number).unlink()
    run = RunFolder.open(run_copy)
    findings = check_run(run, 3, StopRequest(), Progress(1, 0, quiet=True))
    expected = [(number, (f"seats/cell=000/part-{number:06d}.parquet",)) for number in range(3)]
    assert [(damage.chunk.number, damage.files) for damage in findings.damaged] == expected

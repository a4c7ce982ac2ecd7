"""Runs that keep every turn, or games and seats alone: played, extended, checked, mended and read like any other."""

import json
import shutil

import duckdb
import polars as pl
import pyarrow.parquet as pq
import pytest

from sim.detail import DETAILS
from sim.plan_file import Settings, order_from_options
from sim.run_folder import RunFolder
from sim.verify import whole_games
from tests.run_helpers import contents, finished_run, refused, small, yaniv
from tests.sim.verify.checking import told
from tests.sim.verify.rewriting import rewrite

KEPT = ["turns", "games"]
LEVELS = pytest.mark.parametrize("detail", KEPT)
QUIET = "--quiet"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """A small run of each level, and one that keeps rounds."""
    folder = tmp_path_factory.mktemp("detail")
    return {detail: finished_run(folder / detail, *small("--detail", detail)) for detail in ("rounds", *KEPT)}


@pytest.fixture
def copy_of(runs, tmp_path):
    """Give copies that may be changed."""
    return lambda detail: shutil.copytree(runs[detail], tmp_path / detail)


@LEVELS
def test_detail__the_tables_of_the_level_are_there_and_no_others(runs, detail):
    there = {path.name for path in runs[detail].iterdir() if path.is_dir()} - {"manifest"}
    assert there == set(DETAILS[detail])
    assert RunFolder.open(runs[detail]).plan.detail == detail


@LEVELS
def test_detail__what_is_kept_is_the_same_at_every_level(runs, detail):
    """Byte for byte but for the label that names the plan: so the values are compared."""
    for table in set(DETAILS[detail]) & set(DETAILS["rounds"]):
        one, other = (sorted((runs[level] / table).glob("*/*")) for level in (detail, "rounds"))
        assert pl.read_parquet(one).equals(pl.read_parquet(other))


@pytest.mark.parametrize(
    ("table", "column", "encoding"),
    [
        ("rounds", "game", "DELTA_BINARY_PACKED"),
        ("rounds", "total_0", "DELTA_BINARY_PACKED"),
        ("rounds", "score_0", "RLE_DICTIONARY"),
        ("games", "deal", "DELTA_BINARY_PACKED"),
    ],
)
def test_rows__are_encoded_by_what_the_column_is(runs, table, column, encoding):
    """Bytes a round hang on it: growing columns and totals by their differences, small numbers as indices."""
    part = next((runs["rounds"] / table).glob("*/*.parquet"))
    group = pq.ParquetFile(part).metadata.row_group(0)
    found = next(
        group.column(number) for number in range(group.num_columns) if group.column(number).path_in_schema == column
    )
    assert encoding in found.encodings


@LEVELS
@pytest.mark.parametrize("threads", [1, 3])
def test_detail__same_bytes_on_any_number_of_threads(runs, tmp_path, detail, threads):
    again = finished_run(tmp_path / "again", *small("--detail", detail, "--threads", threads))
    assert contents(again) == contents(runs[detail])


@LEVELS
def test_detail__resumed_after_a_kill_equals_a_run_without_one(runs, copy_of, detail):
    run = copy_of(detail)
    (run / "manifest/cell=000/chunk-000001.json").unlink()
    (run / DETAILS[detail][-1] / "cell=000/part-000001.parquet").write_bytes(b"half")
    (run / DETAILS[detail][0] / "cell=000/.part-000002.parquet.tmp").write_bytes(b"of a killed writer")
    assert yaniv("resume", run, QUIET) == 0
    assert {name: value for name, value in contents(run).items() if ".tmp" not in name} == contents(runs[detail])


@LEVELS
def test_detail__extended_equals_fresh(copy_of, tmp_path, detail):
    run = copy_of(detail)
    assert yaniv("extend", run, "--games", 60, QUIET) == 0
    assert contents(run) == contents(finished_run(tmp_path / "fresh", *small("--detail", detail, "--games", 60)))


@LEVELS
def test_verify__finds_a_run_in_order(runs, detail, capsys):
    assert yaniv("verify", runs[detail], "--sample", 5) == 0
    told = capsys.readouterr().out
    assert "44 games" in told
    assert "5 games played again" in told
    assert ("turns by" in told) == (detail == "turns")
    assert "all in order" in told


@LEVELS
def test_verify__repairs_every_table(runs, copy_of, detail, capsys):
    for table in DETAILS[detail]:
        run = copy_of(detail)
        part = run / table / "cell=000/part-000001.parquet"
        spoilt = bytearray(part.read_bytes())
        spoilt[len(spoilt) // 2] ^= 4
        part.write_bytes(spoilt)
        assert yaniv("verify", run) == 1
        assert f"{table}/cell=000/part-000001.parquet is not what was written" in capsys.readouterr().out
        assert yaniv("verify", run, "--repair") == 0
        assert contents(run) == contents(runs[detail])
        shutil.rmtree(run)


def drop(table, **ids):
    """Give a change that drops the rows of these ids."""

    def change(tables):
        rows = tables[table]
        gone = [all(row) for row in zip(*(rows[name] == value for name, value in ids.items()), strict=True)]
        rows |= {name: values[[not each for each in gone]] for name, values in rows.items()}

    return change


def turns_doubled(tables):
    rows = tables["turns"]
    rows["turn"][(rows["game"] == 25) & (rows["turn"] == 2)] = 1


def turns_out_of_order(tables):
    rows = tables["turns"]
    rows |= {name: values[[1, 0, *range(2, len(values))]] for name, values in rows.items()}


def last_turn_missing(tables):
    rows = tables["turns"]
    rows |= {name: values[:-1] for name, values in rows.items()}


TURNS = "turns/cell=000/part-000001.parquet"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (drop("turns", game=18, round=2, turn=3), f"{TURNS} lacks turns of game 18"),
        (drop("turns", game=20), f"{TURNS} lacks game 20"),
        (turns_doubled, f"{TURNS} holds rows of game 25 twice or more"),
        (turns_out_of_order, f"{TURNS} does not hold its rows in order"),
        (last_turn_missing, f"{TURNS} does not hold the turns of its games in one order with the other tables"),
    ],
)
def test_verify__turns_with_wrong_ids_are_named(copy_of, change, expected):
    run = copy_of("turns")
    rewrite(run, 1, change)
    assert expected in told(run)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("games", "games/cell=000/part-000001.parquet lacks game 20"),
        ("seats", "seats/cell=000/part-000001.parquet lacks"),
    ],
)
def test_verify__games_alone_with_wrong_ids_are_named(copy_of, table, expected):
    run = copy_of("games")
    rewrite(run, 1, drop(table, game=20))
    assert any(fault.startswith(expected) for fault in told(run))


def test_verify__a_wrong_turn_is_named_with_its_rule(copy_of):
    def change(tables):
        tables["turns"]["lay_points"][3] += 1

    run = copy_of("turns")
    rewrite(run, 1, change)
    (fault, *_) = [fault for fault in told(run) if "lay_points is" in fault]
    assert "cell 0, game 16, round 1, turn 4: lay_points is " in fault
    assert "(C2: the lay is worth the points of its cards)" in fault


def test_verify__turns_are_checked_in_pieces_of_whole_games(copy_of, monkeypatch):
    def change(tables):
        tables["turns"]["stock"][-1] += 1

    run = copy_of("turns")
    assert told(run) == []
    monkeypatch.setattr(whole_games, "MOST_TURNS", 150)
    assert told(run) == []
    rewrite(run, 1, change)
    (fault,) = told(run)
    assert "game 31, round " in fault
    assert "stock is " in fault


def test_replay__compares_the_turns(runs, capsys):
    assert yaniv("replay", runs["turns"], "--game", 17, "--round", 1) == 0
    assert "all 52 columns are equal." in capsys.readouterr().out


def test_replay__says_what_a_run_of_games_does_not_keep(runs, capsys):
    assert yaniv("replay", runs["games"], "--game", 17, "--round", 1) == 0
    assert "all 18 columns are equal; the run keeps games and seats, no rounds." in capsys.readouterr().out


def test_replay__names_a_turn_that_is_not_as_stored(copy_of, capsys):
    from sim.replay import find_game, play_again
    from sim.twin_rows import differences, stored_rows, twin_rows

    folder = RunFolder.open(copy_of("turns"))
    address = find_game(folder, 0, 3)
    stored, replayed = stored_rows(folder, 0, 3), twin_rows(address.cell, play_again(address).game, 3, 0)
    assert not list(differences(stored, replayed, folder.plan.tables))
    stored.turns[2]["card"] ^= 1
    (found,) = differences(stored, replayed, folder.plan.tables)
    assert str(found).startswith("turns.card of round 1, turn 3 is ")


def test_tables__of_turns_are_those_of_rounds(runs, capsys):
    assert yaniv("tables", runs["turns"], "--json") == 0
    with_turns = capsys.readouterr().out
    assert yaniv("tables", runs["rounds"], "--json") == 0
    assert capsys.readouterr().out == with_turns


def test_tables__of_games_are_the_same_where_they_need_no_rounds(runs, capsys):
    assert yaniv("tables", runs["games"], "--json") == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert list(found) == ["game_length", "game_rounds", "game_survival", "seat_game", "entrants"]
    assert told.err.startswith("needs --detail rounds, the run keeps games: round_length, round_turns, assaf,")
    assert len(told.err.splitlines()) == 1
    assert yaniv("tables", runs["rounds"], "--json") == 0
    expected = json.loads(capsys.readouterr().out)
    for name, rows in found.items():
        assert [row | {"stopped": None} for row in expected[name]] == rows


def test_tables__list_of_games_names_what_is_missing(runs, capsys):
    assert yaniv("tables", runs["games"]) == 0
    told = capsys.readouterr()
    assert [line.split()[0] for line in told.out.splitlines()][:2] == ["game_length", "game_rounds"]
    assert "the run keeps games: round_length" in told.err
    assert yaniv("tables", runs["games"], "game_length") == 0
    assert "rounds_mean" in capsys.readouterr().out


def test_tables__one_that_needs_rounds_is_refused_by_name(runs, capsys):
    text = refused(capsys, "tables", runs["games"], "assaf")
    assert "assaf: needs --detail rounds, but" in text
    assert "keeps games; there are game_length, game_rounds" in text


def test_report__of_games_points_to_the_tables(runs, capsys):
    text = refused(capsys, "report", runs["games"], "--out", runs["games"].parent / "page")
    assert "a report needs --detail rounds, the run keeps games; `yaniv tables " in text


def test_report__of_turns_says_how_to_play_them_again(runs, tmp_path, capsys):
    assert yaniv("report", runs["turns"], "--out", tmp_path / "page") == 0
    data = json.loads((tmp_path / "page/report.json").read_text())
    assert "--detail turns" in data["run"]["commands"][0]


def test_simulate__names_the_next_command(tmp_path, capsys):
    assert yaniv("simulate", *small("--detail", "games"), "--out", tmp_path / "run") == 0
    assert f"next: yaniv tables {tmp_path / 'run'}" in capsys.readouterr().err


def test_simulate__wrong_level_is_refused_with_the_nearest(capsys, tmp_path):
    text = refused(capsys, "simulate", *small("--detail", "turn"), "--out", tmp_path / "run")
    assert "--detail: unknown detail 'turn'; did you mean 'turns'?" in text
    plan = tmp_path / "plan.toml"
    plan.write_text('games = 5\ndetail = "everything"\n[[cells]]\nplayers = 2\n')
    assert "unknown detail 'everything'; there are turns, rounds, games" in refused(capsys, "simulate", plan)


def test_plan__detail_is_part_of_it():
    plans = [order_from_options(None, 3, (), Settings(44, None, None, detail)).plan for detail in DETAILS]
    assert len({plan.hash for plan in plans}) == len(plans)


def test_card__its_queries_run_and_agree(runs, monkeypatch):
    """The lines that the card shows for masks, as they stand there."""
    card = (runs["turns"] / "README.md").read_text()
    monkeypatch.chdir(runs["turns"])
    begin = card.index("    SELECT count(*) FILTER")
    sql = card[begin : card.index(";", begin)]
    ((queens, kings),) = duckdb.sql(sql).fetchall()
    begin = card.index('    lay = polars.col("lay")')
    names: dict[str, object] = {"polars": pl}
    lines = card[begin : card.index("With two decks", begin)].strip().replace("\n    ", "\n")
    setup, _, query = lines.partition("\n")
    exec(setup, names)  # noqa: S102  (the card's own lines)
    assert eval(query, names).row(0) == (queens, kings)  # noqa: S307
    rows = pl.read_parquet("turns/*/*.parquet", hive_partitioning=False)["lay"].to_list()
    assert queens == sum(lay >> 27 & 1 for lay in rows) > 0
    assert kings == sum(lay >> code & 1 for lay in rows for code in (12, 28, 44, 60)) > 0


@LEVELS
def test_card__names_the_level_and_its_tables_alone(runs, detail):
    card = (runs[detail] / "README.md").read_text()
    assert f"- detail {detail}: " in card
    assert ("`turns`: one row a turn" in card) == (detail == "turns")
    assert ("rounds/*/*.parquet" in card) == (detail == "turns")

"""Files that are missing, cut, changed or left over: never read by mistake, mended by `yaniv resume`."""

import os
import shutil

import pytest

from sim.errors import InputError
from sim.run_folder import RunFolder
from tests.run_helpers import contents, refused, yaniv


def break_entry(run):
    (run / "manifest/cell=000/chunk-000001.json").write_text('{"cell": 0,')


def break_entry_text(run):
    (run / "manifest/cell=000/chunk-000001.json").write_bytes(b"\xff\xfe")


def change_a_digit(run):
    entry = run / "manifest/cell=000/chunk-000001.json"
    entry.write_text(entry.read_text().replace('"rows": ', '"rows": 1'))


def swap_entries(run):
    folder = run / "manifest/cell=000"
    shutil.copy(folder / "chunk-000000.json", folder / "chunk-000001.json")


def lose_a_part(run):
    (run / "games/cell=000/part-000001.parquet").unlink()


def cut_a_part(run):
    os.truncate(run / "rounds/cell=000/part-000001.parquet", 100)


def empty_a_part(run):
    os.truncate(run / "seats/cell=000/part-000001.parquet", 0)


def link_a_part(run):
    part = run / "rounds/cell=000/part-000001.parquet"
    part.rename(run.parent / "elsewhere")
    part.symlink_to(run.parent / "elsewhere")


DAMAGES = [
    break_entry,
    break_entry_text,
    change_a_digit,
    swap_entries,
    lose_a_part,
    cut_a_part,
    empty_a_part,
    link_a_part,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_fault_14_damage__readers_refuse_it_by_name_and_resume_mends_it(small_run, run_copy, capsys, damage):
    damage(run_copy)
    run = RunFolder.open(run_copy)
    with pytest.raises(InputError, match=r"000001\.(json|parquet) .*`yaniv resume"):
        run.files("rounds", 0)
    untouched = run_copy / "rounds/cell=000/part-000000.parquet"
    before = untouched.stat().st_mtime_ns
    assert yaniv("resume", run_copy) == 0
    assert "000001" in capsys.readouterr().err
    assert contents(run_copy) == contents(small_run)
    assert untouched.stat().st_mtime_ns == before


def test_fault_14_file_without_entry_and_left_over_files__redone_and_swept(small_run, run_copy):
    (run_copy / "manifest/cell=000/chunk-000002.json").unlink()
    (run_copy / "rounds/cell=000/part-000002.parquet").write_bytes(b"half a file")
    (run_copy / "rounds/cell=000/part-000007.parquet.tmp").write_bytes(b"left over")
    (run_copy / "run.json.tmp").write_bytes(b"left over")
    run = RunFolder.open(run_copy)
    assert not run.is_complete
    assert [path.name for path in run.files("rounds", 0)] == ["part-000000.parquet", "part-000001.parquet"]
    assert yaniv("resume", run_copy) == 0
    assert contents(run_copy) == contents(small_run)


STRAYS = [
    "rounds/cell=000/part-000003.parquet",
    "manifest/cell=000/chunk-000003.json",
    "seats/cell=001/part-000000.parquet",
]


def put_stray(run, name):
    (run / name).parent.mkdir(exist_ok=True)
    source = "chunk-000001.json" if name.endswith(".json") else "part-000001.parquet"
    shutil.copy(run / name.split("/")[0] / "cell=000" / source, run / name)


@pytest.mark.parametrize("command", [("resume",), ("extend", "--games", 44)])
@pytest.mark.parametrize("name", STRAYS)
def test_fault_14_file_of_no_chunk__readers_refuse_it_and_resume_sweeps_it(small_run, run_copy, capsys, name, command):
    put_stray(run_copy, name)
    with pytest.raises(InputError, match=r"belongs to no chunk of this run; `yaniv resume"):
        RunFolder.open(run_copy).files("rounds", 0)
    assert yaniv(command[0], run_copy, *command[1:]) == 0
    assert f"note: {run_copy / name} was removed" in capsys.readouterr().err
    assert contents(run_copy) == contents(small_run)


@pytest.mark.parametrize("name", ["rounds/cell=000/mine.parquet", "rounds/mine/part-000000.parquet"])
def test_fault_14_file_that_is_not_ours__is_kept_and_refused(run_copy, capsys, name):
    put_stray(run_copy, name)
    put_stray(run_copy, STRAYS[0])
    assert "is no file of this run" in refused(capsys, "resume", run_copy)
    assert (run_copy / name).exists()
    with pytest.raises(InputError, match="move it elsewhere"):
        RunFolder.open(run_copy).files("rounds", 0)


def test_fault_14_stray_by_a_link__what_it_leads_to_is_kept(run_copy, tmp_path, capsys):
    (tmp_path / "theirs").mkdir()
    shutil.copy(run_copy / "rounds/cell=000/part-000001.parquet", tmp_path / "theirs")
    (run_copy / "rounds/cell=007").symlink_to(tmp_path / "theirs")
    assert "is no file of this run" in refused(capsys, "resume", run_copy)
    assert (tmp_path / "theirs/part-000001.parquet").exists()


def test_run_json__changed_by_hand_is_refused(run_copy, capsys):
    file = run_copy / "run.json"
    file.write_text(file.read_text().replace('"seed": 1', '"seed": 2'))
    assert "run.json: is not as it was written" in refused(capsys, "resume", run_copy)

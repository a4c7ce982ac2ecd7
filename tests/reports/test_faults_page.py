"""A page that cannot be finished: the old one stays whole, the new one is there whole or not at all."""

import os
import resource
import shutil
import signal
import subprocess
import sys

import pytest

from reports.pages.run_report import write_report
from tests.lives import ROOT, plant
from tests.reports.made_up import report
from tests.run_helpers import contents, finished_run, one_line, yaniv


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return finished_run(tmp_path_factory.mktemp("runs") / "one", "--players", 3, "--games", 300, "--chunk", 64)


@pytest.fixture
def old(run, tmp_path, capsys):
    """Make the page of another pace, which a new one is to replace."""
    assert yaniv("report", run, "--out", tmp_path / "page", "--seconds-per-turn", 6) == 0
    capsys.readouterr()
    return tmp_path / "page"


# Out of memory

PLACES = ["pipelines.tallies.pl.collect_all", "pipelines.report_data.build", "reports.pages.run_report.render"]
PLACES += ["reports.pages.writing.write_whole", "json.dumps"]


@pytest.mark.parametrize("place", PLACES)
def test_fault_12_no_memory_at_any_place__clear_error_and_the_old_page_stays(run, old, monkeypatch, capsys, place):
    before = contents(old)

    def refuse(*_arguments, **_named):
        raise MemoryError

    monkeypatch.setattr(place, refuse)
    assert yaniv("report", run, "--out", old) == 1
    assert "out of memory" in one_line(capsys.readouterr().err)
    assert contents(old) == before


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_fault_12_killed_at_every_step_on_the_disk__each_file_is_the_old_or_the_new_one(tmp_path):
    """What the system does to a process that takes too much."""
    old, new = report(title="old"), report(title="new")
    write_report(old, tmp_path / "old")
    write_report(new, tmp_path / "new")
    either = [contents(tmp_path / name) for name in ("old", "new")]
    for step in range(1, 40):
        shutil.copytree(tmp_path / "old", tmp_path / f"{step}")
        status = in_a_fork(lambda: write_report(new, tmp_path / f"{step}"), die_at=step)  # noqa: B023
        found = {name: text for name, text in contents(tmp_path / f"{step}").items() if ".new" not in name}
        assert all(found[name] in (either[0][name], either[1][name]) for name in ("index.html", "report.json"))
        assert len(found) == 2
        if status == 0:
            break
        assert status == -signal.SIGKILL
        write_report(new, tmp_path / f"{step}")
        assert contents(tmp_path / f"{step}") == either[1]  # nothing is left over
    assert 8 < step < 40


def test_page__beside_files_of_others_with_like_names_leaves_them_alone(tmp_path):
    others = [tmp_path / name for name in ("app.new.js", "index.html.newer", "index.html.new.txt")]
    for path in others:
        path.write_text("mine")
    (tmp_path / "old.new").mkdir()
    for name in ("index.html.new", "report.json.new.123.tmp"):  # by a process that was killed
        (tmp_path / name).write_text("half")
    write_report(report(), tmp_path)
    assert [path.read_text() for path in others] == ["mine"] * 3
    found = {path.name for path in tmp_path.iterdir()}
    assert found == {"index.html", "report.json", "old.new", *(path.name for path in others)}


def in_a_fork(act, **faults):
    """Act in a process of its own that meets a fault on the disk; give its exit status."""
    pid = os.fork()
    if pid == 0:
        plant(faults)
        act()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# Full disks


@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small file system")
def test_fault_09_page_on_a_disk_that_is_really_full__clear_error_and_nothing_half(run, tmp_path, capsys):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("may not mount")
    try:
        assert yaniv("report", run, "--out", disk / "page") == 1
        told = one_line(capsys.readouterr().err)
        assert f"{disk / 'page'}/" in told
        assert "No space left on device; free some space; or give another folder with --out" in told
        assert list((disk / "page").iterdir()) == []
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S607


def test_fault_10_page_larger_than_a_file_may_be__clear_error_and_the_old_page_stays(run, old, capsys):
    before = contents(old)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        assert yaniv("report", run, "--out", old) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "File too large; raise the limit on the size of files" in one_line(capsys.readouterr().err)
    assert contents(old) == before


OUTPUTS = [
    ("report", "--out", "page"),
    ("tables",),
    ("tables", "assaf"),
    ("tables", "assaf", "--csv"),
    ("tables", "--json"),
    ("replay", "--game", 0),
    ("replay", "--game", 0, "--record"),
    ("verify",),
    ("verify", "--json"),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", OUTPUTS, ids=lambda command: " ".join(map(str, command)))
def test_fault_09_standard_output_on_a_full_disk__one_line(run, tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    with open("/dev/full", "w") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        assert yaniv(command[0], run, *command[1:]) == 1
    assert "standard output cannot be written: No space left on device" in one_line(capsys.readouterr().err)


# Same bytes everywhere


def test_fault_28_page__is_the_same_bytes_in_another_locale_and_zone(run, tmp_path, monkeypatch):
    shutil.copytree(run, tmp_path / "ünï 'cödé' 雀")
    monkeypatch.chdir(tmp_path)
    assert yaniv("report", "ünï 'cödé' 雀", "--out", "here") == 0
    other = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "Asia/Kathmandu"}
    command = [sys.executable, "-m", "reports.cli", "report", "ünï 'cödé' 雀", "--out", "there"]
    done = subprocess.run(command, env=os.environ | other | {"PYTHONPATH": str(ROOT)}, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert contents(tmp_path / "here") == contents(tmp_path / "there")

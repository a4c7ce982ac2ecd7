"""Several kinds of line-up compiled at once; code that is kept stands in for numba where its time is no matter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from sim import compiled_files, jit
from sim.bots import parse_entrant
from sim.compile_helper import COUNTS, PLAYS, CompileHelper, Wanted
from sim.compiling import Compiling, code_wanted
from sim.engine import CellPlayer
from sim.parquet import kernels
from sim.plan import Cell, Plan
from sim.rules import named_variants
from sim.stopwatch import Stopwatch
from sim.tallies.counting import CellCounter
from tests.lives import eventually
from tests.run_helpers import contents, finished_run

ROOT = Path(sim.__file__).parent.parent

needs_jit = pytest.mark.skipif(not jit.JIT_ENABLED, reason="nothing is compiled")
needs_cores = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="only one at a time on one core")

PLAN = """
games = 12
chunk = 4
[[cells]]
players = 3
entrants = ["greedy"]
[[cells]]
players = 2
entrants = ["random"]
[[cells]]
players = 2
entrants = ["greedy", "random"]
[[cells]]
players = 2
entrants = ["greedy"]
"""
"""Three kinds; the last cell is of the first one."""

N_KINDS = 3

SLOW_COMPILER = """
import glob, os, sys, time
from pathlib import Path
from sim import compiled_files, jit

def tell(what, name):
    with open(os.environ["TOLD"], "a") as told:
        told.write(f"{os.getpid()} {what} {name}\\n")

def compile(kernel, arguments):
    name = jit._name(kernel, jit.kind_of(arguments))
    tell("begins", name)
    if "DIES" in os.environ and "sim.compile_helper" in sys.modules and sys.argv[0] == "-c":
        os._exit(1)
    end = time.monotonic() + 60
    while not AWAITED():
        if time.monotonic() > end:
            os._exit(3)
        time.sleep(0.01)
    code = compiled_files.read(Path(os.environ["KEPT"]), name)
    tell("ends", name)
    return code

jit.Kernel.compile = compile
os.getloadavg = lambda: (float(os.environ.get("LOAD", "0")),) * 3
"""
"""Loaded by every process of the test at its start."""

AT_ONCE = "lambda: True"
TWO_AT_WORK = "lambda: Path(os.environ['TOLD']).read_text().count('begins') >= 2"
NEVER = "lambda: False"


def cell_of(players: int, *entrants: str) -> Cell:
    return Cell(named_variants()["standard"], players, tuple(map(parse_entrant, entrants)))


KINDS = {
    "greedy": cell_of(3, "greedy", "greedy", "greedy"),
    "random": cell_of(2, "random", "random"),
    "both": cell_of(2, "greedy", "random"),
}


class ColdStart:
    """Runs of the program that find nothing compiled but what writes rows."""

    def __init__(self, folder: Path) -> None:
        for cell in KINDS.values():
            CellPlayer(cell, 1).ready()
        CellCounter(KINDS["greedy"], 1).ready()
        kernels.ready()
        self.folder = folder
        self.run = folder / "run"
        self.plan = folder / "plan.toml"
        self.plan.write_text(PLAN)
        self._told = folder / "told"
        self._told.write_text("")
        for kernel, arguments in kernels._kinds():
            self.keep(jit._name(kernel, jit.kind_of(arguments)))

    def keep(self, name: str) -> None:
        """Let the runs find this code."""
        kept = self.folder / "cache" / jit.cache_folder().name
        kept.mkdir(parents=True, exist_ok=True)
        (kept / f"{name}.code").write_bytes((jit.cache_folder() / f"{name}.code").read_bytes())

    def forget(self, name: str) -> None:
        """Let them miss it again."""
        (self.folder / "cache" / jit.cache_folder().name / f"{name}.code").unlink()

    def begin(self, awaited: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
        """Start one; a compile ends when what is awaited has come."""
        (self.folder / "site").mkdir()
        (self.folder / "site" / "sitecustomize.py").write_text(SLOW_COMPILER.replace("AWAITED", f"({awaited})"))
        paths = {"PYTHONPATH": f"{self.folder / 'site'}:{ROOT}", "YANIV_CACHE_DIR": str(self.folder / "cache")}
        told = {"TOLD": str(self._told), "KEPT": str(jit.cache_folder())}
        command = [sys.executable, "-m", "reports.cli", "simulate", "--out", str(self.run), *map(str, arguments)]
        return subprocess.Popen(
            command,
            env=os.environ | paths | told | environment,
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def live(self, awaited: str, *arguments: object, **environment: str) -> list[str]:
        """Run one to its end; gives the lines on standard error."""
        process = self.begin(awaited, *arguments, **environment)
        _out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return err.splitlines()

    def told(self, what: str) -> list[tuple[int, str]]:
        """Who began or ended to compile, and what."""
        lines = [line.split() for line in self._told.read_text().splitlines()]
        return [(int(pid), name) for pid, word, name in lines if word == what]


@pytest.fixture
def cold(tmp_path: Path) -> ColdStart:
    return ColdStart(tmp_path)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# Whole runs


@needs_jit
@needs_cores
def test_kinds__are_compiled_each_once_and_two_at_a_time_and_play_the_same(cold: ColdStart) -> None:
    lines = cold.live(TWO_AT_WORK, cold.plan, "--threads", 2)
    names = [name for _pid, name in cold.told("begins")]
    assert len(names) == len(set(names)) == N_KINDS
    assert len({pid for pid, _name in cold.told("ends")}) == 2
    told = [line for line in lines if "compiling" in line]
    assert told == ["compiling the engine for 3 kinds of line-up, 2 at a time (once; about 10 s each) ..."]
    warm = finished_run(cold.folder / "warm", cold.plan, "--threads", 1)
    assert contents(cold.run) == contents(warm)
    assert not any(is_running(pid) for pid, _name in cold.told("begins"))


@needs_jit
@needs_cores
def test_tallies__what_counts_is_compiled_beside_what_plays(cold: ColdStart) -> None:
    lines = cold.live(TWO_AT_WORK, "--games", 12, "--players", 3, "--detail", "tallies", "--threads", 2)
    assert sorted(name.partition("-")[0] for _pid, name in cold.told("ends")) == ["count_games", "play_games"]
    assert [line for line in lines if "compiling" in line] == [
        "compiling the engine for this line-up (once; some seconds) ..."
    ]


@needs_jit
@needs_cores
def test_rows__what_writes_them_is_compiled_beside_what_plays(cold: ColdStart) -> None:
    (pack,) = [jit._name(run, jit.kind_of(arguments)) for run, arguments in kernels._kinds() if run is kernels.pack]
    cold.forget(pack)
    lines = cold.live(TWO_AT_WORK, "--games", 12, "--players", 3, "--threads", 2)
    assert sorted(name.partition("-")[0] for _pid, name in cold.told("ends")) == ["pack", "play_games"]
    assert len({pid for pid, _name in cold.told("ends")}) == 2
    assert [line for line in lines if "compiling" in line] == [
        "compiling the engine for this line-up (once; some seconds) ..."
    ]


@needs_jit
def test_one_kind__no_other_process(cold: ColdStart) -> None:
    process = cold.begin(AT_ONCE, "--games", 12, "--threads", 2)
    _out, err = process.communicate(timeout=120)
    assert [pid for pid, _name in cold.told("begins")] == [process.pid]
    assert err.count("compiling") == 1


@needs_jit
def test_busy_machine__no_other_process(cold: ColdStart) -> None:
    lines = cold.live(AT_ONCE, cold.plan, "--threads", 2, LOAD=str(len(os.sched_getaffinity(0))))
    assert len(cold.told("ends")) == N_KINDS
    assert len({pid for pid, _name in cold.told("begins")}) == 1
    assert "one after the other" in lines[0]


@needs_jit
@needs_cores
def test_helper_that_dies__costs_time_only(cold: ColdStart) -> None:
    lines = cold.live(TWO_AT_WORK, cold.plan, "--threads", 2, DIES="1")
    ended = cold.told("ends")
    assert len({pid for pid, _name in cold.told("begins")}) == 2
    assert len({pid for pid, _name in ended}) == 1
    assert len({name for _pid, name in ended}) == len(ended) == N_KINDS
    assert [line for line in lines if "error" in line] == []
    assert contents(cold.run) == contents(finished_run(cold.folder / "warm", cold.plan))


@needs_jit
@needs_cores
def test_cell_whose_code_is_kept__is_played_while_another_is_compiled(cold: ColdStart) -> None:
    cold.keep(str(code_name(KINDS["random"])))
    plan = cold.folder / "plan.toml"
    plan.write_text(PLAN.partition('[[cells]]\nplayers = 2\nentrants = ["greedy"')[0])
    cold.live(f"lambda: len(glob.glob('{cold.run}/manifest/cell=001/*.json')) == 3", plan, "--threads", 2)
    assert len(cold.told("ends")) == 1


@needs_jit
@needs_cores
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_fault_05_07_stopped_while_compiling__leaves_no_process(cold: ColdStart, number: int, status: int) -> None:
    process = cold.begin(NEVER, cold.plan, "--threads", 2)
    eventually(lambda: len(cold.told("begins")) == 2, 60)
    process.send_signal(number)
    _out, err = process.communicate(timeout=20)
    assert process.returncode == status
    assert "Traceback" not in err
    eventually(lambda: not any(is_running(pid) for pid, _name in cold.told("begins")))


WARM = """
import subprocess, sys
def refuse(*_arguments, **_named):
    raise AssertionError("a process was started")
subprocess.Popen.__init__ = refuse
from reports.cli import run
for detail in ("rounds", "tallies"):
    assert run(["simulate", sys.argv[1], "--threads", "2", "--detail", detail, "--out", f"{sys.argv[2]}-{detail}"]) == 0
print("numba" in sys.modules)
"""


@needs_jit
def test_warm_start__neither_numba_nor_a_process(cold: ColdStart) -> None:
    command = [sys.executable, "-c", WARM, str(cold.plan), str(cold.run)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "False"
    assert "compiling" not in done.stderr


# The parts


def code_name(cell: Cell) -> str | None:
    """Name under which the code is kept, asked of a process that has nothing."""
    return jit._name(jit_kernel(), jit.kind_of(CellPlayer(cell, 1)._some_arguments()))


def jit_kernel() -> object:
    from sim.kernels.games import play_games

    return play_games


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let this process find neither kept nor loaded code."""
    monkeypatch.setenv("YANIV_CACHE_DIR", str(tmp_path / "nothing"))
    from sim.kernels.tally import count_games

    for kernel in (jit_kernel(), count_games):
        if jit.JIT_ENABLED:
            monkeypatch.setattr(kernel, "ready", {})
    return tmp_path / "nothing"


@pytest.mark.nojit
def test_code_wanted__one_name_a_kind_for_cells_with_games(nothing_kept: Path) -> None:
    greedy_again = cell_of(4, *["greedy:call_at=3"] * 4)
    plan = Plan(1, (KINDS["greedy"], KINDS["random"], greedy_again, KINDS["both"]))
    wanted = code_wanted(plan, lambda cell: cell != 3)
    if not jit.JIT_ENABLED:
        assert wanted == {}
        return
    names = {cell: [code.name for code in codes] for cell, codes in wanted.items()}
    assert list(names) == [0, 1, 2]
    assert names[0] == names[2] != names[1]
    assert len(list(Path(nothing_kept).rglob("*.code"))) == 0


@needs_jit
def test_code_wanted__of_tallies_includes_what_counts(nothing_kept: Path) -> None:
    wanted = code_wanted(Plan(1, (KINDS["greedy"], KINDS["random"]), detail="tallies"), lambda _cell: True)
    assert [[code.part for code in codes] for codes in wanted.values()] == [[PLAYS, COUNTS]] * 2
    assert wanted[0][1].name == wanted[1][1].name


@needs_jit
def test_code_wanted__nothing_where_all_is_ready() -> None:
    plan = Plan(1, (KINDS["greedy"],))
    for code in code_wanted(plan, lambda _cell: True).get(0, []):
        code.compile()
    assert code_wanted(plan, lambda _cell: True) == {}


@needs_jit
def test_helper__compiles_with_numba_and_keeps_it_for_us(nothing_kept: Path) -> None:
    name = CellCounter(KINDS["greedy"], 1).wanting()
    assert name is not None
    helper = CompileHelper()
    assert helper.compile(Wanted(name, KINDS["greedy"], part=COUNTS))
    assert CellCounter(KINDS["greedy"], 1).wanting() is None
    assert compiled_files.read(jit.cache_folder(), name) is not None
    helper.close()
    assert not is_running(helper.pid)


def test_helper__tells_what_failed_by_dying() -> None:
    helper = CompileHelper()
    unknown = KINDS["random"].as_mapping() | {"players": "many"}

    class Odd(Wanted):
        def as_mapping(self):
            return super().as_mapping() | {"cell": unknown}

    assert not helper.compile(Odd("name", KINDS["random"]))
    assert not helper.compile(Wanted("name", KINDS["random"]))
    helper.close()
    assert not is_running(helper.pid)


@pytest.mark.parametrize("detail", ["rounds", "turns"])
def test_wanted__reads_what_it_writes(detail: str) -> None:
    wanted = Wanted("name", KINDS["both"], keeps_turns=detail == "turns")
    assert Wanted.from_mapping(wanted.as_mapping()) == wanted


def test_announcement__says_what_is_compiled() -> None:
    cell = KINDS["greedy"]
    counter = Wanted("c", cell, part=COUNTS)
    assert Compiling({}, 2).announcement is None
    assert Compiling({0: [counter]}, 2).announcement == "compiling what counts games (once; some seconds) ..."
    two = {0: [Wanted("a", cell), counter], 1: [Wanted("b", cell), counter]}
    one_by_one = "compiling the engine for 2 kinds of line-up, one after the other (once; about 10 s each) ..."
    assert Compiling(two, 2, alone=True).announcement == one_by_one
    assert Compiling(two, 1).announcement == one_by_one


def test_fault_of_the_compiler__is_left_to_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Wanted) -> None:
        raise TypeError("numba does not like it")

    monkeypatch.setattr(Wanted, "compile", fail)
    compiling = Compiling({1: [Wanted("a", KINDS["greedy"])]}, 1)
    assert not compiling.is_playable(1)
    assert compiling.is_playable(0)
    compiling.work(0)
    assert compiling.is_playable(1)


def test_end__begins_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = []
    monkeypatch.setattr(Wanted, "compile", lambda self: (compiled.append(self.name), compiling.end()))
    compiling = Compiling({0: [Wanted("a", KINDS["greedy"]), Wanted("b", KINDS["random"])]}, 1)
    compiling.work(0)
    assert compiled == ["a"]


def test_stopwatch__counts_once_while_anybody_is_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [50.0]
    monkeypatch.setattr("sim.stopwatch.time.perf_counter", lambda: now[0])
    watch = Stopwatch()
    now[0] += 10
    with watch.running():
        now[0] += 1
        with watch.running():
            now[0] += 2
            assert watch.seconds == 3
        now[0] += 4
    now[0] += 20
    with watch.running():
        now[0] += 0.5
    assert watch.seconds == 7.5

"""The folder for compiled code: loaded when sound, compiled again when not, never a reason not to play (row 27)."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import resource
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sim
from sim import compiled_files, jit

ROOT = Path(sim.__file__).parent.parent

TINY = """
from sim.jit import inline, kernel

@inline
def twice(x):
    return x + x

@kernel
def tiny(x):
    return twice(x) + 1.0
"""

RACE = """
import sys
sys.path.insert(0, sys.argv[1])
from sim.jit import compile_or_load
from tiny import tiny
compile_or_load(tiny, (1.0,))
print(tiny(2.0), tiny.n_loaded, tiny.n_compiled)
"""

needs_jit = pytest.mark.skipif(not jit.JIT_ENABLED, reason="numba is switched off")


def load(path: Path) -> ModuleType:
    """A module of its own from a file, each time anew."""
    spec = importlib.util.spec_from_file_location(path.stem + "_again", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def fresh_cache(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let this process look for the cache again, now and after the test."""
    compiled_files.writable.cache_clear()
    yield monkeypatch
    compiled_files.writable.cache_clear()


class TinyCache:
    """A cache folder and a kernel that compiles quickly."""

    def __init__(self, folder: Path, source: Path) -> None:
        self.folder = folder
        self._source = source
        source.write_text(TINY)

    def get_ready(self, announce: Callable[[str], None] | None = None) -> tuple[Any, list[str]]:
        """The kernel as a new process would have it, and the warnings that came up."""
        tiny = load(self._source).tiny
        compiled_files.writable.cache_clear()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            jit.compile_or_load(tiny, (1.0,), announce)
            assert tiny(2.0) == 5.0
        return tiny, [str(warning.message) for warning in caught]

    def files(self, ending: str) -> list[Path]:
        """Compiled files of a kind."""
        return sorted(self.folder.rglob(f"*.{ending}"))


@pytest.fixture
def cache(fresh_cache: pytest.MonkeyPatch, tmp_path: Path) -> TinyCache:
    fresh_cache.setenv("YANIV_CACHE_DIR", str(tmp_path / "cache"))
    return TinyCache(jit.cache_folder(), tmp_path / "tiny.py")


def n_loaded(kernel: Any) -> int:
    loaded: int = kernel.n_loaded
    return loaded


# The way it should be


@needs_jit
def test_cache__a_second_process_loads_what_the_first_compiled(cache: TinyCache) -> None:
    told: list[str] = []
    first, first_warnings = cache.get_ready(told.append)
    second, second_warnings = cache.get_ready(told.append)
    assert (n_loaded(first), n_loaded(second)) == (0, 1)
    assert first_warnings == second_warnings == []
    assert len(told) == 1, "a cold compile is announced, a load is not"
    assert len(cache.files("code")) == 1
    assert cache.files("new") == []


@needs_jit
def test_cache__is_asked_once_for_each_kernel(cache: TinyCache) -> None:
    tiny, _warnings = cache.get_ready()
    shutil.rmtree(cache.folder)
    jit.compile_or_load(tiny, (1.0,))
    assert not cache.folder.exists()


@needs_jit
def test_cache__two_processes_at_once_compile_once(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text(TINY)
    environment = os.environ | {"YANIV_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-W", "error", "-c", RACE, str(tmp_path)]
    racers = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [racer.communicate(timeout=120) for racer in racers]
    assert [errors for _out, errors in told] == ["", ""]
    assert sorted(out.split() for out, _errors in told) == [["5.0", "0", "1"], ["5.0", "1", "0"]]


# Damage


def flip(path: Path, at: int | None = None) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2 if at is None else at] ^= 1
    path.write_bytes(content)


def take_for_another(cache: TinyCache) -> None:
    """Whole, but of another kind: two files that a repair of the disk has mixed up."""
    path = cache.files("code")[0]
    name = path.stem
    compiled_files.write(cache.folder, "other", compiled_files.read(cache.folder, name) or pytest.fail("no code"))
    (cache.folder / "other.code").replace(path)


DAMAGES: dict[str, Callable[[TinyCache], object]] = {
    "a bit of the code flipped": lambda c: flip(c.files("code")[0]),
    "a bit of the sum flipped": lambda c: flip(c.files("code")[0], 3),
    "a bit of the facts flipped": lambda c: flip(c.files("code")[0], 40),
    "the last bit flipped": lambda c: flip(c.files("code")[0], -1),
    "the code cut short": lambda c: os.truncate(c.files("code")[0], 1000),
    "the sum cut short": lambda c: os.truncate(c.files("code")[0], 10),
    "the code empty": lambda c: os.truncate(c.files("code")[0], 0),
    "the code of another kind": take_for_another,
}


@needs_jit
@pytest.mark.parametrize("damage", DAMAGES)
def test_fault_27_damaged_code__compiled_again_with_one_warning(cache: TinyCache, damage: str) -> None:
    cache.get_ready()
    DAMAGES[damage](cache)
    again, told = cache.get_ready()
    assert n_loaded(again) == 0
    assert len(told) == 1
    assert str(cache.folder) in told[0]
    assert "damaged; compiling again" in told[0]
    sound, told = cache.get_ready()
    assert n_loaded(sound) == 1
    assert told == []


@needs_jit
def test_cache__left_over_files_of_other_kinds_do_no_harm(cache: TinyCache) -> None:
    """A process that was killed leaves half a file under another name."""
    cache.get_ready()
    (cache.folder / f"{cache.files('code')[0].stem}.4711.new").write_text("{")
    again, told = cache.get_ready()
    assert (n_loaded(again), told) == (1, [])


# No folder to write to


@needs_jit
def test_fault_27_folder_that_cannot_be_written__one_warning_and_play_goes_on(
    fresh_cache: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "tiny.py").write_text(TINY)
    fresh_cache.setenv("YANIV_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _kernel in range(2):
            tiny = load(tmp_path / "tiny.py").tiny
            jit.compile_or_load(tiny, (1.0,))
            assert tiny(2.0) == 5.0
    assert len(caught) == 1
    message = str(caught[0].message)
    assert str(tmp_path / "file" / "cache") in message
    assert "compiling for this run only" in message
    assert (tmp_path / "file").read_text() == "in the way"


@needs_jit
def test_cache__of_a_run_only_is_removed_at_its_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "tiny.py").write_text(TINY)
    (tmp_path / "temporary").mkdir()
    environment = os.environ | {
        "YANIV_CACHE_DIR": str(tmp_path / "file"), "TMPDIR": str(tmp_path / "temporary"), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", RACE, str(tmp_path)], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("5.0")
    assert done.stderr.count("Warning") == 1
    assert list((tmp_path / "temporary").iterdir()) == []


@needs_jit
def test_fault_27_full_disk__one_warning_and_play_goes_on(cache: TinyCache) -> None:
    """A limit on the size of files stands for the full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, hard))
    try:
        _tiny, told = cache.get_ready()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert len(told) == 1
    assert str(cache.folder) in told[0]


# Which folder


def test_cache_folder__is_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("YANIV_CACHE_DIR", str(tmp_path / "own"))
    assert jit.cache_folder().parent == tmp_path / "own"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("YANIV_CACHE_DIR", "~/own")
    assert jit.cache_folder().parent == tmp_path / "own"
    monkeypatch.delenv("YANIV_CACHE_DIR")
    assert jit.cache_folder().parent == tmp_path / "xdg" / "yaniv-sim"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert jit.cache_folder().parent == tmp_path / "home" / ".cache" / "yaniv-sim"


def test_cache_folder__is_another_one_with_bounds_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit.cache_folder()
    monkeypatch.setattr(jit, "BOUNDS_CHECKED", not jit.BOUNDS_CHECKED)
    assert jit.cache_folder() != before


def copied_hash(tmp_path: Path) -> str:
    """The hash that a copy of the sources gives itself."""
    value: str = load(tmp_path / "sim" / "jit.py").source_hash()
    return value


@pytest.mark.parametrize("source", ["kernels/scoring.py", "bots/greedy.py", "bots/__init__.py", "rng.py", "cards.py"])
def test_source_hash__changes_with_every_source_of_a_kernel(tmp_path: Path, source: str) -> None:
    """An engine that was changed in a helper only must not play on from the cache."""
    shutil.copytree(ROOT / "sim", tmp_path / "sim", ignore=shutil.ignore_patterns("__pycache__"))
    assert copied_hash(tmp_path) == jit.source_hash()
    path = tmp_path / "sim" / source
    path.write_text(path.read_text() + "\n")
    changed = copied_hash(tmp_path)
    assert changed != jit.source_hash()
    (tmp_path / "sim" / "bots" / "newcomer.py").write_text("")
    assert copied_hash(tmp_path) not in (changed, jit.source_hash())


def test_source_hash__does_not_change_with_dates_or_other_files(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "sim", tmp_path / "sim", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / "sim").rglob("*.py"):
        os.utime(path, (0, 0))
    (tmp_path / "sim" / "variants.toml").write_text("")
    assert copied_hash(tmp_path) == jit.source_hash()


def test_source_hash__covers_every_file_with_a_kernel() -> None:
    """Numba's decorators are used where the hash looks, and nowhere else."""
    sources = [path for floor in ("sim", "pipelines", "reports") for path in (ROOT / floor).rglob("*.py")]
    decorated = {
        path.relative_to(ROOT / "sim").as_posix()
        for path in sources
        if re.search(r"^ *@(inline|kernel|njit|jit|intrinsic|overload)\b", path.read_text(), re.MULTILINE)
    }
    looked_at = re.compile(r"(kernels|bots)/\w+\.py|jit\.py|parquet/kernels\.py")
    assert [path for path in decorated if not looked_at.fullmatch(path)] == []


def test_source_hash__covers_every_module_that_kernels_take_from() -> None:
    """A constant of another module would be compiled in without being part of the hash."""
    taken = set()
    for path in [*(ROOT / "sim" / "kernels").glob("*.py"), *(ROOT / "sim" / "bots").glob("*.py")]:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("sim"):
                taken |= {node.module} if node.module != "sim" else {f"sim.{alias.name}" for alias in node.names}
    hashed = {name for name in taken if name.startswith(("sim.kernels", "sim.bots"))}
    for_errors_only = {"sim.errors", "sim.shown", "sim.suggest"}
    assert taken - hashed - for_errors_only <= {"sim.cards", "sim.rng", "sim.exact_parts", "sim.jit"}


# Switched off


@pytest.mark.nojit
@pytest.mark.boundscheck
def test_switches__are_those_of_numba(cache: TinyCache) -> None:
    assert jit.JIT_ENABLED == (os.environ.get("NUMBA_DISABLE_JIT", "0") == "0")
    assert jit.BOUNDS_CHECKED == (os.environ.get("NUMBA_BOUNDSCHECK", "0") == "1")
    _tiny, told = cache.get_ready()
    assert told == []
    assert cache.folder.exists() == jit.JIT_ENABLED

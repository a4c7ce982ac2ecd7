"""Change the program at many places, one at a time, and count how many changes the tests notice.

    python -m tests.mutations.run --n 132 --seed 1
    python -m tests.mutations.run --target manifest --n 30
    python -m tests.mutations.run --only "scoring.py:57"

Every mutant is tried in a copy of the project. Exit status 1 when fewer than 90 % were noticed.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.mutations.maker import Mutant, mutants
from tests.mutations.targets import TARGETS, Target

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
WANTED = 0.9
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "runs", "dist", "build")


class Trial(NamedTuple):
    """One mutant of one file."""

    target: Target
    file: str
    mutant: Mutant
    is_equivalent: bool = False  # looked at, and found to change nothing

    @property
    def name(self) -> str:
        """Name file, place and change."""
        return f"{self.file}:{self.mutant.name}"


def main() -> int:
    """Choose mutants, try them, print a table and the survivors."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--n", type=int, default=132, help="mutants in all, spread over the files")
    options.add_argument("--seed", type=int, default=1, help="same seed, same mutants")
    options.add_argument("--target", help="only targets or files whose name holds this")
    options.add_argument("--only", help="every mutant whose name holds this")
    chosen = options.parse_args()
    trials = choose(chosen.n, chosen.seed, chosen.target, chosen.only)
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder) / "project")
        results = [(trial, copy.result(trial)) for trial in trials]
    return tell(results)


def choose(n: int, seed: int, target: str | None = None, only: str | None = None) -> list[Trial]:
    """Choose mutants by a seed, about equally many from each file, a part of the targets as when all are tried."""
    known = equivalents()
    files = [(one, file) for one in TARGETS for file in one.files]
    trials: list[Trial] = []
    for number, (one, file) in enumerate(files):
        if target and target not in f"{one.name} {file}":
            continue
        source = (ROOT / file).read_text(encoding="utf-8")
        made = [Trial(one, file, mutant, is_known(known, file, source, mutant)) for mutant in mutants(source)]
        if only:
            trials += [trial for trial in made if only in trial.name]
        else:
            share = n * (number + 1) // len(files) - n * number // len(files)
            chance = random.Random(f"{seed} {file}")  # noqa: S311
            trials += sorted(chance.sample(made, min(share, len(made))), key=lambda trial: trial.mutant[:5])
    return trials


def equivalents() -> list[dict[str, str]]:
    """Read the mutants that were looked at and found to change nothing that the program promises."""
    return tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]


def is_known(known: Sequence[dict[str, str]], file: str, source: str, mutant: Mutant) -> bool:
    """Tell whether a mutant is on that list; places are named by the text of their line."""
    line = source.splitlines()[mutant.line - 1].strip()
    return any(
        (file, line, mutant.before, mutant.after) == (one["file"], one["line"], one["before"], one["after"])
        for one in known
    )


def _limit_seconds(seconds: int) -> None:
    """Let the system end a process after so much processor time, also when this one was killed."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


class Copy:
    """A copy of the project, in which one file at a time is wrong."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seconds: dict[str, float] = {}
        shutil.copytree(ROOT, path, ignore=LEFT_OUT)

    def result(self, trial: Trial) -> str:
        """Give 'killed', 'timeout' or 'survived', or 'equivalent' without a trial."""
        if trial.is_equivalent:
            return "equivalent"
        if trial.target.name not in self._seconds:
            self._seconds[trial.target.name] = self._time_of_the_right_program(trial.target)
        path = self._path / trial.file
        right, times = path.read_bytes(), path.stat()
        path.write_text(trial.mutant.text, encoding="utf-8")
        os.utime(path, (times.st_atime, times.st_mtime + 100))  # Python tells a changed source by its date
        try:
            result = self._run(trial.target, 20 + 5 * self._seconds[trial.target.name])
        finally:
            path.write_bytes(right)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        print(f"{result:8} {trial.name}", flush=True)
        return result

    def _time_of_the_right_program(self, target: Target) -> float:
        """Run the tests on the program as it is, which must pass."""
        start = time.monotonic()
        if self._run(target, 1200) != "survived":
            sys.exit(f"the tests of '{target.name}' fail without any change: {' '.join(target.tests)}")
        return time.monotonic() - start

    def _run(self, target: Target, limit: float) -> str:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *target.tests]
        environment = os.environ | {"PYTHONPATH": str(self._path), "YANIV_CACHE_DIR": str(self._path / "compiled")}
        if target.without:
            command += ["-k", f"not ({target.without})"]
        if target.nojit:
            command += ["-m", "nojit"]
            environment["NUMBA_DISABLE_JIT"] = "1"
        process = subprocess.Popen(
            command,
            cwd=self._path,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=partial(_limit_seconds, int(limit) + 60),  # noqa: PLW1509  (no threads here)
        )
        try:
            status = process.wait(limit)
        except BaseException as error:  # a mutant may run for ever: nobody leaves it behind
            os.killpg(process.pid, 9)
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                return "timeout"
            raise
        return "survived" if status == 0 else "killed"


def tell(results: Sequence[tuple[Trial, str]]) -> int:
    """Print a table and the survivors; give 1 when too few were noticed."""
    print(f"\n{'subject':22} {'killed':>8} {'timeout':>8} {'survived':>9} {'noticed':>8} {'equivalent':>11}")
    for target in TARGETS:
        counts = Counter(result for trial, result in results if trial.target == target)
        if counts:
            print(_line(target.name, counts))
    total = Counter(result for _, result in results)
    print(_line("all", total))
    for trial, result in results:
        if result == "survived":
            print(f"survived: {trial.name}")
    return int(_noticed(total) < WANTED)


def _noticed(counts: Counter[str]) -> float:
    """Give the share of the mutants that could be noticed and were."""
    tried = counts.total() - counts["equivalent"]
    return 1 - counts["survived"] / tried if tried else 1.0


def _line(name: str, counts: Counter[str]) -> str:
    tried = f"{counts['killed']:8} {counts['timeout']:8} {counts['survived']:9} {_noticed(counts):8.1%}"
    return f"{name:22} {tried} {counts['equivalent']:11}"


if __name__ == "__main__":
    sys.exit(main())

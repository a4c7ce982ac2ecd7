"""Kill runs at random moments, many times, and compare what is resumed: the long form of a test.

    python -m tests.faults.kill_many --kills 200 --seed 1

Prints one line a run; exit status 1 when a resumed run differs from an undisturbed one.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.lives import Lives
from tests.run_helpers import contents

PLAN = """
games = 6000
chunk = 128
[[cells]]
players = [2, 4]
entrants = ["greedy:call_at=3", "greedy"]
[[cells]]
variant = "short"
players = 5
"""


def main() -> int:
    """Kill until the number is reached, run after run."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    moments = random.Random(chosen.seed)  # noqa: S311
    with tempfile.TemporaryDirectory() as name:
        return kill_many(Path(name), chosen.kills, moments)


def kill_many(folder: Path, n_kills: int, moments: random.Random) -> int:
    """Give 1 when a run came out different, else 0."""
    lives = Lives(folder)
    plan = folder / "plan.toml"
    plan.write_text(PLAN)
    start = time.monotonic()
    status, life = lives.live("simulate", plan, "--out", folder / "whole")
    whole_seconds = time.monotonic() - start
    if status != 0:
        sys.exit(life.err)
    expected = contents(folder / "whole")
    killed = n_runs = 0
    while killed < n_kills:
        n_runs += 1
        path = folder / f"{n_runs}"
        lived = 0
        while True:
            begun = (path / "run.json").exists()
            command = ("resume", path) if begun else ("simulate", plan, "--out", path)
            life = lives.begin(*command, "--threads", moments.randint(1, 4))
            if killed < n_kills and lived < 12:
                time.sleep(moments.uniform(0, whole_seconds / 3))
                life.kill()
            status = life.wait()
            if status == 0:
                break
            if status != -9:
                sys.exit(life.err)
            killed, lived = killed + 1, lived + 1
        same = contents(path) == expected
        print(f"run {n_runs}: {lived} kills, {'equal' if same else 'DIFFERENT'}", flush=True)
        if not same:
            return 1
    lives.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

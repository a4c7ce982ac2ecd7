"""Flip single bits in the files of a run, many times, and see that `yaniv verify` notices: the long form of a test.

    python -m tests.faults.flip_many --flips 1000 --seed 1

Prints how many were noticed; exit status 1 when one was not.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.flips import flip, tiny_run, verdict
from tests.run_helpers import contents


def main() -> int:
    """Flip, check, flip back."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--flips", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    choices = random.Random(chosen.seed)  # noqa: S311
    with tempfile.TemporaryDirectory() as name:
        run = tiny_run(Path(name) / "run")
        before = contents(run)
        noticed: Counter[str] = Counter()
        missed = []
        for _ in range(chosen.flips):
            path, bit = flip(run, choices)
            file = str(path.relative_to(run))
            if verdict(run) == 0:
                missed.append(f"bit {bit} of {file}")
            else:
                noticed[file.partition("/")[0]] += 1
            flip(run, choices, path, bit)
        if contents(run) != before or verdict(run) != 0:
            sys.exit("the run did not come back to what it was")
    for kind, count in sorted(noticed.items()):
        print(f"{kind}: {count} noticed")
    print(f"{chosen.flips - len(missed)} of {chosen.flips} flips noticed", *missed, sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Make pages with little memory: what a page needs does not grow with its run, and a failed one leaves the old page.

    python -m tests.faults.short_memory --games 110000

Prints one line a page; exit status 1 when a page took more for a longer run, or a page was left half.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.lives import Lives
from tests.run_helpers import contents

MEGABYTE = 1_000_000
LIMITS = (300, 600, 900, 1200, 1500, 1800, 2400, 3200, 4800)
"""Megabytes of addresses; a page takes more addresses than memory."""


def main() -> int:
    """Play two runs, one four times as long, and make pages about them."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=110_000, help="of the shorter run: two million rounds")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lives = Lives(folder)
        for run, games in (("short", chosen.games), ("long", 4 * chosen.games)):
            play(lives, folder / run, games)
        bad = grows(lives, folder) + sum(leaves_half(lives, folder, limit) for limit in LIMITS)
        lives.close()
    return 1 if bad else 0


def play(lives: Lives, path: Path, games: int) -> None:
    """Play a run to its end."""
    status, life = lives.live("simulate", "--games", games, "--out", path)
    if status != 0:
        sys.exit(life.err)


def grows(lives: Lives, folder: Path) -> bool:
    """Tell whether the page about the longer run took more than a little more memory."""
    peaks = []
    for run in ("short", "long"):
        status, life = lives.live("report", folder / run)
        if status != 0:
            sys.exit(life.err)
        peaks.append(life.peak_bytes)
        print(f"page about the {run} run: {life.peak_bytes // MEGABYTE:,} MB", flush=True)
    return peaks[1] > 1.25 * peaks[0]


def leaves_half(lives: Lives, folder: Path, limit: int) -> bool:
    """Tell whether a page that is made with so little memory spoils the one that is there."""
    page = folder / "short" / "report"
    old = contents(page)
    status, life = lives.live(
        "report", folder / "short", "--seconds-per-turn", limit / 100, memory_limit=limit * MEGABYTE
    )
    kept, made = contents(page) == old, status == 0
    last = life.err.strip().splitlines()[-1:] or [""]
    print(
        f"at most {limit} MB: status {status}, {'made' if made else 'old page kept' if kept else 'SPOILT'}; {last[0]}"
    )
    return kept == made


if __name__ == "__main__":
    sys.exit(main())

"""A copy of the program with one more bot that goes wrong in a chosen way, as a newcomer's might."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

FAULTY = '''
"""``faulty``: lays its highest card until turn 9 of round 2, and then does what its parameter says."""

from sim.bots.family import Family, Parameter
from sim.jit import inline
from sim.kernels.bits import JOKER_BIT, ONE, ZERO, highest, jokers_in, u64
from sim.kernels.state import TAKE_STOCK
from sim.kernels.view import Play

FAMILY = Family("faulty", "goes wrong", (Parameter("how", 0, 0, 6, "what it does"),))
HOW = u64(0)


@inline
def call(params, view):
    return False


@inline
def play(params, view):
    how = params[HOW]
    high = JOKER_BIT if jokers_in(view.hand) != ZERO else highest(view.hand)
    if view.turn < 9 or view.luck.round_number != 2 or how == 0:
        return Play(high, ZERO, ZERO, TAKE_STOCK)
    if how == 1:  # a card that it does not hold
        return Play(~view.hand & u64(2**52) if view.hand & u64(2**52) == ZERO else ONE, ZERO, ZERO, TAKE_STOCK)
    if how == 2:  # no meld
        return Play(view.hand, ZERO, ZERO, TAKE_STOCK)
    if how == 3:  # nothing at all
        return Play(ZERO, ZERO, ZERO, TAKE_STOCK)
    if how == 4:  # its own card
        return Play(high, ZERO, ZERO, high)
    if how == 5:  # a joker that nobody has
        return Play(u64(7) << u64(61), ZERO, ZERO, TAKE_STOCK)
    raise ValueError("the bot gave up")


@inline
def slap(params, view, card):
    return False


class Plain:
    def __init__(self, values):
        self.how = values[0]

    def call(self, view):
        return False

    def play(self, view):
        high = view.hand[-1]
        if view.turn < 9 or view.luck(0)._tail[0] % 65536 != 2 or self.how == 0:
            return (high,), None
        if self.how == 1:
            return (16 * 3 + 4 if 16 * 3 + 4 not in view.hand else 0,), None
        if self.how == 2:
            return view.hand, None
        if self.how == 3:
            return (), None
        if self.how == 4:
            return (high,), high
        if self.how == 5:
            return (61,) * 7, None
        raise ValueError("the bot gave up")

    def slap(self, view, card):
        return False
'''


class Program:
    """The copy, and how to call its command line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for package in ("sim", "pipelines", "reports"):
            shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "sim/bots/faulty.py").write_text(FAULTY)
        registry = folder / "sim/bots/__init__.py"
        registry.write_text(registry.read_text().replace('    "greedy",\n', '    "greedy",\n    "faulty",\n'))

    def yaniv(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command in a process of its own."""
        command = [sys.executable, "-m", "reports.cli", *map(str, arguments)]
        environment = os.environ | {"PYTHONPATH": str(self.folder), "YANIV_CACHE_DIR": str(self.folder / "cache")}
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)

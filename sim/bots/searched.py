"""Defaults that searches found: the files of ``tuned/``, as ``yaniv tune`` wrote them.

``tuned/counter-3p.toml`` is how ``counter`` plays at tables of three with the usual threshold of 7 and those near it,
``tuned/counter-3p-5.toml`` with thresholds nearer to 5. The command that found it, and what it gained on fresh deals,
stand in each as comments.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sim.bots.family import USUAL_THRESHOLD, Searched

FOLDER: Final = Path(__file__).with_name("tuned")


def searched(family: str) -> Searched:
    """Give the parameters that were found for a family, by threshold and number of players."""
    return {table: _parameters(path) for table, path in searched_files(family).items()}


def searched_files(family: str) -> Mapping[tuple[int, int], Path]:
    """Give the files of a family, by the threshold and the number of players that each is for."""
    named = re.compile(rf"{re.escape(family)}-(?P<players>[2-8])p(?:-(?P<threshold>\d+))?\.toml")
    found = ((named.fullmatch(path.name), path) for path in sorted(FOLDER.iterdir()))
    return {
        (int(name["threshold"] or USUAL_THRESHOLD), int(name["players"])): path
        for name, path in found
        if name is not None
    }


def _parameters(path: Path) -> Mapping[str, int]:
    (entrant,) = tomllib.loads(path.read_text(encoding="utf-8"))["entrants"].values()
    return {name: value for name, value in entrant.items() if name != "family"}

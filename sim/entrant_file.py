"""Bots as users name them: a family with its parameters, or a file in which bots have names of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sim.errors import InputError
from sim.shown import cut
from sim.suggest import hint
from sim.toml_file import read_toml

if TYPE_CHECKING:
    from sim.bots import Entrant

_SUFFIX: Final = ".toml"


def find_bot(text: str, folder: Path = Path()) -> Entrant:
    """Read a bot wherever one is asked for.

    Parameters
    ----------
    text
        ``family`` or ``family:key=value,key=value``; or ``FILE.toml``, the one entrant of a file, or
        ``FILE.toml:NAME``, one of several. The file is any that has ``[entrants.NAME]`` tables, a plan too.
    folder
        What the path of the file is relative to.

    Raises
    ------
    InputError
        Names wrong and right.
    """
    from sim.bots import parse_entrant

    path, name = _parts(text.strip())
    return parse_entrant(text) if path is None else _from_file(folder / path, name)


def names_file(text: str) -> bool:
    """Whether a bot is given as a file."""
    return _parts(text.strip())[0] is not None


def _parts(text: str) -> tuple[str | None, str | None]:
    if text.endswith(_SUFFIX):
        return text, None
    path, colon, name = text.rpartition(f"{_SUFFIX}:")
    return (f"{path}{_SUFFIX}", name) if colon else (None, None)


def _from_file(path: Path, name: str | None) -> Entrant:
    from sim.plan_table import own_entrants

    entrants = own_entrants(read_toml(path).get("entrants", {}), str(path))
    if not entrants:
        raise InputError(f'{path}: there is no entrant in it; write one as [entrants.my-own] with family = "greedy"')
    if name is None and len(entrants) > 1:
        raise InputError(f"{path}: there are {len(entrants)} entrants in it; name one, such as {path}:{min(entrants)}")
    if name is not None and name not in entrants:
        near = hint(name, entrants, f"there are {', '.join(entrants)}")
        raise InputError(f"{path}: unknown entrant '{cut(name)}'{near}")
    return entrants[next(iter(entrants)) if name is None else name]

"""What a family of bots tells about itself, and an entrant: a family with its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sim.errors import InputError
from sim.shown import cut, shown
from sim.suggest import hint


class Parameter(NamedTuple):
    """One integer that sets how a family plays."""

    name: str
    default: int
    low: int
    high: int
    meaning: str


class Entrant(NamedTuple):
    """A bot with its parameters, as it is entered for a seat."""

    family: str
    values: tuple[int, ...]
    """One value a parameter, in the family's order."""
    label: str = ""
    """A name of its own, or empty."""

    def __str__(self) -> str:
        """Canonical text: only what differs from the defaults, in the family's order."""
        from sim.bots import family

        pairs = zip(family(self.family).parameters, self.values, strict=True)
        changed = [f"{p.name}={value}" for p, value in pairs if value != p.default]
        return self.family + (":" + ",".join(changed) if changed else "")


class Family(NamedTuple):
    """A way of playing, with the parameters that it takes."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    needs_public: bool = False
    """Whether it looks at hand sizes, known cards or the pile; only then the kernels keep them."""
    scratch_words: int = 512
    """How many words of memory to think in it needs: more than a list of lays only for a bot that plays rounds out."""

    def entrant(self, given: Mapping[str, int], where: str, label: str = "") -> Entrant:
        """Entrant with these parameters and the defaults for the rest; raises ``InputError``."""
        names = [p.name for p in self.parameters]
        for key in given:
            if key not in names:
                right = f"{self.name} has: {', '.join(names)}" if names else f"{self.name} has no parameters"
                raise InputError(f"{where}: unknown parameter '{cut(key)}'; {right}{hint(key, names)}")
        values = []
        for p in self.parameters:
            value = given.get(p.name, p.default)
            if isinstance(value, bool) or not isinstance(value, int) or not p.low <= value <= p.high:
                raise InputError(f"{where}: {p.name} = {shown(value)} is not a whole number from {p.low} to {p.high}")
            values.append(value)
        return Entrant(self.name, tuple(values), label)

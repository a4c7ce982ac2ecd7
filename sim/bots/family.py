"""What a family of bots tells about itself, and an entrant: a family with its parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from sim.errors import InputError
from sim.shown import cut, shown
from sim.suggest import hint

Searched: TypeAlias = Mapping[tuple[int, int], Mapping[str, int]]
"""What searches found: parameters by threshold and number of players."""

NOT_TUNED: Final[Searched] = MappingProxyType({})
USUAL_THRESHOLD: Final = 7


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
    chosen: tuple[int | None, ...]
    """One value a parameter, in the family's order; None is the default, which may depend on the table."""
    label: str = ""
    """A name of its own, or empty."""
    known_as: str = ""
    """What a run calls it that was begun when the defaults were others; else empty."""

    def __str__(self) -> str:
        """Canonical text: only what is not left to the defaults, in the family's order."""
        from sim.bots import family

        return family(self.family).text(self.chosen)

    def values(self, threshold: int, players: int) -> tuple[int, ...]:
        """Give all parameters as they are played at such a table."""
        from sim.bots import family

        defaults = family(self.family).defaults(threshold, players)
        return tuple(usual if own is None else own for own, usual in zip(self.chosen, defaults, strict=True))

    def at(self, threshold: int, players: int) -> Entrant:
        """Give the same bot as it is told at such a table: what is the default there is left to it."""
        from sim.bots import family

        defaults = family(self.family).defaults(threshold, players)
        return self._replace(chosen=_where_other(self.chosen, defaults))


class Family(NamedTuple):
    """A way of playing, with the parameters that it takes."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    needs_public: bool = False
    """Whether it looks at hand sizes, known cards or the pile; only then the kernels keep them."""
    scratch_words: int = 512
    """How many words of memory to think in it needs: more than a list of lays only for a bot that plays rounds out."""
    tuned: Searched = NOT_TUNED
    """Defaults of tables for which they were searched."""

    @property
    def usual(self) -> tuple[int, ...]:
        """What all parameters are where nothing was searched, and where searches begin."""
        return tuple(p.default for p in self.parameters)

    def named(self, values: Iterable[int]) -> dict[str, int]:
        """Give one value a parameter, in the family's order, by name."""
        return dict(zip((p.name for p in self.parameters), values, strict=True))

    def defaults(self, threshold: int, players: int) -> tuple[int, ...]:
        """Give what all parameters are at a table where nothing else is said.

        Those of the table searched that is nearest: of so many players, or the most there are; among these of the
        nearest threshold, of two the one nearer to the usual.
        """
        own = self.tuned[self._searched_table(threshold, players)] if self.tuned else {}
        return tuple(own.get(p.name, p.default) for p in self.parameters)

    def text(self, chosen: tuple[int | None, ...]) -> str:
        """Write a bot of this family, but for what is left to the defaults (None)."""
        pairs = zip(self.parameters, chosen, strict=True)
        changed = [f"{p.name}={value}" for p, value in pairs if value is not None]
        return self.name + (":" + ",".join(changed) if changed else "")

    def text_of_old(self, values: tuple[int, ...]) -> str:
        """Write all parameters as they were told before defaults were searched for each table."""
        return self.text(_where_other(values, self.usual))

    def _searched_table(self, threshold: int, players: int) -> tuple[int, int]:
        seats = min(players, max(n for _, n in self.tuned))
        thresholds = (limit for limit, n in self.tuned if n == seats)
        return min(thresholds, key=lambda limit: (abs(limit - threshold), abs(limit - USUAL_THRESHOLD))), seats

    def entrant(self, given: Mapping[str, int], where: str, label: str = "") -> Entrant:
        """Entrant with these parameters and the defaults for the rest; raises ``InputError``."""
        names = [p.name for p in self.parameters]
        for key in given:
            if key not in names:
                right = f"{self.name} has: {', '.join(names)}" if names else f"{self.name} has no parameters"
                raise InputError(f"{where}: unknown parameter '{cut(key)}'; {right}{hint(key, names)}")
        for p in self.parameters:
            value = given.get(p.name, p.default)
            if isinstance(value, bool) or not isinstance(value, int) or not p.low <= value <= p.high:
                raise InputError(f"{where}: {p.name} = {shown(value)} is not a whole number from {p.low} to {p.high}")
        chosen = tuple(given.get(name) for name in names)
        return Entrant(self.name, chosen if self.tuned else _where_other(chosen, self.usual), label)


def _where_other(chosen: tuple[int | None, ...], defaults: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(None if own == usual else own for own, usual in zip(chosen, defaults, strict=True))

"""What a tuning plays: where it begins, which parameters it changes, against whom, and on which deals.

A tuning is decided by its plan alone. Its deals lie apart: those of generation g begin at deal g * `deals`, those on
which finalists are chosen at `CHOOSING_FROM`, those on which the gain is measured at `MEASURING_FROM`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sim.errors import InputError
from sim.plan import Cell, Plan, entrant_from_mapping
from sim.rules import Variant

if TYPE_CHECKING:
    from sim.bots import Entrant

CHOOSING_FROM: Final = 2**40
MEASURING_FROM: Final = 2**41

FINALISTS: Final = 6
"""Settings that are measured once more on the same fresh deals, beside the start."""

_CANDIDATE: Final = "/candidate"
"""Nobody else can have this label, so a candidate is told apart from an opponent with the same parameters."""


class Range(NamedTuple):
    """A parameter that is searched.

    Attributes
    ----------
    name
        Of the parameter.
    low, high
        Its least and its greatest value.
    begin
        Where the search begins.
    step
        Standard deviation of the first generation.
    """

    name: str
    low: int
    high: int
    begin: int
    step: float


@dataclass(frozen=True)
class TuningPlan:
    """Everything that decides what a tuning finds.

    Attributes
    ----------
    start
        Where it begins, and what the gain is measured against.
    pool
        Opponents; at a table a candidate meets one of them on all other seats.
    ranges
        The parameters that are searched, in the family's order.
    population, generations
        Candidates of a generation, and how many generations there are at most.
    deals
        That all candidates of a generation play, against each opponent, in every seat.
    fresh
        Deals on which the gain is measured.
    name
        Of the entrant that comes out.
    """

    start: Entrant
    pool: tuple[Entrant, ...]
    variant: Variant
    players: int
    ranges: tuple[Range, ...]
    population: int
    generations: int
    deals: int
    fresh: int
    seed: int
    name: str

    def __post_init__(self) -> None:
        """See the bots as at this table: what is the default there has no other name."""
        table = self.variant.threshold, self.players
        object.__setattr__(self, "start", self.start.at(*table))
        object.__setattr__(self, "pool", tuple(opponent.at(*table) for opponent in self.pool))

    @property
    def choosing(self) -> int:
        """Deals on which the finalists are compared."""
        return -(-self.fresh // 4)

    @property
    def games_a_deal(self) -> int:
        """Games of one candidate on one deal."""
        return self.players * len(self.pool)

    @property
    def games_a_generation(self) -> int:
        """Games of a generation in which no candidate comes twice."""
        return self.population * self.deals * self.games_a_deal

    @property
    def last_games(self) -> int:
        """Games of the finalists at most."""
        return ((FINALISTS + 1) * self.choosing + 2 * self.fresh) * self.games_a_deal

    @property
    def games(self) -> int:
        """Games at most."""
        return self.generations * self.games_a_generation + self.last_games

    @property
    def families(self) -> tuple[str, ...]:
        """Families of all that play, sorted: one kernel knows them all."""
        return tuple(sorted({entrant.family for entrant in (self.start, *self.pool)}))

    def cell(self, candidate: Entrant, opponent: Entrant) -> Cell:
        """Give the table of a candidate and one opponent on all other seats; the candidate comes first."""
        lineup = (candidate._replace(label=_CANDIDATE), *(opponent,) * (self.players - 1))
        return Cell(self.variant, self.players, lineup)

    def table_plan(self) -> Plan:
        """Give the tables of the start, to try how long they take."""
        return Plan(self.seed, tuple(self.cell(self.start, opponent) for opponent in self.pool))

    def entrant(self, values: Sequence[int]) -> Entrant:
        """Give the start with other values of the searched parameters, in the order of `ranges`."""
        given = self._parameters(self.start) | dict(zip((one.name for one in self.ranges), values, strict=True))
        told = self.start._replace(chosen=tuple(given.values()), label="", known_as="")
        return told.at(self.variant.threshold, self.players)

    def searched(self, entrant: Entrant) -> tuple[int, ...]:
        """Give the searched parameters of an entrant, in the order of `ranges`."""
        given = self._parameters(entrant)
        return tuple(given[one.name] for one in self.ranges)

    def _parameters(self, entrant: Entrant) -> dict[str, int]:
        from sim.bots import family

        return family(entrant.family).named(entrant.values(self.variant.threshold, self.players))

    def as_mapping(self) -> dict[str, Any]:
        """Give all values as plain JSON types."""
        mirrors = (Cell(self.variant, self.players, (one,) * self.players) for one in (self.start, *self.pool))
        start, *pool = (cell.as_mapping()["lineup"][0] for cell in mirrors)
        return {
            "start": start,
            "pool": pool,
            "variant": self.variant.as_mapping(),
            "ranges": [one._asdict() for one in self.ranges],
            **{name: getattr(self, name) for name in _NUMBERS},
            "name": self.name,
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], where: str) -> TuningPlan:
        """Read what `as_mapping` gave.

        Raises
        ------
        InputError
            Where a value is missing or no longer valid.
        """
        try:
            variant = Variant.from_mapping(mapping["variant"], where=where)
            table = variant.threshold, mapping["players"]
            start, *pool = (entrant_from_mapping(one, table, where) for one in (mapping["start"], *mapping["pool"]))
            return cls(
                start,
                tuple(pool),
                variant,
                ranges=tuple(Range(**one) for one in mapping["ranges"]),
                name=mapping["name"],
                **{name: mapping[name] for name in _NUMBERS},
            )
        except (KeyError, TypeError) as error:
            raise InputError(f"{where}: the plan in it is not complete: {error}") from None


_NUMBERS: Final = ("players", "population", "generations", "deals", "fresh", "seed")

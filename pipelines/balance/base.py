"""What all measures of a balance share: places, arms, what is found, and what a measure says.

A balance is a folder with up to three runs of the same seed, so of the same deals (`RUNS`). The runs are played one
after the other: `limits` first, for the call limit of the level *limited* comes from it, and every later arm may rest
on that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from pipelines.findings.results import BatchSums
from pipelines.stats.estimate import Estimate
from sim.plan import Cell
from sim.rules import RULE_FIELDS, Variant

if TYPE_CHECKING:
    import polars as pl

    from pipelines.run import RunCell
    from pipelines.tables.base import Key, Row
    from sim.bots import Entrant

EAGER, LIMITED, TACTICIAN, COUNTER = "eager", "limited", "tactician", "counter"
LEVELS: Final = (EAGER, LIMITED, TACTICIAN, COUNTER)
"""Levels of play, each better than the one before: who sits on all chairs of a mirror cell."""

LIMITS, TABLES, PATHS = "limits", "tables", "paths"
RUNS: Final = {LIMITS: "tallies", TABLES: "tallies", PATHS: "rounds"}
"""The runs of a balance in the order in which they are played, with the detail that each keeps."""


class Place(NamedTuple):
    """One row of a balance: a variant at a table of so many players, at one of `LEVELS`."""

    variant: Variant
    players: int
    level: str


class Arm(NamedTuple):
    """A cell that somebody wants played: in which of `RUNS`, and how many deals at least.

    A cell appears once in a run, with the greatest number of deals that is asked of it; cells that play alike are one,
    whatever their variants are called.
    """

    run: str
    cell: Cell
    deals: int


class Deals(NamedTuple):
    """How many deals the arms of each kind take.

    Attributes
    ----------
    mirrors
        Of the mirror cells in `tables`, by number of players.
    arms
        Of other cells in `tables`.
    limits
        Of each pairing of two call limits (F10), in `limits` and in `tables`.
    paths
        Of the mirror cells in `paths`, whose games are followed round by round.
    """

    mirrors: Mapping[int, int]
    arms: int
    limits: int
    paths: int


class Levels(Protocol):
    """Who plays at a level (`pipelines.balance.levels`)."""

    def entrant(self, variant: Variant, players: int, level: str) -> Entrant:
        """Give the bot; at *limited* it is `greedy` with the call limit that was found for this table."""
        ...

    def has_limits(self, variant: Variant, players: int) -> bool:
        """Say whether the call limits of this table are played in the run of call limits."""
        ...


class Found(Protocol):
    """The finished runs of a balance."""

    def __hash__(self) -> int:
        """Be a key, for what is kept of it."""
        ...

    def cell(self, run: str, cell: Cell) -> RunCell | None:
        """Give what was played of a cell; None where the run does not have it."""
        ...

    def counted(self, run: str, cell: Cell) -> Mapping[str, pl.DataFrame]:
        """Give the tallies of a cell by name; {} where the run does not have it."""
        ...

    def rows(self, run: str, cell: Cell, table: str) -> list[Row]:
        """Give the rows of one of `pipelines.tables.TABLES` with their sums; [] where the run has no such cell."""
        ...


class Number(NamedTuple):
    """What a number of a measure is.

    Attributes
    ----------
    name, label
        In data, and above its column.
    meaning
        In a line.
    unit
        See `pipelines.tables.measures.Measure`: `share`, `edge`, `points`, `turns`, ...
    per
        What `n` counts: game, round, call, ...
    signed
        A difference: printed with its sign.
    """

    name: str
    label: str
    meaning: str
    unit: str
    per: str
    signed: bool = False


class Line(NamedTuple):
    """One row of a measure's table.

    Attributes
    ----------
    keys
        What the row is about, by the names of the measure's `KEYS`; None where a key does not apply.
    numbers
        Its estimates, by the names of `NUMBERS`; a number that has no sense in this row is left out.
    sums
        For numbers that are ratios of sums over batches of the place's deals: these sums. With them a number can be
        compared between places, paired by batch (`pipelines.balance.changes`); a number that is none has no entry.
    """

    keys: Mapping[str, Any]
    numbers: Mapping[str, Estimate]
    sums: Mapping[str, BatchSums] = {}


class Verdict(NamedTuple):
    """What a measure adds up to.

    Attributes
    ----------
    word
        One of the measure's verdicts: those of `pipelines.stats.equivalence`, `reported`, or its own.
    sentence
        It in plain words, with the numbers that it rests on.
    more_games
        How many more would decide where nothing is decided yet; None where none would or nothing is open.
    p_within, p_outside
        Of a test against a margin, before any correction for the number of verdicts in the report.
    """

    word: str
    sentence: str
    more_games: int | None = None
    p_within: float | None = None
    p_outside: float | None = None


class Measured(NamedTuple):
    """A measure at one place.

    Attributes
    ----------
    deals
        Of the cell that `sums` of the lines were counted from.
    warnings
        Sentences that a reader must see beside the numbers.
    """

    code: str
    place: Place
    deals: int
    lines: Sequence[Line]
    verdict: Verdict | None = None
    warnings: Sequence[str] = ()


class Headline(NamedTuple):
    """A number by which two places are compared: where it stands, and its words in a forest plot."""

    number: str
    keys: Mapping[str, Any]
    label: str


class Measure(Protocol):
    """What a file of `pipelines.balance.MEASURES` offers as a module.

    It may also offer `together(measured: Sequence[Measured]) -> list[Measured]`, called once with this measure at all
    places of a report, in their order: for verdicts that share one error rate (Holm), or that compare places (F11); and
    `measure_headlines`, as `measure`, but with no more rows than headlines name: for who compares by these alone.
    """

    CODE: str
    """F1 to F11."""
    TITLE: str
    MEANING: str
    """For the reader of the report: formula, unit and assumptions in a few sentences."""
    KEYS: tuple[Key, ...]
    NUMBERS: tuple[Number, ...]

    def arms(self, place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
        """Say what has to be played for this measure at this place."""
        ...

    def measure(self, place: Place, found: Found, levels: Levels) -> Measured | None:
        """Measure; None where it has no sense at this place (F10 without a threshold)."""
        ...

    def headlines(self, place: Place) -> Sequence[Headline]:
        """Name the few numbers by which this place is compared with others; none for a measure without sums."""
        ...


def sums_of(table: str, row: Row, names: Sequence[str]) -> dict[str, BatchSums]:
    """Give the batch sums of some measures of a row, those that are ratios."""
    from pipelines.tables import TABLES
    from pipelines.tables.measures import Ratio

    if row.sums is None:
        return {}
    ratios = {one.name: one for one in TABLES[table].measures if isinstance(one, Ratio)}
    return {name: BatchSums(*ratios[name].parts(row.sums), ratios[name].scale) for name in names if name in ratios}


def mirror(place: Place, levels: Levels) -> Cell:
    """Give the table where all chairs are held by the level's bot."""
    entrant = levels.entrant(*place)
    return Cell(place.variant, place.players, (entrant,) * place.players)


def play_key(cell: Cell) -> tuple[Hashable, ...]:
    """Give what decides how a cell is played: not what its variant is called, nor where that comes from."""
    rules = tuple(getattr(cell.variant, field) for field in RULE_FIELDS)
    return cell.players, cell.lineup, rules


def mirror_arm(place: Place, deals: Deals, levels: Levels) -> Arm:
    """Ask for the mirror cell with all its deals."""
    return Arm(TABLES, mirror(place, levels), deals.mirrors[place.players])


def key_text(keys: Mapping[str, Any]) -> str:
    """Write keys for a message: `players_in 3, position 1`."""
    return ", ".join(f"{name} {value}" for name, value in keys.items() if value is not None)

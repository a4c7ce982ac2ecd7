"""Two entrants on the same deals, in every placement: the plan, and when to look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from sim.chosen import chosen_number, chosen_table
from sim.errors import InputError
from sim.plan import MAX_CHUNK, MAX_SEED, Cell, Plan, entrant_name
from sim.plan_file import DEFAULT_SEED, MAX_GAMES, power_of_two
from sim.rules import MAX_PLAYERS
from sim.tournaments.seating import placements

if TYPE_CHECKING:
    from sim.bots import Entrant

DEFAULT_PLAYERS: Final = 2
DEFAULT_CHUNK: Final = 512
DEFAULT_DEALS: Final = 20_000
MOST_DEALS: Final = 1_000_000
"""Where a comparison ends that is to go on until it is decided."""


class Options(NamedTuple):
    """What may be chosen; None where it was not."""

    variant: str | None = None
    players: int | None = None
    deals: int | None = None
    seed: int | None = None
    chunk: int | None = None


class Comparison(NamedTuple):
    """Two entrants at one kind of table.

    Attributes
    ----------
    plan
        Cells are the circular orders of the two.
    deals
        That are played at most.
    """

    plan: Plan
    deals: int

    @property
    def names(self) -> tuple[str, str]:
        """Names of the first and the second entrant."""
        first, second = self.entrants
        return entrant_name(first), entrant_name(second)

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The first and the second entrant."""
        first, second = dict.fromkeys(one for cell in self.plan.cells for one in cell.lineup)
        return first, second

    @property
    def repeats(self) -> int:
        """Games that every deal is played in."""
        return sum(cell.rotations for cell in self.plan.cells)

    def cell_deals(self, deals: int) -> tuple[int, ...]:
        """Deals of each cell."""
        return (deals,) * len(self.plan.cells)


def comparison(first: Entrant, second: Entrant, options: Options, *, until_decided: bool) -> Comparison:
    """Make the plan of a comparison of two that are different bots at this table.

    Raises
    ------
    InputError
        Names the option.
    """
    variant, players = chosen_table(options.variant, options.players, DEFAULT_PLAYERS)
    first, second = first.at(variant.threshold, players), second.at(variant.threshold, players)
    if entrant_name(first) == entrant_name(second):
        raise InputError(f"'{entrant_name(first)}' is the name of both; give one of them another name")
    both = (first, second)
    cells = tuple(Cell(variant, players, tuple(both[one] for one in order)) for order in placements(players))
    chunk = power_of_two(chosen_number(options.chunk, DEFAULT_CHUNK, "--chunk", 1, MAX_CHUNK), "--chunk")
    most = MOST_DEALS if until_decided else DEFAULT_DEALS
    deals = chosen_number(options.deals, most, "--deals", 1, MAX_GAMES // 2**MAX_PLAYERS)
    seed = chosen_number(options.seed, DEFAULT_SEED, "--seed", 0, MAX_SEED)
    title = f"{entrant_name(first)} against {entrant_name(second)}"
    return Comparison(Plan(seed, cells, chunk, title[:200], "games"), deals)


def look_deals(chunk: int, most: int) -> Iterator[int]:
    """Give the numbers of deals after which the result is looked at: whole chunks, about a fifth more each time.

    They depend on deals alone, so that any number of threads stops at the same one.
    """
    step, chunks = 1, 1
    while chunks * chunk < most:
        yield chunks * chunk
        chunks += step
        if chunks == 8 * step:
            step *= 2
    yield most

"""Sums by batch of everything that is told of a tournament, a table at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array

from pipelines.run import Run, RunCell
from pipelines.stats.clustered import rate
from pipelines.stats.estimate import Estimate
from pipelines.stats.plackett_luce import Finishes
from pipelines.stats.variance_shares import TableSums
from pipelines.tournament.games import COUNTS, Games, read_games, until
from sim.batches import batch_deals, n_batches
from sim.exact_parts import WHOLE
from sim.plan import entrant_name

Whole = NDArray[np.int64]

PREVIOUS, NEXT = 0, 1
"""Sides of a neighbour: it plays just before, or just after."""

PER_ENTRANT: Final = ("seats", "decided", "wins", *COUNTS)
OUTCOMES: Final = ("wins", "total")
"""What the variance is cut up of."""


class OrderRow(NamedTuple):
    """What an entrant won in one circular order."""

    table: int
    order: tuple[str, ...]
    entrant: str
    win: Estimate


class Counted(NamedTuple):
    """Everything counted.

    Attributes
    ----------
    entrants
        Names, in the order of first appearance in the plan.
    tables
        Numbers of the entrants of each table, a number once for each seat.
    deals, batch_deals
        Deals that all cells have played, and how many of them are a batch.
    games, stopped_games
        Of all cells.
    sums
        By name of `PER_ENTRANT`: (entrants, batches).
    seat_wins, seat_games
        (seats, batches): wins in parts of `WHOLE`, and games with a winner.
    met
        (entrants, entrants, batches): pairs of seats that the two held in a game with a winner.
    ahead
        The same shape: of these, finishes of the first ahead of the second, twice; a tie counts once.
    wins_with, points_with
        Wins (parts of `WHOLE`) and points of the first, once for each such pair; points in all games.
    sat
        Pairs of seats in all games.
    beside, wins_beside
        (side, entrants, entrants, batches): games with a winner in which the second was that neighbour of the first,
        and wins of the first in them.
    at_seat
        (entrants, seats): games.
    finishes
        One a table.
    outcomes
        By name of `OUTCOMES`: sums for the shares of variance, one a table.
    orders
        A row an order and entrant.
    """

    entrants: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]
    deals: int
    batch_deals: int
    games: int
    stopped_games: int
    sums: dict[str, Whole]
    seat_wins: Whole
    seat_games: Whole
    met: Whole
    ahead: Whole
    wins_with: Whole
    points_with: Whole
    sat: Whole
    beside: Whole
    wins_beside: Whole
    at_seat: Whole
    finishes: list[Finishes]
    outcomes: dict[str, list[TableSums]]
    orders: list[OrderRow]


def count_tournament(run: Run, tell: Callable[[int, int], None] = lambda done, total: None) -> Counted:
    """Count a run whose cells are circular orders of tables of one size.

    Parameters
    ----------
    run
        Finished, with rows of games and seats.
    tell
        Called with cells that are counted and cells in all.
    """
    names = tuple(dict.fromkeys(name for cell in run.cells for name in cell.entrants))
    tables: dict[tuple[int, ...], list[RunCell]] = {}
    for cell in run.cells:
        tables.setdefault(tuple(sorted(_lineup(cell, names))), []).append(cell)
    deals = min(cell.deals for cell in run.cells)
    counter = _Counter(names, tuple(tables), run.cells[0].players, deals)
    done = 0
    for number, (table, cells) in enumerate(tables.items()):
        part = _TableCounter(table, sum(cell.cell.rotations for cell in cells), deals)
        for cell in cells:
            counter.add_cell(number, cell, part)
            done += 1
            tell(done, len(run.cells))
        counter.add_table(part)
    return counter.counted


def _lineup(cell: RunCell, names: Sequence[str]) -> list[int]:
    return [names.index(entrant_name(entrant)) for entrant in cell.cell.lineup]


class _Counter:
    """Adds up games of all tables."""

    def __init__(self, names: tuple[str, ...], tables: tuple[tuple[int, ...], ...], players: int, deals: int) -> None:
        e, b = len(names), n_batches(deals)

        def zeros(*shape: int) -> Whole:
            return np.zeros((*shape, b), np.int64)

        self.counted = Counted(
            names, tables, deals, batch_deals(deals), 0, 0,
            {name: zeros(e) for name in PER_ENTRANT},
            zeros(players), zeros(players),
            zeros(e, e), zeros(e, e), zeros(e, e), zeros(e, e), zeros(e, e), zeros(2, e, e), zeros(2, e, e),
            np.zeros((e, players), np.int64), [], {name: [] for name in OUTCOMES}, [],
        )  # fmt: skip

    def add_cell(self, table: int, cell: RunCell, part: _TableCounter) -> None:
        """Count one circular order."""
        c = self.counted
        lineup = _lineup(cell, c.entrants)
        wins, decided = np.zeros((2, len(lineup), n_batches(c.deals)), np.int64)
        games = stopped = 0
        for some in read_games(cell):
            one = until(some, c.deals)
            if not len(one.deal):
                break
            by_batch = _ByBatch(one.deal // c.batch_deals)
            self._add_entrants(lineup, one, by_batch)
            self._add_pairs(lineup, one, by_batch)
            self._add_seats(lineup, one, by_batch)
            by_batch.add(wins, one.values["wins"])
            by_batch.add(decided, np.broadcast_to(~one.stopped[:, None], one.seat.shape))
            part.add(lineup, one)
            games, stopped = games + len(one.deal), stopped + int(one.stopped.sum())
        self._add_neighbours(lineup, wins, decided)
        self.counted = c._replace(games=c.games + games, stopped_games=c.stopped_games + stopped)
        order = tuple(c.entrants[one] for one in lineup)
        for entrant in dict.fromkeys(lineup):
            chairs = [chair for chair, who in enumerate(lineup) if who == entrant]
            share = rate(wins[chairs].sum(axis=0), decided[chairs].sum(axis=0), WHOLE, repeats=cell.cell.rotations)
            c.orders.append(OrderRow(table, order, c.entrants[entrant], share))

    def add_table(self, part: _TableCounter) -> None:
        """Take what was counted of one table."""
        self.counted.finishes.append(part.finishes())
        for name in OUTCOMES:
            self.counted.outcomes[name].append(part.outcome(name))

    def _add_entrants(self, lineup: list[int], games: Games, by_batch: _ByBatch) -> None:
        sums = self.counted.sums
        for chair, entrant in enumerate(lineup):
            by_batch.add(sums["seats"][entrant], np.ones(len(games.deal), np.int64))
            by_batch.add(sums["decided"][entrant], ~games.stopped)
            for name, values in games.values.items():
                by_batch.add(sums[name][entrant], values[:, chair])

    def _add_pairs(self, lineup: list[int], games: Games, by_batch: _ByBatch) -> None:
        c, place = self.counted, games.values["place"]
        decided = (~games.stopped).astype(np.int64)
        for i, one in enumerate(lineup):
            for j, other in enumerate(lineup):
                if one == other:
                    continue
                ahead = np.sign(place[:, j] - place[:, i]) + 1
                by_batch.add(c.met[one, other], decided)
                by_batch.add(c.ahead[one, other], ahead * decided)
                by_batch.add(c.wins_with[one, other], games.values["wins"][:, i])
                by_batch.add(c.points_with[one, other], games.values["total"][:, i])
                by_batch.add(c.sat[one, other], np.ones(len(games.deal), np.int64))

    def _add_seats(self, lineup: list[int], games: Games, by_batch: _ByBatch) -> None:
        c = self.counted
        at = np.argsort(games.seat, axis=1)
        by_batch.add(c.seat_wins, np.take_along_axis(games.values["wins"], at, axis=1))
        by_batch.add(c.seat_games, np.broadcast_to(~games.stopped[:, None], games.seat.shape))
        for chair, entrant in enumerate(lineup):
            c.at_seat[entrant] += np.bincount(games.seat[:, chair], minlength=len(lineup))

    def _add_neighbours(self, lineup: list[int], wins: Whole, decided: Whole) -> None:
        """Chairs keep their neighbours: chair c - 1 plays just before chair c."""
        c, n = self.counted, len(lineup)
        for chair, entrant in enumerate(lineup):
            for side, step in ((PREVIOUS, -1), (NEXT, 1)):
                other = lineup[(chair + step) % n]
                c.wins_beside[side, entrant, other] += wins[chair]
                c.beside[side, entrant, other] += decided[chair]


class _ByBatch:
    """Adds values of games, which are in order of deals, to sums by batch."""

    def __init__(self, batch: Whole) -> None:
        self._batches, self._starts = np.unique(batch, return_index=True)

    def add(self, sums: Whole, values: NDArray[np.int64] | NDArray[np.bool_]) -> None:
        """Add (games,) to (batches,), or (games, n) to (n, batches)."""
        found = np.add.reduceat(values.astype(np.int64), self._starts, axis=0)
        sums[..., self._batches] += found.T


class _TableCounter:
    """What is counted over all orders of a table together: finishes, and sums by deal and seat."""

    def __init__(self, table: tuple[int, ...], repeats: int, deals: int) -> None:
        self._table = table
        self._entrants = sorted(set(table))
        self._repeats = repeats
        self._deals = deals
        n, b, e = len(table), n_batches(deals), len(self._entrants)
        self._codes: list[tuple[Whole, Whole]] = []
        self._cards = {name: np.zeros((deals, n), np.int64) for name in OUTCOMES}
        self._squares = {name: np.zeros(b, np.int64) for name in OUTCOMES}
        self._by_entrant = {name: np.zeros((e, b), np.int64) for name in OUTCOMES}

    def add(self, lineup: list[int], games: Games) -> None:
        """Add games of one order."""
        by_batch = _ByBatch(games.deal // batch_deals(self._deals))
        for name in OUTCOMES:
            values = games.values[name]
            flat = (games.deal[:, None] * len(self._table) + games.seat).reshape(-1)
            np.add.at(self._cards[name].reshape(-1), flat, values.reshape(-1))
            by_batch.add(self._squares[name], (values * values).sum(axis=1))
            for chair, entrant in enumerate(lineup):
                by_batch.add(self._by_entrant[name][self._entrants.index(entrant)], values[:, chair])
        self._add_finishes(lineup, games)

    def _add_finishes(self, lineup: list[int], games: Games) -> None:
        """Count finishes by batch; chairs are put in the table's order, so that all orders share their codes."""
        chairs = np.argsort(lineup, kind="stable")
        batches = n_batches(self._deals)
        places = games.values["place"][~games.stopped][:, chairs]
        if not places.size:
            return
        base = len(self._table) + 1
        code = (places * base ** np.arange(len(self._table))).sum(axis=1)
        batch = (games.deal // batch_deals(self._deals))[~games.stopped]
        self._codes.append(np.unique(code * batches + batch, return_counts=True))

    def finishes(self) -> Finishes:
        """Give every different finish and how often each batch saw it."""
        n, batches = len(self._table), n_batches(self._deals)
        keys = np.concatenate([keys for keys, _ in self._codes]) if self._codes else np.zeros(0, np.int64)
        games = np.concatenate([games for _, games in self._codes]) if self._codes else np.zeros(0, np.int64)
        codes, row = np.unique(keys // batches, return_inverse=True)
        counts = coo_array((games, (row, keys % batches)), shape=(len(codes), batches)).tocsr()
        base = n + 1
        places = codes[:, None] // base ** np.arange(n) % base
        return Finishes(np.broadcast_to(np.array(self._table), places.shape).copy(), places, counts)

    def outcome(self, name: str) -> TableSums:
        """Give the sums that the shares of variance are made of."""
        cards = self._cards[name]
        by_batch = _ByBatch(np.arange(self._deals) // batch_deals(self._deals))
        by_seat = np.zeros((cards.shape[1], n_batches(self._deals)), np.int64)
        by_batch.add(by_seat, cards)
        squares = np.zeros(n_batches(self._deals), np.int64)
        by_batch.add(squares, (cards * cards).sum(axis=1))
        deals = np.zeros_like(squares)
        by_batch.add(deals, np.ones(self._deals, np.int64))
        chairs = np.array([self._table.count(entrant) for entrant in self._entrants])
        return TableSums(self._repeats, chairs, deals, self._squares[name], self._by_entrant[name], by_seat, squares)


def seats_are_balanced(counted: Counted) -> bool:
    """Whether every entrant sat in every seat equally often."""
    return bool((counted.at_seat == counted.at_seat[:, :1]).all())


def identical_pairs(counted: Counted) -> Iterator[tuple[int, int]]:
    """Find entrants of which all that is counted agrees in every batch: they play the same.

    Both met the same tables on the same deals in every order and seat, so what differs in their play would show.
    """
    n = len(counted.entrants)
    for i in range(n):
        for j in range(i):
            if all((sums[i] == sums[j]).all() for sums in counted.sums.values()):
                yield j, i

"""Compares the kernels with the twin, event for event and column for column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sim.cards import JOKER, cards_text
from sim.columns import COLUMNS, ENDS, Column
from sim.engine import CellPlayer, Rows
from sim.events import Call, Deal, Event, Result, RoundStopped, Score, Slap, Slapdown, Turn
from sim.kernels import trace as tr
from sim.kernels.state import END_NAMES, NO_TURN_YET, NOBODY
from sim.moves import Cards, lies_as_run, run_readings, set_order
from sim.plan import Cell, entrant_name
from sim.reference import Choice, PlainBot, PlainGame, PlainView
from sim.twin_forks import ForkingGame, PlainFork
from sim.twin_rows import GameRows, no_rows, twin_rows


def cards_of(ones: int, twos: int = 0) -> Cards:
    """Sorted cards of a mask of the kernels."""
    naturals = [code for code in range(JOKER) if ones >> code & 1 for _ in range(1 + (twos >> code & 1))]
    return (*naturals, *[JOKER] * (ones >> JOKER))


def laid_order(ones: int, twos: int, jokers_low: int, set_pickup: str) -> Cards:
    """Order in which the kernels' lay lies."""
    lay = cards_of(ones, twos)
    if not lies_as_run(lay):
        return set_order(lay, set_pickup)
    for order in run_readings(lay):
        if next(i for i, card in enumerate(order) if card != JOKER) == jokers_low:
            return order
    raise AssertionError(f"{cards_text(lay)} does not lie with {jokers_low} jokers at its low end")


def kernel_events(trace: np.ndarray, cell: Cell) -> Iterator[tuple[Any, ...]]:
    """Events of a trace in the twin's words, without the scores' details."""
    count = int(trace[0, 0])
    assert count < len(trace), "the trace is too short for these games"
    players, set_pickup = cell.players, cell.variant.set_pickup
    for row in trace[1 : count + 1].tolist():
        match row[0]:
            case tr.DEAL:
                hands = [cards_of(row[8 + s], row[16 + s]) for s in range(players)]
                yield ("deal", row[1], row[2], row[3], hands, cards_of(row[4])[0])
            case tr.VIEW:
                yield ("view", *view_of(row, players))
            case tr.TURN:
                lay = laid_order(row[2], row[3], row[4], set_pickup)
                card = cards_of(row[6])[0] if row[6] else None
                take = "none" if card is None else "pile" if row[5] else "stock"
                yield ("turn", row[1], lay, take, card, row[7])
            case tr.SLAP:
                yield ("slap", row[1], cards_of(row[2])[0])
            case tr.BRANCH:
                yield ("branch", row[1], row[2])
            case tr.BRANCH_END:
                end, ender = END_NAMES[row[1]], row[2]
                yield ("branch end", end, None if ender == NOBODY else ender, row[8 : 8 + players])
            case tr.END:
                end, ender = END_NAMES[row[1]], row[2]
                yield (
                    "end",
                    end,
                    None if ender == NOBODY else ender,
                    row[8 : 8 + players],
                    row[16 : 16 + players],
                )


def view_of(row: list[int], players: int) -> tuple[Any, ...]:
    """What a kernel showed a bot before its turn, in the twin's words."""
    seat, turn, hand, twos, total, offer, stock, took = row[1:9]
    pile = cards_of(row[9], row[10]) + (JOKER,) * row[11]
    counts = [n if n < 100 else None for n in row[12 : 12 + players]]
    known = [cards_of(row[20 + s], row[28 + s]) for s in range(players)]
    takers = {s for s in range(players) if took >> s & 1}
    discard = cards_of(row[36], row[37])
    shed = [n - tr.SHIFT if n < NO_TURN_YET else None for n in row[38 : 38 + players]]
    drew = {s for s in range(players) if row[46 + s] and counts[s] is not None}
    hand_cards = cards_of(hand, twos)
    return seat, turn, hand_cards, total, discard, cards_of(offer), stock, takers, pile, counts, known, shed, drew


class Spy:
    """Sits behind a plain bot and notes among the events what it was shown before each turn and each slap."""

    def __init__(self, bot: PlainBot) -> None:
        self.call = bot.call
        self._bot = bot

    def play(self, view: PlainView) -> Choice:
        """Note the view, then play as the bot does."""
        self._note(view)
        return self._bot.play(view)

    def slap(self, view: PlainView, card: int) -> bool:
        """Note the view, then answer as the bot does."""
        self._note(view)
        return self._bot.slap(view, card)

    def _note(self, view: PlainView) -> None:
        seats = range(len(view.totals))
        counts = [view.n_cards.get(s) for s in seats]
        known = [view.known.get(s, ()) for s in seats]
        shed = [view.shed.get(s) for s in seats]
        log: list[Any] = view._table.game.events  # of the game, or of a branch of it
        log.append(
            (
                "view", view.seat, view.turn, view.hand, view.hand_total, tuple(sorted(view.discard)),
                tuple(sorted(view.takable)), view.stock, set(view.took), view.pile, counts, known,
                shed, set(view.drew),
            )
        )  # fmt: skip


def twin_events(game: PlainGame) -> Iterator[tuple[Any, ...]]:
    """Events of the twin in the same form; the branches of calls stand before the end of their round."""
    branches = {fork.round: fork for fork in getattr(game, "forks", ()) if fork.called}
    yield from _told(game, game.events, branches)


def _told(game: PlainGame, events: list[Event], branches: dict[int, PlainFork]) -> Iterator[tuple[Any, ...]]:
    number = 0
    for event in events:
        match event:
            case Deal():
                number = event.round_number
                yield ("deal", event.round_number, event.dealer, event.first, event.hands, event.upcard)
            case Turn():
                yield ("turn", *event)
            case Slap():
                yield ("slap", *event)
            case ("view", *_):
                yield event
            case Score():
                if number in branches:
                    fork = branches[number]
                    branch = fork.branch
                    yield ("branch", fork.seat, fork.turn)
                    yield from _told(game, branch.game.events, {})
                    totals = [branch.total_of(s) if s in branch.hands else 0 for s in range(game.players)]
                    yield ("branch end", branch.end, branch.ender, totals)
                score = [event.score[s] for s in range(game.players)]
                yield ("end", event.end, event.ender, score, list(event.totals))
            case Call() | Slapdown() | RoundStopped() | Result():
                pass  # told by the end


def differ(kernel: tuple[Any, ...], twin: tuple[Any, ...]) -> bool:
    """Whether two events differ; what a seat that is out holds or scores does not count."""
    if kernel[0] != twin[0]:
        return True
    if kernel[0] == "deal":
        same = kernel[1:4] == twin[1:4] and kernel[5] == twin[5]
        return not same or any(b is not None and a != b for a, b in zip(kernel[4], twin[4], strict=True))
    if kernel[0] == "end":
        scores = any(b is not None and a != b for a, b in zip(kernel[3], twin[3], strict=True))
        return kernel[1:3] != twin[1:3] or scores or kernel[4] != twin[4]
    return kernel != twin


def stored_form(cell: Cell, rows: Rows) -> GameRows:
    """Rows of the engine as a reader of the files sees them."""
    texts = {"end": ENDS, "entrant": [entrant_name(entrant) for entrant in cell.entrants]}

    def told(column: Column, value: Any) -> Any:
        if isinstance(value, list):
            return [told(column._replace(type="u16", nullable=True), one) for one in value]
        if column.nullable and value == np.iinfo(np.dtype(column.dtype)).max:
            return None
        return bool(value) if column.type == "bool" else texts[column.type][value] if column.type in texts else value

    def table_rows(table: str, columns: dict[str, Any]) -> list[dict[str, Any]]:
        declared = COLUMNS[table]
        listed = [[told(column, value) for value in columns[column.name].tolist()] for column in declared]
        return [dict(zip((c.name for c in declared), row, strict=True)) for row in zip(*listed, strict=True)]

    found = {
        table: table_rows(table, columns) for table, columns in rows._asdict().items() if columns and table != "forks"
    }
    return no_rows()._replace(**found)


def assert_rows_equal(cell: Cell, rows: Rows, expected: GameRows, where: str) -> None:
    """Compare every column of the tables that the engine gave."""
    for table, got, wanted in zip(GameRows._fields, stored_form(cell, rows), expected, strict=True):
        if got == wanted or (table == "turns" and not rows.turns):
            continue
        assert len(got) == len(wanted), f"{where}: {table}: kernels {len(got)} rows, twin {len(wanted)}"
        for one, other in zip(got, wanted, strict=True):
            assert one == other, f"{where}: {table}: kernels {one}, twin {other}"


def twin_game(cell: Cell, rotation: int, seed: int, deal: int) -> PlainGame:
    """The twin's game of a cell, with forks where it has them."""
    seated = cell.seat_entrants(rotation)
    if cell.forks:
        return ForkingGame(cell.variant, seated, seed, deal, cell.forks)
    return PlainGame(cell.variant, seated, seed, deal)


def fork_rows(cell: Cell, game: PlainGame, number: int, rotation: int) -> list[dict[str, int]]:
    """Forks of a game that the twin has played, in the engine's columns."""
    if not isinstance(game, ForkingGame):
        return []
    rows = []
    for fork in game.forks:
        wins = game.wins(fork) if fork.for_wins else (0, 0)
        entrant = cell.entrants.index(cell.seat_entrants(rotation)[fork.seat])
        told = {name: int(value) for name, value in fork._asdict().items() if name != "branch"}
        rows.append({"game": number, "entrant": entrant, **told, "wins_call": wins[0], "wins_wait": wins[1]})
    return rows


def assert_forks_equal(rows: Rows, expected: list[dict[str, int]], where: str) -> None:
    """Compare every chance that was chosen, and what its branches were worth."""
    names = list(rows.forks)
    got = [dict(zip(names, row, strict=True)) for row in zip(*(c.tolist() for c in rows.forks.values()), strict=True)]
    assert len(got) == len(expected), f"{where}: kernels {len(got)} forks, twin {len(expected)}"
    for one, other in zip(got, expected, strict=True):
        assert one == other, f"{where}: kernels {one}, twin {other}"


def assert_equal_games(
    cell: Cell, seed: int, first_deal: int, n_deals: int, n_events: int = 400_000, *, as_in_a_run: bool = True
) -> int:
    """Play deals with both and compare; gives the number of games.

    ``as_in_a_run`` compares the rows that are made without a trace too, for which another kernel is compiled.
    """
    trace = tr.new_trace(n_events)
    traced = CellPlayer(cell, seed, trace, watched=True, turns=not cell.forks)
    plain = CellPlayer(cell, seed)
    stop = np.zeros(1, np.uint8)
    n_games = 0
    for deal in range(first_deal, first_deal + n_deals):
        trace[:] = 0
        (rows,) = traced.play(deal, 1, stop)
        expected = no_rows()
        forks: list[dict[str, int]] = []
        twin_told: list[tuple[Any, ...]] = []
        for rotation in range(cell.rotations):
            number = deal * cell.rotations + rotation
            game = twin_game(cell, rotation, seed, deal)
            game.bots = [Spy(bot) for bot in game.bots]
            game.play()
            twin_told += twin_events(game)
            for part, more in zip(expected, twin_rows(cell, game, number, rotation), strict=True):
                part += more
            forks += fork_rows(cell, game, number, rotation)
            n_games += 1
        where = f"{cell.variant.name}, {cell.players} players, deal {deal}"
        kernel_told = list(kernel_events(trace, cell))
        for i, (kernel, twin) in enumerate(zip(kernel_told, twin_told, strict=False)):
            assert not differ(kernel, twin), f"{where}: event {i}: kernels {kernel}, twin {twin}"
        assert len(kernel_told) >= len(twin_told), where
        if not cell.forks:  # games with a decision turned round follow; of them the wins are compared
            assert len(kernel_told) == len(twin_told), where
        assert_rows_equal(cell, rows, expected, where)
        assert_forks_equal(rows, forks, where)
        if not as_in_a_run:
            continue
        (unwatched,) = plain.play(deal, 1, stop)
        assert_rows_equal(cell, unwatched, expected, where + " (as in a run)")
        assert_forks_equal(unwatched, forks, where + " (as in a run)")
    return n_games

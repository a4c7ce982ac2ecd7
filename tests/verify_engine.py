"""Plays 100,000 games of every named variant with the kernels and with the twin, and compares every event.

Run by ``make verify-engine``. The records of the first 1,000 games a variant must pass the referee. At every table some
chances to call are played both ways, branch by branch. It also counts the legal lays of all 3,162,510 five-card hands
with the twin's own move generator, under four settings of the meld rules.
Exit status 1 at the first difference.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sim.bots import Entrant, parse_entrant
from sim.cards import JOKER, full_deck
from sim.engine import CellPlayer
from sim.errors import InputError
from sim.events import Deal, Event, Score, Slap, Turn
from sim.kernels import trace as tr
from sim.kernels.state import END_NAMES, NOBODY
from sim.moves import Cards, lays_of, lies_as_run
from sim.plan import Cell
from sim.record import dump_line, record_lines
from sim.referee import check_record
from sim.reference import PlainGame
from sim.rules import check_table, named_variants
from sim.twin_rows import no_rows, twin_rows
from tests.equality import assert_equal_games, assert_rows_equal

PLAIN = ("greedy", "greedy:call_at=5", "greedy:take_at_most=5")
GREEDY = (*PLAIN, "greedy:call_at=4,take_at_most=2,keep_pair=12,keep_run=8,keep_joker=40")
RANDOM = ("random", "random:call_percent=30,slap_percent=50")
YORK = ("york-random", "york-novice", "york-intermediate")
DHUMBAL = (
    "dhumbal-aggressive",
    "dhumbal-conservative",
    "dhumbal-balanced",
    "dhumbal-opportunistic",
    "dhumbal-opportunistic:call_percent=30",
)
THINKERS = (
    "counter",
    "tactician",
    "greedy",
    "tactician:ten=1000,after_pile=1,feed_joker=40,take_at_most=3",
    "counter:risk_one=450,risk_two=500,risk_more=600,reveal=5,feed_known=40,milestone=40",
)
ROLLOUT = ("rollout:deals=2,candidates=2,laps=2", "counter", "rollout:deals=3,candidates=3,doubt=0,laps=1", "greedy")
"""They think so little because the twin thinks slowly, and play one deal a table for the same reason."""
FORKED = ("random:call_percent=40", "greedy", "tactician")
"""In turn at the tables where calls are played both ways; the first lets chances pass, so both branches occur."""
FORKS = 50
"""In 1,000 chances to call."""
FORKED_DEALS = 4
HOME = {"york": YORK, "dhumbal": DHUMBAL}
"""The bots of a study by the variant that they are made for."""
DEALS_AT_ONCE = 40
GO_ON = np.zeros(1, np.uint8)
GAMES_A_TASK = 500
RECORDS_A_VARIANT = 1_000
LAYS_OF_ALL_HANDS = {
    (0, True): 20_413_366,
    (4, True): 20_413_288,
    (0, False): 20_284_206,
    (4, False): 20_284_128,
}
"""Known sums by (max_set, joker_at_run_ends): exhaustive enumeration by another program."""


class Task(NamedTuple):
    """A part of the work for one process."""

    variant: str
    players: int
    first_deal: int
    games: int
    records: int
    """The record of so many of its first games goes to the referee."""


@dataclass
class Done:
    """What came of it."""

    task: Task
    rounds: int = 0
    turns: int = 0
    records: int = 0
    forked: int = 0
    """Games with forks, beside those of the task."""
    fault: str = ""


@lru_cache(maxsize=1 << 20)
def numbers_of(cards: Cards) -> tuple[int, int, int]:
    """Ones, twos and spare jokers at the low end of a lay as it lies; of a hand the masks."""
    ones = twos = 0
    for card in cards:
        if card == JOKER or not ones >> card & 1:
            ones += 1 << card
        else:
            twos |= 1 << card
    leading = next((i for i, card in enumerate(cards) if card != JOKER), 0)
    return ones, twos, leading if lies_as_run(cards) else 0


def twin_told(events: list[Event], players: int) -> Iterator[tuple[int, ...]]:
    """The twin's events in the numbers of a trace."""
    for event in events:
        match event:
            case Turn(seat, lay, take, card, reshuffled):
                mask = 0 if card is None else 1 << card
                yield tr.TURN, seat, *numbers_of(lay), mask if take == "pile" else 0, mask, reshuffled
            case Deal(number, dealer, first, hands, upcard):
                masks = [numbers_of(hand)[:2] if hand is not None else (0, 0) for hand in hands]
                yield tr.DEAL, number, dealer, first, 1 << upcard, *(n for pair in masks for n in pair)
            case Slap(seat, card):
                yield tr.SLAP, seat, 1 << card
            case Score(end, ender, _winners, score, totals):
                points = [0 if p is None else p for p in score]
                yield tr.END, END_NAMES.index(end), NOBODY if ender is None else ender, *points, *totals


WIDTHS = {tr.TURN: 8, tr.SLAP: 3}


def kernel_told(trace: np.ndarray, players: int) -> Iterator[tuple[int, ...]]:
    """The kernels' events, without the views."""
    rows = trace[1 : int(trace[0, 0]) + 1]
    for row in rows[rows[:, 0] != tr.VIEW].tolist():
        match row[0]:
            case tr.DEAL:
                pairs = zip(row[8 : 8 + players], row[16 : 16 + players], strict=True)
                yield *row[:5], *(n for pair in pairs for n in pair)
            case tr.END:
                yield *row[:3], *row[8 : 8 + players], *row[16 : 16 + players]
            case kind:
                yield tuple(row[: WIDTHS[kind]])


class Lineup(NamedTuple):
    """Who plays, and so many games at most."""

    entrants: tuple[Entrant, ...]
    games: int


def lineups(task: Task) -> Iterator[Lineup]:
    """Line-ups in turn: mostly of bots that keep nothing back, some of all greedy ones, a few with random ones.

    The first of a part is of those that think. The bots of a study play two thirds of the other games of its variant,
    and a tenth of those of all others; there always the same ones at a table, since every set of families is compiled
    by itself. The slowest play one deal of a table.
    """
    variant, players = task.variant, task.players
    yield _lineup(THINKERS, players, 0, DEALS_AT_ONCE)
    if task.first_deal == 0:
        yield _lineup(ROLLOUT, players, 0, 1)
    number = 0
    while True:
        number += 1
        if variant in HOME and number % 3 != 0:
            bots, start = HOME[variant], number
        elif number % 10 == 5:
            bots, start = YORK + DHUMBAL, players
        else:
            bots, start = RANDOM + GREEDY if number % 10 == 0 else GREEDY if number % 3 == 0 else PLAIN, number
        yield _lineup(bots, players, start, DEALS_AT_ONCE)


def _lineup(bots: tuple[str, ...], players: int, start: int, games: int) -> Lineup:
    return Lineup(tuple(parse_entrant(bots[(seat + start) % len(bots)]) for seat in range(players)), games)


def record_fault(game: PlainGame, entrants: tuple[Entrant, ...], number: int) -> str:
    """What the referee has against a game, or an empty text; its points and totals must be the twin's."""
    verdict = check_record(map(dump_line, record_lines(game.variant, entrants, 1, number, game.events)))
    if not (verdict.ok and verdict.finished):
        return f"game {number}: the referee finds line {verdict.line}, {verdict.rule}: {verdict.message}"
    scores = [event for event in game.events if isinstance(event, Score)]
    told = [(e.end, e.ender, list(e.score), list(e.totals), list(e.out)) for e in scores]
    found = [tuple(each)[1:] for each in verdict.rounds]
    return "" if found == told else f"game {number}: the referee scores {found}, the twin {told}"


def compare(task: Task) -> Done:
    """Play a task's games with both; the text of the first difference, or an empty one."""
    gc.disable()  # nothing here makes cycles, and the caches hold millions of tuples
    done = Done(task)
    done.fault = _compare_games(task, done) or _compare_forks(task, done)
    return done


def _compare_games(task: Task, done: Done) -> str:
    variant, players = named_variants()[task.variant], task.players
    trace = tr.new_trace(4_000_000 // 16)
    games, deal = 0, task.first_deal
    made = lineups(task)
    while games < task.games:
        lineup = next(made)
        cell = Cell(variant, players, lineup.entrants)
        kernels = CellPlayer(cell, 1, trace, watched=True, turns=True)
        n_deals = max(1, min(lineup.games, task.games - games) // cell.rotations)
        trace[0, 0] = 0
        (rows,) = kernels.play(deal, n_deals, GO_ON)
        expected = no_rows()
        told: list[tuple[int, ...]] = []
        for number in range(deal * cell.rotations, (deal + n_deals) * cell.rotations):
            rotation = number % cell.rotations
            game = PlainGame(variant, cell.seat_entrants(rotation), 1, number // cell.rotations).play()
            told.extend(twin_told(game.events, players))
            if done.records < task.records:
                done.records += 1
                if fault := record_fault(game, cell.seat_entrants(rotation), number):
                    return f"{task.variant}, {players} players: {fault}"
            for part, more in zip(expected, twin_rows(cell, game, number, rotation), strict=True):
                part += more
            done.rounds += len(game.rounds)
            done.turns += sum(facts.turns for facts in game.rounds)
        where = f"{task.variant}, {players} players, deals {deal} to {deal + n_deals - 1}"
        if int(trace[0, 0]) >= len(trace):
            return f"{where}: the trace is too short"
        heard = list(kernel_told(trace, players))
        if heard != told:
            at = next((i for i, (a, b) in enumerate(zip(heard, told, strict=False)) if a != b), -1)
            return f"{where}: event {at}: kernels {heard[at]}, twin {told[at]}"
        try:
            assert_rows_equal(cell, rows, expected, where)
        except AssertionError as difference:
            return str(difference)[:2000]
        games += n_deals * cell.rotations
        deal += n_deals
    return ""


def _compare_forks(task: Task, done: Done) -> str:
    """Play some chances to call both ways, once a table."""
    if task.first_deal > 0:
        return ""
    lineup = _lineup(FORKED, task.players, 0, FORKED_DEALS)
    cell = Cell(named_variants()[task.variant], task.players, lineup.entrants, FORKS)
    try:
        done.forked = assert_equal_games(cell, 1, 0, lineup.games, as_in_a_run=False)
    except AssertionError as difference:
        return f"with forks: {str(difference)[:2000]}"
    return ""


def count_lays(setting: tuple[int, bool]) -> tuple[tuple[int, bool], int]:
    """Legal lays of the twin's own generator, summed over all five-card hands of 52 cards and two jokers."""
    gc.disable()
    lays = lays_of.__wrapped__
    deck = full_deck(1, 2)
    return setting, sum(len(lays(hand, *setting)) for hand in combinations(deck, 5))


def tables_of(variant: str) -> list[int]:
    """Numbers of players with which a variant can be played."""
    found = []
    for players in range(2, 9):
        try:
            check_table(named_variants()[variant], players)
        except InputError:
            continue
        found.append(players)
    return found


def tasks(variants: list[str], games: int) -> list[Task]:
    """Parts of every table of every variant in turn, so that whoever stops early has seen some of all."""
    found = []
    for name in variants:
        tables = tables_of(name)
        share = -(-games // len(tables))
        for players in tables:
            parts = range(0, share, GAMES_A_TASK)
            for first in parts:
                size = min(GAMES_A_TASK, share - first)
                records = min(size, -(-RECORDS_A_VARIANT // len(tables))) if first == 0 else 0
                found.append(Task(name, players, first, size, records))
    return sorted(found, key=lambda task: task.first_deal)


class Total:
    """Sums over all tasks so far, told while it goes on."""

    def __init__(self, work: list[Task]) -> None:
        self.games_left = sum(task.games for task in work)
        self.by_variant: dict[str, list[int]] = {task.variant: [0] * 5 for task in work}
        self.faults = 0
        self._started = time.monotonic()
        self._done = 0

    def add(self, done: Done) -> None:
        """Count a finished task; print a difference at once and the progress on stderr."""
        sums = self.by_variant[done.task.variant]
        for i, n in enumerate((done.task.games, done.rounds, done.turns, done.records, done.forked)):
            sums[i] += n
        if done.fault:
            self.faults += 1
            print(f"DIFFERENCE: {done.fault}", flush=True)
        self._done += done.task.games
        self.games_left -= done.task.games
        rate = self._done / (time.monotonic() - self._started)
        left = self.games_left / rate / 60
        print(f"{self._done:,} games, {rate:,.0f} games/s, {left:,.0f} min left", file=sys.stderr, flush=True)

    def tell(self) -> None:
        """Print a line a variant and the sum."""
        for name, sums in self.by_variant.items():
            print(f"{name}: {self._told(sums)}")
        in_all = [sum(column) for column in zip(*self.by_variant.values(), strict=True)]
        print(f"in all: {self._told(in_all)}; {self.faults} differences")

    @staticmethod
    def _told(sums: list[int]) -> str:
        games, rounds, turns, records, forked = sums
        records_told = f"{records:,} records before the referee, {forked:,} games with forks"
        return f"{games:,} games, {rounds:,} rounds, {turns:,} turns, {records_told}"


def _leave_interrupts() -> None:
    """Let Ctrl-C be the business of the first process, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    """Run all of it; the exit status says whether anything differed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="games a variant (default 100,000)")
    parser.add_argument("--variants", nargs="*", default=sorted(named_variants()), help="default: all named ones")
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--no-lays", action="store_true", help="leave out the count of all legal lays")
    options = parser.parse_args()
    work = tasks(options.variants, options.games)
    total = Total(work)
    with multiprocessing.get_context("spawn").Pool(options.workers, _leave_interrupts) as pool:
        try:
            for done in pool.imap_unordered(compare, work):
                total.add(done)
        except KeyboardInterrupt:
            pool.terminate()
            total.tell()
            return 130
        total.tell()
        faults = total.faults
        if not options.no_lays:
            for setting, found in pool.imap_unordered(count_lays, LAYS_OF_ALL_HANDS):
                right = LAYS_OF_ALL_HANDS[setting]
                print(f"legal lays, max_set {setting[0]}, jokers at run ends {setting[1]}: {found:,}; known: {right:,}")
                faults += found != right
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

"""The referee at work: a record line by line, from the header to the result."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final

from sim.referee.lines import (
    Call,
    Deal,
    Header,
    Line,
    Result,
    Score,
    Slap,
    Slapdown,
    Stopped,
    Turn,
    read_line,
)
from sim.referee.scoring import NewTotals, RoundScore, add_up, eliminated, places_of, places_of_round, score_round
from sim.referee.table import RoundTable
from sim.referee.values import NoRecord
from sim.referee.verdict import Broken, RoundVerdict, Verdict
from sim.rules import Variant

_AFTER: Final = {
    "yaniv": "after a call without Assaf",
    "assaf": "after an Assaf",
    "out": "after going out",
    "slapdown": "after a slapdown",
    "stopped": "after a stopped round",
}


def check_record(lines: Iterable[str]) -> Verdict:
    """Check a record.

    Parameters
    ----------
    lines
        Its lines, with or without line ends.

    Returns
    -------
    Verdict
        Good, or the first broken line with the rule's code.

    Raises
    ------
    NoRecord
        When a line is no line of a record.
    """
    game: Game | None = None
    number = 0
    for number, text in _filled(lines):
        try:
            line = read_line(text)
            if game is None:
                if not isinstance(line, Header):
                    raise NoRecord('the first line is no header such as {"yaniv": 1, "variant": ..., "players": ...}')
                game = Game(line.variant, line.players)
            else:
                game.take(line)
        except NoRecord as fault:
            raise NoRecord(fault.fault, number) from None
        except Broken as fault:
            return Verdict(ok=False, line=number, rule=fault.rule, message=fault.message)
    if game is None:
        raise NoRecord("the record is empty; its first line must be a header", number + 1)
    return Verdict(ok=True, finished=game.is_over, rounds=tuple(game.rounds), result=game.result)


def _filled(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Number the lines from 1; empty ones may stand at the end."""
    empty = 0
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            empty = empty or number
            continue
        if empty:
            raise NoRecord("an empty line; one JSON object a line is expected", empty)
        yield number, text


def check_file(file: IO[bytes]) -> Verdict:
    """Check the record in an open file; see :func:`check_record`."""
    return check_record(_text_lines(file))


def _text_lines(file: IO[bytes]) -> Iterator[str]:
    for number, line in enumerate(file, start=1):
        try:
            yield codecs.decode(line, "utf-8")
        except UnicodeDecodeError:
            raise NoRecord("is not UTF-8", number) from None


class Game:
    """A game in progress: totals, who is out, and the round that is played."""

    def __init__(self, variant: Variant, players: int) -> None:
        self.variant = variant
        self.players = players
        self.totals = [0] * players
        self.out_rounds: dict[int, int] = {}
        self.rounds: list[RoundVerdict] = []
        self.result: dict[str, Any] | None = None
        self._dealer = players - 1
        self._table: RoundTable | None = None
        self._last: RoundScore | None = None
        self._before: list[int] = []
        self._sums: NewTotals | None = None  # of the round just scored, until the record has said its own
        self._result_told = False

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.result is not None

    @property
    def active(self) -> list[int]:
        """Seats still in, upwards."""
        return [seat for seat in range(self.players) if seat not in self.out_rounds]

    def take(self, line: Line) -> None:
        """Go on by one line; raises :class:`Broken`."""
        table = self._table
        match line:
            case Header():
                raise Broken("E5", "a second header; a record tells one game")
            case Result():
                self._check_result(line)
            case Score():
                self._check_score(line)
            case Deal():
                self._deal(line)
            case _ if table is None:
                raise Broken("E5", f"{_name(line)} out of place: {self._next_line()} may follow")
            case Call():
                table.call(line)
            case Turn():
                table.turn(line)
            case Slap():
                table.slap(line)
            case Slapdown():
                table.slapdown(line)
            case Stopped():
                table.stop()
        if table is not None and table.is_over and self._table is table:
            self._score(table)

    def _next_line(self) -> str:
        if self._table is not None:
            return "the round's next move"
        if self.is_over:
            return "nothing" if self._result_told else "the game is over: only its score and result"
        return "the next deal"

    def _next_clockwise(self, seat: int) -> int:
        return next(
            s % self.players for s in range(seat + 1, seat + 1 + self.players) if s % self.players in self.active
        )

    def _deal(self, line: Deal) -> None:
        """D3, D4, E5."""
        if self._table is not None or self.is_over:
            raise Broken("E5", f"a deal out of place: {self._next_line()} may follow")
        number, dealer = len(self.rounds) + 1, self._next_clockwise(self._dealer)
        if line.number != number:
            raise Broken("D3", f"round {line.number} is dealt; the next is round {number}")
        if line.dealer != dealer:
            raise Broken("D3", f"seat {line.dealer} deals; it is the turn of seat {dealer}")
        first, why = self._opener(dealer)
        if line.first != first:
            raise Broken("D4", f"seat {line.first} plays first; seat {first} does, {why}")
        self._dealer, self._sums = dealer, None
        self._table = RoundTable(self.variant, self.players, self.active, line)

    def _opener(self, dealer: int) -> tuple[int, str]:
        """D4: who plays first, and why."""
        if self.variant.opening == "round_winner" and self._last is not None and self._last.winners:
            ender = self.rounds[-1].caller or 0
            clockwise = [(ender + step) % self.players for step in range(self.players)]
            winner = next(seat for seat in clockwise if seat in self._last.winners)
            if winner in self.active:
                return winner, "as the winner of the last round"
            return self._next_clockwise(winner), f"after seat {winner}, who won the last round and is out"
        return self._next_clockwise(dealer), "clockwise after the dealer"

    def _score(self, table: RoundTable) -> None:
        """E1 to E7, S1 to S6: the round is over."""
        number = len(self.rounds) + 1
        hands = {seat: table.total_of(seat) for seat in table.seats}
        self._last = last = score_round(self.variant, table.end, table.ender, hands)
        self._before = self.totals
        self._sums = add_up(self.variant, self.totals, last.points)
        self.totals = self._sums.totals
        out = eliminated(self.variant, self.totals, table.seats)
        self.out_rounds |= dict.fromkeys(out, number)
        points = [last.points.get(seat) for seat in range(self.players)]
        self.rounds.append(RoundVerdict(number, last.end, table.ender, points, list(self.totals), out))
        self._table = None
        self._finish(number, out)

    def _finish(self, number: int, out: list[int]) -> None:
        """S5, S6, E5: see whether the game is over."""
        last, places = self._last, None
        winners: list[int] = []
        if self.variant.score_limit == 0 and last is not None:
            places, winners = places_of_round(last), last.winners
        elif len(self.active) <= 1 or (self.variant.game_end == "first_out" and out):
            places = places_of(self.variant, self.totals, self.out_rounds)
            winners = [seat for seat, place in enumerate(places) if place == 1]
        elif number == self.variant.max_rounds:
            places = places_of(self.variant, self.totals, self.out_rounds)
        if places is not None:
            self.result = {"winners": winners, "places": places, "rounds": number}

    def _check_score(self, line: Score) -> None:
        """E2, E3, S1 to S4."""
        if self._sums is None or self._result_told:
            raise Broken("E5", f"a score out of place: {self._next_line()} may follow")
        verdict, sums = self.rounds[-1], self._sums
        if line.score != verdict.score:
            rule = "E3" if verdict.end == "assaf" else "E2"
            right = _numbers(verdict.score)
            raise Broken(rule, f"points {_numbers(line.score)}; {_AFTER[verdict.end]} they are {right}")
        if line.totals != verdict.totals:
            told, right = _numbers(line.totals), _numbers(verdict.totals)
            raise Broken(
                self._broken_sum(line, sums), f"totals {told}; from {_numbers(self._before)} they become {right}"
            )
        if sorted(line.out) != verdict.out:
            raise Broken("S4", f"out: {_numbers(line.out)}; it is {_numbers(verdict.out)}")
        self._sums = None

    def _broken_sum(self, line: Score, sums: NewTotals) -> str:
        """Which rule the first wrong total breaks: the one that made it what it is, or that was applied in vain."""
        if len(line.totals) != self.players:
            return "S1"
        seat = next(s for s in range(self.players) if line.totals[s] != sums.totals[s])
        if line.totals[seat] is None:
            return "S1"
        plain = self._before[seat] + (self.rounds[-1].score[seat] or 0)
        is_reduced = line.totals[seat] == self.variant.milestones.get(plain)
        if seat in sums.landed or is_reduced:
            return "S2"
        is_robbed = sums.landed and line.totals[seat] != plain and self.variant.milestone_steal
        return "S3" if seat in sums.added or is_robbed else "S1"

    def _check_result(self, line: Result) -> None:
        """S5, S6."""
        if self._table is not None or not self.rounds or self._result_told:
            raise Broken("E5", f"a result out of place: {self._next_line()} may follow")
        rule = "S6" if self.variant.score_limit == 0 else "S5"
        if self.result is None:
            raise Broken(rule, f"a result after round {len(self.rounds)}, but the game goes on")
        for name, value in line._asdict().items():
            if value != self.result[name]:
                raise Broken(rule, f"{name}: {_numbers(value)}; right: {_numbers(self.result[name])}")
        self._result_told = True
        self._sums = None


def _numbers(value: object) -> str:
    if isinstance(value, list):
        return " ".join("-" if number is None else str(number) for number in value) or "none"
    return str(value)


def _name(line: Line) -> str:
    return "a stop" if isinstance(line, Stopped) else f"a {type(line).__name__.lower()}"

"""F1: does it matter where one sits? n * P(win) - 1 by order of play, for the round and for the game.

Every seat of the game must lie within the margin: two one-sided tests for each, all of which must pass
(intersection-union), and the largest deviation with Bonferroni's interval (`pipelines.stats.equivalence`). The
verdicts of one report are one family (Holm). The round is reported: who plays first has an edge, and the deal goes
round.

All chairs hold the same bot, so that skill does not show; games without a winner are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pipelines.balance.base import TABLES as RUN
from pipelines.balance.base import (
    Arm,
    Deals,
    Found,
    Headline,
    Levels,
    Line,
    Measured,
    Number,
    Place,
    Verdict,
    mirror,
    mirror_arm,
)
from pipelines.balance.settings import settings
from pipelines.balance.tabled import described, joined, line, tabled
from pipelines.findings.verdicts import SeatTest, edges_test, first_player_sentence, seat_verdicts
from pipelines.stats.equivalence import NOT_DECIDED
from pipelines.stats.estimate import NOTHING, Estimate
from pipelines.tables.base import Key
from sim.batches import n_batches
from sim.plan import Cell

CODE: Final = "F1"
TITLE: Final = "Seats"
MEANING: Final = (
    "The edge is n * P(win) - 1 at a table of n: 0 is an even share, +0.10 a tenth more. By order of play: in the"
    " round, and in the game by who plays first in its first round. Fair when every seat's edge in the game is shown"
    " to be within the margin (two one-sided tests for each; Holm over the report); the round is reported."
)
KEYS: Final = (Key("position", "order of play"), Key("seat", "seat"))
_GAME: Final = {"edge": "edge", "win": "win"}
_ROUND: Final = {"edge": "round_edge", "win": "round_win"}
_LABELS: Final = {
    "edge": "edge, game", "win": "games won", "round_edge": "edge, round", "round_win": "rounds won",
}  # fmt: skip
_LARGEST: Final = {"position": None, "seat": None}
NUMBERS: Final = (
    *described("seat_game", _GAME, _LABELS),
    *described("seat_round", _ROUND, _LABELS),
    Number("largest", "largest edge, game", "largest edge without its sign; its interval holds for all seats at once",
           "edge", "game"),
)  # fmt: skip


def arms(place: Place, deals: Deals, levels: Levels) -> Iterator[Arm]:
    """Ask for the mirror cell."""
    yield mirror_arm(place, deals, levels)


def measure(place: Place, found: Found, levels: Levels) -> Measured | None:
    """Measure all seats; the verdict is that of this place alone, `together` corrects it."""
    cell = mirror(place, levels)
    tables = tabled(found, RUN, cell)
    if tables is None:
        return None
    n = place.players
    games = {row.keys["seat"]: line("seat_game", row, _GAME, row.keys) for row in tables.rows("seat_game")}
    rounds = {
        row.keys["position"]: line("seat_round", row, _ROUND, row.keys)
        for row in tables.rows("seat_round")
        if row.keys["players_in"] == n
    }
    lines = [
        joined({"position": position, "seat": position % n}, [part[at] for part, at in both if at in part])
        for position in range(1, n + 1)
        for both in [((games, position % n), (rounds, position))]
    ]
    (judged,) = together([Measured(CODE, place, tables.cell.deals, lines)])
    return judged


class _Played(NamedTuple):
    """What a verdict must know of a mirror cell, which has one rotation."""

    cell: Cell
    deals: int
    games: int
    n_batches: int


class _Shown(NamedTuple):
    cell: _Played


def together(measured: Sequence[Measured]) -> list[Measured]:
    """Judge all places of a report as one family (Holm)."""
    tests = [_test(one) for one in measured]
    shown = [_Shown(_Played(_cell(one.place), one.deals, one.deals, n_batches(one.deals))) for one in measured]
    verdicts = seat_verdicts(tests, shown)
    return [
        one._replace(
            lines=[*_seats(one), *([Line(_LARGEST, {"largest": test.fairness.largest})] if test.fairness else [])],
            verdict=Verdict(
                data["verdict"],
                " ".join(_sentences(one, test, data["sentence"], data["verdict"])),
                data["more_games"],
                test.fairness.p_within if test.fairness else None,
                test.fairness.p_outside if test.fairness else None,
            ),
        )
        for one, test, data in zip(measured, tests, verdicts, strict=True)
    ]


def headlines(place: Place) -> Sequence[Headline]:
    """Compare places by the first player's edge in the round and in the game."""
    first = {"position": 1, "seat": 1 % place.players}
    return (
        Headline("round_edge", first, "first player's edge, round"),
        Headline("edge", first, "first player's edge, game"),
    )


def half_width(edges: Sequence[Estimate]) -> float | None:
    """Give half the width of the widest interval; None where one has none."""
    halves = [(edge.high - edge.low) / 2 for edge in edges if edge.low is not None and edge.high is not None]
    return max(halves) if len(halves) == len(edges) else None


def _edges(one: Measured) -> list[Estimate]:
    """List the edges by seat, as the sentences count them."""
    by_seat = sorted(_seats(one), key=lambda at: int(at.keys["seat"]))
    return [at.numbers.get("edge", NOTHING) for at in by_seat]


def _seats(one: Measured) -> list[Line]:
    """Leave out the line about the largest edge."""
    return [at for at in one.lines if at.keys["seat"] is not None]


def _test(one: Measured) -> SeatTest:
    return edges_test(_edges(one), n_batches(one.deals))


def _cell(place: Place) -> Cell:
    """Give the table without the bots, which no verdict asks for."""
    return Cell(place.variant, place.players, ())


def _sentences(one: Measured, test: SeatTest, sentence: str, word: str) -> Iterator[str]:
    yield sentence
    half = half_width(test.edges)
    wanted = settings().seat.half_width
    if word == NOT_DECIDED and half is not None and half > wanted:
        yield f"The edges are known to within ±{half:.3f}; ±{wanted} is wanted."
    first = next((at.numbers.get("round_edge") for at in one.lines if at.keys["position"] == 1), None)
    if first is not None and first.value is not None:
        yield first_player_sentence(first, one.place.players)

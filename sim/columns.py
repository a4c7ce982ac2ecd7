"""Every stored column once: its name, type, unit and meaning.

The engine gives plain NumPy columns in which the largest value of the type stands for "no value"; the files
hold real nulls, booleans and text, and a column for each seat where the engine has one with a value a seat.
`content` in the manifest is a hash of the plain columns, so that it depends on no library.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

ENDS: Final = ("yaniv", "assaf", "out", "slapdown", "stopped")
"""How a round can end, in the order of the engine's codes."""

TABLES: Final = ("rounds", "games", "seats")
"""Tables of a run in which rounds are kept."""


class Column(NamedTuple):
    """One column of a table.

    `type` is u8, u16, u32 or u64; bool, end or entrant (u8 in the engine); or seats (u16, one value a seat).
    """

    name: str
    type: str
    unit: str
    meaning: str
    nullable: bool = False
    growing: bool = False  # mostly not far above the row before: stored as differences

    @property
    def dtype(self) -> str:
        """NumPy type of the engine's column, little-endian."""
        widths = {"u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8", "seats": "<u2"}
        return widths.get(self.type, "u1")


CELL: Final = Column("cell", "u16", "index", "cell of the plan, counted from 0")

ROUNDS: Final = (
    Column("game", "u64", "index", "game in its cell: deal x rotations + rotation", growing=True),
    Column("round", "u16", "count", "number of the round in its game, from 1", growing=True),
    Column("dealer", "u8", "seat", "who dealt"),
    Column("first", "u8", "seat", "who played first"),
    Column("players_in", "u8", "seats", "players still in the game when the round was dealt"),
    Column("turns", "u16", "turns", "turns played; the call itself is none"),
    Column(
        "end",
        "end",
        "",
        "how the round ended: yaniv (call without Assaf), assaf, out (last card laid), slapdown, stopped",
    ),
    Column("ender", "u8", "seat", "who called, went out or slapped down; null when stopped", nullable=True),
    Column("ender_total", "u8", "points", "the ender's hand total at the end; null when stopped", nullable=True),
    Column(
        "lowest_other",
        "u8",
        "points",
        "lowest hand total among the ender's opponents; null when stopped",
        nullable=True,
    ),
    Column("assafs", "u8", "seats", "opponents at or below the caller's total, where Assaf is played"),
    Column("reshuffles", "u16", "count", "times the discards were shuffled into a new stock"),
    Column(
        "score",
        "seats",
        "points",
        "points that the seat scored in this round; null when it is out",
    ),
    Column(
        "total",
        "seats",
        "points",
        "the seat's total after this round, milestones and steals counted; null when it is out",
        growing=True,
    ),
    Column(
        "first_allowed",
        "u8",
        "seat",
        "first seat that was allowed to call; null when nobody was",
        nullable=True,
    ),
    Column("opening_allowed", "bool", "", "the first player was allowed to call before anyone had moved"),
    Column(
        "least_cards",
        "u8",
        "cards",
        "smallest hand among the ender's opponents; null when stopped",
        nullable=True,
    ),
    Column(
        "pile_taken",
        "bool",
        "",
        "an opponent took from the pile on its last turn before the end; null when stopped",
        nullable=True,
    ),
)

GAMES: Final = (
    Column("game", "u64", "index", "game in its cell: deal x rotations + rotation", growing=True),
    Column("deal", "u64", "index", "deal id: the same id is the same order of cards in every cell", growing=True),
    Column("rotation", "u8", "index", "how far the line-up was turned: seat s holds line-up place s - rotation"),
    Column("rounds", "u16", "rounds", "rounds played"),
    Column("turns", "u32", "turns", "turns played in all rounds", growing=True),
    Column(
        "winner",
        "u8",
        "seat",
        "winner, the first of them when several share; null when there is none",
        nullable=True,
    ),
    Column("winners", "u8", "seats", "number of winners"),
    Column(
        "stopped", "bool", "", "the game was stopped after max_rounds rounds, or its only round after max_turns turns"
    ),
)

SEATS: Final = (
    Column("game", "u64", "index", "game in its cell: deal x rotations + rotation", growing=True),
    Column("seat", "u8", "seat", "seat, clockwise from 0; seat 0 deals the first round"),
    Column("entrant", "entrant", "", "who sat there: bot and parameters, or the plan's name for them"),
    Column("place", "u8", "place", "final place, 1 is best; ties share a place"),
    Column("total", "u16", "points", "final total"),
    Column("rounds_in", "u16", "rounds", "rounds this seat played in"),
    Column("calls", "u16", "count", "rounds this seat ended by a call or by going out"),
    Column("assafs_suffered", "u16", "count", "of these, those that met Assaf"),
    Column("assafs_made", "u16", "count", "calls and goings-out of others that this seat met with Assaf"),
    Column("milestones", "u16", "count", "times the total landed on a milestone"),
)

TURNS: Final = (
    Column("game", "u64", "index", "game in its cell: deal x rotations + rotation", growing=True),
    Column("round", "u16", "count", "number of the round in its game, from 1", growing=True),
    Column("turn", "u16", "count", "number of the turn in its round, from 1"),
    Column("seat", "u8", "seat", "who played"),
    Column("hand_total", "u8", "points", "the seat's hand total before the lay"),
    Column("hand_cards", "u8", "cards", "cards in its hand before the lay"),
    Column("lay", "u64", "mask", "cards laid: a bit a natural card, the number of jokers in bits 61 to 63"),
    Column("lay_twos", "u64", "mask", "of these, natural cards of which both copies were laid; 0 with one deck"),
    Column("lay_cards", "u8", "cards", "number of cards laid"),
    Column("lay_points", "u8", "points", "points of the cards laid"),
    Column("jokers_low", "u8", "cards", "jokers that stand at the low end of a run laid; 0 for other lays"),
    Column(
        "from_pile",
        "bool",
        "",
        "the card taken came from the pile, not from the stock; null when the last card was laid and none was taken",
        nullable=True,
    ),
    Column("card", "u8", "code", "the card taken; null when none was taken", nullable=True),
    Column("stock", "u8", "cards", "cards left in the stock after the turn"),
    Column("reshuffled", "u8", "cards", "cards of the new stock where the discards were shuffled, else 0"),
    Column("slapped", "bool", "", "the card taken was laid at once (slapdown `matching`), or ended the round (`zero`)"),
)

COLUMNS: Final = {"rounds": ROUNDS, "games": GAMES, "seats": SEATS, "turns": TURNS}
"""The engine's columns of each table; every file has `cell` in front of them."""


def seat_column(name: str, seat: int) -> str:
    """Name the stored column of one seat: `score_0` of `score`."""
    return f"{name}_{seat}"


def stored_columns(table: str, players: int) -> tuple[Column, ...]:
    """Columns of a file for a table of so many players, `cell` among them, in order."""
    return (CELL, *(stored for column in COLUMNS[table] for stored in _stored(column, players)))


def _stored(column: Column, players: int) -> Iterator[Column]:
    if column.type != "seats":
        yield column
    else:
        for seat in range(players):
            yield column._replace(name=seat_column(column.name, seat), type="u16", nullable=True)

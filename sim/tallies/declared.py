"""What each tally counts: the one place where its keys and sums are named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from sim.columns import ENDS


class Field(NamedTuple):
    """One column, or one number of a table.

    `unit` of a number tells a page how to print it: `share` (0 to 1), `edge` (n * P - 1), or what is counted.
    """

    name: str
    unit: str
    meaning: str


class Key(NamedTuple):
    """A column that sums are told apart by.

    `type` is that of its values (u8, u16, u32, i32), or `text` with `texts` in the order of their numbers. Without any,
    they are the entrants of the cell.
    """

    name: str
    unit: str
    meaning: str
    type: str
    texts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Declared:
    """Integer sums of one cell by (batch, keys).

    Those of forks are empty in a cell that has none; then the hash of the values does not know of them, so that runs
    of before keep theirs.
    """

    name: str
    meaning: str
    keys: tuple[Key, ...]
    sums: tuple[Field, ...]
    only_with_forks: bool = False


TURN_BINS: Final = (0, 5, 10, 15, 20, 30, 50, 100)
"""Lower ends of the bins in which turns are counted with calls; the last is open."""

VIEWS: Final = ("all", "total", "opponents", "turn", "least_cards", "pile_taken", "entrant")
"""What calls are told apart by, one at a time; together they would be too many rows."""

_FORK_SUMS: Final = (
    Field("forks", "chances", "chances to call that were played both ways"),
    Field("called", "chances", "of these, in which the bot called"),
    Field("call", "points/840", "own score minus the mean of the others', with the call"),
    Field("wait", "points/840", "the same, playing on"),
    Field("for_wins", "chances", "of these, played both ways to the end of the game"),
    Field("wins_call", "wins/840", "games won in these with the call; shared wins are split"),
    Field("wins_wait", "wins/840", "the same, playing on"),
)
_FORK_ENTRANT: Final = Key("entrant", "", "who had the chance", "text")
_FORK_TOTAL: Final = Key("total", "points", "hand total", "u8")

_PLAYERS_IN: Final = Key("players_in", "players", "players in the round", "u8")

_TALLIES: Final = (
    Declared(
        "turns",
        "rounds by players in, ending and number of turns",
        (
            _PLAYERS_IN,
            Key("end", "", "how the round ended", "text", ENDS),
            Key("turns", "turns", "turns played", "u16"),
        ),
        (
            Field("rounds", "rounds", "rounds"),
            Field("reshuffled", "rounds", "rounds in which the stock ran out"),
            Field("reshuffles", "count", "reshuffles in them"),
        ),
    ),
    Declared(
        "calls",
        "calls and Assafs, told apart by one thing at a time",
        (
            Key("by", "", "what the calls are told apart by: " + ", ".join(VIEWS), "text", VIEWS),
            Key("level", "", "its value; a bin of turns is named by its lower end", "i32"),
        ),
        (
            Field("calls", "calls", "rounds that ended by a call"),
            Field("assafs", "calls", "of these, with Assaf"),
            Field("answers", "players", "opponents at or below the caller, calls with Assaf"),
            Field("penalty", "points", "points of the caller, calls with Assaf"),
            Field("won", "points/840", "mean of the others' points minus the caller's, calls without Assaf"),
            Field("lost", "points/840", "the caller's points minus the mean of the others', calls with Assaf"),
        ),
    ),
    Declared(
        "order",
        "rounds by place in the order of play",
        (_PLAYERS_IN, Key("position", "place", "place in the order of play: 1 plays first", "u8")),
        (
            Field("rounds", "rounds", "rounds with so many players in"),
            Field("decided", "rounds", "of these, with a winner"),
            Field("wins", "wins/840", "rounds won; shared wins are split"),
            Field("first_allowed", "rounds", "rounds in which this player was the first who might call"),
        ),
    ),
    Declared(
        "openings",
        "rounds by whether a call was allowed at once, or never",
        (_PLAYERS_IN,),
        (
            Field("rounds", "rounds", "rounds"),
            Field("opening_allowed", "rounds", "the first player might call before anyone had moved"),
            Field("never_allowed", "rounds", "nobody was ever allowed to call"),
        ),
    ),
    Declared(
        "game_rounds",
        "games by number of rounds",
        (Key("rounds", "rounds", "rounds of the game", "u16"),),
        (Field("games", "games", "games"),),
    ),
    Declared(
        "game_turns",
        "games by number of turns",
        (Key("turns", "turns", "turns of the game", "u32"),),
        (Field("games", "games", "games"),),
    ),
    Declared(
        "game_sums",
        "games, their rounds and turns",
        (),
        (
            Field("games", "games", "games"),
            Field("rounds", "rounds", "rounds of all games"),
            Field("turns", "turns", "turns of all games"),
            Field("turns_a_round", "turns/1,000,000", "turns a round of each game, summed over games"),
            Field("stopped", "games", "games that were stopped"),
        ),
    ),
    Declared(
        "game_assafs",
        "Assafs of each game",
        (),
        (
            Field("games", "games", "games"),
            Field("with_call", "games", "games with a call"),
            Field("assafs", "rounds", "rounds with Assaf"),
            Field("assaf_a_call", "1/1,000,000,000", "Assafs a call of each game, summed over games"),
        ),
    ),
    Declared(
        "seats",
        "seats of all games by place at the table and entrant",
        (
            Key("seat", "seat", "seat; seat 0 deals the first round", "u8"),
            Key("entrant", "", "who sat there", "text"),
        ),
        (
            Field("seats", "seats", "seats of all games"),
            Field("decided", "seats", "of these, in games with a winner"),
            Field("wins", "wins/840", "games won; shared wins are split"),
            Field("place", "places", "sum of places"),
            Field("total", "points", "sum of final totals"),
            Field("rounds_in", "rounds", "rounds played"),
            Field("rounds_out", "rounds", "rounds waited after being out"),
            Field("calls", "calls", "calls; going out is one"),
            Field("assafs_suffered", "calls", "own calls that met Assaf"),
            Field("assafs_made", "calls", "calls of others met with Assaf"),
            Field("milestones", "count", "landings on a milestone"),
        ),
    ),
    Declared(
        "seat_rounds",
        "seats by number of rounds they were in",
        (Key("rounds_in", "rounds", "rounds the seat played", "u16"),),
        (Field("seats", "seats", "seats"),),
    ),
    Declared(
        "forks",
        "chances to call played both ways, by the hand and the opponents'",
        (
            _FORK_ENTRANT,
            _FORK_TOTAL,
            Key("opponents", "players", "opponents in the round", "u8"),
            Key("least_cards", "cards", "their smallest number of cards", "u8"),
        ),
        _FORK_SUMS,
        only_with_forks=True,
    ),
    Declared(
        "forks_turn",
        "chances to call played both ways, by the hand and the turn",
        (
            _FORK_ENTRANT,
            _FORK_TOTAL,
            Key("turn", "turns", "turns before the chance; a bin is named by its lower end", "u16"),
        ),
        _FORK_SUMS,
        only_with_forks=True,
    ),
)

DECLARED: Final[dict[str, Declared]] = {tally.name: tally for tally in _TALLIES}
"""Every tally by name; the engine counts all of them, and each table is made from some."""

MAX_KEYS: Final = max(len(tally.keys) for tally in _TALLIES)
MAX_SUMS: Final = max(len(tally.sums) for tally in _TALLIES)

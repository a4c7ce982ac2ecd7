"""What the page advises and claims, and the experiments that test each piece of it.

An experiment takes one number at two tables that play the same deals and differ by one thing, or at two places of one
table's results. Both sides are written so that a positive difference speaks for the page. A guest that tests a piece of
advice plays by one setting at every table (see `plans`), all others by the defaults of their table: where tables differ
by threshold or number of players, their play is made for either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from pipelines.findings.results import Place

LEVELS: Final = ("greedy", "counter")
"""The two levels of play: who sits at the table."""
PLAYERS: Final = (2, 4)
SIZES: Final = (2, 3, 4, 5, 6)
"""Players of the tables at which the pace is measured."""
QUICK: Final = (3, 4)
"""Sizes at which the page says that the game goes fastest."""
MARGIN: Final = 0.005
"""Shares of games won that differ by less than half a point in 100 are as good as equal."""


class Side(NamedTuple):
    """A number at a table.

    Attributes
    ----------
    players, variant
        Of the table.
    guest
        Sits there among bots of the level; where empty, all are bots of the level.
    place
        Where the number stands in the results; None for the guest's share of the games won.
    """

    players: int
    variant: str = "standard"
    guest: str = ""
    place: Place | None = None


class Context(NamedTuple):
    """One line of an experiment; without `less` the number is a share, less one half."""

    level: str
    players: int
    more: Side
    less: Side | None
    label: str = ""


class Experiment(NamedTuple):
    """One question with its lines.

    Attributes
    ----------
    id, text
        What is compared, in words.
    measure, unit
        The number, and `share`, `turns` or `rounds`.
    is_main
        Whether the statement stands or falls with it; others tell more about it.
    """

    id: str
    text: str
    measure: str
    unit: str
    contexts: tuple[Context, ...]
    is_main: bool = True


class Statement(NamedTuple):
    """What the page says, in our words, and how it is tested."""

    id: str
    text: str
    experiments: tuple[Experiment, ...]


def sides(statements: Sequence[Statement]) -> Iterator[tuple[str, Side]]:
    """Go through all sides of all experiments, each with its level of play."""
    for statement in statements:
        for experiment in statement.experiments:
            for line in experiment.contexts:
                for side in (line.more, line.less):
                    if side is not None:
                        yield line.level, side


def _everywhere(more: Callable[[int], Side], less: Callable[[int], Side] | None) -> tuple[Context, ...]:
    return tuple(Context(level, n, more(n), less and less(n)) for level in LEVELS for n in PLAYERS)


def _tip(name: str, text: str, follows: str, ignores: str, *, is_main: bool = True) -> Experiment:
    """Compare a seat that follows the advice with the same seat that does not."""
    lines = _everywhere(lambda n: Side(n, guest=follows), lambda n: Side(n, guest=ignores))
    return Experiment(name, text, "games won", "share", lines, is_main)


def _more(variant: str, place: Place) -> tuple[Context, ...]:
    return _everywhere(lambda n: Side(n, variant, place=place), lambda n: Side(n, place=place))


def _less(variant: str, place: Place) -> tuple[Context, ...]:
    return tuple(c._replace(more=c.less, less=c.more) for c in _more(variant, place) if c.less is not None)


_ROUNDS: Final = Place("game_length", "rounds_mean")
_GAME_TURNS: Final = Place("game_length", "turns_mean")
_ROUND_TURNS: Final = Place("round_length", "turns_mean")
_USUAL: Final = Place("game_length", "rounds_6_15")
_ASSAF: Final = Place("assaf", "assaf_rate")


def _against_cards(n: int) -> Place:
    return Place("assaf_by_least_cards", "assaf_rate", (("least_cards", n),))


def _paces() -> Iterator[Context]:
    for level in LEVELS:
        for n in SIZES:
            for quick in () if n in QUICK else QUICK:
                both = Side(n, place=_GAME_TURNS), Side(quick, place=_GAME_TURNS)
                yield Context(level, n, *both, f"{n} players, less {quick}")


def _skill() -> Iterator[Context]:
    """The better bot among the others, and one of the others among the better ones, which is the same with two."""
    for n in PLAYERS:
        yield Context("greedy", n, Side(n, guest="counter"), Side(n, "double-joker", "counter"))
    for n in PLAYERS[1:]:
        yield Context("counter", n, Side(n, "double-joker", "greedy"), Side(n, guest="greedy"))


STATEMENTS: Final = (
    Statement(
        "ten_first",
        "Shed the cards of ten points before everything else.",
        (
            _tip("ten_first", "Cards of ten points go first at any price", "tactician:ten=1000", "tactician:ten=0"),
            _tip("ten_dearer", "They count two points more", "tactician:ten=32", "tactician:ten=0", is_main=False),
        ),
    ),
    Statement(
        "wait_for_run",
        "Waiting for a run of three is often better than shedding high cards one by one.",
        (
            _tip(
                "wait_for_run",
                "Two near cards of a suit count half their points against the hand",
                "tactician:near=8",
                "tactician:near=0",
            ),
            _tip(
                "wait_a_little",
                "They count a fifth less",
                "tactician:near=3",
                "tactician:near=0",
                is_main=False,
            ),
        ),
    ),
    Statement(
        "never_after_pile",
        "Never call when an opponent has just taken from the pile.",
        (
            _tip("never_after_pile", "No call then", "tactician:after_pile=51", "tactician:after_pile=0"),
            _tip(
                "lower_after_pile",
                "A call only at one point less then",
                "tactician:after_pile=1",
                "tactician:after_pile=0",
                is_main=False,
            ),
        ),
    ),
    Statement(
        "two_cards",
        "An opponent with two cards is a serious threat of Assaf.",
        (
            Experiment(
                "two_cards",
                "Calls against a smallest hand of two cards, less those against one of three",
                "calls that meet Assaf",
                "share",
                _everywhere(lambda n: Side(n, place=_against_cards(2)), lambda n: Side(n, place=_against_cards(3))),
            ),
            _tip(
                "two_cards_heeded",
                "Against two cards a call at three or less, not at seven",
                "tactician:call_at_two=3",
                "tactician:call_at_two=7",
                is_main=False,
            ),
        ),
    ),
    Statement(
        "cheap_or_completing",
        "From the pile take the cheap end or the card that completes something, never a high card otherwise.",
        (
            _tip(
                "cheap_or_completing",
                "Cards above three points are taken only where they complete something",
                "tactician:take_at_most=3",
                "tactician:take_at_most=13",
            ),
        ),
    ),
    Statement(
        "milestone",
        "Near 50 or 100 points play for the milestone.",
        (
            _tip(
                "milestone",
                "A card that would land there is worth the more, the more that saves",
                "tactician:milestone=6",
                "tactician:milestone=0",
            ),
        ),
    ),
    Statement(
        "six_to_fifteen",
        "A game lasts 6 to 15 rounds.",
        (
            Experiment(
                "six_to_fifteen",
                "Share of the games that do, less one half",
                "games of 6 to 15 rounds",
                "share",
                _everywhere(lambda n: Side(n, place=_USUAL), None),
            ),
        ),
    ),
    Statement(
        "fastest",
        "It goes fastest with three or four players.",
        (
            Experiment(
                "fastest",
                "Turns until the game is over, at another size of table less at three and at four",
                "turns a game",
                "turns",
                tuple(_paces()),
            ),
        ),
    ),
    Statement(
        "double_joker",
        "Four jokers make low hands easier and the end of the game trivial.",
        (
            Experiment("easier", "Turns with two jokers, less with four", "turns a round", "turns",
                       _less("double-joker", _ROUND_TURNS)),
            Experiment("trivial", "What the better bot wins with two jokers, less with four", "games won", "share",
                       tuple(_skill())),
        ),
    ),
    Statement(
        "yaniv5",
        "A threshold of 5 is more punishing.",
        (
            Experiment("yaniv5_assaf", "Calls that meet Assaf at a threshold of 5, less at 7", "calls that meet Assaf",
                       "share", _more("yaniv5", _ASSAF)),
            Experiment("yaniv5_rounds", "Rounds until the game is over at 7, less at 5", "rounds a game", "rounds",
                       _less("yaniv5", _ROUNDS)),
        ),
    ),
    Statement(
        "no_assaf",
        "Without Assaf the pace is softer.",
        (
            Experiment("no_assaf_rounds", "Points come slower: rounds a game without Assaf, less with it",
                       "rounds a game", "rounds", _more("no-assaf", _ROUNDS)),
            Experiment("no_assaf_turns", "Turns a round without Assaf, less with it", "turns a round", "turns",
                       _more("no-assaf", _ROUND_TURNS), is_main=False),
        ),
    ),
)  # fmt: skip
"""In the order of the page: advice first, then what it says of length, pace and variants."""

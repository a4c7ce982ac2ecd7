"""What single sentences of the York study's description move, by bots of the twin that leave one out."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING, Final

from pipelines.stats.intervals import normal_quantile
from sim.bots import parse_entrant, york_intermediate
from sim.events import Score
from sim.reference import PlainGame
from sim.rules import named_variants
from tests.verification.checks import Check, Section
from tests.verification.others import LIMIT, QUICK_LIMIT, Figure, Measured, compare, share_of

if TYPE_CHECKING:
    from sim.reference import Choice, PlainView

SEED: Final = 74
ROUNDS, QUICK_ROUNDS = 10_000, 300
N: Final = 60_000


class AlwaysCalls(york_intermediate.Plain):
    """Calls when it may, instead of drawing among the entries and the call."""

    def call(self, view: PlainView) -> bool:
        """Without the lottery."""
        return True


class Straight(york_intermediate.Plain):
    """Takes the card that it looked at, not the one at the other end."""

    def play(self, view: PlainView) -> Choice:
        """With first and last exchanged."""
        lay, taken = super().play(view)
        return lay, None if taken is None else min(view.takable) + max(view.takable) - taken


QUIRKS: Final[tuple[tuple[str, type[york_intermediate.Plain], dict[str, Figure]], ...]] = (
    (
        "as described",
        york_intermediate.Plain,
        {"starter %": Figure(52.62, N), "assaf %": Figure(17.04, N), "actions": Figure(34.45, N, 0.05)},
    ),
    (
        "always calls when willing",
        AlwaysCalls,
        {"starter %": Figure(53.30, N), "assaf %": Figure(9.09, N), "actions": Figure(28.85, N, 0.05)},
    ),
    (
        "views not crossed",
        Straight,
        {"starter %": Figure(52.28, N), "assaf %": Figure(17.68, N), "actions": Figure(33.92, N, 0.05)},
    ),
)


def checks(quick: bool) -> Iterator[Check]:
    """The intermediate bot against itself, with a sentence of its description left out."""
    for words, bot, reference in QUIRKS:
        ours = _play(bot, QUICK_ROUNDS if quick else ROUNDS)
        for measure, value in ours.items():
            yield compare(words, measure, value, None, reference[measure], QUICK_LIMIT if quick else LIMIT)


def _play(bot: type[york_intermediate.Plain], rounds: int) -> dict[str, Measured]:
    variant, entrants = named_variants()["york"], [parse_entrant("york-intermediate")] * 2
    won = assafs = 0
    actions: list[int] = []
    for deal in range(rounds):
        game = PlainGame(variant, entrants, SEED, deal)
        game.bots = [bot(()), bot(())]
        game.play()
        (score,) = (event for event in game.events if isinstance(event, Score))
        won += score.winners == (1,)  # seat 0 deals
        assafs += score.end == "assaf"
        actions.append(2 * game.rounds[0].turns + (not game.stopped))
    return {"starter %": share_of(won, rounds), "assaf %": share_of(assafs, rounds), "actions": _mean(actions)}


def _mean(values: list[int]) -> Measured:
    n = len(values)
    mean = sum(values) / n
    error = sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n)
    half = normal_quantile() * error
    return Measured(mean, mean - half, mean + half, error)


SECTION: Final = Section(
    "york-quirks",
    "What sentences of the York description move (intermediate against itself): reference [95 %], ours [95 %]",
    ("bot", "measure", "published", "reference", "twin", "z published", "z reference"),
    checks,
)

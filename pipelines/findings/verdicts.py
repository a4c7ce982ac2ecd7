"""Verdicts on a cell, each with the sentence that it adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pipelines.findings.numbers import RARE, Data, edge, how_often, number, rounded, to_digits
from pipelines.findings.results import Results
from pipelines.stats.equivalence import (
    ALPHA,
    NOT_DECIDED,
    OUTSIDE,
    WITHIN,
    Fairness,
    fairness,
    more_needed,
    verdict,
)
from pipelines.stats.estimate import MIN_BATCHES, Estimate
from pipelines.stats.multiplicity import holm

SEAT_MARGIN: Final = 0.02
"""F1: an edge of a seat below this is no matter, in the game."""
STOPPED_LIMIT: Final = 1e-4
"""F9: more stopped rounds than this, and the guard is part of the game."""

REPORTED: Final = "reported"


class SeatTest(NamedTuple):
    """The edges of all seats in the game, and the test of them; None with too few deals or no winners."""

    edges: list[Estimate]
    fairness: Fairness | None


def seat_test(results: Results) -> SeatTest:
    """Test F1 for the game."""
    edges = [row.numbers["edge"] for row in results.rows["seat_game"]]
    usable = results.cell.n_batches >= MIN_BATCHES and all(edge.variance is not None for edge in edges)
    return SeatTest(edges, fairness(edges, SEAT_MARGIN) if usable else None)


def seat_verdicts(tests: Sequence[SeatTest], results: Sequence[Results]) -> list[Data]:
    """Judge F1 for the game in every cell; the verdicts of one report are one family (Holm)."""
    tested = [test.fairness for test in tests if test.fairness is not None]
    within = iter(holm([found.p_within for found in tested]))
    outside = iter(holm([found.p_outside for found in tested]))
    return [
        _undecided(one) if test.fairness is None else _seat_verdict(one, test, next(within), next(outside), len(tested))
        for one, test in zip(results, tests, strict=True)
    ]


def _seat_verdict(results: Results, test: SeatTest, p_within: float, p_outside: float, family: int) -> Data:
    found = test.fairness
    assert found is not None  # noqa: S101  (seat_verdicts looked)
    word = verdict(p_within, p_outside)
    more = None
    if word == NOT_DECIDED:
        more = more_needed(test.edges, results.cell.games, SEAT_MARGIN, ALPHA, family)
    worst = test.edges[found.worst]
    text = f"{edge(worst)} for seat {found.worst}"
    sentence = {
        WITHIN: (
            "It does not matter at which seat one sits: every seat's edge in the game is within"
            f" ±{SEAT_MARGIN} of an even share; the largest is {text}."
        ),
        OUTSIDE: (
            f"It matters at which seat one sits: the largest edge in the game is {text}, beyond"
            f" ±{SEAT_MARGIN} of an even share."
        ),
        NOT_DECIDED: (
            f"Whether a seat's edge in the game is beyond ±{SEAT_MARGIN} of an even share is not decided: the"
            f" largest is {text}{_more_text(more)}."
        ),
    }[word]
    return _data(
        "F1",
        "seat, game",
        word,
        _about_single_rounds(results) + sentence,
        "seat_game",
        margin=SEAT_MARGIN,
        alpha=ALPHA,
        p=rounded(p_outside if word == OUTSIDE else found.p_within),
        p_adjusted=rounded(p_outside if word == OUTSIDE else p_within),
        more_games=more,
        worst={"seat": found.worst, "edge": number(worst)},
        largest=number(found.largest),
    )


def _undecided(results: Results) -> Data:
    few = results.cell.n_batches < MIN_BATCHES
    why = f"{results.cell.deals:,} deals are too few to tell" if few else "no game had a winner"
    sentence = f"Whether a seat's edge in the game is beyond ±{SEAT_MARGIN} is not decided: {why}."
    return _data("F1", "seat, game", NOT_DECIDED, sentence, "seat_game", margin=SEAT_MARGIN, alpha=ALPHA)


def _about_single_rounds(results: Results) -> str:
    """Tell how seats and order of play hang together where a game is one round."""
    return "A game is one round here, and seat 1 always begins. " if is_single_round(results) else ""


def is_single_round(results: Results) -> bool:
    """Say whether a game is one round (S6)."""
    return results.cell.cell.variant.score_limit == 0


def _more_text(more: int | None) -> str:
    return "" if more is None else f"; about {to_digits(more, 2)} more games would decide if it stays so"


def first_player_verdict(results: Results) -> Data:
    """Report F1 for the round: the first player's edge at a full table."""
    n = results.cell.players
    first = results.get("seat_round", "edge", players_in=n, position=1)
    text = edge(first)
    if first.low is not None and first.low > 0:
        sentence = f"The first to play wins a round more often than an even share: edge {text} with {n} players in."
    elif first.high is not None and first.high < 0:
        sentence = f"The first to play wins a round less often than an even share: edge {text} with {n} players in."
    else:
        sentence = f"The first to play has an edge in the round of {text} with {n} players in."
    return _data("F1", "first player, round", REPORTED, sentence, "seat_round")


def opening_verdict(results: Results, exact: Data) -> Data:
    """Report F4: how often the first player may call at once, beside the exact chance."""
    measured, chance = results.get("opening", "opening"), exact["value"]
    known = f"1 in {1 / chance:,.1f}" if 0 < chance <= RARE else f"{100 * chance:.3g} %"
    sentence = (
        "The first player was allowed to call before anyone had moved in"
        f" {how_often(measured, 'rounds')}; the exact chance is {known} ({exact['fraction']})."
    )
    return _data("F4", "opening call", REPORTED, sentence, "opening")


def stopped_verdict(results: Results) -> Data:
    """Judge the stopped part of F9 by the interval of the share of stopped rounds."""
    stopped = results.get("round_length", "stopped")
    if stopped.low is None or stopped.high is None:
        word = NOT_DECIDED
    elif stopped.high <= STOPPED_LIMIT:
        word = WITHIN
    else:
        word = OUTSIDE if stopped.low > STOPPED_LIMIT else NOT_DECIDED
    sentence = f"The guard stopped {how_often(stopped, 'rounds')}; the limit is 1 in 10,000."
    return _data("F9", "stopped rounds", word, sentence, "round_length", margin=STOPPED_LIMIT)


def _data(code: str, measure: str, word: str, sentence: str, table: str, **more: object) -> Data:
    empty = dict.fromkeys(("margin", "alpha", "p", "p_adjusted", "more_games", "worst", "largest"))
    return {
        "code": code,
        "measure": measure,
        "verdict": word,
        "sentence": sentence,
        "table": table,
        **empty,
        **more,
    }

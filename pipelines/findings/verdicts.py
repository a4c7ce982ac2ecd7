"""Verdicts on a cell, each with the sentence that it adds up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from pipelines.balance.settings import settings
from pipelines.findings.guard import own_guard
from pipelines.findings.numbers import RARE, Data, edge, how_often, number, one_in, rounded, so_many, to_digits
from pipelines.findings.results import Results, Tables
from pipelines.stats.equivalence import (
    ALPHA,
    NOT_DECIDED,
    OUTSIDE,
    WITHIN,
    Fairness,
    fairness,
    more_for_gate,
    more_needed,
    verdict,
)
from pipelines.stats.estimate import CLOPPER_PEARSON, MIN_BATCHES, MIN_EVENTS, Estimate
from pipelines.stats.intervals import clopper_pearson, design_effect, effective_trials
from pipelines.stats.multiplicity import holm
from sim.plan import Cell

SEAT_MARGIN: Final = settings().seat.margin
"""F1: an edge of a seat below this is no matter, in the game."""
STOPPED_LIMIT: Final = settings().length.stopped_limit
"""F9: more stopped rounds than this, and the guard is part of the game."""

REPORTED: Final = "reported"


TOO_FEW_DEALS: Final = "too few deals"
TOO_FEW_WINS: Final = "too few wins"
NO_WINNER: Final = "no winner"


class PlayedCell(Protocol):
    """What verdicts know of a cell that was played; `pipelines.run.RunCell` is one."""

    @property
    def cell(self) -> Cell:
        """Variant and players."""
        ...

    @property
    def deals(self) -> int:
        """Deals played."""
        ...

    @property
    def games(self) -> int:
        """Games of all rotations."""
        ...

    @property
    def n_batches(self) -> int:
        """Batches of the deals."""
        ...


class Judged(Protocol):
    """Whose seats are judged; `Results` is one."""

    @property
    def cell(self) -> PlayedCell:
        """What was played."""
        ...


class SeatTest(NamedTuple):
    """The edges of all seats in the game, and the test of them, or why there is none."""

    edges: list[Estimate]
    fairness: Fairness | None
    reason: str | None


def seat_test(results: Results) -> SeatTest:
    """Test F1 for the game."""
    return edges_test([row.numbers["edge"] for row in results.rows["seat_game"]], results.cell.n_batches)


def edges_test(edges: list[Estimate], n_batches: int) -> SeatTest:
    """Test the edges of all seats where there are enough batches and every seat has won and lost often enough.

    With few wins the batches of an unlucky seat show too small a variance, and the test would find it unfair.
    """
    if n_batches < MIN_BATCHES:
        return SeatTest(edges, None, TOO_FEW_DEALS)
    if any(edge.variance is None for edge in edges):
        return SeatTest(edges, None, NO_WINNER)
    if min(_rarer(edge, len(edges)) for edge in edges) < MIN_EVENTS:
        return SeatTest(edges, None, TOO_FEW_WINS)
    return SeatTest(edges, fairness(edges, SEAT_MARGIN), None)


def _rarer(edge: Estimate, players: int) -> float:
    """Count a seat's wins or non-wins, whichever are fewer, as independent games would give them."""
    share = _share_won(edge, players)
    return min(share, 1 - share) * edge.n / _effect(edge, players)


def _share_won(edge: Estimate, players: int) -> float:
    return ((edge.value or 0) + 1) / players


def _effect(edge: Estimate, players: int) -> float:
    return max(1.0, design_effect((edge.variance or 0) / players**2, _share_won(edge, players), edge.n))


def seat_verdicts(tests: Sequence[SeatTest], results: Sequence[Judged]) -> list[Data]:
    """Judge F1 for the game in every cell; the verdicts of one report are one family (Holm)."""
    tested = [test.fairness for test in tests if test.fairness is not None]
    within = iter(holm([found.p_within for found in tested]))
    outside = iter(holm([found.p_outside for found in tested]))
    return [
        _undecided(one, test, len(tested))
        if test.fairness is None
        else _seat_verdict(one, test, next(within), next(outside), len(tested))
        for one, test in zip(results, tests, strict=True)
    ]


def _seat_verdict(results: Judged, test: SeatTest, p_within: float, p_outside: float, family: int) -> Data:
    found = test.fairness
    assert found is not None  # noqa: S101  (seat_verdicts looked)
    word = verdict(p_within, p_outside)
    more = None
    if word == NOT_DECIDED:
        more = more_needed(test.edges, results.cell.games, SEAT_MARGIN, ALPHA, family)
    seat = found.evidence if word == OUTSIDE else found.worst
    text = f"{edge(test.edges[seat], 'games')} for seat {seat}"
    sentence = {
        WITHIN: (
            "It does not matter at which seat one sits: every seat's edge in the game is within"
            f" ±{SEAT_MARGIN} of an even share; the largest is {text}."
        ),
        OUTSIDE: (
            f"It matters at which seat one sits: the edge in the game is {text}, beyond"
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
        worst={"seat": seat, "edge": number(test.edges[seat])},
        largest=number(found.largest),
    )


def _undecided(results: Judged, test: SeatTest, family: int) -> Data:
    more, why = None, "no game had a winner"
    if test.reason == TOO_FEW_DEALS:
        why = f"{so_many(results.cell.deals, 'deals')} {'is' if results.cell.deals == 1 else 'are'} too few to tell"
    elif test.reason == TOO_FEW_WINS:
        players = len(test.edges)
        effect = max(_effect(edge, players) for edge in test.edges)
        # only games with a winner decide, and the games to come have one as often as those played
        won_by_any = test.edges[0].n
        variance = effect * (players - 1) / won_by_any
        even = Estimate(0, None, None, won_by_any, "", None, variance, results.cell.n_batches)
        more = more_needed([even], results.cell.games, SEAT_MARGIN, ALPHA, max(1, family))
        fewest = min(range(players), key=lambda seat: _rarer(test.edges[seat], players))
        won = _share_won(test.edges[fewest], players) * test.edges[fewest].n
        why = (
            f"seat {fewest} won {won:,.0f} of {so_many(test.edges[fewest].n, 'games')}, too few for the test (it needs"
            f" {MIN_EVENTS} won and {MIN_EVENTS} not won, counted as independent); about {to_digits(more or 1, 2)}"
            " more games would decide if all seats are even"
        )
    sentence = f"Whether a seat's edge in the game is beyond ±{SEAT_MARGIN} is not decided: {why}."
    found = {"margin": SEAT_MARGIN, "alpha": ALPHA, "more_games": more, "reason": test.reason}
    return _data("F1", "seat, game", NOT_DECIDED, _about_single_rounds(results) + sentence, "seat_game", **found)


def _about_single_rounds(results: Judged) -> str:
    """Tell how seats and order of play hang together where a game is one round."""
    return "A game is one round here, and seat 1 always begins. " if is_single_round(results) else ""


def is_single_round(results: Judged) -> bool:
    """Say whether a game is one round (S6)."""
    return results.cell.cell.variant.score_limit == 0


def _more_text(more: int | None) -> str:
    if more is None:
        return ""
    return f"; about {to_digits(more, 2)} more {'game' if more == 1 else 'games'} would decide if it stays so"


def first_player_verdict(results: Results) -> Data | None:
    """Report F1 for the round: the first player's edge at a full table; None if nobody won such a round."""
    n = results.cell.players
    first = results.get("seat_round", "edge", players_in=n, position=1)
    if first.value is None:
        return None
    return _data("F1", "first player, round", REPORTED, first_player_sentence(first, n), "seat_round")


def first_player_sentence(first: Estimate, players: int) -> str:
    """Say what the first player of a round has of it at a full table."""
    text = edge(first, "rounds")
    if first.low is not None and first.low > 0:
        return f"The first to play wins a round more often than an even share: edge {text} with {players} players in."
    if first.high is not None and first.high < 0:
        return f"The first to play wins a round less often than an even share: edge {text} with {players} players in."
    return f"The first to play has an edge in the round of {text} with {players} players in."


def opening_verdict(results: Tables, exact: Data) -> Data:
    """Report F4: how often the first player may call at once, beside the exact chance."""
    measured, chance = results.get("opening", "opening"), exact["value"]
    known = f"1 in {1 / chance:,.1f}" if 0 < chance <= RARE else f"{100 * chance:.3g} %"
    sentence = (
        "The first player was allowed to call before anyone had moved in"
        f" {how_often(measured, 'rounds')}; the exact chance is {known} ({exact['fraction']})."
    )
    return _data("F4", "opening call", REPORTED, sentence, "opening")


def stopped_verdict(results: Tables) -> Data:
    """Judge the stopped part of F9 by the exact interval of the share of stopped rounds: it is a gate."""
    stopped, trials = _gate(results.get("round_length", "stopped"), results.cell.cell.rotations)
    more = None
    if stopped.low is None or stopped.high is None:
        word = NOT_DECIDED
    elif stopped.high <= STOPPED_LIMIT:
        word = WITHIN
    else:
        word = OUTSIDE if stopped.low > STOPPED_LIMIT else NOT_DECIDED
    if word == NOT_DECIDED and stopped.value is not None:
        more = more_for_gate(stopped.value * trials, trials, results.cell.games, STOPPED_LIMIT)
    sentence = (
        f"The guard stopped {how_often(stopped, 'rounds')}{own_guard(results)}; the limit is"
        f" {one_in(STOPPED_LIMIT)}{_more_text(more)}."
    )
    return _data(
        "F9",
        "stopped rounds",
        word,
        sentence,
        "round_length",
        margin=STOPPED_LIMIT,
        more_games=more,
        share=number(stopped),
    )


def _gate(share: Estimate, repeats: int) -> tuple[Estimate, float]:
    """Give a share the interval of a gate, where it has one at all, and the independent trials that it is worth."""
    if share.low is None or share.events is None or share.variance is None:
        return share, 0
    trials = effective_trials(share.events, share.n, share.variance, share.n_batches, repeats=repeats)
    low, high = clopper_pearson(share.events / share.n * trials, trials)
    return share._replace(low=low, high=high, method=CLOPPER_PEARSON), trials


def _data(code: str, measure: str, word: str, sentence: str, table: str, **more: object) -> Data:
    empty = dict.fromkeys(("margin", "alpha", "p", "p_adjusted", "more_games", "reason", "worst", "largest", "share"))
    return {
        "code": code,
        "measure": measure,
        "verdict": word,
        "sentence": sentence,
        "table": table,
        **empty,
        **more,
    }

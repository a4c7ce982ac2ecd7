"""``rollout``: the hidden cards are dealt as they may lie, the playouts end as they should, and thinking pays."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sim.bots import parse_entrant, rollout
from sim.bots.assaf_odds import PlainOdds
from sim.bots.playout import MOST_TRIES, POINT_SHARE, WHOLE_SHARE
from sim.cards import card_points, full_deck
from sim.engine import CellPlayer, Rows
from sim.jit import JIT_ENABLED
from sim.kernels.state import END_STOPPED
from sim.plan import Cell
from sim.reference import Choice, PlainBot, PlainGame, PlainView
from sim.rules import Variant, named_variants
from sim.twin_playout import Imagined, Thought
from tests.equality import assert_equal_games

LINEUPS = (
    ("rollout:deals=8,candidates=4,doubt=8,laps=3", "counter"),
    ("rollout:deals=5,candidates=3,doubt=5,laps=2", "greedy", "rollout:deals=2,candidates=1,doubt=0,laps=1"),
)
ODDS = PlainOdds(tilt=91, presumed=5, patience=8)


class Imagining:
    """A bot that deals the hidden cards in thought before each turn, and hands what it saw to a check."""

    def __init__(self, bot: PlainBot, check: Any) -> None:
        self.call, self.slap = bot.call, bot.slap
        self._bot, self._check = bot, check

    def play(self, view: PlainView) -> Choice:
        """Check, then play as the bot does."""
        self._check(view)
        return self._bot.play(view)


def play_checked(variant: Variant, players: int, deal: int, check: Any) -> None:
    """Play a game of counters whose views are checked."""
    game = PlainGame(variant, [parse_entrant("counter")] * players, seed=2, deal=deal)
    game.bots = [Imagining(bot, check) for bot in game.bots]
    game.play()


def rows_of(lineup: tuple[str, ...], first_deal: int, n_deals: int, variant: Variant | None = None) -> Rows:
    cell = Cell(variant or named_variants()["standard"], len(lineup), tuple(map(parse_entrant, lineup)))
    (rows,) = CellPlayer(cell, 7).play(first_deal, n_deals, np.zeros(1, np.uint8))
    return rows


@pytest.mark.nojit
@pytest.mark.skipif(JIT_ENABLED, reason="compiling takes long; `test_bots` compares them compiled")
@pytest.mark.parametrize("lineup", LINEUPS)
def test_rollout__is_the_same_in_kernels_and_twin_at_small_tables(lineup: tuple[str, ...]) -> None:
    variant = Variant.from_mapping({"name": "two rounds", "max_rounds": 2, "threshold": 9})
    cell = Cell(variant, len(lineup), tuple(map(parse_entrant, lineup)))
    assert assert_equal_games(cell, seed=3, first_deal=len(lineup), n_deals=1, as_in_a_run=False) == len(lineup)


@pytest.mark.nojit
@pytest.mark.parametrize(("tenths", "beyond"), [(17, True), (18, False)])
def test_doubt__is_counted_in_standard_errors_of_the_mean(tenths: int, beyond: bool) -> None:
    """0, 2 and 4 points more: mean 2, standard deviation 2, so the mean is 1.732 of its standard errors from 0."""
    more = [0, 2, 4]
    assert rollout.Plain._is_beyond(more, tenths) == beyond
    if not JIT_ENABLED:
        trials = SimpleNamespace(behind=np.array([9, sum(more)]), squares=np.array([9, sum(x * x for x in more)]))
        assert rollout._is_beyond(trials, 1, len(more), tenths) == beyond


# The hidden cards


@pytest.mark.nojit
@pytest.mark.parametrize("players", [2, 4, 7])
def test_imagined__agrees_with_all_that_was_seen(players: int) -> None:
    n_known = n_alike = n_checked = 0

    def check(view: PlainView) -> None:
        nonlocal n_known, n_alike, n_checked
        cards = []
        for number in range(2):
            imagined = Imagined(view, number, ODDS)
            assert imagined.hands[view.seat] == view.hand
            assert {seat: len(hand) for seat, hand in imagined.hands.items()} == view.n_cards
            for seat, known in view.known.items():
                assert not Counter(known) - Counter(imagined.hands[seat])
                n_known += len(known)
            assert len(imagined.stock) == view.stock
            everything = [*view.pile, *imagined.stock, *(c for hand in imagined.hands.values() for c in hand)]
            assert sorted(everything) == full_deck(view.variant.n_decks(players), view.variant.jokers)
            cards.append(imagined.hands)
        n_checked += 1
        n_alike += cards[0] == cards[1]

    variant = Variant.from_mapping({"name": "house", "max_rounds": 3, "hand_size": 4})
    play_checked(variant, players, players, check)
    assert n_known > 10
    assert n_alike < n_checked / 2


def view(turn: int, *, drew: bool, shed: int) -> Any:
    """Seat 0 with one king has seen nothing else; its opponent holds two cards."""
    variant = named_variants()["standard"]
    return SimpleNamespace(
        variant=variant, seat=0, turn=turn, hand=(12,), pile=(28,), totals=(0, 0), n_cards={0: 1, 1: 2},
        points=lambda card: card_points(card, variant.face_points), known={0: (), 1: ()}, shed={1: shed},
        drew=frozenset({1} if drew else ()), luck_address=(5, 6, 7),
    )  # fmt: skip


def totals_held(seen: Any, odds: PlainOdds) -> np.ndarray:
    return np.array([sum(map(seen.points, Imagined(seen, n, odds).hands[1])) for n in range(2000)])


@pytest.mark.nojit
def test_imagined__cards_kept_are_low_but_not_the_card_drawn() -> None:
    """With a weight of 1/2 a point (a lap) less, a card kept has (sum of n p 2^-p) / (sum of n 2^-p) points."""
    counts = np.array([2, *[4] * 9, 14])
    points = np.arange(11)
    mean, tilted = np.average(points, weights=counts), np.average(points, weights=counts / 2.0**points)
    odds = PlainOdds(tilt=500, presumed=-1, patience=16)
    assert totals_held(view(1, drew=False, shed=0), odds).mean() == pytest.approx(2 * mean, abs=0.4)
    assert totals_held(view(3, drew=True, shed=0), odds).mean() == pytest.approx(mean + tilted, abs=0.3)
    assert totals_held(view(3, drew=False, shed=0), odds).mean() == pytest.approx(2 * tilted, abs=0.2)


@pytest.mark.nojit
def test_imagined__who_could_call_mostly_did() -> None:
    """A hand of at most 7 points before the last turn is dealt anew, up to three times."""
    low = {
        (patience, shed): np.mean(totals_held(view(1, drew=False, shed=shed), PlainOdds(0, 7, patience)) <= 7)
        for patience in (0, 16)
        for shed in (0, 8)
    }
    assert low[16, 0] == pytest.approx(low[16, 8], abs=0.05)
    assert low[0, 8] == pytest.approx(low[16, 8], abs=0.05), "with the 8 points shed it could not call"
    assert low[0, 0] == pytest.approx(low[16, 0] ** MOST_TRIES, abs=0.01)


# What a round is worth


def thought(totals: tuple[int, ...], **changes: Any) -> Thought:
    """A game with these totals, as seat 0 may think of it."""
    game = PlainGame(Variant.from_mapping({"name": "house", **changes}), [parse_entrant("counter")] * len(totals), 1, 1)
    game.totals = list(totals)
    found = Thought.__new__(Thought)
    found.__dict__ = game.__dict__
    return found


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("totals", "score", "lost"),
    [
        ((0, 0), {0: 0, 1: 0}, -WHOLE_SHARE // 2),
        ((190, 10), {0: 11, 1: 0}, 0),  # out
        ((190, 10), {0: 0, 1: 191}, -WHOLE_SHARE),  # alone
        ((41, 0), {0: 20, 1: 61}, -WHOLE_SHARE // 2),  # 140 points to go, and 20
        ((30, 25), {0: 20, 1: 0}, -WHOLE_SHARE // 2),  # lands on 50, which becomes 25
        ((101, 0, 0), {0: 0, 1: 0, 2: 0}, -(WHOLE_SHARE * 120**3 // (120**3 + 2 * 221**3))),
    ],
)
def test_share_lost__is_the_cube_of_the_points_to_go_and_a_tenth(totals, score, lost) -> None:
    assert thought(totals).share_lost(0, score) == lost


@pytest.mark.nojit
def test_share_lost__of_a_single_round_is_counted_in_points() -> None:
    assert thought((0, 0, 0), score_limit=0).share_lost(0, {0: 5, 1: 10, 2: 20}) == POINT_SHARE * -10


# How it plays


def test_rollout__plays_as_counter_where_it_tries_nothing_else() -> None:
    """One candidate, and no Assaf to be feared: nothing is left to think about."""
    variant = named_variants()["no-assaf"]
    alike = rows_of(("rollout:candidates=1", "counter"), 0, 20, variant).games["turns"]
    counters = rows_of(("counter", "counter"), 0, 20, variant).games["turns"]
    assert np.array_equal(alike, np.repeat(counters, 2)), "each deal in both rotations"


def test_rollout__plays_a_game_alone_as_among_others() -> None:
    lineup = ("rollout:deals=4", "counter")
    among, alone = rows_of(lineup, 0, 6).games, rows_of(lineup, 5, 1).games
    for name, column in alone.items():
        assert np.array_equal(column, among[name][10:12]), name
    other = rows_of(("rollout:deals=5", "counter"), 5, 1).games
    assert not np.array_equal(other["turns"], alone["turns"]), "the deals decide something"


def test_rollout__beats_counter_and_ends_its_rounds() -> None:
    rows = rows_of(("rollout:deals=24", "counter"), 0, 60)
    won = (rows.seats["place"] == 1)[rows.seats["entrant"] == 0]
    assert len(won) == 120
    assert won.mean() > 0.5
    assert END_STOPPED not in rows.rounds["end"]

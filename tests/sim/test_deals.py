"""A deal id means the same cards everywhere: in every variant with that deck, for every line-up and rotation."""

from __future__ import annotations

import numpy as np
import pytest

import sim.reference
from sim import rng
from sim.bots import parse_entrant
from sim.cards import full_deck
from sim.engine import CellPlayer
from sim.kernels import trace as tr
from sim.plan import Cell
from sim.reference import PlainGame, Stock
from sim.rules import Variant, named_variants

ONE_DECK = ("standard", "yaniv5", "yaniv9", "slapdown", "milestone-steal", "strict", "no-assaf", "nepal10")
LINEUPS = (("greedy", "random", "random:call_percent=30"), ("random", "random", "greedy:call_at=3"))


def deals_of(variant: Variant, lineup: tuple[str, ...], deal: int) -> list[list[tuple[int, ...]]]:
    """For each rotation of the kernels' game: the hands and the upcard of its rounds while everybody is in."""
    cell = Cell(variant, len(lineup), tuple(map(parse_entrant, lineup)))
    trace = tr.new_trace(100_000)
    for _rows in CellPlayer(cell, 11, trace, watched=True).play(deal, 1, np.zeros(1, np.uint8)):
        pass
    games: list[list[tuple[int, ...]]] = []
    for row in trace[1 : int(trace[0, 0]) + 1].tolist():
        if row[0] == tr.DEAL:
            hands, number = row[8 : 8 + cell.players], row[1]
            if number == 1:
                games.append([])
            if all(hands) and len(games[-1]) == number - 1:
                games[-1].append((*hands, row[4]))
    return games


def test_deal_id__means_the_same_hands_in_every_variant_lineup_and_rotation() -> None:
    games = [game for name in ONE_DECK for lineup in LINEUPS for game in deals_of(named_variants()[name], lineup, 40)]
    assert len(games) == len(ONE_DECK) * len(LINEUPS) * 3
    longest = max(games, key=len)
    assert len(longest) > 5
    for game in games:
        assert game == longest[: len(game)]


def test_deal_id__another_one_or_another_round_means_other_hands() -> None:
    standard = named_variants()["standard"]
    rounds = [hands for deal in (40, 41) for hands in deals_of(standard, LINEUPS[0], deal)[0]]
    assert len(set(rounds)) == len(rounds) > 10


def test_stock__is_one_shuffle_of_the_deck_whoever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the twin every card drawn in a round is the next of one order, which no choice of a bot can change."""
    drawn: list[list[int]] = []

    class Watched(Stock):
        def __init__(self, cards: list[int], stream: rng.Stream) -> None:
            super().__init__(cards, stream)
            drawn.append([])
            self._drawn = drawn[-1]

        def draw(self) -> int:
            self._drawn.append(super().draw())
            return self._drawn[-1]

    stock = Stock(full_deck(1, 2), rng.Stream(rng.stream_key(11, rng.DEAL), 40, 1))
    order = [stock.draw() for _ in range(54)]
    assert sorted(order) == full_deck(1, 2)
    monkeypatch.setattr(sim.reference, "Stock", Watched)
    lengths = set()
    for name in ONE_DECK:
        for lineup in LINEUPS:
            drawn.clear()
            PlainGame(named_variants()[name], list(map(parse_entrant, lineup)), seed=11, deal=40).play()
            assert drawn[0] == order[: len(drawn[0])]
            lengths.add(len(drawn[0]))
    assert len(lengths) > 3

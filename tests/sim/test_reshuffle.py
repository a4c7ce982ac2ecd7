"""T8 in the kernels: the new stock is every card that nobody holds but the lay, in card order, with both copies."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sim.cards import full_deck
from sim.jit import kernel
from sim.kernels.bits import u64
from sim.kernels.state import new_table
from sim.kernels.stock import reshuffle
from sim.rules import Variant
from tests.kernel_melds import masks_of

pytestmark = pytest.mark.nojit
PLAYERS = 3


@kernel
def _reshuffle(table, players, laid, laid_twos, two_decks):  # type: ignore[no-untyped-def]
    return reshuffle(table, players, laid, laid_twos, two_decks)


@pytest.mark.parametrize(("n_decks", "jokers"), [(1, 2), (1, 0), (2, 2), (2, 4)])
def test_stock__is_what_nobody_holds(n_decks: int, jokers: int) -> None:
    variant = Variant.from_mapping({"name": "house", "jokers": jokers, "second_deck_from": 2 if n_decks == 2 else 0})
    chance = random.Random(n_decks + jokers)  # noqa: S311
    table = new_table(variant, PLAYERS)
    n_pairs = 0
    for _ in range(60):
        few = [card for card in full_deck(n_decks, jokers) if card & 15 < 5 or card == 61]  # many cards twice
        chance.shuffle(few)
        lay, *hands = (tuple(sorted(few[at : at + 4])) for at in (0, 4, 8, 12))
        table.active[:PLAYERS] = 1, chance.randrange(2), 1
        for seat, hand in enumerate(hands):
            table.hand[seat], table.twos[seat] = masks_of(hand)
        held = [card for seat, hand in enumerate(hands) if table.active[seat] for card in (*hand,)]
        left = int(_reshuffle(table, u64(PLAYERS), *masks_of(lay), True if n_decks == 2 else None))
        missing = Counter([*lay, *held])
        n_pairs += max(missing.values()) > 1
        assert table.deck[:left].tolist() == sorted((Counter(full_deck(n_decks, jokers)) - missing).elements())
    assert n_pairs or n_decks == 1

"""Kernels that deal, shuffle and draw in bulk with the engine's own functions, and tell what came."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sim import rng
from sim.jit import compile_or_load, inline, kernel
from sim.kernels.bits import ONE, ZERO, count_trailing_zeros, u64
from sim.kernels.philox import below, new_stream, next_word, open_stream
from sim.kernels.state import Rules, Table, kernel_rules, new_table
from sim.kernels.stock import deal, draw, reshuffle
from sim.rules import Variant
from tests.all_hands import hand_events


class Dealer(NamedTuple):
    """A table with everybody in, ready for `deal`."""

    table: Table
    rules: Rules
    key: np.uint64
    players: int
    two_decks: bool | None


def new_dealer(seed: int, players: int, **changes: Any) -> Dealer:
    """Lay a table for a variant that differs so much from the standard one."""
    variant = Variant.from_mapping({"name": "dealt", **changes})
    table = new_table(variant, players)
    for seat in range(players):
        table.active[seat], table.next_active[seat] = 1, (seat + 1) % players
    two_decks = True if variant.n_decks(players) == 2 else None
    key = np.uint64(rng.stream_key(seed, rng.DEAL))
    return Dealer(table, kernel_rules(variant, players), key, players, two_decks)


def whole_decks(seed: int, first_deal: int, n: int, fresh: np.ndarray) -> np.ndarray:
    """Give the cards of so many shuffles of a fresh deck in the order in which they come, uint8[n, cards].

    Two hands of one card each, the card turned up, then the stock to its end. The deck may hold any codes.
    """
    table, rules, key, _players, _ = new_dealer(seed, 2)
    orders = np.zeros((n, len(fresh)), np.uint8)
    arguments = (table._replace(fresh_deck=fresh), rules._replace(hand_size=1), key, first_deal, orders)
    compile_or_load(_whole_decks, arguments)
    _whole_decks(*arguments)
    return orders


@inline
def _draw_all(table, left, order, at):  # type: ignore[no-untyped-def]
    while left != ZERO:
        order[at] = count_trailing_zeros(draw(table, left))
        left -= ONE
        at += ONE


@kernel
def _whole_decks(table, rules, key, first_deal, orders) -> None:  # type: ignore[no-untyped-def]
    for i in range(orders.shape[0]):
        upcard, left = deal(table, rules, 0, 2, key, u64(first_deal + i), 1, None)
        for at, card in enumerate((table.hand[1], table.hand[0], upcard)):
            orders[i, at] = count_trailing_zeros(card)
        _draw_all(table, left, orders[i], u64(3))


def piles(seed: int, first_deal: int, n: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    """Reshuffle so many piles of 42 cards for the time `number` in their round, and draw them to the end.

    Two hands of five of 52 cards are dealt and one card is laid, so the pile is another each time. Its cards
    are numbered in card order.

    Returns
    -------
    orders, upcards
        Numbers of the cards in the order in which they come, uint8[n, 42]; the codes of the cards turned up by
        the deals before.
    """
    table, rules, key, _players, _ = new_dealer(seed, 2, jokers=0)
    orders, upcards = np.zeros((n, 42), np.uint8), np.zeros(n, np.uint8)
    keys = key, np.uint64(rng.stream_key(seed, rng.RESHUFFLE))
    arguments = (table, rules, keys, first_deal, number, np.zeros(64, np.uint8), orders, upcards)
    compile_or_load(_piles, arguments)
    _piles(*arguments)
    return orders, upcards


@kernel
def _piles(table, rules, keys, first_deal, number, place, orders, upcards) -> None:  # type: ignore[no-untyped-def]
    for i in range(orders.shape[0]):
        deal_id = u64(first_deal + i)
        round_number = 1 + i % 20
        upcard, left = deal(table, rules, 0, 2, keys[0], deal_id, round_number, None)
        upcards[i] = count_trailing_zeros(upcard)
        lay = table.hand[1] & (~table.hand[1] + ONE)
        table.hand[1] ^= lay
        left = reshuffle(table, 2, lay, ZERO, None)
        for at in range(left):
            place[table.deck[u64(at)]] = at
        open_stream(table.stream, keys[1], deal_id, round_number, number, 0)
        _draw_all(table, left, orders[i], ZERO)
        for at in range(orders.shape[1]):
            orders[i, at] = place[orders[i, at]]


class Address(NamedTuple):
    """Where random words stand; see `sim.rng`."""

    seed: int
    purpose: str
    round_number: int = 1
    index: int = 0
    block: int = 0


def words(address: Address, deals: np.ndarray, n_words: int = 1) -> np.ndarray:
    """Give the first words at an address of every deal, uint64[n, n_words]."""
    found = np.zeros((len(deals), n_words), np.uint64)
    key = np.uint64(rng.stream_key(address.seed, address.purpose))
    arguments = (new_stream(), key, deals, address.round_number, address.index, address.block, found)
    compile_or_load(_words, arguments)
    _words(*arguments)
    return found


@kernel
def _words(stream, key, deals, round_number, index, block, found) -> None:  # type: ignore[no-untyped-def]
    for i in range(found.shape[0]):
        open_stream(stream, key, deals[i], round_number, index, block)
        for j in range(found.shape[1]):
            found[i, j] = next_word(stream)


def bounded(seed: int, first_deal: int, n: int, limit: int) -> np.ndarray:
    """Draw n integers below the limit, the first one of so many deals each, uint64[n]."""
    found = np.zeros(n, np.uint64)
    arguments = (new_stream(), np.uint64(rng.stream_key(seed, rng.DEAL)), first_deal, np.uint64(limit), found)
    compile_or_load(_bounded, arguments)
    _bounded(*arguments)
    return found


@kernel
def _bounded(stream, key, first_deal, limit, found) -> None:  # type: ignore[no-untyped-def]
    for i in range(found.shape[0]):
        open_stream(stream, key, u64(first_deal + i), 1, 0, 0)
        found[i] = below(stream, limit)


def dealt(dealer: Dealer, first_deal: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Deal hands of five; the deal goes round.

    Returns
    -------
    totals, events
        Hand totals, uint8[n, players], as the engine counts them; events (see ``tests.all_hands``) that hold in
        the hand of seat number of the deal modulo players, uint16[n].
    """
    totals, events = np.zeros((n, dealer.players), np.uint8), np.zeros(n, np.uint16)
    arguments = (*dealer, first_deal, totals, events)
    compile_or_load(_dealt, arguments)
    _dealt(*arguments)
    return totals, events


@kernel
def _dealt(table, rules, key, players, two_decks, first_deal, totals, events) -> None:  # type: ignore[no-untyped-def]
    for i in range(events.shape[0]):
        number = first_deal + i
        deal(table, rules, number // players % players, players, key, u64(number), 1, two_decks)
        for seat in range(players):
            totals[i, seat] = table.hand_total[u64(seat)]
        mine = u64(number % players)
        twos = ZERO if two_decks is None else table.twos[mine]
        events[i] = hand_events(table.hand[mine], twos, rules)

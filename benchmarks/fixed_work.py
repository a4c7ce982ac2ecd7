"""Fixed integer work that resembles the engine's: what a slow or busy machine does to one, it does to the other.

Four hands of a card game of its own: cards drawn by ten rounds of 64-bit multiplications and moved in a small table,
points by population counts, the best pair, run or single by bit tricks and branches that nobody can predict. It is
frozen and shares nothing with the engine: a change here moves the guard (`benchmarks/guard.py`), so do not make any.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

u64 = np.uint64
_ONE, _TWO, _SIXTEEN = u64(1), u64(2), u64(16)
_THIRTY_TWO, _FORTY_EIGHT, _LANE = u64(32), u64(48), u64(15)
_CARDS = u64(0x1FFF1FFF1FFF1FFF)
_LANES = u64(0x0001000100010001)
_LOW = u64(0xFFFFFFFF)
_BIT0, _BIT1 = u64(0x0155) * _LANES, u64(0x1E66) * _LANES
_BIT2, _BIT3 = u64(0x0078) * _LANES, u64(0x1F80) * _LANES


def _llvm(name: str, *flags: bool) -> Any:
    @intrinsic
    def call(_context: Any, _value: Any) -> Any:
        def generate(_ctx: Any, builder: Any, _sig: Any, args: Any) -> Any:
            word, bit = ir.IntType(64), ir.IntType(1)
            kind = ir.FunctionType(word, [word, *([bit] * len(flags))])
            function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            return builder.call(function, [args[0], *(ir.Constant(bit, flag) for flag in flags)])

        return types.uint64(types.uint64), generate

    return call


_count = _llvm("llvm.ctpop.i64")
_low = _llvm("llvm.cttz.i64", True)
_inline = njit(forceinline=True, error_model="numpy")


@_inline
def _points(cards: Any) -> Any:
    return (
        _count(cards & _BIT0)
        + _TWO * _count(cards & _BIT1)
        + u64(4) * _count(cards & _BIT2)
        + u64(8) * _count(cards & _BIT3)
    )


@_inline
def _mixed(c0: Any, c2: Any) -> Any:
    """Four numbers of 32 bits from a counter, in two of 64."""
    c1, c3, k0, k1 = u64(0), u64(0), u64(0x3C6EF372), u64(0xDAA66D2B)
    for _ in range(10):
        p0, p1 = u64(0xD2511F53) * c0, u64(0xCD9E8D57) * c2
        c0, c2 = (p1 >> _THIRTY_TWO) ^ c1 ^ k0, (p0 >> _THIRTY_TWO) ^ c3 ^ k1
        c1, c3 = p1 & _LOW, p0 & _LOW
        k0, k1 = (k0 + u64(0x9E3779B9)) & _LOW, (k1 + u64(0xBB67AE85)) & _LOW
    return (c0 << _THIRTY_TWO) | c1, (c2 << _THIRTY_TWO) | c3


@_inline
def _draw(deck: Any, left: Any, words: Any, state: Any) -> Any:
    """A card from the first `left` of the deck; state is the counter of numbers used."""
    used = state[0]
    if used & u64(3) == u64(0):
        words[0], words[1] = _mixed(used >> _TWO, state[1])
    word = words[(used >> _ONE) & _ONE]
    number = word >> _THIRTY_TWO if used & _ONE else word & _LOW
    state[0] = used + _ONE
    at = (number * left) >> _THIRTY_TWO
    card = deck[at]
    deck[at] = deck[left - _ONE]
    deck[left - _ONE] = card
    return card


@_inline
def _worth(laid: Any, rest: Any, keep: Any) -> Any:
    pairs = _count(rest & (rest >> _SIXTEEN)) + _count(rest & (rest >> _THIRTY_TWO))
    pairs += _count(rest & (rest >> _FORTY_EIGHT))
    near = _count(rest & (rest >> _ONE)) + _count(rest & (rest >> _TWO))
    return _SIXTEEN * _points(laid) + _count(laid) + keep * pairs + (keep >> _ONE) * near


@_inline
def _best_lay(hand: Any, keep: Any) -> Any:
    """The best of all singles, pairs, sets and runs of three."""
    best, laid = u64(0), u64(0)
    cards = hand
    while cards != u64(0):
        one = cards & (~cards + _ONE)
        cards ^= one
        worth = _worth(one, hand ^ one, keep)
        if worth >= best:
            best, laid = worth, one
    turned = (hand << _SIXTEEN) | (hand >> _FORTY_EIGHT)
    turned |= (hand << _THIRTY_TWO) | (hand >> _THIRTY_TWO)
    turned |= (hand << _FORTY_EIGHT) | (hand >> _SIXTEEN)
    mates = hand & turned
    while mates != u64(0):
        group = hand & (_LANES << (_low(mates) & _LANE))
        mates &= ~group
        part = group
        while part != u64(0):
            if part & (part - _ONE) != u64(0):
                worth = _worth(part, hand ^ part, keep)
                if worth > best or (worth == best and part > laid):
                    best, laid = worth, part
            part = (part - _ONE) & group
    runs = hand & (hand >> _ONE) & (hand >> _TWO)
    while runs != u64(0):
        run = (runs & (~runs + _ONE)) * u64(7)
        runs &= runs - _ONE
        worth = _worth(run, hand ^ run, keep)
        if worth > best or (worth == best and run > laid):
            best, laid = worth, run
    return laid


@_inline
def _wanted(rest: Any, offer: Any) -> Any:
    """The card of the offer that makes a pair or a run with the rest, else a cheap one, else none."""
    same = rest | (rest << _SIXTEEN) | (rest >> _FORTY_EIGHT)
    same |= (same << _THIRTY_TWO) | (same >> _THIRTY_TWO)
    beside = ((rest << _ONE) & ((rest << _TWO) | (rest >> _ONE))) | ((rest >> _ONE) & (rest >> _TWO))
    useful = offer & (same | beside)
    if useful == u64(0):
        cheap = offer & (u64(7) * _LANES)
        return cheap & (~cheap + _ONE)
    most, taken = u64(0), u64(0)
    while useful != u64(0):
        one = useful & (~useful + _ONE)
        useful ^= one
        worth = _points(one)
        if worth >= most:
            most, taken = worth, one
    return taken


@njit(nogil=True, error_model="numpy")
def fixed_work(rounds: int) -> tuple[int, int]:
    """Play so many rounds.

    Returns
    -------
    tuple[int, int]
        Turns, and a check number that depends on every one of them.
    """
    deck, hands = np.empty(52, np.uint64), np.empty(4, np.uint64)
    words, state = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    turns, check = 0, u64(0)
    for number in range(rounds):
        state[0], state[1] = u64(0), u64(number)
        cards, left = _CARDS, u64(0)
        while cards != u64(0):
            deck[left] = cards & (~cards + _ONE)
            cards &= cards - _ONE
            left += _ONE
        for seat in range(4):
            hand = u64(0)
            for _ in range(5):
                hand |= _draw(deck, left, words, state)
                left -= _ONE
            hands[u64(seat)] = hand
        offer = _draw(deck, left, words, state)
        left -= _ONE
        seat = u64(number) & u64(3)
        for _ in range(1000):
            hand = hands[seat]
            if _points(hand) <= u64(4) + seat:
                break
            laid = _best_lay(hand, u64(4) * seat)
            rest = hand ^ laid
            card = _wanted(rest, offer)
            if card == u64(0):
                if left == u64(0):
                    cards = _CARDS & ~(hands[0] | hands[1] | hands[2] | hands[3])
                    while cards != u64(0):
                        deck[left] = cards & (~cards + _ONE)
                        cards &= cards - _ONE
                        left += _ONE
                card = _draw(deck, left, words, state)
                left -= _ONE
            hands[seat] = rest | card
            offer = laid
            check = check * u64(31) + hands[seat]
            seat = (seat + _ONE) & u64(3)
            turns += 1
    return turns, check

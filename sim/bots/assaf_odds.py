"""The chance that a call meets Assaf, from everything that the seat may know; integers only.

*Unseen* are all cards but the own hand, the discard pile and the cards that opponents were seen to take and have not
laid since. An opponent's unknown cards are drawn from the unseen ones without replacement, its known cards add to them,
opponents are independent. Three things are known of the unknown cards:

- High ones get laid. A card kept since an earlier turn weighs less by ``tilt`` thousandths for each of its points and
  each lap of the round, up to five laps.
- The card just drawn from the stock has had no time to be laid: any unseen card is as likely.
- Who could call mostly does. A hand of at most ``presumed`` points before its last turn, which the points shed in that
  turn tell, weighs ``patience`` sixteenths.

A bot without memory has seen no card but its own, knows of no card taken, and of no opponent what it did last.

Probabilities are whole numbers of 2 to the minus 30th, cut off below at each step, so that they are the same on every
machine. The weight of j cards is kept as its share of all draws in order with replacement, to stay in range.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from sim.cards import full_deck
from sim.jit import inline
from sim.kernels.bits import LANES, NATURAL, ONE, ZERO, jokers_in, n_cards, points, popcount, u64

if TYPE_CHECKING:
    from sim.reference import PlainView

CERTAIN = 1 << 16
"""The unit of the chances given."""
MOST_LAPS: Final = 5
KINDS: Final = 14
"""Cards are told apart by their points, 0 to 13."""

BITS, WHOLE, SIXTEENTHS, HIGHEST = u64(30), u64(1 << 30), u64(16), u64(KINDS - 1)

# Places in the scratch: weights by number of cards and points, by number of cards, unseen cards by points, and with at
# most so many points.
STRIDE, ANY, UNSEEN, AT_MOST = u64(51), u64(8 * 51), u64(8 * 51 + 8), u64(8 * 51 + 8 + KINDS)


class Odds(NamedTuple):
    """What is presumed of opponents."""

    tilt: np.ndarray  # int64[...]: a bot's parameters
    tilt_at: np.uint64  # where its tilt table begins, see `tilt_table`
    presumed: int
    patience: int
    memory: np.uint64  # see `memory_mask`


@inline
def memory_mask(remembers):
    """The mask of what is remembered, for a parameter of 1 or 0."""
    return ~ZERO * u64(remembers)  # without a compiler ZERO - 1 would warn


def tilt_table(tilt: int) -> tuple[int, ...]:
    """Weights of a card by laps (0 to 5) and points (0 to 13); 65,536 is an untilted one."""
    powers = [laps * points for laps in range(MOST_LAPS + 1) for points in range(KINDS)]
    return tuple(max(1, 65_536 * (1000 - tilt) ** power // 1000**power) for power in powers)


@inline
def count_opponents(view):
    """Seats still in but the own one."""
    n = np.int64(0)
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        n += 1
        seat = view.next_active[u64(seat)]
    return n


@inline
def assaf_chance(view, odds):
    """Chance that some opponent holds at most the own total, in units of ``CERTAIN``."""
    public, room = view.public, view.luck.scratch
    _count_unseen(view, odds.memory, room)
    most_kept = ZERO
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        s = u64(seat)
        most_kept = max(most_kept, _n_kept(public, s, odds.memory))
        seat = view.next_active[s]
    _weigh_draws(view, odds, most_kept, room)
    safe = u64(CERTAIN)
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        s = u64(seat)
        safe = safe * (u64(CERTAIN) - _seat_chance(view, odds, s, room)) >> SIXTEENTHS
        seat = view.next_active[s]
    return np.int64(u64(CERTAIN) - safe)


@inline
def _n_kept(public, seat, memory):
    """Unknown cards of a seat but the one it has just drawn."""
    remembered = n_cards(public.known[seat], public.known_twos[seat]) + u64(public.drew[seat])
    return u64(public.cards[seat]) - (remembered & memory)


@inline
def _count_unseen(view, memory, room):
    """Unseen cards by points, and how many have at most so many."""
    rules = view.rules
    ones, twos, jokers = view.hand & NATURAL, view.twos, jokers_in(view.hand)
    if memory != ZERO:
        ones, twos, jokers = seen_cards(view)
    for kind in range(KINDS):
        room[UNSEEN + u64(kind)] = ZERO
    room[UNSEEN] = u64(rules.jokers) - jokers
    of_a_rank = u64(4 * rules.decks)
    for rank in range(13):
        cards = LANES << u64(rank)
        kind = u64(points(ONE << u64(rank), ZERO, rules))
        room[UNSEEN + kind] += of_a_rank - popcount(ones & cards) - popcount(twos & cards)
    so_far = ZERO
    for kind in range(KINDS):
        so_far += room[UNSEEN + u64(kind)]
        room[AT_MOST + u64(kind)] = so_far


@inline
def seen_cards(view):
    """Natural cards of which the seat has seen a copy, those of which both, and the number of jokers."""
    public = view.public
    ones, twos = public.pile[u64(0)] | (view.hand & NATURAL), public.pile[u64(1)] | view.twos
    twos |= public.pile[u64(0)] & view.hand & NATURAL
    jokers = public.pile[u64(2)] + jokers_in(view.hand)
    seat = view.next_active[u64(view.seat)]
    while seat != view.seat:
        s = u64(seat)
        known = public.known[s]
        twos |= public.known_twos[s] | (ones & known & NATURAL)
        ones |= known & NATURAL
        jokers += jokers_in(known)
        seat = view.next_active[s]
    return ones, twos, jokers


@inline
def _weigh_draws(view, odds, most_kept, room):
    """Weights of up to so many unknown cards by number and points, of all draws in order; and by number alone."""
    most = u64(max(view.hand_total, odds.presumed))
    cards = ZERO
    while cards <= most_kept:
        total = ZERO
        while total <= most:
            room[cards * STRIDE + total] = ZERO
            total += ONE
        room[ANY + cards] = ZERO
        cards += ONE
    room[ZERO] = room[ANY] = WHOLE
    if most_kept == ZERO:
        return
    laps = min((view.turn - 1) // (count_opponents(view) + 1), MOST_LAPS)
    tilt_at = odds.tilt_at + u64(laps * KINDS)
    weight_of_all = ZERO
    for kind in range(KINDS):
        weight_of_all += room[UNSEEN + u64(kind)] * u64(odds.tilt[tilt_at + u64(kind)])
    for kind in range(KINDS):
        n, worth = room[UNSEEN + u64(kind)], u64(kind)
        if n == ZERO:
            continue
        share = (u64(odds.tilt[tilt_at + worth]) << BITS) // weight_of_all
        cards = most_kept
        while cards > ZERO:  # from above, for fewer cards must still be as they were
            drawn, chance, orders = ONE, WHOLE, ONE
            while drawn <= n and drawn <= cards:
                chance = chance * ((n - drawn + ONE) * share) >> BITS
                orders = orders * (cards - drawn + ONE) // drawn
                room[ANY + cards] += (room[ANY + cards - drawn] * chance >> BITS) * orders
                here, there, other = cards * STRIDE, (cards - drawn) * STRIDE, ZERO
                while other + drawn * worth <= most:  # points of the other cards
                    room[here + other + drawn * worth] += (room[there + other] * chance >> BITS) * orders
                    other += ONE
                drawn += ONE
            cards -= ONE


@inline
def _seat_chance(view, odds, seat, room):
    """Chance that one opponent holds at most the own total."""
    public, rules = view.public, view.rules
    known = points(public.known[seat] & odds.memory, public.known_twos[seat] & odds.memory, rules)
    if known > view.hand_total:
        return ZERO
    kept = _n_kept(public, seat, odds.memory)
    free = u64(view.hand_total - known)
    could_call = min(odds.presumed - known - public.shed[seat], max(view.hand_total, odds.presumed))
    weights = kept * STRIDE
    of_all = SIXTEENTHS * room[ANY + kept]
    patience = u64(odds.patience) if odds.memory != ZERO else SIXTEENTHS
    drew = u64(public.drew[seat]) & odds.memory
    total = ZERO
    while np.int64(total) <= could_call:
        of_all -= (SIXTEENTHS - patience) * room[weights + total]
        total += ONE
    at_or_below = ZERO
    total = ZERO
    while total <= free:
        weight = room[weights + total] * (patience if np.int64(total) <= could_call else SIXTEENTHS)
        if drew != ZERO:
            weight *= room[AT_MOST + min(free - total, HIGHEST)]
        at_or_below += weight
        total += ONE
    if drew != ZERO:
        of_all *= room[AT_MOST + HIGHEST]
    if of_all == ZERO:
        return ZERO
    return min((at_or_below << SIXTEENTHS) // of_all, u64(CERTAIN))


class PlainOdds(NamedTuple):
    """What is presumed of opponents, in the twin."""

    tilt: int
    presumed: int
    patience: int
    remembers: int = 1


def plain_assaf_chance(view: PlainView, odds: PlainOdds) -> int:
    """See :func:`assaf_chance`."""
    others = [seat for seat in view.n_cards if seat != view.seat]
    pile, known_of, drew, patience = view.pile, view.known, view.drew, odds.patience
    if not odds.remembers:
        pile, known_of, drew, patience = (), {seat: () for seat in others}, frozenset(), 16
    seen = [*view.hand, *pile]
    for seat in others:
        seen += known_of[seat]
    unseen = full_deck(view.variant.n_decks(len(view.totals)), view.variant.jokers)
    for card in seen:
        unseen.remove(card)
    by_points = [0] * KINDS
    for card in unseen:
        by_points[view.points(card)] += 1
    kept = {seat: view.n_cards[seat] - len(known_of[seat]) - (seat in drew) for seat in others}
    laps = min((view.turn - 1) // len(view.n_cards), MOST_LAPS)
    tilt = tilt_table(odds.tilt)[laps * KINDS :][:KINDS]
    presumed = min(odds.presumed, view.variant.threshold)
    weights, of_any = _plain_draws(by_points, tilt, max(kept.values()), max(view.hand_total, presumed))
    safe = CERTAIN
    for seat in others:
        known = sum(map(view.points, known_of[seat]))
        could_call = presumed - known - view.shed.get(seat, 1000)
        of_all = 16 * of_any[kept[seat]]
        at_or_below = 0
        for total, weight in enumerate(weights[kept[seat]]):
            if total <= could_call:
                of_all -= (16 - patience) * weight
            if known + total <= view.hand_total:
                fits = sum(by_points[: view.hand_total - known - total + 1]) if seat in drew else 1
                at_or_below += weight * (patience if total <= could_call else 16) * fits
        of_all *= len(unseen) if seat in drew else 1
        chance = min((at_or_below << 16) // of_all, CERTAIN) if of_all else 0
        safe = safe * (CERTAIN - chance) >> 16
    return CERTAIN - safe


def _plain_draws(
    by_points: list[int], tilt: tuple[int, ...], most_kept: int, most: int
) -> tuple[list[list[int]], list[int]]:
    """Weights by number of cards and points, and by number alone; see ``_weigh_draws``."""
    whole = 1 << 30
    weights = [[whole, *[0] * most]] + [[0] * (most + 1) for _ in range(most_kept)]
    of_any = [whole] + [0] * most_kept
    weight_of_all = sum(n * weight for n, weight in zip(by_points, tilt, strict=True))
    for worth, n in enumerate(by_points):
        if not n or not most_kept:
            continue
        share = (tilt[worth] << 30) // weight_of_all
        for cards in range(most_kept, 0, -1):
            chance = whole
            for drawn in range(1, min(n, cards) + 1):
                chance = chance * (n - drawn + 1) * share >> 30
                orders = comb(cards, drawn)
                of_any[cards] += (of_any[cards - drawn] * chance >> 30) * orders
                for total in range(drawn * worth, most + 1):
                    weights[cards][total] += (weights[cards - drawn][total - drawn * worth] * chance >> 30) * orders
    return weights, of_any

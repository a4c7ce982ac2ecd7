"""The stock: dealt, drawn lazily, made anew from the discards (D2, T6, T8).

The order of the stock is fixed by the deal, but a card is drawn (one Fisher-Yates step) only when somebody needs it.
"""

from __future__ import annotations

from sim.jit import inline
from sim.kernels.bits import JOKER_SHIFT, NATURAL, ONE, ZERO, add_card, count_trailing_zeros, jokers_in, u64
from sim.kernels.philox import below, open_stream


@inline
def draw(table, left):
    """Top card of a stock of ``left`` cards, as a mask."""
    place = below(table.stream, left)
    last = left - ONE
    code = table.deck[place]
    table.deck[place] = table.deck[last]
    return ONE << u64(code)


@inline
def deal(table, rules, dealer, players_in, key, deal_id, round_number, two_decks):
    """D2: shuffle, deal to the active seats, turn a card up; returns the upcard and the size of the stock."""
    size = table.fresh_deck.size
    for i in range(size):
        table.deck[u64(i)] = table.fresh_deck[u64(i)]
    open_stream(table.stream, key, deal_id, round_number, 0, 0)
    left = u64(size)
    seat = u64(table.next_active[u64(dealer)])
    for _ in range(players_in):
        table.hand[seat], table.twos[seat], table.hand_total[seat] = ZERO, ZERO, 0
        seat = u64(table.next_active[seat])
    for _ in range(rules.hand_size * players_in):
        card = draw(table, left)
        left -= ONE
        table.hand_total[seat] += table.card_points[count_trailing_zeros(card)]
        if two_decks is None:
            table.hand[seat] += card
        else:
            table.hand[seat], table.twos[seat] = add_card(table.hand[seat], table.twos[seat], card)
        seat = u64(table.next_active[seat])
    upcard = draw(table, left)
    return upcard, left - ONE


@inline
def reshuffle(table, players, laid, laid_twos, two_decks):
    """T8: everything that no active seat holds, but for the lay, becomes the stock; returns its size.

    The player at turn must not hold the lay any more.
    """
    once, twice = laid & NATURAL, laid_twos
    jokers_held = jokers_in(laid)
    for seat in range(players):
        s = u64(seat)
        if table.active[s] != 0:
            naturals = table.hand[s] & NATURAL
            if two_decks is not None:
                twice |= table.twos[s] | (once & naturals)
            once |= naturals
            jokers_held += jokers_in(table.hand[s])
    left = ZERO
    # In card order, with copies side by side: as many are passed over as are held.
    for i in range(table.fresh_deck.size):
        code = table.fresh_deck[u64(i)]
        card = ONE << u64(code)
        if u64(code) == JOKER_SHIFT:
            free = jokers_held == ZERO
            if not free:
                jokers_held -= ONE
        elif once & card == ZERO:
            free = True
        else:
            free = False
            once ^= card
            if two_decks is not None and twice & card != ZERO:  # the next copy is held too
                twice ^= card
                once |= card
        if free:
            table.deck[left] = code
            left += ONE
    return left

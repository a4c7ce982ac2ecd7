"""Keeps what everybody at the table knows (T7): hand sizes, cards known to be in a hand, the discard pile.

Every function takes ``public`` = None where no bot of the line-up looks at it; numba then drops its body.
"""

from __future__ import annotations

from sim.jit import inline
from sim.kernels.bits import JOKER_SHIFT, NATURAL, ONE, ZERO, add_card, jokers_in, n_cards, u64
from sim.kernels.state import NO_TURN_YET

ONES, TWOS, JOKERS = u64(0), u64(1), u64(2)


@inline
def public_deal(public, table, players, hand_size, upcard):
    """Everybody has a full hand, nothing is known but the upcard."""
    if public is not None:
        for seat in range(players):
            s = u64(seat)
            public.cards[s] = hand_size if table.active[s] != 0 else -1
            public.known[s] = ZERO
            public.known_twos[s] = ZERO
            public.shed[s] = NO_TURN_YET
            public.drew[s] = 0
        public.pile[ONES] = upcard & NATURAL
        public.pile[TWOS] = ZERO
        public.pile[JOKERS] = jokers_in(upcard)


@inline
def public_lay(public, seat, ones, twos, points):
    """A lay comes on the pile; cards of it that were known to be in the hand are no longer there."""
    if public is not None:
        _leave_hand(public, seat, ones, twos)
        public.shed[seat] = points


@inline
def public_slap(public, seat, card):
    """The card just drawn comes on the pile (E4)."""
    if public is not None:
        _leave_hand(public, seat, card, ZERO)
        public.drew[seat] = 0


@inline
def public_take(public, seat, card, points):
    """A card leaves the pile for a hand, and everybody saw it."""
    if public is not None:
        public.cards[seat] += 1
        public.shed[seat] -= points
        public.drew[seat] = 0
        known, known_twos = add_card(public.known[seat], public.known_twos[seat], card)
        public.known[seat], public.known_twos[seat] = known, known_twos
        if card >> JOKER_SHIFT != ZERO:
            public.pile[JOKERS] -= ONE
        else:
            both = public.pile[TWOS] & card
            public.pile[TWOS] ^= both
            public.pile[ONES] ^= card ^ both


@inline
def public_draw(public, seat):
    """A hidden card comes from the stock."""
    if public is not None:
        public.cards[seat] += 1
        public.drew[seat] = 1


@inline
def public_reshuffle(public, ones, twos):
    """Only the lay stays on the pile."""
    if public is not None:
        public.pile[ONES] = ones & NATURAL
        public.pile[TWOS] = twos
        public.pile[JOKERS] = jokers_in(ones)


@inline
def _leave_hand(public, seat, ones, twos):
    public.cards[seat] -= n_cards(ones, twos)
    _add_to_pile(public, ones, twos)
    _forget(public, seat, ones, twos)


@inline
def _add_to_pile(public, ones, twos):
    naturals = ones & NATURAL
    public.pile[TWOS] |= twos | (public.pile[ONES] & naturals)
    public.pile[ONES] |= naturals
    public.pile[JOKERS] += jokers_in(ones)


@inline
def _forget(public, seat, ones, twos):
    """Known cards less the lay, card by card as far as they were known."""
    known, known_twos = public.known[seat], public.known_twos[seat]
    jokers, laid_jokers = jokers_in(known), jokers_in(ones)
    jokers = jokers - laid_jokers if jokers > laid_jokers else ZERO
    naturals = ((known & ~ones) | (known_twos & ~twos)) & NATURAL
    public.known[seat] = naturals | (jokers << JOKER_SHIFT)
    public.known_twos[seat] = known_twos & ~ones

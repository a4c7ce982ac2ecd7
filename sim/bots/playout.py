"""Plays a round out in thought: deals the hidden cards as they may lie, and plays on as the bot ``counter`` all around.

The hidden cards are dealt consistently with all that the seat has seen. An opponent holds the cards that it is known to
hold; the others come from the unseen ones. What is presumed of them is what ``assaf_odds`` presumes: a card kept since
an earlier turn weighs less the more points it has, the card just drawn may be any, and a hand that could have called is
dealt anew in most cases where ``patience`` is low. The rest of the unseen cards is the stock.

A round ends in the seat's share of the game (see ``share_lost``). All memory lies in the scratch of the bots; numbers
come from the addresses of the bots, where index 8 and up is free: 8 times the number of the deal, from 1, and the seat.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sim.bots import counter
from sim.bots.assaf_odds import KINDS, MOST_LAPS, SIXTEENTHS, count_opponents, seen_cards
from sim.jit import inline
from sim.kernels.bits import (
    JOKER_SHIFT,
    ONE,
    SIXTEEN,
    ZERO,
    add_card,
    n_cards,
    points,
    u64,
)  # fmt: skip
from sim.kernels.philox import below, open_stream
from sim.kernels.scoring import add_scores, score_round
from sim.kernels.state import END_STOPPED, MAX_PLAYERS, Keys, Public, Rules, Table
from sim.kernels.stock import draw
from sim.kernels.turn_loop import Stand, Start, play_turns
from sim.kernels.view import Play
from sim.rng import BLOCKS_PER_TURN

turns_in_thought = inline(play_turns)

MOST_TRIES: Final = 4
"""How often a hand that would have been called is dealt anew."""
PLAY_BLOCK: Final = 512
"""Where in a turn's random numbers those of the stock begin, behind those of the hidden cards."""
WHOLE_SHARE: Final = 1 << 16
POINT_SHARE: Final = 16
"""What a point counts where a game is one round."""

# Places of the forced turn.
FORCED_TURN, FORCED_ONES, FORCED_TWOS, FORCED_LOW, FORCED_TAKE = (u64(i) for i in range(5))

SCRATCH_WORDS: Final = 2000


class Dealt(NamedTuple):
    """The hidden cards as they may lie."""

    hand: np.ndarray  # uint64[8]
    twos: np.ndarray  # uint64[8]
    hand_total: np.ndarray  # int64[8]
    stock: np.ndarray  # uint64[128]: codes
    size: np.ndarray  # uint64[8]: in place 0 that of the stock
    unseen: np.ndarray  # uint64[128]: codes in card order
    weight: np.ndarray  # uint64[64]: of a card kept, by code


class InThought(NamedTuple):
    """What the loop of turns takes for a game's setup (see ``sim.kernels.games``)."""

    rules: Rules
    keys: Keys
    table: Table
    families: np.ndarray
    scratch: np.ndarray
    note: np.ndarray


class Mind(NamedTuple):
    """The memory of a bot that plays rounds out."""

    setup: InThought
    public: Public
    dealt: Dealt
    forced: np.ndarray  # uint64[8]: the turn on trial, see FORCED_*
    counter: np.ndarray  # parameters of the bot around the table
    free: np.ndarray  # uint64[128] for who decides


@inline
def mind_of(view, counter_params, milestone_value):
    """Lay out the memory within the scratch, and note what stays the same for one decision."""
    words, rules = view.luck.scratch, view.rules
    whole = words.view(np.int64)
    nothing = whole[1024:1032]
    table = Table(
        words[1032:1040], words[1040:1048], whole[1048:1056], whole[1056:1064], whole[1064:1072], view.active,
        view.next_active, nothing, nothing, nothing, whole[1072:1080], nothing, nothing, whole[1080:1088],
        whole[1080:1088], whole[1080:1088], words[1152:1280], words[1280 : 1280 + 52 * rules.decks + rules.jokers],
        whole[1408:1472], milestone_value, words[1088:1098], words[1104:1114],
    )  # fmt: skip
    public = Public(
        whole[1120:1128], words[1128:1136], words[1136:1144], words[1144:1147], whole[1472:1480], whole[1480:1488]
    )
    dealt = Dealt(
        words[1488:1496], words[1496:1504], whole[1504:1512], words[1536:1664], words[1512:1520], words[1664:1792],
        words[1792:1856],
    )  # fmt: skip
    key = view.luck.key
    setup = InThought(rules, Keys(key, key, key), table, nothing, words[512:1024], words[1856:1872])
    mind = Mind(setup, public, dealt, words[1520:1528], counter_params, words[1872:2000])
    for seat in range(MAX_PLAYERS):
        nothing[u64(seat)] = 0
    _note_cards(view, mind)
    return mind


@inline
def _note_cards(view, mind):
    """Cards in play, their points, which are unseen, and the weights of cards kept."""
    table, dealt, rules = mind.setup.table, mind.dealt, view.rules
    once, twice, jokers_seen = seen_cards(view)
    laps = min((view.turn - 1) // (count_opponents(view) + 1), MOST_LAPS)
    tilt_at = counter.TILT_TABLE + u64(laps * KINDS)
    at, n_unseen = ZERO, ZERO
    for suit in range(4):
        for rank in range(13):
            code = u64(16 * suit + rank)
            card = ONE << code
            worth = points(card, ZERO, rules)
            table.card_points[code] = worth
            dealt.weight[code] = u64(mind.counter[tilt_at + u64(worth)])
            seen = u64((once >> code) & ONE) + u64((twice >> code) & ONE)
            for copy in range(rules.decks):
                table.fresh_deck[at] = code
                at += ONE
                if u64(copy) >= seen:
                    dealt.unseen[n_unseen] = code
                    n_unseen += ONE
    table.card_points[JOKER_SHIFT] = 0
    dealt.weight[JOKER_SHIFT] = u64(mind.counter[tilt_at])
    for joker in range(rules.jokers):
        table.fresh_deck[at] = JOKER_SHIFT
        at += ONE
        if u64(joker) >= jokers_seen:
            dealt.unseen[n_unseen] = JOKER_SHIFT
            n_unseen += ONE
    dealt.size[ONE] = n_unseen


@inline
def _index(view, number):
    return 8 * (number + 1) + view.seat


@inline
def deal_hidden(view, mind, number):
    """Deal the hidden cards in the way of this number, from 0."""
    dealt, table, luck = mind.dealt, mind.setup.table, view.luck
    open_stream(
        table.stream, luck.key, luck.deal, luck.round_number, _index(view, number), view.turn * BLOCKS_PER_TURN
    )  # fmt: skip
    left = dealt.size[ONE]
    for place in range(np.int64(left)):
        table.deck[u64(place)] = dealt.unseen[u64(place)]
    me = u64(view.seat)
    dealt.hand[me], dealt.twos[me], dealt.hand_total[me] = view.hand, view.twos, view.hand_total
    presumed, patience = mind.counter[counter.PRESUMED], u64(mind.counter[counter.PATIENCE])
    seat = u64(view.next_active[me])
    while seat != me:
        known, known_twos = view.public.known[seat], view.public.known_twos[seat]
        known_points = points(known, known_twos, view.rules)
        drew = u64(view.public.drew[seat])
        n_kept = u64(view.public.cards[seat]) - n_cards(known, known_twos) - drew
        could_call = presumed - known_points - view.public.shed[seat]
        tries = 0
        while True:
            hand, twos, total = known, known_twos, known_points
            rest, kept_points = left, np.int64(0)
            for _ in range(np.int64(n_kept)):
                card = _draw_kept(table, dealt, rest)
                rest -= ONE
                hand, twos = add_card(hand, twos, ONE << card)
                kept_points += table.card_points[card]
            tries += 1
            if kept_points > could_call or tries == MOST_TRIES or below(table.stream, SIXTEENTHS) < patience:
                break
        left = rest
        total += kept_points
        if drew != ZERO:
            card = draw(table, left)
            left -= ONE
            hand, twos = add_card(hand, twos, card)
            total = points(hand, twos, view.rules)
        dealt.hand[seat], dealt.twos[seat], dealt.hand_total[seat] = hand, twos, total
        seat = u64(view.next_active[seat])
    for place in range(np.int64(left)):
        dealt.stock[u64(place)] = table.deck[u64(place)]
    dealt.size[ZERO] = left


@inline
def _draw_kept(table, dealt, left):
    """Code of a card drawn by weight; it changes places with the last one, and so may be drawn again if put back."""
    of_all = ZERO
    for place in range(np.int64(left)):
        of_all += dealt.weight[table.deck[u64(place)]]
    weight = below(table.stream, of_all)
    place = ZERO
    while weight >= dealt.weight[table.deck[place]]:
        weight -= dealt.weight[table.deck[place]]
        place += ONE
    last = left - ONE
    code = table.deck[place]
    table.deck[place] = table.deck[last]
    table.deck[last] = code
    return code


@inline
def play_out(view, mind, play, number, last_turn):
    """Share of the game that is lost with this turn where the hidden cards lie as dealt; to play no card is to call."""
    setup, dealt, public, seen = mind.setup, mind.dealt, mind.public, view.public
    table, luck, rules = setup.table, view.luck, view.rules
    for place in range(MAX_PLAYERS):
        s = u64(place)
        table.hand[s], table.twos[s], table.hand_total[s] = dealt.hand[s], dealt.twos[s], dealt.hand_total[s]
        table.total[s] = view.totals[s]
        public.cards[s], public.known[s], public.known_twos[s] = seen.cards[s], seen.known[s], seen.known_twos[s]
        public.shed[s], public.drew[s] = seen.shed[s], seen.drew[s]
    for place in range(3):
        public.pile[u64(place)] = seen.pile[u64(place)]
    left = dealt.size[ZERO]
    for place in range(np.int64(left)):
        table.deck[u64(place)] = dealt.stock[u64(place)]
    forced = mind.forced
    forced[FORCED_TURN], forced[FORCED_ONES], forced[FORCED_TWOS] = u64(view.turn), play.ones, play.twos
    forced[FORCED_LOW], forced[FORCED_TAKE] = play.jokers_low, play.take
    index = _index(view, number)
    block = view.turn * BLOCKS_PER_TURN + PLAY_BLOCK
    open_stream(table.stream, luck.key, luck.deal, luck.round_number, index, block)
    round_number = luck.round_number + np.int64(u64(index) << SIXTEEN)
    start = Start(MAX_PLAYERS, MAX_PLAYERS, 0, view.seat, luck.deal, round_number, ZERO, 0)
    stand = Stand(
        u64(view.seat), view.turn - 1, view.discard, view.discard_twos, view.offer, left, u64(view.took), last_turn, 0
    )  # fmt: skip
    ending = turns_in_thought(
        setup, start, stand, None, public, True, None, None, None, _call, _play, _slap,
        mind.counter, forced, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
    )  # fmt: skip
    score_round(table, MAX_PLAYERS, ending.end, ending.ender, rules)
    if ending.end == END_STOPPED and ending.turns < rules.max_turns:
        for place in range(MAX_PLAYERS):
            table.score[u64(place)] = table.hand_total[u64(place)]
    return share_lost(table, u64(view.seat), rules)


@inline
def share_lost(table, me, rules):
    """What the own seat loses by the scores of a round; a share of 65,536 for a whole game.

    A seat's share of the game is the cube of the points that it may still score and a tenth of the limit more, of all
    such cubes: of several forms this one told best who won games of counters. Where a game is one round, the points of
    the round count, less the mean of the others'.
    """
    if rules.single_round != 0:
        others, n_others = np.int64(0), 0
        for place in range(MAX_PLAYERS):
            if table.active[u64(place)] != 0 and u64(place) != me:
                others += table.score[u64(place)]
                n_others += 1
        return POINT_SHARE * (table.score[me] * n_others - others) // n_others
    add_scores(table, MAX_PLAYERS, rules)
    of_all, own, more = np.int64(0), np.int64(0), rules.out_from // 10
    for place in range(MAX_PLAYERS):
        life = rules.out_from - table.total[u64(place)]
        if table.active[u64(place)] != 0 and life > 0:
            life += more
            of_all += life * life * life
            if u64(place) == me:
                own = life * life * life
    return -(WHOLE_SHARE * own // of_all) if of_all != 0 else np.int64(0)


@inline
def _call(family, entrant, view, params, forced, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15):
    if u64(view.turn) == forced[FORCED_TURN]:
        return forced[FORCED_ONES] == ZERO
    return counter.call(params, view)


@inline
def _play(family, entrant, view, params, forced, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15):
    if u64(view.turn) == forced[FORCED_TURN]:
        return Play(forced[FORCED_ONES], forced[FORCED_TWOS], forced[FORCED_LOW], forced[FORCED_TAKE])
    return counter.play(params, view)


@inline
def _slap(family, entrant, view, card, params, forced, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15):
    return True

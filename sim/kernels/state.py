"""What the kernels pass around: the rules as numbers, their columns, the memory of a thread, names for codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from sim.cards import JOKER, NATURALS, RANK_POINTS, full_deck
from sim.kernels.bits import u64
from sim.kernels.philox import new_stream

if TYPE_CHECKING:
    from sim.rules import Variant

MAX_PLAYERS: Final = 8
NOBODY: Final = 255
"""No seat, in columns of bytes; also "no value"."""
NO_TURN_YET: Final = 1000
"""What a seat shed that has not had a turn in this round: more than any hand is worth."""
NO_SCORE: Final = 65535
"""No value, in columns of 16 bits."""

END_YANIV, END_ASSAF, END_OUT, END_SLAPDOWN, END_STOPPED = range(5)
END_NAMES: Final = ("yaniv", "assaf", "out", "slapdown", "stopped")
END_FAULT = len(END_NAMES)
"""A bot did what the rules forbid; see ``legality``."""

PICKUP_ANY, PICKUP_ENDS, PICKUP_LAST = range(3)
SLAPDOWN_OFF, SLAPDOWN_ZERO, SLAPDOWN_MATCHING = range(3)

TAKE_STOCK = u64(0)
"""A bot's answer for "the top of the stock"; any other answer is the mask of the card taken from the pile."""


class Rules(NamedTuple):
    """A variant at a table of a given size, as the kernels read it (rule codes in brackets)."""

    decks: int  # D1
    jokers: int  # C1: in all decks together
    hand_size: int  # D2
    threshold: int  # T1
    max_set: int  # T3; 99 where there is no cap
    joker_at_run_ends: int  # T4
    run_pickup: int  # T6, PICKUP_*
    set_pickup: int  # T6, PICKUP_*
    assaf: int  # E1
    assaf_penalty: int  # E3
    assaf_adds_hand: int  # E3
    assaf_extra: int  # E3
    assaf_all: int  # E3: every opponent at or below scores 0
    slapdown: int  # E4, SLAPDOWN_*
    max_turns: int  # E5
    max_rounds: int  # E5
    going_out: int  # E6
    winner_opens: int  # D4
    milestone_steal: int  # S3
    out_from: int  # S4: a total from here on is out
    first_out: int  # S5
    single_round: int  # S6
    points_1: np.uint64  # C2: the cards whose points have binary digit 1, 2, 4, 8
    points_2: np.uint64
    points_4: np.uint64
    points_8: np.uint64


class RoundColumns(NamedTuple):
    """One row a round; see ``sim.columns`` for the meaning of each."""

    game: np.ndarray
    round: np.ndarray
    dealer: np.ndarray
    first: np.ndarray
    players_in: np.ndarray
    turns: np.ndarray
    end: np.ndarray
    ender: np.ndarray
    ender_total: np.ndarray
    lowest_other: np.ndarray
    assafs: np.ndarray
    reshuffles: np.ndarray
    score: np.ndarray
    total: np.ndarray
    first_allowed: np.ndarray
    opening_allowed: np.ndarray
    least_cards: np.ndarray
    pile_taken: np.ndarray


class GameColumns(NamedTuple):
    """One row a game."""

    game: np.ndarray
    deal: np.ndarray
    rotation: np.ndarray
    rounds: np.ndarray
    turns: np.ndarray
    winner: np.ndarray
    winners: np.ndarray
    stopped: np.ndarray


class SeatColumns(NamedTuple):
    """One row a game and seat."""

    game: np.ndarray
    seat: np.ndarray
    entrant: np.ndarray
    place: np.ndarray
    total: np.ndarray
    rounds_in: np.ndarray
    calls: np.ndarray
    assafs_suffered: np.ndarray
    assafs_made: np.ndarray
    milestones: np.ndarray


class TurnColumns(NamedTuple):
    """One row a turn."""

    game: np.ndarray
    round: np.ndarray
    turn: np.ndarray
    seat: np.ndarray
    hand_total: np.ndarray
    hand_cards: np.ndarray
    lay: np.ndarray
    lay_twos: np.ndarray
    lay_cards: np.ndarray
    lay_points: np.ndarray
    jokers_low: np.ndarray
    from_pile: np.ndarray
    card: np.ndarray
    stock: np.ndarray
    reshuffled: np.ndarray
    slapped: np.ndarray


class Public(NamedTuple):
    """What everybody at the table knows, kept only where a bot of the line-up looks at it (T7)."""

    cards: np.ndarray  # int64[8]: number of cards a seat holds; -1 for a seat that is out
    known: np.ndarray  # uint64[8]: natural cards (ones) and jokers a seat took from the pile and has not laid since
    known_twos: np.ndarray  # uint64[8]: of these, cards of which both copies are held
    pile: np.ndarray  # uint64[3]: the discard pile: naturals (ones), twos, number of jokers
    shed: np.ndarray  # int64[8]: points a seat laid on its last turn less those it then took from the pile
    drew: np.ndarray  # int64[8]: 1 while a seat holds the card it drew from the stock on its last turn


class Table(NamedTuple):
    """The memory of one table: facts by seat, overwritten round by round and game by game."""

    hand: np.ndarray  # uint64[8]
    twos: np.ndarray  # uint64[8], all 0 with one deck
    hand_total: np.ndarray  # int64[8]
    score: np.ndarray  # int64[8], of the last round
    total: np.ndarray  # int64[8]
    active: np.ndarray  # int64[8]: 1 while in the game
    next_active: np.ndarray  # int64[8]: the next seat still in, clockwise
    entrant: np.ndarray  # int64[8]: place in the line-up of the seat's entrant
    out_round: np.ndarray  # int64[8]: round of elimination
    place: np.ndarray  # int64[8]
    winner: np.ndarray  # int64[8]: 1 for the winners of the last round (E7), then of the game
    rounds_in: np.ndarray  # int64[8]
    calls: np.ndarray  # int64[8]
    assafs_suffered: np.ndarray  # int64[8]
    assafs_made: np.ndarray  # int64[8]
    milestones: np.ndarray  # int64[8]
    deck: np.ndarray  # uint8[112]: codes of the stock not yet drawn, in no order: a draw picks one
    fresh_deck: np.ndarray  # uint8[n]: all cards in play in card order
    card_points: np.ndarray  # int64[64] by code
    milestone_value: np.ndarray  # int64[n]: what a total becomes when landed on (S2); n - 1 is the highest milestone
    stream: np.ndarray  # the numbers of the stock
    luck: np.ndarray  # the numbers of the bots


class Keys(NamedTuple):
    """Stream keys of a run by purpose."""

    deal: np.uint64
    reshuffle: np.uint64
    bot: np.uint64


def kernel_rules(variant: Variant, players: int) -> Rules:
    """Translate a variant for the kernels."""
    digits = []
    for weight in (1, 2, 4, 8):
        cards = [c for c in NATURALS if RANK_POINTS[variant.face_points][c & 15] & weight]
        digits.append(u64(sum(1 << c for c in cards)))
    pickups = {"any": PICKUP_ANY, "ends": PICKUP_ENDS, "last": PICKUP_LAST}
    slapdowns = {"off": SLAPDOWN_OFF, "zero": SLAPDOWN_ZERO, "matching": SLAPDOWN_MATCHING}
    return Rules(
        decks=variant.n_decks(players),
        jokers=variant.n_decks(players) * variant.jokers,
        hand_size=variant.hand_size,
        threshold=variant.threshold,
        max_set=variant.max_set or 99,
        joker_at_run_ends=int(variant.joker_at_run_ends),
        run_pickup=pickups[variant.run_pickup],
        set_pickup=pickups[variant.set_pickup],
        assaf=int(variant.assaf),
        assaf_penalty=variant.assaf_penalty,
        assaf_adds_hand=int(variant.assaf_adds_hand),
        assaf_extra=variant.assaf_extra,
        assaf_all=int(variant.assaf_winner == "all"),
        slapdown=slapdowns[variant.slapdown],
        max_turns=variant.max_turns,
        max_rounds=variant.max_rounds,
        going_out=int(variant.going_out),
        winner_opens=int(variant.opening == "round_winner"),
        milestone_steal=variant.milestone_steal,
        out_from=variant.score_limit + int(variant.elimination == "above"),
        first_out=int(variant.game_end == "first_out"),
        single_round=int(variant.score_limit == 0),
        points_1=digits[0],
        points_2=digits[1],
        points_4=digits[2],
        points_8=digits[3],
    )


def new_table(variant: Variant, players: int) -> Table:
    """Memory for a table of this variant."""

    def by_seat(dtype: Any = np.int64) -> np.ndarray:
        return np.zeros(MAX_PLAYERS, dtype)

    n_decks = variant.n_decks(players)
    card_points = np.zeros(64, np.int64)
    for code in NATURALS:
        card_points[code] = RANK_POINTS[variant.face_points][code & 15]
    card_points[JOKER] = 0
    landings = {} if variant.score_limit == 0 else dict(variant.milestones)
    milestone_value = np.arange(max(landings, default=0) + 1, dtype=np.int64)
    for total, value in landings.items():
        milestone_value[total] = value
    return Table(
        hand=by_seat(np.uint64), twos=by_seat(np.uint64), hand_total=by_seat(), score=by_seat(), total=by_seat(),
        active=by_seat(), next_active=by_seat(), entrant=by_seat(), out_round=by_seat(), place=by_seat(),
        winner=by_seat(), rounds_in=by_seat(), calls=by_seat(), assafs_suffered=by_seat(), assafs_made=by_seat(),
        milestones=by_seat(), deck=np.zeros(128, np.uint8),
        fresh_deck=np.array(full_deck(n_decks, variant.jokers), np.uint8), card_points=card_points,
        milestone_value=milestone_value, stream=new_stream(), luck=new_stream(),
    )  # fmt: skip


def new_public() -> Public:
    """Memory for what everybody knows."""
    return Public(
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(MAX_PLAYERS, np.uint64),
        np.zeros(MAX_PLAYERS, np.uint64),
        np.zeros(3, np.uint64),
        np.zeros(MAX_PLAYERS, np.int64),
        np.zeros(MAX_PLAYERS, np.int64),
    )

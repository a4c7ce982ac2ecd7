"""Doctored rows that invariants of turns must notice."""

import numpy as np

from tests.sim.verify.cases import DHUMBAL, MATCHING, TWO_DECKS, ZERO, breaks

JOKER = 61
AN_ACE, ANOTHER_ACE, A_KING = 0, 16, 12


def mask(*cards):
    return np.uint64(sum(1 << card for card in cards))


def turn(d, condition):
    """The first turn for which a condition is true."""
    assert condition.any(), "no such turn"
    return int(np.argmax(condition))


def single(d):
    """A turn in which one natural card is laid."""
    return turn(d, (d.turns["lay_cards"] == 1) & (d.turns["lay"] < 1 << JOKER))


def run(d):
    """A turn in which a run is laid."""
    ranks = sum((d.turns["lay"] & np.uint64(0x0001000100010001 << rank) != 0).astype(int) for rank in range(13))
    return turn(d, ranks > 1)


@breaks("lay_cards", detail="turns")
def card_more_laid(d):
    d.turns["lay_cards"][5] += 1


@breaks("lay_points", detail="turns")
def point_more_laid(d):
    d.turns["lay_points"][5] += 1


@breaks("lay_points", "hand_total", detail="turns", face_points="rank")
def kings_lay_counts_ten(d):
    row = turn(d, d.turns["lay"] == mask(A_KING))
    d.turns["lay_points"][row] = 10


@breaks("masks", detail="turns")
def bit_that_is_no_card(d):
    d.turns["lay"][5] |= np.uint64(1 << 13)


@breaks("masks", detail="turns")
def nothing_laid(d):
    d.turns["lay"][5] = 0


@breaks("masks", detail="turns")
def three_jokers_laid_of_two(d):
    d.turns["lay"][5] = 3 << JOKER


@breaks("masks", detail="turns")
def card_laid_twice_with_one_deck(d):
    d.turns["lay_twos"][5] = d.turns["lay"][5]


@breaks("masks", detail="turns", **TWO_DECKS)
def second_copy_of_a_card_not_laid(d):
    row = turn(d, d.turns["lay"] == mask(A_KING))
    d.turns["lay_twos"][row] = mask(ANOTHER_ACE)


@breaks("lay_is_legal", detail="turns")
def two_ranks_laid(d):
    d.turns["lay"][single(d)] = mask(AN_ACE, A_KING)


@breaks("lay_is_legal", detail="turns")
def run_with_a_gap(d):
    d.turns["lay"][run(d)] = mask(0, 1, 3)


@breaks("lay_is_legal", detail="turns")
def run_of_two_suits(d):
    d.turns["lay"][run(d)] = mask(0, 1, 18)


@breaks("lay_is_legal", detail="turns", joker_at_run_ends=False)
def joker_at_the_end_of_a_run(d):
    d.turns["lay"][run(d)] = mask(3, 4, JOKER)


@breaks("lay_is_legal", detail="turns")
def joker_below_the_ace(d):
    row = run(d)
    d.turns["lay"][row], d.turns["jokers_low"][row] = mask(0, 1, JOKER), 1


@breaks("lay_is_legal", detail="turns")
def joker_above_the_king(d):
    row = run(d)
    d.turns["lay"][row], d.turns["jokers_low"][row] = mask(11, 12, JOKER), 0


@breaks("lay_is_legal", detail="turns")
def jokers_at_the_low_end_of_a_set(d):
    d.turns["jokers_low"][single(d)] = 1


@breaks("lay_is_legal", detail="turns", max_set=2)
def set_too_large(d):
    d.turns["lay"][single(d)] = mask(0, 16, 32)


@breaks("taken_from_pile", detail="turns")
def card_from_the_pile_that_was_not_laid(d):
    row = turn(d, (d.turns["from_pile"] == 1) & (d.turns["turn"] > 1))
    d.turns["card"][row] = next(c for c in range(13) if not int(d.turns["lay"][row - 1]) >> c & 1)


@breaks("taken_from_pile", detail="turns", **MATCHING)
def slapped_card_that_was_not_slapped(d):
    slapped = np.roll(d.turns["slapped"], 1) == 1
    row = turn(d, slapped & (d.turns["from_pile"] == 1) & (d.turns["card"] == np.roll(d.turns["card"], 1)))
    d.turns["slapped"][row - 1] = 0


@breaks("a_card_is_taken", detail="turns")
def no_card_taken(d):
    d.turns["card"][5], d.turns["from_pile"][5] = 255, 255


@breaks("a_card_is_taken", detail="turns")
def card_that_does_not_exist(d):
    d.turns["card"][5] = 14


@breaks("a_card_is_taken", detail="turns", **DHUMBAL)
def card_taken_after_going_out(d):
    row = turn(d, d.turns["card"] == 255)
    d.turns["card"][row], d.turns["from_pile"][row] = 3, 0


@breaks("slaps", detail="turns")
def slap_where_none_is_played(d):
    d.turns["slapped"][5] = 1


@breaks("slaps", detail="turns", **MATCHING)
def slap_of_another_rank(d):
    row = turn(d, d.turns["slapped"] == 1)
    d.turns["card"][row] = d.turns["card"][row] ^ 1 if d.turns["card"][row] % 16 < 12 else d.turns["card"][row] - 1


@breaks("slaps", detail="turns", **MATCHING)
def slap_of_a_card_from_the_pile(d):
    d.turns["from_pile"][turn(d, d.turns["slapped"] == 1)] = 1


@breaks("slaps", detail="turns", **ZERO)
def slapdown_of_a_natural_card(d):
    d.turns["card"][turn(d, d.turns["slapped"] == 1)] = A_KING


@breaks("turn_seat", detail="turns")
def another_seats_turn(d):
    d.turns["seat"][5] ^= 1


@breaks("hand_cards", detail="turns")
def dealt_a_card_less(d):
    d.turns["hand_cards"][0] -= 1


@breaks("hand_cards", detail="turns")
def hand_that_grows(d):
    d.turns["hand_cards"][turn(d, d.turns["turn"] == 7)] += 1


@breaks("hand_total", detail="turns")
def point_more_in_the_hand(d):
    d.turns["hand_total"][turn(d, d.turns["turn"] == 7)] += 1


@breaks("hand_total", detail="turns")
def another_card_taken(d):
    row = turn(d, d.turns["from_pile"] == 0)
    d.turns["card"][row] = AN_ACE if d.turns["card"][row] != AN_ACE else A_KING


@breaks("lay_from_hand", detail="turns")
def hand_below_its_lay(d):
    d.turns["hand_total"][single(d)] = 0


@breaks("lay_from_hand", detail="turns")
def hand_of_fewer_cards_than_its_lay(d):
    d.turns["hand_cards"][turn(d, d.turns["lay_cards"] == 2)] = 1


@breaks("lay_from_hand", detail="turns")
def hand_of_cards_above_the_king(d):
    d.turns["hand_total"][0] = 80


@breaks("stock", detail="turns")
def stock_of_a_card_more(d):
    d.turns["stock"][0] += 1


@breaks("stock", detail="turns")
def stock_that_grows(d):
    d.turns["stock"][turn(d, d.turns["turn"] == 7)] += 1


@breaks("reshuffled", "reshuffles_told", detail="turns")
def reshuffle_with_cards_in_the_stock(d):
    d.turns["reshuffled"][5] = 20


@breaks("reshuffled", detail="turns", hand_size=7, players=5)
def reshuffle_of_a_card_less(d):
    d.turns["reshuffled"][turn(d, d.turns["reshuffled"] > 0)] -= 1


@breaks("reshuffles_told", detail="turns")
def reshuffle_that_no_turn_has(d):
    d.rounds["reshuffles"][3] += 1


@breaks("first_allowed_told", detail="turns")
def somebody_else_allowed_first(d):
    row = int(np.argmax(d.rounds["first_allowed"] != 255))
    d.rounds["first_allowed"][row] ^= 1


@breaks("opening_allowed_told", detail="turns")
def call_allowed_at_once(d):
    d.rounds["opening_allowed"][4] ^= 1


@breaks("hands_scored", detail="turns")
def opponent_scores_a_point_more(d):
    row = d.row("yaniv", d.rounds["turns"] > 8)
    d.rounds["score"][row, d.opponent(row)] += 1


@breaks("hands_scored", detail="turns")
def called_with_a_point_less(d):
    row = d.row("yaniv", d.rounds["turns"] > 8, d.rounds["ender_total"] > 1)
    d.rounds["ender_total"][row] -= 1


@breaks("hands_scored", detail="turns")
def lowest_other_above_a_hand(d):
    row = d.row("assaf", d.rounds["turns"] > 8)
    d.rounds["lowest_other"][row] += 30


@breaks("least_cards_told", detail="turns")
def smallest_hand_of_a_card_more(d):
    row = d.row("yaniv", d.rounds["turns"] > 8)
    d.rounds["least_cards"][row] += 1


@breaks("pile_taken_told", detail="turns")
def nobody_took_from_the_pile(d):
    d.rounds["pile_taken"][d.row("yaniv", d.rounds["turns"] > 8)] ^= 1

"""Exact facts about dealt hands of five, from exhaustive enumeration and exact arithmetic by other programs."""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple


class Deck(NamedTuple):
    """Cards in play, and the totals of five of them."""

    n_decks: int
    jokers: int  # in all
    hands: int
    mean: str
    variance: str
    low: dict[int, str]  # chance of a total of at most this

    @property
    def size(self) -> int:
        """Number of cards."""
        return 52 * self.n_decks + self.jokers


NO_JOKER: Final = Deck(1, 0, 2_598_960, "425/13", "131600/2873", {7: "2/162435"})
TWO_JOKERS: Final = Deck(
    1, 2, 3_162_510, "850/27", "1982050/38637", {5: "11/316251", 7: "73/316251", 9: "1426/1581255", 10: "836/527085"}
)
FOUR_JOKERS: Final = Deck(
    1, 4, 3_819_816, "425/14", "10965/196", {5: "2/9009", 7: "415/477477", 9: "1198/477477", 10: "97/24486"}
)
TWO_DECKS: Final = Deck(2, 4, 111_469_176, "850/27", "4166350/78003", {7: "379/1071819"})
DECKS: Final = (NO_JOKER, TWO_JOKERS, FOUR_JOKERS, TWO_DECKS)

# Two jokers and any natural card are the run of three with a single natural card.
RUN_WITH_ONE_NATURAL: Final = ("wild run of 3", "two jokers")

MELDS: Final = [
    (("a joker",), 563_550, 1_220_856),
    (("two jokers",), 22_100, 137_956),
    (("natural pair",), 1_460_238, 1_654_900),
    (("natural three",), 64_350, 69_628),
    (("natural four",), 650, 676),
    (("two paired ranks",), 132_912, 138_528),
    (("wild pair",), 1_844_622, 2_501_928),
    (("wild three",), 256_750, 547_976),
    (("natural run of 3",), 54_100, 58_552),
    (("natural run of 4",), 1_964, 2_044),
    (("natural run of 5",), 36, 36),
    (RUN_WITH_ONE_NATURAL, 270_384, 584_700),
    (("wild run of 3",), 254_436, 484_328),
    (("wild run of 4",), 19_668, 62_732),
    (("wild run of 5",), 564, 2_692),
    (("natural pair", "wild run of 3"), 1_636_254, 1_998_804),
]
"""Events, one of which holds, with the number of hands of 54 and of 56 cards; events as in ``tests.all_hands``."""

AT_LEAST_ONE: Final = [
    (2, 5, ["11/316251", "22/316251", "11/105417", "44/316251", "55/316251"]),
    (2, 7, ["73/316251", "348005596/753817464855", "174002431/251272488285", "232002752/251272488285",
            "174001697/150763492971"]),
    (2, 9, ["1426/1581255", "39407261/21849781590", "19702793/7283260530", "13134637/3641630265",
            "9850559/2184978159"]),
    (2, 10, ["836/527085", "683131331/215376418530", "6009965208433/1263351539154705",
             "216334051971721/34110491557177035", "162232017353816/20466294934306221"]),
    (4, 7, ["415/477477", "974812247/560811060810", "18557812031788/7117907452310655",
            "24742539736261/7117907452310655", "30369881461/6989761818963"]),
]  # fmt: skip
"""Chance that at least one of the first n players is dealt at most T: number of jokers, T, chances for n = 1 to 5."""


def exact_totals(n_decks: int, jokers: int) -> list[int]:
    """Number of five-card hands by total, 0 to 50: card values one after another, so many of each."""
    hands = {(0, 0): 1}  # by number of cards and total
    copies_of = {0: jokers, **dict.fromkeys(range(1, 10), 4 * n_decks), 10: 16 * n_decks}
    for value, copies in copies_of.items():
        more: dict[tuple[int, int], int] = {}
        for (size, total), n in hands.items():
            for k in range(min(copies, 5 - size) + 1):
                key = (size + k, total + k * value)
                more[key] = more.get(key, 0) + n * comb(copies, k)
        hands = more
    return [hands.get((5, total), 0) for total in range(51)]

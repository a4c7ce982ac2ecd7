"""One round as a record tells it, move by move (D2 to D4, T1 to T8, E1 to E6)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sim.referee.lines import Call, Deal, Slap, Slapdown, Turn
from sim.referee.melds import RUN, SET, kind_of, points, takable
from sim.referee.values import CARDS, JOKER, Cards, told
from sim.referee.verdict import Broken
from sim.shown import counted

if TYPE_CHECKING:
    from sim.rules import Variant


def deck_of(variant: Variant, players: int) -> Counter[str]:
    """C1, D1: every card in play, counted."""
    decks = 2 if variant.second_deck_from and players >= variant.second_deck_from else 1
    deck = Counter(dict.fromkeys(CARDS, decks))
    deck[JOKER] = decks * variant.jokers
    return deck


class RoundTable:
    """A round in progress: everybody's cards, the stock and the pile, whose turn it is.

    Parameters
    ----------
    variant
        The rules.
    players
        Seats at the table, in or out.
    active
        Seats still in, upwards.
    deal
        The line that begins the round; its number, dealer and first player are checked already.
    """

    def __init__(self, variant: Variant, players: int, active: list[int], deal: Deal) -> None:
        self.variant = variant
        self.seats = active
        self.hands = _check_hands(variant, players, active, deal)
        self.pile = Counter([deal.upcard])
        self.stock = deck_of(variant, players)
        for cards in (*self.hands.values(), self.pile):
            self._take_from_stock(cards)
        self.discard: Cards = (deal.upcard,)
        self.offer: Cards = (deal.upcard,)
        self.to_move = deal.first
        self.turns = 0
        self.end = ""
        self.ender: int | None = None
        self._just_played: Turn | None = None  # whose slap or slapdown may follow

    @property
    def is_over(self) -> bool:
        """Whether nothing but the score can follow."""
        return self.end != ""

    def total_of(self, seat: int) -> int:
        """Hand total of a seat (C2)."""
        return sum(points(card, self.variant) * n for card, n in self.hands[seat].items())

    def call(self, line: Call) -> None:
        """T1, E5."""
        self._check_turn_of(line.seat, "calls")
        total, threshold = self.total_of(line.seat), self.variant.threshold
        if total > threshold:
            hand = told(self.hands[line.seat].elements())
            raise Broken(
                "T1", f"seat {line.seat} calls with {hand}, {counted(total, 'point')}; at most {threshold} may be held"
            )
        self._finish("yaniv", line.seat)

    def turn(self, line: Turn) -> None:
        """T1 to T8, E6."""
        seat, hand = line.seat, self.hands.get(line.seat)
        self._check_turn_of(seat, "plays")
        if not hand:
            raise Broken("T1", f"seat {seat} has no cards and must call")
        lay = self._check_lay(line)
        kind = kind_of(lay, self.variant)
        hand.subtract(lay)
        self.hands[seat] = +hand
        self.turns += 1
        if line.take == "none" or (self.variant.going_out and not self.hands[seat]):
            self._go_out(line)
            return
        card = self._check_take(line)
        if line.take == "pile":
            self._take_from_pile(line, card)
        else:
            self._draw(line, card)
        self.hands[seat][card] += 1
        self.pile.update(lay)
        self.discard, self.offer = lay, takable(lay, kind, self.variant)
        self._just_played = line._replace(lay=lay if kind != RUN else ())
        self.to_move = self._after(seat)

    def slap(self, line: Slap) -> None:
        """E4 `matching`."""
        seat, card, last = line.seat, line.card, self._just_played
        if self.variant.slapdown != "matching":
            raise Broken("E4", f"seat {seat} slaps {card}, but these rules know no slap")
        if last is None or last.seat != seat:
            raise Broken("E4", f"seat {seat} slaps {card}, but only who has just played may, once")
        if last.take != "stock" or last.card != card:
            raise Broken("E4", f"seat {seat} slaps {card}, which is not the card it drew from the stock")
        ranks = {c[0] for c in last.lay or () if c != JOKER}
        if card == JOKER or ranks != {card[0]}:
            raise Broken("E4", f"seat {seat} slaps {card}, which does not match {told(self.discard)}")
        self.hands[seat] = self.hands[seat] - Counter([card])
        self.pile[card] += 1
        self.discard = (*self.discard, card)
        self.offer = takable(self.discard, SET, self.variant)
        self._just_played = None

    def slapdown(self, line: Slapdown) -> None:
        """E4 `zero`."""
        seat, last = line.seat, self._just_played
        if self.variant.slapdown != "zero":
            raise Broken("E4", f"seat {seat} slaps down, but these rules know no slapdown")
        if last is None or last.seat != seat:
            raise Broken("E4", f"seat {seat} slaps down, but only who has just played may")
        if self.total_of(seat) or last.card != JOKER:
            hand = told(self.hands[seat].elements())
            raise Broken("E4", f"seat {seat} slaps down with {hand} after taking {last.card}; it needs 0 by a joker")
        self._finish("slapdown", seat)

    def stop(self) -> None:
        """E5."""
        if self.turns < self.variant.max_turns:
            raise Broken("E5", f"the round is stopped after {self.turns} turns; the guard is {self.variant.max_turns}")
        self._finish("stopped", None)

    def _finish(self, end: str, ender: int | None) -> None:
        self.end, self.ender = end, ender

    def _after(self, seat: int) -> int:
        return min((s for s in self.seats if s > seat), default=self.seats[0])

    def _check_turn_of(self, seat: int, does: str) -> None:
        if self.turns >= self.variant.max_turns:
            raise Broken("E5", f"seat {seat} {does} after turn {self.turns}, where the round is stopped")
        if seat != self.to_move:
            raise Broken("D4", f"seat {seat} {does}, but it is the turn of seat {self.to_move}")

    def _check_lay(self, line: Turn) -> Cards:
        """T2."""
        if line.lay is None:
            raise Broken("T2", f"seat {line.seat} lays nothing; one lay and one take are a turn")
        if line.take is None:
            raise Broken("T2", f"seat {line.seat} takes nothing; one lay and one take are a turn")
        hand = self.hands[line.seat]
        missing = Counter(line.lay) - hand
        if missing:
            raise Broken("T2", f"seat {line.seat} lays {told(missing.elements())}, but holds {told(hand.elements())}")
        return line.lay

    def _check_take(self, line: Turn) -> str:
        if line.card is None:
            raise Broken("T2", f"seat {line.seat} takes from the {line.take}, but no card is named")
        return line.card

    def _go_out(self, line: Turn) -> None:
        """E6."""
        seat = line.seat
        if not self.variant.going_out:
            raise Broken("E6", f"seat {seat} takes no card, but these rules know no going out")
        if self.hands[seat]:
            left = told(self.hands[seat].elements())
            raise Broken("E6", f"seat {seat} takes no card, but still holds {left}")
        if line.take != "none" or line.card is not None:
            raise Broken("E6", f"seat {seat} has laid its last card and goes out; it takes nothing")
        if line.reshuffled is not None:
            raise Broken("T8", f"seat {seat} goes out, so nothing is reshuffled")
        self._finish("out", seat)

    def _take_from_pile(self, line: Turn, card: str) -> None:
        """T6."""
        if card not in self.offer:
            raise Broken("T6", f"seat {line.seat} takes {card}, but may take {told(self.offer)} or from the stock")
        if line.reshuffled is not None:
            raise Broken("T8", f"seat {line.seat} takes from the pile, so nothing is reshuffled")
        self.pile = self.pile - Counter([card])

    def _draw(self, line: Turn, card: str) -> None:
        """T8; the pile holds everything but what was laid just now."""
        if self.stock.total():
            if line.reshuffled is not None:
                raise Broken(
                    "T8", f"{line.reshuffled} cards are reshuffled, but the stock has {self.stock.total()} left"
                )
        else:
            if line.reshuffled != self.pile.total():
                count = "none" if line.reshuffled is None else line.reshuffled
                cards = counted(self.pile.total(), "card")
                raise Broken("T8", f"the stock is empty, so that {cards} must be reshuffled; the record says {count}")
            self.stock, self.pile = self.pile, Counter()
        if not self.stock[card]:
            raise Broken("C1", f"seat {line.seat} draws {card} from the stock, but no such card can be there")
        self.stock = self.stock - Counter([card])

    def _take_from_stock(self, cards: Counter[str]) -> None:
        """C1: what is dealt comes from the deck."""
        for card, n in cards.items():
            if self.stock[card] < n:
                raise Broken("C1", f"{card} is dealt more often than the deck has it")
        self.stock = self.stock - cards


def _check_hands(variant: Variant, players: int, active: list[int], deal: Deal) -> dict[int, Counter[str]]:
    """D2."""
    if len(deal.hands) != players:
        raise Broken("D2", f"{len(deal.hands)} hands are dealt to {players} seats")
    hands = {}
    for seat, hand in enumerate(deal.hands):
        if seat not in active:
            if hand is not None:
                raise Broken("D2", f"seat {seat} is out, but is dealt {told(hand)}")
            continue
        n_cards = len(hand or ())
        if hand is None or n_cards != variant.hand_size:
            raise Broken("D2", f"seat {seat} is dealt {n_cards} cards; {variant.hand_size} are due")
        hands[seat] = Counter(hand)
    return hands

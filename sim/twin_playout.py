"""Rounds played out in thought for the twin, from the description in ``playout``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim import rng
from sim.bots.assaf_odds import KINDS, MOST_LAPS, PlainOdds, tilt_table
from sim.bots.playout import MOST_TRIES, PLAY_BLOCK, POINT_SHARE, WHOLE_SHARE
from sim.cards import full_deck
from sim.events import SeatFacts
from sim.reference import PlainGame, PlainRound, Stock, score_round

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sim.moves import Cards
    from sim.reference import Choice, PlainBot, PlainView


class Imagined:
    """The hidden cards as they may lie: the hands of all, and the stock in no order.

    Parameters
    ----------
    view
        What the seat sees.
    number
        Which of the deals, from 0.
    odds
        What is presumed of the hidden cards.
    """

    def __init__(self, view: PlainView, number: int, odds: PlainOdds) -> None:
        self.view, self.number = view, number
        self._stream = self.stream(0)
        self._cards = full_deck(view.variant.n_decks(len(view.totals)), view.variant.jokers)
        for card in [*view.hand, *view.pile, *(card for s in view.n_cards if s != view.seat for card in view.known[s])]:
            self._cards.remove(card)
        laps = min((view.turn - 1) // len(view.n_cards), MOST_LAPS)
        self._weights = tilt_table(odds.tilt)[laps * KINDS :][:KINDS]
        self._presumed = min(odds.presumed, view.variant.threshold)
        self._patience = odds.patience
        self.hands = {view.seat: view.hand}
        seats = sorted(view.n_cards, key=lambda seat: (seat - view.seat) % len(view.totals))
        for seat in seats[1:]:
            self.hands[seat] = tuple(sorted((*view.known[seat], *self._unknown_cards(seat))))
        self.stock = self._cards

    def stream(self, block: int) -> rng.Stream:
        """Random numbers of this deal, from a block of the turn on."""
        block += self.view.turn * rng.BLOCKS_PER_TURN
        return rng.Stream(*self.view.luck_address, self.index, block)

    @property
    def index(self) -> int:
        """Where the numbers of this deal lie among those of the bots."""
        return 8 * (self.number + 1) + self.view.seat

    def _unknown_cards(self, seat: int) -> Cards:
        view = self.view
        known = sum(map(view.points, view.known[seat]))
        n_kept = view.n_cards[seat] - len(view.known[seat]) - (seat in view.drew)
        could_call = self._presumed - known - view.shed.get(seat, 1000)
        for attempt in range(MOST_TRIES):
            n_left = len(self._cards)
            kept = [self._swap_to_end(n_left - i) for i in range(n_kept)]
            if sum(map(view.points, kept)) > could_call or attempt == MOST_TRIES - 1:
                break
            if self._stream.below(16) < self._patience:
                break
        self._cards = self._cards[: len(self._cards) - n_kept]
        drawn = [Stock(self._cards, self._stream).draw()] if seat in view.drew else []
        return (*kept, *drawn)

    def _swap_to_end(self, n_left: int) -> int:
        """One of the first cards, drawn by weight; it changes places with the last of them."""
        weights = [self._weights[self.view.points(card)] for card in self._cards[:n_left]]
        at = self._stream.below(sum(weights))
        place = 0
        while at >= weights[place]:
            at -= weights[place]
            place += 1
        cards = self._cards
        cards[place], cards[n_left - 1] = cards[n_left - 1], cards[place]
        return cards[n_left - 1]


class OnTrial:
    """A bot whose first turn is given."""

    def __init__(self, bot: PlainBot, trial: Choice | None) -> None:
        self._bot, self._trial, self._is_first = bot, trial, True

    def call(self, view: PlainView) -> bool:
        """Call if that is on trial."""
        return self._trial is None if self._is_first else self._bot.call(view)

    def play(self, view: PlainView) -> Choice:
        """Play what is on trial, then as the bot does."""
        if not self._is_first or self._trial is None:
            return self._bot.play(view)
        self._is_first = False
        return self._trial

    def slap(self, view: PlainView, card: int) -> bool:
        """Do as the bot does."""
        return self._bot.slap(view, card)


class Thought(PlainGame):
    """A game as a seat thinks of it, in the middle of a round."""

    def __init__(self, view: PlainView, bots: Mapping[int, PlainBot], trial: Choice | None) -> None:
        self.variant, self.points = view.variant, view.points
        self.players = len(view.totals)
        key, self.deal, self.round_number = view.luck_address
        self.deal_key = self.reshuffle_key = self.bot_key = key
        self.bots = [bots[seat] for seat in range(self.players)]
        self.bots[view.seat] = OnTrial(bots[view.seat], trial)
        self.active = sorted(view.n_cards)
        self.totals = list(view.totals)
        self.events = []
        self._counts = {name: [0] * self.players for name in SeatFacts._fields}

    def share_lost(self, seat: int, score: dict[int, int]) -> int:
        """What a seat loses by the scores of a round; see ``playout.share_lost``."""
        if self.variant.score_limit == 0:
            others = [points for other, points in score.items() if other != seat]
            return POINT_SHARE * (score[seat] * len(others) - sum(others)) // len(others)
        self._add(score)
        limit = self.variant.score_limit + (self.variant.elimination == "above")
        lives = {s: limit - self.totals[s] for s in self.active}
        cubes = {s: (life + limit // 10) ** 3 for s, life in lives.items() if life > 0}
        return -(WHOLE_SHARE * cubes.get(seat, 0) // sum(cubes.values())) if cubes else 0


class PlayedOut(PlainRound):
    """The rest of a round in thought, played when it is made."""

    def __init__(self, thought: Thought, imagined: Imagined, last_turn: int) -> None:
        view = imagined.view
        self.game = self._thought = thought
        self.number = thought.round_number + 65536 * imagined.index
        self.stock = Stock(list(imagined.stock), imagined.stream(PLAY_BLOCK))
        self.hands = dict(imagined.hands)
        self.pile = list(view.pile)
        self.discard, self.takable = view.discard, view.takable
        self.turn, self.last_turn, self.reshuffles = view.turn - 1, last_turn, 0
        self.took, self.drew = set(view.took), set(view.drew)
        self.known = {seat: list(cards) for seat, cards in view.known.items()}
        self.shed = dict(view.shed)
        self._next = {seat: thought.next_in(seat) for seat in thought.active}
        self.first_allowed = None
        self.opening_allowed = False
        self.end, self.ender = self._play(view.seat)

    def share_lost(self, seat: int) -> int:
        """What the seat loses by this round; where the thought was broken off everybody scores the hand."""
        totals = {s: self.total_of(s) for s in self.game.active}
        score = totals
        if self.end != "stopped" or self.turn == self.game.variant.max_turns:
            _end, score, _winners, _assafs = score_round(self.game.variant, self.end, self.ender, totals)
        return self._thought.share_lost(seat, score)

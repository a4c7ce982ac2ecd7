"""The twin: the rules of Yaniv in plain Python, to be read beside them, and slow.

It plays the same games as the kernels, from the same addresses of randomness, with its own move generator
(``sim.moves``), its own scoring and its own form of every bot. The kernels must equal it event for event.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from sim import rng
from sim.bots import family_module
from sim.cards import JOKER, NATURALS, card_points, full_deck
from sim.events import Call, Deal, Event, Result, RoundFacts, RoundStopped, Score, SeatFacts, Slap, Slapdown, Turn
from sim.moves import Cards, lies_as_run, takable, without

if TYPE_CHECKING:
    from sim.bots import Entrant
    from sim.rules import Variant

Choice = tuple[Cards, int | None]
"""What to lay, in the order laid, and which card to take from the pile; None: from the stock."""


class PlainBot(Protocol):
    """The twin's form of a bot: class ``Plain`` in its file."""

    def call(self, view: PlainView) -> bool: ...  # noqa: D102
    def play(self, view: PlainView) -> Choice: ...  # noqa: D102
    def slap(self, view: PlainView, card: int) -> bool: ...  # noqa: D102


class PlainView:
    """What a seat may see, and nothing else."""

    def __init__(self, table: PlainRound, seat: int, turn: int) -> None:
        self._table = table
        self.variant = table.game.variant
        self.points = table.game.points
        self.seat = seat
        self.turn = turn
        self.hand = table.hands[seat]
        self.discard = table.discard
        self.takable = table.takable

    @property
    def hand_total(self) -> int:
        """Points of the own hand (C2)."""
        return self._table.total_of(self.seat)

    @property
    def stock(self) -> int:
        """Number of cards in the stock."""
        return len(self._table.stock.cards)

    @property
    def took(self) -> frozenset[int]:
        """Seats that took from the pile on their last turn."""
        return frozenset(self._table.took)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of the game by seat."""
        return tuple(self._table.game.totals)

    @property
    def n_cards(self) -> dict[int, int]:
        """Number of cards of every seat still in (T7)."""
        return {seat: len(hand) for seat, hand in self._table.hands.items()}

    @property
    def known(self) -> dict[int, Cards]:
        """Cards that a seat was seen to take from the pile and has not laid since."""
        return {seat: tuple(sorted(cards)) for seat, cards in self._table.known.items()}

    @property
    def next_seat(self) -> int:
        """Who plays next."""
        return self._table.seat_after(self.seat)

    @property
    def shed(self) -> dict[int, int]:
        """Points that a seat laid on its last turn less those it then took from the pile; only of seats with a turn."""
        return dict(self._table.shed)

    @property
    def drew(self) -> frozenset[int]:
        """Seats that hold the card they drew from the stock on their last turn."""
        return frozenset(self._table.drew)

    @property
    def pile(self) -> Cards:
        """All cards on the discard pile."""
        return tuple(sorted(self._table.pile))

    def luck(self, question: int) -> rng.Stream:
        """The seat's own random numbers for one question of this turn."""
        block = self.turn * rng.BLOCKS_PER_TURN + question * rng.BLOCKS_PER_QUESTION
        return rng.Stream(*self.luck_address, self.seat, block)

    @property
    def luck_address(self) -> tuple[int, int, int]:
        """Key, deal and round of the bots' random numbers."""
        game = self._table.game
        return game.bot_key, game.deal, self._table.number


class Stock:
    """Hidden cards whose order is drawn when it is needed: one Fisher-Yates step a card."""

    def __init__(self, cards: list[int], stream: rng.Stream) -> None:
        self.cards = cards
        self._stream = stream

    def draw(self) -> int:
        """Take the top card."""
        place = self._stream.below(len(self.cards))
        self.cards[place], self.cards[-1] = self.cards[-1], self.cards[place]
        return self.cards.pop()


def _sorted_with(cards: Cards, card: int) -> Cards:
    return tuple(sorted((*cards, card)))


class PlainRound:
    """One round, played when it is made (D2, T1 to T8, E4 to E6)."""

    def __init__(self, game: PlainGame, number: int, dealer: int, first: int) -> None:
        self.game = game
        self.number = number
        variant = game.variant
        stream = rng.Stream(game.deal_key, game.deal, number)
        self.stock = Stock(full_deck(variant.n_decks(game.players), variant.jokers), stream)
        hands: dict[int, list[int]] = {seat: [] for seat in game.active}
        for _ in range(variant.hand_size):
            for seat in game.clockwise_after(dealer):
                hands[seat].append(self.stock.draw())
        self.hands = {seat: tuple(sorted(cards)) for seat, cards in hands.items()}
        upcard = self.stock.draw()
        self.pile = [upcard]
        self.discard: Cards = (upcard,)
        self.takable: Cards = (upcard,)
        self.turn = 0
        self.last_turn = variant.max_turns
        self.reshuffles = 0
        self.took: set[int] = set()
        self.known: dict[int, list[int]] = {seat: [] for seat in game.active}
        self.shed: dict[int, int] = {}
        self.drew: set[int] = set()
        self._next = {seat: game.next_in(seat) for seat in game.active}
        self.first_allowed: int | None = None
        self.opening_allowed = self.total_of(first) <= variant.threshold
        dealt = tuple(self.hands.get(seat) for seat in range(game.players))
        game.events.append(Deal(number, dealer, first, dealt, upcard))
        self.end, self.ender = self._play(first)

    def total_of(self, seat: int) -> int:
        """Hand total of a seat (C2)."""
        return sum(map(self.game.points, self.hands[seat]))

    def seat_after(self, seat: int) -> int:
        """Who plays after a seat."""
        return self._next[seat]

    def _play(self, seat: int) -> tuple[str, int | None]:
        game, variant = self.game, self.game.variant
        while True:
            if self._calls(seat):
                game.events.append(Call(seat))
                return "yaniv", seat
            drawn = self._take_turn(seat)
            if drawn is None:
                return "out", seat
            card, source, laid = drawn
            if variant.slapdown == "zero" and card == JOKER and self.total_of(seat) == 0:
                if game.bots[seat].slap(PlainView(self, seat, self.turn), card):
                    game.events.append(Slapdown(seat))
                    return "slapdown", seat
            if variant.slapdown == "matching" and source == "stock" and self._matches(laid, card):
                if game.bots[seat].slap(PlainView(self, seat, self.turn), card):
                    self._slap(seat, laid, card)
            if self.turn == self.last_turn:
                game.events.append(RoundStopped())
                return "stopped", None
            seat = self.seat_after(seat)

    def _calls(self, seat: int) -> bool:
        """T1; a player without cards must call."""
        if self.total_of(seat) > self.game.variant.threshold:
            return False
        if self.first_allowed is None:
            self.first_allowed = seat
        if not self.hands[seat]:
            return True
        calls = self.game.bots[seat].call(PlainView(self, seat, self.turn + 1))
        return self.game.decided(self, seat, calls=calls)

    def _take_turn(self, seat: int) -> tuple[int, str, Cards] | None:
        """T2, T6, T8: the card taken, where from, and the lay; None for who went out (E6)."""
        game = self.game
        laid, wanted = game.bots[seat].play(PlainView(self, seat, self.turn + 1))
        self.turn += 1
        self.hands[seat] = without(self.hands[seat], laid)
        self._forget(seat, laid)
        self.shed[seat] = sum(map(game.points, laid))
        if game.variant.going_out and not self.hands[seat]:
            game.events.append(Turn(seat, laid, "none", None, 0))
            return None
        reshuffled = 0
        if wanted is None:
            if not self.stock.cards:  # everything but the lay, which is not on the pile yet
                self.reshuffles += 1
                stream = rng.Stream(game.reshuffle_key, game.deal, self.number, self.reshuffles)
                self.stock = Stock(sorted(self.pile), stream)
                self.pile = []
                reshuffled = len(self.stock.cards)
            card, source = self.stock.draw(), "stock"
            self.took.discard(seat)
            self.drew.add(seat)
        else:
            card, source = wanted, "pile"
            self.pile.remove(card)
            self.known[seat].append(card)
            self.took.add(seat)
            self.drew.discard(seat)
            self.shed[seat] -= game.points(card)
        self.hands[seat] = _sorted_with(self.hands[seat], card)
        self.pile.extend(laid)
        self.discard = laid
        self.takable = takable(laid, game.variant, run=lies_as_run(laid))
        game.events.append(Turn(seat, laid, source, card, reshuffled))
        return card, source, laid

    def _forget(self, seat: int, laid: Cards) -> None:
        known = self.known[seat]
        if known:
            for card in laid:
                if card in known:
                    known.remove(card)

    @staticmethod
    def _matches(laid: Cards, card: int) -> bool:
        """E4 `matching`: a natural card of the one rank of a single or a set."""
        return card != JOKER and {c & 15 for c in laid if c != JOKER} == {card & 15}

    def _slap(self, seat: int, laid: Cards, card: int) -> None:
        self.hands[seat] = without(self.hands[seat], (card,))
        self._forget(seat, (card,))
        self.drew.discard(seat)
        self.pile.append(card)
        self.discard = (*laid, card)
        self.takable = takable(self.discard, self.game.variant, run=False)
        self.game.events.append(Slap(seat, card))

    def facts(self, assafs: int) -> RoundFacts:
        """Facts for the columns, once the round is over."""
        others = [seat for seat in self.game.active if seat != self.ender]
        ended = self.ender is not None
        return RoundFacts(
            turns=self.turn,
            ender_total=self.total_of(self.ender) if self.ender is not None else None,
            lowest_other=min(map(self.total_of, others)) if ended else None,
            assafs=assafs,
            reshuffles=self.reshuffles,
            first_allowed=self.first_allowed,
            opening_allowed=self.opening_allowed,
            least_cards=min(len(self.hands[seat]) for seat in others) if ended else None,
            pile_taken=bool(self.took - {self.ender}) if ended else None,
        )


def score_round(
    variant: Variant, end: str, ender: int | None, hand_totals: dict[int, int]
) -> tuple[str, dict[int, int], tuple[int, ...], list[int]]:
    """E1 to E7: how the round ended, points by seat, its winners, and the opponents at or below."""
    if ender is None:
        return end, dict.fromkeys(hand_totals, 0), (), []
    own = hand_totals[ender]
    at_or_below: list[int] = []
    if variant.assaf and end in ("yaniv", "out"):
        at_or_below = [seat for seat, total in hand_totals.items() if seat != ender and total <= own]
    if not at_or_below:
        return end, {**hand_totals, ender: 0}, (ender,), []
    lowest = min(hand_totals[seat] for seat in at_or_below)
    winners = [s for s in at_or_below if variant.assaf_winner == "all" or hand_totals[s] == lowest]
    penalty = variant.assaf_penalty + variant.assaf_extra * (len(at_or_below) - 1)
    penalty += own if variant.assaf_adds_hand else 0
    score = {**hand_totals, **dict.fromkeys(winners, 0), ender: penalty}
    return "assaf", score, tuple(sorted(winners)), at_or_below


class PlainGame:
    """One game; :meth:`play` plays it and fills ``events``.

    Parameters
    ----------
    variant
        The rules.
    entrants
        Who sits where.
    seed
        Seed of the run.
    deal
        Deal id.
    """

    def __init__(self, variant: Variant, entrants: Sequence[Entrant], seed: int, deal: int) -> None:
        self.variant = variant
        self.players = len(entrants)
        self.deal = deal
        self.points = {card: card_points(card, variant.face_points) for card in (*NATURALS, JOKER)}.__getitem__
        self.bots: list[PlainBot] = [_plain_bot(entrant, variant, len(entrants)) for entrant in entrants]
        self.deal_key, self.reshuffle_key, self.bot_key = (
            rng.stream_key(seed, purpose) for purpose in (rng.DEAL, rng.RESHUFFLE, rng.BOT)
        )
        self.active = list(range(self.players))
        self.totals = [0] * self.players
        self.out_round: dict[int, int] = {}
        self.events: list[Event] = []
        self.rounds: list[RoundFacts] = []
        self.stopped = False
        self._counts = {name: [0] * self.players for name in SeatFacts._fields}

    @property
    def seats(self) -> list[SeatFacts]:
        """Facts for the columns of ``seats``."""
        return [SeatFacts(*(self._counts[name][seat] for name in SeatFacts._fields)) for seat in range(self.players)]

    def clockwise_after(self, seat: int) -> list[int]:
        """The active seats from the one after this, clockwise."""
        return sorted(self.active, key=lambda s: (s - seat - 1) % self.players)

    def next_in(self, seat: int) -> int:
        """The next active seat, clockwise."""
        return self.clockwise_after(seat)[0]

    def play(self) -> PlainGame:
        """Play the game to its end, once."""
        dealer = self.players - 1
        last: Score | None = None
        number = 0
        while True:
            number += 1
            dealer = self.next_in(dealer)
            table = PlainRound(self, number, dealer, self._opener(dealer, last))
            last = self._score(table)
            if self.variant.score_limit == 0:
                self.stopped = last.ender is None
                self._finish_single_round(last)
                return self
            first_out = self.variant.game_end == "first_out" and bool(last.out)
            self.stopped = number == self.variant.max_rounds and len(self.active) > 1 and not first_out
            if len(self.active) == 1 or first_out or self.stopped:
                self._finish(number)
                return self

    def decided(self, table: PlainRound, seat: int, *, calls: bool) -> bool:
        """Whether a bot's call counts: always, but in `sim.twin_forks`."""
        return calls

    def _opener(self, dealer: int, last: Score | None) -> int:
        """D4."""
        if self.variant.opening == "round_winner" and last is not None and last.ender is not None:
            from_ender = partial(_distance, players=self.players, start=last.ender + 1)
            winner = min(last.winners, key=from_ender)
            return winner if winner in self.active else self.next_in(winner)
        return self.next_in(dealer)

    def _score(self, table: PlainRound) -> Score:
        """E1 to E7, S1 to S4."""
        hand_totals = {seat: table.total_of(seat) for seat in self.active}
        end, score, winners, assafs = score_round(self.variant, table.end, table.ender, hand_totals)
        self.rounds.append(table.facts(len(assafs)))
        for seat in self.active:
            self._counts["rounds_in"][seat] += 1
        if table.end in ("yaniv", "out") and table.ender is not None:
            self._counts["calls"][table.ender] += 1
        for seat in assafs:
            self._counts["assafs_made"][seat] += 1
        if assafs and table.ender is not None:
            self._counts["assafs_suffered"][table.ender] += 1
        self._add(score)
        out = self._eliminate(table.number)
        by_seat = tuple(score.get(seat) for seat in range(self.players))
        event = Score(end, table.ender, winners, by_seat, tuple(self.totals), out)
        self.events.append(event)
        return event

    def _add(self, score: dict[int, int]) -> None:
        """S1 to S3."""
        single_round = self.variant.score_limit == 0
        landed = []
        for seat, points in score.items():
            total = self.totals[seat] + points
            if points > 0 and total in self.variant.milestones and not single_round:
                total = self.variant.milestones[total]
                landed.append(seat)
                self._counts["milestones"][seat] += 1
            self.totals[seat] = total
        others = [seat for seat in score if seat not in landed]
        if landed and others:
            leading = min(self.totals[seat] for seat in others)
            for seat in others:
                if self.totals[seat] == leading:
                    self.totals[seat] += self.variant.milestone_steal * len(landed)

    def _eliminate(self, number: int) -> tuple[int, ...]:
        """S4."""
        limit, reach = self.variant.score_limit, self.variant.elimination == "reach"
        if limit == 0:
            return ()
        out = tuple(s for s in self.active if self.totals[s] > limit or (reach and self.totals[s] == limit))
        self.out_round |= dict.fromkeys(out, number)
        self.active = [seat for seat in self.active if seat not in out]
        return out

    def _finish(self, rounds: int) -> None:
        """S5: places; the later out the better, then the lower total."""

        def rank(seat: int) -> tuple[float, int]:
            out = self.out_round.get(seat, float("inf"))
            return (0 if self.variant.game_end == "first_out" else -out, self.totals[seat])

        ranks = [rank(seat) for seat in range(self.players)]
        places = tuple(1 + sum(other < own for other in ranks) for own in ranks)
        winners = () if self.stopped else tuple(seat for seat, place in enumerate(places) if place == 1)
        self.events.append(Result(winners, places, rounds))

    def _finish_single_round(self, last: Score) -> None:
        """S6: the winners of the round first, then by score; nobody wins a stopped round."""
        ranks = [(seat not in last.winners, self.totals[seat]) for seat in range(self.players)]
        ranks = [(False, 0) if self.stopped or not behind else (True, total) for behind, total in ranks]
        places = tuple(1 + sum(other < own for other in ranks) for own in ranks)
        self.events.append(Result(() if self.stopped else last.winners, places, 1))


def _distance(seat: int, players: int, start: int) -> int:
    return (seat - start) % players


def _plain_bot(entrant: Entrant, variant: Variant, players: int) -> PlainBot:
    bot: PlainBot = family_module(entrant.family).Plain(entrant.values(variant.threshold, players))
    return bot

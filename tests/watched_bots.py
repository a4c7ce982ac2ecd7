"""Sits behind a bot of the twin: checks its decisions against the rules, and asks again with other hidden cards."""

from __future__ import annotations

import random
from collections.abc import Callable

from sim.cards import card_text, cards_text
from sim.moves import legal_lays, readings, without
from sim.reference import Choice, PlainBot, PlainGame, PlainView


class Watched:
    """A bot whose every decision is checked.

    Parameters
    ----------
    bot
        The bot that decides.
    name
        What it is called in errors.
    """

    def __init__(self, bot: PlainBot, name: str) -> None:
        self._bot, self._name = bot, name
        self._chance = random.Random(1)  # noqa: S311
        self.n_asked = 0

    def call(self, view: PlainView) -> bool:
        """T1: only asked at or below the threshold and with cards in hand."""
        assert view.hand_total <= view.variant.threshold
        assert view.hand
        calls = self._bot.call(view)
        self._ask_again(view, "call", calls, lambda: self._bot.call(view))
        return calls

    def play(self, view: PlainView) -> Choice:
        """T2 to T6: the lay is legal, in an order that it may lie in, and the card may be taken."""
        laid, card = self._bot.play(view)
        told = f"{self._name} with {cards_text(view.hand)} lays {cards_text(laid)}"
        lay = tuple(sorted(laid))
        assert lay in legal_lays(view.hand, view.variant), told
        assert laid in readings(lay, view.variant), told
        assert card is None or card in view.takable, f"{told} and takes {card_text(card or 0)}"
        self._ask_again(view, "play", (laid, card), lambda: self._bot.play(view))
        return laid, card

    def slap(self, view: PlainView, card: int) -> bool:
        """E4: only asked where the variant has it, with the card in hand."""
        assert view.variant.slapdown != "off"
        assert card in view.hand
        slaps = self._bot.slap(view, card)
        self._ask_again(view, "slap", slaps, lambda: self._bot.slap(view, card))
        return slaps

    def _ask_again(self, view: PlainView, question: str, answer: object, ask: Callable[[], object]) -> None:
        """Deal the hidden cards anew; who sees the same must decide the same."""
        self.n_asked += 1
        table = view._table
        hands, stock = dict(table.hands), list(table.stock.cards)
        known = {seat: tuple(cards) for seat, cards in table.known.items()}
        hidden = {seat: without(hand, known[seat]) for seat, hand in hands.items() if seat != view.seat}
        cards = [*stock, *(card for rest in hidden.values() for card in rest)]
        self._chance.shuffle(cards)
        for seat, rest in hidden.items():
            table.hands[seat] = tuple(sorted((*known[seat], *(cards.pop() for _ in rest))))
        table.stock.cards[:] = cards
        try:
            again = ask()
        finally:
            table.hands.clear()
            table.hands.update(hands)
            table.stock.cards[:] = stock
        assert again == answer, f"{self._name} looks at hidden cards: {question} {answer}, then {again}"


def play_watched(game: PlainGame, names: list[str]) -> int:
    """Play a game whose bots are watched; gives the number of decisions."""
    watched = [Watched(bot, name) for bot, name in zip(game.bots, names, strict=True)]
    game.bots = list(watched)
    game.play()
    return sum(bot.n_asked for bot in watched)


class Peeping:
    """A bot that looks at the next card of the stock, to see that it is found out."""

    def call(self, _view: PlainView) -> bool:
        """Never."""
        return False

    def play(self, view: PlainView) -> Choice:
        """Lay the highest card, or the lowest if the stock begins with an even one."""
        card = view.hand[0 if view._table.stock.cards[0] % 2 else -1]
        return (card,), None

    def slap(self, _view: PlainView, _card: int) -> bool:
        """Never."""
        return False

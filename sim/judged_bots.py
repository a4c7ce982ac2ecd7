"""Sits between the twin and a bot: whatever the bot does against the rules, or cannot do, becomes one clear fault.

The twin itself plays what it is told, so that it can be read beside the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from sim.cards import card_text, cards_text
from sim.errors import BotFault
from sim.events import Deal
from sim.moves import Cards, legal_lays, lies_in_order, without
from sim.shown import cut

if TYPE_CHECKING:
    from sim.reference import Choice, PlainBot, PlainGame, PlainView

_Answer = TypeVar("_Answer")


def judge_bots(game: PlainGame, number: int, names: tuple[str, ...]) -> None:
    """Put a judge before every bot of a game that is not yet played.

    Parameters
    ----------
    game
        The game.
    number
        Its number in its cell, for the fault.
    names
        Who sits where, for the fault.
    """
    game.bots = [JudgedBot(bot, game, number, name) for bot, name in zip(game.bots, names, strict=True)]


class JudgedBot:
    """A bot that can only play by the rules.

    Raises
    ------
    BotFault
        From every method, instead of what the bot raises or plays.
    """

    def __init__(self, bot: PlainBot, game: PlainGame, number: int, name: str) -> None:
        self._bot, self._game, self._number, self._name = bot, game, number, name

    def call(self, view: PlainView) -> bool:
        """T1; only asked when it may."""
        return self._ask(view, "call", lambda: bool(self._bot.call(view)))

    def slap(self, view: PlainView, card: int) -> bool:
        """E4; only asked when it may."""
        return self._ask(view, "slap", lambda: bool(self._bot.slap(view, card)))

    def play(self, view: PlainView) -> Choice:
        """T2 to T6."""
        laid, card = self._ask(view, "play", lambda: _choice(self._bot.play(view)))
        fault = _fault_of_lay(laid, view) or _fault_of_take(card, view)
        if fault:
            raise self._fault(view, fault)
        return laid, card

    def _ask(self, view: PlainView, question: str, ask: Callable[[], _Answer]) -> _Answer:
        try:
            return ask()
        except Exception as error:
            text = f"raises {type(error).__name__} when asked to {question}: {cut(str(error), 200)}"
            raise self._fault(view, text) from error

    def _fault(self, view: PlainView, what: str) -> BotFault:
        n_rounds = sum(isinstance(event, Deal) for event in self._game.events)
        place = f"round {n_rounds}, turn {view.turn}"
        told = f"{place}: seat {view.seat} ({self._name}) with {cards_text(view.hand)} {what}"
        return BotFault(self._number, told)


def _choice(answer: Choice) -> Choice:
    """Read an answer as cards; whatever cannot be read raises."""
    laid, card = answer
    cards_text(laid if card is None else (*laid, card))
    return tuple(laid), card


def _fault_of_lay(laid: Cards, view: PlainView) -> str:
    """T2 to T5: say what is wrong with a lay, or nothing."""
    told = f"lays {cards_text(laid) or 'nothing'}"
    lay = tuple(sorted(laid))
    try:
        without(view.hand, lay)
    except ValueError:
        return f"{told}, which it does not hold (T2)"
    if lay not in legal_lays(view.hand, view.variant):
        return f"{told}, which is no single card, set or run (T3, T4)"
    if not lies_in_order(laid):
        return f"{told}, a run that is not in rank order (T5)"
    return ""


def _fault_of_take(card: int | None, view: PlainView) -> str:
    """T6: say what is wrong with a take, or nothing."""
    if card is None or card in view.takable:
        return ""
    return f"takes {card_text(card)}, but may take {' or '.join(map(card_text, view.takable))} or from the stock (T6)"

"""A judge before a bot of the twin: what the rules forbid, and what a bot cannot do, becomes a fault with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.bots import parse_entrant
from sim.cards import parse_card, parse_cards
from sim.errors import BotFault
from sim.judged_bots import judge_bots
from sim.reference import PlainGame, PlainView
from sim.rules import named_variants


class Odd:
    """Lays its first card and draws, until round 1, turn 3, where it answers as the test says."""

    def __init__(self, answer: Callable[[PlainView], Any]) -> None:
        self._answer = answer

    def call(self, _view: PlainView) -> bool:
        return False

    def play(self, view: PlainView) -> Any:
        return self._answer(view) if view.turn == 3 else (view.hand[:1], None)

    def slap(self, _view: PlainView, _card: int) -> bool:
        return False


def fault_of(answer: Callable[[PlainView], Any], hand: str = "AC 2C 3C 9D *", offer: str = "KS") -> str:
    """What is said of this answer at the third turn, by seat 0 of three."""

    def with_hand(view: PlainView) -> Any:
        view.hand, view.takable = cards(hand), cards(offer)
        return answer(view)

    game = PlainGame(named_variants()["standard"], [parse_entrant("greedy")] * 3, seed=1, deal=0)
    game.bots = [Odd(with_hand)] * 3
    judge_bots(game, 12, ("odd", "even", "other"))
    with pytest.raises(BotFault) as caught:
        game.play()
    assert caught.value.game == 12
    place = f"round 1, turn 3: seat 0 (odd) with {hand} "
    assert caught.value.text.startswith(place)
    return caught.value.text.removeprefix(place)


def cards(text: str) -> tuple[int, ...]:
    """Cards by their text."""
    return tuple(parse_cards(text))


def give_up(_view: PlainView) -> Any:
    """Raise, with a text that would fill a screen."""
    raise KeyError("x" * 500)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ((cards("4C"), None), "lays 4C, which it does not hold (T2)"),
        ((cards("9D 9D"), None), "lays 9D 9D, which it does not hold (T2)"),
        (((), None), "lays nothing, which is no single card, set or run (T3, T4)"),
        ((cards("AC 9D"), None), "lays AC 9D, which is no single card, set or run (T3, T4)"),
        ((cards("AC 2C"), None), "lays AC 2C, which is no single card, set or run (T3, T4)"),
        ((cards("AC 3C 2C"), None), "lays AC 3C 2C, a run that is not in rank order (T5)"),
        ((cards("* AC 2C"), None), "lays * AC 2C, a run that is not in rank order (T5)"),
        ((cards("9D"), parse_card("9D")), "takes 9D, but may take KS or from the stock (T6)"),
    ],
)
def test_play__against_the_rules_is_told_with_the_cards(answer: Any, fault: str) -> None:
    assert fault_of(lambda _view: answer) == fault


def test_take__of_several_is_told_with_all_of_them() -> None:
    answer = cards("9D"), parse_card("5S")
    fault = "takes 5S, but may take 4S or 6S or from the stock (T6)"
    assert fault_of(lambda _view: answer, offer="4S 6S") == fault


@pytest.mark.parametrize("answer", [None, (), ("AC", None), (cards("AC"), "stock"), ((99,), None), (cards("AC"),)])
def test_answer__that_is_no_play_is_a_fault(answer: Any) -> None:
    assert fault_of(lambda _view: answer).startswith("raises ")


def test_bot__that_raises_is_told_in_one_line() -> None:
    fault = fault_of(give_up)
    assert fault.startswith("raises KeyError when asked to play: 'xxx")
    assert fault.endswith("x…")
    assert len(fault) < 250


@pytest.mark.parametrize("question", ["call", "slap"])
def test_question__that_a_bot_cannot_answer_is_named(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> bool:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(f"sim.bots.random.Plain.{question}", refuse)
    variant = named_variants()["slapdown"].model_copy(update={"slapdown": "matching", "hand_size": 3})
    game = PlainGame(variant, [parse_entrant("random")] * 2, seed=1, deal=0)
    judge_bots(game, 0, ("a", "b"))
    with pytest.raises(BotFault, match=rf"raises ZeroDivisionError when asked to {question}: no"):
        game.play()


@pytest.mark.parametrize("lay", ["3C 2C AC", "AC * 3C", "2C 3C *", "* 9D", "9D *", "*"])
def test_play__within_the_rules_is_let_through(lay: str) -> None:
    """Whoever lays well comes to the next fault: the card."""
    assert fault_of(lambda _view: (cards(lay), parse_card("2H"))).startswith("takes 2H")

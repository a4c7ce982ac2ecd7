"""Plays a record on the twin: cards are dealt and moves made as it says, and what the twin tells must equal it.

A record is a list of lines, each a dictionary: ``deal``, ``turn``, ``slap``, ``slapdown``, ``call``, ``stopped``,
``score``, ``result``, with cards as text. ``score`` and ``result`` lines may be left out. Whoever plays only says what
happens at the table; the twin decides who is asked, what may be done and what it is worth.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import sim.reference
from sim.bots import parse_entrant
from sim.cards import cards_text, parse_card, parse_cards
from sim.events import Call, Event, Score, Turn
from sim.moves import Cards, legal_lays, lies_in_order, without
from sim.record import event_line
from sim.reference import Choice, PlainGame, PlainView
from sim.rules import Variant, load_variant

Line = dict[str, Any]


class Broken(Exception):  # noqa: N818  (what a referee finds)
    """A line that the rules forbid."""

    def __init__(self, number: int, rules: tuple[str, ...]) -> None:
        super().__init__(f"line {number}: {', '.join(rules)}")
        self.number, self.rules = number, rules


class RecordOver(Exception):  # noqa: N818
    """The record ends before the game does."""


def deal(
    *hands: str | None, up: str = "KS", number: int | None = None, dealer: int = 0, first: int | None = None
) -> Line:
    """A deal; the next seat after the dealer plays first, and the number is that of the line among the deals."""
    if first is None:
        first = next(s % len(hands) for s in range(dealer + 1, dealer + 9) if hands[s % len(hands)] is not None)
    return {"deal": number, "dealer": dealer, "first": first, "hands": list(hands), "upcard": up}


def turn(seat: int, lay: str, card: str | None = None, *, pile: str | None = None, reshuffled: int = 0) -> Line:
    """A lay and a card from the stock, or one from the pile, or none (E6)."""
    line: Line = {"turn": seat, "lay": lay}
    if card is None and pile is None:
        return line | {"take": "none"}
    line |= {"take": "stock", "card": card} if pile is None else {"take": "pile", "card": pile}
    return line | ({"reshuffled": reshuffled} if reshuffled else {})


def call(seat: int) -> Line:
    """Yaniv."""
    return {"call": seat}


def must_call(seat: int) -> Line:
    """Yaniv by a player without cards, who is not asked (T1)."""
    return {"call": seat, "asked": False}


def slap(seat: int, card: str) -> Line:
    """E4 `matching`."""
    return {"slap": seat, "card": card}


def slapdown(seat: int) -> Line:
    """E4 `zero`."""
    return {"slapdown": seat}


def stopped() -> Line:
    """E5."""
    return {"stopped": True}


def score(*points: int | None, totals: tuple[int, ...], out: tuple[int, ...] = ()) -> Line:
    """Points of the round, totals, who is out."""
    return {"score": list(points), "totals": list(totals), "out": list(out)}


def result(winners: tuple[int, ...], places: tuple[int, ...], rounds: int) -> Line:
    """The end of the game."""
    return {"result": {"winners": list(winners), "places": list(places), "rounds": rounds}}


class Played(NamedTuple):
    """What came of a record."""

    game: PlainGame
    finished: bool
    seen: list[Seen]
    """What the seats saw at their turns; the last of an unfinished record saw what its last line left."""

    @property
    def scores(self) -> list[Score]:
        """How the rounds ended."""
        return [event for event in self.game.events if isinstance(event, Score)]

    @property
    def turns(self) -> list[Turn]:
        """All turns."""
        return [event for event in self.game.events if isinstance(event, Turn)]


class Seen(NamedTuple):
    """What a seat saw when it was asked to play."""

    discard: Cards
    offer: Cards
    stock: int
    known: dict[int, Cards]
    pile: Cards
    n_cards: dict[int, int]
    took: frozenset[int]


class Script:
    """Sits on every seat and does what the record says next; deals the cards that it names."""

    def __init__(self, lines: list[Line]) -> None:
        self.stocks = list(_stocks(lines))
        self.seen: list[Seen] = []
        self._moves = [
            (number, line)
            for number, line in enumerate(lines, start=2)
            if {"turn", "call", "slap", "slapdown"} & line.keys()
        ]
        self.told: list[Event] = []
        self._n_calls = 0

    def _next(self) -> tuple[int, Line]:
        if self._n_calls < sum(isinstance(event, Call) for event in self.told):  # T1, without cards: nobody was asked
            self._n_calls += 1
            self._done()
        if not self._moves:
            raise RecordOver
        return self._moves[0]

    def _done(self) -> None:
        self._moves.pop(0)

    def call(self, view: PlainView) -> bool:
        """Call if the next line is a call of this seat."""
        number, line = self._next()
        if line.get("call") != view.seat:
            return False
        assert line.get("asked", True), f"line {number}: seat {view.seat} was asked whether it calls"
        self._n_calls += 1
        self._done()
        return True

    def play(self, view: PlainView) -> Choice:
        """Lay and take as the next line says, if the rules allow it."""
        self.seen.append(Seen(view.discard, view.takable, view.stock, view.known, view.pile, view.n_cards, view.took))
        number, line = self._next()
        if "call" in line:
            raise Broken(number, ("T1",))
        assert line.get("turn") == view.seat, f"line {number} is {line}, but seat {view.seat} is asked to play"
        lay = tuple(parse_cards(line["lay"]))
        _check_lay(number, lay, view)
        card = parse_card(line["card"]) if line["take"] == "pile" else None
        if card is not None and card not in view.takable:
            raise Broken(number, ("T6",))
        self._done()
        return lay, card

    def slap(self, view: PlainView, card: int) -> bool:
        """Slap or slap down if the next line says so."""
        line = self._moves[0][1] if self._moves else {}
        says_so = line.get("slap") == view.seat or line.get("slapdown") == view.seat
        if says_so:
            self._done()
        return says_so


def _check_lay(number: int, lay: Cards, view: PlainView) -> None:
    try:
        without(view.hand, lay)
    except ValueError:
        raise Broken(number, ("T2",)) from None
    cards = tuple(sorted(lay))
    if cards not in legal_lays(view.hand, view.variant):
        raise Broken(number, ("T3", "T4"))
    if not lies_in_order(lay):
        raise Broken(number, ("T3", "T4"))


def _stocks(lines: list[Line]) -> Iterator[list[int]]:
    """Cards drawn from each stock of the record: one a deal, and one a reshuffle."""
    cards: list[int] | None = None
    for line in lines:
        if "deal" in line:
            if cards is not None:
                yield cards
            cards = _dealt(line)
        if line.get("take") == "stock":
            assert cards is not None, "a turn before the first deal"
            if line.get("reshuffled"):
                yield cards
                cards = []
            cards.append(parse_card(line["card"]))
    if cards is not None:
        yield cards


def _dealt(line: Line) -> list[int]:
    """D2: one card at a time, clockwise from the seat after the dealer, then the upcard."""
    hands = [parse_cards(hand) if hand is not None else [] for hand in line["hands"]]
    seats = [(line["dealer"] + 1 + i) % len(hands) for i in range(len(hands))]
    order = [hands[s][i] for i in range(max(map(len, hands))) for s in seats if i < len(hands[s])]
    return [*order, parse_card(line["upcard"])]


class RiggedStock:
    """A stock whose first cards the record knows; the others follow in card order."""

    def __init__(self, cards: list[int], script: Script) -> None:
        if not script.stocks:
            raise RecordOver
        first = script.stocks.pop(0)
        self.cards = first + list(without(tuple(cards), tuple(first)))

    def draw(self) -> int:
        """Take the top card."""
        return self.cards.pop(0)


def _plain(line: Line, n_deals: int) -> Line:
    """A written line as the twin would tell it: hands sorted, the deal numbered."""
    line = {key: value for key, value in line.items() if key != "asked"}
    if "deal" in line:
        hands = [hand and cards_text(sorted(parse_cards(hand))) for hand in line["hands"]]
        line |= {"hands": hands, "deal": n_deals if line["deal"] is None else line["deal"]}
    return line


def play_record(variant: Variant, players: int, lines: list[Line]) -> Played:
    """Play a record.

    Raises
    ------
    Broken
        For a move that the rules forbid.
    AssertionError
        Where the twin tells something else.
    """
    script = Script(lines)
    game = PlainGame(variant, [parse_entrant("greedy")] * players, seed=0, deal=0)
    game.bots = [script] * players
    script.told = game.events
    finished = True
    with patch.object(sim.reference, "Stock", lambda cards, _stream: RiggedStock(cards, script)):
        try:
            game.play()
        except RecordOver:
            finished = False
    n_deals, told = 0, iter(map(event_line, game.events))
    for line in lines:
        n_deals += "deal" in line
        wanted = _plain(line, n_deals)
        got = next((t for t in told if t.keys() == wanted.keys() or not {"score", "result"} & t.keys()), None)
        assert got == wanted
    rest = [line for line in told if not {"score", "result"} & line.keys()]
    assert not rest, f"the twin went on: {rest}"
    return Played(game, finished, script.seen)


def read_record(path: Path) -> tuple[Variant, int, list[Line]]:
    """Variant, number of players and lines of a record in a file."""
    return parse_record(path.read_text())


def parse_record(text: str) -> tuple[Variant, int, list[Line]]:
    """Variant, number of players and lines of a record."""
    header, *lines = map(json.loads, text.splitlines())
    rules = header["variant"]
    variant = load_variant(rules) if isinstance(rules, str) else Variant.from_mapping(rules, default_name="own")
    return variant, header["players"], lines

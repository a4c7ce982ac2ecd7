"""One round as text: a table of its turns, how it ended, a table of its scores."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sim.cards import cards_text
from sim.looks import Look, columns
from sim.shown import cut
from sim.told_ends import end_sentence, seat_notes
from sim.told_rounds import Step, ToldRound, total_of

if TYPE_CHECKING:
    from sim.events import Score
    from sim.moves import Cards
    from sim.rules import Variant

GAP: Final = 2
SHORTEST_NAME: Final = 6
_LONGEST_NAME: Final = 20
_TAKE: Final = len("TD stock")


class RoundTeller:
    """What the tables of one game share: names and widths.

    Parameters
    ----------
    variant
        The rules.
    names
        Who sits where.
    look
        How it is shown.
    width
        Columns of the page; names are cut to keep within.
    rounds
        The rounds that are to be told; they decide the widths.
    """

    def __init__(
        self, variant: Variant, names: Sequence[str], look: Look, width: int, rounds: Sequence[ToldRound]
    ) -> None:
        self._variant, self._look, self._width = variant, look, width
        steps = [step for told in rounds for step in told.steps]
        hands = [hand or () for told in rounds for hand in told.deal.hands] + [step.hand for step in steps]
        notes = [note for told in rounds for note in seat_notes(told, variant).values()]
        lay = max((_width(step.lay) for step in steps), default=0)
        hand = max(map(_width, hands))
        turn_cells = (-4, -4, lay, _TAKE, hand, -6)
        score_cells = (-4, hand, -6, -5, -5, max(map(len, notes), default=0))
        left = width - 6 * GAP - max(sum(map(abs, cells)) for cells in (turn_cells, score_cells))
        name = min(_LONGEST_NAME, max(len("entrant"), *map(len, names)), max(SHORTEST_NAME, left))
        self._names = [cut(text, name) for text in names]
        self._turn_widths = (*turn_cells[:2], name, *turn_cells[2:])
        self._score_widths = (score_cells[0], name, *score_cells[1:])

    def tell(self, told: ToldRound) -> Iterator[str]:
        """One round from the deal to the scores, or to where it was broken off."""
        deal, look = told.deal, self._look
        yield look.title(f"Round {deal.round_number}")
        yield f"Seat {deal.dealer} deals, seat {deal.first} begins; {look.card(deal.upcard)} is turned up."
        yield ""
        yield look.faint(self._turn_row("turn", "seat", "entrant", "lays", "takes", "hand", "points"))
        for seat, hand in enumerate(deal.hands):
            if hand is not None:
                yield self._turn_row("deal", *self._seat(seat), "", "", *self._held(hand))
        for step in told.steps:
            yield from self._step(step)
        if told.score is not None:
            yield ""
            yield from self._end(told, told.score)
            yield ""
            yield from self._scores(told, told.score)

    def _step(self, step: Step) -> Iterator[str]:
        if step.reshuffled:
            indent = " " * (4 + GAP)
            yield self._look.faint(f"{indent}the stock is empty: {step.reshuffled} discards become the new one")
        turn = str(step.turn) if step.turn else ""
        lays = self._look.cards(step.lay)
        yield self._turn_row(turn, *self._seat(step.seat), lays, self._take(step), *self._held(step.hand))

    def _take(self, step: Step) -> str:
        if step.card is None:
            return "" if step.take == "none" else step.take
        indent = " " * (2 - len(cards_text([step.card])))  # a joker is one letter
        return f"{indent}{self._look.card(step.card)} {step.take}"

    def _end(self, told: ToldRound, score: Score) -> Iterator[str]:
        colour = self._look.warn if score.end in ("assaf", "stopped") else self._look.good
        yield from map(colour, textwrap.wrap(end_sentence(told, score, self._variant), self._width))

    def _scores(self, told: ToldRound, score: Score) -> Iterator[str]:
        yield self._look.faint(self._score_row("seat", "entrant", "hand", "points", "score", "total", ""))
        notes = seat_notes(told, self._variant)
        for seat, hand in told.hands.items():
            points, total = str(score.score[seat]), str(score.totals[seat])
            yield self._score_row(*self._seat(seat), *self._held(hand), points, total, notes[seat])
        for seat, total_out in enumerate(score.totals):
            if seat not in told.hands:
                yield self._look.faint(self._score_row(*self._seat(seat), "", "", "", str(total_out), "out"))

    def _turn_row(self, *cells: str) -> str:
        return columns(zip(cells, self._turn_widths, strict=True))

    def _score_row(self, *cells: str) -> str:
        return columns(zip(cells, self._score_widths, strict=True))

    def _seat(self, seat: int) -> tuple[str, str]:
        return str(seat), self._names[seat]

    def _held(self, hand: Cards) -> tuple[str, str]:
        return self._look.cards(hand), str(total_of(hand, self._variant))


def _width(cards: Cards) -> int:
    return len(cards_text(cards))
